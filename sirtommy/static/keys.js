// What a key means on a board that has the focus.

/** What a key does, unless a live pile has focus: there arrows move it. */
const KEYS = /** @type {Record<string, string>} */ ({
  arrowleft: 'back', arrowright: 'next', home: 'first', end: 'last', h: 'hint', u: 'undo', r: 'redo',
  ' ': 'next', a: 'anyway', s: 'show',
});

/**
 * Return what a key presses; null where that is nothing now, undefined where the key is not ours.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} board
 * @param {boolean} live  whether a game is being played
 * @returns {HTMLElement | null | undefined}
 */
export function pressedBy(event, board, live) {
  const target = event.target instanceof Element ? event.target : board;
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest('input, textarea, select, dialog')) return undefined;
  const key = event.key.toLowerCase();
  if (key === ' ' && target.closest('button, summary')) return undefined;
  const table = /** @type {HTMLElement} */ (board.querySelector('.st-main > .st-table'));
  if (/^[1-9]$/.test(key)) return table.querySelector(`[data-number="${key}"]`);
  if (key === '^' || key === 'b') return table.querySelector('.st-turned .st-build');
  if (key === '?') return board.querySelector('.st-keys > summary');
  if (live && target.closest('.st-target') && (key === 'arrowleft' || key === 'arrowright')) {
    const piles = /** @type {HTMLElement[]} */ ([...table.querySelectorAll('.st-target')]);
    const place = piles.findIndex((pile) => pile === target.closest('.st-target'));
    piles[place + (key === 'arrowleft' ? -1 : 1)]?.focus();
    return null;
  }
  const action = KEYS[key];
  return action ? board.querySelector(`[data-do="${action}"]:not([hidden])`) : undefined;
}

/**
 * Leave the board one step: fold what is open around the focus, else give the keys back to the page.
 * @param {HTMLElement} board
 */
export function leave(board) {
  const active = document.activeElement instanceof HTMLElement ? document.activeElement : board;
  if (active.closest('dialog')) return;
  const folder = active.closest('details[open]') ?? board.querySelector('.st-keys[open]');
  if (folder instanceof HTMLDetailsElement && board.contains(folder)) {
    folder.open = false;
    folder.querySelector('summary')?.focus();
  } else active.blur();
}
