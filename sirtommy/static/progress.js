// What a reader has done of the drills, by their ids. Storage may be closed, full or damaged: then it
// is said, and nothing is lost but the memory.

/** @typedef {{id: string, right: boolean, first: boolean}} Done  `first`: right at the first try */

const VERSION = 1;

/** Where the site lies, so that two sites on one host do not mix. */
const SITE = new URL(import.meta.url).pathname.split('/_static/')[0] ?? '';

const KEY = `sirtommy ${VERSION} ${SITE}/ drills`;

/** What was kept and cannot be read is put aside under names that begin so. */
const ASIDE = `${KEY} unreadable`;

/** What is known where nothing can be kept. @type {Map<string, Done>} */
const held = new Map();

/** Whether the last change could not be kept. */
let closed = false;

/** @param {any} item @returns {item is Done} */
const isDone = (item) => typeof item?.id === 'string' && typeof item.right === 'boolean'
  && typeof item.first === 'boolean';

/** What was done, by id. @returns {Map<string, Done>} */
export function done() {
  let text = null;
  try {
    text = localStorage.getItem(KEY);
    const value = text === null ? [] : JSON.parse(text);
    if (Array.isArray(value) && value.every(isDone)) {
      return new Map([...value, ...held.values()].map((item) => [item.id, item]));
    }
  } catch {
    if (text === null) return new Map(held);
  }
  putAside(text ?? '');
  return new Map(held);
}

/** Keep aside what cannot be read, beside what was put aside before. @param {string} text */
function putAside(text) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(ASIDE));
    localStorage.setItem(`${ASIDE} ${names.length + 1}`, text);
    localStorage.removeItem(KEY);
  } catch {
    // Full: it stays where it is, and is found again next time.
  }
}

/** @param {Map<string, Done>} all */
function keep(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...all.values()]));
    held.clear();
    closed = false;
  } catch {
    for (const [id, item] of all) held.set(id, item);
    closed = true;
  }
}

/**
 * Note an answer the moment it is given.
 * @param {string} id
 * @param {boolean} right
 */
export function note(id, right) {
  const all = done();
  const before = all.get(id);
  if (before?.right) return;
  all.set(id, { id, right, first: right && !before });
  keep(all);
}

/** Forget one drill, or without an id all of them. @param {string} [id] */
export function forget(id) {
  const all = id === undefined ? new Map() : done();
  all.delete(id ?? '');
  held.clear();
  keep(all);
}

/** What is wrong with the storage, in a sentence; empty where nothing is. */
export function trouble() {
  if (closed) return 'This browser keeps nothing for this site: what you answer is forgotten when you leave the page.';
  try {
    if (Object.keys(localStorage).some((name) => name.startsWith(ASIDE))) {
      return 'What this browser had kept of your drills could not be read. It was put aside, not deleted.';
    }
  } catch {
    return '';
  }
  return '';
}
