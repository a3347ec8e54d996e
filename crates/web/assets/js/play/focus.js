// The focus on the table. Every move redraws the table, and while the opponent thinks nothing on it
// can be pressed: the focus then rests on the table itself, and returns to where it was, or next to it.

export class Focus {
  /** `side` holds buttons that go with the move; `others` are controls that may be disabled for a while. */
  constructor(stage, side, others) {
    Object.assign(this, { stage, side, others, wanted: null, stop: null, tag: "" });
    stage.addEventListener("focusin", ({ target }) => {
      const stop = target.closest("[data-stop]");
      if (stop) [this.stop, this.tag] = [stop.dataset.stop, target.localName];
    });
  }

  /** Before drawing: where the focus is. */
  note() {
    const now = document.activeElement;
    if (now === this.stage) return; // It waits here, and what it waits for is known.
    const isHere = this.stage.contains(now) || this.side.contains(now);
    this.wanted = isHere ? this.stage : this.others.includes(now) ? now : null;
  }

  /** After drawing: back to it. */
  restore() {
    const { wanted, stage } = this;
    if (!wanted) return;
    const place = wanted !== stage && !wanted.disabled ? wanted : (this.nearest() ?? stage);
    if (place !== document.activeElement) place.focus({ preventScroll: true });
  }

  nearest() {
    const open = [...this.stage.querySelectorAll("[data-stop]")].filter((one) => !one.disabled);
    const here = (this.stop ?? "0").split(",").map(Number);
    const far = (one) => {
      const there = one.dataset.stop.split(",").map(Number);
      const other = one.localName === this.tag ? 0 : 0.1;
      return Math.hypot(...there.map((at, axis) => at - (here[axis] ?? 0))) + other;
    };
    return open.sort((a, b) => far(a) - far(b))[0];
  }
}
