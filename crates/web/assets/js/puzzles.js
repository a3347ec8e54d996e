// Puzzles: positions with exactly one winning move, one a day, or as many as one likes; and sheets to print. The
// address holds the day, or the game and the seed.

import { h, show, field, choice, heading } from "./dom.js";
import { games, post } from "./api.js";
import { address, go } from "./router.js";
import { announce } from "./announce.js";
import { painter, pictured } from "./play/pictures.js";
import { sideName } from "./play/session.js";
import { TaskView } from "./learn/task.js";

const SHEET = 8; // The puzzles of a sheet.
const LARGEST = 1_000_000; // Seeds are below this.

const any = () => 1 + Math.floor(Math.random() * LARGEST);

/** Today, as the browser sees it. */
export function today() {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export async function open(host, parameters, signal) {
  const known = await games();
  if (signal.aborted) return;
  const { game = "", seed = "", sheet } = parameters;
  const date = parameters.date ?? (seed || game ? "" : today());
  const asked = { ...(game && { game }), ...(date ? { date } : { seed: Number(seed) || 1 }) };
  const body = h("div.puzzles", h("p.waiting", "Loading …"));
  const purpose = "One move wins, and no other does. Find it; a mistake is refuted, and you can try again.";
  show(host, heading("Puzzles", purpose), form(known, { game, date, seed }), body);
  const count = sheet ? Math.min(Math.max(Number(sheet) || SHEET, 1), 40) : 1;
  const { puzzles } = await post("puzzle", { ...asked, count }, signal);
  if (signal.aborted) return;
  if (sheet) return print(body, puzzles, signal);
  await one(body, puzzles[0], { game, date }, signal);
}

function form(known, { game, date, seed }) {
  const list = [["", "Any game"], ...known.map((one) => [one.example.game, one.title])];
  // Typed rules and other parameters are not in the list.
  if (game && !list.some(([value]) => value === game)) list.push([game, game.split("\n")[0]]);
  const pick = choice(list, game, (value) => go("puzzles", { game: value, seed: any() }));
  const button = (text, parameters) => h("a.button", { href: address("puzzles", parameters) }, text);
  const another = () => go("puzzles", { game, seed: any() });
  return h(
    "div.form",
    field("Game", pick, "list"),
    h("button", { onclick: another }, "Another puzzle"),
    button("Puzzle of the day", { date: today() }),
    button("Sheet to print", { game, date, seed, sheet: SHEET }),
  );
}

const says = ({ impartial, mover }) =>
  impartial ? "It is your move. One move wins: which?" : `You are ${sideName(mover)}. One move wins: which?`;

// What weak players do here says something without saying everything.
function hint({ moves, chances }) {
  const of = (name) => chances.find((one) => one.strategy === name)?.chance;
  const greedy = of("greedy");
  if (greedy === 1) return "Taking as much as possible is right here.";
  if (of("mirror") === 1) return "Look for a pair.";
  const loses = greedy === 0 ? ", and taking as much as possible loses" : "";
  return `There are ${moves} moves${loses}. Look for a position that you would not like to have.`;
}

const badge = (grade) => h("span", { class: `badge grade ${grade}` }, grade);

async function one(body, puzzle, { game, date }, signal) {
  const { position, mover, title, rules, grade } = puzzle;
  const host = h("div.task");
  show(
    body,
    h(
      "div.card.task-card",
      h("h2", date ? `${date}: ${title}` : title, " ", badge(grade)),
      h("p.note", rules),
      host,
    ),
  );
  const next = () => go("puzzles", { game, seed: any() });
  const solved = () => [
    h("button.main", { onclick: next }, "Another puzzle"),
    h("a.button", { href: address("play", { game: puzzle.game, start: position }) }, "Play it to the end"),
  ];
  const task = { task: "move", game: puzzle.game, position, mover, text: says(puzzle), hint: hint(puzzle) };
  await new TaskView(host, task, { signal, solved }).begin();
  if (!signal.aborted) announce(`${title}, ${grade}. ${rules} ${says(puzzle)} The position is ${position}.`);
}

// A sheet: the boards, and the answers on a page of their own.
async function print(body, puzzles, signal) {
  const boards = [];
  for (const puzzle of puzzles) {
    const { game, position, mover } = puzzle;
    const table = await post("play", { game, position, mover }, signal);
    const paint = await painter(table.picture);
    if (signal.aborted) return;
    // Nobody moves on it.
    boards.push(paint(pictured(table, { previous: null, isMine: false }), {}) ?? h("p.plain", position));
  }
  const item = (puzzle, at) =>
    h(
      "li.card",
      h("h2", `${at + 1}. ${puzzle.title} `, badge(puzzle.grade)),
      h("p.small", puzzle.rules),
      h("div.stage", boards[at]),
      h("p", says(puzzle), " ", h("code", puzzle.position)),
    );
  const answer = ({ answer: { position, move }, reasons }) =>
    h("li", h("code", position), `: ${move}`, h("br"), h("span.small", reasons.at(-1) ?? ""));
  show(
    body,
    h("p.screen-only", h("button.main", { onclick: () => window.print() }, "Print")),
    h("ul.puzzle-sheet", puzzles.map(item)),
    h("section.sheet-answers", h("h2", "Answers"), h("ol", puzzles.map(answer))),
  );
}
