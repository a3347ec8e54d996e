// Painting the window: tiles (coarser ones until the right one is there), a grid when positions are
// large, the axes, and the place that is read.

import { colour, grouped } from "../dom.js";
import { BELOW, TILE } from "./plane.js";
import { axisNames, over } from "./overlay.js";
import { Tiles } from "./tiles.js";

export function paint(canvas, plane, tiles, { source, overlay, marked, pinned }) {
  const ratio = devicePixelRatio || 1;
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colour("--code");
  context.fillRect(0, 0, plane.width, plane.height);
  context.imageSmoothingEnabled = [plane.across, plane.up].some((axis) => axis.scale < 2 ** axis.zoom);
  const places = plane.tiles();
  for (const place of places) tile(context, plane, tiles, source, place, ratio);
  grid(context, plane);
  over(context, plane, overlay);
  for (const [cell, style] of [
    [marked, "--mark"],
    [pinned, "--pin"],
  ])
    if (cell) frame(context, plane, cell, colour(style));
  axes(context, plane);
  axisNames(context, plane, overlay, BELOW);
  return places;
}

function tile(context, plane, tiles, source, place, ratio) {
  const snap = (number) => Math.round(number * ratio) / ratio;
  const ends = (axis, { tile, span }) => [tile, tile + 1].map((one) => axis.pixelOf(one * span));
  const [left, right] = ends(plane.across, place.across).map(snap);
  const [bottom, top] = ends(plane.up, place.up).map((pixel) => snap(plane.height - pixel));
  const box = [left, top, right - left, bottom - top];
  const own = tiles.get(Tiles.key(source, place));
  if (own?.hasHoles) hollow(context, box);
  if (own?.image) return context.drawImage(own.image, ...box);
  coarser(context, tiles, source, place, box);
  finer(context, tiles, source, place, box);
  if (own?.error) hatch(context, box);
  return undefined;
}

// Where a tile is transparent there is no position: a background of its own, and fine lines.
function hollow(context, box) {
  const side = 8;
  const cloth = document.createElement("canvas");
  Object.assign(cloth, { width: side, height: side });
  const thread = cloth.getContext("2d");
  thread.fillStyle = colour("--hollow");
  thread.fillRect(0, 0, side, side);
  thread.strokeStyle = colour("--hollow-line");
  thread.lineWidth = 1.5;
  for (const by of [-side, 0, side]) {
    thread.moveTo(by - 1, side + 1);
    thread.lineTo(by + side + 1, -1);
  }
  thread.stroke();
  context.fillStyle = context.createPattern(cloth, "repeat");
  context.fillRect(...box);
}

// A tile of a coarser zoom that holds this one.
function coarser(context, tiles, source, place, box) {
  for (let up = 1; up <= 5; up++) {
    const part = 2 ** up;
    const above = ({ kind, tile, zoom }) => ({ kind, tile: Math.floor(tile / part), zoom: zoom - up });
    const parent = { across: above(place.across), up: above(place.up) };
    const image = tiles.get(Tiles.key(source, parent))?.image;
    if (!image) continue;
    const size = TILE / part;
    const column = place.across.tile - parent.across.tile * part;
    const row = part - 1 - (place.up.tile - parent.up.tile * part);
    return context.drawImage(image, column * size, row * size, size, size, ...box);
  }
  return undefined;
}

// The four tiles of the next finer zoom, as far as they are there.
function finer(context, tiles, source, place, [left, top, width, height]) {
  for (const [a, b] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ]) {
    const below = ({ kind, tile, zoom }, half) => ({ kind, tile: 2 * tile + half, zoom: zoom + 1 });
    const child = { across: below(place.across, a), up: below(place.up, b) };
    const image = tiles.get(Tiles.key(source, child))?.image;
    if (image)
      context.drawImage(image, left + (a * width) / 2, top + ((1 - b) * height) / 2, width / 2, height / 2);
  }
}

// Tiles that the server refused are hatched.
function hatch(context, [left, top, width, height]) {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.strokeStyle = colour("--edge");
  context.globalAlpha = 0.5;
  context.lineWidth = 1;
  context.beginPath();
  for (let at = -height; at < width; at += 12) {
    context.moveTo(left + at, top + height);
    context.lineTo(left + at + height, top);
  }
  context.stroke();
  context.restore();
}

// Lines between positions that are large, which on some axes only the first ones are.
const LARGE = 14;

function grid(context, plane) {
  context.strokeStyle = "rgb(128 128 128 / 0.28)";
  context.lineWidth = 1;
  context.beginPath();
  const lines = (axis, stroke) => {
    const last = axis.number(axis.length);
    for (let n = Math.max(Math.floor(axis.number(0)), 0); n <= last && axis.room(n) >= LARGE; n++)
      stroke(Math.round(axis.pixel(n)) + 0.5);
  };
  lines(plane.across, (px) => {
    context.moveTo(px, 0);
    context.lineTo(px, plane.height);
  });
  lines(plane.up, (pixel) => {
    context.moveTo(0, plane.height - pixel);
    context.lineTo(plane.width, plane.height - pixel);
  });
  context.stroke();
}

const SMALLEST = 7; // A frame around a position is at least this wide and high.

function frame(context, plane, [x, y], style) {
  const [left, top, width, height] = plane.box(x, y);
  const [wide, high] = [width, height].map((side) => Math.max(side, SMALLEST));
  for (const [line, one] of [
    [5.5, "rgb(255 255 255 / 0.9)"],
    [2.5, style],
  ]) {
    Object.assign(context, { strokeStyle: one, lineWidth: line });
    context.strokeRect(left - (wide - width) / 2, top - (high - height) / 2, wide, high);
  }
}

function axes(context, plane) {
  const { across, up } = plane;
  context.font = "12px system-ui, sans-serif";
  const wide = (number) => context.measureText(grouped(number)).width;
  plane.beside = Math.ceil(wide(Math.ceil(up.number(up.length)))) + 14;
  context.fillStyle = colour("--card");
  context.fillRect(0, plane.height - BELOW, plane.width, BELOW);
  context.fillRect(0, 0, plane.beside, plane.height - BELOW);
  context.fillStyle = colour("--faint");
  // Marks are in the middle of large positions.
  const half = (axis, number) => (axis.room(number) >= 6 ? 0.5 : 0);
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const x of across.marks(Math.max(80, wide(Math.ceil(across.number(across.length))) + 26))) {
    const px = across.pixel(x + half(across, x));
    // The end of the axis has its name.
    if (px > plane.width - 64 - wide(x) / 2) continue;
    context.fillText(grouped(x), px, plane.height - BELOW / 2);
  }
  context.textAlign = "right";
  for (const y of up.marks(46)) {
    const py = plane.height - up.pixel(y + half(up, y));
    if (py >= 26 && py < plane.height - BELOW - 3) context.fillText(grouped(y), plane.beside - 6, py);
  }
}
