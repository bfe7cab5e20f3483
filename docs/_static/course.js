// @ts-check
// Where a reader of the course is: kept by the ids of lessons, in this browser only.

/** @typedef {{lesson: string, done: boolean, answered: string[]}} Mark */

/** The key is the site's own, as in the board's store, so that two sites on one host do not mix. */
const SITE = new URL(import.meta.url).pathname.split('/_static/')[0] ?? '';
const KEY = `sirtommy 1 ${SITE}/ course`;

/** @param {any} item @returns {item is Mark} */
const isMark = (item) => typeof item?.lesson === 'string' && typeof item.done === 'boolean'
  && Array.isArray(item.answered) && item.answered.every((/** @type {unknown} */ name) => typeof name === 'string');

/** @param {string} key @param {string | null} text */
function write(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Closed or full: the course can be read all the same.
  }
}

/** The lessons that were begun, the last one touched last. @returns {Mark[]} */
function marks() {
  let text = null;
  try {
    text = localStorage.getItem(KEY);
    if (text === null) return [];
    const kept = JSON.parse(text);
    if (Array.isArray(kept) && kept.every(isMark)) return kept;
  } catch {
    if (text === null) return [];
  }
  // It cannot be read: it is kept aside, not thrown away.
  write(`${KEY} unreadable`, text);
  write(KEY, null);
  return [];
}

/** @param {string} lesson */
const markOf = (lesson) => marks().find((mark) => mark.lesson === lesson) ?? { lesson, done: false, answered: [] };

/** Keep what was earned at once; another tab's lessons stay. @param {Mark} mark */
function keep(mark) {
  const others = marks().filter(({ lesson }) => lesson !== mark.lesson);
  write(KEY, JSON.stringify([...others, mark]));
}

// ---------------------------------------------------------------- a lesson

/** @param {HTMLElement} box */
function follow(box) {
  const lesson = box.dataset.lesson ?? '';
  const tick = /** @type {HTMLInputElement} */ (box.querySelector('input'));
  const status = /** @type {HTMLElement} */ (box.querySelector('p'));
  const questions = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('sirtommy-board[data-kind="puzzle"]')]);
  const show = () => {
    const { done, answered } = markOf(lesson);
    tick.checked = done;
    const left = questions.filter(({ id }) => !answered.includes(id)).length;
    const words = done ? 'Kept in this browser.'
      : `${questions.length - left} of ${questions.length} questions answered; after the last the tick comes by itself.`;
    if (status.textContent !== words) status.textContent = words;
  };
  tick.addEventListener('change', () => {
    keep({ ...markOf(lesson), done: tick.checked });
    show();
  });
  // Looking in is not yet beginning; pressing something on a board is.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('sirtommy-board button')) keep(markOf(lesson));
  });
  const answers = new MutationObserver(() => {
    const mark = markOf(lesson);
    const fresh = questions.filter((board) => board.querySelector('.st-reply')?.hasChildNodes() && !mark.answered.includes(board.id));
    if (!fresh.length) return;
    const answered = [...mark.answered, ...fresh.map(({ id }) => id)];
    keep({ lesson, done: mark.done || questions.every(({ id }) => answered.includes(id)), answered });
    show();
  });
  for (const board of questions) answers.observe(board, { childList: true, subtree: true });
  window.addEventListener('storage', show);
  window.addEventListener('pageshow', show);
  show();
  box.hidden = false;
}

// ---------------------------------------------------------------- the map and the front page

/** The lesson to go on with: the one begun last, else the next that is not done. @param {HTMLAnchorElement[]} links */
function onward(links) {
  const begun = marks();
  const done = new Set(begun.filter((mark) => mark.done).map((mark) => mark.lesson));
  const last = links.findIndex(({ dataset }) => dataset.lesson === begun[begun.length - 1]?.lesson);
  const [before, after] = [links.slice(0, Math.max(0, last)), links.slice(Math.max(0, last))];
  return {
    next: [...after, ...before].find(({ dataset }) => !done.has(dataset.lesson ?? '')),
    done: links.filter(({ dataset }) => done.has(dataset.lesson ?? '')).length,
    begun: begun.some(({ lesson }) => links.some(({ dataset }) => dataset.lesson === lesson)),
  };
}

/** @param {string} name @param {(string | Node)[]} content */
function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

/** @param {string} words @param {() => void} act */
function button(words, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = words;
  made.addEventListener('click', act);
  return made;
}

/** @param {HTMLElement} nav */
function lead(nav) {
  const links = /** @type {HTMLAnchorElement[]} */ ([...nav.querySelectorAll('a')]);
  /** @param {boolean} asking */
  const draw = (asking = false) => {
    const { next, done, begun } = onward(links);
    nav.hidden = !begun;
    const said = `${done} of ${links.length} lessons done.`;
    const line = next ? element('p', 'Continue with ', next, `. ${said}`) : element('p', `You have done all ${links.length} lessons.`);
    nav.replaceChildren(line);
    if (!('reset' in nav.dataset) || !begun) return;
    const forget = () => {
      write(KEY, null);
      draw();
      mark();
    };
    const turn = (/** @type {boolean} */ on) => () => {
      draw(on);
      nav.querySelector('button')?.focus();
    };
    nav.append(asking
      ? element('p', 'Forget which lessons you have done? ', button('No, keep them', turn(false)), ' ', button('Yes, forget', forget))
      : element('p', button('Start afresh', turn(true))));
  };
  window.addEventListener('storage', () => draw());
  window.addEventListener('pageshow', () => draw());
  draw();
}

/** Put the marks on the map. */
function mark() {
  const all = marks();
  for (const spot of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.course-mark'))) {
    const kept = all.find(({ lesson }) => lesson === spot.dataset.lesson);
    spot.textContent = kept ? (kept.done ? '✓ done' : 'begun') : '';
  }
}

for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.course-done'))) follow(box);
for (const nav of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.course-continue'))) lead(nav);
mark();
window.addEventListener('storage', mark);
window.addEventListener('pageshow', mark);
