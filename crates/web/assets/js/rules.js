// Rules: an editor with live mistakes, what is understood of the rules, and the game at once.

import { h, show, field, choice, heading, later, trouble } from "./dom.js";
import { games, post, newest } from "./api.js";
import { address, note } from "./router.js";
import { announce } from "./announce.js";
import { bare } from "./chooser.js";
import { Editor } from "./rules/editor.js";
import { explanation } from "./rules/explanation.js";
import { Solving } from "./rules/solving.js";

const FIRST = `# Change what you like: mistakes are underlined as you type.
game my-wythoff
position a, b
legal    a >= 0 and b >= 0
move     k >= 1: a' = a - k
move     k >= 1: b' = b - k
move     k >= 1: a' = a - k, b' = b - k
`;
const KEPT = "rules";

export async function open(host, { text }) {
  const known = (await games()).filter((game) => game.rules_text);
  const ask = newest();
  const mistakes = h("div", { role: "status" });
  const about = h("div", { class: "side" });
  const tools = h("div", { class: "row" });
  const solving = new Solving();
  const check = later(180, () => look());
  const editor = new Editor(text ?? kept() ?? FIRST, () => {
    solving.pause();
    check();
  });
  const examples = choice(
    [["", "load an example …"], ...known.map((game) => [game.name, game.title])],
    "",
    (name) => {
      if (!name) return;
      editor.replace(known.find((game) => game.name === name).rules_text);
      examples.value = "";
    },
  );
  show(
    host,
    heading("Rules", "Write the rules as a paper states them; the game can be played at once."),
    h(
      "div",
      { class: "two rules-frame" },
      h(
        "div",
        {},
        h(
          "section",
          { class: "card" },
          h("div", { class: "row apart" }, tools, field("Examples", examples)),
          editor.element,
          h("p", { class: "small keys-note", id: "editor-keys" }, "Tab indents; Esc and then Tab leaves the text."),
          mistakes,
        ),
        solving.card,
      ),
      about,
    ),
  );

  async function look() {
    const rules = editor.text;
    keep(rules);
    note("rules", { text: rules });
    try {
      const told = await ask((signal) => post("rules", { text: rules }, signal));
      if (!told || rules !== editor.text) return;
      editor.underline(told.mistakes);
      show(mistakes, list(told, editor));
      show(tools, buttons(told, rules, editor));
      show(about, explanation(told));
      await solving.rules(told.explanation ? bare(rules) : null, told.start ?? "");
    } catch (error) {
      show(mistakes, trouble(error));
    }
  }
  await look();
  return () => {
    check.stop();
    solving.stop();
  };
}

function kept() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
function keep(text) {
  try {
    sessionStorage.setItem(KEPT, text);
  } catch {
    /* A private window: nothing is kept. */
  }
}

function list(told, editor) {
  if (!told.mistakes.length) return h("p", { class: "sound" }, "No mistakes.");
  return h(
    "ul",
    { class: "mistakes" },
    told.mistakes.map((one) =>
      h(
        "li",
        { class: one.severity },
        h("button", { type: "button", class: "quiet", onclick: () => editor.goTo(one) }, `line ${one.line}`),
        h(
          "div",
          {},
          h("strong", {}, one.message),
          one.label && h("p", {}, one.label),
          one.help && h("p", { class: "note" }, one.help),
        ),
        one.replacement &&
          h("button", { type: "button", onclick: () => repair(editor, one) }, `write ${one.replacement}`),
      ),
    ),
  );
}

function repair(editor, { start, end, replacement }) {
  editor.replace(replacement, start, end);
  announce("Repaired");
}

function buttons(told, text, editor) {
  const isGame = told.explanation !== null;
  const start = told.start ?? "";
  const go = (view, name, parameters, isOpen = true) =>
    h(
      isGame && isOpen ? "a" : "button",
      isGame && isOpen
        ? { class: "button", href: address(view, { game: bare(text), ...parameters }) }
        : { type: "button", disabled: true },
      name,
    );
  const pretty = told.formatted && told.formatted !== text;
  return [
    go("play", "Play", { start }),
    go("chart", "Chart", {}, told.charts ?? true),
    go("sequence", "Sequence", {}),
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        disabled: !pretty,
        onclick: () => editor.replace(told.formatted),
      },
      "Lay out",
    ),
  ];
}
