// What stands on a board: stones, toads and frogs, the edges of Hackenbush, chocolate. Every piece has
// a letter besides its colour.

import { h } from "../dom.js";

const KINDS = ["hackenbush", "toads-and-frogs", "clobber", "col", "snort", "domineering", "chomp"];

/** Which board a game is played on. */
export const kindOf = (game) => KINDS.find((kind) => game.split(/[:/ \n]/)[0] === kind) ?? "plain-board";

const NAMES = { ".": "empty", "#": "filled", L: "Left", R: "Right", T: "toad", F: "frog", B: "chocolate" };

/** A cell in words. */
export function spoken(kind, mark, x, y) {
  if (kind === "hackenbush")
    return `${mark === "." ? "no edge" : `${NAMES[mark] ?? mark} edge`}, string ${y + 1}, ${x + 1} from the ground`;
  const name = kind === "chomp" && x === 0 && y === 0 ? "poisoned chocolate" : (NAMES[mark] ?? mark);
  return `${name}, column ${x + 1}, row ${y + 1}`;
}

/** What is seen in a cell. */
export function face(kind, mark) {
  if (mark === "." || mark === "#" || mark === "B") return null;
  if (kind === "hackenbush") return h("span", { class: "stalk" }, mark);
  if (kind === "toads-and-frogs") return h("span", { class: `animal ${mark === "T" ? "toad" : "frog"}` }, mark);
  return h("span", { class: "piece" }, mark);
}
