// Papers: the claims of the papers, each with its computed verdict.

import { h, show, field, choice, heading, segments, trouble, later } from "./dom.js";
import { isAborted, pause, raw } from "./api.js";
import { note } from "./router.js";
import { announce } from "./announce.js";
import { WORDS, item } from "./papers/claim.js";

const VERDICTS = [
  ["", "All"],
  ["true", "True"],
  ["false", "False"],
  ["open", "Open"],
  ["not-checkable", "Not checkable"],
];

export async function open(host, parameters, signal) {
  const waiting = h(
    "div.card",
    h("p", "The claims are being checked; this takes a minute or two, once."),
    h("progress", { max: 1, value: 0, "aria-label": "Claims that are checked" }),
    h("p.small"),
  );
  show(host, heading("Papers", "What five papers claim, checked again from the rules."), waiting);
  fetchAll(waiting, signal)
    .then((claims) => claims && list(host, claims, parameters))
    .catch((error) => !isAborted(error) && show(waiting, trouble(error)));
}

async function fetchAll(waiting, signal) {
  for (let wait = 300; ; wait = Math.min(wait * 1.5, 3000)) {
    const response = await raw("claims", {}, signal);
    const told = await response.json();
    if (response.status !== 202) return told;
    const bar = waiting.querySelector("progress");
    Object.assign(bar, { max: told.total || 1, value: told.done });
    waiting.querySelector(".small").textContent = told.total ? `${told.done} of ${told.total}` : "";
    await pause(wait);
    if (signal.aborted) return null;
  }
}

function list(host, claims, { verdict = "", paper = "", search = "", claim = "" }) {
  const papers = [...new Map(claims.map((one) => [one.id[0], one.paper]))];
  const sources = new Map(claims.map((one) => [one.id[0], one.source]));
  const state = { verdict, paper, search, claim };
  // The address names the claim that was opened last.
  const opened = (id, isOpen) => {
    if (isOpen) state.claim = id;
    else if (state.claim === id) state.claim = "";
    note("papers", state);
  };
  const count = h("p.small", { role: "status" });
  const result = h("div.claims");
  const words = h("input", {
    type: "search",
    value: search,
    placeholder: "a word or an id",
    oninput: later(120, () => draw({ search: words.value })),
  });
  const named = [["", "all papers"], ...papers.map(([id, name]) => [id, `${id}  ${name}`])];
  const draw = (change) => {
    Object.assign(state, change);
    const found = claims.filter((one) => matches(one, state));
    count.textContent = `${found.length} of ${claims.length} claims`;
    note("papers", state);
    show(
      result,
      papers
        .filter(([id]) => found.some((one) => one.id[0] === id))
        .map(([id, name]) =>
          h(
            "section",
            h("h2", h("span.id", id), ` ${name}`),
            sources.get(id) && h("p.small", sources.get(id)),
            found.filter((one) => one.id[0] === id).map((one) => item(one, one.id === state.claim, opened)),
          ),
        ),
    );
  };
  show(
    host,
    heading("Papers", "What five papers claim, checked again from the rules."),
    tally(claims),
    h(
      "div.form",
      segments("Verdict", VERDICTS, verdict, (value) => draw({ verdict: value })),
      field("Paper", choice(named, paper, (value) => draw({ paper: value }))),
      field("Search", words, "grow"),
      h("a.button", { href: "api/claims/report", target: "_blank", rel: "noopener" }, "The whole report"),
    ),
    count,
    result,
  );
  draw();
  announce(`${claims.length} claims`);
  if (claim) document.getElementById(`claim-${claim}`)?.scrollIntoView();
}

function tally(claims) {
  const counts = Object.entries(WORDS).map(([verdict, words]) => {
    const count = claims.filter((claim) => claim.verdict === verdict).length;
    return { verdict, count, says: `${count} ${words}` };
  });
  const part = ({ verdict, count, says }) =>
    count > 0 && h("span", { class: `part ${verdict}`, vars: { "flex-grow": String(count / claims.length) } }, says);
  return h("div.tally", { role: "img", "aria-label": counts.map(({ says }) => says).join(", ") }, counts.map(part));
}

function matches(claim, { verdict, paper, search }) {
  const text =
    `${claim.id} ${claim.title} ${claim.statement} ${claim.note} ${claim.counterexample ?? ""}`.toLowerCase();
  return (
    (!verdict || claim.verdict === verdict) &&
    (!paper || claim.id.startsWith(paper)) &&
    text.includes(search.trim().toLowerCase())
  );
}
