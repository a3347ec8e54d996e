// A tree of moves as a text, for addresses: for each move the number of the position before it, and the position after.

const BETWEEN = "~"; // No position is written with it.

/** The text for moves `[parent, position]`; the start has the number 0. */
export const textOf = (moves) => moves.map(([parent, position]) => `${parent}.${position}`).join(BETWEEN);

/** The moves `[parent, position]` of a text. */
export function movesOf(text) {
  const parts = text ? text.split(BETWEEN) : [];
  return parts.map((part) => part.split(/\.(.*)/s)).map(([parent, position]) => [Number(parent), position ?? ""]);
}
