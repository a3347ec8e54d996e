// Choosing a game and, where it matters, a position: a list of the known games, and the exact words
// beside it. Typed rules are one entry, with a link back to the editor.

import { h, field, typing } from "./dom.js";
import { get, isAborted, typed } from "./api.js";
import { address } from "./router.js";

/** Is this a text of rules rather than a name? */
export const isText = (game) => game.includes("\n");

/** Rules without the remarks and empty lines before them: games are known by how they begin. */
export const bare = (text) => text.replace(/^(?:[ \t]*(?:#[^\n]*)?\r?\n)+/, "");

/** The name of a game: its own, or the one in the first line of its rules. */
export function title(game) {
  if (!isText(game)) return game;
  return /^\s*game\s+([^\s(]+)/m.exec(game)?.[1] ?? "your rules";
}

const misere = (game) => `${game}/misere`;
const stem = (game) => game.split(/[:/ ]/)[0];

/** The catalogue's entry for a game; undefined for typed rules. */
export const entryOf = (game, known) => (isText(game) ? undefined : known.find((one) => one.name === stem(game)));

/** The server's description of a game, whatever its parameters; nothing if it cannot read the game. */
export async function factsOf(game, known, signal) {
  const entry = known.find((one) => one.example.game === game);
  if (entry) return entry;
  return get("game", { game }, signal).catch((error) => {
    if (isAborted(error)) throw error;
    return {};
  });
}

/**
 * The controls. `settings` has `games`, `game`, `position` (null for none), `filter` and
 * `chosen(game, position)`, which is called when something was picked or typed. With `isOpenStart` a
 * game that is picked comes without a position; with `hasMisere` the list has games with the other ending, too.
 */
export function chooser(settings) {
  const { chosen } = settings;
  const games = settings.games.filter(settings.filter ?? (() => true));
  let text = isText(settings.game) ? settings.game : null;
  const other = settings.hasMisere ? games.filter((one) => one.ending === "normal" && one.other_ending) : [];
  const list = h(
    "select",
    { onchange: pick },
    games.map((game) => h("option", { value: game.name }, game.title)),
    other.length > 0 &&
      h(
        "optgroup",
        { label: "Misère: whoever cannot move wins" },
        other.map((game) => h("option", { value: misere(game.name) }, `${game.title}, misère`)),
      ),
    h("option", { value: "", hidden: true }, "another game"),
    text && h("option", { value: "text" }, `Your rules: ${title(text)}`),
  );
  const name = typing({ value: text ? title(text) : settings.game });
  const place = settings.position === null ? null : typing({ value: settings.position ?? "" });
  name.readOnly = text !== null;
  mark();

  function mark() {
    const known = entryOf(name.value, games);
    const isMisere = known && other.includes(known) && name.value.endsWith(misere(""));
    list.value = text ? "text" : isMisere ? misere(known.name) : (known?.name ?? "");
    name.title = known?.summary ?? "";
  }
  function pick() {
    if (list.value === "text") return;
    const game = games.find((one) => one.name === list.value) ?? other.find((one) => misere(one.name) === list.value);
    text = null;
    name.readOnly = false;
    name.value = game.name === list.value ? game.example.game : game.other_ending;
    if (place) place.value = settings.isOpenStart ? "" : game.example.position;
    submit();
  }
  function submit() {
    mark();
    chosen(text ?? name.value.trim(), place ? typed(place.value) : null);
  }
  const form = h(
    "form.form.chooser",
    { onsubmit: submit },
    field("Game", list, "list"),
    field(text ? "Rules" : "Written as", name, "grow"),
    place && field(settings.place ?? "Position", place, "grow place"),
    settings.extra,
    h("button", { class: settings.quiet ? "" : "main" }, settings.button ?? "Show"),
    text && h("a.button", { href: address("rules", { text }) }, "Edit the rules"),
  );
  form.set = (game, position) => {
    if (!isText(game)) name.value = game;
    if (place) place.value = position;
    mark();
  };
  return form;
}
