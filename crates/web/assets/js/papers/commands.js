// The command lines of a claim, each with a button: those that are questions are asked here, the others are copied.

import { h, show, copied } from "../dom.js";
import { games } from "../api.js";
import { address } from "../router.js";
import { announce } from "../announce.js";
import { questions, valueOf } from "../ask/description.js";

// Options about what is printed and how long it may take, each with the number of words after it.
const PRINTING = { "--json": 0, "--explain": 0, "--sectors": 0, "--format": 1, "--out": 1, "--steps": 1 };
const MOST_TERMS = 1_000_000; // The page sends no more.

// The words of a command line as the fields of a question are spelt: 15x13 as rows and columns, a range with its end
// excluded, 1e6 with its zeros.
function spelt([command, ...words], { numbers }) {
  const found = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const next = words[at + 1] ?? "";
    const range = /^(\d+)\.\.(\d+)$/.exec(next);
    if (word in PRINTING) at += PRINTING[word];
    else if (word === "--size") {
      const [rows, columns = rows] = next.split("x");
      found.push("--rows", rows, "--columns", columns);
      at++;
    } else if (word === "--pile") {
      found.push("--positions", next.split(",").map((pile) => (numbers === 2 ? `${pile},1` : pile)).join("\n"));
      at++;
    } else if (range) {
      found.push(word, `${range[1]},${Number(range[2]) + 1}`);
      at++;
    } else found.push(/^\d+e\d+$/.test(word) ? String(Number(word)) : word);
  }
  const isCount = found.includes("--count") && found.includes("--below");
  return isCount ? ["count", ...found.filter((word) => word !== "--count")] : [command, ...found];
}

// Commands that are views of their own.
function viewOf([name, ...words], known) {
  const [game, position] = words;
  if (name === "play") return ["play", { game, start: position }];
  if (name === "census") return ["census", {}];
  if (name === "games") return ["rules", { text: known.find((one) => one.name === game)?.rules_text }];
  if (name === "chart" && words.includes("--sectors")) return ["chart", { game, layer: "sectors" }];
  return null;
}

// Where the page answers a command line: a view, or a question with the texts of its fields; null if it says more than
// those can.
function placeOf(line, asked, known) {
  const typed = line.split(/\s+/).slice(1);
  const view = viewOf(typed, known);
  if (view) return view;
  const [name, ...words] = spelt(typed, known.find((one) => one.name === typed[1]) ?? {});
  const question = asked.find((one) => one.name === name);
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
  // What is typed after a digraph's command is the name of a file, which the page does not have.
  const isHere = !places.length && !(Number(texts.to) > MOST_TERMS) && !("text" in texts);
  return isHere ? ["ask", { question: name, ...texts }] : null;
}

async function copy(line, { target }) {
  const text = (await copied(line)) ? "Copied" : "Select it and copy";
  target.textContent = text;
  announce(text);
}

/** The lines; buttons are there once the questions of the server are known. */
export function commands(lines) {
  const list = h("ul.command-list");
  const draw = (asked, known) =>
    show(
      list,
      lines.map((line) => {
        const place = placeOf(line, asked, known);
        return h(
          "li",
          h("code", line),
          place
            ? h("a.button", { href: address(...place), "aria-label": `Ask here: ${line}` }, "Ask here")
            : h("button", { "aria-label": `Copy: ${line}`, onclick: (event) => copy(line, event) }, "Copy"),
        );
      }),
    );
  draw([], []);
  Promise.all([questions(), games()]).then(
    ([asked, known]) => draw(asked, known),
    () => undefined,
  );
  return h("div.commands", h("strong.small", "Check it yourself"), list);
}
