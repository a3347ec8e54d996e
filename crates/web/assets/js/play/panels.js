// The panels beside the table: why a move wins, the opponent's reasons, the moves so far, and downloads.

import { h, card, copied, counted, folded, grouped, reasons, save } from "../dom.js";
import { address as addressOf, link } from "../router.js";
import { loser } from "./session.js";
import { verdict, why } from "./columns.js";
import { explained } from "./review.js";
import { asText, transcript } from "./transcript.js";

const LISTED = 120; // The most moves that are listed as buttons.

/** The state of the game, as parts of a line. */
export function standing(session) {
  const isFriend = session.opponent === "friend";
  if (session.isOver) {
    const style = isFriend ? "" : session.table.winner === session.me ? "won" : "lost";
    return [h("strong", { class: style }, victor(session)), ` after ${counted(session.line.length, "move")}`];
  }
  if (isFriend) return [h("strong", `${player(session, session.mover)} to move`)];
  if (!session.isMine) return [h("strong", "Bouton is thinking …")];
  return [h("strong", "Your move"), ...(session.isImpartial ? [] : [` as ${session.name(session.me)}`])];
}

/** The name of a player at the start of a sentence. */
export const player = (session, one) => `${session.name(one)}${session.isImpartial ? " player" : ""}`;

function victor(session) {
  const { winner } = session.table;
  if (!winner) return "The game is over";
  if (session.opponent === "friend") return `${player(session, winner)} wins`;
  return winner === session.me ? "You win" : "Bouton wins";
}

/** The cards. `actions`: move(position), light(position), again(), turn(), certificate(). */
export function panels(session, actions) {
  const { hint, previous } = session;
  return [
    session.clue && !hint && card("Hint", clue(session.clue)),
    hint && card("Why", why(hint, session.position, actions), certificate(actions)),
    !hint && session.why?.length > 0 && card(["Bouton's reasons at ", h("code", previous)], reasons(session.why)),
    card("Moves", transcript(session), turning(session, actions), keep(session, actions.again)),
    session.isMine && session.table.options.length > 0 && card(null, legal(session, actions.move)),
  ];
}

/** What the button for the next step of a hint says; empty if there is none. */
export function nextStep(clue) {
  if (!clue) return "Hint";
  if (!clue.hint.winning.length) return "";
  return ["", "Which move?", "Why?", ""][clue.level];
}

// A hint in steps: where to look, which move, and why.
function clue({ level, hint, review }) {
  const [first] = hint.winning;
  if (!first) return h("p", verdict(hint));
  const place = hint.place ? ` Look at ${hint.place}.` : "";
  const words = /^move to/.test(first.move) ? "" : ` (${first.move})`;
  return [
    h("p", `There is a winning move.${place}`),
    level > 1 && h("p.clue-move", h("code", first.position || "nothing"), words),
    review && explained(review),
  ];
}

const certificate = (actions) =>
  h(
    "p.row.keep",
    h(
      "button.quiet",
      { title: "a file that proves who wins here", onclick: actions.certificate },
      "Certificate",
    ),
  );

// Which moves lost the game: a button at the end of the game, and then the answer.
function turning(session, actions) {
  if (session.turned) return h("p.note.turning", session.turned.says);
  if (!session.isOver || !loser(session)) return null;
  return h("p", h("button", { onclick: actions.turn }, "Where was it lost?"));
}

function legal(session, move) {
  const { options, option_count: count = options.length } = session.table;
  const winning = new Set(session.hint?.winning.map((one) => one.position));
  const button = ({ position, move: words }) => {
    const style = winning.has(position) ? "good" : "";
    const press = () => move(position);
    return h("button", { class: style, title: words, onclick: press }, position || "nothing");
  };
  const rest = count - Math.min(options.length, LISTED);
  return folded(
    count === 1 ? "The only legal move" : `All ${grouped(count)} legal moves`,
    h("div.all-moves", options.slice(0, LISTED).map(button)),
    rest > 0 && h("p.small", `and ${grouped(rest)} more`),
  );
}

function keep(session, again) {
  const address = () => link("play", session.parameters(), session.shared);
  const copy = async ({ target }) => {
    if (await copied(address())) target.textContent = "Copied";
    else offer(target, address());
  };
  const store = () => save(new Blob([asText(session, address())], { type: "text/plain" }), "transcript.txt");
  return h(
    "div.row.keep",
    h("button.quiet", { onclick: copy }, "Copy a link"),
    h("button.quiet", { onclick: store }, "Save the transcript"),
    h("a.button.quiet", { href: addressOf("analysis", session.analysis()) }, "Analyse"),
    session.isOver && h("button", { onclick: again }, "Again"),
  );
}

// Without encryption a page may not use the clipboard: the link is shown to be copied by hand.
function offer(button, text) {
  const place = h("input.code", { value: text, readonly: true, "aria-label": "The link, to be copied" });
  button.replaceWith(place);
  place.focus();
  place.select();
}
