// Play: a table, an opponent, hints, and a transcript. The address holds the whole game.

import { h, show, save, trouble } from "./dom.js";
import { file, games, isAborted, pause, shareAddress, typed } from "./api.js";
import { go, note } from "./router.js";
import { announce, alarm } from "./announce.js";
import { keep, recall } from "./kept.js";
import { during } from "./rest.js";
import { factsOf, title } from "./chooser.js";
import { Focus } from "./play/focus.js";
import { frame } from "./play/frame.js";
import { painter, pictured } from "./play/pictures.js";
import { loser, Session, THINKING } from "./play/session.js";
import { nextStep, panels, player, standing } from "./play/panels.js";
import { feedback } from "./play/review.js";
import { advice, spoken } from "./play/speech.js";

export async function open(host, parameters, signal) {
  const [known, shared] = await Promise.all([games(), shareAddress()]);
  if (signal.aborted) return;
  const session = new Session({ game: known[0].example.game, ...parameters });
  session.shared = shared;
  const facts = await factsOf(session.game, known, signal);
  if (signal.aborted) return;
  const view = new View(host, session, known, facts);
  signal.addEventListener("abort", () => {
    view.leave();
    view.commentary?.abort();
  });
  await view.begin(parameters.random !== undefined);
}

class View {
  constructor(host, session, known, facts) {
    Object.assign(this, { host, session, known, facts, current: null, isAlways: false, notice: null, lit: null });
    this.hasComments = recall("comments") !== "off";
    frame(this, host);
    this.controls = [this.clueButton, this.hintButton, this.undoButton, this.typed];
    this.focus = new Focus(this.stage, this.side, this.controls);
  }

  leave() {
    this.current?.abort();
    this.current = null;
  }

  /**
   * Takes steps in which the server has a part, one after the other. One that fails has changed nothing:
   * it can be tried again, and then those after it. What is under way goes on.
   */
  run(...steps) {
    if (this.current) return undefined;
    const mine = (this.current = new AbortController());
    this.notice = null;
    this.host.classList.add("busy");
    return during(async () => {
      let at = 0;
      try {
        for (; at < steps.length; at++) await steps[at](mine.signal);
      } catch (error) {
        if (mine === this.current && !isAborted(error)) this.fail(error, steps.slice(at));
      } finally {
        if (mine === this.current) this.leave();
        if (!this.current) this.host.classList.remove("busy");
      }
    });
  }

  /** Changes the game, whatever is under way, and lets the opponent move. The promise is settled when both are done. */
  change(step) {
    this.leave();
    return this.run(step, (signal) => this.proceed(signal));
  }

  fail(error, steps) {
    alarm(error.message);
    this.seat();
    // A refusal would be repeated; a lost connection is worth another try.
    const isRefused = error.status >= 400 && error.status < 500 && error.status !== 429;
    const again = h("button", { onclick: () => this.run(...steps) }, "Try again");
    const told = [trouble(error), !isRefused && h("p", again)];
    const { table, isMine, isOver } = this.session;
    if (table) {
      if (!isMine && !isOver) show(this.status, h("strong", "Bouton has not moved"));
      return show(this.message, told);
    }
    for (const one of this.controls) one.disabled = true;
    return show(this.stage, h("div", told));
  }

  begin(isRandom) {
    return this.change(async (signal) => {
      const { session } = this;
      const refused = isRandom ? await session.shuffle(signal) : await session.restore(signal);
      this.chooser.set(session.game, session.start);
      if (refused) this.notice = this.doubt(refused);
    });
  }

  // An address with a move that is not legal: the game stops after the last legal one.
  doubt({ step, at, before, count, error }) {
    const rest = count - at - 1;
    const more = rest ? ` It and the ${rest === 1 ? "move" : `${rest} moves`} after it were left out.` : "";
    const message = `The link has a move that is not legal: ${before} to ${step}.`;
    alarm(message);
    return trouble({ message, help: `${error.message}.${more}` });
  }

  /** After every change: draw, and let the opponent move if it is its turn. */
  async proceed(signal) {
    const { session } = this;
    const paint = await painter(session.table.picture);
    if (signal.aborted) return;
    this.paint = paint;
    this.draw();
    while (!session.isMine && !session.isOver) {
      await pause(THINKING);
      if (signal.aborted) return;
      await session.reply(signal);
      this.draw();
    }
    const isAdvised = this.isAlways && !session.isOver;
    if (isAdvised) {
      await session.ask(signal);
      this.draw();
    }
    announce(isAdvised ? `${spoken(session)} ${advice(session.hint)}` : spoken(session));
  }

  /** Another game or another start gets an entry in the history; the same one only starts over. */
  fresh({ game, start }) {
    if (this.session.game === game && this.session.start === start) return this.restart({});
    return go("play", { ...this.session.parameters(), game, start: start ?? "", line: "" });
  }

  restart(change) {
    return this.change((signal) => this.session.look({ ...change, line: [] }, signal));
  }

  shuffle() {
    return this.change(async (signal) => {
      await this.session.shuffle(signal);
      this.chooser.set(this.session.game, this.session.start);
    });
  }

  /** Makes a move, if it is mine to make and nothing else is under way. */
  move(position, after) {
    if (this.current || !this.session.isMine) return undefined;
    return this.change(async (signal) => {
      await this.session.move(position, signal);
      after?.();
      if (this.hasComments) this.comment();
    });
  }

  // Nothing waits for a comment: the opponent thinks meanwhile, and one may play on.
  comment() {
    this.commentary?.abort();
    const { signal } = (this.commentary = new AbortController());
    during(async () => {
      await this.session.comment(signal);
      if (!signal.aborted) this.drawFeedback();
    });
  }

  drawFeedback() {
    const { review } = this.session;
    show(this.feedback, review && this.hasComments ? feedback(review) : null);
  }

  turnComments(isOn) {
    this.hasComments = isOn;
    keep("comments", isOn ? "on" : "off");
    this.drawFeedback();
  }

  /** The next step of a hint. */
  clue() {
    if (!this.session.isMine || this.session.isOver) return undefined;
    return this.run(async (signal) => {
      await this.session.nextClue(signal);
      this.session.hint = null;
      this.draw();
      announce(this.side.querySelector(".card")?.textContent ?? "");
    });
  }

  /** Takes moves back; a move that the server has not answered yet does not count. */
  undo() {
    if (this.current && this.session.isMine) return undefined;
    return this.change((signal) => this.session.undo(signal));
  }

  hint() {
    if (!this.session.isMine || this.session.isOver) return undefined;
    return this.run(async (signal) => {
      await this.session.ask(signal);
      this.draw();
      announce(advice(this.session.hint));
    });
  }

  turnAlways(isOn) {
    this.isAlways = isOn;
    if (isOn) this.hint();
  }

  type() {
    return this.move(typed(this.typed.value), () => {
      this.typed.value = "";
    });
  }

  /** Looks for the moves that gave the win away. */
  turn() {
    return this.run(async (signal) => {
      const { session } = this;
      const { turns, verdict } = await import("./play/turn.js");
      const found = await turns(session, signal);
      if (signal.aborted) return;
      const who = session.opponent === "friend" ? player(session, loser(session)) : "You";
      session.turned = { ...found, says: verdict(found, who) };
      this.draw();
      announce(session.turned.says);
    });
  }

  /** Saves the proof of who wins here. */
  certificate() {
    return this.run(async () => {
      const { game, position } = this.session;
      const { blob, name } = await file("certificate/position", { game, position });
      save(blob, name ?? "certificate.json");
    });
  }

  refuse(text) {
    this.message.textContent = text;
    alarm(text);
  }

  draw() {
    const { session } = this;
    this.focus.note();
    this.lit = null;
    this.stage.classList.remove("still");
    this.drawStage();
    show(this.message, this.notice);
    this.status.replaceChildren(...standing(session));
    this.seat();
    this.hintButton.disabled = session.isOver || !session.isMine;
    this.clueButton.textContent = nextStep(session.clue) || "Hint";
    this.clueButton.disabled = session.isOver || !session.isMine || !nextStep(session.clue);
    this.drawFeedback();
    this.undoButton.disabled = !session.undoable;
    this.typed.disabled = session.isOver || !session.isMine;
    show(
      this.side,
      panels(session, {
        move: (position) => this.move(position),
        light: (position) => this.light(position),
        again: () => this.restart({}),
        turn: () => this.turn(),
        certificate: () => this.certificate(),
      }),
    );
    this.focus.restore();
    note("play", session.parameters());
    document.title = `${title(session.game)} · Play · Bouton`;
  }

  drawStage() {
    const { position } = this.session;
    show(this.stage, this.paint(this.table(), this.actions()) ?? h("p.plain", position || "nothing"));
  }

  /** Shows one of the winning moves alone, or all of them again. */
  light(position) {
    if (this.lit === position || !this.session.hint) return;
    this.lit = position;
    this.stage.classList.add("still");
    this.drawStage();
  }

  // The server's first answer says whether the sides have names.
  seat() {
    const { sides, side } = this.session;
    if (this.you.options.length !== sides.length)
      this.you.replaceChildren(...sides.map(([key, text]) => h("option", { value: key }, text)));
    this.you.value = side;
    this.against.value = this.session.opponent;
  }

  table() {
    const { session, lit } = this;
    const clued = session.clue?.level > 1 ? session.clue.hint.winning.slice(0, 1) : [];
    const winning = lit === null ? (session.hint?.winning ?? clued).map((one) => one.position) : [lit];
    const { table, game, position, previous } = session;
    return pictured(table, { game, position, previous, winning, isMine: session.isMine && !session.isOver });
  }

  actions() {
    return { move: (position) => this.move(position), say: announce, refuse: (text) => this.refuse(text) };
  }
}
