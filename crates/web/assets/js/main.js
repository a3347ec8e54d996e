// The entry point: routes, the theme, and the interface of views.
//
// A view is a module with `open(host, parameters, signal)`. It fills `host`; the signal fires when the view is left:
// from then on none of its answers is shown. Modules are fetched when they are first needed.

import { h, show, trouble } from "./dom.js";
import { current, enter } from "./router.js";
import { announce } from "./announce.js";
import { keep, recall } from "./kept.js";
import { during } from "./rest.js";

const VIEWS = {
  home: "Welcome",
  play: "Play",
  analysis: "Analysis",
  learn: "Learn",
  puzzles: "Puzzles",
  chart: "Chart",
  sequence: "Sequence",
  values: "Values",
  relation: "Relation",
  rules: "Rules",
  papers: "Papers",
  census: "Census",
  ask: "Ask",
};

const LONGEST_PRINTED = 60;

let visit = null;
let shown = null;

async function route() {
  const { view, parameters } = enter();
  const host = document.getElementById("view");
  visit?.abort();
  const { signal } = (visit = new AbortController());
  mark(view);
  if (!Object.hasOwn(VIEWS, view)) {
    document.title = "Bouton";
    return show(host, h("p.waiting", "There is no such view. ", h("a", { href: "#/play" }, "Play a game")));
  }
  document.title = `${VIEWS[view]} · Bouton`;
  try {
    const module = await import(`./${view}.js`);
    if (signal.aborted) return;
    const fresh = h("div", { class: `view view-${view}` });
    show(host, fresh);
    const isOther = shown !== null && shown !== view;
    shown = view;
    await module.open(fresh, parameters, signal);
    if (isOther && !signal.aborted) {
      host.focus({ preventScroll: true });
      scrollTo(0, 0);
      announce(VIEWS[view]);
    }
  } catch (error) {
    if (signal.aborted) return;
    console.error(error);
    show(host, trouble(error));
  }
}

function mark(view) {
  for (const link of document.querySelectorAll("#views a")) {
    const here = link.hash === `#/${view}`;
    here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
}

// The keys and gestures of the view that is open.
const help = () =>
  during(async () => {
    const { view } = current();
    (await import("./help.js")).open(view, VIEWS[view] ?? "Bouton");
  });

// The colours: as the system, light, dark. The choice stays in this browser.
const THEMES = { "": "as the system", light: "light", dark: "dark" };
const SHORT = { "": "Auto", light: "Light", dark: "Dark" };

function paint(theme) {
  const root = document.documentElement;
  theme ? root.setAttribute("data-theme", theme) : root.removeAttribute("data-theme");
  document.getElementById("theme-name").textContent = SHORT[theme];
  document.getElementById("theme").title = `Colours: ${THEMES[theme]}`;
  dispatchEvent(new Event("themechange"));
}

let theme = recall("theme") in THEMES ? recall("theme") : "";
paint(theme);
document.getElementById("theme").addEventListener("click", () => {
  const names = Object.keys(THEMES);
  theme = names[(names.indexOf(theme) + 1) % names.length];
  keep("theme", theme);
  paint(theme);
  announce(`Colours: ${THEMES[theme]}`);
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
  dispatchEvent(new Event("themechange")),
);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("view").focus();
});
document.getElementById("help").addEventListener("click", help);
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (event.key !== "?" || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  help();
});
// The forms are not printed, so a line at the top says what was asked.
const printed = h("p.printed.small", { "aria-hidden": "true" });
document.getElementById("view").before(printed);
addEventListener("beforeprint", () => {
  const { view, parameters } = current();
  const asked = Object.entries(parameters).filter(([, value]) => String(value).length <= LONGEST_PRINTED);
  printed.textContent = ["Bouton", VIEWS[view], ...asked.map(([name, value]) => `${name} ${value}`)].join(" · ");
});
// What is before the fragment only led here.
if (location.search) history.replaceState(null, "", location.pathname + location.hash);
addEventListener("hashchange", () => during(route));
during(route);
