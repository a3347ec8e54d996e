// Play: a table, an opponent, hints, and a transcript. The address holds the whole game.

import { h, show, field, choice, heading, trouble } from "./dom.js";
import { games, isAborted } from "./api.js";
import { go, note } from "./router.js";
import { announce, alarm } from "./announce.js";
import { chooser, title } from "./chooser.js";
import { OPPONENTS, Session } from "./play/session.js";
import { panels, spoken, standing } from "./play/panels.js";
import * as heaps from "./play/heaps.js";
import * as line from "./play/line.js";
import * as rate from "./play/rate.js";
import * as board from "./play/board.js";
import * as token from "./play/token.js";

const PICTURES = { heaps, "number-line": line, "pile-and-rate": rate, board, digraph: token };
const THINKING = 450; // Milliseconds, so that one sees what the opponent did.

export async function open(host, parameters) {
  const known = await games();
  const session = new Session(parameters);
  const view = new View(host, session, known);
  await view.begin(parameters.random !== undefined);
  return () => view.leave();
}

class View {
  constructor(host, session, known) {
    Object.assign(this, {
      host,
      session,
      known,
      isBusy: false,
      isAlways: false,
      ending: new AbortController(),
    });
    this.stage = h(
      "section",
      { class: "stage", "aria-label": "The table" },
      h("p", { class: "waiting" }, "One moment …"),
    );
    this.status = h("p", { class: "status" });
    this.message = h("p", { class: "small message" });
    this.side = h("div", { class: "side" });
    this.build();
  }

  build() {
    const { session, known } = this;
    this.chooser = chooser({
      games: known,
      game: session.game,
      position: session.start,
      button: "New game",
      place: "Start",
      chosen: (game, start) => this.fresh({ game, start }),
      extra: h("button", { type: "button", onclick: () => this.shuffle() }, "Random"),
    });
    const opponent = choice(OPPONENTS, session.opponent, (value) => this.restart({ opponent: value }));
    this.you = choice(session.sides, session.side, (value) => this.restart({ you: value }));
    this.hintButton = h("button", { type: "button", onclick: () => this.hint() }, "Which moves win?");
    this.undoButton = h("button", { type: "button", onclick: () => this.undo() }, "Undo");
    this.always = h("input", {
      type: "checkbox",
      onchange: () => {
        this.isAlways = this.always.checked;
        if (this.isAlways) this.hint();
      },
    });
    this.typed = h("input", {
      class: "code",
      placeholder: "a position",
      "aria-label": "Type a move",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
    });
    const type = h(
      "form",
      {
        class: "row typed",
        onsubmit: (event) => {
          event.preventDefault();
          this.type();
        },
      },
      this.typed,
      h("button", {}, "Move"),
    );
    show(
      this.host,
      heading("Play", "Take turns; whoever cannot move loses, unless the game says otherwise."),
      this.chooser,
      h(
        "div",
        { class: "two" },
        h(
          "div",
          { class: "card table-card" },
          h(
            "div",
            { class: "row apart" },
            this.status,
            h("div", { class: "row seats" }, field("Against", opponent), field("You move", this.you)),
          ),
          this.stage,
          this.message,
          h(
            "div",
            { class: "row apart tools" },
            h(
              "div",
              { class: "row" },
              this.hintButton,
              h("label", { class: "check" }, this.always, " before every move"),
            ),
            h("div", { class: "row" }, this.undoButton, type),
          ),
        ),
        this.side,
      ),
    );
  }

  leave() {
    this.ending.abort();
  }

  /** Runs what the server has a part in, and shows what came of it. */
  async run(action) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.host.classList.add("busy");
    try {
      await action(this.ending.signal);
    } catch (error) {
      if (!isAborted(error)) this.fail(error);
    } finally {
      this.isBusy = false;
      this.host.classList.remove("busy");
    }
  }

  fail(error) {
    alarm(error.message);
    if (this.session.table) return this.message.replaceChildren(trouble(error));
    for (const one of [this.hintButton, this.undoButton, this.typed]) one.disabled = true;
    return show(this.stage, trouble(error));
  }

  begin(isRandom) {
    return this.run(async (signal) => {
      await (isRandom ? this.session.shuffle(signal) : this.session.look(signal));
      this.chooser.set(this.session.game, this.session.start);
      await this.proceed(signal);
    });
  }

  /** After every change: draw, and let the opponent move if it is its turn. */
  async proceed(signal) {
    const { session } = this;
    this.draw();
    while (!session.isMine && !session.isOver) {
      await new Promise((resolve) => setTimeout(resolve, THINKING));
      if (signal.aborted) return;
      await session.reply(signal);
      this.draw();
    }
    if (this.isAlways && !session.isOver) {
      await session.ask(signal);
      this.draw();
    }
    announce(spoken(session));
  }

  /** Another game or another start goes into the history; the same again only begins anew. */
  fresh({ game, start }) {
    if (this.session.game === game && this.session.start === start) return this.restart({});
    return go("play", { ...this.session.parameters(), game, start: start ?? "", line: "" });
  }

  restart(change) {
    Object.assign(this.session, change, { line: [], why: null });
    return this.run(async (signal) => {
      await this.session.look(signal);
      await this.proceed(signal);
    });
  }

  shuffle() {
    return this.run(async (signal) => {
      await this.session.shuffle(signal);
      this.chooser.set(this.session.game, this.session.start);
      await this.proceed(signal);
    });
  }
  /** Makes a move; one that is not among those listed is for the server to judge. */
  move(position) {
    const isListed = this.session.table.options.some((one) => one.position === position);
    return this.run(async (signal) => {
      await (isListed ? this.session.move(position, signal) : this.session.type(position, signal));
      await this.proceed(signal);
    });
  }

  undo() {
    return this.run(async (signal) => {
      await this.session.undo(signal);
      await this.proceed(signal);
    });
  }

  hint() {
    if (!this.session.isMine || this.session.isOver) return undefined;
    return this.run(async (signal) => {
      await this.session.ask(signal);
      this.draw();
      const { winning } = this.session.hint;
      announce(
        winning.length
          ? `${winning.length === 1 ? "One move wins" : `${winning.length} moves win`}: ${winning
              .slice(0, 3)
              .map((one) => one.move ?? one.position)
              .join("; ")}`
          : "No move wins against perfect play",
      );
    });
  }

  type() {
    const wanted = this.typed.value.replace(/\s/g, "");
    return this.run(async (signal) => {
      await this.session.type(wanted, signal);
      this.typed.value = "";
      await this.proceed(signal);
    });
  }

  refuse(text) {
    this.message.textContent = text;
    alarm(text);
  }

  draw() {
    const { session } = this;
    const had = this.stage.contains(document.activeElement);
    const picture =
      PICTURES[session.table.picture]?.draw(this.table(), this.actions()) ??
      (session.table.picture === "heaps" ? rate.draw(this.table(), this.actions()) : null) ??
      h("p", { class: "plain" }, session.position || "nothing");
    show(this.stage, picture);
    this.message.textContent = "";
    this.status.replaceChildren(...standing(session));
    this.seat();
    this.hintButton.disabled = session.isOver || !session.isMine;
    this.undoButton.disabled = !session.undoable;
    this.typed.disabled = session.isOver || !session.isMine;
    show(
      this.side,
      panels(session, { move: (position) => this.move(position), again: () => this.restart({}) }),
    );
    if (had)
      (this.stage.querySelector('[tabindex="0"], button:not(:disabled)') ?? this.undoButton).focus({
        preventScroll: true,
      });
    note("play", session.parameters());
    document.title = `${title(session.game)} · Play · Bouton`;
  }

  // Whether sides have names is known once the server has seen the game.
  seat() {
    const { sides, side } = this.session;
    if (this.you.options.length !== sides.length)
      this.you.replaceChildren(...sides.map(([key, text]) => h("option", { value: key }, text)));
    this.you.value = side;
  }

  table() {
    const { session } = this;
    const { table } = session;
    const isCut = (table.option_count ?? table.options.length) > table.options.length;
    const winning = new Set(session.hint?.winning.map((one) => one.position));
    return {
      ...table,
      isCut,
      game: session.game,
      position: session.position,
      previous: session.previous,
      winning,
      isMine: session.isMine && !session.isOver,
    };
  }

  actions() {
    return { move: (position) => this.move(position), say: announce, refuse: (text) => this.refuse(text) };
  }
}
