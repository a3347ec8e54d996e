// A card with a button that asks for a theorem about all positions of the game in view.

import { h, show, trouble } from "./dom.js";
import { post, newest } from "./api.js";
import { announce } from "./announce.js";

/**
 * The card, with a button that asks. `game()` is the game in view, null if there is none; `heaps` is the number of heaps
 * to begin with, if positions are lists of heaps.
 */
export function prover(game, { heaps = null, signal } = {}) {
  const ask = newest();
  const count = heaps !== null && h("input", { type: "number", min: 1, max: 6, value: heaps, "aria-label": "Heaps" });
  const found = h("div.theorem", { role: "status" });
  const button = h("button", { onclick: prove }, "Prove");
  const heading = h("h2.row", "A theorem for all positions");
  async function prove() {
    const text = game();
    if (text === null) return;
    button.disabled = true;
    show(found, h("p.waiting", "computing …"));
    try {
      const body = { game: text, draw: true, certificate: true, ...(count && { heaps: Number(count.value) || heaps }) };
      const told = await ask((stop) => post("prove", body, stop));
      if (!told) return;
      const { sign, theorem, verdict } = await import("./theorem.js");
      show(heading, sign(told), verdict(told));
      show(found, theorem(told));
      announce(`${verdict(told)}: ${told.statement}`);
    } catch (error) {
      show(found, trouble(error));
    } finally {
      button.disabled = false;
    }
  }
  signal?.addEventListener("abort", () => ask(() => undefined));
  return h(
    "section.card.prover",
    { "aria-label": "Theorem" },
    heading,
    h("div.row", button, count && h("label.row.small", count, "heaps")),
    found,
  );
}
