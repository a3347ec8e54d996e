// The frame of the map: the fields above it, the buttons on it, and the panels beside it.

import { h, show, choice, field, grouped, heading, segments } from "../dom.js";
import { go } from "../router.js";
import { chooser } from "../chooser.js";
import { keepPicture } from "../picture.js";
import { prover } from "../prover.js";
import { empty } from "./reading.js";

/** Builds the view, and leaves what changes in `chart`. */
export function frame(chart, host, known) {
  const { game, beside, layer } = chart.source;
  chart.canvas = h("canvas", {
    tabindex: 0,
    role: "application",
    "aria-label":
      "Map of the positions. Arrows pan, plus and minus zoom, Shift with the arrows reads position by position, Enter plays.",
  });
  chart.busy = h("span.small.map-busy", { hidden: true }, "computing …");
  chart.reading = h("div.reading", empty());
  chart.problem = h("div", { role: "status" });
  chart.legend = h("div");
  const beyond =
    (chart.slices || beside) &&
    h("input.code", { value: beside, placeholder: "nothing", inputmode: "numeric" });
  const layers =
    chart.layers.length > 1 && segments("Layer", chart.layers, layer, (name) => chart.layer(name));
  const button = (label, text, onclick) => h("button", { "aria-label": label, onclick }, text);
  show(
    host,
    heading("Chart", "Every position of a game with two numbers, coloured by who wins."),
    chooser({
      games: known,
      filter: (one) => one.charts,
      game,
      position: null,
      chosen: (name) => go("chart", { game: name, beside: name === game && beyond ? beyond.value : "" }),
      extra: beyond && field("Further numbers, such as 3 or 3,5", beyond, "beside"),
    }),
    h(
      "div.two.map-frame",
      h(
        "div.map",
        chart.canvas,
        chart.busy,
        h(
          "div.map-zoom",
          button("Zoom in", "+", () => chart.zoomBy(2)),
          button("Zoom out", "−", () => chart.zoomBy(0.5)),
          button("Back to the start", "⌂", () => chart.home()),
        ),
      ),
      h(
        "div.side",
        h(
          "section.card",
          { "aria-label": "What is shown" },
          layers && h("div.row.layers", layers),
          chart.legend,
          axes(chart),
          jump(chart),
          keepPicture("chart", async () => (await import("./export.js")).mapDrawing(chart)),
        ),
        h("section.card.reading-card", { "aria-label": "Reading" }, chart.problem, chart.reading),
        prover(() => game, { heaps: chart.isList ? 2 : null, signal: chart.signal }),
      ),
    ),
  );
  legend(chart);
}

const AXES = [
  ["linear", "linear"],
  ["sqrt", "square roots"],
  ["log", "logarithms"],
];

// How the axes are drawn, each with a stretch of its own.
function axes(chart) {
  const row = (label, axis) => {
    const button = (text, word, factor) =>
      h("button", { "aria-label": word, title: word, onclick: () => chart.stretch(axis, factor) }, text);
    return h(
      "div.row.axis",
      field(label, choice(AXES, axis.kind, (kind) => chart.bend(axis, kind))),
      button("−", `Shrink the axis ${label.toLowerCase()}`, 0.5),
      button("+", `Stretch the axis ${label.toLowerCase()}`, 2),
    );
  };
  return h("div.axes", row("Across", chart.plane.across), row("Upwards", chart.plane.up));
}

function jump(chart) {
  const numbers = ["first", "second"].map((which) =>
    h("input.code", {
      inputmode: "numeric",
      // As it is written here: 10 000 or 10000. Two numbers are not one.
      pattern: "\\s*([0-9]*|[0-9]{1,3}(\\s[0-9]{3})+)\\s*",
      title: "a whole number, such as 10000 or 10 000",
      "aria-label": `Go to ${which} number`,
    }),
  );
  const submit = () => {
    const cell = numbers.map((input) => Number(input.value.replace(/\s/g, "") || 0));
    if (cell.every(Number.isSafeInteger)) return chart.jump(cell);
    numbers[0].setCustomValidity("a whole number below 2^53");
    numbers[0].reportValidity();
    return numbers[0].setCustomValidity("");
  };
  return h(
    "form.row.goto",
    { onsubmit: submit },
    field("Go to", numbers[0]),
    field("and", numbers[1]),
    h("button", "Go"),
  );
}

const MEANS = {
  P: "the player to move loses",
  N: "the player to move wins",
  L: "Left wins",
  R: "Right wins",
  D: "a draw if Left begins, or if Right begins, or both",
};

/** What the colours mean, and the overlays that can be switched. */
export function legend(chart) {
  const { overlay, source } = chart;
  const told = overlay.told;
  const isTinted = source.layer === "sectors" && told?.kinds?.length > 0;
  const values = source.layer === "nim-values" ? (told?.nim_values ?? []) : [];
  const swatch = (colour) => h("span.swatch", { vars: { background: colour } });
  const row = (sign, text) => h("li", sign, text);
  show(
    chart.legend,
    h(
      "ul.legend",
      values.map(({ value, colour }) => row(swatch(colour), value ? grouped(value) : `0: ${MEANS.P}`)),
      values.length === 0 &&
        (told?.outcomes ?? ["P", "N"]).map((one) => row(h("span", { class: `swatch ${one}` }), MEANS[one])),
      chart.hasHoles && row(h("span.swatch.none"), "no position"),
    ),
    isTinted &&
      h(
        "ul.legend.tints",
        { "aria-label": "Sectors" },
        told.kinds.map(({ name, colour, meaning }) =>
          row(swatch(colour), [h("strong", name), meaning ? ` ${meaning}` : ""]),
        ),
      ),
    h("div.switches", overlay.parts().map(([key, text]) => toggle(overlay, key, text))),
  );
}

function toggle(overlay, key, text) {
  const box = h("input", {
    type: "checkbox",
    checked: overlay.shows(key),
    onchange: () => overlay.turn(key, box.checked),
  });
  return h("label.check", box, key === "core" && h("span.swatch.core"), text);
}
