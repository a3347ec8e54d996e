// An editor for positions: numbers to type, cells to click through, and always the text.

import { h, show, field, typing } from "../dom.js";
import { typed } from "../api.js";
import { numbers } from "../play/moves.js";

/** The editor for a position. `use(position)` is called with what was made. */
export function editor(position, facts, use) {
  const text = typing({ value: position });
  const parts = h("div.row.parts-editor");
  const set = (value) => {
    text.value = value;
    draw();
  };
  const draw = () =>
    show(parts, facts.alphabet ? cells(text.value, facts.alphabet, set) : heaps(text.value, facts, set));
  text.addEventListener("change", draw);
  draw();
  return h(
    "form.position-editor",
    { onsubmit: () => use(typed(text.value)) },
    parts,
    h("div.row", field("Position", text, "grow"), h("button.main", "Set up")),
  );
}

const MOST = 24; // Numbers that are shown one by one.

function heaps(text, facts, set) {
  const list = numbers(typed(text));
  if (!list || list.length > MOST) return null;
  const change = (at, value) => set(list.map((one, index) => (index === at ? value : one)).join(","));
  const inputs = list.map((one, at) => {
    const input = h("input", {
      type: "number",
      min: 0,
      value: one,
      "aria-label": `Number ${at + 1}`,
      onchange: () => change(at, Math.max(0, Math.floor(Number(input.value) || 0))),
    });
    return input;
  });
  const isFree = facts.numbers === null || facts.numbers === undefined;
  const button = (label, words, onclick) =>
    h("button", { "aria-label": words, title: words, onclick }, label);
  return [
    inputs,
    isFree && button("+", "one more", () => set([...list, 1].join(","))),
    isFree && list.length > 1 && button("−", "one fewer", () => set(list.slice(0, -1).join(","))),
  ];
}

// A click on a cell writes the next character of the alphabet into it.
function cells(text, alphabet, set) {
  const rows = text.split("|");
  const letters = alphabet.map(([letter]) => letter);
  if (!rows.every((row) => [...row].every((letter) => letters.includes(letter)))) return null;
  const next = (y, x) => {
    const letter = letters[(letters.indexOf(rows[y][x]) + 1) % letters.length];
    set(rows.map((row, at) => (at === y ? row.slice(0, x) + letter + row.slice(x + 1) : row)).join("|"));
  };
  const meaning = new Map(alphabet);
  const cell = (letter, y, x) =>
    h(
      "button.edit-cell",
      { "aria-label": `row ${y + 1}, cell ${x + 1}: ${meaning.get(letter)}`, onclick: () => next(y, x) },
      letter,
    );
  return h(
    "div.edit-board",
    { role: "group", "aria-label": "Cells: a click changes one" },
    rows.map((row, y) => h("div.edit-row", [...row].map((letter, x) => cell(letter, y, x)))),
  );
}
