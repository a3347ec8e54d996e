// How far somebody has come in each lesson. It stays in this browser.

const KEY = "lessons";

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** The numbers of the tasks that are done, counted from 0. */
export function done(lesson) {
  const tasks = read()[lesson];
  return new Set(Array.isArray(tasks) ? tasks : []);
}

/** Notes that a task is done. */
export function note(lesson, task) {
  const tasks = [...done(lesson).add(task)];
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [lesson]: tasks }));
  } catch {
    // Without storage a lesson begins anew.
  }
}
