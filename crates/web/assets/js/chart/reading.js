// The panel about one position of the map.

import { h, grouped, letter, meaning, reasons } from "../dom.js";
import { written } from "../api.js";
import { address } from "../router.js";

/** Before anything is pointed at. */
export const empty = () => h("p.note", "Point at a position to read it.");

const SHOWN = 4;

// The nim-value of a value that is a nimber, as a number.
function nimValue(value) {
  const nimber = /^\*(\d*)$/.exec(value);
  return value === "0" ? "0" : nimber ? nimber[1] || "1" : null;
}

/** The panel; `place` is the position as it is typed, `layer` what the colours show. */
export function reading(game, place, told, layer) {
  const moves = (told.winning_moves ?? []).map(written);
  return [
    h("h2.spot", letter(told.outcome), place.split(",").map(grouped).join(", ")),
    h("p.note", meaning(told)),
    h(
      "dl.facts",
      layer === "nim-values" &&
        nimValue(told.value) !== null && [h("dt", "nim-value"), h("dd", nimValue(told.value))],
      told.sector && [h("dt", "sector"), h("dd", told.sector)],
      told.value && [h("dt", "value"), h("dd", h("code", told.value))],
      moves.length > 0 && [
        h("dt", moves.length > 1 ? "winning moves" : "winning move"),
        h(
          "dd",
          moves.slice(0, SHOWN).map((move) => h("code", `→ ${move} `)),
          moves.length > SHOWN && `and ${moves.length - SHOWN} more`,
        ),
      ],
    ),
    reasons((told.reasons ?? []).slice(0, SHOWN)),
    h("p", h("a.button", { href: address("play", { game, start: place }) }, "Play from here")),
  ];
}
