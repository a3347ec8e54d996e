// Keys: a table from names to actions, and a focus that roves through a group.

/** The name of a key with its modifiers, such as `Shift+ArrowLeft`. */
export function named(event) {
  const modifiers = ["Ctrl", "Alt", "Shift"].filter((name) => event[`${name.toLowerCase()}Key`]);
  return [...modifiers, event.key === " " ? "Space" : event.key].join("+");
}

/** Listens on `element`; `table` maps names of keys to actions. */
export function keys(element, table) {
  element.addEventListener("keydown", (event) => {
    const action = table[named(event)] ?? table[event.key];
    if (!action || (event.altKey && !table[named(event)]) || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    action(event);
  });
}

/** One stop of the tab key for a whole group; the arrows go from one to the next. */
export function rove(items, start = 0) {
  const stop = (at) =>
    items.forEach((item, index) => item.setAttribute("tabindex", index === at ? "0" : "-1"));
  stop(Math.min(start, items.length - 1));
  items.forEach((item, at) => item.addEventListener("focus", () => stop(at)));
  return {
    /** Moves the focus by `step`, round the end. */
    by(step) {
      const now = items.indexOf(document.activeElement);
      const next = (now + step + items.length) % items.length;
      stop(next);
      items[next]?.focus();
      return next;
    },
  };
}
