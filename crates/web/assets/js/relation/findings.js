// Shows the results about a digraph: how many structures, who wins in play, and the structures one by one.

import { h, card, facts, grouped, partial, reasons } from "../dom.js";

/** How many structures there are, in two words. */
export function sentence({ structures, exists }) {
  if (structures === "0" || exists === false) return "No structure";
  if (structures === "1") return "One structure";
  if (structures === null || structures === undefined) return exists ? "A structure exists" : "Not decided";
  return `${grouped(structures)} structures`;
}

/** The cards; `label(labels)` colours the drawing, null if there is none. */
export function findings(told, label) {
  const labels = Object.values(told.labels ?? {});
  const count = (one) => labels.filter((other) => other === one).length;
  const number = (text) => (text === null || text === undefined ? "not counted" : grouped(text));
  const tag = (one) => h("span", { class: `tag ${one}` }, `${grouped(count(one))} ${one}`);
  return [
    card(
      sentence(told),
      partial(told),
      facts([
        !label && ["vertices", grouped(told.vertices)],
        !label && ["arrows", grouped(told.edges)],
        ["structures", number(told.structures)],
        ["cogames", number(told.cogames)],
        ["both", number(told.both)],
        ["in play", [tag("win"), " ", tag("lose"), " ", tag("draw")]],
      ]),
      reasons(told.reasons),
    ),
    label && told.list?.length > 0 && steps(told, label),
  ];
}

// One structure after the other, in colours on the paper; before the first, who wins in play.
function steps(told, label) {
  const { list } = told;
  let at = -1;
  const total = list.length === Number(told.structures) ? grouped(told.structures) : `${list.length} listed`;
  const title = h("h2");
  const says = h("p.note", { role: "status" });
  const step = (by) => {
    at = ((at + by + list.length + 2) % (list.length + 1)) - 1;
    const one = list[at];
    label(one ? colours(one) : told.labels);
    title.textContent = one ? `Structure ${at + 1} of ${total}` : "Step through the structures";
    says.textContent = one
      ? `${one.losing.join(", ") || "nothing"} ${one.losing.length === 1 ? "loses" : "lose"}.`
      : "The colours show who wins in play.";
  };
  step(0);
  return h(
    "section.card",
    title,
    h("div.row", h("button", { onclick: () => step(-1) }, "‹ Before"), h("button", { onclick: () => step(1) }, "Next ›")),
    says,
  );
}

const colours = ({ winning, losing }) =>
  Object.fromEntries([
    ...winning.map((name) => [name, "win"]),
    ...losing.map((name) => [name, "lose"]),
  ]);
