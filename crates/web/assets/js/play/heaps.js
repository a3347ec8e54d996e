// Heaps as rows of stones. A click on a stone takes it and those beyond it; a drag over stones takes
// just those, where the rules allow it; a drag off the row picks the stones up. With the keyboard a
// row is one stop: left and right choose how much, up and down the heap, Enter takes.

import { h, counted } from "../dom.js";
import { keys } from "../keys.js";
import { bar } from "./bar.js";
import { Gestures, changed, numbers, spoken } from "./moves.js";

const DRAWN = 42; // Longer heaps are a bar with a slider.

export function draw(table, actions) {
  const heaps = numbers(table.position);
  if (!heaps) return null;
  // Where a move raises a number, it counts something else than stones.
  const raises = ({ position }) => numbers(position)?.some((heap, at) => heap > heaps[at]);
  if (
    heaps.length === 2 &&
    table.options.length > 0 &&
    table.options.every((one) => numbers(one.position)?.length === 2) &&
    table.options.some(raises)
  )
    return null;
  const before = table.previous === null ? null : numbers(table.previous);
  const gestures = new Gestures(heaps, table.options, table.isCut);
  const state = { heaps, gestures, table, actions, taken: heaps.map(() => 0), rows: [] };
  const size = Math.max(...heaps, ...(before ?? []), 1);
  state.rows = heaps.map((heap, at) =>
    heap > DRAWN ? bar(state, at, size, () => settle(state)) : row(state, at, ghosts(heaps, before, at)),
  );
  const shared = gestures.isShared && table.isMine;
  const take =
    shared &&
    h(
      "div.row.share",
      h("button.main", { disabled: true, onclick: () => share(state) }, "Take"),
      h("span.small", "Mark stones of one heap or of several, then take them."),
    );
  state.take = take && take.querySelector("button");
  const scale = size <= 9 ? "large" : size <= 18 ? "medium" : "small-stones";
  return h(
    "div",
    { class: `heaps ${scale}` },
    heaps.length ? state.rows : h("p.note", "No heap is left."),
    take,
  );
}

// The stones that the last move took from this heap.
function ghosts(heaps, before, at) {
  if (!before || changed(before, heaps) === null) return 0;
  return Math.min(Math.max(before[at] - heaps[at], 0), DRAWN - Math.min(heaps[at], DRAWN));
}

function row(state, at, gone) {
  const { heaps, table } = state;
  const heap = heaps[at];
  const stones = Array.from({ length: heap }, (_, index) =>
    h("span.stone", { "data-k": index + 1 }),
  );
  const ghost = Array.from({ length: gone }, () => h("span.stone.ghost"));
  const isOpen = table.isMine && heap > 0;
  const track = h(
    "div.stones",
    {
      "data-heap": at,
      "data-stop": isOpen ? at : null,
      tabindex: isOpen ? 0 : null,
      role: isOpen ? "slider" : "img",
      "aria-label": `Heap ${at + 1} of ${heaps.length}${isOpen ? "" : `: ${heap}`}`,
      "aria-valuemin": isOpen ? 0 : null,
      "aria-valuemax": isOpen ? heap : null,
      "aria-valuenow": isOpen ? heap : null,
      "aria-valuetext": isOpen ? counted(heap, "token") : null,
    },
    stones,
    ghost,
  );
  if (isOpen) {
    point(state, at, track, stones);
    arrows(state, at, track, stones);
  }
  const good = table.winning.size > 0 && heap > 0 && hints(state, at, stones);
  return h(
    "div",
    { class: `heap ${good ? "good" : ""}` },
    h("span.count", { "aria-hidden": "true" }, heap),
    track,
  );
}

// Lights the stones that a winning move takes from this heap.
function hints(state, at, stones) {
  const { gestures, table, heaps } = state;
  let any = false;
  for (const position of table.winning) {
    const to = numbers(position);
    const differ = to && changed(heaps, to);
    if (differ && differ.includes(at) && to[at] < heaps[at]) {
      stones.slice(to[at]).forEach((stone) => stone.classList.add("good"));
      stones[to[at]].classList.add("from");
      any = true;
    } else if (!differ) {
      const gesture = gestures.all(at).find((one) => one.option.position === position && one.a);
      if (gesture) {
        stones.slice(gesture.a - 1, gesture.b).forEach((stone) => stone.classList.add("good"));
        any = true;
        continue;
      }
      // A split: a line where the heap falls apart.
      const split = gestures.all(at).find((one) => one.option.position === position)?.split;
      if (split) stones[split - 1].classList.add("cut");
      any ||= Boolean(split);
    }
  }
  return any;
}

function mark(stones, a, b) {
  stones.forEach((stone, index) => stone.classList.toggle("take", index + 1 >= a && index + 1 <= b));
}

// The pointer: press on a stone, perhaps drag, let go.
function point(state, at, track, stones) {
  const { gestures, actions, heaps } = state;
  const stone = (event) =>
    Number(
      document.elementFromPoint(event.clientX, event.clientY)?.closest(`[data-heap="${at}"] .stone`)?.dataset
        .k ?? 0,
    );
  let from = 0;
  let origin = null;
  const clear = () => {
    from = 0;
    track.classList.remove("lifted");
    if (!gestures.isShared) mark(stones, 0, -1);
  };
  const meant = (k) => {
    if (!k) return null;
    if (from && k !== from) {
      const [a, b] = [Math.min(from, k), Math.max(from, k)];
      const option = gestures.taking(at, a, b);
      return { a, b, option };
    }
    return gestures.isShared
      ? { a: k, b: heaps[at] }
      : (gestures.clicking(at, k) ?? { a: k, b: heaps[at], option: null });
  };
  track.addEventListener("pointerdown", (event) => {
    from = stone(event);
    if (!from || event.button !== 0) return;
    origin = event;
    track.setPointerCapture(event.pointerId);
    const { a, b } = meant(from);
    mark(stones, a, b);
  });
  track.addEventListener("pointermove", (event) => {
    const k = stone(event);
    if (!from) {
      if (!gestures.isShared && k) {
        const m = meant(k);
        mark(stones, m.a, m.b);
        track.classList.toggle("barred", !m.option);
      }
      return;
    }
    track.classList.toggle("lifted", !k);
    track.style.setProperty("--dx", `${event.clientX - origin.clientX}px`);
    track.style.setProperty("--dy", `${event.clientY - origin.clientY}px`);
    const gesture = meant(k || from);
    if (k) mark(stones, gesture.a, gesture.b);
  });
  track.addEventListener("pointerup", (event) => {
    if (!from) return;
    const gesture = meant(stone(event) || from);
    clear();
    if (gestures.isShared) return choose(state, at, stones, gesture.b - gesture.a + 1);
    gesture.option
      ? actions.move(gesture.option.position)
      : actions.refuse(`${gesture.b - gesture.a + 1} cannot be taken there.`);
  });
  track.addEventListener("pointercancel", clear);
  track.addEventListener("pointerleave", () => {
    if (!from && !gestures.isShared) mark(stones, 0, -1);
  });
}

function arrows(state, at, track, stones) {
  const { gestures, actions, heaps } = state;
  let list = null;
  let now = -1;
  const step = (by) => {
    if (gestures.isShared)
      return choose(state, at, stones, Math.min(Math.max(state.taken[at] + by, 0), heaps[at]), track);
    list ??= gestures.all(at);
    if (!list.length) return actions.say("No move on this heap.");
    now = Math.min(Math.max(now + by, 0), list.length - 1);
    const gesture = list[now];
    gesture.split ? mark(stones, 1, gesture.split) : mark(stones, gesture.a, gesture.b);
    track.setAttribute("aria-valuenow", gesture.split ?? heaps[at] - (gesture.b - gesture.a + 1));
    track.setAttribute("aria-valuetext", spoken(gesture, heaps[at]));
  };
  const hop = (by) => {
    const open = state.rows.map((one) => one.querySelector("[tabindex]")).filter(Boolean);
    open[(open.indexOf(track) + by + open.length) % open.length]?.focus();
  };
  const enter = () => {
    if (gestures.isShared) return share(state);
    now < 0 ? step(1) : actions.move(list[now].option.position);
  };
  keys(track, {
    ArrowLeft: () => step(1),
    ArrowRight: () => step(-1),
    ArrowUp: () => hop(-1),
    ArrowDown: () => hop(1),
    Enter: enter,
    Space: enter,
    Escape: () => {
      now = -1;
      mark(stones, 0, -1);
    },
  });
}

// Heaps that share a move: marks stay until all are taken at once.
function choose(state, at, stones, count, track = null) {
  state.taken[at] = state.taken[at] === count && !track ? 0 : count;
  mark(stones, state.heaps[at] - state.taken[at] + 1, state.heaps[at]);
  track?.setAttribute("aria-valuenow", state.heaps[at] - state.taken[at]);
  track?.setAttribute("aria-valuetext", `${state.taken[at]} marked of ${state.heaps[at]}`);
  settle(state);
}

function settle(state) {
  if (!state.take) return;
  state.take.disabled = !state.gestures.at(state.heaps.map((heap, at) => heap - state.taken[at]));
  const marked = state.taken.filter((count) => count > 0);
  state.take.textContent = marked.length ? `Take ${marked.join(" and ")}` : "Take";
}

function share(state) {
  const option = state.gestures.at(state.heaps.map((heap, at) => heap - state.taken[at]));
  option ? state.actions.move(option.position) : state.actions.refuse("These cannot be taken together.");
}
