// A game with its variations: a tree of positions. The address holds all of it.

import { h } from "../dom.js";
import { textOf } from "./moves.js";

export class Tree {
  constructor(start) {
    this.nodes = [{ position: start, parent: -1, depth: 0, result: null }];
    this.at = 0;
  }

  get here() {
    return this.nodes[this.at];
  }

  /** The numbers of the nodes after this one; the first is the main line. */
  children(at) {
    return this.nodes.map((_, index) => index).filter((index) => this.nodes[index].parent === at);
  }

  /** Goes to the position after a move, which becomes a variation if it is new here. */
  go(position) {
    const known = this.children(this.at).find((index) => this.nodes[index].position === position);
    const { depth, rated } = this.here;
    const node = { position, parent: this.at, depth: depth + 1, result: rated?.get(position) ?? null };
    this.at = known ?? this.nodes.push(node) - 1;
  }

  /** Keeps what the options of this position lead to, for the moves that are made here or were made before. */
  rate(results) {
    this.here.rated = results;
    for (const child of this.children(this.at)) {
      const node = this.nodes[child];
      node.result = results.get(node.position) ?? null;
    }
  }

  /** Where `Start`, `Back`, `Forward` and `End` lead, or null. */
  step(name) {
    const [next] = this.children(this.at);
    if (name === "Start") return this.at ? 0 : null;
    if (name === "Back") return this.at ? this.here.parent : null;
    if (name === "Forward") return next ?? null;
    let last = this.at;
    for (let [child] = this.children(last); child !== undefined; [child] = this.children(last)) last = child;
    return last === this.at ? null : last;
  }

  /** Removes a position with all after it. */
  cut(at) {
    const parent = this.nodes[at].parent;
    const gone = new Set([at]);
    this.nodes.forEach((node, index) => gone.has(node.parent) && gone.add(index));
    const kept = this.nodes.map((_, index) => index).filter((index) => !gone.has(index));
    const renamed = new Map(kept.map((old, index) => [old, index]));
    this.nodes = kept.map((old) => ({ ...this.nodes[old], parent: renamed.get(this.nodes[old].parent) ?? -1 }));
    this.at = renamed.get(parent);
  }

  /** The moves as a text. */
  get text() {
    return textOf(this.nodes.slice(1).map(({ parent, position }) => [parent, position]));
  }

  /** A copy, for a change of which the server has not spoken yet. */
  copy() {
    return Object.assign(new Tree(""), { nodes: this.nodes.map((node) => ({ ...node })), at: this.at });
  }
}

const MARKS = {
  win: ["✓", "won for whoever made it"],
  draw: ["=", "a draw"],
  loss: ["✗", "lost for whoever made it"],
};

/** The tree as a list: the main line, and variations indented. `open(at)` is called for a click. */
export function drawn(tree, who, open) {
  const move = (at) => {
    const { position, depth, result } = tree.nodes[at];
    const [mark, meaning] = MARKS[result] ?? [];
    return h(
      "button",
      {
        class: `node ${result ?? ""}`,
        "aria-current": at === tree.at ? "step" : null,
        onclick: () => open(at),
      },
      h("span.who", depth ? `${depth}. ${who(depth - 1)}` : "start"),
      h("code", position || "nothing"),
      mark && h("span.mark", { role: "img", "aria-label": meaning, title: meaning }, mark),
    );
  };
  // The main line goes down; what else could have been played is a list within the list, after the move.
  const line = (first) => {
    const items = [];
    let beside = [];
    for (let at = first; at !== undefined;) {
      items.push(h("li", move(at)));
      if (beside.length) items.push(h("li.beside", beside));
      const [next, ...others] = tree.children(at);
      beside = others.map(line);
      at = next;
    }
    return h("ol.tree", items);
  };
  return line(0);
}
