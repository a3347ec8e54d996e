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
  context.imageSmoothingEnabled = plane.scale < 2 ** plane.zoom;
  const places = plane.tiles();
  for (const place of places) tile(context, plane, tiles, source, place, ratio);
  if (plane.scale >= 14) grid(context, plane);
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
  const [left, bottom] = plane.toScreen(place.x * place.span, place.y * place.span);
  const side = place.span * plane.scale;
  const snap = (number) => Math.round(number * ratio) / ratio;
  const box = [
    snap(left),
    snap(bottom - side),
    snap(left + side) - snap(left),
    snap(bottom) - snap(bottom - side),
  ];
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
    const parent = { x: Math.floor(place.x / part), y: Math.floor(place.y / part), zoom: place.zoom - up };
    const image = tiles.get(Tiles.key(source, parent))?.image;
    if (!image) continue;
    const size = TILE / part;
    const row = part - 1 - (place.y - parent.y * part);
    return context.drawImage(image, (place.x - parent.x * part) * size, row * size, size, size, ...box);
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
    const child = { x: 2 * place.x + a, y: 2 * place.y + b, zoom: place.zoom + 1 };
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

function grid(context, plane) {
  context.strokeStyle = "rgb(128 128 128 / 0.28)";
  context.lineWidth = 1;
  context.beginPath();
  const [x0, y0] = plane.toPlane(0, plane.height).map((number) => Math.max(Math.floor(number), 0));
  const [x1, y1] = plane.toPlane(plane.width, 0);
  for (let x = x0; x <= x1; x++) {
    const [px] = plane.toScreen(x, 0);
    context.moveTo(Math.round(px) + 0.5, 0);
    context.lineTo(Math.round(px) + 0.5, plane.height);
  }
  for (let y = y0; y <= y1; y++) {
    const [, py] = plane.toScreen(0, y);
    context.moveTo(0, Math.round(py) + 0.5);
    context.lineTo(plane.width, Math.round(py) + 0.5);
  }
  context.stroke();
}

function frame(context, plane, [x, y], style) {
  const [left, bottom] = plane.toScreen(x, y);
  const side = Math.max(plane.scale, 7);
  const shift = (side - plane.scale) / 2;
  for (const [width, one] of [
    [5.5, "rgb(255 255 255 / 0.9)"],
    [2.5, style],
  ]) {
    Object.assign(context, { strokeStyle: one, lineWidth: width });
    context.strokeRect(left - shift, bottom - plane.scale - shift, side, side);
  }
}

function axes(context, plane) {
  context.font = "12px system-ui, sans-serif";
  const [, top] = plane.toPlane(0, 0);
  plane.beside = Math.max(46, Math.ceil(context.measureText(grouped(Math.ceil(top))).width) + 14);
  context.fillStyle = colour("--card");
  context.fillRect(0, plane.height - BELOW, plane.width, BELOW);
  context.fillRect(0, 0, plane.beside, plane.height - BELOW);
  context.fillStyle = colour("--faint");
  const half = plane.scale >= 6 ? 0.5 : 0; // Marks are in the middle of large positions.
  const [right] = plane.toPlane(plane.width, 0);
  const stepX = plane.step(Math.max(80, context.measureText(grouped(Math.ceil(right))).width + 26));
  context.textAlign = "center";
  context.textBaseline = "middle";
  const [x0, y0] = plane.toPlane(plane.beside, plane.height - BELOW);
  for (let x = Math.max(Math.ceil(x0 / stepX), 0) * stepX; ; x += stepX) {
    const [px] = plane.toScreen(x + half, 0);
    // The end of the axis has its name.
    if (px > plane.width - 64 - context.measureText(grouped(x)).width / 2) break;
    context.fillText(grouped(x), px, plane.height - BELOW / 2);
  }
  const stepY = plane.step(46);
  context.textAlign = "right";
  for (let y = Math.max(Math.ceil(y0 / stepY), 0) * stepY; ; y += stepY) {
    const [, py] = plane.toScreen(0, y + half);
    if (py < 26) break;
    if (py < plane.height - BELOW - 3) context.fillText(grouped(y), plane.beside - 6, py);
  }
}
