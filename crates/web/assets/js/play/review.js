// Comments on a move: whether it kept the win, what the opponent can do now, and why.

import { h, facts, reasons } from "../dom.js";
import { columnTable, inWords } from "./columns.js";

const LOOKS = {
  "keeps-win": "good",
  "loses-win": "bad",
  "keeps-draw": "good",
  "loses-draw": "bad",
  "nothing-to-lose": "",
};

/** What a move did, in a line or two. */
export function feedback(review) {
  const better = review.better.map((one) => h("code", one.position || "nothing"));
  return h(
    "p",
    { class: `feedback ${LOOKS[review.verdict]}` },
    h("code", review.position || "nothing"),
    " ",
    h("strong", review.sentence),
    better.length > 0 && [" ", better.flatMap((one, at) => (at ? [" or ", one] : [one])), " would have kept it."],
    " ",
    h("span", review.threat),
  );
}

/** Why a move wins or loses: the parts of what it leaves, the reasons, and answers to the opponent's moves. */
export function explained(review) {
  const { parts, columns, answers } = review;
  const isSum = parts?.length > 1;
  const label = ({ part, nim_value: value }) => [h("code", part), value === null ? "" : ` has *${value}`];
  const table = isSum && columns && columnTable(columns, parts.map(label), "part");
  const lines = table || !parts ? inWords(review.why) : review.why;
  return h(
    "div.reasoning",
    table,
    isSum && !columns && values(parts),
    reasons(table ? lines : review.why),
    answers.length > 0 && replies(answers),
  );
}

// The values of parts that have no nim-values.
const values = (parts) => facts(parts.map(({ part, value }) => [h("code", part), value]), "dl.facts.parts");

const replies = (answers) => [
  h("p.small", "Answers to the opponent's moves:"),
  h(
    "ul.why.answers",
    answers.map(({ reply, answer }) =>
      h("li", h("code", reply.position || "nothing"), " → ", h("code", answer.position || "nothing")),
    ),
  ),
];
