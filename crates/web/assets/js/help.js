// Keys and gestures: what works in every view, and what works in the one that is open.

import { h, facts } from "./dom.js";

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
  home: BOARD,
  learn: BOARD,
  puzzles: BOARD,
  play: [
    ["click", "a stone takes it and those beyond it; drag over stones to take just those"],
    ["drag", "a coin to its square, or click it and then the square"],
    [["←", "→"], "how many to take, which square, which move"],
    [["↑", "↓"], "from heap to heap, from row to row"],
    [["Enter"], "makes the move"],
  ],
  analysis: [
    ["click", "a move in the list shows that position; another move there is a variation"],
    ["click", "an option makes it; those that win are marked on the board"],
    [["Tab"], "through the moves and the options"],
  ],
  chart: [
    ["drag", "moves the map; the wheel or two fingers zoom"],
    ["click", "keeps a position; “Play from here” begins there"],
    [["←", "→", "↑", "↓"], "move the map"],
    [["Shift+←", "→", "↑", "↓"], "read position by position"],
    [["+", "−"], "zoom"],
    [["Home"], "back to the start"],
    [["Enter"], "plays from the position that is read"],
  ],
  sequence: [
    ["point", "at a cell to read its term"],
    [["←", "→"], "on the slider: fewer or more cells in a row"],
  ],
  values: [[["Enter"], "evaluates what was typed"]],
  relation: [
    ["click", "adds a vertex; drag from one to another for an arrow, again to remove it"],
    [["N"], "adds a vertex"],
    [["Enter"], "on one vertex and then on another: an arrow"],
    [["←", "→", "↑", "↓"], "move a vertex"],
    [["Delete"], "removes a vertex"],
  ],
  rules: [
    [["Tab"], "in the text: two spaces"],
    [["Esc", "Tab"], "leaves the text"],
    [["Ctrl+Z"], "takes back"],
  ],
  papers: [[["Enter"], "opens a claim and closes it"]],
  census: [[["Enter"], "starts the census that is described"]],
  ask: [[["Enter"], "asks the question"]],
};

const shown = (keys) => (Array.isArray(keys) ? keys.map((key) => [h("kbd", key), " "]) : keys);
const rows = (list) => facts(list.map(([keys, text]) => [shown(keys), text]), "dl");

/** Opens the help for a view; closing gives the focus back. */
export function open(view, title) {
  if (document.querySelector("dialog.help")) return;
  const list = VIEWS[view] ?? [];
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
