// The map as a drawing of its own, with a title and a legend.

import { s } from "../dom.js";
import { title } from "../chooser.js";
import { BELOW } from "./plane.js";

const LINE = 22;
const EDGE = 12;

/** The map as it is on the page; the positions are pixels, title and legend are text. */
export function mapDrawing(chart) {
  const { canvas, plane, legend, source } = chart;
  const { width, height } = plane;
  const rows = [...legend.querySelectorAll("li")].map((item) => {
    const swatch = item.querySelector(".swatch");
    return [getComputedStyle(swatch).backgroundColor, item.textContent.trim()];
  });
  const style = getComputedStyle(document.body);
  const ink = style.color;
  const inside = (number) => Math.max(Math.floor(number), 0);
  const [left, high] = plane.toPlane(plane.beside, 0).map(inside);
  const [right, low] = plane.toPlane(width, height - BELOW).map(inside);
  const beside = source.beside ? `, beside ${source.beside}` : "";
  const name = `${title(source.game)}: ${left} to ${right} across, ${low} to ${high} upwards${beside}`;
  const top = 2 * LINE;
  const total = { width: width + 2 * EDGE, height: top + height + EDGE + LINE * rows.length + EDGE };
  const words = (x, y, text, weight) =>
    s("text", { x, y, fill: ink, "font-family": "sans-serif", "font-size": 14, "font-weight": weight }, text);
  return s(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", ...total, viewBox: `0 0 ${total.width} ${total.height}` },
    s("rect", { width: "100%", height: "100%", fill: style.backgroundColor }),
    words(EDGE, LINE + 4, name, 600),
    s("image", { x: EDGE, y: top, width, height, href: canvas.toDataURL("image/png") }),
    rows.map(([colour, text], at) => {
      const y = top + height + EDGE + LINE * at;
      return [
        s("rect", { x: EDGE, y, width: 14, height: 14, fill: colour, stroke: ink }),
        words(EDGE + 22, y + 12, text, 400),
      ];
    }),
  );
}
