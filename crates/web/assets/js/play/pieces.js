// The pieces of a board: stones, toads and frogs, the edges of strings, chocolate. Every piece has a
// letter besides its colour. `look` is the kind of board, as the server names it.

import { h } from "../dom.js";

const NAMES = { ".": "empty", "#": "filled", L: "Left", R: "Right", T: "toad", F: "frog", B: "chocolate" };

/** A cell in words. */
export function spoken(look, mark, x, y) {
  if (look === "strings")
    return `${mark === "." ? "no edge" : `${NAMES[mark] ?? mark} edge`}, string ${y + 1}, ${x + 1} from the ground`;
  const name = look === "bar" && x === 0 && y === 0 ? "poisoned chocolate" : (NAMES[mark] ?? mark);
  return `${name}, column ${x + 1}, row ${y + 1}`;
}

/** What is seen in a cell. */
export function face(look, mark) {
  if (mark === "." || mark === "#" || mark === "B") return null;
  if (look === "strings") return h("span.stalk", mark);
  if (look === "track") return h("span", { class: `animal ${mark === "T" ? "toad" : "frog"}` }, mark);
  return h("span.piece", mark);
}
