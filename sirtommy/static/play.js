// A game being played: a list of choices and a place in it. What they mean only the engine knows.

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Reply} Reply */
/** @typedef {[string, string, boolean]} Mark  a move, its chance in words, whether it is the best */

/** How long one slice of a hint may take, in milliseconds, so that a click is never kept waiting. */
const SLICE = 45;

/** How often chances are drawn while they grow, in milliseconds: faster than this nobody reads. */
const REDRAWN = 300;

/** One pile and one reason at once; the same after playing on; the chance of every choice. */
const GLANCE = 0;
export const REASON = 1;
const CHANCES = 2;

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
    /** The line that is played. @type {string[]} */
    this.tokens = [];
    this.at = 0;
    /** Lines that were left, each from the start. @type {string[]} */
    this.sides = [];
    /** What is said of the lines, by the choices that lead there. @type {Record<string, string[]>} */
    this.notes = {};
    /** How often choices were taken back. */
    this.undone = 0;
    /** Whether the present place was reached by taking back. */
    this.undoing = false;
    /** Whether another player has made choices in it. */
    this.shown = false;
  }

  /** The choices up to the present place, as links carry them. */
  get moves() {
    return this.tokens.slice(0, this.at).join('');
  }

  /** The whole line. */
  get line() {
    return this.tokens.join('');
  }

  /**
   * @param {string} ask
   * @param {object} more
   */
  async #ask(ask, more) {
    const { rules, deal, sides, notes } = this;
    const reply = await this.engine.ask({ ask, rules, deal, sides, notes, ...more });
    if (reply.tokens) {
      const { tokens, at } = reply;
      Object.assign(this, { deal: reply.deal, rules: reply.rules, sides: reply.sides, notes: reply.notes, tokens, at });
    }
    return reply;
  }

  /**
   * Put a line of moves on the table.
   * @param {string} moves
   */
  open(moves) {
    this.sides = [];
    this.notes = {};
    return this.#ask('show', { moves });
  }

  /** Open the game that stands in a record, before its first move. @param {string} text */
  read(text) {
    return this.#ask('read', { text });
  }

  /** The game as the text of a record. */
  record() {
    return this.#ask('record', { moves: this.line });
  }

  /**
   * Play a move; where it continues a record, `before` is the full text that led here.
   * Where it leaves the line, the line stays as a side line.
   * @param {string} move
   * @param {string} [before]
   */
  async play(move, before = this.moves) {
    const old = this.tokens;
    const reply = await this.#ask('play', { moves: before, line: this.line, move });
    if (!reply.tokens) return reply;
    const left = old.some((token, place) => token !== this.tokens[place]);
    if (left && !this.undoing) this.undone += 1;
    this.undoing = false;
    return reply;
  }

  /**
   * @param {number} at  a number of choices, brought into range
   * @param {string} [line]  the side line to walk in
   */
  walk(at, line = '') {
    this.undoing = false;
    if (line) {
      const sides = [...this.sides.filter((side) => side !== line), this.line];
      return this.#ask('show', { moves: line, at, sides });
    }
    const place = Math.max(0, Math.min(this.tokens.length, at));
    return this.#ask('show', { moves: this.line, at: place });
  }

  /** Take back the last choice; the line keeps it. */
  async undo() {
    if (!this.at) return null;
    const reply = await this.walk(this.at - 1);
    this.undone += 1;
    this.undoing = true;
    return reply;
  }

  /**
   * Take up a game that was kept.
   * @param {import('./store.js').Saved} kept
   * @param {string} moves  where it is shown; nothing for where it was left
   */
  resume(kept, moves) {
    const line = kept.moves + kept.taken.join('');
    this.sides = kept.sides ?? [];
    this.notes = kept.notes ?? {};
    this.undone = kept.undone;
    this.shown = kept.shown === true;
    if (!moves) return this.#ask('show', { moves: line, at: kept.at });
    return this.#ask('show', { moves, sides: [...this.sides, line] });
  }

  /** Deal anew, by the same rules. */
  renew() {
    return this.#ask('new', {});
  }
}

/** A hint in the making: the tally grows slice by slice and can be left at any time. */
export class Hint {
  /**
   * @param {Engine} engine
   * @param {{rules: string, deal: string, moves: string}} position
   * @param {string} previous  the hint before this one
   * @param {number} [level]  what it says first
   */
  constructor(engine, position, previous, level = GLANCE) {
    this.engine = engine;
    this.position = position;
    this.previous = previous;
    this.done = false;
    this.level = level;
    this.pressed = 0;
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
   * @param {(marks: Mark[]) => void} [show]  shows chances while they grow
   * @returns {Promise<Reply | null>} null where it was left
   */
  async more(show) {
    if (this.pressed++) this.level = CHANCES;
    this.done = false;
    let count = 2;
    let drawn = performance.now() - REDRAWN;
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
      const now = performance.now();
      if (reply.marks && now - drawn >= REDRAWN) {
        show?.(reply.marks);
        drawn = now;
      }
      count = Math.max(1, Math.min(64, Math.round((count * SLICE) / Math.max(1, now - begun))));
    }
  }
}
