// The service worker of the static page: after the first visit the page works offline.
//
// The builder of the page puts VERSION and FILES before this: the files of the page with their SHA-256. Those that play
// needs are fetched at once, others are kept when they are asked for, or when the page says so. A new version is fetched
// beside the old one, only the files that differ, and takes its place when no tab shows the old one, or when the only
// tab is loaded again: no tab ever gets files of two versions.

// Python, notebooks, and the library but for the first page of each section and the days.
const LATER = /^python\/|^notebooks|^library\/(?!daily|.*-0\.json)/;

const PREFIX = `nonocsp ${registration.scope} `;
const OWN = PREFIX + VERSION;

const isOurs = (name) => name.startsWith(PREFIX);
const url = (path) => new URL(path, registration.scope).href;
const keyOf = (path) => `${url(path)}?${FILES[path]}`;
const pathOf = (address) => decodeURIComponent(new URL(address).href.slice(registration.scope.length).split(/[?#]/)[0]);

addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const cache = await caches.open(OWN);
  const earlier = await Promise.all((await caches.keys()).filter(isOurs).map((name) => caches.open(name)));
  // What was kept is kept in its new version too, unless data are to be saved.
  const { connection } = /** @type {any} */ (navigator);
  const keys = connection?.saveData ? [] : await Promise.all(earlier.map((other) => other.keys()));
  const wanted = new Set(keys.flat().map(({ url }) => pathOf(url)));
  const files = Object.entries(FILES).values();
  const some = async () => {
    for (const [path, hash] of files) {
      const kept = await first(earlier, (other) => other.match(keyOf(path)));
      if (kept || !LATER.test(path) || wanted.has(path))
        await cache.put(keyOf(path), kept ?? (await fetched(path, hash)));
    }
  };
  // The page has requests of its own meanwhile.
  await Promise.all([some(), some(), some(), some()]);
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

addEventListener("message", (event) => {
  if (event.data === "take over") skipWaiting();
  else event.waitUntil(keep(event.data.keep?.map(pathOf) ?? Object.keys(FILES)));
});

async function keep(paths) {
  // A new version cannot take over before this has ended.
  for (const path of paths) if (path in FILES && !registration.waiting) await answer(path);
}

addEventListener("fetch", (event) => {
  const { method, mode } = event.request;
  const address = new URL(event.request.url);
  if (method !== "GET" || !address.href.startsWith(registration.scope)) return;
  const path = pathOf(address) || "index.html";
  if (mode === "navigate" && path === "index.html") event.respondWith(page());
  else if (path in FILES) event.respondWith(answer(path));
});

// A file of this version. If the host has only another one, or is out of reach, there is none.
async function answer(path) {
  const cache = await caches.open(OWN);
  const kept = await cache.match(keyOf(path));
  if (kept) return kept;
  try {
    const found = await fetched(path, FILES[path]);
    await cache.put(keyOf(path), found.clone()).catch(() => {}); // no room
    return found;
  } catch {
    registration.update().catch(() => {});
    return Response.error();
  }
}

// The page itself. A new version that waits takes over first if this is the only tab: the page is loaded again
// at once, from it.
async function page() {
  if (registration.waiting && (await clients.matchAll({ type: "window" })).length < 2) {
    registration.waiting.postMessage("take over");
    return new Response("", { headers: { refresh: "1" } });
  }
  return answer("index.html");
}
