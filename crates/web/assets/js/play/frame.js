// The frame of the table: who plays, the stage, and the tools below it.

import { h, show, choice, field, segments, typing } from "../dom.js";
import { address } from "../router.js";
import { chooser, bare, entryOf, isText, title } from "../chooser.js";
import { OPPONENTS } from "./session.js";

/** Builds the view, and leaves what changes in `view`. */
export function frame(view, host) {
  const { session, known } = view;
  view.stage = h("section.stage", { tabindex: -1, "aria-label": "The table" }, h("p.waiting", "Loading …"));
  view.status = h("p.status");
  view.message = h("div.small.message");
  view.side = h("div.side");
  view.chooser = chooser({
    games: known,
    game: session.game,
    position: session.start,
    button: "New game",
    place: "Start",
    isOpenStart: true,
    hasMisere: true,
    chosen: (game, start) => view.fresh({ game, start }),
    extra: h("button", { onclick: () => view.shuffle() }, "Random"),
  });
  view.against = choice(OPPONENTS, session.opponent, (value) => view.restart({ opponent: value }));
  view.you = choice(session.sides, session.side, (value) => view.restart({ you: value }));
  view.feedback = h("div", { role: "status" });
  const seats = [field("Against", view.against), field("You move", view.you), lastMove(view)];
  show(
    host,
    h("div.head.below", h("h1", "Play"), h("p", rules(session.game, known))),
    // Where there is little room the board comes first, and the choices are folded away.
    h(
      "details.fold",
      { open: !matchMedia("(max-width: 46rem), (max-height: 50rem)").matches },
      h("summary", `${title(session.game)}: another game, start or opponent`),
      view.chooser,
      h("div.row.seats", seats),
    ),
    h(
      "div.two",
      h("div.card.table-card", view.status, view.stage, view.message, view.feedback, tools(view)),
      view.side,
    ),
  );
}

// Who wins by the last move, as a switch, if the game can be played either way.
function lastMove(view) {
  const { ending, other_ending: other } = view.facts;
  if (!other) return null;
  const pairs = [
    ["normal", "wins"],
    ["misere", "loses (misère)"],
  ];
  const turn = (value) => value !== ending && view.fresh({ game: other, start: view.session.start });
  const label = "Whoever makes the last move";
  return h("div.field", h("span.label", label), segments(label, pairs, ending, turn));
}

function tools(view) {
  // Disabled until the first position is there.
  const button = (text, onclick) => h("button", { disabled: true, onclick }, text);
  view.hintButton = button("Which moves win?", () => view.hint());
  view.clueButton = button("Hint", () => view.clue());
  view.undoButton = button("Undo", () => view.undo());
  const comments = h("input", { type: "checkbox", onchange: () => view.turnComments(comments.checked) });
  comments.checked = view.hasComments;
  const always = h("input", { type: "checkbox", onchange: () => view.turnAlways(always.checked) });
  view.typed = typing({ disabled: true, placeholder: "a position", "aria-label": "Type a move" });
  return h(
    "div.row.apart.tools",
    h(
      "div.row",
      view.clueButton,
      view.hintButton,
      h("label.check", always, " before every move"),
      h("label.check", comments, " comment on my moves"),
    ),
    h("div.row", view.undoButton, h("form.row.typed", { onsubmit: () => view.type() }, view.typed, h("button", "Move"))),
  );
}

// The rules in a sentence; for rules that were typed, a link to their text.
function rules(game, known) {
  if (isText(game))
    return [
      `${title(game)}, by `,
      h("a", { href: address("rules", { text: bare(game) }) }, "rules that you can read and change"),
      ". Whoever cannot move loses, unless they say otherwise.",
    ];
  const entry = entryOf(game, known);
  const isMisere = /\/misere\b/.test(game);
  const end = isMisere ? "Whoever cannot move wins." : "Whoever cannot move loses.";
  const isOwn = entry?.ending === "own"; // Who wins at the end is in its rules.
  if (!entry) return "Take turns; whoever cannot move loses, unless the game says otherwise.";
  // Names of games are between backticks.
  const parts = brief(entry.summary).split("`").map((part, at) => (at % 2 ? h("code", part) : part));
  return [parts, isOwn && !isMisere ? "" : ` ${end}`];
}

const LONG = 190;

// Whole sentences, as many as are read at a glance; the rest is about how the game is written.
function brief(summary) {
  const sentences = summary.split(/(?<=\.) (?=[A-Z`])/);
  let text = sentences.shift();
  while (sentences.length && text.length + sentences[0].length < LONG) text += ` ${sentences.shift()}`;
  return text;
}
