// A pile and a rate: Nimrod, or Fibonacci Nim with its limit. The moves are a few buttons; the stones
// that one would take light up.

import { h, counted, grouped, pointed } from "../dom.js";
import { rove } from "../keys.js";
import { numbers } from "./moves.js";

const DRAWN = 400; // Stones that are drawn; of a larger pile its last ones.
const BUTTONS = 30;

export function draw(table, actions) {
  const now = numbers(table.position);
  if (now?.length !== 2) return null;
  const [pile, rate] = now;
  const before = table.previous === null ? null : numbers(table.previous);
  const stones = Array.from({ length: Math.min(pile, DRAWN) }, () => h("span.stone"));
  const gone = before ? Math.min(Math.max(before[0] - pile, 0), 60) : 0;
  const heap = h(
    "div",
    { class: `pile ${pile > 60 ? "fine" : ""}`, role: "img", "aria-label": counted(pile, "token") },
    stones,
    Array.from({ length: gone }, () => h("span.stone.ghost")),
  );
  const light = (count) =>
    stones.forEach((stone, at) => stone.classList.toggle("take", at >= stones.length - count));
  const buttons = table.options.slice(0, BUTTONS).map((option, at) => move(option, at, now, table, actions, light));
  const names = rateName(table.picture);
  const group = h("div.rates", { role: "group", "aria-label": "Moves" }, buttons);
  if (buttons.length) rove(group, buttons, { ArrowLeft: -1, ArrowRight: 1 });
  return h(
    "div.pile-and-rate",
    h(
      "dl.dials",
      h("div", h("dt", "pile"), h("dd", grouped(pile))),
      h("div", h("dt", names), h("dd", grouped(rate))),
    ),
    heap,
    pile > DRAWN && h("p.small", `the last ${DRAWN} of ${grouped(pile)}`),
    group,
    table.options.length > BUTTONS &&
      h("p.small", `${table.options.length - BUTTONS} more moves: type one below`),
  );
}

// Nimrod has a rate; elsewhere, as in Fibonacci Nim, the second number limits what may be taken.
const rateName = (picture) => (picture === "pile-and-rate" ? "rate" : "limit");

function move(option, at, [pile, rate], table, actions, light) {
  const [left, next] = numbers(option.position);
  const sign = next > rate ? "+" : "−";
  const rated = next === rate ? "same rate" : `rate ${sign}${Math.abs(next - rate)}`;
  const change = rateName(table.picture) === "limit" ? `then at most ${next}` : rated;
  return h(
    "button",
    {
      class: table.winning.has(option.position) ? "good" : "",
      disabled: !table.isMine,
      "data-stop": at,
      "aria-label": `Take ${pile - left}, leaving ${left} with ${next}`,
      ...pointed(() => light(pile - left), () => light(0)),
      onclick: () => actions.move(option.position),
    },
    h("strong", `take ${pile - left}`),
    h("span.small", change),
  );
}
