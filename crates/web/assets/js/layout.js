// Places the vertices of a digraph: springs within each connected part, the parts side by side, and
// at the end no two vertices on one another. Always the same for a graph.

import { radius } from "./graph.js";

const MARGIN = 40;
const ROUNDS = 200;

/** Places in a box of this size, in pixels. */
export function layout(graph, width, height) {
  const count = graph.names.length;
  if (!count) return [];
  const places = Array(count);
  const boxes = parts(graph).map((part) => springs(part, graph.edges));
  pack(boxes, width / height);
  for (const { part, at, shift } of boxes)
    part.forEach((vertex, index) => {
      places[vertex] = { x: at[index].x + shift.x, y: at[index].y + shift.y };
    });
  const fitted = fit(places, width, height);
  spread(fitted, 2 * radius(count) + 10, width, height);
  return fitted.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
}

// The connected parts, the largest first.
function parts({ names, edges }) {
  const near = names.map(() => []);
  for (const [a, b] of edges) {
    near[a].push(b);
    near[b].push(a);
  }
  const seen = new Set();
  const found = [];
  names.forEach((_, start) => {
    if (seen.has(start)) return;
    const part = [start];
    seen.add(start);
    for (const at of part)
      for (const next of near[at])
        if (!seen.has(next)) {
          seen.add(next);
          part.push(next);
        }
    found.push(part);
  });
  return found.sort((a, b) => b.length - a.length);
}

// One part, with arrows about as long as 1: all vertices repel each other, arrows pull.
function springs(part, edges) {
  const index = new Map(part.map((vertex, at) => [vertex, at]));
  const count = part.length;
  const own = edges.filter(([a, b]) => a !== b && index.has(a)).map(([a, b]) => [index.get(a), index.get(b)]);
  const round = Math.max(count / (2 * Math.PI), 0.5);
  const at = part.map((_, which) => {
    const angle = (2 * Math.PI * which) / count - Math.PI / 2;
    return { x: round * Math.cos(angle) * (1 + 0.01 * which), y: round * Math.sin(angle) };
  });
  const rounds = count > 150 ? 80 : ROUNDS;
  for (let turn = 0; count > 1 && turn < rounds; turn++) {
    const force = at.map(() => ({ x: 0, y: 0 }));
    for (let a = 0; a < count; a++) for (let b = 0; b < a; b++) push(at, force, a, b, (far) => 1 / far);
    for (const [a, b] of own) push(at, force, a, b, (far) => -far * far);
    const heat = 0.12 * round * (1 - turn / rounds) + 0.01;
    at.forEach((place, which) => {
      const size = Math.hypot(force[which].x, force[which].y) || 1;
      place.x += (force[which].x / size) * Math.min(size, heat);
      place.y += (force[which].y / size) * Math.min(size, heat);
    });
  }
  return { part, at, ...extent(at) };
}

function push(at, force, a, b, strength) {
  const [dx, dy] = [at[a].x - at[b].x, at[a].y - at[b].y];
  const far = Math.max(Math.hypot(dx, dy), 0.01);
  const by = strength(far) / far;
  force[a].x += dx * by;
  force[a].y += dy * by;
  force[b].x -= dx * by;
  force[b].y -= dy * by;
}

function extent(at) {
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, wide: Math.max(...xs) - left, high: Math.max(...ys) - top };
}

// Lays the parts in rows, about as wide as the sheet is beside its height.
function pack(boxes, ratio) {
  const gap = 1.1;
  const area = boxes.reduce((sum, { wide, high }) => sum + (wide + gap) * (high + gap), 0);
  const room = Math.max(Math.sqrt(area * ratio), ...boxes.map(({ wide }) => wide + gap));
  let [x, y, row] = [0, 0, 0];
  for (const box of boxes) {
    if (x > 0 && x + box.wide + gap > room + 0.01) [x, y, row] = [0, y + row, 0];
    box.shift = { x: x - box.left, y: y - box.top };
    x += box.wide + gap;
    row = Math.max(row, box.high + gap);
  }
}

// Fills the sheet; one direction is stretched a little where that helps.
function fit(places, width, height) {
  const { left, top, wide, high } = extent(places);
  const across = (width - 2 * MARGIN) / Math.max(wide, 0.5);
  const down = (height - 2 * MARGIN) / Math.max(high, 0.5);
  const scale = (own, other) => Math.min(own, 1.5 * other, 160);
  return places.map(({ x, y }) => ({
    x: width / 2 + (x - left - wide / 2) * scale(across, down),
    y: height / 2 + (y - top - high / 2) * scale(down, across),
  }));
}

// Moves vertices apart that are nearer than this, and keeps them on the sheet.
function spread(places, least, width, height) {
  const within = (at, size) => Math.min(Math.max(at, least / 2), size - least / 2);
  for (let round = 0; round < 60; round++) {
    let isMoved = false;
    for (let a = 0; a < places.length; a++) {
      for (let b = 0; b < a; b++) {
        const [p, q] = [places[a], places[b]];
        const [dx, dy] = [p.x - q.x || 0.1 * (a - b), p.y - q.y || 0.1];
        const far = Math.hypot(dx, dy);
        if (far >= least) continue;
        isMoved = true;
        const by = (least - far) / 2 / far;
        [p.x, p.y] = [within(p.x + dx * by, width), within(p.y + dy * by, height)];
        [q.x, q.y] = [within(q.x - dx * by, width), within(q.y - dy * by, height)];
      }
    }
    if (!isMoved) return;
  }
}
