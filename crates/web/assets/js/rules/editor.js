// A small editor: a text area over a copy of its text in which mistakes are underlined, and line
// numbers beside it. The copy is hidden from screen readers, which read the list of mistakes.

import { h, PLAIN } from "../dom.js";

const WORDS =
  /(#[^\n]*)|(?<![\w-])(game|position|heaps|legal|move|left|right|end|one|where|and|or|not|if|else|in|mod|distinct|nonzero|misere|normal)(?![\w-])/g;

export class Editor {
  constructor(text, changed) {
    this.mistakes = [];
    this.numbers = h("pre.numbers", { "aria-hidden": "true" });
    this.copy = h("pre.copy", { "aria-hidden": "true" });
    this.area = h("textarea.code.area", {
      ...PLAIN,
      wrap: "off",
      "aria-label": "Rules",
      "aria-describedby": "editor-keys",
    });
    this.area.value = text;
    this.area.addEventListener("input", () => {
      this.mistakes = [];
      this.paint();
      changed(this.area.value);
    });
    this.area.addEventListener("scroll", () => this.align());
    this.indent();
    this.element = h("div.editor", this.numbers, h("div.sheet", this.copy, this.area));
    this.paint();
  }

  get text() {
    return this.area.value;
  }

  /** Writes over a part, or over everything, as if it had been typed, so that it can be undone. */
  replace(text, start = 0, end = this.text.length) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    if (document.execCommand("insertText", false, text)) return;
    this.area.setRangeText(text, start, end, "end");
    this.area.dispatchEvent(new Event("input"));
  }

  // Tab indents, and never traps: after Escape it goes on to the next control.
  indent() {
    let isLeaving = false;
    this.area.addEventListener("keydown", (event) => {
      const isTab = event.key === "Tab" && !event.shiftKey && !event.ctrlKey && !event.altKey;
      if (isTab && !isLeaving) {
        event.preventDefault();
        this.replace("  ", this.area.selectionStart, this.area.selectionEnd);
      }
      isLeaving = event.key === "Escape";
    });
    this.area.addEventListener("focus", () => {
      isLeaving = false;
    });
  }

  /** Underlines these. */
  underline(mistakes) {
    this.mistakes = mistakes;
    this.area.setAttribute("aria-invalid", String(mistakes.some((one) => one.severity === "error")));
    this.paint();
  }

  /** Puts the cursor at a mistake. */
  goTo({ start, end }) {
    this.area.focus();
    this.area.setSelectionRange(start, Math.max(end, start));
  }

  paint() {
    const lines = this.text.split("\n");
    const wrong = new Set(this.mistakes.filter((one) => one.severity === "error").map((one) => one.line));
    this.numbers.replaceChildren(
      ...lines.map((_, at) => h("span", { class: wrong.has(at + 1) ? "wrong" : "" }, `${at + 1}\n`)),
    );
    this.copy.replaceChildren(...pieces(this.text, this.mistakes), "\n");
    this.align();
  }

  align() {
    this.copy.style.setProperty(
      "transform",
      `translate(${-this.area.scrollLeft}px, ${-this.area.scrollTop}px)`,
    );
    this.numbers.style.setProperty("transform", `translateY(${-this.area.scrollTop}px)`);
  }
}

// The text, cut where a mistake begins or ends.
function pieces(text, mistakes) {
  const cuts = new Set([0, text.length]);
  const spans = mistakes.map(({ start, end, severity }) => ({
    start: Math.min(start, text.length),
    end: Math.min(Math.max(end, start + 1), text.length + 1),
    severity,
  }));
  for (const { start, end } of spans) {
    cuts.add(start);
    cuts.add(Math.min(end, text.length));
  }
  const order = [...cuts].sort((a, b) => a - b);
  const found = order.slice(0, -1).map((from, at) => {
    const part = text.slice(from, order[at + 1]);
    const span = spans.find(({ start, end }) => start <= from && from < end);
    return span ? h("mark", { class: span.severity }, part) : words(part);
  });
  if (spans.some(({ start }) => start >= text.length)) found.push(h("mark.error", " "));
  return found.flat();
}

// Keywords and comments in their colours.
function words(part) {
  const found = [];
  let last = 0;
  for (const match of part.matchAll(WORDS)) {
    found.push(
      part.slice(last, match.index),
      h("span", { class: match[1] ? "comment" : "keyword" }, match[0]),
    );
    last = match.index + match[0].length;
  }
  found.push(part.slice(last));
  return found;
}
