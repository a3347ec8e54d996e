// Ask: a form for every question of the server. Form and answer follow the API's description, so that a new question
// needs no script.

import { h, show, chips, heading, save, trouble } from "./dom.js";
import { exact, games, isAborted } from "./api.js";
import { address, note, step } from "./router.js";
import { alarm, announce } from "./announce.js";
import { title } from "./chooser.js";
import { record } from "./ask/answer.js";
import { label, questions, words } from "./ask/description.js";
import { Form } from "./ask/form.js";
import { picture } from "./ask/pictures.js";

const LINKED = 6000; // A longer text does not go into the address.
const HINTED = 100; // Pixels of the answer that must be in sight.
// Views that show more of an answer; their addresses have the same parameters.
const MORE = { solve: "play", sequence: "sequence", chart: "chart", value: "values", graph: "relation" };

let shown = null;

export async function open(host, { question: name = "", ...texts }, signal) {
  const [all, known] = await Promise.all([questions(), games()]);
  if (signal.aborted) return;
  const question = all.find((one) => one.name === name);
  if (shown !== null && shown !== name) begin(host, name && label(name));
  shown = name;
  if (!question) return list(host, all, name);
  document.title = `${label(name)} · Bouton`;
  await new Asked(host, question, all, known, signal).begin(texts);
}

// Another question is like another view.
function begin(host, name) {
  host.parentElement.focus({ preventScroll: true });
  scrollTo(0, 0);
  announce(name || "Ask");
}

function list(host, all, wrong) {
  show(
    host,
    heading("Ask", "Every question that Bouton answers, here, on the command line and in Python."),
    wrong && trouble({ message: `there is no question “${wrong}”`, help: "choose one of these" }),
    h(
      "ul.asked",
      all.map(({ name, summary }) =>
        h("li.card", h("a", { href: address("ask", { question: name }) }, label(name)), h("p", summary)),
      ),
    ),
  );
}

class Asked {
  constructor(host, question, all, known, signal) {
    Object.assign(this, { host, question, all, known, signal });
  }

  /** Lays everything out, and asks: what the address says, and what an example says where that is not enough. */
  async begin(texts) {
    const { question } = this;
    const { name, summary, fields, examples } = question;
    const given = fields.filter((field) => field.name in texts);
    const [example = {}] = examples;
    const needed = fields.filter((field) => field.isRequired && field.name in example);
    const start = given.length ? { ...pick(example, needed), ...pick(texts, given) } : example;
    this.form = new Form(question, start, this.known, async (body, typed) => {
      await this.ask(body, typed, step);
      // On a phone the form fills the screen.
      if (this.result.getBoundingClientRect().top > innerHeight - HINTED) this.result.scrollIntoView();
    });
    this.result = h("div.answer");
    show(
      this.host,
      h("p.back", h("a", { href: address("ask") }, "All questions")),
      heading(label(name), summary),
      this.form.element,
      examples.length > 1 &&
        chips(
          "for example",
          examples.map((one) => h("a", { href: address("ask", { question: name, ...one }) }, short(fields, one))),
        ),
      this.result,
    );
    const body = this.form.read();
    if (body) await this.ask(body, this.form.texts, note);
  }

  async ask(body, typed, keep) {
    const { name, method } = this.question;
    this.current?.abort();
    const mine = (this.current = new AbortController());
    const signal = AbortSignal.any([this.signal, mine.signal]);
    const linked = Object.entries(typed).filter(([, text]) => text.length <= LINKED);
    keep("ask", { question: name, ...Object.fromEntries(linked) });
    show(this.result, h("p.waiting", "computing …"));
    try {
      const answer = await exact(name, method === "post" ? body : undefined, signal);
      this.show(answer, body, typed);
    } catch (error) {
      if (isAborted(error)) return;
      show(this.result, !this.form.blame(error) && trouble(error));
      alarm([error.message, error.help].filter(Boolean).join(". "));
    }
  }

  show({ text, view }, body, typed) {
    const { name, view: schema, schemas } = this.question;
    // A list of things is a view with one field.
    const isList = Array.isArray(view);
    const told = isList ? { [name]: view } : view;
    const whole = isList ? { properties: { [name]: schema } } : schema;
    const { sentence } = told;
    const { lead = sentence && label(sentence), badge, shown = ["sentence"], content } = picture(name, told, body);
    const keep = () => save(new Blob([text], { type: "application/json" }), `${name}.json`);
    show(
      this.result,
      h(
        "section.card",
        h(
          "div.row.apart",
          h("h2.row", badge, lead ?? "The answer"),
          h("button", { onclick: keep }, "Save as JSON"),
        ),
        content,
        record(told, whole, schemas, { shown }),
      ),
      this.further(typed),
    );
    announce(lead ?? "The answer has arrived");
  }

  /** Where to go on: the view that shows more, and other questions about the same game. */
  further(typed) {
    const { name } = this.question;
    const view = MORE[name];
    const isAboutGames = ({ fields }) => fields.some((field) => field.name === "game");
    const others = typed.game ? this.all.filter((one) => one.name !== name && isAboutGames(one)) : [];
    return h(
      "div.chips",
      view && [
        h("span", "see also the view"),
        h("a", { href: address(view, { ...typed, start: typed.position }) }, label(view)),
      ],
      others.length > 0 && [
        h("span", `more about ${title(typed.game)}`),
        others.map((one) =>
          h("a", { href: address("ask", { question: one.name, game: typed.game }) }, words(one.name)),
        ),
      ],
    );
  }
}

const pick = (texts, fields) => Object.fromEntries(fields.map(({ name }) => [name, texts[name]]));
const short = (fields, texts) =>
  fields
    .filter(({ name }) => name in texts)
    .map(({ kind, name }) => (kind === "text" ? texts[name] : `${words(name)} ${texts[name]}`).replace(/\s+/g, " "))
    .join(", ");
