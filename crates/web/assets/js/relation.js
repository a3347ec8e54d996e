// Relation: any digraph as a game. Its structures, cogames and labels appear as one draws.

import { h, show, field, heading, later, reasons, segments, trouble, grouped } from "./dom.js";
import { post, newest } from "./api.js";
import { address, note } from "./router.js";
import { announce } from "./announce.js";
import { edgeList, layout, parse } from "./graph.js";
import { Paper } from "./relation/canvas.js";

const LISTED = 200; // Structures to step through.
const DRAWN = 300;
const EXAMPLES = [
  ["two ways out", "a b\nb a\nb c"],
  ["a cycle of three", "a b\nb c\nc a"],
  ["a cycle of four", "a b\nb c\nc d\nd a"],
  ["two pairs", "a b\nb a\nc d\nd c\nb c"],
  ["a heap, take 1 or 2", "6 5\n6 4\n5 4\n5 3\n4 3\n4 2\n3 2\n3 1\n2 1\n2 0\n1 0"],
];

export async function open(host, { text = EXAMPLES[0][1], places }) {
  const view = new Relation(host);
  view.load(text, places);
  return () => view.leave();
}

class Relation {
  constructor(host) {
    this.ask = newest();
    this.model = { names: [], edges: [], places: [], tool: "draw", labels: {} };
    this.solve = later(120, () => this.answer());
    this.keep = later(300, () =>
      note("relation", {
        text: edgeList(this.model),
        places: this.model.places.map(({ x, y }) => `${x}.${y}`).join(","),
      }),
    );
    this.text = h("textarea", {
      class: "code",
      rows: 8,
      spellcheck: "false",
      oninput: later(250, () => this.load(this.text.value)),
    });
    this.file = h("input", {
      type: "file",
      class: "heard",
      "aria-label": "Load a file",
      onchange: () => this.read(),
    });
    this.result = h("div", { class: "side" });
    this.paper = new Paper(this.model, (isNew) => this.changed(isNew), announce);
    show(
      host,
      heading(
        "Relation",
        "Any digraph is a game: a token moves along the arrows, and who cannot move loses.",
      ),
      h(
        "div",
        { class: "two" },
        h(
          "div",
          { class: "card" },
          h(
            "div",
            { class: "row apart" },
            segments(
              "Tool",
              [
                ["draw", "Draw"],
                ["move", "Move"],
                ["erase", "Erase"],
              ],
              "draw",
              (tool) => {
                this.model.tool = tool;
              },
            ),
            h(
              "div",
              { class: "row" },
              h("button", { type: "button", class: "quiet", onclick: () => this.arrange() }, "Arrange"),
              h("button", { type: "button", class: "quiet", onclick: () => this.load("") }, "Clear"),
            ),
          ),
          this.paper.svg,
          h(
            "p",
            { class: "small" },
            "Click to add a vertex, drag from one to another for an arrow; the same again removes it. Keys: N adds, Tab and Enter connect, Delete removes.",
          ),
        ),
        this.result,
      ),
      h(
        "div",
        { class: "even spaced" },
        h(
          "section",
          { class: "card" },
          field("As text: “a b” on a line for an arrow from a to b", this.text, "wide"),
          h(
            "p",
            { class: "row" },
            h("button", { type: "button", onclick: () => this.file.click() }, "Load a file"),
            this.file,
            h("span", { class: "small" }, "edge list, DOT, GraphML or digraph6"),
          ),
        ),
        h(
          "section",
          { class: "card" },
          h("h2", {}, "For example"),
          h(
            "div",
            { class: "chips" },
            EXAMPLES.map(([name, text]) => h("a", { href: address("relation", { text }) }, name)),
          ),
        ),
      ),
    );
  }

  leave() {
    this.solve.stop();
    this.keep.stop();
  }

  /** Takes over a graph that was typed; known vertices stay where they are. */
  load(text, places) {
    const graph = parse(text);
    const old = new Map(this.model.names.map((name, at) => [name, this.model.places[at]]));
    const fixed = places?.split(",").map((pair) => pair.split(".").map(Number));
    const laid = layout(graph, this.model.width, this.model.height);
    Object.assign(this.model, graph, {
      places: graph.names.map((name, at) =>
        fixed?.length === graph.names.length && graph.names.length
          ? this.paper.inside({ x: fixed[at][0], y: fixed[at][1] })
          : (old.get(name) ?? laid[at]),
      ),
      labels: {},
    });
    if (this.text.value !== text) this.text.value = text;
    this.paper.draw();
    this.solve();
    this.keep();
  }

  arrange() {
    this.model.places = layout(this.model, this.model.width, this.model.height);
    this.paper.draw();
    this.keep();
  }

  changed(isNew) {
    this.keep();
    if (!isNew) return;
    this.text.value = edgeList(this.model);
    this.model.labels = {};
    this.solve();
  }

  // A file may be in any of the formats: the server reads it, and the names and labels come back.
  async read() {
    const [file] = this.file.files;
    if (!file) return;
    const text = await file.text();
    const isList = !/digraph|<graphml|^&/m.test(text);
    if (isList) return this.load(text);
    try {
      const told = await post("graph", { text, list: LISTED });
      show(this.result, this.found(told));
    } catch (error) {
      show(this.result, h("section", { class: "card" }, trouble(error)));
    }
  }

  async answer() {
    const text = edgeList(this.model);
    if (!text)
      return show(
        this.result,
        h(
          "section",
          { class: "card" },
          h("p", { class: "note" }, "Draw something, and the answer appears here."),
        ),
      );
    try {
      const told = await this.ask((signal) => post("graph", { text, list: LISTED }, signal));
      if (!told) return;
      this.model.labels = told.labels ?? {};
      if (this.model.names.length <= DRAWN) this.paper.draw();
      show(this.result, this.found(told));
      announce(sentence(told));
    } catch (error) {
      show(this.result, h("section", { class: "card" }, trouble(error)));
    }
  }

  found(told) {
    const labels = Object.values(told.labels ?? {});
    const count = (label) => labels.filter((one) => one === label).length;
    return [
      h(
        "section",
        { class: "card" },
        h("h2", {}, sentence(told)),
        told.partial && h("p", { class: "note" }, "Only a part was computed."),
        h(
          "dl",
          { class: "facts" },
          h("dt", {}, "structures"),
          h("dd", {}, grouped(told.structures)),
          h("dt", {}, "cogames"),
          h("dd", {}, grouped(told.cogames)),
          h("dt", {}, "both"),
          h("dd", {}, grouped(told.both)),
          h("dt", {}, "in play"),
          h(
            "dd",
            {},
            h("span", { class: "tag win" }, `${count("win")} win`),
            " ",
            h("span", { class: "tag lose" }, `${count("lose")} lose`),
            " ",
            h("span", { class: "tag draw" }, `${count("draw")} draw`),
          ),
        ),
        reasons(told.reasons),
      ),
      told.list?.length > 0 && this.steps(told),
    ];
  }

  // One structure after the other, in colours on the paper.
  steps(told) {
    let at = -1;
    const says = h("p", { class: "note", role: "status" }, "The colours show who wins in play.");
    const step = (by) => {
      at = ((at + by + 1 + told.list.length + 1) % (told.list.length + 1)) - 1;
      const one = told.list[at];
      this.model.labels = one
        ? Object.fromEntries([
            ...one.winning.map((name) => [name, "win"]),
            ...one.losing.map((name) => [name, "lose"]),
          ])
        : told.labels;
      says.textContent = one
        ? `Structure ${at + 1} of ${told.list.length === Number(told.structures) ? told.structures : `${told.list.length} listed`}: ${one.losing.join(", ") || "nothing"} ${one.losing.length === 1 ? "loses" : "lose"}.`
        : "The colours show who wins in play.";
      this.paper.draw();
    };
    return h(
      "section",
      { class: "card" },
      h("h2", {}, "Step through the structures"),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", onclick: () => step(-1) }, "‹ Before"),
        h("button", { type: "button", onclick: () => step(1) }, "Next ›"),
      ),
      says,
    );
  }
}

function sentence(told) {
  if (told.structures === "0") return "No structure";
  return told.structures === "1" ? "One structure" : `${grouped(told.structures)} structures`;
}
