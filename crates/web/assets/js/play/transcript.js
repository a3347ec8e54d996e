// The moves so far, as a list and as a text to save.

import { h, counted } from "../dom.js";

/** The list: two columns, the newest in sight. */
export function transcript(session) {
  const items = session.line.map((position, at) => {
    const player = session.moverAt(at);
    const isMe = session.opponent !== "friend" && player === session.me;
    const better = session.turned?.moves.get(at);
    return h(
      "li",
      { class: better && "turned" },
      h(
        "span",
        { class: `who ${session.isImpartial ? "" : player}` },
        session.opponent === "friend" ? session.name(player) : isMe ? "you" : "Bouton",
      ),
      h("code", position || "nothing"),
      better && h("span.better", missed(better)),
    );
  });
  const list = h("ol.moves", h("li.start", h("span.who", "start"), h("code", session.start)), items);
  queueMicrotask(() => {
    const first = list.querySelector(".turned");
    list.scrollTop = first ? first.offsetTop - list.offsetTop - 40 : list.scrollHeight;
  });
  return list;
}

const NAMED = 3;

// What would have won instead.
function missed(better) {
  const named = better.slice(0, NAMED).map((one) => h("code", one || "nothing"));
  const list = named.flatMap((one, at) => (at ? [" or ", one] : [one]));
  return [list, better.length > NAMED && ` or ${better.length - NAMED} others`, " would have won"];
}

/** The text: one move on a line. */
export function asText(session, address) {
  const lines = session.line.map(
    (position, at) => `${String(at + 1).padStart(3)}  ${session.name(session.moverAt(at)).padEnd(6)}  ${position}`,
  );
  const end = session.isOver
    ? [`${session.name(session.table.winner ?? "left")} wins after ${counted(session.line.length, "move")}`]
    : [];
  return [
    `game   ${session.game}`,
    `start  ${session.start}${session.isImpartial ? "" : `, ${session.name(session.first)} moves first`}`,
    "",
    ...lines,
    "",
    ...end,
    address,
    "",
  ].join("\n");
}
