// Rules: an editor that shows mistakes while one types, an explanation of the rules, and the game itself.

import { h, show, choice, field, fileInput, heading, later, save, trouble } from "./dom.js";
import { games, post, newest } from "./api.js";
import { address, note } from "./router.js";
import { announce } from "./announce.js";
import { keep, recall } from "./kept.js";
import { bare, title } from "./chooser.js";
import { Parameters } from "./rules/parameters.js";
import { Editor } from "./rules/editor.js";
import { explanation } from "./rules/explanation.js";
import { Solving } from "./rules/solving.js";
import { prover } from "./prover.js";

const FIRST = `# Change what you like: mistakes are underlined as you type.
game my-game
position a, b
legal    a >= 0 and b >= 0
move     k >= 1: a' = a - k
move     k >= 1: b' = b - k
move     k >= 1: a' = a - k, b' = b - k
`;

export async function open(host, { text, arguments: given = "" }, signal) {
  const known = (await games()).filter((game) => game.rules_text);
  if (signal.aborted) return;
  const ask = newest();
  const mistakes = h("div", { role: "status" });
  const about = h("div.side");
  const tools = h("div.row");
  const solving = new Solving();
  const check = later(180, () => look());
  // Until the answer arrives, links to other views would carry old rules.
  const change = () => {
    solving.pause();
    tools.inert = true;
    check();
  };
  const parameters = new Parameters(given, change);
  const editor = new Editor(text ?? recall("rules", "sessionStorage") ?? FIRST, change);
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
      "div.two.rules-frame",
      h(
        "div",
        h(
          "section.card",
          h("div.row.apart", tools, field("Examples", examples)),
          files(editor),
          editor.element,
          parameters.element,
          h("p.small.keys-note", { id: "editor-keys" }, "Tab indents; Esc and then Tab leaves the text."),
          mistakes,
        ),
        solving.card,
        prover(() => solving.text, { signal }),
      ),
      about,
    ),
  );

  async function look() {
    const rules = editor.text;
    keep("rules", rules, "sessionStorage");
    parameters.read(rules);
    try {
      const told = await ask((signal) => answer(rules, signal));
      if (!told || rules !== editor.text) return;
      note("rules", { text: rules, arguments: parameters.written });
      editor.underline(told.mistakes);
      show(mistakes, list(told, editor));
      const game = told.explanation && whole(told, rules, parameters);
      show(tools, buttons(told, game, rules, editor));
      tools.inert = false;
      show(about, explanation(told));
      await solving.rules(game, told.start ?? "");
    } catch (error) {
      show(mistakes, trouble(error));
      show(about);
    }
  }

  // Parameters without a value are tried with those that the server proposes.
  async function answer(rules, signal) {
    const question = () => ({ text: rules, arguments: parameters.written });
    const told = await post("rules", question(), signal);
    return told.needs && parameters.propose(told.stand_ins) ? post("rules", question(), signal) : told;
  }
  signal.addEventListener("abort", () => {
    check.stop();
    solving.stop();
    ask(() => undefined);
  });
  await look();
}

const LARGEST = 100_000; // Bytes of a rule file.

// Opens and saves rules as files.
function files(editor) {
  const read = async (file) => {
    if (file.size > LARGEST) return announce(`${file.name} is too large for rules`);
    editor.replace(await file.text());
    announce(`${file.name} is open`);
  };
  const input = fileInput(read, { accept: ".game,text/plain" });
  const store = () => save(new Blob([editor.text], { type: "text/plain" }), `${title(editor.text)}.game`.replace(/[^\w.-]+/g, "-"));
  const button = (text, onclick) => h("button.quiet", { onclick }, text);
  return h("p.row", button("Open a file", () => input.click()), input, button("Save as a file", store));
}

// The rules with the values of their parameters, as other views take them.
function whole(told, rules, parameters) {
  return parameters.count ? `${told.explanation.rules.join("\n")}\n` : bare(rules);
}

function list(told, editor) {
  if (!told.mistakes.length) return h("p.sound", "No mistakes.");
  return h(
    "ul.mistakes",
    told.mistakes.map((one) =>
      h(
        "li",
        { class: one.severity },
        h("button.quiet", { onclick: () => editor.goTo(one) }, `line ${one.line}`),
        h("div", h("strong", one.message), one.label && h("p", one.label), one.help && h("p.note", one.help)),
        one.replacement &&
          h("button", { onclick: () => repair(editor, one) }, `write ${one.replacement}`),
      ),
    ),
  );
}

function repair(editor, { start, end, replacement }) {
  editor.replace(replacement, start, end);
  announce("Repaired");
}

function buttons(told, game, text, editor) {
  const { numbers, start = "" } = told;
  const go = (view, name, parameters, refusal) =>
    game && !refusal
      ? h("a.button", { href: address(view, { game, ...parameters }) }, name)
      : h("button", { type: "button", disabled: true, title: game ? refusal : "The rules have mistakes." }, name);
  // A plane shows two numbers; further ones are 0 at first.
  const beside = told.charts ? "" : Array(Math.max((numbers ?? 2) - 2, 0)).fill(0).join(",");
  const isFlat = told.charts || told.slices;
  const isRow = numbers === null || numbers === undefined || numbers <= 2;
  const pretty = told.formatted && told.formatted !== text;
  return [
    go("play", "Play", { start }),
    go("chart", "Chart", { beside }, !isFlat && "A chart needs positions of at least two numbers."),
    go(
      "sequence",
      "Sequence",
      { row: numbers === 2 ? 1 : "" },
      !isRow && "A sequence needs one heap, or two numbers of which one is fixed.",
    ),
    h("button.quiet", { disabled: !pretty, onclick: () => editor.replace(told.formatted) }, "Format"),
  ];
}
