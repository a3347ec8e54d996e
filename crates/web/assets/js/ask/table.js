// Tables of an answer: rows that can be put in order by a column, links in the cells, and a download.

import { h, show, grouped, letter, MEANING, region, save } from "../dom.js";
import { announce } from "../announce.js";

const DRAWN = 10_000; // Cells; the file has all.
const ACROSS = 100;

const text = (value) => {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) ? value.join(" ") : String(value);
};
const isWords = (value) => value !== null && !/^(-?[\d.,/]+|[NPLRD]|.{0,3})$/.test(text(value));

/**
 * A table. With `side(at)`, what stands before a row, the rows have an order of their own; without it they can be put
 * in order. `link(row, column)` is where a cell leads, `mark(row, column)` its class.
 */
export function table(name, rows, { head, side = null, link = () => null, mark = () => null }) {
  const columns = head.slice(0, ACROSS);
  const style = columns.map((_, column) => rows.some((row) => isWords(row[column] ?? null)) && "words");
  const inner = (value, row, column) => {
    const href = value === null ? null : link(row, column);
    const shown = Object.hasOwn(MEANING, value) ? letter(value) : text(value);
    return href ? h("a", { href }, shown) : shown;
  };
  const line = (at) =>
    h(
      "tr",
      side && h("th", { scope: "row" }, side(at)),
      rows[at]
        .slice(0, ACROSS)
        .map((value, column) =>
          h("td", { class: mark(at, column) || style[column] }, inner(value ?? null, at, column)),
        ),
    );
  const body = h("tbody");
  const drawn = Math.floor(DRAWN / (columns.length || 1));
  const lay = (order) => show(body, order.slice(0, drawn).map(line));
  const natural = rows.map((_, at) => at);
  lay(natural);
  const isSorted = !side && rows.length > 2;
  const titles = columns.map((title, column) =>
    h("th", { scope: "col", class: style[column] }, isSorted ? sorter(title, column) : title),
  );

  // The largest first, then the smallest, then the original order.
  function sorter(title, column) {
    const press = () => {
      const before = titles[column].getAttribute("aria-sort");
      const now = before === "descending" ? "ascending" : before ? null : "descending";
      for (const one of titles) one.removeAttribute("aria-sort");
      if (now) titles[column].setAttribute("aria-sort", now);
      lay(now ? ordered(natural, rows, column, now === "ascending") : natural);
      announce(now ? `${title}, ${now}` : "original order");
    };
    return button(title, press, "sorter");
  }
  const shape = `Of ${grouped(rows.length)} rows and ${grouped(head.length)} columns the first are shown`;
  return [
    region("div.tall", name, h("table", h("caption.heard", name), h("thead", h("tr", side && h("td"), titles)), body)),
    (rows.length > drawn || head.length > ACROSS) && h("p.note", `${shape}; the file has all.`),
    rows.length > 2 && h("p.row", button("Save as CSV", () => keep(name, head, side, rows))),
  ];
}

const button = (title, press, style) => h("button", { class: style, onclick: press }, title);

// Rows without a value come last.
function ordered(natural, rows, column, isAscending) {
  const compare = (a, b) => text(a).localeCompare(text(b), "en", { numeric: true });
  return natural.toSorted((one, other) => {
    const [a, b] = [rows[one][column], rows[other][column]];
    if (a === null || b === null) return (a === null) - (b === null);
    return isAscending ? compare(a, b) : compare(b, a);
  });
}

const quoted = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

function keep(name, head, side, rows) {
  const before = (one) => (side ? [one] : []);
  const lines = [[...before(""), ...head], ...rows.map((row, at) => [...before(side?.(at)), ...row])];
  const whole = lines.map((line) => `${line.map((value) => quoted(text(value))).join(",")}\n`).join("");
  save(new Blob([whole], { type: "text/csv" }), `${name}.csv`);
}
