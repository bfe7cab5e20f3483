// What the page remembers between visits. Storage may be closed, full or damaged: nothing depends on it.

/** @typedef {{rules: string, deal: string, moves: string, at: number, taken: string[], undone: number}} Saved */
/** @typedef {{rules: string, deal: string, moves: string, up: number}} Finished */

const VERSION = 1;
const KEPT = 30;
const KEPT_FINISHED = 3000;

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
  // It cannot be read: it is kept aside, not thrown away.
  write(`${what} unreadable`, text ?? '');
  return [];
}

/** @param {string} what @param {string} text */
function write(what, text) {
  try {
    localStorage.setItem(keyOf(what), text);
  } catch {
    // Closed or full: the address still holds the game.
  }
}

/** @param {any} item @returns {item is Saved} */
const isSaved = (item) => typeof item?.rules === 'string' && typeof item.deal === 'string'
  && typeof item.moves === 'string' && Number.isInteger(item.at) && Number.isInteger(item.undone)
  && Array.isArray(item.taken) && item.taken.every((/** @type {unknown} */ token) => typeof token === 'string');

/** @param {any} item @returns {item is Finished} */
const isFinished = (item) => typeof item?.rules === 'string' && typeof item.deal === 'string'
  && typeof item.moves === 'string' && Number.isInteger(item.up);

/** The games on a board, the last one played first. @param {string} board */
export const games = (board) => readList(`games ${board}`, isSaved);

/** Keep a game; each deal is kept once, so that two tabs do not overwrite each other. @param {string} board @param {Saved} game */
export function keep(board, game) {
  const others = games(board).filter(({ rules, deal }) => rules !== game.rules || deal !== game.deal);
  write(`games ${board}`, JSON.stringify([game, ...others].slice(0, KEPT)));
}

/** Note a finished game; the same line of the same deal counts once. @param {Finished} game */
export function note(game) {
  const all = readList('finished', isFinished);
  const known = all.some(({ rules, deal, moves }) => rules === game.rules && deal === game.deal && moves === game.moves);
  if (!known) write('finished', JSON.stringify([...all, game].slice(-KEPT_FINISHED)));
}

/** The most cards that were brought up in a deal; -1 where it was never finished. @param {string} rules @param {string} deal */
export function best(rules, deal) {
  const same = readList('finished', isFinished).filter((game) => game.rules === rules && game.deal === deal);
  return Math.max(-1, ...same.map(({ up }) => up));
}

/** A choice that was made before. @param {string} name */
export function chosen(name) {
  try {
    return localStorage.getItem(keyOf(name)) === 'yes';
  } catch {
    return false;
  }
}

/** Remember a choice. @param {string} name @param {boolean} yes */
export const choose = (name, yes) => write(name, yes ? 'yes' : 'no');
