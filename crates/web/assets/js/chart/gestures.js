// Pointers, wheel and keys on a map.

import { keys } from "../keys.js";

const NOTCH = 0.0016; // How much a unit of the wheel zooms.
const CLICK = 5; // A pointer that moves less has clicked.

/** `actions`: pan(dx, dy), zoom(px, py, factor), hover(px, py), out(), click(px, py), cursor(dx, dy), home(). */
export function gestures(canvas, actions) {
  const pointers = new Map();
  let moved = 0;
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return { middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], far: Math.hypot(a[0] - b[0], a[1] - b[1]) || 1 };
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event));
    moved = pointers.size > 1 ? CLICK : 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const now = place(event);
    const before = pointers.get(event.pointerId);
    if (!before) return actions.hover(...now);
    if (pointers.size === 2) {
      const old = spread();
      pointers.set(event.pointerId, now);
      const fresh = spread();
      actions.pan(fresh.middle[0] - old.middle[0], fresh.middle[1] - old.middle[1]);
      actions.zoom(...fresh.middle, fresh.far / old.far);
      return;
    }
    pointers.set(event.pointerId, now);
    moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    if (moved >= CLICK) {
      canvas.classList.add("dragging");
      actions.pan(now[0] - before[0], now[1] - before[1]);
    }
  });
  const up = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    canvas.classList.remove("dragging");
    if (event.type === "pointerup" && moved < CLICK) actions.click(...place(event));
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => actions.out());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      actions.zoom(...place(event), Math.exp(-event.deltaY * lines * NOTCH));
    },
    { passive: false },
  );

  const middle = (factor) => actions.zoom(canvas.clientWidth / 2, canvas.clientHeight / 2, factor);
  const far = 90;
  keys(canvas, {
    ArrowLeft: () => actions.pan(far, 0),
    ArrowRight: () => actions.pan(-far, 0),
    ArrowUp: () => actions.pan(0, far),
    ArrowDown: () => actions.pan(0, -far),
    "Shift+ArrowLeft": () => actions.cursor(-1, 0),
    "Shift+ArrowRight": () => actions.cursor(1, 0),
    "Shift+ArrowUp": () => actions.cursor(0, 1),
    "Shift+ArrowDown": () => actions.cursor(0, -1),
    "+": () => middle(2),
    "=": () => middle(2),
    "-": () => middle(0.5),
    Home: () => actions.home(),
    Enter: () => actions.enter(),
  });
}
