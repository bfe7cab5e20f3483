// The review of a game that has ended: worked out piece by piece, left and gone on with at will.

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Reply} Reply */
/** @typedef {import('./play.js').Game} Game */

/** How long one piece may take, in milliseconds, so that a click is seldom kept waiting. */
const SLICE = 45;

export class Review {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** The game that is reviewed or may be, as text. */
    this.key = '';
    /** @type {{rules: string, deal: string, moves: string, sides?: string[], notes?: Record<string, string[]>}} */
    this.position = { rules: '', deal: '', moves: '' };
    /** @type {unknown} */
    this.found = null;
    this.tried = 0;
    this.left = false;
    /** @type {HTMLElement | null} */
    this.panel = null;
    /** The last report that was finished, and the line that it is of. @type {{key: string, deal: string, line: string, report: HTMLElement} | null} */
    this.kept = null;
  }

  /**
   * Offer a review of a game that is over; keep that of the same game wherever the reader stands in it.
   * @param {Game | null} game
   * @param {boolean} [over]
   */
  offer(game, over = false) {
    const position = game ? { rules: game.rules, deal: game.deal, moves: game.line } : { rules: '', deal: '', moves: '' };
    const key = game ? JSON.stringify(position) : '';
    // The report is of this line; what else lies on the table is written into the score with it.
    const lines = game ? { sides: game.sides, notes: game.notes } : {};
    if (key === this.key && this.panel) {
      this.position = { ...position, ...lines };
      return;
    }
    this.panel?.remove();
    Object.assign(this, { key, position: { ...position, ...lines }, found: null, tried: 0, panel: null });
    if (this.kept && (!game || this.kept.deal !== game.deal)) this.kept = null;
    if (!game || !(over || this.kept)) return;
    const panel = document.createElement('section');
    panel.className = 'st-review';
    panel.setAttribute('aria-label', 'Review');
    this.root.querySelector('.st-controls')?.after(panel);
    this.panel = panel;
    if (this.kept?.key === key) {
      panel.append(this.#aim(this.kept.report, ''));
      return;
    }
    if (over) panel.innerHTML = '<p class="st-buttons"><button type="button" data-do="review">Review this game</button></p>';
    if (this.kept) {
      const past = document.createElement('details');
      past.innerHTML = '<summary>The review of the line before</summary>';
      past.append(this.#aim(this.kept.report, this.kept.line));
      panel.append(past);
    }
  }

  /**
   * Let the buttons of a report lead into a line, where another one is on the board.
   * @param {HTMLElement} report
   * @param {string} line
   */
  #aim(report, line) {
    for (const button of report.querySelectorAll('[data-at]')) button.setAttribute('data-line', line);
    return report;
  }

  /** Let the work rest: what is found so far is kept. */
  leave() {
    this.left = true;
  }

  /**
   * Begin, or go on; the engine's last reply when the review is done, null where it was left.
   * @param {Engine} engine
   * @returns {Promise<Reply | null>}
   */
  async run(engine) {
    const { key } = this;
    let count = 4;
    for (;;) {
      const begun = performance.now();
      const reply = await engine.ask({ ask: 'review', ...this.position, found: this.found, tried: this.tried, count });
      if (key !== this.key) return null;
      if (reply.error !== undefined) return reply;
      if (reply.done) {
        this.#show(reply.more);
        return reply;
      }
      this.found = reply.found;
      const spent = Math.max(1, performance.now() - begun);
      count = Math.max(1, Math.min(32, Math.round((count * SLICE) / spent)));
      this.tried = reply.tried;
      const share = Math.floor((100 * this.tried) / Math.max(1, reply.goal));
      if (this.left) {
        this.#label('review', `Go on with the review (${share} %)`);
        return null;
      }
      this.#label('stop', share < 100 ? `Stop the review (${share} %)` : 'Stop the review (looking back)');
    }
  }

  /** Put the report in the button's place; who was on the button is now on the report. @param {string} html */
  #show(html) {
    const { panel } = this;
    if (!panel) return;
    const held = panel.contains(document.activeElement);
    const report = document.createElement('div');
    report.innerHTML = html;
    panel.replaceChildren(report);
    this.kept = { key: this.key, deal: this.position.deal, line: this.position.moves, report };
    // Without it the report is words and tables still.
    import('./report.js').then(({ dress }) => dress(report), () => {});
    panel.tabIndex = -1;
    if (held) panel.focus({ preventScroll: true });
  }

  /** @param {string} action @param {string} text */
  #label(action, text) {
    const button = this.panel?.querySelector('button');
    if (!button) return;
    button.dataset.do = action;
    button.textContent = text;
  }
}
