// A second sequence under the first, cell under cell, and where the two first differ.

import { h, region, trouble } from "../dom.js";
import { isAborted, post } from "../api.js";
import { paint } from "./grid.js";
import { DRAWN, sentence, termsOf } from "./terms.js";

/** The second sequence; leaves in `view.drawSecond` what draws it. */
export async function compared(view, signal) {
  const { asked, other } = view;
  try {
    const found = await post("sequence", { ...asked, game: other }, signal);
    const terms = termsOf(found, asked).slice(0, DRAWN);
    const canvas = h("canvas", {
      role: "img",
      "aria-label": `The terms of ${other}: ${terms.slice(0, 40).join(" ")}`,
    });
    view.drawSecond = ({ columns, side }) =>
      paint(canvas, terms, { columns, side, preperiod: found.period?.preperiod ?? 0 });
    return [
      h("h3", h("code", other), ` ${sentence(found)}`),
      h("p.note.difference", await difference(asked, other, signal)),
      region("div", `The grid of ${other}`, canvas),
    ];
  } catch (error) {
    if (isAborted(error)) throw error;
    return trouble(error);
  }
}

// Where the two first differ, by the server; rows and values are only drawn.
async function difference({ game, to, of, row }, other, signal) {
  if (row !== undefined || of === "value") return "";
  const told = await post("compare", { game, with: other, of, to, heaps: 1 }, signal);
  const first = told.first_difference;
  if (!first) return `The two are equal: ${told.standing}.`;
  return `They first differ at ${first.position}.`;
}
