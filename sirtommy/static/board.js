// The board: steps through frames made when the site was built, and plays with the engine's help.
// It knows no rule of the game: it shows the tables it is handed and sends back what was chosen.

import { Desk, colour } from './desk.js';
import { Drag } from './drag.js';
import { Engine } from './engine.js';
import { readLink, writeLink } from './link.js';
import { Game, Hint } from './play.js';
import { Reader } from './reader.js';
import { Review } from './review.js';
import { View } from './view.js';

/** @typedef {import('./engine.js').Reply} Reply */

/** What a key does, unless a live pile has focus: there arrows move it. */
const KEYS = /** @type {Record<string, string>} */ ({
  arrowleft: 'back', arrowright: 'next', home: 'first', end: 'last', h: 'hint', u: 'undo', r: 'redo',
  ' ': 'next',
});

const RETURNS = /** @type {Record<string, string>} */ ({
  game: 'Back to the record', position: 'Back to the position', puzzle: 'Back to the question',
});

/** The page's one engine. @type {Engine | null} */
let shared = null;

class Board extends HTMLElement {
  /** @type {View | undefined} */ #made;
  /** @type {Reader | null} */ #reader = null;
  /** The frame that is shown, or was before play began. */ #at = 0;
  /** @type {Game | null} */ #game = null;
  /** @type {Hint | null} */ #hint = null;
  /** What stands around a free table. @type {Desk | null} */ #desk = null;
  #review = new Review(this);
  /** The last hint said, so that the next one opens otherwise. */ #said = '';
  /** Actions wait for each other. @type {Promise<unknown>} */ #queue = Promise.resolve();
  /** What to do once the engine runs. @type {(() => Promise<void>) | null} */ #wish = null;

  connectedCallback() {
    if (this.#made) return;
    this.#made = new View(this);
    this.tabIndex = -1;
    this.#at = this.#home;
    this.addEventListener('click', (event) => this.#click(event));
    this.addEventListener('keydown', (event) => this.#key(event));
    this.#queue = this.#load();
    new Drag(this, (move) => this.#press(move));
    if (this.classList.contains('st-free')) this.#desk = this.#furnish();
  }

  /** A table of the reader's own, with what stands around it. */
  #furnish() {
    return new Desk(this, {
      open: (position) => this.open(position, 'push'),
      restart: () => this.#enqueue(() => this.#do('restart')),
      say: (line) => this.#view.say(line),
      record: async () => {
        let text = '';
        await this.#withEngine(async () => {
          const { rules, deal, moves } = this.#begun();
          const reply = await this.#engine.ask({ ask: 'record', rules, deal, moves });
          if (reply.error !== undefined) this.#view.say(reply.error);
          text = reply.record ?? '';
        });
        return text;
      },
    });
  }

  /** The frame that the board opens with. */
  get #home() {
    return Number(this.dataset.at);
  }

  get #view() {
    return /** @type {View} */ (this.#made);
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
  }

  /** Tell which buttons can be pressed and which step is shown. */
  #refresh() {
    const game = this.#game;
    const back = game ? game.at > 0 : this.#at > 0;
    const next = game ? game.at < game.tokens.length : !!this.#reader?.continues(this.#at);
    const answered = this.dataset.kind === 'puzzle' && this.#at !== this.#home;
    const can = { first: back, back, next, last: next, undo: game ? back : answered, redo: !!game?.taken.length };
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
    this.#forget();
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

  #forget() {
    this.#hint = null;
    this.#view.more('');
  }

  // ---------------------------------------------------------------- playing

  get #engine() {
    const { runtime } = this.dataset;
    shared ??= new Engine(runtime ? new URL(runtime, document.baseURI).href : '');
    return shared;
  }

  /**
   * Do something that needs the engine; say so while it starts, and when it does not.
   * @param {() => Promise<void>} wish
   */
  async #withEngine(wish) {
    const engine = this.#engine;
    this.#wish = wish;
    const tell = (/** @type {string} */ line) => {
      if (!line) return;
      this.dataset.state = 'loading';
      this.#view.say(line);
      this.#refresh();
    };
    engine.listeners.add(tell);
    tell(engine.line);
    try {
      await engine.start();
      this.dataset.state = 'ready';
      await wish();
      this.#wish = null;
    } catch (error) {
      this.dataset.state = 'failed';
      const why = error instanceof Error ? error.message : String(error);
      this.#view.say(`Python could not be started: ${why}. All that is on this page can still be read.`);
    } finally {
      engine.listeners.delete(tell);
      this.#refresh();
    }
  }

  /** A game from where the board stands. */
  #begun() {
    return this.#game ?? new Game(this.#engine, this.dataset.rules ?? '', this.dataset.deal ?? '');
  }

  /**
   * Put a reply of the engine on the board, and its position into the address.
   * @param {Game} game
   * @param {Reply | null} reply
   * @param {{moving?: boolean, address?: 'replace' | 'push' | ''}} [how]
   */
  #accept(game, reply, { moving = true, address = 'replace' } = {}) {
    if (!reply) return;
    const wrong = reply.error ?? reply.objection;
    if (wrong !== undefined) {
      this.#view.say(wrong);
      return;
    }
    this.#game = game;
    this.#forget();
    this.querySelector('.st-reply')?.remove();
    if (moving) this.#view.follow([...(reply.run ?? []), reply.table]);
    else this.#view.show(reply.table);
    this.#review.offer(game, !!reply.over);
    this.#view.score.innerHTML = this.#review.score || reply.score;
    this.#view.title(reply.title);
    this.dataset.over = reply.over;
    this.#view.say(reply.did, reply.now);
    this.#refresh();
    const { deal, moves, rules } = game;
    const link = writeLink({ board: this.id, deal, moves, rules: rules === this.dataset.rules ? '' : rules });
    if (address === 'push') history.pushState(null, '', link);
    else if (address) history.replaceState(null, '', link);
    this.#desk?.accept(game, reply);
  }

  #toRecord() {
    this.#game = null;
    this.#review.offer(null);
    this.dataset.over = '';
    this.#view.score.innerHTML = this.#view.served;
    this.#view.title(this.dataset.title ?? '');
    this.#step([this.#at]);
    history.replaceState(null, '', `${location.pathname}${location.search}`);
  }

  /** Choose a move on the table: what the record knows is shown at once, the rest is asked. @param {string} move */
  #choose(move) {
    const reader = this.#reader;
    if (!this.#game && reader) {
      const known = reader.answer(this.#at, move);
      if (known.length) return this.#step(known, true);
      // Every legal answer is known, so whatever else was chosen is not allowed.
      if (this.dataset.kind === 'puzzle') return this.#view.say(reader.objection(this.#at, move));
    }
    const before = this.#game ? undefined : reader?.path(this.#at);
    return this.#withEngine(async () => {
      const game = this.#begun();
      this.#accept(game, await game.play(move, before));
    });
  }

  /** @param {string} action */
  #do(action) {
    const game = this.#game;
    if (action === 'hint') return this.#withEngine(() => this.#advise());
    if (action === 'stop') return undefined;
    if (action === 'review') {
      this.#review.left = false;
      return this.#withEngine(() => this.#lookBack());
    }
    if (action === 'new') {
      return this.#withEngine(async () => {
        const fresh = this.#begun();
        this.#accept(fresh, await fresh.renew(), { moving: false, address: 'push' });
      });
    }
    if (action === 'play') {
      if (this.dataset.state === 'failed' && this.#wish) return this.#withEngine(this.#wish);
      if (game) return this.#toRecord();
      const path = this.#reader?.path(this.#at) ?? '';
      return this.#withEngine(async () => {
        const fresh = this.#begun();
        this.#accept(fresh, await fresh.open(path));
      });
    }
    if (!game) return this.#reader && this.#walk(this.#reader, action);
    const places = /** @type {Record<string, number>} */ (
      { first: 0, back: game.at - 1, next: game.at + 1, last: game.tokens.length });
    const place = places[action];
    return this.#withEngine(async () => {
      const asked = place !== undefined ? game.walk(place)
        : action === 'undo' ? game.undo() : action === 'restart' ? game.restart() : game.redo();
      this.#accept(game, await asked, { moving: action === 'redo' || action === 'next' });
    });
  }

  async #advise() {
    const game = this.#game;
    const position = game
      ? { rules: game.rules, deal: game.deal, moves: game.moves }
      : { rules: this.dataset.rules ?? '', deal: this.dataset.deal ?? '', moves: this.#reader?.path(this.#at) ?? '' };
    if (!this.#hint?.fits(position)) this.#hint = new Hint(this.#engine, position, this.#said);
    const hint = this.#hint;
    if (!hint.tried) this.#view.say('Thinking …');
    const reply = await hint.more();
    if (!reply || this.#hint !== hint) return;
    if (reply.table) this.#view.show(reply.table, false);
    this.#said = reply.say ?? '';
    this.#view.say(reply.error ?? reply.say);
    this.#view.more(reply.more ?? '');
  }

  async #lookBack() {
    this.#view.say('Going through the game …');
    const reply = await this.#review.run(this.#engine);
    this.#view.say(reply ? reply.error ?? reply.say : 'The review rests.');
    if (reply?.score) this.#view.score.innerHTML = reply.score;
    this.#refresh();
  }

  /**
   * Show the position that a link names.
   * @param {import('./link.js').Position} position
   * @param {'push' | ''} [address]
   */
  open(position, address = '') {
    this.#enqueue(() => this.#withEngine(async () => {
      const { rules, deal } = this.dataset;
      const game = new Game(this.#engine, position.rules || (rules ?? ''), position.deal || (deal ?? ''));
      const kept = this.#desk?.recall({ ...position, rules: game.rules, deal: game.deal });
      // What was kept may be of another version: then the address alone counts.
      let reply = kept && (await game.resume(kept, position.moves));
      if (!reply || reply.error !== undefined) reply = await game.open(position.moves);
      if (reply.error === undefined) this.#accept(game, reply, { moving: false, address });
      else if (address) this.#view.say(`This cannot be dealt: ${reply.error}`);
      else this.complain(reply.error);
    }));
  }

  /** Say what is wrong with the address. @param {string} why */
  complain(why) {
    this.#enqueue(() => this.#view.say(`This link does not work: ${why.replace(/\.$/, '')}.`));
  }

  // ---------------------------------------------------------------- hands

  /** Do one thing after the other; a hint or a review in the making gives way. @param {() => unknown} action */
  #enqueue(action) {
    this.#review.leave();
    if (this.#hint && !this.#hint.done) {
      this.#hint.left = true;
      this.#hint = null;
    }
    this.#queue = this.#queue.then(action).catch((error) => this.#view.say(`Something went wrong: ${error}`));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || button.getAttribute('aria-disabled') === 'true') return;
    const { do: action, move, at, focus } = button.dataset;
    if (action) this.#enqueue(() => this.#do(action));
    else if (move) this.#press(move, focus);
    else if (at) this.#enqueue(() => this.#jump(Number(at)));
  }

  /**
   * Choose a move once its turn has come: by then the table may be another one.
   * @param {string} move
   * @param {string} [focus]  the button that was pressed
   */
  #press(move, focus = '') {
    this.#enqueue(() => {
      this.#view.finish();
      // Every press on a puzzle answers the question, however many answers have been tried.
      if (this.dataset.kind === 'puzzle' && !this.#game && this.#at !== this.#home) this.#step([this.#home]);
      return this.#choose(this.#view.place(focus)?.dataset.move ?? move);
    });
  }

  /** @param {number} at  a frame, or in play a number of choices */
  #jump(at) {
    const game = this.#game;
    if (!game) return this.#step([at]);
    return this.#withEngine(async () => this.#accept(game, await game.walk(at), { moving: false }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : this;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest('input, textarea, select, dialog')) return;
    const key = event.key.toLowerCase();
    if (key === ' ' && target.closest('button, summary')) return;
    const table = this.#view.table;
    const pile = this.#game && target.closest('.st-target');
    /** @type {HTMLElement | null | undefined} */
    let pressed;
    if (/^[1-9]$/.test(key)) pressed = table.querySelector(`[data-number="${key}"]`);
    else if (key === '^' || key === 'b') pressed = table.querySelector('.st-turned .st-build');
    else if (key === '?') pressed = this.querySelector('.st-keys > summary');
    else if (pile && (key === 'arrowleft' || key === 'arrowright')) {
      const piles = /** @type {HTMLElement[]} */ ([...table.querySelectorAll('.st-target')]);
      piles[piles.findIndex((other) => other === pile) + (key === 'arrowleft' ? -1 : 1)]?.focus();
    } else if (KEYS[key]) pressed = this.#view.button(KEYS[key] ?? '');
    else return;
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

colour();
customElements.define('sirtommy-board', Board);
openLink();
window.addEventListener('hashchange', openLink);
