// The summary of a census: which outcomes occur for ever, the longest periods, and commands for more.

import { h, facts, folded, grouped, letter, MEANING, region } from "../dom.js";
import { address } from "../router.js";

/** The summary of a folder. */
export function report(found) {
  const parts = found.quantities ? Object.entries(found.quantities) : found.theorems ? [] : [["", found]];
  const state = found.complete
    ? h("span.badge.true", "complete")
    : h("span.badge.open", `${found.shards} of ${found.shards_in_plan} shards`);
  return [
    facts([["games", grouped(found.games)], ["state", state], ["folder", h("code", found.folder)]], "dl.facts.census-facts"),
    found.games > 0 && parts.map(([name, one]) => quantity(name, one, found)),
    found.games > 0 && found.theorems && theorems(found.theorems, found),
    (found.damage ?? []).map((line) => h("p.note", line)),
    more(found, parts[0]?.[0]),
  ];
}

const share = (count, games) => `${((100 * count) / (games || 1)).toFixed(count === games ? 0 : 1)} %`;

function quantity(name, one, { games }) {
  const unproved = games - (one.proved ?? 0);
  return h(
    "div.quantity",
    name && h("h3", name.replaceAll("_", "-")),
    one.eventually_left > 0 &&
      h(
        "p.finding",
        `In ${grouped(one.eventually_left)} of ${grouped(games)} games (${share(one.eventually_left, games)}) Left wins every large heap.`,
      ),
    Object.keys(one.letters ?? {}).length > 0 && letters(one.letters, games),
    facts([
      longest("longest period", one.longest_period, one.longest_period_game),
      longest("longest preperiod", one.longest_preperiod, one.longest_preperiod_game),
      ["proved", unproved ? `${grouped(one.proved ?? 0)}; for ${grouped(unproved)} no period was found` : "all"],
    ]),
  );
}

// How many games have a theorem for all positions, and the largest automaton.
function theorems(found, { games }) {
  const unproved = games - found.proved;
  return h(
    "div.quantity",
    h("p.finding", `${grouped(found.proved)} of ${grouped(games)} games have a theorem for all positions.`),
    facts([
      ...Object.entries(found.numerations).map(([name, count]) => [name, `${grouped(count)} (${share(count, games)})`]),
      longest("largest automaton", found.largest_automaton, found.largest_automaton_game, proof),
      unproved > 0 && ["none found", grouped(unproved)],
    ]),
  );
}

const sequence = (game) => address("sequence", { game });
const proof = (game) => address("ask", { question: "prove", game });

const longest = (name, length, game, link = sequence) =>
  length !== null &&
  length !== undefined && [name, [grouped(length), game && [" ", h("a", { href: link(game) }, game)]]];

// Which outcomes occur for ever, as shares of a bar.
function letters(counts, games) {
  const known = Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 12);
  const row = ([name, count]) =>
    h(
      "tr",
      h("th.words", { scope: "row" }, signs(name)),
      h("td", grouped(count)),
      h("td", share(count, games)),
      h("td.bar-cell", h("span.bar", { vars: { width: share(count, games).replace(" ", "") } })),
    );
  const column = (text, style) => h("th", { scope: "col", class: style }, text);
  return h(
    "table.letters",
    h("caption.heard", "Which outcomes occur in the period"),
    h("thead", h("tr", column("in the period", "words"), column("games"), column("share"), h("td"))),
    h("tbody", known.map(row)),
  );
}

const signs = (name) => (/^[NPLRD]+$/.test(name) ? [...name].map((one) => Object.hasOwn(MEANING, one) && letter(one)) : name);

// Commands to continue with the command line, DuckDB and Python.
function more({ command, folder }, prefix) {
  const files = `${folder}/*.parquet`;
  const period = prefix === undefined ? "numeration" : prefix ? `${prefix}_period` : "period";
  const lines = [
    command,
    `bouton census ${folder} --summary`,
    `duckdb -c "SELECT ${period}, count(*) AS games FROM '${files}' GROUP BY ${period} ORDER BY ${period}"`,
    `python -c "import polars as p; print(p.scan_parquet('${files}').group_by('${period}').len().sort('${period}').collect())"`,
  ];
  return folded(
    "Query it: the command line, DuckDB, Python",
    region("pre.lines", "Commands", lines.join("\n\n")),
  );
}
