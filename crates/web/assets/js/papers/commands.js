// The command lines of a claim, each with a button: those that are questions are asked here, the others are copied.

import { h, show } from "../dom.js";
import { address } from "../router.js";
import { announce } from "../announce.js";
import { questions, valueOf } from "../ask/description.js";

// The question that a command line asks, as the texts of its fields; null if it says more than a question can.
function questionOf(line, known) {
  const [, name, ...words] = line.split(/\s+/);
  const question = known.find((one) => one.name === name);
  if (!question) return null;
  const places = question.fields.filter((field) => field.isRequired);
  const texts = {};
  while (words.length) {
    const word = words.shift();
    const isOption = word.startsWith("--");
    const field = isOption ? question.fields.find((one) => `--${one.name}` === word) : places.shift();
    if (!field) return null;
    if (field.isRequired && isOption) places.splice(places.indexOf(field), 1);
    const text = isOption && field.kind === "mark" ? "true" : isOption ? (words.shift() ?? "") : word;
    try {
      valueOf(field, text);
    } catch {
      return null;
    }
    texts[field.name] = text;
  }
  return places.length ? null : { question: name, ...texts };
}

async function copy(line, { target }) {
  const copied = navigator.clipboard?.writeText(line) ?? Promise.reject();
  const text = await copied.then(
    () => "Copied",
    () => "Select it and copy",
  );
  target.textContent = text;
  announce(text);
}

/** The lines; buttons are there once the questions of the server are known. */
export function commands(lines) {
  const list = h("ul", { class: "command-list" });
  const draw = (known) =>
    show(
      list,
      lines.map((line) => {
        const asked = questionOf(line, known);
        return h(
          "li",
          {},
          h("code", {}, line),
          asked
            ? h(
                "a",
                { class: "button", href: address("ask", asked), "aria-label": `Ask here: ${line}` },
                "Ask here",
              )
            : h(
                "button",
                { type: "button", "aria-label": `Copy: ${line}`, onclick: (event) => copy(line, event) },
                "Copy",
              ),
        );
      }),
    );
  draw([]);
  questions().then(draw, () => undefined);
  return h("div", { class: "commands" }, h("strong", { class: "small" }, "Check it yourself"), list);
}
