// How far somebody has come in each lesson. It stays in this browser.

import { keep, recall } from "../kept.js";

const KEY = "lessons";

function read() {
  try {
    const kept = JSON.parse(recall(KEY) ?? "{}");
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
  keep(KEY, JSON.stringify({ ...read(), [lesson]: [...done(lesson).add(task)] }));
}
