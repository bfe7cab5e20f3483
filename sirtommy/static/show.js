// "Show me": the player behind the hints plays on, without looking, until any hand stops it.

import { Hint, REASON } from './play.js';
import { picked } from './store.js';

/** @typedef {import('./playing.js').Playing} Playing */

/** How long a reason stands before its card is laid, in milliseconds, for each speed of runs. */
const STANDS = /** @type {Record<string, number>} */ ({ slow: 5000, fast: 1200, 'at once': 0 });
const USUAL = 2600;

/** Keys that go nowhere by themselves. */
const QUIET = ['Tab', 'Shift', 'Control', 'Alt', 'Meta'];

export class Show {
  /** @param {Playing} playing @param {HTMLElement} row  where the button to stop stands */
  constructor(playing, row) {
    this.playing = playing;
    this.row = row;
    this.running = false;
    this.wake = () => {};
    /** Whether the press that stopped it has still to end. */
    this.pressed = false;
    row.innerHTML = '<button type="button" data-do="rest">Stop</button>';
    row.hidden = true;
    const { root } = playing;
    // The first touch or key only stops: nothing is laid by it.
    root.addEventListener('pointerdown', (event) => {
      this.pressed = this.running;
      this.#halt(event);
    }, true);
    root.addEventListener('click', (event) => {
      if (this.pressed) this.#swallow(event);
      this.pressed = false;
    }, true);
    root.addEventListener('keydown', (event) => !QUIET.includes(event.key) && this.#halt(event), true);
    document.addEventListener('keydown', (event) => event.key === 'Escape' && this.#halt(event), true);
  }

  /** @param {Event} event */
  #swallow(event) {
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  /** @param {Event} event */
  #halt(event) {
    if (!this.running) return;
    if (event.type === 'keydown') this.#swallow(event);
    this.rest();
  }

  /** Stop after what is being done. */
  rest() {
    this.running = false;
    this.wake();
  }

  /** Play on from where the board stands, or from the start. @param {boolean} anew */
  run(anew) {
    const { playing, row } = this;
    return playing.withEngine(async () => {
      const game = playing.begun();
      const opened = anew ? await game.walk(0) : playing.game ? null : await game.open(playing.host.path());
      playing.accept(game, opened, { moving: false, quiet: true });
      this.running = true;
      row.hidden = false;
      try {
        await this.#play(game);
      } finally {
        const held = row.contains(document.activeElement);
        this.running = false;
        row.hidden = true;
        if (held) playing.root.focus({ preventScroll: true });
      }
    });
  }

  /** @param {import('./play.js').Game} game */
  async #play(game) {
    const { playing } = this;
    const { view } = playing;
    /** @type {import('./engine.js').Reply} */
    let last = {};
    while (this.running && !playing.root.dataset.over) {
      const hint = new Hint(playing.engine, playing.position, playing.said, REASON);
      this.wake = () => { hint.left = true; };
      const reply = await hint.more();
      if (!reply || !this.running) break;
      if (reply.error !== undefined) return view.say(reply.error);
      playing.said = reply.say;
      view.show(reply.table, false);
      view.say(last.did, reply.say);
      await this.#pause(STANDS[picked('pace')] ?? USUAL);
      if (!this.running) break;
      last = await game.play(reply.move);
      game.shown = true;
      playing.accept(game, last, { quiet: true });
      await view.shown();
    }
    const over = playing.root.dataset.over;
    return view.say(over ? last.did : 'Stopped: the table is yours.', playing.now);
  }

  /** @param {number} time  milliseconds, or until it is woken */
  #pause(time) {
    return new Promise((resolve) => {
      this.wake = () => resolve(undefined);
      window.setTimeout(resolve, time);
    });
  }
}
