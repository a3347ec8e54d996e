// The exhibits of a claim: tables, lines, strips, curves and charts.

import { h, s, region } from "../dom.js";
import { raw } from "../api.js";
import { TILE } from "../chart/plane.js";
import { address } from "../router.js";
import { paint } from "../sequence/grid.js";

const KINDS = { table, lines, strip, curves, picture };

/** One exhibit with its caption. */
export function exhibit(one) {
  const content = KINDS[one.kind]?.(one);
  return content && h("figure", h("figcaption", one.caption), content);
}

function table({ caption, columns, rows }) {
  return region(
    "div",
    caption,
    h(
      "table",
      h("thead", h("tr", columns.map(head))),
      h("tbody", rows.map((row) => h("tr", h("th", { scope: "row" }, row.label), row.cells.map(cell)))),
    ),
  );
}

// The corner may be empty.
const head = (name, at) => (name || at ? h("th", { scope: "col" }, name) : h("td", name));

// A cell that the paper prints otherwise shows both.
function cell(content) {
  if (typeof content === "string") return h("td", content);
  return h("td.printed", h("s", content.printed), " ", h("strong", content.computed));
}

function lines({ lines }) {
  return h("pre.lines.scroll", { tabindex: 0 }, lines.join("\n"));
}

function strip({ letters, period }) {
  const canvas = h("canvas", { role: "img", "aria-label": letters });
  const columns = period && period > 1 ? period * Math.max(Math.floor(30 / period), 1) : 30;
  paint(canvas, [...letters], { columns: Math.min(columns, letters.length), side: 20 });
  return region("div", "Strip", canvas);
}

const [WIDTH, HEIGHT, LEFT, BELOW] = [560, 260, 52, 40];
const COLOURS = ["--link", "--right", "--true", "--open", "--beyond", "--false", "--faint"];

function curves({ curves: list, x, y }) {
  const points = list.flatMap((curve) => curve.points);
  const [x0, x1] = range(points.map(([at]) => at));
  const [y0, y1] = range(points.map(([, at]) => at));
  const px = (at) => LEFT + ((at - x0) / (x1 - x0 || 1)) * (WIDTH - LEFT - 16);
  const py = (at) => HEIGHT - BELOW - ((at - y0) / (y1 - y0 || 1)) * (HEIGHT - BELOW - 16);
  const round = (at) => Math.round(at * 10) / 10;
  const short = (at) => String(Math.round(at * 1000) / 1000);
  return h(
    "div.plot",
    s(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": `${y} against ${x}: ${list.map((curve) => curve.name).join(", ")}`,
      },
      s("path.axis", { d: `M${LEFT} 10V${HEIGHT - BELOW}H${WIDTH - 10}` }),
      [y0, (y0 + y1) / 2, y1].map((at) =>
        s("text", { x: LEFT - 6, y: py(at) + 4, "text-anchor": "end" }, short(at)),
      ),
      [x0, x1].map((at, end) =>
        s("text", { x: px(at), y: HEIGHT - BELOW + 16, "text-anchor": end ? "end" : "start" }, short(at)),
      ),
      s("text", { x: (LEFT + WIDTH) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, `${x} (upwards: ${y})`),
      list.map((curve, at) =>
        s("polyline.curve", {
          "data-colour": at % COLOURS.length,
          points: curve.points.map(([a, b]) => `${round(px(a))},${round(py(b))}`).join(" "),
        }),
      ),
    ),
    h(
      "ul.legend",
      list.map((curve, at) =>
        h("li", h("span.swatch.curve-swatch", { "data-colour": at % COLOURS.length }), curve.name),
      ),
    ),
  );
}

function range(values) {
  return [Math.min(...values), Math.max(...values)];
}

// A part of the plane: drawn from the tiles of the chart, with a way into it.
function picture({ caption, game, x, y, sectors }) {
  const layer = sectors ? "sectors" : "outcome";
  const middle = (ends) => (ends[0] + ends[1]) / 2;
  const canvas = h("canvas.plane", {
    role: "img",
    "aria-label": caption,
    width: x[1] - x[0],
    height: y[1] - y[0],
  });
  draw(canvas, { game, layer }, x, y).catch(() => canvas.remove());
  const href = address("chart", { game, x: middle(x), y: middle(y), scale: 2, layer });
  return h("div", canvas, h("p", h("a.button", { href }, "Open it in the chart")));
}

async function draw(canvas, source, [x0, x1], [y0, y1]) {
  const context = canvas.getContext("2d");
  for (let x = Math.floor(x0 / TILE); x * TILE < x1; x++) {
    for (let y = Math.floor(y0 / TILE); y * TILE < y1; y++) {
      const response = await raw("tile", { ...source, x, y, zoom: 0 });
      const image = await createImageBitmap(await response.blob());
      context.drawImage(image, x * TILE - x0, y1 - (y + 1) * TILE);
      image.close();
    }
  }
}
