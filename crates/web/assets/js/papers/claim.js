// One claim: a line with its verdict, which opens to show the details.

import { h, show, facts } from "../dom.js";
import { commands } from "./commands.js";
import { exhibit } from "./exhibits.js";

export const WORDS = { true: "true", false: "false", open: "open", "not-checkable": "not checkable" };

// How serious it is that a claim is false.
const GRADES = {
  misprint: "false: a misprint",
  exception: "false at the border",
  gap: "false: a gap in a proof",
  question: "answered: no",
  wrong: "false",
};

/** The claim; `opened(id, isOpen)` is called when it is opened and closed. */
export function item(claim, isOpen, opened) {
  // The inside is made when it is opened: tables are many.
  const inside = h("div.claim-body");
  const details = h(
    "details.claim",
    {
      id: `claim-${claim.id}`,
      ontoggle: () => {
        if (details.open && !inside.childElementCount) show(inside, body(claim));
        opened(claim.id, details.open);
      },
    },
    h(
      "summary",
      h("span.id", claim.id),
      h("span.claim-line", h("span.claim-title", claim.title), h("span.claim-statement", claim.statement)),
      h("span", { class: `badge ${claim.verdict} ${claim.grade ?? ""}` }, GRADES[claim.grade] ?? WORDS[claim.verdict] ?? claim.verdict),
    ),
    inside,
  );
  if (isOpen) details.open = true;
  return details;
}

function body(claim) {
  return [
    h(
      "blockquote",
      h("p", claim.statement),
      claim.restored && h("p.small", "reconstructed: the source is damaged here"),
    ),
    claim.counterexample && against(claim),
    (claim.statements ?? []).map(statement),
    claim.note && h("p", claim.note),
    facts([
      ["known", how(claim) || "–"],
      claim.enumerated && ["checked", `${claim.enumerated}${claim.cases ? ` (${claim.cases} cases)` : ""}`],
    ]),
    (claim.exhibits ?? []).map(exhibit),
    claim.commands?.length > 0 && commands(claim.commands),
  ];
}

function against({ counterexample, steps, smallest }) {
  return h(
    "div.box.against",
    h("p", h("span.label", "Counterexample "), counterexample),
    steps?.length > 0 && h("ol", steps.map((step) => h("li", step))),
    smallest && h("p.small", smallest),
  );
}

/** How far something is known: the bound, the kind of proof, and the reason. */
function how({ bound, known }) {
  const proof = known?.proof ? `${bound} (${known.proof.kind})` : bound;
  return [proof, known?.text !== bound && known?.text].filter(Boolean).join("; ");
}

function statement({ correction, text, bound, known }) {
  return h(
    "div",
    { class: `box ${correction ? "instead" : "beyond"}` },
    h("p", h("span.label", correction ? "Correction " : "Beyond the paper "), text),
    h("p.small", how({ bound, known })),
  );
}
