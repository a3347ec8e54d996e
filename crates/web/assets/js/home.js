// The first page: what this is, a move to try at once, and three doors.

import { h, s, show, trouble } from "./dom.js";
import { isAborted } from "./api.js";
import { address } from "./router.js";
import { lessons } from "./learn.js";
import { note } from "./learn/progress.js";
import { TaskView } from "./learn/task.js";

const DOORS = [
  {
    name: "Play",
    href: "#/play",
    text: "Thirty games against a player who never errs, or errs as much as you like. Ask which moves win, and why.",
    more: [
      ["A random position", "#/play?random"],
      ["Puzzle of the day", "#/puzzles"],
    ],
  },
  {
    name: "Learn",
    href: "#/learn",
    text: "Lessons, each a ladder of small tasks: from copying your opponent to games that nobody has solved.",
    more: [
      ["Begin with the first lesson", "#/learn"],
      ["Print a sheet of puzzles", "#/puzzles?sheet=8"],
    ],
  },
  {
    name: "Research",
    href: "#/rules",
    text: "Write rules of your own: outcomes, values, periods and theorems, with certificates that others can check.",
    more: [
      ["Rules", "#/rules"],
      ["Charts", "#/chart"],
      ["Sequences", "#/sequence"],
      ["Values", "#/values"],
      ["Papers, checked", "#/papers"],
      ["All questions", "#/ask"],
    ],
  },
];

const ICONS = {
  Play: "M5 19a4 4 0 1 0 8 0a4 4 0 1 0-8 0M15 19a4 4 0 1 0 8 0a4 4 0 1 0-8 0M15 9a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  Learn: "M4 24V19H10V14H16V9H22V4H24V24Z",
  Research: "M4 4V24H24V21H7V4ZM9 18L14 12L17 15L24 6L22 4.5L17 11L14 8L9 14Z",
};

function door({ name, href, text, more }) {
  const icon = s("svg", { viewBox: "0 0 28 28", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
  return h(
    "li.card.door",
    h("h2", h("a", { href }, icon, name)),
    h("p", text),
    h("p.more", more.map(([title, to]) => h("a", { href: to }, title))),
  );
}

export async function open(host, _, signal) {
  const trial = h("section.card.trial", { "aria-label": "Try it" });
  show(
    host,
    h(
      "div.hero",
      h(
        "div.pitch",
        h("h1", "Who wins, by which move, and why?"),
        h(
          "p.lead",
          "Bouton is a laboratory for games such as the one on this page: take stones, and whoever takes the last ",
          "one wins. Every answer comes with its reason, and a certificate lets others check it.",
        ),
        h(
          "p.row",
          h("a.button.main", { href: "#/learn" }, "Learn to win"),
          h("a.button", { href: "#/play" }, "Just play"),
        ),
      ),
      trial,
    ),
    h("ul.doors", DOORS.map(door)),
  );
  await attempt(trial, signal);
}

// The first task of the first lesson.
async function attempt(trial, signal) {
  try {
    const [first] = await lessons();
    if (signal.aborted) return;
    const solved = () => {
      note(first.name, 0);
      const href = address("learn", { lesson: first.name, task: 2 });
      return [h("a.button.main", { href }, "Go on with the lesson")];
    };
    const task = h("div.task");
    show(trial, h("h2", "Try it: your move"), h("p.note", first.about), task);
    await new TaskView(task, first.tasks[0], { signal, solved }).begin();
  } catch (error) {
    if (signal.aborted || isAborted(error)) return;
    show(trial, trouble(error));
  }
}
