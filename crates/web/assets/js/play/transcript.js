// The moves so far, as a list and as a text to keep.

import { h, counted } from "../dom.js";

/** The list: two columns, the newest in sight. */
export function transcript(session) {
  const items = session.line.map((position, at) => {
    const player = session.moverAt(at);
    const isMe = session.opponent !== "friend" && player === session.me;
    return h(
      "li",
      {},
      h(
        "span",
        { class: `who ${session.isImpartial ? "" : player}` },
        session.opponent === "friend" ? session.name(player) : isMe ? "you" : "Bouton",
      ),
      h("code", {}, position || "nothing"),
    );
  });
  const list = h(
    "ol",
    { class: "moves" },
    h("li", { class: "start" }, h("span", { class: "who" }, "start"), h("code", {}, session.start)),
    items,
  );
  queueMicrotask(() => {
    list.scrollTop = list.scrollHeight;
  });
  return list;
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
