// The service worker of the static page: after the first visit the page works offline.
//
// The builder of the page puts VERSION and FILES before this: the files of the page with their SHA-256. A new
// version is fetched beside the old one, only the files that differ, and takes its place when no tab
// shows the old one, or when the only tab is loaded again: no tab ever gets files of two versions.

const PREFIX = `nonocsp ${registration.scope} `;
const OWN = PREFIX + VERSION;

const isOurs = (name) => name.startsWith(PREFIX);
const url = (path) => new URL(path, registration.scope).href;

addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const cache = await caches.open(OWN);
  const earlier = await Promise.all((await caches.keys()).filter(isOurs).map((name) => caches.open(name)));
  for (const [path, hash] of Object.entries(FILES)) {
    const key = `${url(path)}?${hash}`;
    const kept = await first(earlier, (other) => other.match(key));
    await cache.put(key, kept ?? (await fetched(path, hash)));
  }
}

// The file from the browser's own cache, where the page has just put it, or from the host if that is another
// version. What is not what the builder wrote is refused, and the old version stays.
async function fetched(path, hash) {
  for (const cache of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetch(url(path), { cache });
    if (response.ok && (await sha256(response.clone())) === hash) return response;
  }
  throw new Error(`${path} is not of version ${VERSION}`);
}

async function sha256(response) {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function first(list, find) {
  for (const each of list) {
    const found = await find(each);
    if (found) return found;
  }
  return undefined;
}

addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  const old = (await caches.keys()).filter((name) => isOurs(name) && name !== OWN);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("message", (event) => event.data === "take over" && skipWaiting());

addEventListener("fetch", (event) => {
  const { method, mode } = event.request;
  const address = new URL(event.request.url);
  if (method !== "GET" || !address.href.startsWith(registration.scope)) return;
  const path = decodeURIComponent(address.pathname.slice(new URL(registration.scope).pathname.length)) || "index.html";
  if (mode === "navigate" && path === "index.html") event.respondWith(page(event.request));
  else if (path in FILES) event.respondWith(answer(path, event.request));
});

async function answer(path, request) {
  const found = await (await caches.open(OWN)).match(`${url(path)}?${FILES[path]}`);
  return found ?? fetch(request);
}

// The page itself. A new version that waits takes over first if this is the only tab: the page is loaded again
// at once, from it.
async function page(request) {
  if (registration.waiting && (await clients.matchAll({ type: "window" })).length < 2) {
    registration.waiting.postMessage("take over");
    return new Response("", { headers: { refresh: "0" } });
  }
  return answer("index.html", request);
}
