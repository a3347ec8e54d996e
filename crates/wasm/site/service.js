// Keeps all files of the page in the browser, so that it works without a connection. Another version of the page has
// another name here, and takes over when no window shows the old one.

const NAME = "bouton-VERSION";
const FILES = [];

addEventListener("install", (event) => {
  // Files that the browser has just fetched are not sent again, but it asks whether they are still the same.
  const fresh = FILES.map((path) => new Request(path, { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("bouton-") && name !== NAME);
  const tidy = async () => {
    await Promise.all(old(await caches.keys()).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(answer(event.request));
});

async function answer(request) {
  const cache = await caches.open(NAME);
  const path = new URL(request.url);
  path.search = path.hash = "";
  // A folder is its document.
  const folder = new URL("index.html", path.href.replace(/\/?$/, "/"));
  return (await cache.match(path)) ?? (await cache.match(folder)) ?? fetch(request);
}
