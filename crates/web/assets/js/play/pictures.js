// Which picture a game has. Each is fetched when it is first needed.

const heaps = async () => {
  const [stones, rate] = await Promise.all([import("./heaps.js"), import("./rate.js")]);
  return (table, actions) => stones.draw(table, actions) ?? rate.draw(table, actions);
};
const one = (load) => async () => (await load()).draw;

const PICTURES = {
  heaps,
  "number-line": one(() => import("./line.js")),
  "pile-and-rate": one(() => import("./rate.js")),
  board: one(() => import("./board.js")),
  digraph: one(() => import("./token.js")),
};

/** What draws this picture: `(table, actions)` to an element, or to null. */
export const painter = async (picture) => (await PICTURES[picture]?.()) ?? (() => null);
