// Cards travel from where they were to where they are; nothing waits for it and nothing depends on it.

const STILL = window.matchMedia('(prefers-reduced-motion: reduce)');

/** For each speed: how long a card travels, and how long it is looked at before the next one goes. */
const SPEEDS = /** @type {Record<string, [number, number]>} */ ({
  slow: [350, 420], normal: [190, 160], fast: [90, 70], 'at once': [0, 0],
});

let speed = 'normal';

/** Set how fast cards travel. @param {string} name  one that is unknown changes nothing */
export function setSpeed(name) {
  if (name in SPEEDS) speed = name;
}

/** @returns {[number, number]} milliseconds on the way, milliseconds in sight */
const times = () => (STILL.matches ? [0, 0] : SPEEDS[speed] ?? [0, 0]);

/** @typedef {Map<string, DOMRect>} Places */

/**
 * Return where every card of a table is now.
 * @param {Element} table
 * @returns {Places}
 */
export function places(table) {
  const found = new Map();
  for (const card of table.querySelectorAll('[data-key]')) {
    found.set(/** @type {HTMLElement} */ (card).dataset.key ?? '', card.getBoundingClientRect());
  }
  const stock = table.querySelector('[data-origin]');
  if (stock) found.set('', stock.getBoundingClientRect());
  return found;
}

/**
 * Let the cards of a new table come from their old places.
 * @param {Element} table
 * @param {Places} before
 */
export function travel(table, before) {
  const [duration] = times();
  if (!duration || typeof table.animate !== 'function') return;
  for (const card of table.querySelectorAll('[data-key]')) {
    const element = /** @type {HTMLElement} */ (card);
    const turned = element.closest('.st-turned');
    const from = before.get(element.dataset.key ?? '') ?? (turned && before.get(''));
    if (!from) continue;
    const to = element.getBoundingClientRect();
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) < 1 && Math.abs(y) < 1) continue;
    element.classList.add('st-moving');
    element
      .animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration,
        easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)',
      })
      .addEventListener('finish', () => element.classList.remove('st-moving'));
  }
}

/** How long a card of a run is looked at before the next one goes, in milliseconds. */
export const pace = () => times()[1];
