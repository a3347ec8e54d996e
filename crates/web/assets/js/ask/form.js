// The form of a question: a control for each field, with its meaning below it and errors beside it.

import { h, show, choice, field as labelled, fileInput, PLAIN, trouble } from "../dom.js";
import { entryOf } from "../chooser.js";
import { prose } from "./answer.js";
import { valueOf } from "./description.js";

export class Form {
  /** `ask` is called with the body of the request and with the texts that were typed. */
  constructor({ fields, examples }, texts, known, ask) {
    this.entries = fields.map((field) => new Entry(field, texts[field.name] ?? "", known));
    // Fields that no example has are rarely needed.
    const isRare = ({ field: { name, isRequired } }) => !isRequired && examples.every((one) => !(name in one));
    const rare = this.entries.filter(isRare);
    const common = this.entries.filter((one) => !isRare(one));
    this.element = h(
      "form.card",
      {
        novalidate: true, // Errors are shown beside the field, in this page's words.
        onsubmit: () => {
          const body = this.read();
          if (body) ask(body, this.texts);
        },
      },
      common.length > 0 && h("div.questioned", common.map(({ element }) => element)),
      rare.length > 0 &&
        h(
          "details",
          { open: rare.some(({ text }) => text) },
          h("summary", "More options"),
          h("div.questioned", rare.map(({ element }) => element)),
        ),
      h("button.main", "Ask"),
    );
  }

  /** What is in the fields. */
  get texts() {
    return Object.fromEntries(this.entries.map(({ field, text }) => [field.name, text]));
  }

  /** The body of the question; null, with the focus on the first field that is wrong, if there is none. */
  read() {
    const body = {};
    let wrong = null;
    for (const one of this.entries) {
      one.complain(null);
      try {
        const value = one.value;
        if (value !== undefined) body[one.field.name] = value;
      } catch (error) {
        one.complain(error);
        wrong ??= one;
      }
    }
    wrong?.focus();
    return wrong ? null : body;
  }

  /** Shows a refusal beside the field that it is about; false if there is no such field. */
  blame(error) {
    const said = `${error.message}\n${error.help}`;
    const isNamed = ({ field: { name } }) => said.includes(`“${name}”`) || said.includes(`\`${name}\``);
    const isQuoted = ({ field: { kind }, text }) =>
      ["text", "position"].includes(kind) && text && ` ${error.message} `.includes(` ${text} `);
    const isTold = ({ text }) => text && error.message.includes(`\`${text}\``);
    const one = [isTold, isNamed, isQuoted].map((is) => this.entries.find(is)).find(Boolean);
    one?.complain(error);
    return Boolean(one);
  }
}

// One field.
class Entry {
  constructor(field, text, known) {
    this.field = field;
    const isGame = field.texts.some((one) => entryOf(one, known)); // The examples tell what a field is for.
    this.suggested = isGame ? known.map(({ example }) => example.game) : suggestions(field);
    this.problem = h("div", { id: `wrong-${field.name}` });
    this.hint = h("p.small", { id: `about-${field.name}` });
    const hasLines = text.includes("\n") || (!isGame && field.texts.some((one) => one.includes("\n")));
    this.isLong = field.kind === "text" && hasLines;
    const isShort = ["number", "choice", "mark"].includes(field.kind);
    this.element = h("div", { class: `entry ${isShort ? "brief" : ""}` });
    this.lay(text);
  }

  lay(text) {
    const { field } = this;
    this.control = this.make(text);
    this.control.name = field.name;
    this.control.setAttribute("aria-describedby", `${this.hint.id} ${this.problem.id}`);
    if (field.isRequired) this.control.setAttribute("aria-required", "true");
    const isBox = this.control.type === "checkbox";
    this.element.classList.toggle("whole", this.isLong);
    show(
      this.element,
      isBox ? h("label.row", this.control, field.label) : labelled(field.label, this.control),
      this.suggested.length > 0 &&
        h("datalist", { id: `known-${field.name}` }, this.suggested.map((value) => h("option", { value }))),
      this.control.localName === "textarea" && field.kind === "text" && this.fileButton(),
      this.problem,
      this.hint,
    );
    this.explain();
  }

  make(text) {
    const { field } = this;
    const usual = field.usual === undefined || field.usual === null ? null : String(field.usual);
    if (field.kind === "mark")
      return h("input", { type: "checkbox", checked: text ? text === "true" : Boolean(field.usual) });
    if (field.kind === "choice") {
      const pairs = field.choices.map(({ value }) => [value, value.replaceAll("-", " ")]);
      const none = field.isRequired || usual !== null ? [] : [["", "default"]];
      return choice([...none, ...pairs], text || usual || "", () => this.explain());
    }
    if (this.isLong || field.kind === "lines")
      return h("textarea.code", { rows: this.isLong ? 7 : Math.min(text.split("\n").length + 1, 7), value: text, ...PLAIN });
    return h("input", {
      ...{ class: "code", value: text, ...PLAIN },
      inputmode: field.kind === "number" && "numeric",
      placeholder: usual ?? (field.isRequired ? null : "–"),
      list: this.suggested.length > 0 && `known-${field.name}`,
      onpaste: (event) => this.paste(event),
    });
  }

  // An input loses the ends of lines: what has several gets a field with several.
  paste(event) {
    const pasted = event.clipboardData.getData("text");
    if (this.field.kind !== "text" || !pasted.trim().includes("\n")) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = this.control;
    this.isLong = true;
    this.lay(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
    this.focus();
  }

  fileButton() {
    const file = fileInput(async (one) => {
      this.control.value = await one.text();
    });
    return h("div", file, h("button", { onclick: () => file.click() }, "Open a file …"));
  }

  // What the field means, and what the choice means that is made.
  explain() {
    const chosen = this.field.choices.find(({ value }) => value === this.control.value);
    const perLine = this.field.kind === "lines" ? " One on each line." : "";
    show(this.hint, prose(`${this.field.about}${perLine} ${chosen?.about ?? ""}`));
  }

  get text() {
    const { checked, type, value } = this.control;
    const [now, usual] = type === "checkbox" ? [checked, Boolean(this.field.usual)] : [value, this.field.usual];
    return now === usual ? "" : String(now);
  }

  get value() {
    const { field, text } = this;
    if (text.trim()) return valueOf(field, text);
    if (field.isRequired && field.kind !== "mark") throw new Error("this field is required");
    return undefined;
  }

  complain(error) {
    this.control.setAttribute("aria-invalid", String(Boolean(error)));
    show(this.problem, error && trouble(error));
  }

  focus() {
    this.element.closest("details")?.setAttribute("open", "");
    this.control.focus();
  }
}

// Words in the description of a text that can be typed as they are, and what examples have.
function suggestions({ kind, about, texts }) {
  if (kind !== "text" || texts.some((one) => one.includes("\n"))) return [];
  const told = [...about.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
  return [...new Set([...told, ...texts])];
}
