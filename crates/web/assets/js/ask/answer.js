// Shows any answer by its schema: figures with what they mean, lists, and tables. The words come from the API's
// description.

import { h, drawing, folded, grouped, letter, MEANING, reasons, standing } from "../dom.js";
import { isPosition, label, position, resolved, words } from "./description.js";
import { table } from "./table.js";

const LISTED = 60; // Longer lists are a text that scrolls.
const OPEN = 8; // Of more things than these one opens those that one wants.
const isScalar = (value) => typeof value !== "object" || value === null;
const isRecord = (value) => !isScalar(value) && !Array.isArray(value);
const isKnown = (value) => isRecord(value) && KNOWN.every((key) => key in value);
const isLong = (value) => typeof value === "string" && value.includes("\n");
const isSentence = (value) => typeof value === "string" && /\S\s+\S+\s/.test(value);
const KNOWN = ["standing", "engine", "theorem"];

/** A text of the description: what is between backticks is code. */
export function prose(text) {
  return text.split("`").map((part, at) => (at % 2 ? h("code", part) : part));
}

// The schema that fits a value, where there are several.
function fitting(schema, value, schemas) {
  const whole = resolved(schema, schemas);
  const options = (whole.anyOf ?? whole.oneOf)?.map((one) => fitting(one, value, schemas));
  const fits = ({ type, required = [] }) =>
    (type === undefined || [type].flat().includes(Array.isArray(value) ? "array" : typeof value)) &&
    required.every((key) => isRecord(value) && key in value);
  if (!options) return whole;
  const found = options.find(fits) ?? {};
  return { ...found, properties: { ...found.properties, ...whole.properties }, description: whole.description };
}

// Positions as they are typed, and a list of fixed length as a text: what is left needs no look at the schema.
function simple(value, schema, schemas) {
  const whole = resolved(schema, schemas);
  if (!Array.isArray(value)) return value;
  if (isPosition(whole)) return position(value);
  const items = resolved(fitting(schema, value, schemas).items, schemas);
  if (isPosition(items) || (items.minItems !== undefined && items.minItems === items.maxItems))
    return value.map((one) => (Array.isArray(one) ? position(one) : one));
  return value;
}

/** The fields of a view but for those that were `shown`: figures first, then what needs room, then how it is known. */
export function record(value, schema, schemas, { shown = [], isNested = false } = {}) {
  const { properties = {} } = fitting(schema, value, schemas);
  const parts = Object.entries(value)
    .filter(([key]) => !shown.includes(key) && !(isKnown(value) && KNOWN.includes(key)))
    .map(([key, one]) => ({
      name: key in properties ? label(key) : key, // Names that are data stay as they are.
      one: simple(one, properties[key], schemas),
      schema: fitting(properties[key], one, schemas),
    }));
  const figures = parts.filter(({ one }) => isFigure(one));
  const blocks = parts.filter(({ one }) => !isFigure(one));
  return [
    figures.length > 0 &&
      h(
        "dl.figures",
        figures.map(({ name, one, schema: { description = "" } }) => [
          h("dt", name),
          h("dd", figure(one)),
          h("dd.small", prose(description)),
        ]),
      ),
    blocks.map(({ name, one, schema: inner }) => {
      const content = isKnown(one) ? known(one) : block(name, one, inner, schemas);
      return isNested ? folded(name, content) : part(name, inner.description, content);
    }),
    isKnown(value) && known(value),
  ];
}

/** A part of an answer with its name, and what it is. */
export function part(name, about, ...content) {
  const said = about && h("p.small", prose(about));
  return h("section.part-of", h("h3", name), said, content);
}

/** How something is known. */
export const known = (told) => h("p.note", standing(told));

const isFigure = (value) =>
  isScalar(value)
    ? !isLong(value)
    : Array.isArray(value) && value.length <= LISTED && value.every((one) => isScalar(one) && !isSentence(one));

/** Several things on a line. */
export const list = (texts) => texts.map((one) => h("code.option", String(one)));

/** Something small, on a line. */
export function figure(value) {
  if (value === null || value === "" || (Array.isArray(value) && !value.length)) return "none";
  if (Array.isArray(value)) return list(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && !Number.isInteger(value)) return String(Math.round(value * 1e6) / 1e6);
  if (Object.hasOwn(MEANING, value)) return letter(value);
  return /^\d+$/.test(value) ? grouped(value) : value;
}

function block(name, value, schema, schemas) {
  if (typeof value === "string")
    return value.startsWith("<svg")
      ? h("div.drawing", drawing(value, name))
      : folded("Show it", h("pre.lines.scroll", { tabindex: 0 }, value));
  if (isRecord(value)) return record(value, schema, schemas);
  if (value.every(isScalar))
    return value.some(isSentence)
      ? reasons(value)
      : h("p.terms", { tabindex: 0, role: "region", "aria-label": name }, value.join("  "));
  if (value.every(Array.isArray)) return table(name, value, { head: [...value[0].keys()], side: (at) => at });
  const keys = [...new Set(value.flatMap(Object.keys))];
  const isFlat = value.every((one) => Object.values(one).every(isFigure));
  const row = (one) => keys.map((key) => one[key] ?? null);
  if (isFlat) return table(name, value.map(row), { head: keys.map(words) });
  const each = value.map((one) => record(one, schema.items, schemas, { isNested: true }));
  if (value.length <= OPEN) return each.map((content) => h("div.one-of", content));
  return each.map((content, at) => folded(value[at].title ?? String(Object.values(value[at])[0]), content));
}
