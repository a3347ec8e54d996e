// Values: an expression, or a position; its canonical form, its thermograph, and how it compares.

import { h, show, field, heading, drawing, letter, MEANING, segments, trouble } from "./dom.js";
import { games, isAborted, post } from "./api.js";
import { address, go } from "./router.js";
import { keepPicture, standalone } from "./picture.js";
import { announce } from "./announce.js";

const EXAMPLES = ["{3||2|-1}", "{1|-1} + *2 - ^", "^ + ^*", "+-1", "{2|1||0}", "tiny(2)", "*3 + *5", "{0|^}"];
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
  const text = h("input.code", {
    value: expression || (isPosition ? "" : EXAMPLES[0]),
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
  });
  const second = h("input.code", {
    value: other,
    placeholder: "another game, such as *2",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
  });
  const name = h("input.code", {
    value: game || usual.example.game,
    spellcheck: "false",
    autocapitalize: "off",
  });
  const place = h("input.code", {
    value: position || usual.example.position,
    spellcheck: "false",
    autocapitalize: "off",
  });
  const result = h("div");
  const fields = h("div.form");
  const mode = segments(
    "What to value",
    [
      ["expression", "An expression"],
      ["position", "A position"],
    ],
    isPosition ? "position" : "expression",
    lay,
  );
  let kind = isPosition ? "position" : "expression";

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
  const submit = (event) => {
    event.preventDefault();
    go(
      "values",
      kind === "expression"
        ? { expression: text.value, with: second.value }
        : { game: name.value, position: place.value, with: second.value },
    );
  };
  lay(kind);
  const list = h(
    "datalist",
    { id: "known-games" },
    known.map((one) => h("option", { value: one.example.game })),
  );
  name.setAttribute("list", "known-games");
  show(
    host,
    heading("Values", "Games as numbers and more: canonical form, temperature, and who is better off."),
    h("form", { onsubmit: submit }, h("div.row.mode", mode), fields),
    list,
    h(
      "div.chips",
      h("span", "for example"),
      EXAMPLES.map((one) => h("a", { href: address("values", { expression: one }) }, one)),
    ),
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
    h("p.canonical", h("code", told.left), h("span.relation", told.comparison), h("code", told.right)),
    h(
      "p.note",
      `The left one ${RELATIONS[told.comparison] ?? ""}. What you wrote ${told.holds === undefined ? "" : told.holds ? "holds." : "does not hold."}`,
    ),
  );
}

function answer(told, about) {
  const svg = drawing(
    told.thermograph_svg,
    `Thermograph of ${told.value}: mean ${told.mean}, temperature ${told.temperature}`,
  );
  return [
    h(
      "section.card",
      about &&
        h(
          "p.note",
          `${about.game}  ${Array.isArray(about.position) ? about.position.join(",") : about.position}`,
        ),
      h("p.canonical", h("code", told.value)),
      h("p.row", letter(told.outcome), MEANING[told.outcome]),
    ),
    told.with &&
      h(
        "section.card.compare",
        h("h2", "Compared"),
        h(
          "p.canonical",
          h("code", told.value),
          h("span.relation", symbol(told.comparison)),
          h("code", told.with.value),
        ),
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
      h("section.card", h("h2", "Properties"), facts(told)),
    ),
  ];
}

const symbol = (comparison) =>
  typeof comparison === "string" ? comparison : (comparison?.comparison ?? comparison?.relation ?? "?");

function facts(told) {
  const list = (options) =>
    options?.length ? options.map((one) => h("code.option", one)) : "none";
  const rows = [
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
  ];
  return h(
    "dl.facts",
    rows
      .filter(([, value]) => value !== null && value !== undefined && value !== false)
      .map(([key, value]) => [h("dt", key), h("dd", value)]),
  );
}
