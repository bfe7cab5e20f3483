// A board being played: asks the engine, puts its replies on the table, keeps the address up to date.

import { Engine } from './engine.js';
import { writeLink } from './link.js';
import { Game, Hint } from './play.js';
import { Review } from './review.js';

/** @typedef {import('./engine.js').Reply} Reply */
/** @typedef {import('./link.js').Position} Position */
/** @typedef {import('./view.js').View} View */

/**
 * What the board does for its player: the moves of the record up to the frame that is shown, that
 * frame back on the table, the state of the buttons, and things done one after the other.
 * @typedef {{path: () => string, back: () => void, refresh: () => void, enqueue: (action: () => unknown) => void}} Host
 */

/** A first word that takes longer than this, in milliseconds, is announced. */
const SOON = 250;

/** The page's one engine. @type {Engine | null} */
let shared = null;

/** Whether the engine has been asked for a hint: the first one takes longer, so nobody waits for it. */
let warm = false;

export class Playing {
  /** @param {HTMLElement} root @param {View} view @param {Host} host */
  constructor(root, view, host) {
    this.root = root;
    this.view = view;
    this.host = host;
    /** @type {Game | null} */
    this.game = null;
    /** @type {Hint | null} */
    this.hint = null;
    this.review = new Review(root);
    /** What stands around a free table. @type {import('./desk.js').Desk | null} */
    this.desk = null;
    /** What is to be decided on the table. */
    this.now = '';
    /** The last hint said, so that the next one opens otherwise. */
    this.said = '';
    /** What to do once the engine runs. @type {(() => Promise<void>) | null} */
    this.wish = null;
  }

  get engine() {
    const { runtime } = this.root.dataset;
    shared ??= new Engine(runtime ? new URL(runtime, document.baseURI).href : '');
    return shared;
  }

  /**
   * Do something that needs the engine; say so while it starts, and when it does not.
   * @param {() => Promise<void>} wish
   */
  async withEngine(wish) {
    const { engine, root, view } = this;
    this.wish = wish;
    const tell = (/** @type {string} */ line) => {
      if (!line) return;
      root.dataset.state = 'loading';
      view.say(line);
      this.host.refresh();
    };
    engine.listeners.add(tell);
    tell(engine.line);
    try {
      await engine.start();
      root.dataset.state = 'ready';
      await wish();
      this.wish = null;
    } catch (error) {
      root.dataset.state = 'failed';
      const why = error instanceof Error ? error.message : String(error);
      view.say(`Python could not be started: ${why}. All that is on this page can still be read.`);
    } finally {
      engine.listeners.delete(tell);
      this.host.refresh();
    }
  }

  /** A game from where the board stands. */
  begun() {
    const { rules, deal } = this.root.dataset;
    return this.game ?? new Game(this.engine, rules ?? '', deal ?? '');
  }

  /** Where the board stands, as the engine is asked about it. */
  get position() {
    const { rules, deal } = this.begun();
    return { rules, deal, moves: this.game ? this.game.moves : this.host.path() };
  }

  /**
   * Put a reply of the engine on the board, and its position into the address.
   * @param {Game} game
   * @param {Reply | null} reply
   * @param {{moving?: boolean, address?: 'replace' | 'push' | '', quiet?: boolean}} [how]
   */
  accept(game, reply, { moving = true, address = 'replace', quiet = false } = {}) {
    if (!reply) return;
    const { root, view } = this;
    const wrong = reply.error ?? reply.objection;
    if (wrong !== undefined) {
      view.say(wrong);
      return;
    }
    this.game = game;
    this.forget();
    root.querySelector('.st-reply')?.remove();
    if (moving) view.follow([...(reply.run ?? []), reply.table]);
    else view.show(reply.table);
    this.review.offer(game, !!reply.over);
    view.write(reply.score);
    view.title(reply.title);
    root.dataset.over = reply.over;
    this.now = reply.now;
    if (!quiet) view.say(reply.did, reply.now);
    this.host.refresh();
    const { deal, moves, rules } = game;
    const link = writeLink({ board: root.id, deal, moves, rules: rules === root.dataset.rules ? '' : rules });
    if (address === 'push') history.pushState(null, '', link);
    else if (address) history.replaceState(null, '', link);
    this.desk?.accept(game, reply);
    if (warm || reply.over) return;
    warm = true;
    this.engine.ask({ ask: 'hint', ...this.position, level: 0 }).catch(() => {});
  }

  /** Let go of what was said of the position before. */
  forget() {
    this.hint = null;
    this.view.more('');
    this.desk?.settle();
  }

  /** A hint or a review in the making gives way. */
  giveWay() {
    this.review.leave();
    this.desk?.rest();
    if (this.hint && !this.hint.done) {
      this.hint.left = true;
      this.hint = null;
    }
  }

  #toRecord() {
    this.game = null;
    this.review.offer(null);
    this.root.dataset.over = '';
    this.view.write(this.view.served);
    this.view.title(this.root.dataset.title ?? '');
    this.host.back();
    history.replaceState(null, '', `${location.pathname}${location.search}`);
  }

  /**
   * Play a move that no record knows; a coach may ask first whether it is meant.
   * @param {string} move
   * @param {boolean} [meant]
   */
  choose(move, meant = false) {
    const before = this.game ? undefined : this.host.path();
    return this.withEngine(async () => {
      const game = this.begun();
      if (!meant && (await this.desk?.objects(this.position, move))) return;
      this.accept(game, await game.play(move, before));
    });
  }

  /** Do what a button says that needs the engine. @param {string} action */
  act(action) {
    const { game } = this;
    if (action === 'hint') return this.withEngine(() => this.#advise());
    if (action === 'review') {
      this.review.left = false;
      return this.withEngine(() => this.#lookBack());
    }
    if (action === 'new') {
      return this.withEngine(async () => {
        const fresh = new Game(this.engine, this.begun().rules, '');
        this.accept(fresh, await fresh.renew(), { moving: false, address: 'push' });
      });
    }
    if (action === 'play') {
      if (this.root.dataset.state === 'failed' && this.wish) return this.withEngine(this.wish);
      if (game) return this.#toRecord();
      const path = this.host.path();
      return this.withEngine(async () => {
        const fresh = this.begun();
        this.accept(fresh, await fresh.open(path));
      });
    }
    return game && this.walk(game, action);
  }

  /** @param {Game} game @param {string} action */
  walk(game, action) {
    const places = /** @type {Record<string, number>} */ (
      { first: 0, restart: 0, back: game.at - 1, next: game.at + 1, redo: game.at + 1, last: game.tokens.length });
    const place = places[action];
    if (place === undefined && action !== 'undo') return undefined;
    return this.withEngine(async () => {
      const reply = await (place === undefined ? game.undo() : game.walk(place));
      this.accept(game, reply, { moving: action === 'redo' || action === 'next' });
    });
  }

  /** Show a place of a line. @param {number} at  a number of choices @param {string} line  empty for the line played */
  jump(at, line) {
    const { game } = this;
    if (!game) return undefined;
    return this.withEngine(async () => this.accept(game, await game.walk(at, line), { moving: false }));
  }

  async #advise() {
    const { position } = this;
    if (!this.hint?.fits(position)) this.hint = new Hint(this.engine, position, this.said);
    const { hint } = this;
    const soon = window.setTimeout(() => this.view.say('Thinking …'), SOON);
    const reply = await hint.more((marks) => this.view.advise(marks));
    clearTimeout(soon);
    if (!reply || this.hint !== hint) return;
    if (reply.table) this.view.show(reply.table, false);
    this.said = reply.say ?? '';
    this.view.say(reply.error ?? reply.say);
    this.view.more(reply.more ?? '');
  }

  async #lookBack() {
    this.view.say('Going through the game …');
    const reply = await this.review.run(this.engine);
    this.view.say(reply ? reply.error ?? reply.say : 'The review rests.');
    if (reply?.score && this.game) {
      this.view.write(reply.score);
      this.game.notes = reply.notes;
      this.desk?.keep(this.game);
    }
    this.host.refresh();
  }

  /**
   * Show the position that a link names, or the game that stands in a record.
   * @param {Position | string} what
   * @param {'push' | ''} [address]
   */
  open(what, address = '') {
    return this.withEngine(async () => {
      const { rules, deal } = this.root.dataset;
      const record = typeof what === 'string';
      const asked = record ? { rules: '', deal: '', moves: '' } : what;
      const game = new Game(this.engine, asked.rules || (rules ?? ''), asked.deal || (deal ?? ''));
      const kept = record ? undefined : this.desk?.recall(game);
      let reply = record ? await game.read(what) : kept && (await game.resume(kept, asked.moves));
      // What was kept may be of another version: then the address alone counts.
      if (!reply || (reply.error !== undefined && !record)) reply = await game.open(asked.moves);
      if (reply.error === undefined) this.accept(game, reply, { moving: false, address });
      else if (address) this.view.say(`This cannot be ${record ? 'read' : 'dealt'}: ${reply.error}`);
      else this.complain(reply.error);
    });
  }

  /** Say what is wrong with the address. @param {string} why */
  complain(why) {
    this.view.say(`This link does not work: ${why.replace(/\.$/, '')}.`);
  }
}
