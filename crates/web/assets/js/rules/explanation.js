// Explains rules: their family, the proved facts, and the engine for each question.

import { h, card, folded } from "../dom.js";

const MARKS = { yes: ["true", "yes"], no: ["false", "no"], unknown: ["not-checkable", "unknown"] };
const WAITING = "An explanation of the rules appears here once they have no mistakes.";

/** The cards. */
export function explanation(told) {
  const found = told.explanation;
  if (!found) return card(null, h("p.note", told.needs ?? WAITING));
  return [
    card(understood(found.family), found.because?.length > 0 && list("why", found.because.map((line) => h("li", line)))),
    card("Profile", list("profile", found.profile.map(trait))),
    card("Engines", list("plans", grouped(found.plans).map(engine))),
  ];
}

const understood = (family) =>
  !family || family === "as written" ? "A game of its own, played as written" : `Recognised as ${family}`;

const list = (style, items) => h("ul", { class: style }, items);

function trait({ what, holds, because }) {
  const [style, word] = MARKS[holds] ?? ["not-checkable", String(holds)];
  return h("li", h("span", { class: `badge ${style}` }, word), h("div", what, h("p.small", because)));
}

// Questions that the same engine answers by the same theorem are grouped.
function grouped(plans) {
  const groups = new Map();
  for (const plan of plans) {
    const key = `${plan.engine}\n${plan.theorem ?? plan.refusal}`;
    const group = groups.get(key) ?? { ...plan, questions: [], declined: new Map() };
    group.questions.push(plan.question);
    for (const one of plan.declined ?? []) group.declined.set(`${one.engine}\n${one.reason}`, one);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const refused = ({ engine: name, reason }) => h("li.small", h("code", name), ` ${reason}`);

function engine({ engine: name, theorem, refusal, questions, declined }) {
  return h(
    "li",
    name ? h("strong", name) : h("span.badge.not-checkable", "no engine"),
    h("div.questions", questions.map((one) => h("code", one))),
    h("p.small", theorem ?? refusal ?? ""),
    declined.size > 0 && folded(`${declined.size} declined`, list("why", [...declined.values()].map(refused))),
  );
}
