// Terms as coloured cells. The strip is one line; the grid is as wide as the period, so that a period
// shows as columns of one colour.

import { colour } from "../dom.js";

const NAMES = { N: "--won", P: "--lost", L: "--out-left", R: "--out-right", D: "--out-draw" };
// Nim-values: 0 is dark, as a lost position is; the others go round the colours by the golden angle.
const hue = (value) => `oklch(${0.83 - 0.07 * (value % 3)} 0.085 ${(95 + value * 137.508) % 360})`;

/** The colour of each kind of term. */
export function palette() {
  const cache = new Map();
  const order = new Map();
  return (term) => {
    if (cache.has(term)) return cache.get(term);
    if (!order.has(term)) order.set(term, order.size);
    const number = Number(term);
    const found = NAMES[term]
      ? colour(NAMES[term])
      : term === 0 || term === "0"
        ? colour("--lost")
        : Number.isInteger(number) && number > 0
          ? hue(number)
          : hue(order.get(term) + 3);
    cache.set(term, found);
    return found;
  };
}

/**
 * Paints terms into a canvas, `columns` in a row, from cells of `side` pixels. Cells that are large
 * enough carry their term. Returns the place of a pixel as an index.
 */
export function paint(canvas, terms, { columns, side, preperiod = 0, isWritten = true }) {
  const rows = Math.ceil(terms.length / columns);
  const gap = side >= 6 ? 1 : 0;
  const ratio = devicePixelRatio || 1;
  const [width, height] = [columns * side, rows * side];
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  canvas.style.setProperty("width", `${width}px`);
  canvas.style.setProperty("height", `${height}px`);
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  const of = palette();
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `600 ${Math.round(side * 0.5)}px system-ui, sans-serif`;
  for (let at = 0; at < terms.length; at++) {
    const [x, y] = [(at % columns) * side, Math.floor(at / columns) * side];
    context.globalAlpha = at < preperiod ? 0.5 : 1;
    context.fillStyle = of(terms[at]);
    context.fillRect(x, y, side - gap, side - gap);
    if (!isWritten || side < 18 || String(terms[at]).length > 3) continue;
    context.fillStyle = terms[at] === "P" || String(terms[at]) === "0" ? "#fff" : "#1a1d22";
    context.fillText(terms[at], x + (side - gap) / 2, y + (side - gap) / 2 + 0.5);
  }
  context.globalAlpha = 1;
  return (px, py) => {
    const [column, row] = [Math.floor(px / side), Math.floor(py / side)];
    const at = row * columns + column;
    return column >= 0 && column < columns && at >= 0 && at < terms.length ? at : null;
  };
}
