// What the page remembers between visits. Storage may be closed, full or damaged: nothing depends on it.

/** @typedef {{rules: string, deal: string, moves: string, at: number, taken: string[], undone: number, sides?: string[], notes?: Record<string, string[]>, shown?: boolean}} Saved */
/** @typedef {Saved & {tab?: string}} Line  `tab`: who played it */
/** @typedef {{rules: string, deal: string, moves: string, up: number, cards?: number, undone?: number, when?: number}} Finished */

const VERSION = 1;
const KEPT = 30;
const KEPT_FINISHED = 3000;
/** Lines that are kept of one deal, of as many tabs. */
const KEPT_LINES = 3;

/** Where the site lies, so that two sites on one host do not mix. */
const SITE = new URL(import.meta.url).pathname.split('/_static/')[0] ?? '';

/** @param {string} what */
const keyOf = (what) => `sirtommy ${VERSION} ${SITE}/ ${what}`;

/**
 * @template T
 * @param {string} what
 * @param {(value: any) => value is T} good
 * @returns {T[]}
 */
function readList(what, good) {
  const key = keyOf(what);
  let text = null;
  try {
    text = localStorage.getItem(key);
    if (text === null) return [];
    const value = JSON.parse(text);
    if (Array.isArray(value) && value.every(good)) return value;
  } catch {
    if (text === null) return [];
  }
  putAside(what, text ?? '');
  return [];
}

/** What cannot be read is kept aside, beside what was kept aside before. @param {string} what @param {string} text */
function putAside(what, text) {
  let name = `${what} unreadable`;
  for (let count = 2; ![null, text].includes(localStorage.getItem(keyOf(name))); count += 1) name = `${what} unreadable ${count}`;
  write(name, text);
}

/** What was kept aside, by the names it has there. @returns {[string, string][]} */
export function unreadable() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(keyOf('')) && / unreadable( \d+)?$/.test(name));
    return names.map((name) => [name, localStorage.getItem(name) ?? '']);
  } catch {
    return [];
  }
}

/** This tab, for as long as it is open: it keeps lines of its own, whatever another tab plays. */
const TAB = (() => {
  try {
    const name = sessionStorage.getItem(keyOf('tab')) ?? `${Date.now()}-${Math.random()}`;
    sessionStorage.setItem(keyOf('tab'), name);
    return name;
  } catch {
    return '';
  }
})();

/** @param {string} what @param {string} text */
function write(what, text) {
  try {
    localStorage.setItem(keyOf(what), text);
  } catch {
    // Closed or full: the address still holds the game.
  }
}

/** @param {any} item @returns {item is Line} */
const isSaved = (item) => typeof item?.rules === 'string' && typeof item.deal === 'string'
  && typeof item.moves === 'string' && Number.isInteger(item.at) && Number.isInteger(item.undone)
  && Array.isArray(item.taken) && item.taken.every((/** @type {unknown} */ token) => typeof token === 'string');

/** @param {any} item @returns {item is Finished} */
export const isFinished = (item) => typeof item?.rules === 'string' && typeof item.deal === 'string'
  && typeof item.moves === 'string' && Number.isInteger(item.up)
  && ['cards', 'undone', 'when'].every((name) => item[name] === undefined || Number.isInteger(item[name]));

/** The games on a board, the last one played first; those of this tab before all others. @param {string} board */
export function games(board) {
  const all = readList(`games ${board}`, isSaved);
  return [...all.filter(({ tab }) => tab === TAB), ...all.filter(({ tab }) => tab !== TAB)];
}

/**
 * Keep a game. A tab keeps one line of a deal, so that two tabs do not overwrite each other.
 * @param {string} board
 * @param {Saved} game
 */
export function keep(board, game) {
  let lines = 1;
  const others = readList(`games ${board}`, isSaved).filter(({ rules, deal, tab = TAB }) => (
    rules !== game.rules || deal !== game.deal || (tab !== TAB && ++lines <= KEPT_LINES)));
  write(`games ${board}`, JSON.stringify([{ ...game, tab: TAB }, ...others].slice(0, KEPT)));
}

/** All games that were finished, in the order of finishing. */
export const finished = () => readList('finished', isFinished);

/**
 * Take finished games in; the same line of the same deal counts once.
 * @param {Finished[]} games
 * @returns {number} how many of them are new
 */
export function gather(games) {
  const nameOf = (/** @type {Finished} */ { rules, deal, moves }) => JSON.stringify([rules, deal, moves]);
  const all = new Map(finished().map((game) => [nameOf(game), game]));
  const before = all.size;
  for (const game of games) if (!all.has(nameOf(game))) all.set(nameOf(game), game);
  const ordered = [...all.values()].sort((one, other) => (one.when ?? 0) - (other.when ?? 0));
  if (all.size > before) write('finished', JSON.stringify(ordered.slice(-KEPT_FINISHED)));
  return all.size - before;
}

/** Note a finished game. @param {Finished} game */
export const note = (game) => gather([{ when: Date.now(), ...game }]);

/** The most cards that were brought up in a deal; -1 where it was never finished. @param {string} rules @param {string} deal */
export function best(rules, deal) {
  const same = finished().filter((game) => game.rules === rules && game.deal === deal);
  return Math.max(-1, ...same.map(({ up }) => up));
}

/** What was picked before under a name; empty where nothing was. @param {string} name */
export function picked(name) {
  try {
    return localStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

/** Remember what was picked. @param {string} name @param {string} value */
export const pick = (name, value) => write(name, value);

/** A choice that was made before. @param {string} name */
export const chosen = (name) => picked(name) === 'yes';

/** Remember a choice. @param {string} name @param {boolean} yes */
export const choose = (name, yes) => pick(name, yes ? 'yes' : 'no');
