// Drawing a digraph by hand. A click on the paper adds a vertex; a drag from one vertex to another
// draws an arrow, and the same drag again takes it away; with the tool "move" a drag moves a vertex.
// By keys: N adds, the arrows move a vertex, Enter on one and then on another connects, Delete removes.

import { s } from "../dom.js";
import { keys } from "../keys.js";
import { arrow, heads, isBent, leads, radius, sheet } from "../graph.js";

const STEP = 16;

/** `model` has names, edges, places, tool, labels; `changed()` is called after every change, `say(text)` announces something to screen readers. */
export class Paper {
  constructor(model, changed, say) {
    [model.width, model.height] = sheet(480);
    Object.assign(this, { model, changed, say, from: null, focus: null });
    this.svg = s("svg.digraph.paper", {
      viewBox: `0 0 ${model.width} ${model.height}`,
      role: "application",
      tabindex: 0,
      "aria-label": "Drawing. N adds a vertex; Tab goes from vertex to vertex.",
    });
    this.listen();
    this.draw();
  }

  // Many vertices are small ones.
  get r() {
    return radius(this.model.names.length);
  }

  listen() {
    const { svg } = this;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => {
      this.held = null;
      this.draw();
    });
    keys(svg, {
      n: () => this.add(this.free()),
      N: () => this.add(this.free()),
      Escape: () => {
        this.from = null;
        this.draw();
      },
    });
  }

  place(event) {
    const box = this.svg.getBoundingClientRect();
    return {
      x: Math.round(((event.clientX - box.left) / box.width) * this.model.width),
      y: Math.round(((event.clientY - box.top) / box.height) * this.model.height),
    };
  }

  at({ x, y }) {
    const found = this.model.places.findIndex((place) => Math.hypot(place.x - x, place.y - y) <= this.r + 4);
    return found < 0 ? null : found;
  }

  press(event) {
    if (event.button !== 0) return;
    const place = this.place(event);
    this.held = { vertex: this.at(place), start: place, now: place };
    this.svg.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  drag(event) {
    if (!this.held) return;
    this.held.now = this.place(event);
    if (this.model.tool === "move" && this.held.vertex !== null)
      this.model.places[this.held.vertex] = this.inside(this.held.now);
    this.draw();
  }

  release(event) {
    const { held, model } = this;
    this.held = null;
    if (!held) return;
    const end = this.place(event);
    const target = this.at(end);
    const isClick = Math.hypot(end.x - held.start.x, end.y - held.start.y) < 6;
    if (model.tool === "erase") return this.erase(held.start, held.vertex);
    if (model.tool === "move") return held.vertex === null ? undefined : this.changed(false);
    if (held.vertex === null) return isClick ? this.add(end) : this.draw();
    if (isClick) return this.connectBy(held.vertex);
    if (target !== null) return this.toggle(held.vertex, target);
    return this.draw();
  }

  // A click on a vertex, then on another, draws an arrow too: for those who cannot drag.
  connectBy(vertex) {
    if (this.from === null) {
      this.from = vertex;
      this.say(`From ${this.model.names[vertex]}: choose where the arrow goes`);
      return this.draw();
    }
    const from = this.from;
    this.from = null;
    return this.toggle(from, vertex);
  }

  add(place) {
    const name = fresh(this.model.names);
    this.model.names.push(name);
    this.model.places.push(this.inside(place));
    this.from = null;
    this.focus = this.model.names.length - 1;
    this.say(`Vertex ${name}`);
    this.changed(true);
    this.draw();
  }

  inside({ x, y }) {
    const within = (at, size) => Math.min(Math.max(at, this.r + 2), size - this.r - 2);
    return { x: within(x, this.model.width), y: within(y, this.model.height) };
  }

  // A free place for a vertex that was added by the keyboard.
  free() {
    const { places, width, height } = this.model;
    let best = { x: width / 2, y: height / 2, far: -1 };
    for (let x = 60; x < width; x += 60) {
      for (let y = 60; y < height; y += 60) {
        const far =
          Math.min(...places.map((place) => Math.hypot(place.x - x, place.y - y)), 140) -
          Math.hypot(x - width / 2, y - height / 2) / 50;
        if (far > best.far) best = { x, y, far };
      }
    }
    return best;
  }

  toggle(a, b) {
    const { edges, names } = this.model;
    const at = edges.findIndex(([c, d]) => c === a && d === b);
    at < 0 ? edges.push([a, b]) : edges.splice(at, 1);
    this.say(`${at < 0 ? "Arrow" : "No arrow"} from ${names[a]} to ${names[b]}`);
    this.focus = b;
    this.changed(true);
    this.draw();
  }

  erase(place, vertex) {
    const { model } = this;
    if (vertex !== null) return this.remove(vertex);
    const near = (path) => {
      const long = path.getTotalLength();
      for (let t = 0; t <= 24; t++) {
        const p = path.getPointAtLength((long * t) / 24);
        if (Math.hypot(p.x - place.x, p.y - place.y) < 11) return true;
      }
      return false;
    };
    const at = [...this.svg.querySelectorAll("path.arrow")].findIndex(near);
    if (at < 0) return undefined;
    model.edges.splice(at, 1);
    this.changed(true);
    return this.draw();
  }

  remove(vertex) {
    const { model } = this;
    this.say(`Vertex ${model.names[vertex]} removed`);
    model.names.splice(vertex, 1);
    model.places.splice(vertex, 1);
    const lower = (at) => (at > vertex ? at - 1 : at);
    model.edges = model.edges.filter((edge) => !edge.includes(vertex)).map(([a, b]) => [lower(a), lower(b)]);
    this.from = null;
    this.focus = model.names.length ? Math.min(vertex, model.names.length - 1) : null;
    this.changed(true);
    this.draw();
  }

  draw() {
    const { model, svg } = this;
    const had = svg.contains(document.activeElement);
    const line =
      this.held &&
      this.held.vertex !== null &&
      model.tool === "draw" &&
      Math.hypot(this.held.now.x - this.held.start.x, this.held.now.y - this.held.start.y) >= 6;
    const vertices = model.names.map((name, at) => this.vertex(name, at));
    svg.classList.toggle("many", this.r < 21);
    svg.classList.toggle("tiny", this.r < 12);
    svg.replaceChildren(
      heads("paper-head", this.r < 16 ? 7 : 10),
      ...model.edges.map((edge) =>
        s("path.arrow", {
          d: arrow(model.places[edge[0]], model.places[edge[1]], isBent(model.edges, edge), this.r),
          "marker-end": "url(#paper-head)",
        }),
      ),
      ...(line
        ? [
            s("path.rubber", {
              d: `M${model.places[this.held.vertex].x} ${model.places[this.held.vertex].y}L${this.held.now.x} ${this.held.now.y}`,
            }),
          ]
        : []),
      ...vertices,
    );
    if (had && this.focus !== null) vertices[this.focus]?.focus({ preventScroll: true });
  }

  vertex(name, at) {
    const { model } = this;
    const { x, y } = model.places[at];
    const label = model.labels?.[name];
    const room = this.r < 16 ? 3 : 5;
    const group = s(
      "g",
      {
        class: `vertex ${label ?? ""} ${this.from === at ? "from" : ""}`,
        transform: `translate(${x} ${y})`,
        tabindex: 0,
        role: "button",
        "aria-label": `${name}${label ? `, ${label}` : ""}, ${leads(model, at)}`,
        onfocus: () => {
          this.focus = at;
        },
      },
      s("circle", { r: this.r }),
      s("text", name.length > room ? `${name.slice(0, room - 1)}…` : name),
      s("title", name),
    );
    const move = (dx, dy) => () => {
      model.places[at] = this.inside({ x: x + dx, y: y + dy });
      this.focus = at;
      this.changed(false);
      this.draw();
    };
    keys(group, {
      Enter: () => this.connectBy(at),
      Space: () => this.connectBy(at),
      Delete: () => this.remove(at),
      Backspace: () => this.remove(at),
      ArrowLeft: move(-STEP, 0),
      ArrowRight: move(STEP, 0),
      ArrowUp: move(0, -STEP),
      ArrowDown: move(0, STEP),
    });
    return group;
  }
}

// The next name that is free: a, b, …, z, a1, …
function fresh(names) {
  for (let at = 0; ; at++) {
    const name = String.fromCharCode(97 + (at % 26)) + (at >= 26 ? Math.floor(at / 26) : "");
    if (!names.includes(name)) return name;
  }
}
