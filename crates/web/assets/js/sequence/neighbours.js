// The neighbours of a game, which the server lists: a set with one element more or less, a code with one
// digit changed. Each gets its period and the beginning of its strip.

import { h, show, card } from "../dom.js";
import { post } from "../api.js";
import { address } from "../router.js";
import { paint } from "./grid.js";
import { termsOf } from "./terms.js";

const MOST = 14;

/** Fills `place` with the neighbours, one after the other, so that other requests do not wait. */
export async function visit(place, list, asked, signal) {
  const parts = () => ({ said: h("span.small", "…"), strip: h("canvas", { "aria-hidden": "true" }) });
  const rows = (list ?? []).slice(0, MOST).map((one) => ({ ...one, ...parts() }));
  if (!rows.length) return;
  const item = ({ game, change, said, strip }) =>
    h("li", h("a", { href: address("sequence", { game, to: asked.to, of: asked.of }) }, change), said, strip);
  show(place, card("Neighbours", h("ul.neighbours", rows.map(item))));
  for (const { game, said, strip } of rows) {
    try {
      const found = await post("sequence", { game, to: 200, of: asked.of }, signal);
      said.textContent = found.period
        ? `period ${found.period.period}${found.period.preperiod ? ` after ${found.period.preperiod}` : ""}`
        : "no period found";
      paint(strip, termsOf(found, {}).slice(0, 60), { columns: 60, side: 5, isWritten: false });
    } catch {
      said.textContent = "refused";
    }
    if (signal.aborted) return;
  }
}
