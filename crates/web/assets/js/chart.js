// Chart: the plane of a game with two numbers, as a map. Tiles, and the names and lines over them, come from the
// server.

import { h, show, grouped, later, trouble, meaning } from "./dom.js";
import { games, get, newest } from "./api.js";
import { go, note } from "./router.js";
import { begin } from "./rest.js";
import { announce } from "./announce.js";
import { factsOf } from "./chooser.js";
import { frame, legend } from "./chart/frame.js";
import { Plane } from "./chart/plane.js";
import { Tiles } from "./chart/tiles.js";
import { gestures } from "./chart/gestures.js";
import { paint } from "./chart/paint.js";
import { Overlay } from "./chart/overlay.js";
import { empty, reading } from "./chart/reading.js";

const SCALE = 8; // Pixels a position, at first.
const NEAR = 4; // The least scale of a linear axis after going to a position, so that it can be seen.

export async function open(host, parameters, signal) {
  const known = await games();
  const game = parameters.game ?? first(known).example.game;
  const told = await factsOf(game, known, signal);
  if (signal.aborted) return;
  const view = new Chart(host, { ...parameters, game }, known, told, signal);
  signal.addEventListener("abort", () => view.leave());
  view.resize();
}

// The default game: the map with the most to see.
const first = (known) => known.find((one) => one.has_sectors) ?? known.find((one) => one.charts);

const sound = (text, otherwise) => {
  const number = Number(text);
  return text !== undefined && Number.isFinite(number) && number >= 0 ? number : otherwise;
};

class Chart {
  constructor(host, { game, x, y, scale, tall, across, up, layer, beside, over = "" }, known, told, signal) {
    const { slices = false, numbers, has_sectors: hasSectors, has_value_charts: hasValues } = told;
    this.layers = [
      ["outcome", "Outcomes"],
      hasSectors && ["sectors", "Sectors"],
      hasValues && ["nim-values", "Nim-values"],
    ].filter(Boolean);
    const usual = hasSectors ? "sectors" : "outcome";
    this.source = {
      game,
      // Further numbers of a position are 0 at first.
      beside: beside?.trim() ?? Array(Math.max((numbers ?? 2) - 2, 0)).fill(0).join(","),
      layer: this.layers.some(([name]) => name === layer) ? layer : usual,
    };
    Object.assign(this, { slices, signal, isList: numbers === null });
    const wide = sound(scale, SCALE) || SCALE;
    this.plane = new Plane(
      { kind: across, at: sound(x, 0), scale: wide },
      { kind: up, at: sound(y, 0), scale: sound(tall, wide) || wide },
    );
    this.tiles = new Tiles(
      () => this.draw(),
      (error) => this.fail(error),
    );
    this.overlay = new Overlay(over, () => {
      legend(this);
      this.draw();
    });
    this.ask = newest();
    this.read = later(90, (cell) => this.point(cell));
    this.keep = later(250, () => note("chart", this.parameters()));
    frame(this, host, known);
    this.listen();
  }

  parameters() {
    const round = (number) => Math.round(number * 100) / 100;
    const { game, beside, layer } = this.source;
    const { across, up } = this.plane;
    const [scale, tall] = [across, up].map((axis) => Number(axis.scale.toPrecision(6)));
    const kind = (axis) => (axis.kind === "linear" ? "" : axis.kind);
    return {
      game,
      beside,
      x: round(across.at),
      y: round(up.at),
      scale,
      tall: tall === scale ? "" : tall,
      across: kind(across),
      up: kind(up),
      layer: this.layers.length > 1 ? layer : "",
      over: this.overlay.written,
    };
  }

  listen() {
    gestures(this.canvas, {
      pan: (dx, dy) => {
        this.plane.pan(dx, dy);
        this.draw();
      },
      zoom: (...at) => this.zoom(...at),
      home: () => this.home(),
      hover: (px, py) => this.hover(this.plane.cell(px, py)),
      out: () => this.hover(null),
      click: (px, py) => this.pin(this.plane.cell(px, py)),
      cursor: (dx, dy) => this.cursor(dx, dy),
      enter: () => this.play(),
    });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.canvas);
    this.repaint = () => this.draw();
    addEventListener("themechange", this.repaint);
  }

  leave() {
    this.tiles.stop();
    this.read.stop();
    this.keep.stop();
    this.overlay.stop();
    this.ask(() => undefined);
    cancelAnimationFrame(this.frame);
    this.drawn?.();
    this.observer.disconnect();
    removeEventListener("themechange", this.repaint);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = devicePixelRatio || 1;
    if (!width) return;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    this.plane.resize(width, height);
    this.draw();
  }

  home() {
    for (const axis of [this.plane.across, this.plane.up]) axis.setScale(SCALE);
    this.plane.centre(0, 0);
    this.draw();
  }

  zoom(px, py, factor) {
    this.plane.zoomAt(px, py, factor);
    this.draw();
  }

  zoomBy(factor) {
    this.zoom(this.plane.width / 2, this.plane.height / 2, factor);
  }

  /** Stretches one of the axes around its start in sight. */
  stretch(axis, factor) {
    axis.zoomAt(axis.margin, factor);
    this.draw();
  }

  bend(axis, kind) {
    axis.become(kind);
    this.draw();
  }

  layer(name) {
    this.source = { ...this.source, layer: name };
    legend(this);
    this.draw();
  }

  draw() {
    if (this.frame) return;
    this.drawn = begin();
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const places = paint(this.canvas, this.plane, this.tiles, this);
      this.tiles.want(this.source, places);
      this.overlay.want(this.source, this.plane);
      this.busy.hidden = !this.tiles.isBusy;
      this.holes(this.tiles.haveHoles(this.source, places));
      if (!this.pinned && !this.marked && this.tiles.areBlank(this.source, places)) this.wonder();
      this.keep();
      this.drawn();
    });
  }

  // If some cell in sight has no position, the legend explains how it looks.
  holes(hasHoles) {
    if (!hasHoles || this.hasHoles) return;
    this.hasHoles = true;
    legend(this);
  }

  // A reason is shown once, however many tiles have it.
  fail(error) {
    if (this.failed === error.message) return;
    this.failed = error.message;
    const again = () => {
      this.failed = null;
      show(this.problem);
      this.tiles.forgive();
      this.draw();
    };
    show(this.problem, trouble(error), h("p", h("button", { onclick: again }, "Try again")));
  }

  // Nothing is there at all: a position in the middle says why.
  wonder() {
    if (this.hasWondered) return;
    this.hasWondered = true;
    this.point(this.plane.middle);
  }

  hover(cell) {
    if (String(cell) === String(this.marked ?? null)) return;
    this.marked = cell;
    this.draw();
    if (cell) return this.read(cell);
    this.read.stop();
    if (this.pinned) this.point(this.pinned);
  }

  pin(cell) {
    this.pinned = cell;
    this.draw();
    if (cell) this.point(cell);
    else show(this.reading, empty());
  }

  cursor(dx, dy) {
    const [x, y] = this.pinned ?? this.plane.middle;
    const cell = [Math.max(x + dx, 0), Math.max(y + dy, 0)];
    if (!this.plane.isInside(cell)) this.plane.centre(...cell);
    this.marked = null;
    this.pinned = cell;
    this.draw();
    this.read(cell);
  }

  jump([x, y]) {
    for (const axis of [this.plane.across, this.plane.up])
      if (axis.kind === "linear") axis.setScale(Math.max(axis.scale, NEAR));
    this.plane.centre(x + 0.5, y + 0.5);
    this.marked = null;
    this.pin([x, y]);
  }

  /** The position of a cell, as it is typed. */
  place(cell) {
    return [...cell, this.source.beside].filter((part) => part !== "").join(",");
  }

  play() {
    if (this.pinned) go("play", { game: this.source.game, start: this.place(this.pinned) });
  }

  async point([x, y]) {
    const { game, beside } = this.source;
    // What is far away takes a while; until then the panel says which position is meant.
    const title = () => h("h2.spot", this.place([x, y]).split(",").map(grouped).join(", "));
    const slow = setTimeout(() => show(this.reading, title(), h("p.note", "computing …")), 400);
    try {
      const told = await this.ask((signal) => get("point", { game, x, y, ...(beside && { beside }) }, signal));
      if (!told) return;
      show(this.reading, reading(game, this.place([x, y]), told, this.source.layer));
      announce(`${x}, ${y}: ${meaning(told)}${told.sector ? `, sector ${told.sector}` : ""}`);
    } catch (error) {
      show(this.reading, title(), trouble(error));
    } finally {
      clearTimeout(slow);
    }
  }
}
