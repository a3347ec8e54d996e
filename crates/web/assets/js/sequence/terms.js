// The terms of a sequence, and their period in words.

import { grouped } from "../dom.js";

export const DRAWN = 20_000; // Terms that are drawn.

/** The terms one by one. The server lists the losing positions of a row; the others are winning. */
export function termsOf(found, asked) {
  if (typeof found.terms === "string") return [...found.terms];
  if (found.terms) return found.terms;
  const lost = new Set(found.losing ?? []);
  return Array.from({ length: Math.min(found.to ?? asked.to, DRAWN) }, (_, at) =>
    lost.has(at + 1) ? "P" : "N",
  );
}

/** The period in a sentence. */
export function sentence({ period }) {
  if (!period) return "No period was found.";
  const shift = period.saltus ? `, each time ${period.saltus} more` : "";
  const late = period.preperiod ? ` after a preperiod of ${grouped(period.preperiod)}` : "";
  return `Period ${grouped(period.period)}${late}${shift}: ${period.standing}.`;
}

/** A width near 24 that the period divides, or the period itself. */
export function usual(period) {
  if (!period || period <= 1) return 24;
  if (period >= 16) return Math.min(period, 120);
  return period * Math.max(Math.round(24 / period), 1);
}
