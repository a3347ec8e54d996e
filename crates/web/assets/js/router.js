// Routes: `#/view?key=value`. The address holds what the view shows, so that a link restores it.

// These signs are written in addresses as they are, and a space as a plus.
const written = (value) =>
  encodeURIComponent(value)
    .replace(/%(2C|3A|3B|2F|40|7C|3E)/g, (code) => decodeURIComponent(code))
    .replaceAll("%20", "+");

/** The address of a view. Parameters that are empty are left out. */
export function address(view, parameters = {}) {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([key, value]) => `${key}=${written(value)}`)
    .join("&");
  return `#/${view}${query ? `?${query}` : ""}`;
}

/** What the address says now. */
export function current() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { view: path || "home", parameters: Object.fromEntries(new URLSearchParams(query)) };
}

// The address of the view that is open. If the window has another one, the visitor is on the way there.
let open = null;

/** Opens the address: what it says. */
export function enter() {
  open = location.hash;
  return current();
}

/** Goes to a view. */
export function go(view, parameters) {
  location.hash = address(view, parameters);
}

const noting = (change) => (view, parameters) => {
  const hash = address(view, parameters);
  if (location.hash !== open || current().view !== view || hash === open) return;
  history[change](null, "", hash);
  open = location.hash;
};

/** Notes the state of the view in the address, without a step in the history. */
export const note = noting("replaceState");

/** Notes the state of the view in the address with a step in the history, so that going back restores what was shown. */
export const step = noting("pushState");

/** The whole address, for a link; `base` is the address of the page for others, if it has another one there. */
export const link = (view, parameters, base) => new URL(address(view, parameters), base ?? location.href).href;
