// Fetches tiles: a few at a time, the nearest first, cached while there is room. Tiles out of sight are not requested
// any more. A busy server is asked again later; a refusal is kept as a tile without a picture.

import { raw, isAborted } from "../api.js";
import { during } from "../rest.js";
import { TILE } from "./plane.js";

const AT_ONCE = 4;
const KEPT = 240;
const PATIENCE = 40; // How often a tile is requested again: far away the server continues where it stopped.

export class Tiles {
  constructor(changed, failed) {
    Object.assign(this, { changed, failed, kept: new Map(), asked: new Map(), wanted: [] });
  }

  static key({ game, layer, beside }, { across, up }) {
    const sides = [across, up].map(({ kind, zoom, tile }) => `${kind}/${zoom}/${tile}`);
    return `${layer}/${sides.join("/")}/${beside}/${game}`;
  }

  /** The picture of a tile, if it is there. */
  get(key) {
    const tile = this.kept.get(key);
    if (tile) {
      this.kept.delete(key);
      this.kept.set(key, tile);
    }
    return tile;
  }

  /** Sets the tiles that are in sight; others are dropped from the queue. */
  want(source, places) {
    const list = places.map((place) => ({ source, place, key: Tiles.key(source, place) }));
    const keys = new Set(list.map((one) => one.key));
    for (const [key, control] of this.asked)
      if (!keys.has(key)) {
        control.abort();
        this.asked.delete(key);
      }
    this.wanted = list.filter((one) => !this.kept.has(one.key) && !this.asked.has(one.key));
    this.fetchNext();
  }

  fetchNext() {
    while (this.asked.size < AT_ONCE && this.wanted.length) this.load(this.wanted.shift());
  }

  load(one) {
    return during(() => this.fetch(one));
  }

  async fetch({ source: { game, layer, beside }, place, key }) {
    const control = new AbortController();
    this.asked.set(key, control);
    try {
      const { across, up } = place;
      const asked = {
        ...{ game, x: across.tile, y: up.tile, zoom: across.zoom, layer },
        ...(up.zoom !== across.zoom && { zoom_up: up.zoom }),
        ...(across.kind !== "linear" && { across: across.kind }),
        ...(up.kind !== "linear" && { up: up.kind }),
        ...(beside && { beside }),
      };
      const response = await raw("tile", asked, control.signal, PATIENCE);
      const isExact = response.headers.get("X-Exact") !== "false";
      const image = await createImageBitmap(await response.blob());
      this.keep(key, { image, isExact, ...holes(image) });
    } catch (error) {
      if (isAborted(error)) return;
      this.keep(key, { image: null, error });
      this.failed(error);
    } finally {
      if (this.asked.get(key) === control) this.asked.delete(key);
    }
    this.changed();
    this.fetchNext();
  }

  keep(key, tile) {
    this.kept.set(key, tile);
    for (const [old, one] of this.kept) {
      if (this.kept.size <= KEPT) break;
      one.image?.close();
      this.kept.delete(old);
    }
  }

  /** Is there no position at all in these tiles, as far as they are known? */
  areBlank(source, places) {
    return places.length > 0 && places.every((place) => this.kept.get(Tiles.key(source, place))?.isBlank);
  }

  /** Do these tiles have pixels without a position? */
  haveHoles(source, places) {
    return places.some((place) => this.kept.get(Tiles.key(source, place))?.hasHoles);
  }

  /** Forgets failed tiles, so that they are requested again. */
  forgive() {
    for (const [key, tile] of this.kept) if (tile.error) this.kept.delete(key);
  }

  /** Are requests pending? */
  get isBusy() {
    return this.asked.size + this.wanted.length > 0;
  }

  stop() {
    this.wanted = [];
    for (const control of this.asked.values()) control.abort();
  }
}

// Pixels without a position are transparent. A copy shows whether there are such, and others.
const glass = document.createElement("canvas");
Object.assign(glass, { width: TILE, height: TILE });

function holes(image) {
  const context = glass.getContext("2d", { willReadFrequently: true });
  context.clearRect(0, 0, TILE, TILE);
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, TILE, TILE);
  let count = 0;
  for (let at = 3; at < data.length; at += 4) count += data[at] === 0 ? 1 : 0;
  return { hasHoles: count > 0, isBlank: count === TILE * TILE };
}
