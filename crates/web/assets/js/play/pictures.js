// Which picture a game has. Each is fetched when it is first needed.

import { written } from "../api.js";

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

/** A table of the server as its picture needs it; `winning` are the moves that light up, none if nothing is said. */
export function pictured(table, { winning = [], ...more }) {
  const options = (table.options ?? []).map((one) => ({ ...one, position: written(one.position) }));
  const isCut = (table.option_count ?? options.length) > options.length;
  return { ...table, options, isCut, winning: new Set(winning), ...more };
}

/** What draws this picture: `(table, actions)` to an element, or to null. */
export const painter = async (picture) => (await PICTURES[picture]?.()) ?? (() => null);
