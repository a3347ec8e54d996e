// The panel about one position of the map.

import { h, facts, grouped, letter, meaning, reasons } from "../dom.js";
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
  const shown = [
    moves.slice(0, SHOWN).map((move) => h("code", `→ ${move} `)),
    moves.length > SHOWN && `and ${moves.length - SHOWN} more`,
  ];
  return [
    h("h2.spot", letter(told.outcome), place.split(",").map(grouped).join(", ")),
    h("p.note", meaning(told)),
    facts([
      layer === "nim-values" && ["nim-value", nimValue(told.value)],
      told.sector && ["sector", told.sector],
      told.value && ["value", h("code", told.value)],
      moves.length > 0 && [moves.length > 1 ? "winning moves" : "winning move", shown],
    ]),
    reasons((told.reasons ?? []).slice(0, SHOWN)),
    h("p", h("a.button", { href: address("play", { game, start: place }) }, "Play from here")),
  ];
}
