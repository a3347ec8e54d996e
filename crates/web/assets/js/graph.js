// Digraphs: reading and writing edge lists, a layout, and a drawing. Play puts a token on it; Relation
// lets one draw.

import { s } from "./dom.js";

/** `a b` on a line for an arrow, `a` alone for a vertex. Commas and arrows may stand between. */
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

/** The same graph with names that an edge list can hold: no spaces, arrows or commas, all different. */
export function plainNames({ names, edges }) {
  const taken = new Set();
  const plain = names.map((name) => {
    const base = String(name).replace(/->|→|[\s,;>#]+/g, "_") || "_";
    let found = base;
    for (let at = 2; taken.has(found); at++) found = `${base}_${at}`;
    taken.add(found);
    return found;
  });
  return { names: plain, edges: edges.map(([a, b]) => [a, b]) };
}

/** Places for the vertices in a box of this size: springs, from a circle. Always the same for a graph. */
export function layout({ names, edges }, width, height) {
  const count = names.length;
  const places = names.map((_, at) => {
    const angle = (2 * Math.PI * at) / Math.max(count, 1) - Math.PI / 2;
    return { x: Math.cos(angle) * (1 + 0.01 * at), y: Math.sin(angle) };
  });
  const ideal = 1.6 / Math.sqrt(Math.max(count, 2));
  for (let round = 0; round < (count > 120 ? 40 : 160); round++) {
    const heat = 0.1 * (1 - round / 160);
    const force = places.map(() => ({ x: 0, y: 0 }));
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < a; b++) push(places, force, a, b, (far) => (ideal * ideal) / far);
    }
    for (const [a, b] of edges) if (a !== b) push(places, force, a, b, (far) => -(far * far) / ideal);
    places.forEach((place, at) => {
      const size = Math.hypot(force[at].x, force[at].y) || 1;
      place.x += (force[at].x / size) * Math.min(size, heat);
      place.y += (force[at].y / size) * Math.min(size, heat);
    });
  }
  return fit(places, width, height);
}

function push(places, force, a, b, strength) {
  const [dx, dy] = [places[a].x - places[b].x, places[a].y - places[b].y];
  const far = Math.max(Math.hypot(dx, dy), 0.01);
  const by = strength(far) / far;
  force[a].x += dx * by;
  force[a].y += dy * by;
  force[b].x -= dx * by;
  force[b].y -= dy * by;
}

function fit(places, width, height) {
  const margin = 40;
  const span = (key) => {
    const all = places.map((place) => place[key]);
    return [Math.min(...all, 0), Math.max(...all, 0)];
  };
  const [[x0, x1], [y0, y1]] = [span("x"), span("y")];
  const scale = Math.min(
    (width - 2 * margin) / Math.max(x1 - x0, 0.5),
    (height - 2 * margin) / Math.max(y1 - y0, 0.5),
    220,
  );
  return places.map(({ x, y }) => ({
    x: Math.round(width / 2 + (x - (x0 + x1) / 2) * scale),
    y: Math.round(height / 2 + (y - (y0 + y1) / 2) * scale),
  }));
}

export const RADIUS = 21;

/** How large a drawing is: on a phone a smaller sheet, so that its vertices stay large. */
export const sheet = (height) => (innerWidth < 740 ? [400, 380] : [720, height]);

/** The head of an arrow, once in each drawing. */
export function heads(id) {
  return s(
    "defs",
    {},
    s(
      "marker",
      {
        id,
        viewBox: "0 0 10 8",
        refX: 8.5,
        refY: 4,
        markerWidth: 10,
        markerHeight: 8,
        markerUnits: "userSpaceOnUse",
        orient: "auto",
      },
      s("path", { class: "arrow-head", d: "M0 0L10 4L0 8L2 4z" }),
    ),
  );
}

/** The path of an arrow: bent if there is one back, a loop if it returns. */
export function arrow(from, to, isBent) {
  if (from === to) {
    const { x, y } = from;
    return `M${x - 9} ${y - RADIUS + 2}C${x - 34} ${y - RADIUS - 42} ${x + 34} ${y - RADIUS - 42} ${x + 10} ${y - RADIUS + 1}`;
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
  const [a, b] = [edge(from, middle, RADIUS), edge(to, middle, RADIUS + 2)];
  const round = (number) => Math.round(number * 10) / 10;
  return `M${round(a.x)} ${round(a.y)}Q${round(middle.x)} ${round(middle.y)} ${round(b.x)} ${round(b.y)}`;
}

/** Is there an arrow back, so that both must bend? */
export const isBent = (edges, [a, b]) => edges.some(([c, d]) => c === b && d === a);
