// What a board shows: its table, its score, its lines of text. All HTML comes from the one renderer.

import { pace, places, travel } from './motion.js';

export class View {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** What is still to be shown of a run, the last table first. @type {string[]} */
    this.run = [];
    this.timer = 0;
    /** Called when a run has been shown. */
    this.ended = () => {};
    /** Whether the focus was in a score that was written anew. */
    this.inScore = false;
    this.#press();
    /** The score as served. */
    this.served = this.score.innerHTML;
  }

  get table() {
    return /** @type {HTMLElement} */ (this.root.querySelector('.st-main > .st-table'));
  }

  get score() {
    return /** @type {HTMLElement} */ (this.root.querySelector('.st-score') ?? document.createElement('div'));
  }

  /** @param {string} action */
  button(action) {
    return /** @type {HTMLButtonElement | null} */ (this.root.querySelector(`[data-do="${action}"]`));
  }

  /** The button on the table that carries a name of its own. @param {string} focus */
  place(focus) {
    return /** @type {HTMLElement | null} */ (this.table.querySelector(`[data-focus="${CSS.escape(focus)}"]`));
  }

  /** Turn the steps of the score into buttons, fold its side lines, and wake the buttons. */
  #press() {
    for (const step of this.score.querySelectorAll('span.st-step')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = step.className;
      button.dataset.at = /** @type {HTMLElement} */ (step).dataset.at;
      button.append(...step.childNodes);
      step.replaceWith(button);
    }
    for (const side of this.score.querySelectorAll('details')) side.open = false;
  }

  /** @param {...(string | undefined)} lines */
  say(...lines) {
    const status = /** @type {HTMLElement} */ (this.root.querySelector('.st-status'));
    const line = lines.filter(Boolean).join(' ');
    if (status.textContent !== line) status.textContent = line;
  }

  /** What the status line says. */
  get said() {
    return this.root.querySelector('.st-status')?.textContent ?? '';
  }

  /** @param {string} text */
  title(text) {
    const deal = this.root.querySelector('.st-deal');
    if (deal) deal.textContent = text;
  }

  /**
   * Put a table in place of the present one; focus stays where it was, cards travel.
   * @param {string} html
   * @param {boolean} [moving]
   */
  show(html, moving = true) {
    this.finish();
    this.#swap(html, moving);
  }

  /** @param {string} html @param {boolean} moving */
  #swap(html, moving) {
    const old = this.table;
    const before = moving ? places(old) : null;
    const active = document.activeElement;
    const held = active instanceof HTMLElement && old.contains(active);
    const focus = held ? active.dataset.focus : '';
    const template = document.createElement('template');
    template.innerHTML = html;
    old.replaceWith(template.content);
    if (held) (this.place(focus ?? '') ?? this.root).focus({ preventScroll: true });
    if (before) travel(this.table, before);
  }

  /**
   * Show tables one after the other; whatever is shown next finishes them at once.
   * @param {string[]} tables
   */
  follow(tables) {
    this.finish();
    const wait = pace();
    this.run = (wait ? [...tables] : tables.slice(-1)).reverse();
    const next = () => {
      const table = this.run.pop();
      if (table === undefined) return this.ended();
      this.#swap(table, true);
      this.timer = window.setTimeout(next, wait);
    };
    next();
  }

  /** Keep what is shown of a run under the hand; whatever comes next finishes it. */
  pause() {
    clearTimeout(this.timer);
  }

  /** Show at once where a run ends. */
  finish() {
    clearTimeout(this.timer);
    const [last] = this.run;
    this.run = [];
    if (last !== undefined) this.#swap(last, false);
    this.ended();
  }

  /** Resolve once a run has been shown to its end. @returns {Promise<void>} */
  shown() {
    return new Promise((resolve) => {
      if (this.run.length) this.ended = resolve;
      else resolve();
    });
  }

  /** Put a score in place of the present one; side lines that were unfolded stay so. @param {string} html */
  write(html) {
    const { score } = this;
    const of = (/** @type {Element} */ side) => side.querySelector('[data-line]')?.getAttribute('data-line') ?? '';
    const open = new Set([...score.querySelectorAll('details[open]')].map(of));
    this.inScore = score.contains(document.activeElement);
    score.innerHTML = html;
    for (const side of score.querySelectorAll('details')) side.open = open.has(of(side));
  }

  /** Show chances at their piles while they grow. @param {import('./play.js').Mark[]} marks */
  advise(marks) {
    for (const old of this.table.querySelectorAll('.st-advice')) old.remove();
    for (const [move, words, best] of marks) {
      const label = document.createElement('span');
      label.className = `st-advice${best ? ' st-best' : ''}`;
      label.textContent = ` ${words}`;
      this.table.querySelector(`[data-move="${CSS.escape(move)}"]`)?.append(label);
    }
  }

  /** Mark the present step in the score, which scrolls itself and never the page. @param {number} at */
  mark(at) {
    const score = this.score;
    score.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const steps = /** @type {NodeListOf<HTMLElement>} */ (
      score.querySelectorAll(`.st-step[data-at="${at}"]:not([data-line])`));
    const step = steps[steps.length - 1];
    // Who was on a step is on the present one after the score was written anew.
    if (this.inScore && !score.contains(document.activeElement)) (step ?? score).focus({ preventScroll: true });
    this.inScore = false;
    if (!step) {
      score.scrollTop = 0;
      return;
    }
    step.setAttribute('aria-current', 'step');
    for (let side = step.closest('details'); side; side = side.parentElement?.closest('details') ?? null) {
      side.open = true;
    }
    const [inner, outer] = [step.getBoundingClientRect(), score.getBoundingClientRect()];
    const item = /** @type {HTMLElement} */ (step.parentElement).getBoundingClientRect();
    if (inner.top < outer.top) score.scrollTop += inner.top - outer.top - 8;
    else if (item.bottom > outer.bottom) {
      score.scrollTop += Math.min(item.bottom - outer.bottom + 8, inner.top - outer.top - 8);
    }
  }

  /** Show what is said of the answer that a puzzle was given. @param {number} at */
  answer(at) {
    const place = this.root.querySelector('.st-reply') ?? document.createElement('div');
    place.className = 'st-reply';
    place.setAttribute('role', 'status');
    if (!place.isConnected) this.root.querySelector('.st-status')?.after(place);
    const said = this.root.querySelector(`.st-answers li[data-at="${at}"]`);
    place.replaceChildren(...(said ? [...said.childNodes].map((child) => child.cloneNode(true)) : []));
  }

  /** Show HTML with more about a hint, or nothing. @param {string} html */
  more(html) {
    const details = /** @type {HTMLDetailsElement | null} */ (this.root.querySelector('.st-more'));
    if (!details) return;
    details.hidden = !html;
    const body = details.querySelector('div');
    if (body) body.innerHTML = html;
  }
}
