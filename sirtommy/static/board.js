// The board: steps through frames made when the site was built, and plays with the engine's help.
// It knows no rule of the game: it shows the tables it is handed and sends back what was chosen.

import { Engine } from './engine.js';
import { readLink, writeLink } from './link.js';
import { pace, places, travel } from './motion.js';
import { Game, Hint } from './play.js';

/** @typedef {import('./engine.js').Reply} Reply */
/** @typedef {{parts: number[], now: string, from?: number, move?: string, did?: string, stop?: boolean, next?: Record<string, number>}} Frame */
/** @typedef {{deal: string, rules: string, parts: string[], frames: Frame[]}} Frames */

/** @type {Engine | null} */
let shared = null;

class Board extends HTMLElement {
  /** @type {Frames | null} */ #frames = null;
  /** The frame that is shown. */ #at = 0;
  /** @type {Game | null} */ #game = null;
  /** @type {Hint | null} */ #hint = null;
  /** What is still to be shown of a run: tables, the last one first. @type {string[]} */ #run = [];
  #timer = 0;
  /** Actions wait for each other. @type {Promise<void>} */ #queue = Promise.resolve();
  /** The score as served. @type {string} */ #served = '';
  /** What to do once the engine runs. @type {(() => Promise<void>) | null} */ #wish = null;

  connectedCallback() {
    if (this.dataset.upgraded) return;
    this.dataset.upgraded = '';
    this.tabIndex = -1;
    this.#at = Number(this.dataset.at);
    this.addEventListener('click', (event) => this.#click(event));
    this.addEventListener('keydown', (event) => this.#key(event));
    this.#pressable(this.#score);
    for (const side of this.querySelectorAll('details.st-side')) {
      /** @type {HTMLDetailsElement} */ (side).open = false;
    }
    this.#served = this.#score.innerHTML;
    void this.#load();
  }

  // ---------------------------------------------------------------- parts of the page

  /** @returns {HTMLElement} */
  get #table() {
    return /** @type {HTMLElement} */ (this.querySelector('.st-main > .st-table'));
  }

  /** @returns {HTMLElement} */
  get #score() {
    return /** @type {HTMLElement} */ (this.querySelector('.st-score') ?? document.createElement('div'));
  }

  /** @param {string} line */
  #say(line) {
    const status = /** @type {HTMLElement} */ (this.querySelector('.st-status'));
    if (status.textContent !== line) status.textContent = line;
  }

  /** @param {string} action */
  #button(action) {
    return /** @type {HTMLButtonElement | null} */ (this.querySelector(`[data-do="${action}"]`));
  }

  /** Turn the steps of a score into buttons. @param {HTMLElement} score */
  #pressable(score) {
    for (const step of score.querySelectorAll('span.st-step')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = step.className;
      button.dataset.at = /** @type {HTMLElement} */ (step).dataset.at;
      button.append(...step.childNodes);
      step.replaceWith(button);
    }
  }

  // ---------------------------------------------------------------- showing

  /**
   * Put a table in place of the present one; focus stays where it was, cards travel.
   * @param {string} html
   * @param {boolean} [moving]
   */
  #show(html, moving = false) {
    const old = this.#table;
    const before = moving ? places(old) : null;
    const active = document.activeElement;
    const focus = active && old.contains(active) ? /** @type {HTMLElement} */ (active).dataset.focus : null;
    const template = document.createElement('template');
    template.innerHTML = html; // the renderer's own HTML, in which all text is escaped
    old.replaceWith(template.content);
    const table = this.#table;
    if (focus !== null) {
      const again = focus && table.querySelector(`[data-focus="${CSS.escape(focus)}"]`);
      /** @type {HTMLElement} */ (again || this).focus({ preventScroll: true });
    }
    if (before) travel(table, before);
  }

  /**
   * Show tables one after the other; whatever comes next finishes them at once.
   * @param {string[]} tables
   */
  #follow(tables) {
    this.#finish();
    const wait = pace();
    if (!wait) tables = tables.slice(-1);
    const [first, ...rest] = tables;
    if (first === undefined) return;
    this.#show(first, true);
    this.#run = rest.reverse();
    const next = () => {
      const table = this.#run.pop();
      if (table === undefined) return;
      this.#show(table, true);
      if (this.#run.length) this.#timer = window.setTimeout(next, wait);
    };
    if (rest.length) this.#timer = window.setTimeout(next, wait);
  }

  /** Show at once what a run would still have shown. */
  #finish() {
    clearTimeout(this.#timer);
    const [last] = this.#run;
    this.#run = [];
    if (last !== undefined) this.#show(last);
  }

  /** Tell which buttons can be pressed and which step is shown. */
  #refresh() {
    const game = this.#game;
    const frames = this.#frames?.frames ?? [];
    /** @type {Record<string, boolean>} */
    const can = game
      ? {
          first: game.at > 0,
          back: game.at > 0,
          next: game.at < game.tokens.length,
          last: game.at < game.tokens.length,
          undo: game.at > 0,
          redo: game.taken.length > 0,
        }
      : {
          first: this.#at > 0,
          back: this.#at > 0,
          next: this.#continues(this.#at),
          last: this.#continues(this.#at),
          undo: this.dataset.kind === 'puzzle' && this.#at !== Number(this.dataset.at),
          redo: false,
        };
    for (const [action, possible] of Object.entries(can)) {
      this.#button(action)?.setAttribute('aria-disabled', String(!possible || !frames.length));
    }
    const play = this.#button('play');
    if (play) play.textContent = this.#playLabel();
    this.dataset.mode = game ? 'play' : 'record';
    this.#mark(game ? game.at : this.#at);
  }

  #playLabel() {
    if (this.dataset.state === 'loading') return 'Loading …';
    if (this.dataset.state === 'failed') return 'Try again';
    if (!this.#game) return 'Play from here';
    return { puzzle: 'Back to the question', position: 'Back to the position' }[this.dataset.kind ?? ''] ?? 'Back to the record';
  }

  /** Mark the present step in the score, which scrolls itself and never the page. @param {number} at */
  #mark(at) {
    const score = this.#score;
    score.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const steps = score.querySelectorAll(`.st-step[data-at="${at}"]`);
    const step = /** @type {HTMLElement | undefined} */ (steps[steps.length - 1]);
    if (!step) {
      score.scrollTop = 0;
      return;
    }
    step.setAttribute('aria-current', 'step');
    for (let side = step.closest('details'); side; side = side.parentElement?.closest('details') ?? null) {
      side.open = true;
    }
    const [inner, outer] = [step.getBoundingClientRect(), score.getBoundingClientRect()];
    const below = /** @type {HTMLElement} */ (step.parentElement).getBoundingClientRect().bottom - outer.bottom;
    if (inner.top < outer.top) score.scrollTop += inner.top - outer.top - 8;
    else if (below > 0) score.scrollTop += Math.min(below + 8, inner.top - outer.top - 8);
  }

  // ---------------------------------------------------------------- stepping through frames

  async #load() {
    try {
      const response = await fetch(new URL(this.dataset.frames ?? '', document.baseURI), { credentials: 'same-origin' });
      if (!response.ok) throw new Error(String(response.status));
      this.#frames = await response.json();
    } catch {
      // The page stays as it was served: everything can be read, nothing can be pressed.
      return;
    }
    for (const button of this.querySelectorAll('.st-controls button')) button.removeAttribute('disabled');
    if (!this.#game) this.#show(this.#html(this.#at));
    this.#refresh();
  }

  /** @param {number} number */
  #frame(number) {
    return /** @type {Frame} */ (this.#frames?.frames[number]);
  }

  /** @param {number} number */
  #html(number) {
    return this.#frame(number).parts.map((part) => this.#frames?.parts[part]).join('');
  }

  /** Whether the line goes on after a frame. @param {number} number */
  #continues(number) {
    return this.#frames?.frames[number + 1]?.from === number;
  }

  /** The frames of the next step. @param {number} number */
  #ahead(number) {
    const passed = [];
    while (this.#continues(number)) {
      passed.push(++number);
      if (this.#frame(number).stop) break;
    }
    return passed;
  }

  /** Where the step before ends. @param {number} number */
  #behind(number) {
    do number = this.#frame(number).from ?? 0;
    while (number && !this.#frame(number).stop);
    return number;
  }

  /**
   * Show frames up to the last of `numbers`, one after the other where they are more than one.
   * @param {number[]} numbers
   * @param {boolean} [moving]
   */
  #step(numbers, moving = true) {
    const last = numbers[numbers.length - 1];
    if (last === undefined) return;
    this.#hint = null;
    this.#at = last;
    if (moving) this.#follow(numbers.map((number) => this.#html(number)));
    else {
      this.#finish();
      this.#show(this.#html(last), true);
    }
    const did = moving ? numbers.map((number) => this.#frame(number).did).filter(Boolean).join(', ') : '';
    this.#say([did && `${did.charAt(0).toUpperCase()}${did.slice(1)}.`, this.#frame(last).now].filter(Boolean).join(' '));
    this.#refresh();
    if (this.dataset.kind === 'puzzle') this.#answer();
  }

  /** Show what is said of the answer that a puzzle was given. */
  #answer() {
    const place = this.querySelector('.st-reply') ?? document.createElement('div');
    place.className = 'st-reply';
    place.setAttribute('role', 'status');
    const said = this.querySelector(`.st-answers li[data-at="${this.#at}"]`);
    place.replaceChildren(...(said ? [...said.childNodes].map((child) => child.cloneNode(true)) : []));
    this.querySelector('.st-answers')?.before(place);
  }

  /** The moves that lead to the frame shown, in full. */
  #path() {
    const moves = [];
    for (let number = this.#at; number; number = this.#frame(number).from ?? 0) moves.push(this.#frame(number).move);
    return moves.reverse().join(' ');
  }

  // ---------------------------------------------------------------- playing

  #engine() {
    const { runtime } = this.dataset;
    shared ??= new Engine(runtime ? new URL(runtime, document.baseURI).href : '');
    return shared;
  }

  /**
   * Do something that needs the engine; say so while it starts, and when it does not.
   * @param {() => Promise<void>} wish
   */
  async #withEngine(wish) {
    const engine = this.#engine();
    const told = (/** @type {string} */ line) => {
      if (!line || this.dataset.state === 'ready') return;
      this.dataset.state = 'loading';
      this.#say(line);
      this.#refresh();
    };
    this.#wish = wish;
    engine.listeners.add(told);
    if (engine.line) told(engine.line);
    try {
      await engine.start();
      this.dataset.state = 'ready';
      this.#wish = null;
      await wish();
    } catch (error) {
      this.#wish = wish;
      this.dataset.state = 'failed';
      const why = error instanceof Error ? error.message : String(error);
      this.#say(`Python could not be started: ${why}. All that is on this page can still be read.`);
    } finally {
      engine.listeners.delete(told);
      this.#refresh();
    }
  }

  /**
   * Put a reply of the engine on the board.
   * @param {Reply | null} reply
   * @param {{moving?: boolean, address?: 'replace' | 'push' | ''}} [how]
   */
  #accept(reply, { moving = true, address = 'replace' } = {}) {
    if (!reply) return;
    const wrong = reply.error ?? reply.objection;
    if (wrong !== undefined) {
      this.#say(wrong);
      return;
    }
    this.#hint = null;
    if (moving) this.#follow([...(reply.run ?? []), reply.table]);
    else {
      this.#finish();
      this.#show(reply.table, true);
    }
    this.#score.innerHTML = reply.score; // the renderer's own HTML
    const deal = this.querySelector('.st-deal');
    if (deal) deal.textContent = reply.title;
    this.dataset.over = reply.over;
    this.#say([reply.did, reply.now].filter(Boolean).join(' '));
    this.#refresh();
    if (address && this.#game) {
      const { deal: number, moves, rules } = this.#game;
      const link = writeLink({ board: this.id, deal: number, moves, rules: rules === this.dataset.rules ? '' : rules });
      if (address === 'push') history.pushState(null, '', link);
      else history.replaceState(null, '', link);
    }
  }

  /** Make the board live where it stands. @returns {Game} */
  #begin() {
    this.querySelector('.st-reply')?.remove();
    this.#game ??= new Game(this.#engine(), this.dataset.rules ?? '', this.dataset.deal ?? '');
    return this.#game;
  }

  #toRecord() {
    this.#game = null;
    this.#hint = null;
    this.dataset.over = '';
    this.#score.innerHTML = this.#served; // as this page was served
    const deal = this.querySelector('.st-deal');
    if (deal) deal.textContent = this.dataset.title ?? '';
    this.#step([this.#at], false);
    history.replaceState(null, '', `${location.pathname}${location.search}`);
  }

  /** Choose a move on the table: known ones are shown at once, others are asked of the engine. @param {string} move */
  async #choose(move) {
    this.#finish();
    const known = this.#game ? undefined : this.#frame(this.#at)?.next?.[move];
    if (known !== undefined) {
      const numbers = [];
      for (let number = known; number !== this.#at; number = this.#frame(number).from ?? 0) numbers.push(number);
      this.#step(numbers.reverse());
      return;
    }
    const before = this.#game ? undefined : this.#path();
    await this.#withEngine(async () => {
      const fresh = !this.#game;
      const reply = await this.#begin().play(move, before);
      if (fresh && !reply.tokens) this.#game = null;
      this.#accept(reply);
    });
  }

  /** @param {string} action */
  async #do(action) {
    const game = this.#game;
    this.#finish();
    if (action === 'play') {
      if (this.#wish) await this.#withEngine(this.#wish);
      else if (game) this.#toRecord();
      else {
        const path = this.#path();
        await this.#withEngine(async () => this.#accept(await this.#begin().open(path)));
      }
    } else if (action === 'new') {
      await this.#withEngine(async () => this.#accept(await this.#begin().renew(), { address: 'push', moving: false }));
    } else if (action === 'hint') {
      await this.#withEngine(() => this.#advise());
    } else if (game) {
      const walked = { first: 0, back: game.at - 1, next: game.at + 1, last: game.tokens.length }[action];
      await this.#withEngine(async () => {
        const reply = walked !== undefined ? game.walk(walked) : action === 'undo' ? game.undo() : game.redo();
        this.#accept(await reply, { moving: action === 'redo' || action === 'next' });
      });
    } else if (action === 'next') this.#step(this.#ahead(this.#at));
    else if (action === 'back') this.#step([this.#behind(this.#at)], false);
    else if (action === 'first') this.#step([0], false);
    else if (action === 'undo') this.#step([Number(this.dataset.at)], false);
    else if (action === 'last') {
      let end = this.#at;
      while (this.#continues(end)) end += 1;
      this.#step([end], false);
    }
  }

  async #advise() {
    const game = this.#game;
    const position = game
      ? { rules: game.rules, deal: game.deal, moves: game.moves }
      : { rules: this.dataset.rules ?? '', deal: this.dataset.deal ?? '', moves: this.#path() };
    if (!this.#hint?.fits(position)) this.#hint = new Hint(this.#engine(), position);
    const hint = this.#hint;
    if (!hint.tried) this.#say('Thinking …');
    const reply = await hint.more();
    if (!reply || this.#hint !== hint) return;
    if (reply.table) this.#show(reply.table);
    this.#say(reply.error ?? reply.say);
  }

  /**
   * Show the position that a link names.
   * @param {import('./link.js').Position} position
   */
  open(position) {
    this.#enqueue(() =>
      this.#withEngine(async () => {
        const rules = position.rules || (this.dataset.rules ?? '');
        const game = new Game(this.#engine(), rules, position.deal || (this.dataset.deal ?? ''));
        const reply = await game.open(position.moves);
        if (reply.error !== undefined) {
          this.#say(`This link does not work: ${reply.error}.`);
          return;
        }
        this.#game = game;
        this.#accept(reply, { moving: false, address: '' });
      }),
    );
  }

  /** @param {string} line */
  complain(line) {
    this.#say(line);
  }

  // ---------------------------------------------------------------- hands

  /** Do one thing after the other. @param {() => Promise<void> | void} action */
  #enqueue(action) {
    if (this.#hint) this.#hint.left = this.dataset.thinking !== undefined;
    this.#queue = this.#queue.then(action).catch((error) => this.#say(String(error)));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = event.target instanceof Element ? event.target : null;
    const button = /** @type {HTMLElement | null} */ (target?.closest('button') ?? null);
    if (!button) return;
    const { do: action, move, at } = button.dataset;
    if (button.getAttribute('aria-disabled') === 'true') return;
    if (action) this.#enqueue(() => this.#do(action));
    else if (move) {
      const focus = button.dataset.focus ?? '';
      // The table may be another one by the time it is this press's turn.
      this.#enqueue(() => {
        const now = /** @type {HTMLElement | null} */ (this.#table.querySelector(`[data-focus="${CSS.escape(focus)}"]`));
        return this.#choose(now?.dataset.move ?? move);
      });
    } else if (at) {
      const number = Number(at);
      this.#enqueue(() => {
        if (!this.#game) return this.#step([number], false);
        const game = this.#game;
        return this.#withEngine(async () => this.#accept(await game.walk(number), { moving: false }));
      });
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.#frames) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
    const key = event.key.toLowerCase();
    const pile = event.target instanceof Element ? event.target.closest('.st-target') : null;
    /** @type {Record<string, string>} */
    const actions = { arrowleft: 'back', arrowright: 'next', home: 'first', end: 'last', h: 'hint', u: 'undo', r: 'redo' };
    if (/^[1-9]$/.test(key)) {
      const target = /** @type {HTMLElement | null} */ (this.#table.querySelector(`[data-number="${key}"]`));
      if (!target) return;
      target.click();
    } else if (key === '^' || key === 'b') {
      /** @type {HTMLElement | null} */ (this.#table.querySelector('.st-turned .st-build'))?.click();
    } else if (pile && this.#game && (key === 'arrowleft' || key === 'arrowright')) {
      const all = [...this.#table.querySelectorAll('.st-target')];
      const other = all[all.indexOf(pile) + (key === 'arrowleft' ? -1 : 1)];
      /** @type {HTMLElement | undefined} */ (other)?.focus();
    } else if (key === '?') {
      const keys = /** @type {HTMLDetailsElement | null} */ (this.querySelector('.st-keys'));
      if (keys) keys.open = !keys.open;
    } else if (actions[key]) {
      const action = actions[key];
      if (this.#button(action)?.getAttribute('aria-disabled') !== 'true') this.#enqueue(() => this.#do(action));
    } else return;
    event.preventDefault();
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
  else boards[0]?.complain(`This link does not work: there is no board "${position.board}" on this page.`);
}

customElements.define('sirtommy-board', Board);
openLink();
window.addEventListener('hashchange', openLink);
