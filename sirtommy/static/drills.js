// Drills: what the reader has done stands beside each of them, and in the list of all.

import { done, forget, note, trouble } from './progress.js';

/** @typedef {import('./progress.js').Done} Done */

/** @param {Done | undefined} item */
const words = (item) => (!item ? '' : item.first ? 'right at once' : item.right ? 'right' : 'tried');

/** A drill's id, from a link to it. @param {Element} link */
const idOf = (link) => decodeURIComponent((link.getAttribute('href') ?? '').split('#')[1] ?? '');

/** @param {string} className @param {Element} place @param {(made: HTMLElement) => void} [dress] */
function part(className, place, dress) {
  const found = /** @type {HTMLElement | null} */ (place.querySelector(`:scope > .${className}`));
  if (found) return found;
  const made = document.createElement('span');
  made.className = className;
  dress?.(made);
  place.append(made);
  return made;
}

/** Show what was done, wherever a drill is shown or named. */
function show() {
  const all = done();
  for (const board of document.querySelectorAll('.st-board.st-drill')) {
    const caption = board.querySelector('.st-caption');
    if (caption) mark(part('st-mark', caption), all.get(board.id));
  }
  const links = [...document.querySelectorAll('.st-drills a')];
  for (const link of links) {
    const item = all.get(idOf(link));
    const place = /** @type {Element} */ (link.parentElement);
    mark(part('st-mark', place), item);
    part('st-forget', place, (made) => made.append(button('Forget', () => ask(idOf(link)), `Forget ${link.textContent}`)))
      .hidden = !item;
  }
  if (links.length) summary(links, all);
  const said = trouble();
  for (const line of document.querySelectorAll('.st-trouble')) line.textContent = said;
}

/** @param {HTMLElement} place @param {Done | undefined} item */
function mark(place, item) {
  place.textContent = words(item) && ` ${item?.right ? '✓ ' : ''}${words(item)}`;
  place.dataset.done = item?.right ? 'right' : item ? 'tried' : '';
}

/** @param {string} text @param {() => void} press @param {string} [name] */
function button(text, press, name) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  if (name) made.setAttribute('aria-label', name);
  made.addEventListener('click', press);
  return made;
}

/** How many are done, where to go on, and a way to begin again. @param {Element[]} links @param {Map<string, Done>} all */
function summary(links, all) {
  const items = links.map((link) => all.get(idOf(link)));
  const right = items.filter((item) => item?.right).length;
  const first = items.filter((item) => item?.first).length;
  const line = document.querySelector('.st-tally > p');
  if (line) line.textContent = `${right} of ${links.length} answered right, ${first} at the first try.`;
  const next = links[items.findIndex((item) => !item?.right)];
  const go = /** @type {HTMLAnchorElement | null} */ (document.querySelector('.st-go'));
  if (go) {
    go.hidden = !next;
    go.href = next?.getAttribute('href') ?? '';
    go.textContent = `Next drill: ${next?.textContent ?? ''}`;
  }
  const reset = /** @type {HTMLElement | null} */ (document.querySelector('.st-tally > button'));
  if (reset) reset.hidden = !items.some(Boolean);
}

/** What stands above the list of all drills, and where trouble is said. */
function furnish() {
  const list = document.querySelector('.st-theme');
  const line = document.createElement('p');
  line.className = 'st-trouble';
  line.setAttribute('role', 'status');
  if (!list) {
    document.querySelector('.st-board.st-drill')?.before(line);
    return;
  }
  const tally = document.createElement('div');
  tally.className = 'st-tally';
  const go = document.createElement('a');
  go.className = 'st-go';
  tally.append(document.createElement('p'), go, button('Forget all', () => ask()), line);
  list.before(tally);
}

/** Ask before anything is forgotten. @param {string} [id] */
function ask(id) {
  const link = [...document.querySelectorAll('.st-drills a')].find((one) => idOf(one) === id);
  const dialog = document.createElement('dialog');
  dialog.className = 'st-forgetting';
  const line = document.createElement('p');
  line.textContent = link ? `Forget what you did on “${link.textContent}”?` : 'Forget what you did on all drills?';
  dialog.append(
    line,
    button('Forget it', () => dialog.close('yes')),
    button('Keep it', () => dialog.close('no')),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (dialog.returnValue !== 'yes') return;
    forget(id);
    show();
    const place = link ?? document.querySelector('.st-go');
    if (place instanceof HTMLElement) place.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement} */ (dialog.lastElementChild).focus();
}

document.addEventListener('st-answer', (event) => {
  const board = event.target;
  if (!(board instanceof HTMLElement) || !board.classList.contains('st-drill')) return;
  const at = /** @type {CustomEvent<number>} */ (event).detail;
  note(board.id, board.querySelector(`.st-answers li[data-at="${at}"]`)?.hasAttribute('data-right') ?? false);
  show();
});
window.addEventListener('storage', show);
// A page that was left for another drill comes back as it was, and more may be done by now.
window.addEventListener('pageshow', show);
furnish();
show();
