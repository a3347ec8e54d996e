// A heap that is too long for stones: a bar, as long as the heap is beside the largest. A slider cuts
// off what is taken; the number beside it says it exactly.

import { h, counted, grouped } from "../dom.js";
import { numbers } from "./moves.js";

/** `state` is that of the heaps; `changed()` is called when something else is marked. */
export function bar(state, at, largest, changed) {
  const { heaps, gestures, table, actions } = state;
  const heap = heaps[at];
  const percent = (part, whole) => `${(100 * part) / whole}%`;
  const count = h("input.amount", {
    type: "number",
    min: 0,
    max: heap,
    value: 0,
    "data-stop": at,
    "aria-label": `Take from heap ${at + 1}`,
  });
  const range = h("input", {
    type: "range",
    min: 0,
    max: heap,
    value: heap,
    tabindex: table.isMine ? 0 : -1,
    "data-stop": at,
    "aria-label": `Heap ${at + 1} of ${heaps.length}`,
  });
  const gone = h("span.gone");
  const take = h("button", { onclick: () => move() }, "Take");
  const option = () => gestures.leaving(at, [heap - Number(count.value)]);
  const move = () => option() && actions.move(option().position);
  const mark = (taken) => {
    const sound = Math.min(Math.max(Math.floor(taken) || 0, 0), heap);
    range.value = heap - sound;
    range.setAttribute("aria-valuetext", sound ? `take ${sound}, leave ${heap - sound}` : counted(heap, "token"));
    gone.style.setProperty("--gone", percent(sound, heap));
    state.taken[at] = sound;
    take.disabled = !table.isMine || !sound || gestures.isShared || !option();
    changed();
  };
  range.addEventListener("input", () => {
    count.value = heap - Number(range.value);
    mark(heap - Number(range.value));
  });
  count.addEventListener("input", () => mark(Number(count.value)));
  for (const input of [range, count])
    input.addEventListener("keydown", (event) => event.key === "Enter" && !take.disabled && move());
  range.disabled = count.disabled = !table.isMine;
  queueMicrotask(() => mark(0));
  return h(
    "div.heap.long",
    h("span.count", grouped(heap)),
    h(
      "div.reach",
      h(
        "div.bar-of-stones",
        { vars: { "--long": percent(heap, largest) } },
        gone,
        goods(state, at).map((left) => h("span.tick", { vars: { "--at": percent(left, heap) } })),
        range,
      ),
    ),
    table.isMine && count,
    table.isMine && !gestures.isShared && take,
  );
}

// What the winning moves leave of this heap.
function goods({ heaps, table }, at) {
  return [...table.winning]
    .map(numbers)
    .filter((to) => to?.length === heaps.length && to[at] < heaps[at])
    .map((to) => to[at])
    .slice(0, 40);
}
