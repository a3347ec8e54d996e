// Digraphs: reads and writes edge lists, and draws them, for Play and for Relation; layout.js places the vertices.

import { s } from "./dom.js";

/** `a b` on a line for an arrow, `a` alone for a vertex. Commas and arrows may separate them. */
export function parse(text) {
  const graph = { names: [], edges: [] };
  const index = (name) => {
    const at = graph.names.indexOf(name);
    return at >= 0 ? at : graph.names.push(name) - 1;
  };
  for (const line of text.split("\n")) {
    const words = line
      .replace(/#.*/, "")
      .split(/->|→|>|[\s,;]+/)
      .filter(Boolean);
    const [from, ...to] = words.map(index);
    for (const one of to)
      if (!graph.edges.some(([a, b]) => a === from && b === one)) graph.edges.push([from, one]);
  }
  return graph;
}

/** The edge list of a graph. */
export function edgeList({ names, edges }) {
  const used = new Set(edges.flat());
  const alone = names.filter((_, at) => !used.has(at));
  return [...edges.map(([a, b]) => `${names[a]} ${names[b]}`), ...alone].join("\n");
}

/** A copy of a graph with names that an edge list can hold: no spaces, arrows, commas, brackets or quotes, all different. */
export function plainNames({ names, edges }) {
  const taken = new Set();
  const plain = names.map((name) => {
    const base = String(name).replace(/->|→|[\s,;>#(){}[\]"]+|^'|\.$/g, "_") || "_";
    let found = base;
    for (let at = 2; taken.has(found); at++) found = `${base}_${at}`;
    taken.add(found);
    return found;
  });
  return { names: plain, edges: edges.map(([a, b]) => [a, b]) };
}

/** The radius of a vertex in a drawing of `count` vertices. */
export const radius = (count) => (count <= 18 ? 21 : count <= 40 ? 16 : count <= 90 ? 12 : 8);

/** How large a drawing is: on a phone a smaller sheet, so that its vertices stay large. */
export const sheet = (height) => (innerWidth < 740 ? [400, 380] : [720, height]);

/** The head of an arrow, once in each drawing. */
export function heads(id, size = 10) {
  return s(
    "defs",
    s(
      "marker",
      {
        id,
        viewBox: "0 0 10 8",
        refX: 8.5,
        refY: 4,
        markerWidth: size,
        markerHeight: 0.8 * size,
        markerUnits: "userSpaceOnUse",
        orient: "auto",
      },
      s("path.arrow-head", { d: "M0 0L10 4L0 8L2 4z" }),
    ),
  );
}

/** The path of an arrow between vertices of radius `r`: bent if there is one back, a loop if it returns. */
export function arrow(from, to, isBent, r = 21) {
  if (from === to) {
    const { x, y } = from;
    const up = y - r;
    return `M${x - 0.43 * r} ${up + 2}C${x - 1.6 * r} ${up - 2 * r} ${x + 1.6 * r} ${up - 2 * r} ${x + 0.48 * r} ${up + 1}`;
  }
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const bend = isBent ? 0.16 * far : 0;
  const middle = { x: (from.x + to.x) / 2 - uy * bend, y: (from.y + to.y) / 2 + ux * bend };
  const edge = (center, towards, gap) => {
    const long = Math.hypot(towards.x - center.x, towards.y - center.y) || 1;
    return {
      x: center.x + ((towards.x - center.x) / long) * gap,
      y: center.y + ((towards.y - center.y) / long) * gap,
    };
  };
  const [a, b] = [edge(from, middle, r), edge(to, middle, r + 2)];
  const round = (number) => Math.round(number * 10) / 10;
  return `M${round(a.x)} ${round(a.y)}Q${round(middle.x)} ${round(middle.y)} ${round(b.x)} ${round(b.y)}`;
}

/** Is there an arrow back, so that both must bend? */
export const isBent = (edges, [a, b]) => edges.some(([c, d]) => c === b && d === a);

/** Where the arrows of a vertex go, in words. */
export function leads({ names, edges }, at) {
  const to = edges.filter(([from]) => from === at).map(([, end]) => names[end]);
  if (!to.length) return "no arrow leaves it";
  return `${to.length === 1 ? "arrow" : "arrows"} to ${to.slice(0, 12).join(", ")}${to.length > 12 ? ` and ${to.length - 12} more` : ""}`;
}
