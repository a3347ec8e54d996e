// Boards of cells: Domineering, Clobber, Col, Snort, Toads and Frogs, Hackenbush strings, and Chomp. A
// move is known by the cells that it changes: one click if that settles it, a second click if not.

import { h } from "../dom.js";
import { keys } from "../keys.js";
import { numbers } from "./moves.js";

const NAMES = { ".": "empty", "#": "blocked", L: "Left", R: "Right", T: "toad", F: "frog", B: "chocolate" };

export function draw(table, actions) {
  const rows = cells(table.position);
  if (!rows) return null;
  const shape = { width: Math.max(...rows.map((row) => row.length), 1), height: rows.length };
  const moves = table.options.map((option) => ({
    option,
    changed: differences(rows, cells(option.position)),
  }));
  const state = { table, actions, moves, chosen: [], faces: [], shape };
  const before = table.previous === null ? null : cells(table.previous);
  const last = before ? differences(before, rows) : new Set();
  state.faces = rows.map((row, y) =>
    [...row].map((mark, x) => cell(state, x, y, mark, last.has(`${x},${y}`))),
  );
  const grid = h(
    "div",
    {
      class: "cells",
      role: "group",
      "aria-label": `Board, ${shape.width} by ${shape.height}`,
      vars: { "--width": shape.width },
    },
    state.faces.map((row) => h("div", { class: "cell-row" }, row)),
  );
  for (const position of table.winning)
    light(
      state,
      moves.find((move) => move.option.position === position),
      "good",
    );
  roam(state, grid);
  return h("div", { class: "board-frame" }, grid);
}

// A board as rows of letters. Chomp's rows are numbers.
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
  const isOpen = state.table.isMine && state.moves.some((move) => move.changed.has(at));
  const button = h(
    "button",
    {
      type: "button",
      class: `cell mark-${mark === "." ? "empty" : mark === "#" ? "blocked" : mark} ${isLast ? "last" : ""} ${isOpen ? "open" : ""}`,
      "data-at": at,
      tabindex: -1,
      "aria-disabled": String(!isOpen),
      "aria-label": `${NAMES[mark] ?? mark}, column ${x + 1}, row ${y + 1}`,
      onclick: () => press(state, at),
      onpointerenter: () => preview(state, at, true),
      onpointerleave: () => preview(state, at, false),
    },
    mark === "." || mark === "#" || mark === "B" ? "" : mark,
  );
  return button;
}

// Chomp: the bite that has this cell as its corner is the smallest that takes it; elsewhere the moves
// that change this cell and those that were pressed before.
function candidates(state, at) {
  return state.moves.filter((move) => [...state.chosen, at].every((one) => move.changed.has(one)));
}

function corner(state, at) {
  const [x, y] = at.split(",").map(Number);
  return state.moves.find(
    (move) =>
      move.changed.has(at) &&
      [...move.changed].every((one) => {
        const [a, b] = one.split(",").map(Number);
        return a >= x && b >= y;
      }) &&
      state.faces[y][x].classList.contains("mark-B"),
  );
}

function meant(state, at) {
  const bite = corner(state, at);
  if (bite) return [bite];
  const found = candidates(state, at);
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
  face(state, at).classList.add("take");
  found.forEach((move) => light(state, move, "target"));
  state.actions.say(`${found.length} moves from here; choose the next cell`);
}

function clear(state) {
  state.chosen = [];
  state.faces.flat().forEach((button) => button.classList.remove("take", "target"));
}

const face = (state, at) => {
  const [x, y] = at.split(",").map(Number);
  return state.faces[y]?.[x];
};

function light(state, move, style) {
  for (const at of move?.changed ?? []) face(state, at)?.classList.add(style);
}

function preview(state, at, isOn) {
  state.faces.flat().forEach((button) => button.classList.remove("preview"));
  const found = isOn && state.table.isMine ? meant(state, at) : [];
  if (found.length === 1) light(state, found[0], "preview");
}

// The arrows go from cell to cell; the board is one stop of the tab key.
function roam(state, grid) {
  let [x, y] = [0, 0];
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
  stop();
  keys(grid, {
    ArrowLeft: () => go(-1, 0),
    ArrowRight: () => go(1, 0),
    ArrowUp: () => go(0, -1),
    ArrowDown: () => go(0, 1),
    Escape: () => clear(state),
  });
}
