// Learn: the lessons, and one of them as a ladder of tasks. The address holds the lesson and the task.

import { h, show, heading, counted } from "./dom.js";
import { once, post } from "./api.js";
import { address, note as keep, step } from "./router.js";
import { announce } from "./announce.js";
import { done, note } from "./learn/progress.js";
import { TaskView } from "./learn/task.js";

const KINDS = { move: "Find the winning move", win: "Win the game", winner: "Who wins?", number: "Find the number" };

/** All lessons, in the language of the browser if they have it. */
export const lessons = once(async () => (await post("lessons", { language: navigator.language || "en" })).lessons);

export async function open(host, parameters, signal) {
  const all = await lessons();
  if (signal.aborted) return;
  const at = all.findIndex((one) => one.name === parameters.lesson);
  if (at < 0) return list(host, all, parameters.lesson);
  const lesson = all[at];
  const first = lesson.tasks.findIndex((_, task) => !done(lesson.name).has(task));
  const asked = Number(parameters.task) - 1;
  const task = lesson.tasks[asked] ? asked : Math.max(first, 0);
  await new Lesson(host, lesson, all[at + 1], signal).set(task);
}

// All lessons, each with how much of it is done.
function list(host, all, unknown) {
  const card = (lesson, at) => {
    const known = lesson.tasks.filter((_, task) => done(lesson.name).has(task)).length;
    const count = lesson.tasks.length;
    const state = known === count ? "done" : known ? `${known} of ${count} done` : counted(count, "task");
    return h(
      "li",
      h(
        "a",
        { class: `lesson ${known === count ? "done" : ""}`, href: address("learn", { lesson: lesson.name }) },
        h("span.rung", { "aria-hidden": "true" }, known === count ? "✓" : at + 1),
        h("strong", lesson.title),
        h("span.about", lesson.about),
        h("span.small", state),
      ),
    );
  };
  show(
    host,
    heading("Learn", "Short lessons, from two heaps to games that nobody has solved. Each is a ladder of small tasks."),
    unknown && h("p.note", `There is no lesson “${unknown}”. These are all:`),
    h("ol.lessons", all.map(card)),
    h("p", "Or test yourself: ", h("a", { href: "#/puzzles" }, "the puzzle of the day"), "."),
  );
}

class Lesson {
  constructor(host, lesson, following, signal) {
    Object.assign(this, { lesson, following, signal });
    this.table = h("div.card.task-card");
    this.ladder = h("nav.card", { "aria-label": "Tasks of this lesson" });
    show(
      host,
      h("div.head.below", h("h1", lesson.title), h("p", lesson.about)),
      h("div.two", this.table, h("div.side", this.ladder)),
    );
    document.title = `${lesson.title} · Learn · Bouton`;
  }

  /** Sets a task; `isNext` if one was solved before, so that the keyboard stays where it is. */
  set(at, isNext = false) {
    const { lesson, signal } = this;
    const task = lesson.tasks[at];
    (isNext ? step : keep)("learn", { lesson: lesson.name, task: at + 1 });
    this.climb(at);
    const host = h("div.task");
    show(this.table, h("h2", `${at + 1}. ${KINDS[task.task]}`), h("p.small", task.title), host);
    const solved = () => {
      note(lesson.name, at);
      this.climb(at);
      return this.after(at);
    };
    if (isNext) announce(`Task ${at + 1} of ${lesson.tasks.length}. ${task.text}`);
    return new TaskView(host, task, { signal, solved }).begin(isNext);
  }

  after(at) {
    const { lesson } = this;
    if (at + 1 < lesson.tasks.length)
      return [h("button.main", { onclick: () => this.set(at + 1, true) }, "Next task")];
    return [h("button.main", { onclick: () => this.end() }, "Finish the lesson")];
  }

  end() {
    const { lesson, following } = this;
    const { game, position } = lesson.tasks.at(-1);
    const to = (name) => address("learn", { lesson: name });
    const next = following && h("a.button.main", { href: to(following.name) }, `Next: ${following.title}`);
    const all = h("a.button", { href: "#/learn" }, "All lessons");
    show(
      this.table,
      h("h2", { tabindex: -1 }, "You have done it"),
      h("p.task-text.learnt", lesson.learnt),
      h(
        "p.row",
        next,
        all,
        h("a.button", { href: address("play", { game, start: position }) }, "Play this game"),
      ),
    );
    (next ?? all).focus();
    announce(`The lesson is done. ${lesson.learnt}`);
  }

  // The ladder, with the tasks that are done.
  climb(now) {
    const { lesson } = this;
    const known = done(lesson.name);
    const rung = (task, at) =>
      h(
        "li",
        { class: known.has(at) && "done" },
        h(
          "a",
          {
            href: address("learn", { lesson: lesson.name, task: at + 1 }),
            "aria-current": at === now ? "step" : null,
          },
          h("span.rung", { "aria-hidden": "true" }, known.has(at) ? "✓" : at + 1),
          KINDS[task.task],
          known.has(at) && h("span.heard", ", done"),
        ),
      );
    show(
      this.ladder,
      h("h2", "Tasks"),
      h("ol.ladder", lesson.tasks.map(rung)),
      h("p.small", h("a", { href: "#/learn" }, "All lessons")),
    );
  }
}
