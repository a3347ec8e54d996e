// Relation: any digraph as a game. Its structures, cogames and labels are updated while the user draws.

import { h, show, card, counted, field, fileInput, heading, later, segments, trouble } from "./dom.js";
import { post, newest } from "./api.js";
import { address, note } from "./router.js";
import { announce } from "./announce.js";
import { edgeList, parse, plainNames } from "./graph.js";
import { layout } from "./layout.js";
import { keepPicture, standalone } from "./picture.js";
import { Paper } from "./relation/canvas.js";
import { findings, sentence } from "./relation/findings.js";

const LISTED = 200; // Structures to step through.
const DRAWN = 300; // More vertices are counted, not drawn.
const LINKED = 6000; // A longer text does not go into the address.
const TOOLS = [
  ["draw", "Draw"],
  ["move", "Move"],
  ["erase", "Erase"],
];
const EXAMPLES = [
  ["two ways out", "a b\nb a\nb c"],
  ["a cycle of three", "a b\nb c\nc a"],
  ["a cycle of four", "a b\nb c\nc d\nd a"],
  ["two pairs", "a b\nb a\nc d\nd c\nb c"],
  ["a heap, take 1 or 2", "6 5\n6 4\n5 4\n5 3\n4 3\n4 2\n3 2\n3 1\n2 1\n2 0\n1 0"],
];

export async function open(host, { text = EXAMPLES[0][1], places }, signal) {
  const view = new Relation(host);
  signal.addEventListener("abort", () => view.leave());
  view.load(text, places);
}

class Relation {
  constructor(host) {
    this.ask = newest();
    this.model = { names: [], edges: [], places: [], tool: "draw", labels: {} };
    this.soon = later(120, () => this.answer());
    this.keep = later(300, () => this.remember());
    this.retype = later(250, () => this.load(this.text.value));
    this.text = h("textarea.code", { rows: 8, spellcheck: "false", oninput: this.retype });
    this.file = fileInput((file) => this.read(file));
    this.table = h("div"); // The way to a game on this digraph.
    this.large = h("p.waiting.large", { hidden: true });
    this.result = h("div.side");
    this.paper = new Paper(this.model, (isNew) => this.changed(isNew), announce);
    show(
      host,
      heading("Relation", "Any digraph is a game: a token moves along the arrows, and the player who cannot move loses."),
      h(
        "div.two",
        h(
          "div.card",
          h(
            "div.row.apart",
            segments("Tool", TOOLS, "draw", (tool) => Object.assign(this.model, { tool })),
            h(
              "div.row",
              h("button.quiet", { onclick: () => this.arrange() }, "Arrange"),
              h("button.quiet", { onclick: () => this.load("") }, "Clear"),
            ),
          ),
          this.paper.svg,
          this.large,
          h(
            "p.small",
            "Click to add a vertex, drag from one to another for an arrow; the same again removes it. Keys: N adds, Tab and Enter connect, Delete removes.",
          ),
          h("div.row.apart", keepPicture("relation", () => standalone(this.paper.svg)), this.table),
        ),
        this.result,
      ),
      h(
        "div.even.spaced",
        card(
          null,
          field("As text: “a b” on a line for an arrow from a to b", this.text, "wide"),
          h(
            "p.row",
            h("button", { onclick: () => this.file.click() }, "Load a file"),
            this.file,
            h("span.small", "edge list, DOT, GraphML, digraph6 or APX"),
          ),
        ),
        card(
          "For example",
          h("div.chips", EXAMPLES.map(([name, text]) => h("a", { href: address("relation", { text }) }, name))),
        ),
      ),
    );
  }

  leave() {
    for (const one of [this.soon, this.keep, this.retype]) one.stop();
    this.ask(() => undefined);
  }

  // Until the answer arrives, the results shown are about another drawing.
  solve() {
    show(this.table);
    this.result.inert = true;
    this.soon();
  }

  found(...what) {
    show(this.result, what);
    this.result.inert = false;
  }

  /** Takes over a graph that was typed; known vertices stay where they are. */
  load(text, places) {
    if (this.text.value !== text) this.text.value = text;
    const graph = parse(text);
    if (graph.names.length > DRAWN) return this.count(text, graph.names.length, graph.edges.length);
    return this.take(graph, places);
  }

  // Puts a graph on the paper.
  take(graph, places) {
    const known = new Map(this.model.names.map((name, at) => [name, this.model.places[at]]));
    // A few new vertices are placed beside the others; for many the whole layout is made again.
    const isOther = graph.names.filter((name) => known.has(name)).length < graph.names.length / 2;
    const old = isOther ? new Map() : known;
    const fixed = places?.split(",").map((pair) => pair.split(".").map(Number));
    const isFixed = graph.names.length > 0 && fixed?.length === graph.names.length;
    const laid = layout(graph, this.model.width, this.model.height);
    const place = (name, at) =>
      isFixed && fixed[at].every(Number.isFinite) && fixed[at].length === 2
        ? this.paper.inside({ x: fixed[at][0], y: fixed[at][1] })
        : (old.get(name) ?? laid[at]);
    Object.assign(this.model, graph, { places: graph.names.map(place), labels: {} });
    this.counted = null;
    this.large.hidden = true;
    this.paper.svg.toggleAttribute("hidden", false);
    this.paper.draw();
    this.solve();
    this.keep();
  }

  // A graph that is too large to draw: only its counts are shown.
  count(text, vertices, arrows) {
    this.counted = text;
    Object.assign(this.model, { names: [], edges: [], places: [], labels: {} });
    this.paper.draw();
    this.paper.svg.toggleAttribute("hidden", true);
    this.large.hidden = false;
    this.large.textContent = `${counted(vertices, "vertex", "vertices")} and ${counted(arrows, "arrow")}: too many to draw. The counts are shown beside it.`;
    this.solve();
  }

  remember() {
    const text = this.counted ?? edgeList(this.model);
    if (text.length > LINKED) return;
    note("relation", { text, places: this.model.places.map(({ x, y }) => `${x}.${y}`).join(",") });
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

  // A file may be in any of the formats: the server reads it and sends its arrows.
  async read(file) {
    const text = await file.text();
    try {
      const told = await this.ask((signal) => post("graph", { text }, signal));
      if (!told) return;
      if (!told.drawing) {
        this.text.value = "";
        return this.count(text, told.vertices, told.edges);
      }
      const graph = plainNames({ names: told.drawing.names, edges: told.drawing.arrows });
      this.model.names = [];
      this.text.value = edgeList(graph);
      this.take(graph);
      announce(`${file.name}: ${counted(graph.names.length, "vertex", "vertices")}`);
    } catch (error) {
      this.found(card(null, trouble(error)));
    }
  }

  async answer() {
    const text = this.counted ?? edgeList(this.model);
    const say = (what) => this.found(card(null, what));
    if (!text) return say(h("p.note", "Draw something, and the answer appears here."));
    try {
      const told = await this.ask((signal) => post("graph", { text, list: this.counted ? 0 : LISTED }, signal));
      if (!told) return;
      this.label(told.labels ?? {});
      show(
        this.table,
        told.game && !this.counted && h("a.button", { href: address("play", { game: told.game }) }, "Play on it"),
      );
      this.found(findings(told, this.counted ? null : (labels) => this.label(labels)));
      announce(sentence(told));
    } catch (error) {
      say(trouble(error));
    }
  }

  // Colours the vertices: win, lose, draw.
  label(labels) {
    if (this.counted) return;
    this.model.labels = labels;
    this.paper.draw();
  }
}
