// A theorem about all positions of a game, as it is shown: what is proved, how its automaton reads numbers, how to win, and
// the certificate.

import { h, counted, drawing, facts, folded, grouped, reasons, region, save } from "./dom.js";
import { position as written } from "./ask/description.js";

// The heading, and the sign beside it.
const VERDICTS = {
  proved: ["Proved for all positions", "true", "✓"],
  "not-found": ["No theorem was found", "open", "?"],
  outside: ["Outside of what automata can say", "open", "–"],
  true: ["The condition is right", "true", "✓"],
  "true-but": ["The condition is right, with exceptions", "open", "≈"],
  false: ["The condition is wrong", "false", "✗"],
};

// Rule texts end numbers at 10¹⁸, and theorems do not.
const ABOUT = " (of positions from which no number rises above 10¹⁸)";

/** What the heading says, for other views that show a theorem. */
export const verdict = ({ verdict: found, rises }) => VERDICTS[found][0] + (rises ? ABOUT : "");

/** The sign of the verdict; the heading says it to screen readers. */
export const sign = ({ verdict: found }) =>
  h("span", { class: `badge ${VERDICTS[found][1]}`, "aria-hidden": "true" }, VERDICTS[found][2]);

/** The fields that the card shows. */
export const SHOWN = [
  ...["game", "title", "names", "verdict", "rises", "statement", "condition", "exceptions", "counterexample"],
  ...["numeration", "states", "expression", "rule", "measure", "period", "reasons", "drawing", "certificate"],
];

/** The theorem without its heading. */
export function theorem(told) {
  const { statement, condition, exceptions, counterexample, numeration, states, expression, rule } = told;
  const { measure, period, reasons: why, drawing: automaton, certificate, game, title } = told;
  const code = (text) => h("code", text);
  const known = facts([
    condition && ["in the rule language", code(condition)],
    exceptions.length > 0 && ["except at", exceptions.map((one) => h("code.option", written(one)))],
    counterexample && ["wrong at", code(written(counterexample))],
    numeration && ["numeration", code(numeration)],
    states !== null && ["automaton", counted(states, "state")],
    expression && ["as an expression", code(expression)],
    period && ["period", `${grouped(period.period)}, after ${counted(period.preperiod, "term")}`],
    measure && ["every move lowers", measure],
  ]);
  const name = `${title ?? game}`.split("\n")[0].replace(/[^\w.-]+/g, "-");
  const keep = () => save(new Blob([certificate], { type: "application/json" }), `${name}-theorem.json`);
  return [
    h("p.statement", statement),
    rule && h("p", h("strong", "How to win: "), rule),
    known,
    automaton &&
      h(
        "details",
        { open: true },
        h("summary", "The automaton"),
        region("div.drawing", "The automaton", drawing(automaton, `An automaton with ${counted(states, "state")}`)),
      ),
    why.length > 0 && folded("How it is known", reasons(why)),
    certificate &&
      h(
        "p.row.keep",
        h("button", { title: "a file that `bouton check` verifies", onclick: keep }, "Save the certificate"),
      ),
  ];
}
