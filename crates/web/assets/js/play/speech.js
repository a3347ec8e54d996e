// Announcements for screen readers: the opponent's move, the state of the game, which moves win.

import { standing } from "./panels.js";
import { inWords, verdict } from "./columns.js";

/** A position with a pause between its numbers. */
export const spelled = (position) => position.replace(/,/g, ", ") || "nothing";

const PAST = [
  [/^take /, "took "],
  [/^move to .*/, "moved"],
  [/^(coin|token) from /, "moved the $1 from "],
];

/** A move in the past tense. */
export function past(move) {
  const [pattern, word] = PAST.find(([one]) => one.test(move ?? "")) ?? [/^.*/s, "moved"];
  return (move ?? "").replace(pattern, word);
}

/** The opponent's move and the state of the game. */
export function spoken(session) {
  const state = standing(session)
    .map((part) => part.textContent ?? part)
    .join("");
  const { replied, position } = session;
  return replied
    ? `Bouton ${past(replied)}; now ${spelled(position)}. ${state}.`
    : `${state}. The position is ${spelled(position)}.`;
}

const NAMED = 3;

/** Which moves win, and the first sentence of the reason. */
export function advice(hint) {
  const moves = hint.winning.slice(0, NAMED).map((one) => one.move ?? spelled(one.position));
  const rest = hint.winning.length - moves.length;
  const [reason] = inWords(hint.why);
  return [...(moves.length ? [`${verdict(hint)} ${moves.join(". ")}`] : [verdict(hint)]), rest > 0 && `And ${rest} more`, reason]
    .filter(Boolean)
    .map((part) => part.replace(/[.:]?\s*$/, "."))
    .join(" ");
}
