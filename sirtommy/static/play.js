// A game being played: a list of choices and a place in it. What they mean only the engine knows.

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Reply} Reply */

/** How long one slice of a hint may take, in milliseconds, so that a click is never kept waiting. */
const SLICE = 45;

export class Game {
  /**
   * @param {Engine} engine
   * @param {string} rules
   * @param {string} deal
   */
  constructor(engine, rules, deal) {
    this.engine = engine;
    this.rules = rules;
    this.deal = deal;
    /** @type {string[]} */
    this.tokens = [];
    this.at = 0;
    /** Choices taken back, next one first. @type {string[]} */
    this.taken = [];
    /** How often choices were taken back. */
    this.undone = 0;
  }

  /** The choices up to the present place, as links carry them. */
  get moves() {
    return this.tokens.slice(0, this.at).join('');
  }

  /**
   * @param {string} ask
   * @param {object} more
   */
  async #ask(ask, more) {
    const reply = await this.engine.ask({ ask, rules: this.rules, deal: this.deal, ...more });
    if (reply.tokens) {
      this.deal = reply.deal;
      this.rules = reply.rules;
      this.tokens = reply.tokens;
      this.at = reply.at;
    }
    return reply;
  }

  /**
   * Put a line of moves on the table.
   * @param {string} moves
   */
  open(moves) {
    return this.#ask('show', { moves });
  }

  /**
   * Play a move; where it continues a record, `before` is the full text that led here.
   * @param {string} move
   * @param {string} [before]
   */
  async play(move, before = this.moves) {
    const reply = await this.#ask('play', { moves: before, move });
    if (reply.tokens) this.taken = [];
    return reply;
  }

  /** @param {number} at  a number of choices, brought into range */
  walk(at) {
    const place = Math.max(0, Math.min(this.tokens.length, at));
    return this.#ask('show', { moves: this.tokens.join(''), at: place });
  }

  /** Take back the last choice. */
  undo() {
    const token = this.tokens[this.at - 1];
    if (token === undefined) return null;
    this.taken = [token, ...this.tokens.slice(this.at), ...this.taken];
    this.undone += 1;
    return this.open(this.tokens.slice(0, this.at - 1).join(''));
  }

  /**
   * Take up a game that was kept.
   * @param {import('./store.js').Saved} kept
   * @param {string} moves  up to where it is shown; nothing for where it was left
   */
  async resume(kept, moves) {
    const reply = await this.#ask('show', { moves: kept.moves, at: kept.at });
    [this.taken, this.undone] = [kept.taken, kept.undone];
    if (!moves || this.moves === moves || !reply.tokens) return reply;
    let [place, length] = [0, 0];
    while (length < moves.length) length += this.tokens[place++]?.length ?? moves.length;
    return this.walk(place);
  }

  /** Start the deal again; redo brings every choice back. */
  restart() {
    if (!this.tokens.length) return null;
    this.taken = [...this.tokens, ...this.taken];
    return this.open('');
  }

  redo() {
    const [token, ...rest] = this.taken;
    if (token === undefined) return null;
    this.taken = rest;
    return this.open(this.moves + token);
  }

  /** Deal anew, by the same rules. */
  async renew() {
    this.taken = [];
    this.undone = 0;
    return this.#ask('new', {});
  }
}

/** A hint in the making: the tally grows slice by slice and can be left at any time. */
export class Hint {
  /**
   * @param {Engine} engine
   * @param {{rules: string, deal: string, moves: string}} position
   * @param {string} previous  the hint before this one
   */
  constructor(engine, position, previous) {
    this.engine = engine;
    this.position = position;
    this.previous = previous;
    this.done = false;
    this.level = 0;
    /** @type {number[]} */
    this.tally = [];
    this.tried = 0;
    this.left = false;
  }

  /** @param {{rules: string, deal: string, moves: string}} other */
  fits(other) {
    return JSON.stringify(other) === JSON.stringify(this.position);
  }

  /**
   * Say more than last time: first one pile and one reason, then the chances.
   * @returns {Promise<Reply | null>} null where it was left
   */
  async more() {
    this.level = Math.min(this.level + 1, 2);
    let count = 4;
    for (;;) {
      const begun = performance.now();
      const reply = await this.engine.ask({
        ask: 'hint', ...this.position, level: this.level, tally: this.tally, tried: this.tried, count,
        previous: this.previous,
      });
      if (this.left) return null;
      this.done = !reply.tally || reply.done === true;
      this.tally = reply.tally ?? [];
      this.tried = reply.tried ?? 0;
      if (this.done) return reply;
      const spent = Math.max(1, performance.now() - begun);
      count = Math.max(1, Math.min(64, Math.round((count * SLICE) / spent)));
    }
  }
}
