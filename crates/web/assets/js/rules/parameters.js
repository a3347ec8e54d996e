// The parameters of a game that is being written: a field for each, so that it can be played with other
// values than those in its text.

import { h, show, field, typing } from "../dom.js";

export class Parameters {
  /** `given` are values from an address, with | between them; `changed()` is called when one is typed. */
  constructor(given, changed) {
    Object.assign(this, { changed, given: given ? given.split("|") : [], list: [] });
    this.values = new Map(); // What was typed, by name: it outlives a change of the text.
    this.element = h("div.form.parameters", { role: "group", "aria-label": "Parameters", hidden: true });
  }

  get count() {
    return this.list.length;
  }

  /** Finds the parameters in the first line of the rules. */
  read(text) {
    const list = found(text);
    if (JSON.stringify(list) === JSON.stringify(this.list)) return;
    this.list = list;
    list.forEach(({ name }, at) => {
      if (this.given[at] && !this.values.has(name)) this.values.set(name, this.given[at]);
    });
    this.given = [];
    this.element.hidden = !list.length;
    show(this.element, list.map((one) => field(one.name, this.input(one), "grow")));
  }

  input({ name, usual }) {
    const input = typing({
      "data-name": name,
      value: this.values.get(name) ?? "",
      placeholder: usual,
      oninput: () => {
        this.values.set(name, input.value.trim());
        this.changed();
      },
    });
    return input;
  }

  /** Fills in missing values; returns whether there were any. */
  propose(standIns) {
    let isNew = false;
    for (const { name, usual: value } of (standIns ?? []).map(split)) {
      if (this.values.has(name)) continue;
      this.values.set(name, value);
      const input = [...this.element.querySelectorAll("input")].find((one) => one.dataset.name === name);
      if (input) input.value = value;
      isNew = true;
    }
    return isNew;
  }

  /** The values with | between them; empty if all are those of the text. */
  get written() {
    const typed = this.list.map(({ name }) => this.values.get(name) ?? "");
    if (!typed.some(Boolean)) return "";
    return this.list.map(({ usual }, at) => typed[at] || usual).join("|");
  }
}

// `S = {1, 3}` as a name and a value that can be typed.
function split(text) {
  const [name, value = ""] = text.split("=").map((part) => part.trim());
  return { name, usual: value.replace(/[{}\s]/g, "") };
}

// The parameters between the brackets; commas within braces are part of a set.
function found(text) {
  const inside = /^[ \t]*game\s+[^\s(]+\s*\(([^)\n]*)\)/m.exec(text)?.[1] ?? "";
  return (inside.match(/(?:\{[^}]*\}|[^,{])+/g) ?? [])
    .map(split)
    .filter(({ name }) => /^[A-Za-z][\w-]*$/.test(name));
}
