// Requests to the server, or to the lab in the static edition of this page. Every answer is JSON; a refusal is thrown as an error with advice.

import { during } from "./rest.js";
import { request } from "./transport.js";

/** A refusal: a message, and what helps. */
export class Refused extends Error {
  constructor(message, help, status) {
    super(message);
    Object.assign(this, { help, status });
  }
}

const PATIENCE = 6; // How often a busy server is asked again.

/** Was this request cancelled by the page itself? */
export const isAborted = (error) => error.name === "AbortError";

async function ask(path, options = {}, patience = PATIENCE) {
  const response = await request(path, options).catch((error) => {
    if (isAborted(error)) throw error;
    throw new Refused("the server does not answer", "check whether it is still running, and try again", 0);
  });
  if (!response.ok) {
    const told = await response.json().catch(() => ({}));
    const isBusy = response.status === 503 || response.status === 429;
    // Unfinished work that the server continues is requested until it is done.
    if (isBusy && (told.unfinished || patience > 0)) {
      const wait = Math.min(Number(response.headers.get("Retry-After")) || 1, 10);
      await pause(wait * 1000, options.signal);
      return ask(path, options, told.unfinished ? patience : patience - 1);
    }
    throw new Refused(
      told.error ?? `the server answered ${response.status}`,
      told.help ?? "",
      response.status,
    );
  }
  return response;
}

/** A while; the signal ends it early, as an error. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

const posted = (body, signal) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
  signal,
});

function brokenOff(error) {
  if (isAborted(error)) throw error;
  throw new Refused("the server's answer ended early", "try again", 0);
}

const read = (response) => response.json().catch(brokenOff);

/** Asks a question with a body. */
export function post(path, body = {}, signal = undefined) {
  return during(async () => read(await ask(path, posted(body, signal))));
}

/** Asks with or without a body; returns the answer as text and parsed, with numbers that JavaScript would round as texts. */
export function exact(path, body, signal) {
  return during(async () => {
    const response = await ask(path, body === undefined ? { signal } : posted(body, signal));
    const text = await response.text().catch(brokenOff);
    return { text, view: JSON.parse(text, LARGE.test(text) ? kept : undefined) };
  });
}

const LARGE = /\d{16}/; // Looking at each number is slow, and seldom needed.
const kept = (_, value, context) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;

/** Asks a question with parameters in the address. */
export function get(path, parameters = {}, signal = undefined) {
  return during(async () => read(await raw(path, parameters, signal)));
}

/** The answer as it came: tiles have headers, claims a status. */
export function raw(path, parameters = {}, signal = undefined, patience = PATIENCE) {
  const query = new URLSearchParams(parameters).toString();
  return during(() => ask(query ? `${path}?${query}` : path, { signal }, patience));
}

/** A file, with the name that the server gave it. */
export function file(path, body) {
  return during(async () => {
    const response = await ask(path, posted(body));
    const name = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
    return { blob: await response.blob(), name };
  });
}

/** Keeps only the newest of a row of questions: a new one ends the one before. */
export function newest() {
  let current = null;
  return async (question) => {
    current?.abort(new DOMException("a newer question", "AbortError"));
    const mine = (current = new AbortController());
    try {
      return await question(mine.signal);
    } catch (error) {
      if (mine !== current || isAborted(error)) return undefined;
      throw error;
    }
  };
}

/** Asks a question the first time, and keeps the answer; after a failure it is asked again. */
export function once(question) {
  let answer = null;
  return () => {
    answer ??= question().catch((error) => {
      answer = null;
      throw error;
    });
    return answer;
  };
}

/** The games of the catalogue. */
export const games = once(() => get("games"));

/** The address of the page for others, with their token; null if it is the address in the browser. */
export const shareAddress = once(() =>
  get("share").then(
    ({ address }) => address,
    () => null,
  ),
);

/** A position as typed. The server reads spaces between numbers as it reads commas. */
export const typed = (text) => text.trim();

/** A position as it is typed, whether it came as numbers or as text. */
export const written = (position) => (Array.isArray(position) ? position.join(",") : String(position ?? ""));
