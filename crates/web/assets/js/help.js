// Keys and gestures: what works in every view, and what works in the one that is open.

import { h } from "./dom.js";

const EVERYWHERE = [
  [["Tab"], "to the next control; a board or a map is one stop"],
  [["?"], "these keys"],
  [["Esc"], "closes them; puts down what was picked up"],
];

const BOARD = [
  ["click", "a stone takes it and those beyond it"],
  [["←", "→"], "how many to take, which square, which move"],
  [["Enter"], "makes the move; then goes on, or tries again"],
];

const VIEWS = {
  home: ["Welcome", BOARD],
  learn: ["Learn", BOARD],
  puzzles: ["Puzzles", BOARD],
  play: [
    "Play",
    [
      ["click", "a stone takes it and those beyond it; drag over stones to take just those"],
      ["drag", "a coin to its square, or click it and then the square"],
      [["←", "→"], "how many to take, which square, which move"],
      [["↑", "↓"], "from heap to heap, from row to row"],
      [["Enter"], "makes the move"],
    ],
  ],
  analysis: [
    "Analysis",
    [
      ["click", "a move in the list shows that position; another move there is a variation"],
      ["click", "an option makes it; those that win are marked on the board"],
      [["Tab"], "through the moves and the options"],
    ],
  ],
  chart: [
    "Chart",
    [
      ["drag", "moves the map; the wheel or two fingers zoom"],
      ["click", "keeps a position; “Play from here” begins there"],
      [["←", "→", "↑", "↓"], "move the map"],
      [["Shift+←", "→", "↑", "↓"], "read position by position"],
      [["+", "−"], "zoom"],
      [["Home"], "back to the start"],
      [["Enter"], "plays from the position that is read"],
    ],
  ],
  sequence: [
    "Sequence",
    [
      ["point", "at a cell to read its term"],
      [["←", "→"], "on the slider: fewer or more cells in a row"],
    ],
  ],
  values: ["Values", [[["Enter"], "evaluates what was typed"]]],
  relation: [
    "Relation",
    [
      ["click", "adds a vertex; drag from one to another for an arrow, again to remove it"],
      [["N"], "adds a vertex"],
      [["Enter"], "on one vertex and then on another: an arrow"],
      [["←", "→", "↑", "↓"], "move a vertex"],
      [["Delete"], "removes a vertex"],
    ],
  ],
  rules: [
    "Rules",
    [
      [["Tab"], "in the text: two spaces"],
      [["Esc", "Tab"], "leaves the text"],
      [["Ctrl+Z"], "takes back"],
    ],
  ],
  papers: ["Papers", [[["Enter"], "opens a claim and closes it"]]],
  census: ["Census", [[["Enter"], "starts the census that is described"]]],
  ask: ["Ask", [[["Enter"], "asks the question"]]],
};

const rows = (list) =>
  h(
    "dl",
    list.map(([keys, text]) => [
      h("dt", Array.isArray(keys) ? keys.map((key) => [h("kbd", key), " "]) : keys),
      h("dd", text),
    ]),
  );

/** Opens the help for a view; closing gives the focus back. */
export function open(view) {
  if (document.querySelector("dialog.help")) return;
  const [title, list] = VIEWS[view] ?? ["Bouton", []];
  const dialog = h(
    "dialog.help",
    { "aria-label": "Keys and gestures", onclose: () => dialog.remove() },
    h("h2", title),
    list.length > 0 && rows(list),
    h("h2", "Everywhere"),
    rows(EVERYWHERE),
    h("form", { method: "dialog" }, h("button.main", "Close")),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
