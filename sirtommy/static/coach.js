// A coach who asks before a blunder whether it is meant. The reader decides: nothing is barred.

import { picked } from './store.js';

/** @typedef {import('./playing.js').Playing} Playing */

export class Coach {
  /** @param {Playing} playing @param {HTMLElement} row  where the two answers stand */
  constructor(playing, row) {
    this.playing = playing;
    this.row = row;
    this.move = '';
    /** What was said before. */
    this.before = '';
    row.innerHTML = '<button type="button" data-do="anyway">Play it anyway</button>'
      + '<button type="button" data-do="again">Think again</button>';
    this.settle();
  }

  /**
   * Whether there is something to be said against a move; then it is said, and two buttons wait.
   * @param {{rules: string, deal: string, moves: string}} position
   * @param {string} move
   */
  async objects(position, move) {
    if (picked('coach') !== 'warn') return false;
    const { engine, view } = this.playing;
    const { say } = await engine.ask({ ask: 'warn', ...position, move });
    if (!say) return false;
    if (!this.move) this.before = view.said;
    this.move = move;
    for (const button of this.row.querySelectorAll('button')) button.hidden = false;
    this.row.hidden = false;
    view.say(say);
    return true;
  }

  /** Let the choice stand or fall. @param {boolean} meant */
  answer(meant) {
    const { move } = this;
    if (!move) return undefined;
    this.settle();
    if (meant) return this.playing.choose(move, true);
    return this.playing.view.say(this.before);
  }

  /** Nothing is asked any more. */
  settle() {
    const held = this.row.contains(document.activeElement);
    this.move = '';
    this.row.hidden = true;
    for (const button of this.row.querySelectorAll('button')) button.hidden = true;
    if (held) this.playing.root.focus({ preventScroll: true });
  }
}
