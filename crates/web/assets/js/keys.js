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

/** One stop of the tab key for the items of a group; `steps` maps keys to how far they go among them, round the end. */
export function rove(group, items, steps) {
  const stop = (at) => items.forEach((item, index) => item.setAttribute("tabindex", index === at ? "0" : "-1"));
  stop(0);
  items.forEach((item, at) => item.addEventListener("focus", () => stop(at)));
  const go = (step) => () => {
    const next = (items.indexOf(document.activeElement) + step + items.length) % items.length;
    stop(next);
    items[next]?.focus();
  };
  keys(group, Object.fromEntries(Object.entries(steps).map(([key, step]) => [key, go(step)])));
}
