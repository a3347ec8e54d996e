// Analysis: a position with every option rated, the reasons for each move, variations as a tree, and an editor. The
// address holds the tree.

import { h, show, heading, trouble, choice, field } from "./dom.js";
import { games, isAborted, newest, post, written } from "./api.js";
import { go, note } from "./router.js";
import { announce, alarm } from "./announce.js";
import { chooser, factsOf, title } from "./chooser.js";
import { painter, pictured } from "./play/pictures.js";
import { sideName } from "./play/session.js";
import { movesOf } from "./analysis/moves.js";
import { Tree, drawn } from "./analysis/tree.js";
import { editor } from "./analysis/editor.js";
import { lastMove, links, options } from "./analysis/cards.js";
import { prover } from "./prover.js";

const STEPS = { Start: "«", Back: "‹", Forward: "›", End: "»" };
const PLAYERS = [
  ["left", "Left"],
  ["right", "Right"],
];

export async function open(host, parameters, signal) {
  const known = await games();
  const game = parameters.game ?? known[0].example.game;
  const facts = await factsOf(game, known, signal);
  if (signal.aborted) return;
  const view = new Analysis(host, { ...parameters, game }, known, facts, signal);
  await view.begin(parameters.tree ?? "", Number(parameters.at) || 0);
}

class Analysis {
  constructor(host, { game, start = "", first = "left" }, known, facts, signal) {
    Object.assign(this, { game, facts, signal, first: first === "right" ? "right" : "left" });
    this.tree = new Tree(start);
    this.ask = newest();
    signal.addEventListener("abort", () => this.ask(() => undefined));
    const isList = facts.numbers === null && !facts.board;
    this.prover = prover(() => game, { heaps: isList ? start.split(",").length : null, signal });
    this.stage = h("section.stage", { tabindex: -1, "aria-label": "The position" });
    this.message = h("div.message");
    this.side = h("div.side");
    this.below = h("div");
    this.buttons = Object.entries(STEPS).map(([name, sign]) =>
      h("button", { "aria-label": name, title: name, onclick: () => this.step(name) }, sign),
    );
    this.cutButton = h("button", { onclick: () => this.cut() }, "Remove this move");
    this.chooser = chooser({
      games: known,
      game,
      position: start,
      button: "Set up",
      place: "Start",
      isOpenStart: true,
      hasMisere: true,
      chosen: (other, position) =>
        go("analysis", { game: other, start: position, first: other === game ? first : "" }),
    });
    const who =
      !facts.impartial &&
      field(
        "First",
        choice(PLAYERS, this.first, (value) => go("analysis", { game, start, first: value })),
      );
    show(
      host,
      heading("Analysis", "Both sides are yours: every option with what it leads to, every move with its reason."),
      h(
        "div.two",
        h(
          "div.card.table-card",
          h("div.row.apart", h("div.row", this.buttons), this.cutButton),
          this.stage,
          this.message,
          this.below,
        ),
        this.side,
      ),
      h("section.card.set-up", h("h2", "Another position"), this.chooser, who, (this.edit = h("div"))),
    );
    document.title = `${title(game)} · Analysis · Bouton`;
  }

  /** The player to move after this many moves. */
  moverAt(depth) {
    const isFirst = depth % 2 === 0;
    return isFirst === (this.first === "left") ? "left" : "right";
  }

  name(depth) {
    if (this.facts.impartial) return depth % 2 ? "Second" : "First";
    return sideName(this.moverAt(depth));
  }

  parameters() {
    const { game, first, tree } = this;
    return {
      game,
      start: tree.nodes[0].position,
      first: first === "left" ? "" : first,
      tree: tree.text,
      at: tree.at || "",
    };
  }

  /** Looks at the start, and plays the moves of the address; the first that is not legal ends it. */
  async begin(text, at) {
    try {
      const { game, tree, signal } = this;
      const [start] = tree.nodes;
      const asked = { game, mover: this.moverAt(0), ...(start.position && { position: start.position }) };
      start.position = written((await post("play", asked, signal)).position);
      for (const [parent, position] of movesOf(text)) {
        if (!tree.nodes[parent]) break;
        tree.at = parent;
        const { position: from, depth } = tree.here;
        tree.go(
          written(
            (await post("play", { game, mover: this.moverAt(depth), position: from, to: position }, signal))
              .position,
          ),
        );
      }
      tree.at = tree.nodes[at] ? at : 0;
    } catch (error) {
      if (isAborted(error)) return;
      this.fail(error);
      if (!this.tree.nodes[0].position) return;
      this.notice = trouble(error);
      this.tree.at = 0;
    }
    await this.look(this.tree);
  }

  /** Asks about the position that a tree is at, and then shows both; a newer question ends this one. */
  look(tree) {
    const { game } = this;
    const { position, depth, parent } = tree.here;
    const mover = this.moverAt(depth);
    return this.ask(async (signal) => {
      const before = tree.nodes[parent];
      const asked = { game, position, mover };
      const [table, rated, review] = await Promise.all([
        post("play", asked, signal),
        post("options", asked, signal),
        before &&
          post("review", { game, position: before.position, to: position, mover: this.moverAt(depth - 1) }, signal),
      ]);
      const paint = await painter(table.picture);
      if (signal.aborted || this.signal.aborted) return;
      this.tree = tree;
      this.draw({ table, rated, review, paint });
    }).catch((error) => this.fail(error));
  }

  draw({ table, rated, review, paint }) {
    const { tree, game, facts } = this;
    const { position, parent } = tree.here;
    const had = this.stage.contains(document.activeElement);
    tree.rate(new Map(rated.options.map((one) => [written(one.position), one.result])));
    const winning = rated.options.filter((one) => one.result === "win").map((one) => written(one.position));
    const previous = tree.nodes[parent]?.position ?? null;
    const shown = pictured(table, { game, position, previous, winning, isMine: !table.over });
    const move = (to) => this.move(to);
    const actions = { move, say: announce, refuse: (text) => this.fail({ message: text }) };
    show(this.stage, paint(shown, actions) ?? h("p.plain", position || "nothing"));
    // An address with a move that is not legal was read as far as it goes.
    show(this.message, this.notice);
    this.notice = null;
    show(this.below, review && lastMove(review));
    Object.keys(STEPS).forEach((name, at) => (this.buttons[at].disabled = tree.step(name) === null));
    this.cutButton.disabled = tree.at === 0;
    show(
      this.side,
      options(rated, move),
      h(
        "section.card",
        h("h2", "Moves"),
        drawn(
          tree,
          (depth) => this.name(depth),
          (at) => this.visit(at),
        ),
      ),
      links({ game, position, facts, value: rated.value }),
      this.prover,
    );
    show(
      this.edit,
      editor(position, facts, (to) => go("analysis", { ...this.parameters(), start: to, tree: "", at: "" })),
    );
    this.chooser.set(game, tree.nodes[0].position);
    note("analysis", this.parameters());
    if (had) this.stage.focus({ preventScroll: true });
    announce(`${position || "nothing"}. ${rated.sentence}.`);
  }

  fail(error) {
    alarm(error.message);
    show(this.message, trouble(error));
  }

  /** Changes a copy of the tree, which is kept once the server has answered. */
  change(act) {
    const next = this.tree.copy();
    act(next);
    return this.look(next);
  }

  move(to) {
    return this.change((tree) => tree.go(to));
  }

  visit(at) {
    return this.change((tree) => (tree.at = at));
  }

  step(name) {
    const at = this.tree.step(name);
    return at === null ? undefined : this.visit(at);
  }

  cut() {
    return this.change((tree) => tree.cut(tree.at));
  }
}
