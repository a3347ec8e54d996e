// Sequence: the terms of a game of one heap as a strip and a grid, their period and its certificate,
// the neighbours, and files to keep.

import {
  h, show, card, chips, choice, field, folded, grouped, heading, partial, reasons, region, standing, trouble, typing,
} from "./dom.js";
import { games, post, isAborted } from "./api.js";
import { address, go, note } from "./router.js";
import { announce } from "./announce.js";
import { keys } from "./keys.js";
import { chooser, factsOf } from "./chooser.js";
import { files } from "./sequence/files.js";
import { paint } from "./sequence/grid.js";
import { visit } from "./sequence/neighbours.js";
import { prover } from "./prover.js";
import { DRAWN, sentence, termsOf, usual } from "./sequence/terms.js";

const OF = [
  ["outcome", "outcomes"],
  ["nim-value", "nim-values"],
  ["value", "values"],
];
// Sets and codes are what this view is for.
const examples = (known) => known.filter((one) => one.has_terms && one.parameters);
const first = (known) => examples(known).find((one) => one.has_nim_values) ?? known[0];

export async function open(host, { game: named, to = "400", of, row, width, with: other = "" }, signal) {
  const known = await games();
  const game = named ?? first(known).example.game;
  const told = await factsOf(game, known, signal);
  if (signal.aborted) return;
  const asked = {
    game,
    to: /^\d{1,15}$/.test(to.trim()) ? Number(to) : 400,
    of: of ?? (told.has_nim_values ? "nim-value" : "outcome"),
  };
  const isRow = told.has_rows && !told.has_terms;
  const isList = told.has_terms && (told.numbers ?? null) === null;
  if (row !== undefined || isRow) {
    asked.row = /^\d{1,15}$/.test(row ?? "") ? Number(row) : 1;
    asked.of = "outcome";
  }
  await new Sequence(host, asked, other.trim(), Number(width) || 0, known, isList, signal).load();
}

class Sequence {
  constructor(host, asked, other, width, known, isList, signal) {
    Object.assign(this, { asked, other, width, signal });
    signal.addEventListener("abort", () => this.leave());
    this.result = h("div", h("p.waiting", "computing …"));
    // A theorem about one heap, which is what the terms are.
    this.prover = prover(() => asked.game, { heaps: isList ? 1 : null, signal });
    const count = h("input", { type: "number", min: 0, max: 1_000_000, value: asked.to });
    const row = h("input", { type: "number", min: 0, value: asked.row ?? "", placeholder: "–" });
    const beside = typing({ value: other, placeholder: "nothing", autocomplete: null });
    const shown = (game) => ({ game, to: count.value, of: of.value, row: row.value, with: beside.value.trim() });
    const submit = () => go("sequence", shown(asked.game));
    const of = choice(OF, asked.of, submit);
    show(
      host,
      heading("Sequence", "Heaps 0, 1, 2, … of a game: outcomes or nim-values, and the period with its proof."),
      chooser({
        games: known,
        filter: (one) => one.has_terms || one.has_rows,
        game: asked.game,
        position: null,
        chosen: (game) => go("sequence", { ...shown(game), ...(game !== asked.game && { of: "", row: "" }) }),
        extra: [field("Terms", of), field("up to", count, "short"), field("Row", row, "short"), field("Beside", beside, "short")],
      }),
      chips(
        "for example",
        examples(known).map(({ example: { game } }) => h("a", { href: address("sequence", { game }) }, game)),
      ),
      this.result,
    );
    this.repaint = () => this.draw();
    addEventListener("themechange", this.repaint);
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.result);
  }

  leave() {
    this.observer.disconnect();
    removeEventListener("themechange", this.repaint);
  }

  async load() {
    try {
      this.found = await post("sequence", this.asked, this.signal);
      this.terms = termsOf(this.found, this.asked);
      this.build();
      if (this.other) {
        const { compared } = await import("./sequence/beside.js");
        show(this.second, await compared(this, this.signal));
        this.draw();
      }
      announce(sentence(this.found));
    } catch (error) {
      if (!isAborted(error)) show(this.result, trouble(error));
    }
  }

  build() {
    this.width ||= usual(this.found.period?.period);
    this.strip = h("canvas", {
      role: "img",
      "aria-label": `The first terms: ${this.terms.slice(0, 40).join(" ")}`,
    });
    this.grid = h("canvas", { role: "img", "aria-label": `The terms, ${this.width} in a row` });
    this.hover = h("p.small.screen-only", { role: "presentation" }, "Point at a cell to read it, or step with the arrow keys.");
    const wide = h("input", {
      type: "range",
      min: 1,
      max: Math.max(60, this.width),
      value: this.width,
      "aria-label": "Cells in a row",
    });
    this.label = h("span.small", String(this.width));
    wide.addEventListener("input", () => {
      this.width = Number(wide.value);
      this.draw();
      note("sequence", { ...this.asked, width: this.width, with: this.other });
    });
    this.near = h("div.near");
    const frame = region("div.grid-frame", "The grid; arrows read the terms", this.grid);
    show(
      this.result,
      h(
        "div.two",
        h(
          "div",
          h(
            "section.card",
            h(
              "div.row.apart",
              h("h2", sentence(this.found)),
              h(
                "div.field.screen-only",
                h("span.label", { "aria-hidden": "true" }, "Cells in a row"),
                h("span.row", wide, this.label),
              ),
            ),
            h("div.strip", this.strip),
            frame,
            this.hover,
            (this.second = h("div.second")),
            partial(this.found),
            folded(
              "The terms as text",
              h(
                "p.terms",
                this.terms.slice(0, 3000).join(typeof this.found.terms === "string" ? "" : " "),
                this.terms.length > 3000 && " …",
              ),
            ),
          ),
        ),
        h("div.side", this.proof(), files(this.asked, this.found), this.prover, this.near),
      ),
    );
    this.point(this.strip, "placeStrip");
    this.point(this.grid, "placeGrid");
    const step = (by) => () => this.read(Math.max((this.at ?? -1) + by, 0), true);
    keys(frame, { ArrowLeft: step(-1), ArrowRight: step(1) });
    this.draw();
    visit(this.near, this.found.neighbours, this.asked, this.signal);
  }

  proof() {
    const { found } = this;
    return card("How it is known", reasons(found.reasons), h("p.note", standing(found)));
  }

  point(canvas, key) {
    canvas.addEventListener("pointermove", (event) => {
      const box = canvas.getBoundingClientRect();
      this.read(this[key]?.(event.clientX - box.left, event.clientY - box.top));
    });
  }

  /** Shows a term; `isHeard` also announces it, for users of the keyboard. */
  read(at, isHeard = false) {
    if (at === null || at === undefined || this.terms[at] === undefined) return;
    this.at = at;
    const text = `${this.asked.row === undefined ? "heap" : "pile"} ${grouped(at + this.first)}: ${this.terms[at]}`;
    this.hover.textContent = text;
    if (isHeard) announce(text);
  }

  get first() {
    return this.found.losing ? 1 : 0;
  }

  fit() {
    if (this.grid && this.result.clientWidth !== this.seen) this.draw();
  }

  draw() {
    if (!this.grid) return;
    this.seen = this.result.clientWidth;
    const shown = this.terms.slice(0, DRAWN);
    const room = this.grid.parentElement.clientWidth;
    const preperiod = this.found.period?.preperiod ?? 0;
    const count = Math.max(Math.floor(room / 9), 1);
    this.placeStrip = paint(this.strip, shown.slice(0, count), {
      columns: count,
      side: 9,
      preperiod,
      isWritten: false,
    });
    const side = Math.min(Math.max(Math.floor(room / this.width), 3), this.width > 40 ? 16 : 28);
    this.placeGrid = paint(this.grid, shown, { columns: this.width, side, preperiod });
    this.drawSecond?.({ columns: this.width, side });
    this.label.textContent = this.width;
  }
}
