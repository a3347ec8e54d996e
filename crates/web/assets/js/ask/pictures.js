// Answers with a picture, a table or a sentence of their own. `lead` is the sentence that comes first and is announced
// to screen readers, `shown` are the fields that need not be shown again.

import { h, counted, facts, grouped, letter, MEANING, reasons } from "../dom.js";
import { address } from "../router.js";
import { title } from "../chooser.js";
import { figure, known, list, part } from "./answer.js";
import { position as written } from "./description.js";
import { table as grid } from "./table.js";
import { sign as verdictSign, SHOWN, theorem, verdict } from "../theorem.js";

const play = (game, position) => address("play", { game, start: written(position) });
const percent = (share) => `${(100 * share).toFixed(1)} %`;
const OTHERS = { chart, check, compare, count, duel, prove, quotient, survey, table };

/** What is special about the answer to a question. */
export const picture = (name, view, body) => OTHERS[name]?.(view, body) ?? {};

// The sentence beside it says it to screen readers.
const sign = (style, text) => h("span", { class: `badge ${style}`, "aria-hidden": "true" }, text);

function table({ game, title: name, rows, fixed }, { of }) {
  const isCompletion = typeof rows.flat().find((one) => one !== null) === "number" && of !== "nim-value";
  const link = (row, column) => play(game, [...fixed, row, column, ...(isCompletion ? [rows[row][column]] : [])]);
  const cells = of === "nim-value" ? "The nim-value of row and column" : "The outcome of row and column";
  const what = isCompletion ? "The number that completes row and column to a losing position" : cells;
  const beside = fixed.length ? `, beside ${fixed.join(", ")}` : "";
  const links = "A cell leads to the game from there; it is empty where no position is legal.";
  return {
    lead: `${name ?? title(game)}: ${counted(rows.length, "row")}, ${counted(rows[0]?.length ?? 0, "column")}`,
    shown: ["game", "title", "rows", "fixed"],
    content: [
      h("p.note", `${what}${beside}. ${links}`),
      grid("table", rows, { head: [...(rows[0] ?? []).keys()], side: (at) => at, link }),
    ],
  };
}

function chart({ game, title: name, rows = [], values = rows, x, y, beside = [] }) {
  const upwards = values.map((row) => [...row].map((one) => (one === "X" ? null : one))).reverse();
  const height = (at) => y[1] - 1 - at;
  return {
    lead: `${name ?? title(game)}: ${x[0]} to ${x[1] - 1} across, ${y[0]} to ${y[1] - 1} upwards`,
    shown: ["game", "title", "rows", "values", "x", "y"],
    content: grid("chart", upwards, {
      head: Array.from({ length: x[1] - x[0] }, (_, at) => x[0] + at),
      side: height,
      link: (row, column) => play(game, [x[0] + column, height(row), ...beside]),
    }),
  };
}

function count({ count: found, heaps, below }) {
  return {
    lead: `${counted(found, "P-position")} of ${counted(heaps, "heap")} below ${grouped(below)}`,
    shown: ["count", "heaps", "below"],
  };
}

function survey({ proved, below, codes }) {
  const link = (row, column) => (column ? null : address("sequence", { game: codes[row].game }));
  const rows = codes.map(({ code, preperiod, period }) => [code, preperiod, period]);
  return {
    lead: `${grouped(proved)} of ${counted(codes.length, "code")} have a period that the heaps below ${grouped(below)} prove`,
    shown: ["below", "proved", "codes"],
    content: grid("codes", rows, { head: ["code", "preperiod", "period"], link }),
  };
}

const ACROSS = 10; // Heaps in a row, where no period says better.

function quotient({ order, p_portion: lost, relations, generators, pretending, period }) {
  const across = period && period.period <= 2 * ACROSS ? period.period : ACROSS;
  const rows = [];
  for (let at = 0; at < pretending.length; at += across) rows.push(pretending.slice(at, at + across));
  const mark = (row, column) => (lost.includes(rows[row][column]) ? "lost" : null);
  const line = (texts) => h("p", list(texts));
  const heaps = grid("pretending function", rows, { head: rows[0].map((_, at) => `+${at}`), side: (at) => at * across, mark });
  return {
    lead: `${counted(order, "element")}, ${grouped(lost.length)} of them losing`,
    shown: ["order", "p_portion", "relations", "generators", "pretending"],
    content: [
      part(
        "Presentation",
        "Generators with their heaps, and which words are equal.",
        line(generators.map(({ name, heap }) => `${name}: heap ${heap}`)),
        line(relations.map((pair) => pair.join(" = "))),
      ),
      part("P-portion", "The elements of losing positions.", line(lost)),
      part("Pretending function", "The element of each heap; shaded if a single heap of this size is losing.", heaps),
    ],
  };
}

// What the bars show of a duel.
const DRAWN = ["game", "position", "first", "second", "games", "first_wins", "second_wins", "unfinished", "interval", "exact"];

function duel(view) {
  const all = view.duels ?? [view];
  const sum = (key) => all.reduce((total, one) => total + one[key], 0);
  const starts = all.length > 1 ? `, from ${all.length} starts` : "";
  return {
    lead: all.length
      ? `${all[0].first} won ${grouped(sum("first_wins"))} of ${counted(sum("games"), "game")}${starts}`
      : "No game was played: there is no start",
    shown: [...DRAWN, "duels"],
    content: all.map(bout),
  };
}

function bout({ game, position, first, second, games, unfinished, interval, exact, ...told }) {
  const { first_wins: won, second_wins: lost } = told;
  const [from, to] = interval.map(percent);
  const within = { "margin-left": from.replace(" ", ""), width: percent(interval[1] - interval[0]).replace(" ", "") };
  const share = (count, style) => h("span", { class: style, vars: { "flex-grow": count } });
  const names = first === second ? [`${first}, first`, `${second}, second`] : [first, second];
  return h(
    "figure.bout",
    h("figcaption", h("a", { href: play(game, position) }, position)),
    h(
      "div.row.apart",
      h("strong.first", `${names[0]} ${grouped(won)}`),
      h("strong.second", `${names[1]} ${grouped(lost)}`),
    ),
    h(
      "div",
      {
        ...{ class: "shares", role: "img" },
        "aria-label": `${names[0]} ${won}, ${names[1]} ${lost}, unfinished ${unfinished}`,
      },
      share(won, "first"),
      share(unfinished, "neither"),
      share(lost, "second"),
    ),
    games > 0 && h("div.within", { "aria-hidden": "true" }, h("span", { vars: within })),
    h(
      "p.note",
      `${names[0]} wins ${percent(games ? won / games : 0)}; between ${from} and ${to} with a confidence of 95 %.`,
      exact !== undefined && exact !== null && ` The exact chance is ${percent(exact)}.`,
      unfinished > 0 && ` ${counted(unfinished, "game")} did not end.`,
    ),
  );
}

function check({ holds, reasons: told }, { certificate }) {
  return {
    lead: holds ? "The certificate holds" : "The certificate does not hold",
    badge: holds ? sign("true", "✓") : sign("false", "✗"),
    shown: ["holds", "reasons"],
    content: [part(holds ? "What was verified" : "Why not", "", reasons(told)), claimed(certificate)],
  };
}

// The claim of the certificate, if it can be read.
function claimed(text) {
  let told;
  try {
    told = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof told !== "object" || told === null) return null;
  const all = Object.entries({ ...told, theorem: told.theorem ?? told.proof?.theorem });
  const lines = all.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return part("What it claims", "", facts(lines.map(([key, value]) => [key.replaceAll("-", " "), figure(value)])));
}

function prove(view) {
  return { lead: verdict(view), badge: verdictSign(view), shown: SHOWN, content: theorem(view) };
}

function compare(view) {
  const { game, with: other, same, first_difference: found, positions, numbers, standing, reasons: told } = view;
  const place = written(found?.position);
  const many = `${counted(positions, "position")} of ${counted(numbers, "number")}`;
  const meant = (value) => (Object.hasOwn(MEANING, value) ? [letter(value), " ", MEANING[value]] : value);
  const says = (name, value) => [
    value === null ? title(name) : h("a", { href: play(name, found.position) }, title(name)),
    value === null ? "not legal" : meant(value),
  ];
  const by = (name, one) => [h("p.small", title(name)), known(one)];
  return {
    lead: same ? `Equal at ${many}: ${standing}` : `They differ, first at ${place}`,
    badge: same ? sign("true", "=") : sign("open", "≠"),
    shown: ["same", "first_difference", "reasons", "game_known", "with_known", "standing"],
    content: [
      found &&
        part("The first difference", `At ${place}:`, facts([says(game, found.game), says(other, found.with)])),
      part("How it is known", "", reasons([standing, ...told]), by(game, view.game_known), by(other, view.with_known)),
    ],
  };
}
