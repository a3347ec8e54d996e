// The plane of positions and the window that looks at it, through an axis across and an axis upwards.

import { Axis } from "./axis.js";

export const TILE = 256;
export const BELOW = 22; // Room for the axis below, in pixels; the margin of `across` is that of the other one.
const BESIDE = 46;

export class Plane {
  /** `across` and `up` are the two axes as in Axis. */
  constructor(across, up) {
    Object.assign(this, { across: new Axis(across), up: new Axis(up), width: 1, height: 1 });
    this.across.margin = BESIDE;
    this.up.margin = BELOW;
    this.resize(1, 1);
  }

  resize(width, height) {
    Object.assign(this, { width, height });
    this.across.length = width;
    this.up.length = height;
    this.keepIn();
  }

  /** Room for the axis at the left, in pixels. */
  get beside() {
    return this.across.margin;
  }

  set beside(pixels) {
    this.across.margin = Math.max(BESIDE, pixels);
  }

  /** Where a position's lower left corner is on the canvas. */
  toScreen(x, y) {
    return [this.across.pixel(x), this.height - this.up.pixel(y)];
  }

  /** Which point of the plane a pixel shows. */
  toPlane(px, py) {
    return [this.across.number(px), this.up.number(this.height - py)];
  }

  /** The box of a position on the canvas: left, top, width and height. */
  box(x, y) {
    const [left, bottom] = this.toScreen(x, y);
    const [right, top] = this.toScreen(x + 1, y + 1);
    return [left, top, right - left, bottom - top];
  }

  /** The position under a pixel, or null outside. */
  cell(px, py) {
    const [x, y] = this.toPlane(px, py).map(Math.floor);
    return x >= 0 && y >= 0 ? [x, y] : null;
  }

  /** The position in the middle. */
  get middle() {
    return [this.across.at, this.up.at].map(Math.floor);
  }

  pan(dx, dy) {
    this.across.middle -= dx / this.across.scale;
    this.up.middle += dy / this.up.scale;
    this.keepIn();
  }

  /** Zooms by a factor, so that the point under the pixel stays where it is. */
  zoomAt(px, py, factor) {
    this.across.zoomAt(px, factor);
    this.up.zoomAt(this.height - py, factor);
  }

  /** Puts a point into the middle, as far as there is a plane around it. */
  centre(x, y) {
    this.across.centre(x);
    this.up.centre(y);
  }

  /** Is this position in sight, and not at the rim? */
  isInside([x, y]) {
    const [px, py] = this.toScreen(x + 0.5, y + 0.5);
    return px > this.beside + 4 && py > 10 && px < this.width - 10 && py < this.height - BELOW - 8;
  }

  keepIn() {
    this.across.keepIn();
    this.up.keepIn();
  }

  /** The tiles that are in sight, the nearest to the middle first. */
  tiles() {
    const columns = this.across.tiles(TILE);
    const found = this.up.tiles(TILE).flatMap((up) => columns.map((across) => ({ across, up })));
    const off = ({ tile, span }, axis) => ((tile + 0.5) * span - axis.middle) * axis.scale;
    const far = ({ across, up }) => Math.hypot(off(across, this.across), off(up, this.up));
    return found.sort((a, b) => far(a) - far(b));
  }
}
