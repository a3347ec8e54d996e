// The plane of positions and the window that looks at it. `x` and `y` are the position in the middle,
// `scale` is the side of a position in pixels; y grows upwards.

export const TILE = 256;
export const BELOW = 22; // Room for the axis below, in pixels; `beside` is that of the other one.
export const [LEAST, MOST] = [-6, 6]; // The zooms that tiles have.

export class Plane {
  constructor({ x = 0, y = 0, scale = 1 }) {
    Object.assign(this, { x, y, scale, width: 1, height: 1, beside: 46 });
    this.scale = Math.min(Math.max(scale, 2 ** LEAST), 2 ** MOST);
    this.keepIn();
  }

  /** The zoom of the tiles that fit this scale. */
  get zoom() {
    return Math.min(Math.max(Math.round(Math.log2(this.scale)), LEAST), MOST);
  }

  /** Where a position's lower left corner is on the canvas. */
  toScreen(x, y) {
    return [(x - this.x) * this.scale + this.width / 2, this.height / 2 - (y - this.y) * this.scale];
  }

  /** Which point of the plane a pixel shows. */
  toPlane(px, py) {
    return [(px - this.width / 2) / this.scale + this.x, (this.height / 2 - py) / this.scale + this.y];
  }

  /** The position under a pixel, or null outside. */
  cell(px, py) {
    const [x, y] = this.toPlane(px, py).map(Math.floor);
    return x >= 0 && y >= 0 ? [x, y] : null;
  }

  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
    this.keepIn();
  }

  /** Zooms by a factor, so that the point under the pixel stays where it is. */
  zoomAt(px, py, factor) {
    const [x, y] = this.toPlane(px, py);
    this.scale = Math.min(Math.max(this.scale * factor, 2 ** LEAST), 2 ** MOST);
    const [nx, ny] = this.toPlane(px, py);
    this.x += x - nx;
    this.y += y - ny;
    this.keepIn();
  }

  /** Puts a point into the middle, as far as there is a plane around it. */
  centre(x, y) {
    Object.assign(this, { x, y });
    this.keepIn();
  }

  /** Is this position in sight, and not at the rim? */
  isInside([x, y]) {
    const [px, py] = this.toScreen(x + 0.5, y + 0.5);
    return px > this.beside + 4 && py > 10 && px < this.width - 10 && py < this.height - BELOW - 8;
  }

  /** Beyond the axes there is nothing: the origin stays in the corner. */
  keepIn() {
    this.x = Math.max(this.x, (this.width / 2 - this.beside) / this.scale, 0);
    this.y = Math.max(this.y, (this.height / 2 - BELOW) / this.scale, 0);
  }

  /** The tiles that are in sight, the nearest to the middle first. */
  tiles() {
    const zoom = this.zoom;
    const span = TILE * 2 ** -zoom;
    const [x0, y0] = this.toPlane(0, this.height);
    const [x1, y1] = this.toPlane(this.width, 0);
    const found = [];
    for (let y = Math.max(Math.floor(y0 / span), 0); y * span < y1; y++) {
      for (let x = Math.max(Math.floor(x0 / span), 0); x * span < x1; x++) found.push({ x, y, zoom, span });
    }
    const far = (tile) => Math.hypot((tile.x + 0.5) * span - this.x, (tile.y + 0.5) * span - this.y);
    return found.sort((a, b) => far(a) - far(b));
  }

  /** A step for the marks of an axis: 1, 2 or 5 times a power of ten, at least `pixels` wide. */
  step(pixels) {
    const least = pixels / this.scale;
    const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
    return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= least) ?? 10 * power;
  }
}
