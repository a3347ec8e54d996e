// Chart: the plane of a game with two numbers, as a map. Tiles come from the server.

import {
  h,
  show,
  field,
  heading,
  later,
  letter,
  MEANING,
  reasons,
  segments,
  trouble,
  grouped,
} from "./dom.js";
import { games, get, newest, written } from "./api.js";
import { address, go, note } from "./router.js";
import { announce } from "./announce.js";
import { chooser } from "./chooser.js";
import { Plane } from "./chart/plane.js";
import { Tiles } from "./chart/tiles.js";
import { gestures } from "./chart/gestures.js";
import { paint } from "./chart/paint.js";

const LEGEND = [
  ["P", "the mover loses"],
  ["N", "the mover wins"],
  ["L", "Left wins"],
  ["R", "Right wins"],
  ["D", "a draw"],
];
const SCALE = 8; // Pixels a position, at first.

export async function open(host, parameters) {
  const known = await games();
  const view = new Chart(host, parameters, known);
  view.resize();
  return () => view.leave();
}

class Chart {
  constructor(host, { game = "nimrod", x, y, scale, layer }, known) {
    this.game = game;
    this.isNimrod = /^nimrod(:1)?$/.test(game) || /^\s*game\s+nimrod/m.test(game);
    this.layer = layer ?? (this.isNimrod ? "sectors" : "outcome");
    this.plane = new Plane({ x: Number(x ?? 0), y: Number(y ?? 0), scale: Number(scale) || SCALE });
    this.isNew = x === undefined;
    this.tiles = new Tiles(
      () => this.draw(),
      (error) => this.fail(error),
    );
    this.ask = newest();
    this.read = later(90, (cell) => this.point(cell));
    this.keep = later(250, () => note("chart", this.parameters()));
    this.build(host, known);
  }

  parameters() {
    const round = (number) => Math.round(number * 100) / 100;
    return {
      game: this.game,
      x: round(this.plane.x),
      y: round(this.plane.y),
      scale: round(this.plane.scale * 100) / 100,
      layer: this.isNimrod ? this.layer : "",
    };
  }

  build(host, known) {
    this.canvas = h("canvas", {
      tabindex: 0,
      role: "application",
      "aria-label":
        "Map of the positions. Arrows pan, plus and minus zoom, Shift with the arrows reads position by position, Enter plays.",
    });
    this.busy = h("span", { class: "small map-busy", hidden: true }, "computing …");
    this.reading = h(
      "div",
      { class: "reading" },
      h("p", { class: "note" }, "Point at a position to read it."),
    );
    this.problem = h("div", {});
    this.goto = [0, 1].map((at) =>
      h("input", {
        type: "number",
        min: 0,
        "aria-label": at ? "Go to second number" : "Go to first number",
        class: "code",
      }),
    );
    const layers =
      this.isNimrod &&
      segments(
        "Layer",
        [
          ["outcome", "Outcomes"],
          ["sectors", "Sectors"],
        ],
        this.layer,
        (layer) => {
          this.layer = layer;
          this.draw();
        },
      );
    const zoom = (factor) => () => this.zoom(this.plane.width / 2, this.plane.height / 2, factor);
    show(
      host,
      heading("Chart", "Every position of a game with two numbers, coloured by who wins."),
      chooser({
        games: known,
        filter: (game) => game.charts,
        game: this.game,
        position: null,
        chosen: (game) => go("chart", { game }),
      }),
      h(
        "div",
        { class: "two map-frame" },
        h(
          "div",
          { class: "map" },
          this.canvas,
          this.busy,
          h(
            "div",
            { class: "map-zoom" },
            h("button", { type: "button", "aria-label": "Zoom in", onclick: zoom(2) }, "+"),
            h("button", { type: "button", "aria-label": "Zoom out", onclick: zoom(0.5) }, "−"),
            h(
              "button",
              { type: "button", "aria-label": "Back to the start", onclick: () => this.home() },
              "⌂",
            ),
          ),
        ),
        h(
          "div",
          { class: "side" },
          h("section", { class: "card", "aria-label": "Reading" }, this.problem, this.reading),
          h(
            "section",
            { class: "card" },
            layers && h("div", { class: "row layers" }, layers),
            legend(this.isNimrod),
            h(
              "form",
              {
                class: "row goto",
                onsubmit: (event) => {
                  event.preventDefault();
                  this.jump();
                },
              },
              field("Go to", this.goto[0], "short"),
              field("and", this.goto[1], "short"),
              h("button", {}, "Go"),
            ),
          ),
        ),
      ),
    );
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
    this.observer.disconnect();
    removeEventListener("themechange", this.repaint);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = devicePixelRatio || 1;
    if (!width) return;
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    const isFirst = this.plane.width === 1;
    Object.assign(this.plane, { width, height });
    if (isFirst && this.isNew) Object.assign(this.plane, { x: 0, y: 0 });
    this.plane.keepIn();
    this.draw();
  }

  home() {
    Object.assign(this.plane, { x: 0, y: 0, scale: SCALE });
    this.plane.keepIn();
    this.draw();
  }

  zoom(px, py, factor) {
    this.plane.zoomAt(px, py, factor);
    this.draw();
  }

  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const places = paint(this.canvas, this.plane, this.tiles, this);
      this.tiles.want(this.game, this.layer, places);
      this.busy.hidden = !this.tiles.isBusy;
      this.keep();
    });
  }

  fail(error) {
    show(this.problem, trouble(error));
  }

  hover(cell) {
    if (String(cell) === String(this.marked ?? null)) return;
    this.marked = cell;
    this.draw();
    if (cell) this.read(cell);
    else {
      this.read.stop();
      if (this.pinned) this.point(this.pinned);
    }
  }

  pin(cell) {
    this.pinned = cell;
    this.draw();
    if (cell) this.point(cell);
  }

  cursor(dx, dy) {
    const [x, y] = this.pinned ?? [Math.floor(this.plane.x), Math.floor(this.plane.y)];
    const cell = [Math.max(x + dx, 0), Math.max(y + dy, 0)];
    const [px, py] = this.plane.toScreen(cell[0] + 0.5, cell[1] + 0.5);
    if (px < 50 || py < 10 || px > this.plane.width - 10 || py > this.plane.height - 30)
      this.plane.centre(...cell);
    this.marked = null;
    this.pinned = cell;
    this.draw();
    this.read(cell);
  }

  jump() {
    const [x, y] = this.goto.map((input) => Math.max(Math.floor(Number(input.value)), 0));
    this.plane.centre(x + 0.5, y + 0.5);
    this.pin([x, y]);
  }

  play() {
    if (this.pinned) go("play", { game: this.game, start: this.pinned.join(",") });
  }

  async point([x, y]) {
    try {
      const told = await this.ask((signal) => get("point", { game: this.game, x, y }, signal));
      if (!told) return;
      show(this.problem);
      show(this.reading, reading(this.game, x, y, told));
      announce(`${x}, ${y}: ${MEANING[told.outcome]}${told.sector ? `, sector ${told.sector}` : ""}`);
    } catch (error) {
      show(
        this.reading,
        h("h2", {}, `${grouped(x)}, ${grouped(y)}`),
        h("p", { class: "note" }, error.message),
      );
    }
  }
}

function reading(game, x, y, told) {
  const moves = (told.winning_moves ?? []).map(written);
  return [
    h("h2", { class: "spot" }, letter(told.outcome), ` ${grouped(x)}, ${grouped(y)}`),
    h("p", { class: "note" }, MEANING[told.outcome]),
    h(
      "dl",
      { class: "facts" },
      told.sector && [h("dt", {}, "sector"), h("dd", {}, told.sector)],
      told.value && [h("dt", {}, "value"), h("dd", {}, h("code", {}, told.value))],
      moves.length > 0 && [
        h("dt", {}, moves.length > 1 ? "moves" : "move"),
        h(
          "dd",
          {},
          moves.slice(0, 4).map((move) => h("code", {}, `→ ${move} `)),
          moves.length > 4 && `and ${moves.length - 4} more`,
        ),
      ],
    ),
    reasons((told.reasons ?? []).slice(0, 3)),
    h(
      "p",
      {},
      h("a", { class: "button", href: address("play", { game, start: `${x},${y}` }) }, "Play from here"),
    ),
  ];
}

function legend(isNimrod) {
  return h(
    "ul",
    { class: "legend" },
    LEGEND.map(([outcome, text]) => h("li", {}, h("span", { class: `swatch ${outcome}` }), text)),
    isNimrod && h("li", {}, h("span", { class: "swatch core" }), "where the core begins"),
  );
}
