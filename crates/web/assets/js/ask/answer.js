// Any answer, laid out by what it is made of: figures with what they mean, lists, and tables. The words are those of
// the description.

import { h, drawing, grouped, letter, MEANING, reasons, save } from "../dom.js";
import { written } from "../api.js";
import { label, resolved, words } from "./description.js";

const LISTED = 60; // Longer lists are a text that scrolls.
const isScalar = (value) => typeof value !== "object" || value === null;
const isRecord = (value) => !isScalar(value) && !Array.isArray(value);
const isKnown = (value) => isRecord(value) && "standing" in value && "engine" in value && "theorem" in value;
const isLong = (value) => typeof value === "string" && value.includes("\n");
const isSentence = (value) => typeof value === "string" && /\S\s+\S+\s/.test(value);

/** A text of the description: what stands between backticks is code. */
export function prose(text) {
  return text.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));
}

/** What an answer says beside what was shown of it already. */
export function rest(view, { view: schema, schemas }, shown) {
  return record(view, schema, schemas, shown);
}

// The schema that fits a value, where there are several.
function fitting(schema, value, schemas) {
  const whole = resolved(schema, schemas);
  const options = (whole.anyOf ?? whole.oneOf)?.map((one) => fitting(one, value, schemas));
  const fits = ({ type, required = [] }) =>
    (type === undefined || [type].flat().includes(Array.isArray(value) ? "array" : typeof value)) &&
    required.every((key) => isRecord(value) && key in value);
  return options ? { ...(options.find(fits) ?? {}), description: whole.description } : whole;
}

// Figures first, then what needs room, and at the end how it is known.
function record(value, schema, schemas, shown = []) {
  const { properties = {} } = fitting(schema, value, schemas);
  const isOwn = (key) => isKnown(value) && ["standing", "engine", "theorem"].includes(key);
  const parts = Object.entries(value)
    .filter(([key]) => !isOwn(key) && !shown.includes(key))
    .map(([key, one]) => ({ key, one, schema: fitting(properties[key], one, schemas) }));
  const figures = parts.filter(({ one }) => isFigure(one));
  return [
    figures.length > 0 &&
      h(
        "dl",
        { class: "figures" },
        figures.map(({ key, one, schema: { description = "" } }) => [
          h("dt", {}, label(key)),
          h("dd", {}, figure(one)),
          h("dd", { class: "small" }, prose(description)),
        ]),
      ),
    parts.filter(({ one }) => !isFigure(one)).map(({ key, one, schema: inner }) =>
      part(key, inner.description, isKnown(one) ? known(one) : block(key, one, inner, schemas)),
    ),
    isKnown(value) && known(value),
  ];
}

/** A part of an answer with its name, and what it is. */
export function part(name, about, ...content) {
  return h(
    "section",
    { class: "part-of" },
    h("h3", {}, label(name)),
    about && h("p", { class: "small" }, prose(about)),
    content,
  );
}

/** How something is known. */
export function known({ standing, engine, theorem }) {
  return h("p", { class: "note" }, `${standing}, by the engine ${engine}. ${theorem}`);
}

const isFigure = (value) =>
  isScalar(value) ? !isLong(value) : Array.isArray(value) && value.length <= LISTED && value.every((one) => isScalar(one) && !isSentence(one));

/** Something small, on a line. */
export function figure(value) {
  if (value === null || value === "" || (Array.isArray(value) && !value.length)) return "none";
  if (Array.isArray(value)) return value.map((one) => h("code", { class: "option" }, cell(one)));
  if (typeof value === "boolean") return cell(value);
  if (typeof value === "string" && Object.hasOwn(MEANING, value)) return letter(value);
  if (typeof value === "number") return Number.isInteger(value) ? grouped(value) : String(Math.round(value * 1e6) / 1e6);
  return /^\d{5,}$/.test(value) ? grouped(value) : value;
}

function block(name, value, schema, schemas) {
  if (typeof value === "string") return value.startsWith("<svg") ? h("div", { class: "drawing" }, drawing(value, words(name))) : folded(value);
  if (isRecord(value)) return record(value, schema, schemas);
  if (value.every(isSentence) || value.every((one) => isScalar(one) && value.some(isSentence))) return reasons(value);
  if (value.every(isScalar)) return h("p", { class: "terms", tabindex: 0 }, value.map(cell).join("  "));
  if (value.every(Array.isArray)) return table(name, value, { head: value[0].map((_, at) => at), side: (at) => at });
  const keys = [...new Set(value.flatMap(Object.keys))];
  const isFlat = value.every((one) => keys.every((key) => isScalar(one[key] ?? null) || Array.isArray(one[key]) && one[key].every(isScalar)));
  if (isFlat) return table(name, value.map((one) => keys.map((key) => one[key] ?? null)), { head: keys.map(label) });
  return value.map((one) => h("div", { class: "one-of" }, record(one, schema.items, schemas)));
}

const folded = (text) => h("details", {}, h("summary", {}, "Show it"), h("pre", { class: "lines scroll", tabindex: 0 }, text));

function cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? written(value) : String(value);
}

/**
 * A table that can be kept. `side(at)` is what stands before a row, `link(row, column)` where a cell leads, and
 * `mark(row, column)` its class.
 */
export function table(name, rows, { head, side = null, corner = "", link = () => null, mark = () => null }) {
  const inner = (value, row, column) => {
    const shown = typeof value === "string" && Object.hasOwn(MEANING, value) ? letter(value) : cell(value);
    const href = value === null ? null : link(row, column);
    return href ? h("a", { href }, shown) : shown;
  };
  const style = (value) => (isScalar(value) && (typeof value === "number" || String(value).length < 9) ? null : "words");
  const whole = h(
    "table",
    {},
    h("caption", { class: "heard" }, words(name)),
    h("thead", {}, h("tr", {}, side && h("td", {}, corner), head.map((text, at) => h("th", { scope: "col", class: style(rows[0]?.[at]) }, text)))),
    h(
      "tbody",
      {},
      rows.map((row, at) =>
        h(
          "tr",
          {},
          side && h("th", { scope: "row" }, side(at)),
          row.map((value, column) => h("td", { class: mark(at, column) ?? style(value) }, inner(value, at, column))),
        ),
      ),
    ),
  );
  return [
    h("div", { class: "scroll tall", tabindex: 0, role: "region", "aria-label": words(name) }, whole),
    h("p", { class: "row" }, h("button", { type: "button", onclick: () => keep(whole, name) }, "Keep as CSV")),
  ];
}

const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function keep(whole, name) {
  const lines = [...whole.rows].map((row) => [...row.cells].map(({ textContent }) => quoted(textContent)).join(","));
  save(new Blob([`${lines.join("\n")}\n`], { type: "text/csv" }), `${name}.csv`);
}
