// @ts-check
// The page on offline use: what is kept, keep all of it, remove it, switch it off.

const root = new URL('../', import.meta.url);
const ours = `sirtommy ${root.pathname} `;
const choice = `sirtommy 1 ${root.pathname} offline`;
const list = `${root.href}offline.json`;
const whole = `${root.href}offline-whole`;
/** Files asked for at a time. */
const ABREAST = 4;

/** @typedef {{version: string, files: Record<string, [number, string]>}} Site */

/** @param {number} bytes */
const megabytes = (bytes) => `${Math.max(0.1, bytes / 1e6).toFixed(bytes < 9.95e6 ? 1 : 0)} MB`;

/** @returns {Promise<Site>} */
const ask = async () => (await fetch(list, { cache: 'no-cache' })).json();

const names = async () => (await caches.keys()).filter((name) => name.startsWith(ours));

const empty = async () => { for (const name of await names()) await caches.delete(name); };

/** @param {ArrayBuffer} bytes  its SHA-256 as the list has it */
async function sum(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns {Promise<{pages: number, bytes: number, all: boolean}>} */
async function held() {
  const found = { pages: 0, bytes: 0, all: false };
  for (const name of await names()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (url === whole) found.all = true;
      else found.bytes += (await (await cache.match(url))?.blob())?.size ?? 0;
      if (url.endsWith('.html')) found.pages += 1;
    }
  }
  return found;
}

/**
 * Keep every file that is not kept yet, each checked against the list.
 * @param {Site} site
 * @param {(bytes: number) => void} tell  what has come so far
 * @param {AbortSignal} signal
 */
async function keepAll({ version, files }, tell, signal) {
  const cache = await caches.open(ours + version);
  const left = Object.entries(files);
  let come = 0;
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [path, [bytes, wanted]] = next;
      const address = root.href + path;
      const copy = await cache.match(address);
      if (!copy || await sum(await copy.arrayBuffer()) !== wanted) {
        const sent = await fetch(address, { cache: 'no-cache', signal });
        const body = await sent.blob();
        if (!sent.ok || await sum(await body.arrayBuffer()) !== wanted) throw new Error(`${path} did not arrive as it should`);
        await cache.put(address, new Response(body, { headers: sent.headers }));
      }
      tell(come += bytes);
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, work));
  await cache.put(whole, new Response(''));
  // The worker sleeps until something is kept.
  (await navigator.serviceWorker.ready).active?.postMessage([]);
}

/** @param {HTMLElement} place */
async function furnish(place) {
  if (!window.isSecureContext || !navigator.serviceWorker) {
    place.textContent = 'This browser, or this way of opening the site, keeps nothing: it takes a secure address (https), and a window that is not private.';
    return;
  }
  place.innerHTML = `
<p role="status"></p>
<progress hidden aria-label="Kept so far"></progress>
<p><button type="button" name="all"></button> <button type="button" name="none">Remove what is kept</button></p>
<p><label><input type="checkbox" name="on"> Keep the pages that I visit</label></p>`;
  const status = /** @type {HTMLElement} */ (place.querySelector('[role="status"]'));
  const bar = /** @type {HTMLProgressElement} */ (place.querySelector('progress'));
  const all = /** @type {HTMLButtonElement} */ (place.querySelector('[name="all"]'));
  const none = /** @type {HTMLButtonElement} */ (place.querySelector('[name="none"]'));
  const box = /** @type {HTMLInputElement} */ (place.querySelector('[name="on"]'));
  box.checked = localStorage.getItem(choice) !== 'no';

  /** @type {AbortController | null} */
  let running = null;
  let asked = 0;
  const show = async (before = '') => {
    const mine = ++asked;
    const now = await held();
    if (mine !== asked) return; // what was counted before a press says nothing about after it
    const words = now.all ? `The whole site is kept: ${megabytes(now.bytes)}.`
      : now.pages ? `Kept so far: ${now.pages === 1 ? 'one page' : `${now.pages} pages`} and what belongs to them, ${megabytes(now.bytes)}.`
        : 'Nothing is kept yet.';
    status.textContent = `${before} ${words}`.trim();
    none.disabled = !now.bytes && !now.all;
    all.hidden = now.all;
  };
  let name = 'Keep the whole site';
  all.textContent = name;
  ask().then(({ files }) => {
    name += ` (${megabytes(Object.values(files).reduce((total, [bytes]) => total + bytes, 0))})`;
    if (!running) all.textContent = name;
  }).catch(() => {}); // no connection: then it cannot be kept now anyway

  /** Register the worker, or let it go. */
  const attend = async () => {
    localStorage.setItem(choice, box.checked ? 'yes' : 'no');
    if (box.checked) {
      await navigator.serviceWorker.register(new URL('service-worker.js', root));
      return;
    }
    await (await navigator.serviceWorker.getRegistration(root))?.unregister();
    await empty();
  };

  /** @param {() => Promise<string>} act */
  const attempt = (act) => async () => {
    let said = '';
    try {
      said = await act();
    } catch (error) {
      said = `That did not work: ${error instanceof Error ? error.message : error}.`;
    }
    await show(said).catch(() => {});
  };

  all.addEventListener('click', attempt(async () => {
    if (running) {
      running.abort();
      return '';
    }
    running = new AbortController();
    const { signal } = running;
    try {
      const site = await ask();
      box.checked = true;
      await attend();
      bar.max = Object.values(site.files).reduce((total, [bytes]) => total + bytes, 0);
      bar.value = 0;
      bar.hidden = false;
      all.textContent = 'Stop';
      await keepAll(site, (bytes) => { bar.value = bytes; }, signal);
      await navigator.storage?.persist?.();
      return '';
    } catch (error) {
      if (signal.aborted) return 'Stopped; another press goes on from here.';
      throw error;
    } finally {
      running.abort();
      running = null;
      bar.hidden = true;
      all.textContent = name;
    }
  }));
  none.addEventListener('click', attempt(async () => {
    running?.abort();
    await empty();
    return 'Removed.';
  }));
  box.addEventListener('change', attempt(async () => {
    running?.abort();
    await attend();
    return box.checked ? 'Switched on.' : 'Switched off.';
  }));
  await show();
}

const place = /** @type {HTMLElement | null} */ (document.querySelector('.offline-controls'));
if (place) {
  const served = place.innerHTML;
  // Storage is closed to this page: what the text says stays.
  furnish(place).catch(() => { place.innerHTML = served; });
}
