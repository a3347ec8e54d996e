// An axis of the map. The number n takes the room from place(n) to place(n + 1); `scale` is the pixels of a unit of
// places, `middle` is the place in the middle of the window. The server draws tiles by the same places.

const OCTAVE = 32; // Units from a power of two to the next on a logarithmic axis.

// Beyond 0 there is nothing, but pixels there need a point.
const SCALES = {
  linear: { place: (n) => n, number: (u) => u, least: -6 },
  sqrt: { place: (n) => (n < 0 ? n : Math.sqrt(n)), number: (u) => (u < 0 ? u : u * u), least: -3 },
  log: {
    place: (n) => (n < 0 ? n : OCTAVE * Math.log2(n + 1)),
    number: (u) => (u < 0 ? u : 2 ** (u / OCTAVE) - 1),
    least: -3,
  },
};

const MOST = 6;

export class Axis {
  constructor({ kind = "linear", at = 0, scale = 1 }) {
    Object.assign(this, { kind: SCALES[kind] ? kind : "linear", scale: 1, length: 1, margin: 0 });
    this.middle = this.place(at);
    this.setScale(scale);
  }

  place(number) {
    return SCALES[this.kind].place(number);
  }

  /** The point of the axis, as a number, at a pixel. */
  number(pixel) {
    return SCALES[this.kind].number((pixel - this.length / 2) / this.scale + this.middle);
  }

  /** The pixel of a number; the number's room begins there. */
  pixel(number) {
    return this.pixelOf(this.place(number));
  }

  pixelOf(place) {
    return (place - this.middle) * this.scale + this.length / 2;
  }

  /** The pixels of a number's room. */
  room(number) {
    return (this.place(number + 1) - this.place(number)) * this.scale;
  }

  /** The number in the middle of the window. */
  get at() {
    return SCALES[this.kind].number(this.middle);
  }

  /** The zoom of the tiles that fit the scale. */
  get zoom() {
    return Math.min(Math.max(Math.round(Math.log2(this.scale)), SCALES[this.kind].least), MOST);
  }

  setScale(scale) {
    this.scale = Math.min(Math.max(scale, 2 ** SCALES[this.kind].least), 2 ** MOST);
  }

  /** Zooms by a factor, so that the point under the pixel stays where it is. */
  zoomAt(pixel, factor) {
    const place = (pixel - this.length / 2) / this.scale + this.middle;
    this.setScale(this.scale * factor);
    this.middle = place - (pixel - this.length / 2) / this.scale;
    this.keepIn();
  }

  centre(number) {
    this.middle = this.place(number);
    this.keepIn();
  }

  /** Before 0 there is nothing: the origin stays at the start. */
  keepIn() {
    this.middle = Math.max(this.middle, (this.length / 2 - this.margin) / this.scale, 0);
  }

  /** Draws the axis in another way, with the same numbers in sight as far as possible. */
  become(kind) {
    const [first, last] = [Math.max(this.number(this.margin), 0), this.number(this.length)];
    this.kind = kind;
    this.setScale((this.length - this.margin) / (this.place(last) - this.place(first)));
    this.middle = this.place(first) + (this.length / 2 - this.margin) / this.scale;
    this.keepIn();
  }

  /** The tiles in sight along this axis: their numbers, and the places where they begin and end. */
  tiles(side) {
    const { zoom } = this;
    const span = side * 2 ** -zoom;
    const [low, high] = [0, this.length].map((pixel) => (pixel - this.length / 2) / this.scale + this.middle);
    const found = [];
    for (let tile = Math.max(Math.floor(low / span), 0); tile * span < high; tile++)
      found.push({ tile, zoom, span, kind: this.kind });
    return found;
  }

  /** Round numbers in sight for marks, at least `pixels` apart. */
  marks(pixels) {
    const [first, last] = [Math.max(Math.ceil(this.number(this.margin)), 0), this.number(this.length)];
    if (this.kind === "linear") return multiples(roundStep(pixels / this.scale), first, last);
    // Where the window is narrow the axis is nearly linear, and steps make better marks than powers.
    const isNarrow = first > 0 && last / first < 4;
    const candidates = isNarrow ? multiples(roundStep((last - first) / 20), first, last) : powers(first, last);
    const found = [];
    for (const number of candidates) {
      const here = this.pixel(number);
      if (found.every((other) => Math.abs(this.pixel(other) - here) >= pixels)) found.push(number);
    }
    return found.sort((a, b) => a - b);
  }
}

/** 1, 2 or 5 times a power of ten, at least as large as this. */
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= least) ?? 10 * power;
}

function multiples(step, first, last) {
  const found = [];
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) found.push(at);
  return found;
}

// 0, then the rounder ones first.
function powers(first, last) {
  const found = first === 0 ? [0] : [];
  for (const digit of [1, 5, 2, 3, 4, 6, 7, 8, 9])
    for (let power = 1; digit * power <= last; power *= 10) if (digit * power >= first) found.push(digit * power);
  return found;
}
