// Finds the moves that lost a game: every position in which the loser, a person, could have won and did not make a
// winning move.

import { post, written } from "../api.js";
import { loser } from "./session.js";

const LOOKED = 30; // The number of the loser's last moves that are checked.

/** The moves that gave the win away, by their number: what would have won instead. */
export async function turns(session, signal) {
  const { game, start, line } = session;
  const lost = loser(session);
  const theirs = line.map((_, at) => at).filter((at) => session.moverAt(at) === lost);
  const found = new Map();
  for (const at of theirs.slice(-LOOKED)) {
    const before = at ? line[at - 1] : start;
    const told = await post("hint", { game, position: before, mover: lost }, signal);
    const better = told.winning.map((one) => written(one.position));
    if (!better.length || better.includes(line[at])) continue;
    // Not all winning moves are listed: who wins after the move shows whether it was one.
    if (told.winning_count > better.length && !(await isWon(session, at, signal))) continue;
    found.set(at, better);
  }
  return { moves: found, isAll: theirs.length <= LOOKED };
}

// Does whoever comes after this move win?
async function isWon(session, at, signal) {
  const { game, line } = session;
  const told = await post("hint", { game, position: line[at], mover: session.moverAt(at + 1) }, signal);
  return told.winning.length > 0;
}

/** The result in a sentence; `who` is the loser. */
export function verdict({ moves, isAll }, who) {
  const where = isAll ? "" : ` in the last ${LOOKED} moves`;
  if (!moves.size) return `No move gave a win away${where}: there was no chance to win.`;
  if (moves.size === 1) return `${who} could have won once${where}; the list shows where.`;
  const often = moves.size === 2 ? "twice" : `${moves.size} times`;
  return `${who} could have won ${often}${where}; the list shows where.`;
}
