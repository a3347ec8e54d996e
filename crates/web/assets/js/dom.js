// Builds elements. There is no inline style, which the page's security policy forbids, and no markup from strings, so
// that nothing that was typed can become markup.

import { begin, during } from "./rest.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element: `h("button.main", { onclick: go, "aria-label": "Go" }, "Go")`. Its classes are written in its name; properties may
 * be left out.
 */
export function h(name, ...content) {
  return fill((tag) => document.createElement(tag), name, content);
}

/** An element of a drawing (SVG). */
export function s(name, ...content) {
  return fill((tag) => document.createElementNS(SVG, tag), name, content);
}

const isPresent = (one) => one !== null && one !== undefined && one !== false;

function fill(create, name, [first, ...rest]) {
  const [tag, ...classes] = name.split(".");
  const element = create(tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  const [properties, children] = first?.constructor === Object ? [first, rest] : [{}, [first, ...rest]];
  for (const [key, value] of Object.entries(properties)) {
    if (!isPresent(value)) continue;
    // A button that does something of its own does not send its form.
    if (key === "onclick" && tag === "button") element.type = "button";
    // No form is ever sent: what it holds is for this page.
    if (key === "onsubmit") element.addEventListener("submit", (event) => event.preventDefault());
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "vars")
      for (const [name, one] of Object.entries(value)) element.style.setProperty(name, one);
    else if (key === "value" || key === "checked" || key === "disabled") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter(isPresent));
  return element;
}

/** Puts these children in the place of all others. */
export function show(host, ...children) {
  host.replaceChildren(...children.flat(Infinity).filter(Boolean));
  return host;
}

let numbered = 0;

/** A labelled control. */
export function field(label, control, kind = "") {
  control.id ||= `control-${++numbered}`;
  return h("div", { class: `field ${kind}` }, h("label", { for: control.id }, label), control);
}

/** What is typed exactly: nothing corrects or completes it. */
export const PLAIN = { spellcheck: "false", autocapitalize: "off", autocomplete: "off" };

/** A field for a game, a position or an expression. */
export const typing = (properties) => h("input.code", { ...PLAIN, ...properties });

/** A hidden field for a file, which a button opens; `read(file)` is called when one was chosen. */
export function fileInput(read, properties) {
  const onchange = () =>
    during(async () => {
      const [file] = input.files;
      input.value = "";
      if (file) await read(file);
    });
  const input = h("input", { type: "file", hidden: true, onchange, ...properties });
  return input;
}

/** A select from `[value, text]` pairs. */
export function choice(pairs, value, onchange) {
  const select = h(
    "select",
    { onchange: () => onchange?.(select.value) },
    pairs.map(([key, text]) => h("option", { value: key }, text)),
  );
  select.value = value;
  return select;
}

/** Buttons of which one is pressed. `pairs` are `[value, text]`. */
export function segments(label, pairs, value, onchange) {
  const buttons = pairs.map(([key, text]) =>
    h("button", { "aria-pressed": String(key === value), onclick: () => press(key) }, text),
  );
  const press = (key) => {
    buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(pairs[at][0] === key)));
    onchange(key);
  };
  const group = h("div.segments", { role: "group", "aria-label": label }, buttons);
  group.press = press;
  return group;
}

/** A drawing from the server as an element of this page; null if it is not a valid drawing. */
export function drawing(text, label) {
  const parsed = new DOMParser().parseFromString(text ?? "", "image/svg+xml");
  if (parsed.documentElement.localName !== "svg") return null;
  const svg = document.importNode(parsed.documentElement, true);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  return svg;
}

/** The head of a view: its title, and what it is for. */
export function heading(title, purpose) {
  return h("div.head", h("h1", title), h("p", purpose));
}

/** A card with a title, if it has one. */
export const card = (title, ...content) => h("section.card", title && h("h2", title), content);

/** What is shown when its summary is pressed. */
export const folded = (summary, ...content) => h("details", h("summary", summary), content);

/** What may be larger than its place: keys can scroll it, and screen readers know its name. */
export const region = (name, label, ...content) =>
  h(`${name}.scroll`, { tabindex: 0, role: "region", "aria-label": label }, content);

/** Links beside a word that says what they are. */
export const chips = (label, links) => h("div.chips", h("span", label), links);

/** Facts, each a name and a value; what has no value is left out. */
export function facts(pairs, name = "dl.facts") {
  const known = pairs.filter((pair) => pair && isPresent(pair[1]));
  return h(name, known.map(([key, value]) => [h("dt", key), h("dd", value)]));
}

/** An error message, and what to do about it. */
export function trouble(error) {
  return h("div.trouble", h("p", h("strong", error.message)), error.help && h("p", error.help));
}

/** A remark, if only a part was computed. */
export const partial = ({ partial, stopped }) =>
  partial && h("div.trouble.partial", h("p", stopped ?? "Only a part was computed."));

/** The letter of an outcome, with its meaning for screen readers. */
export function letter(outcome) {
  return h("span", { class: `letter ${outcome}`, role: "img", "aria-label": `outcome ${outcome}` }, outcome);
}

export const MEANING = {
  N: "the next player wins",
  P: "the previous player wins: the player to move loses",
  L: "Left wins, whoever moves first",
  R: "Right wins, whoever moves first",
  D: "a draw",
};

/** Who wins a solved position, in words; if only one of the players can begin and draw, which one. */
export const meaning = ({ outcome, sentence }) => (outcome === "D" && sentence) || MEANING[outcome];

/** The reasons, line by line; lines that are columns of digits keep their spaces. */
export function reasons(lines) {
  const columns = (line) => /^\s*\S+ = +[01.]+(\s|$)/.test(line);
  return h("ul.why", (lines ?? []).map((line) => h("li", { class: columns(line) && "columns" }, line)));
}

/** How something is known. */
export const standing = ({ standing, engine, theorem }) => `${standing}, by the engine ${engine}. ${theorem ?? ""}`;

/** The value of a colour that the style sheet names, resolved for a canvas. */
export function colour(name) {
  const probe = document.getElementById("polite");
  probe.style.color = `var(${name})`;
  const value = getComputedStyle(probe).color;
  probe.style.removeProperty("color");
  return value;
}

/** Runs `action` once the calls have paused for `wait` milliseconds. */
export function later(wait, action) {
  let timer;
  let end = null;
  const finish = (act) => {
    clearTimeout(timer);
    const ended = end;
    end = null;
    act?.();
    ended?.();
  };
  const run = (...args) => {
    clearTimeout(timer);
    end ??= begin();
    timer = setTimeout(() => finish(() => action(...args)), wait);
  };
  run.stop = () => finish();
  return run;
}

/** Saves what is in the blob as a file. */
export function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Copies a text; false where the page may not. */
export const copied = (text) =>
  (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => false,
  );

/** What happens while something is pointed at or has the focus, and what after that. */
export const pointed = (begin, end) => ({
  onpointerenter: begin,
  onpointerleave: end,
  onfocus: begin,
  onblur: end,
});

/** 1234567 as 1 234 567. */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** `1 move`, `2 moves`. */
export const counted = (number, word, words = `${word}s`) =>
  `${grouped(number)} ${Number(number) === 1 ? word : words}`;
