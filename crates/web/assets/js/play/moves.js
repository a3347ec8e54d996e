// Turns the legal moves of a table with heaps into gestures. The server lists positions; each becomes a gesture: the
// tokens a to b of one heap taken away, or a heap split.

/** The numbers of a position, or null if it is written otherwise. */
export function numbers(position) {
  if (position === "") return [];
  const parts = position.split(",").map((part) => part.trim());
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : null;
}

// Positions of heaps, whatever their order and whether or not empty heaps are written.
const key = (heaps) =>
  heaps
    .filter((heap) => heap > 0)
    .sort((a, b) => a - b)
    .join(",");

/** The heaps that differ, if both positions have as many. */
export function changed(from, to) {
  if (from.length !== to.length) return null;
  return from.map((heap, at) => at).filter((at) => from[at] !== to[at]);
}

/** A way to look gestures up among the options. */
export class Gestures {
  constructor(heaps, options, isCut = false) {
    this.heaps = heaps;
    this.isCut = isCut; // Not all options are listed: others may be legal too.
    this.exact = new Map();
    this.loose = new Map();
    for (const option of options) {
      const to = numbers(option.position);
      if (!to) continue;
      this.exact.set(to.join(","), option);
      if (!this.loose.has(key(to))) this.loose.set(key(to), option);
    }
    // Does some move take from several heaps at once, as in Wythoff's game?
    this.isShared = options.some((option) => {
      const to = numbers(option.position);
      return to && (changed(heaps, to)?.length ?? 0) > 1 && key(to) !== key(heaps);
    });
  }

  /** The option that leaves `parts` of the heap with this number, and all else. */
  leaving(at, parts) {
    const exact = this.heaps.flatMap((heap, index) => (index === at ? parts : [heap]));
    return this.exact.get(exact.join(",")) ?? this.loose.get(key(exact)) ?? this.unlisted(exact);
  }

  /** The option that takes the tokens from `a` to `b` (from 1) of a heap. */
  taking(at, a, b) {
    return this.leaving(at, b === this.heaps[at] ? [a - 1] : [a - 1, this.heaps[at] - b]);
  }

  /** What a click on token `k` means: it and all beyond it, or it alone, or it and the next. */
  clicking(at, k) {
    const heap = this.heaps[at];
    for (const [a, b] of [
      [k, heap],
      [k, k],
      [k, k + 1],
      [1, k],
    ]) {
      const option = b <= heap && this.taking(at, a, b);
      if (option) return { a, b, option };
    }
    return null;
  }

  /** All gestures on one heap, the smallest first; each option once. */
  all(at) {
    const heap = this.heaps[at];
    const found = new Map();
    for (let size = 1; size <= heap; size++) {
      for (let b = heap; b >= size; b--) {
        const option = this.taking(at, b - size + 1, b);
        if (option && !found.has(option.position)) found.set(option.position, { a: b - size + 1, b, option });
      }
    }
    for (let k = 1; 2 * k <= heap; k++) {
      const option = this.leaving(at, [k, heap - k]);
      if (option && !found.has(option.position)) found.set(option.position, { split: k, option });
    }
    return [...found.values()];
  }

  /** The option that leaves these heaps exactly. */
  at(heaps) {
    return this.exact.get(heaps.join(",")) ?? this.unlisted(heaps);
  }

  unlisted(heaps) {
    return this.isCut && key(heaps) !== key(this.heaps) ? { position: heaps.join(",") } : null;
  }
}

/** A gesture in words. */
export function spoken(gesture, heap) {
  if (gesture.split) return `split into ${gesture.split} and ${heap - gesture.split}`;
  const { a, b } = gesture;
  const rest = [a - 1, heap - b].filter((part) => part > 0);
  const leave = rest.length ? `leave ${rest.join(" and ")}` : "leave nothing";
  return `take ${b - a + 1}, ${leave}`;
}
