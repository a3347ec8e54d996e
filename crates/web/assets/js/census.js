// Census: starts, watches, stops and continues a census, and shows what it found.

import { h, show, field, choice, heading, trouble, counted, grouped } from "./dom.js";
import { get, post } from "./api.js";
import { address, note } from "./router.js";
import { announce } from "./announce.js";
import { report } from "./census/report.js";

export async function open(host, { id }, signal) {
  const view = new Census(host, id, signal);
  const families = await view.list();
  if (signal.aborted) return;
  view.offer(families);
  if (id) view.watch(id);
}

const NEEDS_PROGRAM = 501; // The static edition of this page has no folders.

const title = () =>
  heading("Census", "One row for each game of a family, kept in a folder; it can be stopped and continued.");

class Census {
  constructor(host, id, signal) {
    Object.assign(this, { host, id, signal });
    signal.addEventListener("abort", () => this.events?.close());
    this.known = h("section.card");
    this.panel = h(
      "section.card",
      { "aria-label": "One census" },
      h("p.note", "Start a census, or choose an existing one."),
    );
    this.problem = h("div");
    this.fields = h("div.row.census-fields");
    this.form = h("div.form");
    const start = { onsubmit: () => this.start() };
    const form = h("form.card.start-form", start, h("h2", "Start a census"), this.problem, this.form);
    show(host, title(), h("div.two", h("div", form, this.panel), this.known));
  }

  /** Lays out the form, once it is known which families there are. */
  offer(families) {
    const [first] = families;
    if (!first) return;
    const fieldsOf = (wanted) => families.find(({ name }) => name === wanted).fields;
    const lay = () => show(this.fields, fieldsOf(this.family.value).map(entry));
    this.family = choice(families.map(({ name, title }) => [name, title]), first.name, lay);
    lay();
    show(this.form, field("Family", this.family), this.fields, h("button.main", "Start"));
  }

  /** Lists the existing censuses; returns the families that a census can cover. */
  async list() {
    try {
      const { censuses, families } = await get("census");
      show(
        this.known,
        h("h2", "Known"),
        censuses.length
          ? h(
              "ul.folders",
              censuses.map(({ id, games, running }) =>
                h(
                  "li",
                  h("a", { href: address("census", { id }), "aria-current": id === this.id && "true" }, id),
                  h("span.small", `${counted(games, "game")}${running ? ", running" : ""}`),
                ),
              ),
            )
          : h("p.note", "None yet."),
      );
      return families;
    } catch (error) {
      if (error.status === NEEDS_PROGRAM) show(this.host, title(), trouble(error));
      else show(this.known, trouble(error));
      return [];
    }
  }

  async start() {
    const wanted = { family: this.family.value };
    for (const input of this.fields.querySelectorAll("input"))
      if (input.value !== "")
        wanted[input.name] = input.type === "number" ? Number(input.value) : input.value;
    await this.begin(wanted);
  }

  /** Starts a census, or continues one that was stopped. */
  async begin(wanted) {
    show(this.problem);
    try {
      const { id } = await post("census", wanted);
      announce(`The census ${id} is running`);
      this.watch(id);
      await this.list();
    } catch (error) {
      show(this.problem, trouble(error));
    }
  }

  /** Follows a census until it ends. */
  watch(id) {
    if (this.signal.aborted) return;
    this.events?.close();
    this.id = id;
    note("census", { id });
    const bar = h("progress", { max: 1, value: 0, "aria-label": "Progress" });
    const says = h("p.small", { role: "status" }, "…");
    const end = async () => {
      stop.disabled = true;
      await post(`census/${id}/stop`).catch((error) => {
        stop.disabled = false;
        show(summary, trouble(error));
      });
    };
    const stop = h("button", { onclick: end }, "Stop");
    const resume = h("button", { hidden: true, onclick: () => this.begin({ id }) }, "Continue");
    const summary = h("div");
    show(this.panel, h("div.row.apart", h("h2", id), h("div.row", stop, resume)), bar, says, summary);
    this.events = new EventSource(`api/census/${encodeURIComponent(id)}/events`);
    this.events.onmessage = ({ data }) => {
      const news = JSON.parse(data);
      Object.assign(bar, { max: news.total || 1, value: news.done });
      says.textContent = progress(news);
      if (!news.ended) return;
      this.events.close();
      stop.hidden = true;
      const isWhole = news.summary?.complete ?? false;
      resume.hidden = isWhole;
      if (news.error) show(summary, trouble({ message: news.error, help: news.help }));
      else this.read(id, news.summary, summary);
      announce(isWhole ? "The census is complete" : "The census has stopped");
      this.list();
    };
    this.events.onerror = () => {
      if (this.events.readyState === EventSource.CLOSED) {
        says.textContent = "the connection to the server was lost";
        stop.hidden = true;
        resume.hidden = false;
      }
    };
  }

  async read(id, known, place) {
    try {
      const found = known ?? (await get(`census/${encodeURIComponent(id)}`));
      show(place, report(found));
    } catch (error) {
      show(place, trouble(error));
    }
  }
}

// A field for an option of a family; a number if it has a suggested value.
const entry = ({ name, label, usual }) =>
  field(label, h("input", { name, value: usual ?? "", type: usual === null ? "text" : "number", min: 0 }), "short");

function progress({ done, total, rate, left_seconds: left, ended, stopped }) {
  const share = total ? `${((100 * done) / total).toFixed(done === total ? 0 : 1)} %` : "";
  if (ended) return `${stopped ? "stopped: " : ""}${grouped(done)} of ${grouped(total)} games`;
  const pace = rate ? `, ${grouped(Math.round(rate))} a second` : "";
  return `${share}: ${grouped(done)} of ${grouped(total)} games${pace}${left ? `, ${time(left)} left` : ""}`;
}

function time(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
