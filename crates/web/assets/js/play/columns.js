// Explains why a move wins. For Nim the heaps are shown in binary: columns with an odd number of ones are highlighted,
// and the move makes them even. Other games give their reason in words.

import { h, pointed, reasons } from "../dom.js";
import { numbers } from "./moves.js";

/** The panel for a hint. `move(position)` makes a move, `light(position)` shows it alone. */
export function why(hint, position, actions) {
  const table = hint.columns && columnTable(hint.columns, numbers(position) ?? []);
  return h(
    "div.reasoning",
    h("p.verdict", verdict(hint)),
    hint.winning.length > 0 && list(hint.winning, actions),
    table,
    reasons(table ? inWords(hint.why) : hint.why),
  );
}

/** The reasons without those that are columns of digits. */
export const inWords = (lines) => (lines ?? []).filter((line) => !/^\s*\S+ = +[01.]+(\s|$)/.test(line));

/** Who wins from here, in a sentence. */
export function verdict(hint) {
  if (hint[`${hint.mover}_first`] === "D") return "No move wins; with care it is a draw.";
  const count = hint.winning.length;
  if (!count) return "No move wins against perfect play.";
  return count === 1 ? "One move wins:" : `${count} moves win:`;
}

const SHOWN = 6;

function list(winning, { move, light }) {
  const rest = winning.length - SHOWN;
  const words = (one) => (/^move to/.test(one.move ?? "move to") ? null : h("span.small", one.move));
  const button = (one) =>
    h(
      "button",
      { onclick: () => move(one.position), ...pointed(() => light(one.position), () => light(null)) },
      h("code", one.position || "nothing"),
      words(one),
    );
  return h(
    "ul.winning",
    winning.slice(0, SHOWN).map((one) => h("li", button(one))),
    rest > 0 && h("li.small", `and ${rest} more`),
  );
}

/** The numbers in binary, with their odd columns marked; `labels` are the names of the rows, `head` is theirs. */
export function columnTable(columns, labels, head = "heap") {
  const order = [...columns].sort((a, b) => b.bit - a.bit);
  if (!order.length) return null;
  const odd = (column) => column.parity % 2 === 1 || column.parity === "odd" || column.parity === true;
  // Many columns are narrow.
  const isMany = order.length > 6;
  const parity = (column) => (odd(column) ? "odd" : isMany ? "–" : "even");
  const cells = (at) =>
    order.map((column) => {
      const isOne = column.ones.includes(at);
      return h("td", { class: `${isOne ? "one" : ""} ${odd(column) ? "odd" : ""}` }, isOne ? "1" : "0");
    });
  const heading = (text) => h("th.words", { scope: "row" }, text);
  const top = [
    h("th.words", { scope: "col" }, head),
    order.map((column) => h("th", { scope: "col", class: odd(column) && "odd" }, 2 ** column.bit)),
  ];
  const foot = order.map((column) => h("td", { class: odd(column) && "odd" }, parity(column)));
  return h(
    "div.scroll",
    h(
      "table",
      { class: `columns ${isMany ? "many" : ""}` },
      h("caption.heard", `${head}, in binary`),
      h("thead", h("tr", top)),
      h("tbody", labels.map((label, at) => h("tr", heading(label), cells(at)))),
      h("tfoot", h("tr", heading("ones"), foot)),
    ),
  );
}
