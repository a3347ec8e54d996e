// Draws over the tiles: the boundary of the core as a line, the names of the sectors, the names
// of the axes. It is requested again when the window stops moving; until then the old one moves along.

import { colour, later } from "../dom.js";
import { get, newest } from "../api.js";

const PARTS = { names: "names of the sectors", core: "where the core begins" };
const FARTHEST = 2 ** 52; // Beyond this the window is not asked for.

export class Overlay {
  /** `hidden` names the parts that are switched off, as the address has them: `-names`. */
  constructor(hidden, changed) {
    this.off = new Set(Object.keys(PARTS).filter((key) => hidden.includes(`-${key}`)));
    this.changed = changed;
    this.told = null;
    this.ask = newest();
    this.fetch = later(140, (source, window) => this.load(source, window));
  }

  get written() {
    return [...this.off].map((key) => `-${key}`).join("");
  }

  shows(key) {
    return !this.off.has(key);
  }

  turn(key, isOn) {
    isOn ? this.off.delete(key) : this.off.add(key);
    this.changed();
  }

  /** The parts that this game has. */
  parts() {
    const has = { names: this.told?.kinds?.length > 0, core: Array.isArray(this.told?.boundary) };
    return Object.entries(PARTS).filter(([key]) => has[key]);
  }

  /** Sets the window that is in sight. */
  want(source, plane) {
    const [x0, y0] = plane.toPlane(0, plane.height).map((at) => Math.max(Math.floor(at), 0));
    const [x1, y1] = plane.toPlane(plane.width, 0).map((at) => Math.max(Math.ceil(at), 1));
    const window = { x0, x1, y0, y1 };
    const key = JSON.stringify([source.game, source.beside, window]);
    if (key === this.key || Math.max(x1, y1) > FARTHEST) return;
    this.key = key;
    this.fetch(source, window);
  }

  async load({ game, beside }, window) {
    try {
      const told = await this.ask((signal) =>
        get("overlay", { game, ...window, ...(beside && { beside }) }, signal),
      );
      if (!told) return;
      this.told = told;
      this.changed();
    } catch {
      // The map works without it; the tiles report what is wrong with the game.
    }
  }

  stop() {
    this.fetch.stop();
    this.ask(() => undefined);
  }
}

/** Strokes the boundary and writes the names. */
export function over(context, plane, overlay) {
  const told = overlay.told;
  if (!told) return;
  if (overlay.shows("core") && told.boundary?.length > 1) boundary(context, plane, told.boundary);
  if (overlay.shows("names")) names(context, plane, told.regions ?? []);
}

function boundary(context, plane, points) {
  context.beginPath();
  points.forEach(([x, y], at) => context[at ? "lineTo" : "moveTo"](...plane.toScreen(x, y)));
  context.lineJoin = "round";
  for (const [width, style] of [
    [5, "rgb(255 255 255 / 0.85)"],
    [2.2, "#d64933"],
  ]) {
    Object.assign(context, { lineWidth: width, strokeStyle: style });
    context.stroke();
  }
}

// The widest come first; a name that would touch another one is left out.
function names(context, plane, regions) {
  context.font = "600 14px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  const taken = [];
  for (const { name, x, y, width } of regions) {
    const [px, py] = plane.toScreen(x, y);
    const half = context.measureText(name).width / 2 + 5;
    if (plane.across.pixel(x + width / 2) - plane.across.pixel(x - width / 2) < half) continue;
    if (px < plane.beside + half || px > plane.width - half || py < 12 || py > plane.height - 34) continue;
    if (taken.some(([a, b, far]) => Math.abs(a - px) < far + half && Math.abs(b - py) < 20)) continue;
    taken.push([px, py, half]);
    Object.assign(context, { lineWidth: 4, strokeStyle: "rgb(255 255 255 / 0.9)", fillStyle: "#22262c" });
    context.strokeText(name, px, py);
    context.fillText(name, px, py);
  }
}

/** The names of the axes, at their ends. */
export function axisNames(context, plane, overlay, below) {
  const [across, up] = overlay.told?.axes ?? [];
  if (!across || !up) return;
  context.font = "600 12px system-ui, sans-serif";
  const chip = (text, x, y, align) => {
    const width = context.measureText(text).width + 10;
    context.fillStyle = colour("--card");
    context.fillRect(align === "right" ? x - width : x, y - 9, width, 18);
    context.fillStyle = colour("--ink");
    context.textAlign = align;
    context.fillText(text, align === "right" ? x - 5 : x + 5, y);
  };
  context.textBaseline = "middle";
  chip(`${across} →`, plane.width, plane.height - below / 2, "right");
  chip(`${up} ↑`, 0, 10, "left");
}
