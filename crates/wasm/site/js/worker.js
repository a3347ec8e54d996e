// Runs the lab in a thread of its own: one request after the other, each answered by a status, headers and content.

const BETWEEN = 100; // Milliseconds between two reports.
const [TEXT, BYTES] = [new TextDecoder(), new TextEncoder()];

let asked = null;
let reported = 0;
let lab = null;

const page = {
  report(done, total) {
    if (performance.now() - reported < BETWEEN) return;
    reported = performance.now();
    postMessage({ id: asked, done, total });
  },
};

function answer(path, body) {
  const [address, content] = [BYTES.encode(path), BYTES.encode(body)];
  const at = lab.make_room(address.length + content.length);
  const request = new Uint8Array(lab.memory.buffer, at, address.length + content.length);
  request.set(address);
  request.set(content, address.length);
  lab.answer(address.length);
  const piece = (start, length) => new Uint8Array(lab.memory.buffer, start, length).slice();
  const head = JSON.parse(TEXT.decode(piece(lab.head(), lab.head_length())));
  return { ...head, content: piece(lab.content(), lab.content_length()) };
}

let ready = null;

onmessage = async ({ data }) => {
  if (data.lab) {
    ready = WebAssembly.instantiate(data.lab, { page });
    ready.catch(() => {});
    return;
  }
  const { id, path, body } = data;
  try {
    lab = (await ready).exports;
    [asked, reported] = [id, performance.now()];
    const found = answer(path, body);
    postMessage({ id, answer: found }, [found.content.buffer]);
  } catch (error) {
    postMessage({ id, crash: String(error) });
  }
};
