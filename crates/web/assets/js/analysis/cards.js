// The cards of the analysis: every option and what it leads to, why the last move won or lost, and where to go on.

import { h, card, grouped, letter, region } from "../dom.js";
import { address } from "../router.js";
import { feedback, explained } from "../play/review.js";

const RESULTS = { win: "wins", draw: "draws", loss: "loses" };

/** Every option of a position and what it leads to; `move(position)` makes it. */
export function options(rated, move) {
  const row = ({ position, move: words, result, value }) =>
    h(
      "tr",
      { class: result },
      h(
        "td.words",
        h("button", { title: words, onclick: () => move(position) }, h("code", position || "nothing")),
      ),
      h("td.words", RESULTS[result]),
      h("td", value ?? ""),
    );
  const heads = ["option", "leads to", "value"].map((text, at) =>
    h("th", { scope: "col", class: at < 2 && "words" }, text),
  );
  const rest = rated.option_count - rated.options.length;
  return card(
    [letter(rated.outcome), " Options"],
    h("p.note", rated.sentence, rated.value ? `; the value is ${rated.value}` : ""),
    rated.options.length > 0 &&
      region("div.rated", "Options", h("table", h("thead", h("tr", heads)), h("tbody", rated.options.map(row)))),
    rest > 0 && h("p.small", `and ${grouped(rest)} more`),
  );
}

/** What the last move did, and why. */
export const lastMove = (review) => card("The last move", feedback(review), explained(review));

/** Other views and questions about this position. */
export function links({ game, position, facts, value }) {
  const pair = /^(\d+),(\d+)$/.exec(position);
  const list = [
    ["Play from here", "play", { game, start: position }],
    facts.charts && pair && ["Chart", "chart", { game, x: pair[1], y: pair[2] }],
    facts.has_terms && ["Sequence", "sequence", { game }],
    value && ["Values", "values", { expression: value }],
    ["Solve", "ask", { question: "solve", game, position }],
  ];
  return card(
    "Go on with",
    h(
      "p.chips",
      list.filter(Boolean).map(([text, view, parameters]) => h("a", { href: address(view, parameters) }, text)),
    ),
  );
}
