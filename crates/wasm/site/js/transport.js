// Carries requests to the lab, which is in this page: a worker runs it, and answers as the server does. A request that
// is cancelled while it is being answered ends the worker, and another one begins.

import { progress } from "./progress.js";

const LAB = new URL("../bouton.wasm", import.meta.url);
const WORKER = new URL("./worker.js", import.meta.url);
// What is the same for everybody is a file.
const FILES = { claims: "api/claims.json", games: "api/games.json", "openapi.json": "api/openapi.json" };
// An answer that comes soon is cheaper than another worker.
const GRACE = 200;

let worker = null;
let current = null;
let number = 0;
const queue = [];

// The lab is compiled here, while the modules of the page and of the worker load. Every worker begins with it.
const compiled = compile();
let isCompiled = false;

async function compile() {
  const response = await fetch(LAB);
  if (!response.ok) throw new Error(`${LAB}: status ${response.status}`);
  // Some file servers do not know the type of the file.
  const module = await (response.headers.get("Content-Type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer()));
  isCompiled = true;
  return module;
}

function begin() {
  const mine = (worker = new Worker(WORKER, { type: "module" }));
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message);
  };
  compiled.then((lab) => mine.postMessage({ lab }), (error) => mine === worker && fail(String(error)));
}

function hear({ id, done, total, answer, crash }) {
  if (!current || id !== current.id) return;
  if (crash !== undefined) fail(crash);
  else if (answer) finish(new Response(answer.content, answer));
  else progress.show(done, total);
}

function finish(response) {
  const { resolve } = current;
  end();
  resolve(response);
}

function end() {
  clearTimeout(current.timer);
  current = null;
  progress.hide();
  next();
}

// A panic, or a browser that cannot run the lab.
function fail(message) {
  console.info(message);
  const problem = isCompiled
    ? ["this question met a bug in the program", "please report it, with the question"]
    : ["the lab cannot run in this browser", "it needs WebAssembly with 128-bit vectors: try a newer browser"];
  stop();
  if (current) finish(Response.json({ kind: "bug", error: problem[0], help: problem[1] }, { status: 500 }));
}

function stop() {
  worker?.terminate();
  worker = null;
}

function next() {
  if (current || !queue.length) return;
  current = queue.shift();
  if (!worker) begin();
  const { id, path, body } = current;
  // The worker has the lab by then.
  compiled.then(() => id === current?.id && worker.postMessage({ id, path, body }), () => {});
}

/** Asks what the server has at `api/PATH`. */
export function request(path, { body = "", signal } = {}) {
  if (Object.hasOwn(FILES, path)) return fetch(FILES[path], { signal });
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const mine = { id: ++number, path, body, resolve };
    signal?.addEventListener("abort", () => {
      reject(signal.reason);
      const at = queue.indexOf(mine);
      if (at >= 0) queue.splice(at, 1);
      else if (mine === current)
        mine.timer = setTimeout(() => {
          stop();
          end();
        }, GRACE);
    }, { once: true });
    queue.push(mine);
    next();
  });
}

begin();

// Everything is kept in the browser, so that the page works without a connection from the second visit on. The first
// answers do not wait for that.
const BEFORE_KEEPING = 1000;
const keep = () => navigator.serviceWorker?.register(new URL("../service.js", import.meta.url));
compiled.then(() => setTimeout(() => keep()?.catch((error) => console.info(error.message)), BEFORE_KEEPING), () => {});
