// Reads the API's description: the fields of every question, its examples, and the schema of its answer. A new question
// of the server appears here without a change of the page.

import { get, once, typed, written } from "../api.js";

/** All questions. */
export const questions = once(async () => read(await get("openapi.json")));

function read({ paths, components }) {
  const found = [];
  for (const [path, methods] of Object.entries(paths))
    for (const [method, told] of Object.entries(methods))
      if (told.tags?.includes("question")) found.push(question(path, method, told, components.schemas));
  return found;
}

function question(path, method, told, schemas) {
  const body = told.requestBody?.content["application/json"] ?? {};
  const { properties = {}, required = [] } = resolved(body.schema, schemas);
  const examples = Object.values(body.examples ?? {}).map(({ value }) => value);
  const different = (texts, at, all) => all.findIndex((one) => JSON.stringify(one) === JSON.stringify(texts)) === at;
  const fields = Object.entries(properties).map(([name, schema]) =>
    entry(name, plain(schema, schemas), required.includes(name), examples),
  );
  return {
    name: path.split("/").pop(),
    method,
    summary: told.summary,
    fields,
    examples: examples.map((one) => textsOf(fields, one)).filter(different),
    view: told.responses["200"].content["application/json"].schema,
    schemas,
  };
}

/** Follows a reference to a schema. */
export function resolved(schema, schemas) {
  if (!schema?.$ref) return schema ?? {};
  const { $ref, ...own } = schema;
  return { ...resolved(schemas[$ref.split("/").pop()], schemas), ...own };
}

// Without the null of an optional field.
function plain(schema, schemas) {
  const { anyOf, ...own } = resolved(schema, schemas);
  const others = anyOf?.filter((one) => one.type !== "null") ?? [];
  if (others.length === 1) return { ...plain(others[0], schemas), ...own };
  const type = [own.type].flat().find((one) => one !== "null");
  const items = own.items && plain(own.items, schemas);
  return { ...own, type, items, anyOf: others.length ? others : undefined };
}

function entry(name, schema, isRequired, examples) {
  const kind = kindOf(schema);
  const used = examples.map((one) => one[name]).filter((value) => value !== undefined);
  return {
    ...{ name, kind, isRequired },
    label: label(name),
    about: schema.description ?? "",
    usual: schema.default,
    least: schema.minimum,
    // Beyond this a number of JavaScript is not exact.
    most: Math.min(schema.maximum ?? Infinity, Number.MAX_SAFE_INTEGER),
    length: schema.minItems === schema.maxItems ? schema.minItems : undefined,
    choices: choices(schema),
    texts: used.map((value) => KINDS[kind].write(value)),
  };
}

/** `as_written` as words. */
export const words = (name) => name.replaceAll("_", " ");

/** The name of a field in words, with a capital letter. */
export const label = (name) => name[0].toUpperCase() + words(name).slice(1);

function choices({ oneOf, enum: list = [] }) {
  if (!oneOf) return list.map((value) => ({ value, about: "" }));
  return oneOf.flatMap((one) =>
    (one.enum ?? [one.const]).map((value) => ({ value, about: one.description ?? "" })),
  );
}

/** Is this a position, that is a text or a list? */
export const isPosition = ({ anyOf }) => Boolean(anyOf?.some((one) => one.type === "string"));

function kindOf(schema) {
  if (choices(schema).some(({ value }) => value !== undefined)) return "choice";
  if (schema.type === "boolean") return "mark";
  if (schema.type === "integer") return "number";
  if (schema.type === "string") return "text";
  if (isPosition(schema)) return "position";
  if (schema.type === "array" && schema.items?.type === "integer") return "numbers";
  if (schema.type === "array" && isPosition(schema.items ?? {})) return "lines";
  return "json";
}

/** A position as it is typed; one of a sum has a list for each component. */
export const position = (value) => (Array.isArray(value?.[0]) ? value.map(written).join(";") : written(value));
const filled = (text) => text.split("\n").filter((line) => line.trim());

function number(text, { least = 0, most }) {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most))
    throw new Error(`a whole number ${most < 1e6 ? `from ${least} to ${most}` : `from ${least} on`}, please`);
  return value;
}

// For each kind of field: how a value is written as text, and how a text is read.
const KINDS = {
  choice: { write: String, read: (text) => text },
  mark: { write: String, read: (text) => text === "true" },
  number: { write: String, read: (text, field) => number(text.replace(/\s/g, ""), field) },
  text: { write: String, read: (text) => text },
  position: { write: position, read: (text) => typed(text) },
  lines: { write: (list) => list.map(position).join("\n"), read: (text) => filled(text).map(typed) },
  numbers: { write: (list) => list.join(", "), read: numbers },
  json: { write: (value) => JSON.stringify(value), read: (text) => JSON.parse(text) },
};

function numbers(text, field) {
  const list = text.split(/[\s,]+/).filter(Boolean);
  if (field.length !== undefined && list.length !== field.length)
    throw new Error(`${field.length} whole numbers, please, such as ${field.texts[0]}`);
  return list.map((one) => number(one, { most: Number.MAX_SAFE_INTEGER }));
}

// A question as it is typed: a text for each field.
const textsOf = (fields, value) =>
  Object.fromEntries(
    fields
      .filter(({ name }) => value[name] !== undefined)
      .map(({ name, kind }) => [name, KINDS[kind].write(value[name])]),
  );

/** The value of the text in a field; an error says what the field accepts. */
export const valueOf = (field, text) => KINDS[field.kind].read(text, field);
