// Coins on a number line: Antonim, Welter's game. A coin is dragged, or picked up with a click and put
// down with another; with the keyboard the arrows choose the square and Enter puts it down. Where a
// move turns coins over (coin turning), squares are marked one by one and turned together.

import { h } from "../dom.js";
import { keys } from "../keys.js";
import { numbers } from "./moves.js";
import * as heaps from "./heaps.js";

const LONGEST = 200; // Longer lines are not drawn: how far each coin may go is a heap, too.

// The numbers of a position; a position without any may be written otherwise.
const listed = (position) => numbers(position) ?? [];

export function draw(table, actions) {
  const coins = numbers(table.position);
  const before = table.previous === null ? null : numbers(table.previous);
  const end = Math.max(...(coins ?? []), ...(before ?? []), 3);
  const isTurning = table.options.some((option) => listed(option.position).length !== coins?.length);
  if (!coins || end > LONGEST) return coins && !isTurning ? heaps.draw(table, actions) : null;
  const squares = Array.from({ length: end + 1 }, (_, at) =>
    h("li.square", { "data-square": at }, h("span.stack"), h("span.number", at)),
  );
  const line = h("ol.line", { vars: { "--squares": end + 1 } }, squares);
  if (isTurning) return turning(table, actions, coins, squares, line);
  const state = { table, actions, coins, squares, held: null };
  const order = coins.map((_, at) => at).sort((a, b) => coins[a] - coins[b]);
  for (const at of order) squares[coins[at]].querySelector(".stack").append(coin(state, at));
  shadow(coins, before, squares);
  for (const position of table.winning) {
    const at = differing(coins, position);
    if (at !== null) squares[numbers(position)[at]].classList.add("good");
  }
  squares.forEach((square, at) =>
    square.addEventListener("click", () => state.held !== null && put(state, at)),
  );
  return h("div.line-frame", line);
}

const differing = (coins, position) => {
  const to = numbers(position);
  const at = coins.findIndex((square, index) => square !== to?.[index]);
  return at < 0 ? null : at;
};

// Where the last move came from.
function shadow(coins, before, squares) {
  if (!before || before.length !== coins.length) return;
  before.forEach(
    (square, at) =>
      square !== coins[at] &&
      squares[square]?.querySelector(".stack").append(h("span.coin.ghost")),
  );
}

function targets(state, at) {
  const found = new Map();
  for (const option of state.table.options) {
    const to = listed(option.position);
    if (to.every((square, index) => index === at || square === state.coins[index])) found.set(to[at], option);
  }
  return found;
}

function coin(state, at) {
  const { table, actions, coins } = state;
  const legal = targets(state, at);
  const isGood = [...table.winning].some((position) => differing(coins, position) === at);
  const button = h("button", {
    type: "button",
    class: `coin ${isGood ? "good" : ""}`,
    "data-stop": at,
    disabled: !table.isMine || !legal.size,
    "aria-label": `Coin on ${coins[at]}`,
  });
  const list = [...legal.keys()].sort((a, b) => b - a);
  let aim = -1;
  const step = (by) => {
    if (state.held !== at) pick(state, at, button);
    aim = Math.min(Math.max(aim + by, 0), list.length - 1);
    state.squares.forEach((square, index) => square.classList.toggle("aim", index === list[aim]));
    actions.say(`to ${list[aim]}`);
  };
  keys(button, {
    ArrowLeft: () => step(1),
    ArrowRight: () => step(-1),
    Enter: () => (aim < 0 ? step(1) : put(state, list[aim])),
    Space: () => (aim < 0 ? step(1) : put(state, list[aim])),
    Escape: () => {
      aim = -1;
      drop(state);
    },
  });
  drag(state, at, button);
  return button;
}

function pick(state, at, button) {
  drop(state);
  state.held = at;
  button.classList.add("held");
  const legal = targets(state, at);
  state.squares.forEach((square, index) => square.classList.toggle("target", legal.has(index)));
}

function drop(state) {
  state.held = null;
  for (const square of state.squares) square.classList.remove("target", "aim");
  state.squares[0].parentElement.querySelector(".held")?.classList.remove("held");
}

function put(state, square) {
  const at = state.held;
  const option = targets(state, at).get(square);
  if (option) {
    drop(state);
    return state.actions.move(option.position);
  }
  if (square !== state.coins[at]) {
    drop(state);
    state.actions.refuse(`The coin on ${state.coins[at]} cannot go to ${square}.`);
  }
}

function drag(state, at, button) {
  let origin = null;
  const was = () => state.held === at;
  let held = false;
  button.addEventListener("pointerdown", (event) => {
    if (button.disabled || event.button !== 0) return;
    origin = event;
    held = was();
    button.setPointerCapture(event.pointerId);
    pick(state, at, button);
  });
  button.addEventListener("pointermove", (event) => {
    if (!origin) return;
    button.style.setProperty("--dx", `${event.clientX - origin.clientX}px`);
    button.style.setProperty("--dy", `${event.clientY - origin.clientY}px`);
  });
  button.addEventListener("pointerup", (event) => {
    if (!origin) return;
    const far = Math.hypot(event.clientX - origin.clientX, event.clientY - origin.clientY) > 8;
    origin = null;
    button.style.setProperty("--dx", "0px");
    button.style.setProperty("--dy", "0px");
    button.classList.add("through");
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".square");
    button.classList.remove("through");
    if (far && under) put(state, Number(under.dataset.square));
    else if (held) drop(state);
  });
  button.addEventListener("click", (event) => event.stopPropagation());
}

// Is this coin turned by the first of the winning moves?
function turned(table, heads, at) {
  const [first] = table.winning;
  return first !== undefined && listed(first).includes(at) !== heads.has(at);
}

// Coin turning: the position is the set of heads.
function turning(table, actions, coins, squares, line) {
  const heads = new Set(coins);
  const marked = new Set();
  const byKey = new Map(
    table.options.map((option) => [
      listed(option.position)
        .sort((a, b) => a - b)
        .join(","),
      option,
    ]),
  );
  const result = () =>
    squares
      .map((_, at) => at)
      .filter((at) => heads.has(at) !== marked.has(at))
      .join(",");
  const go = h(
    "button.main",
    { disabled: true, onclick: () => actions.move(byKey.get(result()).position) },
    "Turn",
  );
  squares.forEach((square, at) => {
    const face = h("button", {
      class: `coin ${heads.has(at) ? "" : "tails"}`,
      "data-stop": at,
      disabled: !table.isMine,
      "aria-pressed": "false",
      "aria-label": `Coin ${at}, ${heads.has(at) ? "heads" : "tails"}`,
      onclick: () => {
        marked.has(at) ? marked.delete(at) : marked.add(at);
        face.setAttribute("aria-pressed", String(marked.has(at)));
        go.disabled = !marked.size || !byKey.has(result());
      },
    });
    square.querySelector(".stack").append(face);
    face.classList.toggle("good", turned(table, heads, at));
  });
  return h(
    "div",
    h("div.line-frame", line),
    h("div.row.share", go, h("span.small", "Mark the coins to turn; the rightmost goes from heads to tails.")),
  );
}
