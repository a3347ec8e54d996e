// The tiles: fetched few at a time, the nearest first, kept while there is room. What is out of sight
// is not asked for any more.

import { raw, isAborted } from "../api.js";

const AT_ONCE = 4;
const KEPT = 240;

export class Tiles {
  constructor(changed, failed) {
    Object.assign(this, { changed, failed, kept: new Map(), asked: new Map(), wanted: [] });
  }

  static key(game, layer, { x, y, zoom }) {
    return `${layer}/${zoom}/${x}/${y}/${game}`;
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

  /** Says which tiles are in sight; others are dropped from the queue. */
  want(game, layer, places) {
    const list = places.map((place) => ({ game, layer, place, key: Tiles.key(game, layer, place) }));
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
    while (this.asked.size < AT_ONCE && this.wanted.length) this.fetch(this.wanted.shift());
  }

  async fetch({ game, layer, place, key }) {
    const control = new AbortController();
    this.asked.set(key, control);
    try {
      const { x, y, zoom } = place;
      const response = await raw("tile", { game, x, y, zoom, layer }, control.signal);
      const isExact = response.headers.get("X-Exact") !== "false";
      this.keep(key, { image: await createImageBitmap(await response.blob()), isExact });
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

  /** Is something still to come? */
  get isBusy() {
    return this.asked.size + this.wanted.length > 0;
  }

  stop() {
    this.wanted = [];
    for (const control of this.asked.values()) control.abort();
  }
}
