// Files to keep: the terms in several formats, and the certificate of the period.

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
  const problem = h("div", {});
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
  const button = (text, ...what) => h("button", { type: "button", onclick: keep(...what) }, text);
  return h(
    "section",
    { class: "card" },
    h("h2", {}, "Keep"),
    problem,
    h(
      "div",
      { class: "row" },
      found.period && button("Certificate", "certificate", asked, "certificate.json"),
      FORMATS.map(([format, name]) => button(name, "export", { ...asked, format }, `terms.${format}`)),
    ),
  );
}
