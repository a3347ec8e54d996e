// A task: a winning move to find, a game to win, a question who wins, or a number. Lessons, puzzles and the first page
// set tasks. The server judges every attempt; a mistake is refuted on the board, and can be tried again.

import { h, show, chips, reasons, trouble, typing } from "../dom.js";
import { isAborted, pause, post, typed } from "../api.js";
import { announce, alarm } from "../announce.js";
import { during } from "../rest.js";
import { painter, pictured } from "../play/pictures.js";
import { inWords } from "../play/columns.js";
import { other, sideName, THINKING } from "../play/session.js";
import { past } from "../play/speech.js";

const PATIENT = 2; // After this many mistakes the answer can be shown.
const LISTED = 60; // The most moves that are listed as buttons.

const NUMBERS = {
  "nim-value": "The nim-value",
  "winning-moves": "How many moves win",
  completion: "The number that completes it",
  period: "The period",
};

export class TaskView {
  /**
   * Sets a task into `host`. When it is solved, `solved()` is called, and the elements that it returns are shown: the
   * first button or link of them gets the focus. `signal` fires when the view is left.
   */
  constructor(host, task, { signal, solved }) {
    Object.assign(this, { host, task, signal, solved, isBusy: false, isDone: false, mistakes: 0 });
    this.position = task.position;
    this.stage = h("section.stage", { tabindex: -1, "aria-label": "The board" });
    this.controls = h("div.answers");
    this.message = h("div.feedback");
    this.hint = h("button.quiet", { onclick: () => this.help() }, "Hint");
    this.reveal = h("button.quiet", { hidden: true, onclick: () => this.show() }, "Show me");
    this.tools = h("div.row.tools", task.hint && this.hint, this.reveal);
    show(host, h("p.task-text", task.text), this.stage, this.controls, this.message, this.tools);
  }

  get isMove() {
    return this.task.task === "move" || this.task.task === "win";
  }

  /** Draws the start; with `isFocused` the first thing to press gets the focus. */
  begin(isFocused = false) {
    return this.run(async () => {
      await this.look(this.position, { isOpen: true });
      show(this.controls, this.control());
      if (isFocused) this.focus();
    });
  }

  // One thing at a time; what fails has changed nothing.
  run(action) {
    if (this.isBusy) return undefined;
    this.isBusy = true;
    return during(async () => {
      try {
        await action();
      } catch (error) {
        if (isAborted(error) || this.signal.aborted) return;
        alarm(error.message);
        show(this.message, trouble(error));
      } finally {
        this.isBusy = false;
      }
    });
  }

  // Shows a position in which `mover` is to move. With `isOpen` the learner may.
  async look(position, { mover = this.task.mover, previous = null, isOpen = false, winning = [] } = {}) {
    const { game } = this.task;
    const table = await post("play", { game, position, mover }, this.signal);
    const paint = await painter(table.picture);
    if (this.signal.aborted) return;
    this.table = pictured(table, { previous, isMine: isOpen && this.isMove && !table.over, winning });
    const actions = { move: (to) => this.attempt(to), say: announce, refuse: (text) => this.refuse(text) };
    show(this.stage, paint(this.table, actions) ?? this.plain(actions));
  }

  // The position after the learner's move.
  lookAfter({ position }) {
    return this.look(position, { mover: other(this.task.mover), previous: this.position });
  }

  // What has no picture: the position, and its moves as buttons.
  plain({ move }) {
    const { position, options, isMine, winning } = this.table;
    const button = (one, at) =>
      h(
        "button",
        { "data-stop": at, class: winning.has(one.position) ? "main" : "", onclick: () => move(one.position) },
        one.position,
      );
    return h(
      "div",
      h("p.plain", position),
      isMine && chips("moves", options.slice(0, LISTED).map(button)),
    );
  }

  control() {
    if (this.task.task === "winner") return this.choices();
    const isNumber = this.task.task === "number";
    const input = typing({
      "aria-label": isNumber ? NUMBERS[this.task.number] : "Type a move",
      placeholder: isNumber ? "a number" : "or type a position",
      inputmode: isNumber ? "numeric" : null,
    });
    const send = () => {
      if (typed(input.value)) this.attempt(typed(input.value));
    };
    const label = isNumber && h("span", `${NUMBERS[this.task.number]}:`);
    const button = h("button", isNumber ? "Check" : "Move");
    return h("form.row.typed", { onsubmit: send }, label, input, button);
  }

  choices() {
    const { mover, may_be_drawn: mayBeDrawn } = this.task;
    const [mine, theirs] = this.table.impartial
      ? ["The player to move", "The other player"]
      : [`${sideName(mover)}, who moves`, sideName(other(mover))];
    const pairs = [["mover", mine], ["other", theirs], mayBeDrawn && ["nobody", "Nobody: it never ends"]];
    return h(
      "div.row",
      { role: "group", "aria-label": "Who wins?" },
      pairs
        .filter(Boolean)
        .map(([answer, text]) => h("button", { onclick: () => this.attempt(answer) }, text)),
    );
  }

  judge(answer) {
    const { game, mover, task, number } = this.task;
    const asked = { game, position: this.position, mover, task, language: navigator.language || "en" };
    return post("attempt", { ...asked, ...(number && { number }), ...(answer !== null && { answer }) }, this.signal);
  }

  /** Tries a move or an answer. */
  attempt(answer) {
    if (this.isDone) return undefined;
    return this.run(async () => {
      const judged = await this.judge(answer);
      if (judged.right) await this.praise(judged);
      else await this.refute(judged);
    });
  }

  async praise({ says, why, made, reply, winner }) {
    if (this.isMove) await this.lookAfter(made);
    if (this.task.task !== "win" || !reply) return this.finish(says, why);
    // In a game to be won the opponent answers, and it goes on unless that was the end.
    await pause(THINKING);
    this.position = reply.position;
    await this.look(reply.position, { previous: made.position, isOpen: !winner });
    const told = `${says} Bouton ${past(reply.move)}.`;
    if (winner) return this.finish(`${told} You have won.`, why);
    this.say("good", `${told} Your move.`);
    this.clear();
    this.focus();
    announce(`${told} Your move. The position is ${reply.position.replace(/,/g, ", ")}.`);
    return undefined;
  }

  // The mistake and its refutation are played, and named.
  async refute(judged) {
    this.mistakes += 1;
    const { made, reply } = judged;
    if (made) await this.lookAfter(made);
    if (reply) {
      await pause(THINKING);
      await this.look(reply.position, { previous: made.position });
    }
    if (this.signal.aborted) return;
    const again = h("button.main", { onclick: () => this.again() }, "Try again");
    const why = made ? inWords(judged.why).slice(0, 2) : [];
    this.say("wrong", judged.says, [
      why.length > 0 && reasons(why),
      this.task.hint && h("p.hint", `Hint: ${this.task.hint}`),
      h("p", again),
    ]);
    this.controls.hidden = true;
    this.hint.hidden = true; // It is shown with the mistake.
    this.reveal.hidden = this.mistakes < PATIENT;
    again.focus();
    alarm(`${judged.says} ${this.task.hint ?? ""}`);
  }

  again() {
    return this.run(async () => {
      await this.look(this.position, { isOpen: true });
      show(this.message);
      this.clear();
      this.focus();
      announce(`Try again. ${this.task.text}`);
    });
  }

  help() {
    this.say("hinted", this.task.hint);
    announce(this.task.hint);
    this.reveal.hidden = false;
  }

  /** Shows the answer. A winning move lights up, and is still to be made. */
  show() {
    return this.run(async () => {
      const judged = await this.judge(null);
      if (!this.isMove) return this.finish(judged.says, judged.why);
      await this.look(this.position, { isOpen: true, winning: [judged.answer] });
      this.say("hinted", judged.says, [reasons(inWords(judged.why))]);
      this.clear();
      this.focus();
      announce(judged.says);
      return undefined;
    });
  }

  finish(says, why) {
    this.isDone = true;
    this.tools.hidden = true;
    this.controls.hidden = true;
    const after = this.solved() ?? [];
    this.say("good", says, [why?.length > 0 && reasons(why), h("p.row", after)]);
    this.message.querySelector("button, a")?.focus();
    announce(says);
  }

  say(kind, says, more = []) {
    this.message.className = `feedback ${kind}`;
    show(this.message, h("p", h("strong", says)), more);
  }

  refuse(text) {
    this.say("wrong", text);
    alarm(text);
  }

  clear() {
    this.controls.hidden = false;
    const input = this.controls.querySelector("input");
    if (input) input.value = "";
  }

  focus() {
    const stop = [...this.stage.querySelectorAll("[data-stop]")].find((one) => !one.disabled);
    (stop ?? this.controls.querySelector("input, button") ?? this.stage).focus({ preventScroll: true });
  }
}
