// Values: an expression, or a position; its canonical form, its thermograph, and how it compares.

import { h, show, card, chips, drawing, facts, field, heading, letter, MEANING, segments, trouble, typing } from "./dom.js";
import { games, isAborted, post, written } from "./api.js";
import { address, go } from "./router.js";
import { keepPicture, standalone } from "./picture.js";
import { announce } from "./announce.js";

const EXAMPLES = ["{3||2|-1}", "{1|-1} + *2 - ^", "^ + ^*", "+-1", "{2|1||0}", "tiny(2)", "*3 + *5", "{0|^}"];
const KINDS = [
  ["expression", "An expression"],
  ["position", "A position"],
];
const RELATIONS = {
  ">": "is greater: Left prefers it",
  "<": "is less: Right prefers it",
  "=": "is equal to it",
  "||": "is confused with it: whoever moves first wins the difference",
  "|>": "is greater or confused",
  "<|": "is less or confused",
};

const SAID = {
  ">": "is greater than",
  "<": "is less than",
  "=": "is equal to",
  "||": "is confused with",
  "|>": "is greater than or confused with",
  "<|": "is less than or confused with",
};

export async function open(host, { expression = "", with: other = "", game = "", position = "" }, signal) {
  const isPosition = game !== "";
  const known = await games();
  if (signal.aborted) return;
  const usual = known.find((one) => one.board && !one.impartial) ?? known[0]; // Boards of two players have all kinds of values.
  const text = typing({ value: expression || (isPosition ? "" : EXAMPLES[0]) });
  const second = typing({ value: other, placeholder: "another game, such as *2" });
  // What was typed here before may be proposed.
  const name = typing({ value: game || usual.example.game, list: "known-games", autocomplete: null });
  const place = typing({ value: position || usual.example.position, autocomplete: null });
  const result = h("div");
  const fields = h("div.form");
  let kind = isPosition ? "position" : "expression";
  const mode = segments("What to value", KINDS, kind, lay);

  function lay(key) {
    kind = key;
    show(
      fields,
      key === "expression"
        ? field("Expression", text, "grow")
        : [field("Game", name, "grow"), field("Position", place, "grow")],
      field("Compare with", second, "grow"),
      h("button.main", "Evaluate"),
    );
  }
  const submit = () => {
    const about = kind === "expression" ? { expression: text.value } : { game: name.value, position: place.value };
    go("values", { ...about, with: second.value });
  };
  lay(kind);
  show(
    host,
    heading("Values", "Games as numbers and more: canonical form, temperature, and who is better off."),
    h("form", { onsubmit: submit }, h("div.row.mode", mode), fields),
    h("datalist", { id: "known-games" }, known.map((one) => h("option", { value: one.example.game }))),
    chips("for example", EXAMPLES.map((one) => h("a", { href: address("values", { expression: one }) }, one))),
    result,
  );
  try {
    const about = isPosition ? await post("solve", { game, position }, signal) : null;
    if (about && !about.value)
      throw Object.assign(new Error(`${game} ${position} has no value of this kind`), {
        help: MEANING[about.outcome],
      });
    const expression = about ? about.value : text.value;
    const told = await post("value", { expression, ...(other && { with: other }) }, signal);
    show(result, told.value === undefined ? relation(told) : answer(told, about));
    announce(spoken(told));
  } catch (error) {
    if (!isAborted(error)) show(result, trouble(error));
  }
}

// The announcement for screen readers: the value, and how it compares.
function spoken(told) {
  if (told.value === undefined) return `${told.left} ${meaning(told)} ${told.right}`;
  const compared = told.with ? ` It ${meaning(told)} ${told.with.value}.` : "";
  return `The value is ${told.value}.${compared}`;
}

const meaning = ({ comparison }) => SAID[symbol(comparison)] ?? symbol(comparison);

// `^ > *2` is a question about two games.
function relation(told) {
  return h(
    "section.card.compare",
    between(told.left, told.comparison, told.right),
    h(
      "p.note",
      `The left one ${RELATIONS[told.comparison] ?? ""}. What you wrote ${told.holds === undefined ? "" : told.holds ? "holds." : "does not hold."}`,
    ),
  );
}

const between = (left, sign, right) =>
  h("p.canonical", h("code", left), h("span.relation", sign), h("code", right));

function answer(told, about) {
  const svg = drawing(
    told.thermograph_svg,
    `Thermograph of ${told.value}: mean ${told.mean}, temperature ${told.temperature}`,
  );
  return [
    h(
      "section.card",
      about && h("p.note", `${about.game}  ${written(about.position)}`),
      h("p.canonical", h("code", told.value)),
      h("p.row", letter(told.outcome), MEANING[told.outcome]),
    ),
    told.with &&
      h(
        "section.card.compare",
        h("h2", "Compared"),
        between(told.value, symbol(told.comparison), told.with.value),
        h("p.note", `The first ${RELATIONS[symbol(told.comparison)] ?? ""}.`),
      ),
    h(
      "div.even.spaced",
      h(
        "section.card.drawing.thermograph",
        h("h2", "Thermograph"),
        svg ?? h("p.note", "There is no thermograph."),
        svg && keepPicture("thermograph", () => standalone(svg)),
      ),
      card("Properties", properties(told)),
    ),
  ];
}

const symbol = (comparison) =>
  typeof comparison === "string" ? comparison : (comparison?.comparison ?? comparison?.relation ?? "?");

function properties(told) {
  const list = (options) => (options?.length ? options.map((one) => h("code.option", one)) : "none");
  return facts([
    ["kind", told.kind],
    ["mean", told.mean],
    ["temperature", told.temperature],
    ["stops", Boolean(told.left_stop) && `${told.left_stop} if Left begins, ${told.right_stop} if Right begins`],
    ["birthday", told.birthday],
    ["Left's options", list(told.left_options)],
    ["Right's options", list(told.right_options)],
    ["incentives", told.incentives?.length > 0 && list(told.incentives)],
    ["atomic weight", told.atomic_weight],
    ["reduced", told.reduced !== told.value && told.reduced],
    ["LaTeX", told.latex && h("code", told.latex)],
  ]);
}
