// The board: steps through frames made when the site was built, and plays with the engine's help.
// It knows no rule of the game: it shows the tables it is handed and sends back what was chosen.

import { Drag } from './drag.js';
import { leave, pressedBy } from './keys.js';
import { readLink } from './link.js';
import { Playing } from './playing.js';
import { Reader } from './reader.js';
import { chosen } from './store.js';
import { View } from './view.js';

const RETURNS = /** @type {Record<string, string>} */ ({
  game: 'Back to the record', position: 'Back to the position', puzzle: 'Back to the question',
});

export class Board extends HTMLElement {
  /** @type {View | undefined} */ #made;
  /** @type {Playing | undefined} */ #player;
  /** @type {Reader | null} */ #reader = null;
  /** The frame that is shown, or was before play began. */ #at = 0;
  /** Actions wait for each other. @type {Promise<unknown>} */ #queue = Promise.resolve();
  /** Whether a choice waits for its turn. */ #waits = false;

  connectedCallback() {
    if (this.#made) return;
    this.#made = new View(this);
    this.#player = new Playing(this, this.#view, {
      path: () => this.#reader?.path(this.#at) ?? '',
      back: () => this.#step([this.#at]),
      refresh: () => this.#refresh(),
      enqueue: (action) => this.#enqueue(action),
    });
    this.tabIndex = -1;
    this.#at = this.#home;
    this.addEventListener('click', (event) => this.#click(event));
    this.addEventListener('keydown', (event) => this.#key(event));
    // A hand ends the run that is being shown; while it presses, nothing moves away beneath it.
    this.addEventListener('pointerdown', () => this.#view.pause());
    for (const end of ['pointerup', 'pointercancel']) {
      window.addEventListener(end, () => window.setTimeout(() => this.#view.finish()));
    }
    this.#queue = this.#load();
    new Drag(this, (move) => this.#press(move));
  }

  /** A table of the record as it was drawn when the site was built, nothing before it came. @param {number} at */
  drawn(at) {
    return this.#reader?.html(at) ?? '';
  }

  /** The frame that the board opens with. */
  get #home() {
    return Number(this.dataset.at);
  }

  get #view() {
    return /** @type {View} */ (this.#made);
  }

  get #playing() {
    return /** @type {Playing} */ (this.#player);
  }

  async #load() {
    try {
      this.#reader = await Reader.load(this.dataset.frames ?? '');
    } catch {
      // The page stays as it was served: everything can be read, nothing can be pressed.
      return;
    }
    for (const button of this.querySelectorAll('.st-controls button')) button.removeAttribute('disabled');
    this.#view.show(this.#reader.html(this.#at), false);
    this.#refresh();
    if (!this.classList.contains('st-free')) return;
    try {
      const { Desk } = await import('./desk.js');
      this.#playing.desk = new Desk(this, this.#playing);
    } catch {
      // What stands around the table has not come; the table itself is there.
    }
  }

  /** Tell which buttons can be pressed and which step is shown. */
  #refresh() {
    const { game } = this.#playing;
    const back = game ? game.at > 0 : this.#at > 0;
    const next = game ? game.at < game.tokens.length : !!this.#reader?.continues(this.#at);
    const answered = this.dataset.kind === 'puzzle' && this.#at !== this.#home;
    const can = { first: back, back, next, last: next, undo: game ? back : answered, redo: game && next };
    for (const [action, possible] of Object.entries(can)) {
      this.#view.button(action)?.setAttribute('aria-disabled', String(!possible));
    }
    const label = { loading: 'Loading …', failed: 'Try again' }[this.dataset.state ?? '']
      ?? (game ? RETURNS[this.dataset.kind ?? ''] : this.#at ? 'Play from here' : 'Play from the start');
    const play = this.#view.button('play');
    if (play && play.textContent !== label) play.textContent = label ?? '';
    this.dataset.mode = game ? 'play' : 'record';
    this.#view.mark(game ? game.at : this.#at);
  }

  // ---------------------------------------------------------------- reading

  /**
   * Show frames up to the last of `numbers`; going forward the moves between are shown and told.
   * @param {number[]} numbers
   * @param {boolean} [forward]
   */
  #step(numbers, forward = false) {
    const reader = this.#reader;
    const last = numbers[numbers.length - 1];
    if (!reader || last === undefined) return;
    this.#playing.forget();
    this.#at = last;
    if (forward) this.#view.follow(numbers.map((number) => reader.html(number)));
    else this.#view.show(reader.html(last));
    const answered = this.dataset.kind === 'puzzle' && last !== this.#home;
    // What is said of an answer stands beside it; nothing is asked then.
    this.#view.say(forward ? reader.told(numbers) : '', answered ? '' : reader.frame(last).now);
    this.#refresh();
    if (this.dataset.kind !== 'puzzle') return;
    this.#view.answer(last);
    if (answered) this.dispatchEvent(new CustomEvent('st-answer', { bubbles: true, detail: last }));
  }

  /** @param {Reader} reader @param {string} action */
  #walk(reader, action) {
    if (action === 'next') this.#step(reader.ahead(this.#at), true);
    else if (action === 'back') this.#step([reader.behind(this.#at)]);
    else if (action === 'first') this.#step([0]);
    else if (action === 'last') this.#step([reader.end(this.#at)]);
    else if (action === 'undo') this.#step([this.#home]);
  }

  /** Choose a move on the table: what the record knows is shown at once, the rest is asked. @param {string} move */
  #choose(move) {
    const reader = this.#reader;
    if (!this.#playing.game && reader) {
      const known = reader.answer(this.#at, move);
      if (known.length) return this.#step(known, true);
      // Every legal answer is known, so whatever else was chosen is not allowed.
      if (this.dataset.kind === 'puzzle') return this.#view.say(reader.objection(this.#at, move));
    }
    return this.#playing.choose(move);
  }

  /** @param {string} action */
  #do(action) {
    const reader = this.#reader;
    const own = ['hint', 'new', 'play', 'review'].includes(action);
    if (own || this.#playing.game) return this.#playing.act(action);
    return reader && this.#walk(reader, action);
  }

  /**
   * Show the position that a link names.
   * @param {import('./link.js').Position} position
   */
  open(position) {
    this.#enqueue(() => this.#playing.open(position));
  }

  /** Say what is wrong with the address. @param {string} why */
  complain(why) {
    this.#enqueue(() => this.#playing.complain(why));
  }

  // ---------------------------------------------------------------- hands

  /** Do one thing after the other; what is being thought about gives way. @param {() => unknown} action */
  #enqueue(action) {
    this.#playing.giveWay();
    this.#queue = this.#queue.then(action).catch((error) => this.#view.say(`Something went wrong: ${error}`));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || button.getAttribute('aria-disabled') === 'true') return;
    const { do: action, move, at, line, focus } = button.dataset;
    if (action && this.#playing.desk?.act(action)) return;
    if (action) this.#enqueue(() => this.#do(action));
    else if (move) this.#press(move, focus);
    else if (at) {
      this.#enqueue(() => (
        this.#playing.game ? this.#playing.jump(Number(at), line ?? '') : this.#step([Number(at)])));
    }
  }

  /**
   * Choose a move once its turn has come: by then the table may be another one.
   * @param {string} move
   * @param {string} [focus]  the button that was pressed
   */
  #press(move, focus = '') {
    // While Python loads one choice waits for it: a second would be for a card that nobody has seen.
    if (this.#waits && this.dataset.state === 'loading') return;
    this.#waits = true;
    this.#enqueue(async () => {
      try {
        this.#view.finish();
        // Every press on a puzzle answers the question, however many answers have been tried.
        if (this.dataset.kind === 'puzzle' && !this.#playing.game && this.#at !== this.#home) this.#step([this.#home]);
        await this.#choose(this.#view.place(focus)?.dataset.move ?? move);
      } finally {
        this.#waits = false;
      }
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented) return;
    this.#view.finish();
    if (event.key === 'Escape') return leave(this);
    const pressed = pressedBy(event, this, !!this.#playing.game);
    if (pressed === undefined) return;
    event.preventDefault();
    pressed?.click();
  }
}

/** Show what the address names, or say what is wrong with it. */
function openLink() {
  const position = readLink(location.hash);
  if (!position) return;
  const boards = /** @type {Board[]} */ ([...document.querySelectorAll('sirtommy-board')]);
  const board = position.board
    ? boards.find(({ id }) => id === position.board)
    : boards.find(({ dataset }) => !position.rules || dataset.rules === position.rules) ?? boards[0];
  if (board) board.open(position);
  else boards[0]?.complain(`there is no board "${position.board}" on this page`);
}

document.documentElement.classList.toggle('st-four', chosen('four'));
customElements.define('sirtommy-board', Board);
openLink();
window.addEventListener('hashchange', openLink);
