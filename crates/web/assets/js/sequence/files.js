// Downloads: the terms in several formats, and the certificate of the period.

import { h, show, save, trouble } from "../dom.js";
import { file } from "../api.js";

const FORMATS = [
  ["bfile", "b-file"],
  ["csv", "CSV"],
  ["latex", "LaTeX"],
  ["png", "PNG"],
  ["svg", "SVG"],
];

/** The card with a button for each. */
export function files(asked, found) {
  const problem = h("div");
  const keep = (path, body, fallback) => async (event) => {
    const button = event.currentTarget;
    button.disabled = true;
    show(problem);
    try {
      const { blob, name } = await file(path, body);
      save(blob, name ?? fallback);
    } catch (error) {
      show(problem, trouble(error));
    } finally {
      button.disabled = false;
    }
  };
  const button = (text, path, body, fallback, { title, isOpen = true } = {}) =>
    h("button", { title, disabled: !isOpen, onclick: keep(path, body, fallback) }, text);
  return h(
    "section.card.screen-only",
    h("h2", "Keep"),
    problem,
    h(
      "div.row",
      found.has_certificate && button("Certificate", "certificate", asked, "certificate.json"),
      FORMATS.map(([format, name]) =>
        button(name, "export", { ...asked, format }, `terms.${format}`, format === "bfile" ? integers(found) : {}),
      ),
    ),
  );
}

// A b-file holds integers: nim-values, or the losing piles of a row.
function integers({ terms, losing }) {
  if (losing) return { title: "lists the P-positions: the piles at which the player to move loses" };
  if (Array.isArray(terms) && terms.every(isInteger)) return {};
  const what = typeof terms === "string" ? "outcomes" : "games";
  return { isOpen: false, title: `A b-file holds integers, and these terms are ${what}.` };
}

const isInteger = (term) => typeof term === "number" || /^(0|\*\d*)$/.test(term);
