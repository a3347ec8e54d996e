// Boards of cells: squares to cover or to colour, pieces, a track, strings, a bar of chocolate. A move is
// known by the cells that it changes: one click if that settles it, a second click if not.

import { h, counted } from "../dom.js";
import { keys } from "../keys.js";
import { numbers } from "./moves.js";
import { face, spoken } from "./pieces.js";

export function draw(table, actions) {
  const rows = cells(table.position);
  if (!rows) return null;
  const look = table.board;
  const moves = table.options.map((option) => ({
    option,
    changed: differences(rows, cells(option.position)),
  }));
  const state = { table, actions, moves, look, chosen: [], faces: [] };
  const before = table.previous === null ? null : cells(table.previous);
  const last = before ? differences(before, rows) : new Set();
  state.faces = rows.map((row, y) =>
    [...row].map((mark, x) => cell(state, x, y, mark, last.has(`${x},${y}`))),
  );
  const width = Math.max(...rows.map((row) => row.length), 1);
  const grid = h(
    "div",
    {
      class: `cells ${look}`,
      role: "group",
      "aria-label": `Board, ${width} by ${rows.length}`,
      "data-mover": table.mover,
      vars: { "--width": look === "strings" ? rows.length : width, "--height": width },
    },
    state.faces.map((row) => h("div.cell-row", row)),
  );
  for (const position of table.winning)
    light(
      state,
      moves.find((move) => move.option.position === position),
      "good",
    );
  roam(state, grid);
  return h("div.board-frame", grid);
}

// A board as rows of letters. The rows of a bar are numbers.
function cells(position) {
  const rows = numbers(position);
  if (rows)
    return rows.length <= 40 && Math.max(...rows, 0) <= 60 ? rows.map((length) => "B".repeat(length)) : null;
  return /^[A-Za-z.#|x*]+$/.test(position) ? position.split("|") : null;
}

// The cells that differ. A row may be shorter afterwards.
function differences(from, to) {
  const found = new Set();
  for (let y = 0; y < Math.max(from.length, to.length); y++) {
    const [a, b] = [from[y] ?? "", to[y] ?? ""];
    for (let x = 0; x < Math.max(a.length, b.length); x++)
      if ((a[x] ?? ".") !== (b[x] ?? ".")) found.add(`${x},${y}`);
  }
  return found;
}

function cell(state, x, y, mark, isLast) {
  const at = `${x},${y}`;
  const isOpen = state.table.isMine && state.moves.some((move) => begins(state, move, at));
  return h(
    "button",
    {
      class: `cell mark-${mark === "." ? "empty" : mark === "#" ? "blocked" : mark} ${isLast ? "last" : ""} ${isOpen ? "open" : ""}`,
      "data-at": at,
      "data-stop": isOpen ? at : null,
      tabindex: -1,
      "aria-disabled": String(!isOpen),
      "aria-label": spoken(state.look, mark, x, y),
      onclick: () => press(state, at),
      onpointerenter: () => preview(state, at, true),
      onpointerleave: () => preview(state, at, false),
    },
    face(state.look, mark),
  );
}

// Can this cell be pressed for this move? A cut or a bite is made at its corner, other moves anywhere.
const begins = (state, move, at) => move.changed.has(at) && (!hasCorner(state) || isCorner(move, at));

const hasCorner = ({ look }) => look === "strings" || look === "bar";

function isCorner(move, at) {
  const [x, y] = at.split(",").map(Number);
  return [...move.changed].every((one) => {
    const [a, b] = one.split(",").map(Number);
    return a >= x && b >= y;
  });
}

// The moves that a press on this cell may mean, after those that were pressed before.
function meant(state, at) {
  if (hasCorner(state)) return state.moves.filter((move) => begins(state, move, at));
  const found = state.moves.filter((move) => [...state.chosen, at].every((one) => move.changed.has(one)));
  const exact = found.filter((move) => move.changed.size === state.chosen.length + 1);
  return exact.length === 1 ? exact : found;
}

function press(state, at) {
  if (!state.table.isMine) return;
  const found = meant(state, at);
  if (found.length === 1) return state.actions.move(found[0].option.position);
  if (!found.length) {
    const was = state.chosen.length;
    clear(state);
    return was ? press(state, at) : state.actions.refuse("No move begins here.");
  }
  state.chosen.push(at);
  faceAt(state, at).classList.add("take");
  found.forEach((move) => light(state, move, "target"));
  state.actions.say(`${counted(found.length, "move")} from here; choose the next cell`);
}

function clear(state) {
  state.chosen = [];
  state.faces.flat().forEach((button) => button.classList.remove("take", "target"));
}

const faceAt = (state, at) => {
  const [x, y] = at.split(",").map(Number);
  return state.faces[y]?.[x];
};

function light(state, move, style) {
  // Of a string that falls or a bite that is taken only the corner is pressed, and is the good one.
  const isCut = style === "good" && hasCorner(state);
  for (const at of move?.changed ?? []) if (!isCut || isCorner(move, at)) faceAt(state, at)?.classList.add(style);
}

function preview(state, at, isOn) {
  state.faces.flat().forEach((button) => button.classList.remove("preview"));
  const found = isOn && state.table.isMine ? meant(state, at) : [];
  if (found.length === 1) light(state, found[0], "preview");
}

// The arrow keys go from cell to cell; the board is one stop of the tab key. Strings are drawn upright.
function roam(state, grid) {
  const first = state.faces.flat().find((one) => one.classList.contains("open"));
  let [x, y] = (first?.dataset.at ?? "0,0").split(",").map(Number);
  const stop = () =>
    state.faces
      .flat()
      .forEach((button) => button.setAttribute("tabindex", button === state.faces[y]?.[x] ? "0" : "-1"));
  const go = (dx, dy) => {
    const row = Math.min(Math.max(y + dy, 0), state.faces.length - 1);
    const column = Math.min(Math.max(x + dx, 0), state.faces[row].length - 1);
    [x, y] = [column, row];
    stop();
    state.faces[y][x]?.focus();
    preview(state, `${x},${y}`, true);
  };
  const stands = state.look === "strings";
  stop();
  grid.addEventListener("focusin", ({ target }) => {
    [x, y] = target.dataset.at.split(",").map(Number);
    stop();
  });
  keys(grid, {
    ArrowLeft: () => (stands ? go(0, -1) : go(-1, 0)),
    ArrowRight: () => (stands ? go(0, 1) : go(1, 0)),
    ArrowUp: () => (stands ? go(1, 0) : go(0, -1)),
    ArrowDown: () => (stands ? go(-1, 0) : go(0, 1)),
    Escape: () => clear(state),
  });
}
