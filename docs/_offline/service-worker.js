// Keeps what a reader has visited, so that it can be read and played without a network.
// docs/_ext/site_offline.py writes this file to the root of the site, with the version of all that lies there.

const worker = /** @type {any} */ (self);
const ROOT = new URL('./', location.href).href;
const OURS = `sirtommy ${new URL(ROOT).pathname} `;
const KEPT = `${OURS}VERSION`;
const LIST = `${ROOT}offline.json`;
/** Its presence means that the whole site is kept, and is to stay whole. */
const WHOLE = `${ROOT}offline-whole`;
/** Milliseconds after which a slow network loses to what is kept. */
const PATIENCE = 4000;

const GONE = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Offline</title>
<p>There is no connection, and this page has not been kept. <a href="${ROOT}index.html">To the front page</a></p>`;

/** Whether nothing has been kept yet: then a visit, and its first game, go as if there were no worker. */
let asleep = false;

/** @typedef {{waitUntil: (work: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void, request: Request}} Fetching */

/** The path below the site's root. @param {string} address */
const pathOf = (address) => address.slice(ROOT.length).replace(/[?#].*/, '').replace(/(^|\/)$/, '$1index.html');

/** Whether a folder is named after what it holds: then a copy is good for ever. @param {string} path */
const fixed = (path) => /^_static\/sirtommy\/(?!boards\/)/.test(path);

/** A path as it is in every version of the site. @param {string} path */
const lasting = (path) => path.replace(/^_static\/sirtommy\/(pyodide|boards)?[^/]*/, '_static/sirtommy/$1');

/** The caches of other versions. */
const others = async () => (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);

/** What the build says of its files. @returns {Promise<Record<string, [number, string]>>} */
const list = async () => (await (await fetch(LIST, { cache: 'no-cache' })).json()).files;

/** @param {ArrayBuffer} bytes */
async function sum(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Keep an answer, unless it is none or half of one.
 * @param {string} path
 * @param {Response} sent
 */
async function keep(path, sent) {
  if (!sent.ok || sent.type !== 'basic') return;
  const { headers } = sent;
  const body = await sent.blob();
  const [, folder, name] = /^(.*\/pyodide-[^/]*\/)(.*)$/.exec(path) ?? [];
  if (folder && name && !headers.has('Content-Encoding')) {
    const { files } = await (await fetch(`${ROOT}${folder}manifest.json`, { cache: 'force-cache' })).json();
    if (files[name] && files[name].bytes !== body.size) return;
  }
  // A new one, for an answer that was redirected may not answer a navigation.
  await (await caches.open(KEPT)).put(ROOT + path, new Response(body, { headers }));
}

/** @param {Fetching} event @param {string} path */
async function answer(event, path) {
  const { request } = event;
  const copy = await (await caches.open(KEPT)).match(ROOT + path) ?? await caches.match(ROOT + path);
  if (copy && fixed(path)) return copy;
  const fetched = fetch(request);
  event.waitUntil(fetched.then((found) => keep(path, found.clone())).catch(() => {}));
  if (request.destination === 'worker') event.waitUntil(complete(path).catch(() => {}));
  if (copy) {
    const late = new Promise((done) => { setTimeout(done, PATIENCE, copy); });
    return Promise.race([fetched.then((found) => (found.status < 500 ? found : copy)), late]).catch(() => copy);
  }
  // What the browser happens to have is better than nothing.
  const had = () => fetch(request.url, { cache: 'force-cache' });
  return fetched.catch(had).catch(() => (request.mode === 'navigate'
    ? new Response(GONE, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
    : Response.error()));
}

/** A game begins: whatever its scripts may ask for later is kept now, before the site changes. @param {string} path */
async function complete(path) {
  const folder = path.replace(/[^/]*$/, '');
  const cache = await caches.open(KEPT);
  for (const name of Object.keys(await list())) {
    if (name.startsWith(folder) && !await cache.match(ROOT + name)) await keep(name, await fetch(ROOT + name));
  }
}

/** Keep what a page has loaded, and look after it from now on. @param {string[]} addresses */
async function remember(addresses) {
  asleep = false;
  const wanted = new Map(addresses.map((url) => [pathOf(url), url]));
  // Where a game was begun, all that it may ask for.
  if ([...wanted.keys()].some((path) => path.endsWith('/worker.js'))) {
    const all = await list().catch(() => ({}));
    for (const path of Object.keys(all).filter(fixed)) if (!wanted.has(path)) wanted.set(path, ROOT + path);
  }
  const cache = await caches.open(KEPT);
  // What does not come now is asked for again by the next page.
  await Promise.allSettled([...wanted].map(async ([path, url]) => {
    if (!await cache.match(ROOT + path)) await keep(path, await fetch(url, { cache: 'force-cache' }));
  }));
  await worker.clients.claim();
}

/** The site has changed: bring what was kept of it up to date, all or nothing. */
async function renew() {
  const before = await others();
  asleep = !before.length;
  if (asleep) return;
  const files = await list();
  /** @type {Map<string, Response>} */
  const held = new Map();
  for (const name of before) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      held.set(lasting(url.slice(ROOT.length)), /** @type {Response} */ (await cache.match(url)));
    }
  }
  const cache = await caches.open(KEPT);
  const whole = held.get('offline-whole');
  for (const [path, [, wanted]] of Object.entries(files)) {
    let copy = held.get(lasting(path));
    if (!copy && !whole) continue;
    if (!copy || await sum(await copy.clone().arrayBuffer()) !== wanted) {
      copy = await fetch(ROOT + path, { cache: 'no-cache' });
      if (!copy.ok || await sum(await copy.clone().arrayBuffer()) !== wanted) throw new Error(`${path} is of another version`);
    }
    await cache.put(ROOT + path, new Response(await copy.blob(), { headers: copy.headers }));
  }
  if (whole) await cache.put(WHOLE, whole);
}

/** No page of the version before is open any more. */
async function settle() {
  const cache = await caches.open(KEPT);
  const known = new Set((await cache.keys()).map(({ url }) => lasting(url.slice(ROOT.length))));
  for (const name of await others()) {
    const old = await caches.open(name);
    // Visited while this version was waiting.
    for (const { url } of await old.keys()) {
      if (!known.has(lasting(url.slice(ROOT.length)))) await cache.put(url, /** @type {Response} */ (await old.match(url)));
    }
    await caches.delete(name);
  }
}

worker.addEventListener('install', (/** @type {Fetching} */ event) => event.waitUntil(renew()));
worker.addEventListener('activate', (/** @type {Fetching} */ event) => event.waitUntil(settle()));
worker.addEventListener('fetch', (/** @type {Fetching} */ event) => {
  const { request: { method, url, headers } } = event;
  if (asleep || method !== 'GET' || !url.startsWith(ROOT) || url.startsWith(LIST) || headers.has('range')) return;
  event.respondWith(answer(event, pathOf(url)));
});
// What a page had loaded before there was anyone to keep it; the browser still has it.
worker.addEventListener('message', (/** @type {Fetching & {data: string[]}} */ event) => {
  event.waitUntil(remember(event.data.filter((url) => url.startsWith(ROOT))).catch(() => {}));
});
