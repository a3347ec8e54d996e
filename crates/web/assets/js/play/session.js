// A game in progress: where it began, the moves, who plays which side. It uses the server and the address, and does not
// draw. It changes only when an answer has arrived: a request that fails leaves the game as it was.

import { post, written } from "../api.js";
import { textOf } from "../analysis/moves.js";

export const OPPONENTS = [
  ["perfect", "a perfect player"],
  ["weak", "a weaker player"],
  ["random", "a random player"],
  ["friend", "a friend, here"],
];
export const SIDES = [
  ["first-left", "first, as Left"],
  ["second-right", "second, as Right"],
  ["first-right", "first, as Right"],
  ["second-left", "second, as Left"],
];

// If both players have the same moves, there is no Left and no Right, only first and second.
const TURNS = [
  ["first-left", "first"],
  ["second-right", "second"],
];

export const THINKING = 450; // Milliseconds, so that one sees what the opponent did.

/** The name of a player in a game in which the two differ. */
export const sideName = (player) => (player === "left" ? "Left" : "Right");

export const other = (player) => (player === "left" ? "right" : "left");

const BETWEEN = "~"; // No position is written with it.

// What is said about a position, and is forgotten when it changes.
const UNKNOWN = {
  hint: null,
  clue: null, // A hint in steps: its level, what the server knows, and in the end the reasons.
  review: null, // What the last move of a person did.
  why: null, // Why the opponent moved as it did.
  replied: null, // Its move in words.
  turned: null, // Which moves gave the win away, once the user has asked.
};

export class Session {
  /** From the parameters of an address. */
  constructor({
    game,
    start = "",
    line = "",
    you = "first-left",
    with: opponent = "perfect",
    seed = "",
  }) {
    this.game = game;
    this.start = start;
    this.line = line ? line.split(BETWEEN) : [];
    this.you = SIDES.some(([key]) => key === you) ? you : "first-left";
    this.opponent = OPPONENTS.some(([key]) => key === opponent) ? opponent : "perfect";
    this.seed = Number(seed) || 1 + Math.floor(Math.random() * 1e6);
    this.shared = null; // The address of the page for others, if it is not the one in this browser.
    this.table = null; // What the server says of the position.
    Object.assign(this, UNKNOWN);
  }

  /** What an address needs to restore this game. */
  parameters() {
    return {
      game: this.game,
      start: this.start,
      line: this.line.join(BETWEEN),
      you: this.you === "first-left" ? "" : this.you,
      with: this.opponent === "perfect" ? "" : this.opponent,
    };
  }

  /** What an address of the analysis needs to show this game. */
  analysis() {
    const { game, start, line, first } = this;
    const tree = textOf(line.map((position, at) => [at, position]));
    return { game, start, first: first === "left" ? "" : first, tree, at: line.length || "" };
  }

  /** Do both players have the same moves and endings? Until that is known, they are not called Left and Right. */
  get isImpartial() {
    return this.table?.impartial ?? true;
  }

  /** The sides that one may take. */
  get sides() {
    return this.isImpartial ? TURNS : SIDES;
  }

  /** The side that is taken, as one of `sides`. */
  get side() {
    if (!this.isImpartial) return this.you;
    return this.you.startsWith("first") ? "first-left" : "second-right";
  }

  /** The name of a player. */
  name(player) {
    if (this.isImpartial) return player === this.first ? "First" : "Second";
    return sideName(player);
  }

  get me() {
    return this.you.endsWith("left") ? "left" : "right";
  }
  get first() {
    return this.you.startsWith("first") ? this.me : other(this.me);
  }
  get position() {
    return this.line.at(-1) ?? this.start;
  }
  get previous() {
    return this.line.length > 1 ? this.line.at(-2) : this.line.length ? this.start : null;
  }
  get mover() {
    return this.moverAt(this.line.length);
  }
  get isMine() {
    return this.opponent === "friend" || this.mover === this.me;
  }
  get isOver() {
    return this.table?.over ?? false;
  }

  /** The player to move after `count` moves. */
  moverAt(count) {
    return count % 2 === 0 ? this.first : other(this.first);
  }

  // A copy of this game with something changed, for questions about it.
  with(change) {
    return Object.assign(Object.create(Session.prototype), this, change);
  }

  // Applies a change whose answer has arrived, and drops what was known about the position before.
  take(change, table) {
    Object.assign(this, UNKNOWN, change, { table: tidy(table) });
    if (!this.line.length) this.start = this.table.position;
  }

  /** Asks the server about a change, and applies it. */
  async look(change, signal) {
    const { game, mover, position, me, line } = this.with(change);
    const isGiven = line.length > 0 || position !== "";
    this.take(change, await post("play", { game, mover, ...(isGiven ? { position } : { winner: me }) }, signal));
  }

  /** Plays the moves of an address one by one; the first that is not legal ends it, and is returned. */
  async restore(signal) {
    const { line } = this;
    const there = this.with({});
    await there.look({ line: [] }, signal);
    let refused = null;
    for (const [at, step] of line.entries()) {
      try {
        await there.move(step, signal);
      } catch (error) {
        if (error.status !== 400) throw error;
        refused = { step, at, before: there.position, count: line.length, error };
        break;
      }
    }
    Object.assign(this, there);
    return refused;
  }

  /** A random fair position. */
  async shuffle(signal) {
    const change = { start: "", line: [], seed: 1 + Math.floor(Math.random() * 1e6) };
    const { game, mover, me, seed } = this.with(change);
    this.take(change, await post("play", { game, mover, winner: me, random: true, seed }, signal));
  }

  /** Makes a move: the server reads it and says whether it is legal. */
  async move(to, signal) {
    const { game, position, mover } = this;
    this.arrive(await post("play", { game, position, mover, to }, signal));
  }

  arrive(table, change) {
    this.take({ ...change, line: [...this.line, written(table.position)] }, table);
  }

  /** Lets the opponent move. */
  async reply(signal) {
    const { game, position, mover, opponent: strength } = this;
    const told = await post("reply", { game, position, mover, strength, seed: this.seed + this.line.length }, signal);
    this.arrive(told, { why: told.why ?? [], replied: told.move ?? "move", review: this.review });
  }

  /** Asks what the last move did. It is only a comment: without an answer the game goes on. */
  async comment(signal) {
    const { game, line, previous, position } = this;
    const [at, mover] = [line.length - 1, this.moverAt(line.length - 1)];
    const review = await post("review", { game, position: previous, to: position, mover }, signal).catch(() => null);
    if (!signal.aborted && this.line[at] === position) this.review = review;
  }

  /** A hint in steps: where to look, which move, and why. */
  async nextClue(signal) {
    const { game, position, mover, clue } = this;
    if (!clue) {
      this.clue = { level: 1, hint: await this.advised(signal), review: null };
    } else if (clue.level === 1) {
      this.clue = { ...clue, level: 2 };
    } else {
      const to = clue.hint.winning[0].position;
      this.clue = { ...clue, level: 3, review: await post("review", { game, position, to, mover }, signal) };
    }
  }

  /** Which moves win, and why. */
  async ask(signal) {
    this.hint = await this.advised(signal);
  }

  async advised(signal) {
    const { game, position, mover } = this;
    const told = await post("hint", { game, position, mover }, signal);
    return { ...told, winning: told.winning.map(tidyMove) };
  }

  /** How many moves are taken back at once: to where I can choose again. */
  get undoable() {
    const count = this.opponent === "friend" || !this.isMine ? 1 : 2;
    return this.line.length >= count ? count : 0;
  }

  /** Takes back. */
  async undo(signal) {
    await this.look({ line: this.line.slice(0, this.line.length - this.undoable) }, signal);
  }
}

/** Who lost, if that is a person; else null. */
export function loser(session) {
  const { winner } = session.table;
  if (!session.isOver || !winner || !session.line.length) return null;
  const lost = other(winner);
  return session.opponent === "friend" || lost === session.me ? lost : null;
}

const tidyMove = (option) => ({ ...option, position: written(option.position) });

function tidy(table) {
  return { ...table, position: written(table.position), options: (table.options ?? []).map(tidyMove) };
}
