// A position of the game that is being written, solved at once.

import { h, show, facts, field, letter, meaning, reasons, standing, trouble, typing } from "../dom.js";
import { newest, post, typed, written } from "../api.js";
import { announce } from "../announce.js";

const SHOWN = 6;

export class Solving {
  constructor() {
    this.ask = newest();
    this.text = null; // The rules, if they have no mistakes.
    this.usual = ""; // Where the game usually starts.
    this.place = typing();
    this.button = h("button", { disabled: true }, "Solve");
    this.found = h("div.found");
    const submit = () => this.solve(true);
    this.card = h(
      "section.card.solving",
      h("h2", "Solve"),
      h("form.form", { onsubmit: submit }, field("Position", this.place, "grow"), this.button),
      this.found,
    );
  }

  /** Other rules, or null while they have mistakes; a position that the user has not changed follows them. */
  rules(text, start) {
    if (!this.place.value || this.place.value === this.usual) this.place.value = start;
    this.usual = start;
    this.text = text;
    this.button.disabled = text === null;
    if (text !== null) return this.solve(false);
    return show(this.found, h("p.note", "Available once the rules have no mistakes."));
  }

  /** The rules are being changed: a question now would be about old ones. */
  pause() {
    this.button.disabled = true;
  }

  async solve(isAsked) {
    const position = typed(this.place.value);
    if (this.text === null || !position) return;
    try {
      const told = await this.ask((signal) => post("solve", { game: this.text, position }, signal));
      if (!told) return;
      show(this.found, answer(told));
      if (isAsked) announce(`${position}: ${meaning(told)}`);
    } catch (error) {
      show(this.found, trouble(error));
    }
  }

  stop() {
    this.text = null;
    this.ask(() => undefined);
  }
}

function answer(told) {
  const moves = (told.winning_moves ?? []).map(written);
  const shown = [
    moves.length ? moves.slice(0, SHOWN).map((move) => h("code.option", move)) : "none",
    moves.length > SHOWN && `and ${moves.length - SHOWN} more`,
  ];
  return [
    h("p.row", letter(told.outcome), meaning(told)),
    facts([told.value && ["value", h("code", told.value)], ["winning moves", shown]]),
    reasons(told.reasons),
    h("p.small", standing(told)),
  ];
}
