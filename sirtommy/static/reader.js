// The frames of a record: every position as it was drawn when the site was built.

/** @typedef {{parts: number[], now: string, from?: number, move?: string, did?: string, stop?: boolean, next?: Record<string, number>, no?: Record<string, string>}} Frame */
/** @typedef {{deal: string, rules: string, parts: string[], frames: Frame[]}} Frames */

export class Reader {
  /** @param {Frames} data */
  constructor(data) {
    this.data = data;
  }

  /**
   * Fetch the frames that lie at an address.
   * @param {string} address
   */
  static async load(address) {
    const response = await fetch(new URL(address, document.baseURI), { credentials: 'same-origin' });
    if (!response.ok) throw new Error(`the server says ${response.status}`);
    return new Reader(await response.json());
  }

  /** @param {number} number */
  frame(number) {
    return /** @type {Frame} */ (this.data.frames[number]);
  }

  /** The table of a frame. @param {number} number */
  html(number) {
    return this.frame(number).parts.map((part) => this.data.parts[part]).join('');
  }

  /** Whether the line goes on after a frame. @param {number} number */
  continues(number) {
    return this.data.frames[number + 1]?.from === number;
  }

  /** The frames of the next step. @param {number} number */
  ahead(number) {
    const passed = [];
    while (this.continues(number)) {
      passed.push(++number);
      if (this.frame(number).stop) break;
    }
    return passed;
  }

  /** Where the step before ends. @param {number} number */
  behind(number) {
    do number = this.frame(number).from ?? 0;
    while (number && !this.frame(number).stop);
    return number;
  }

  /** Where the line ends. @param {number} number */
  end(number) {
    while (this.continues(number)) number += 1;
    return number;
  }

  /**
   * The frames of the step that the record has for a move; none where it has none.
   * @param {number} number
   * @param {string} move
   */
  answer(number, move) {
    const passed = [];
    for (let at = this.frame(number).next?.[move] ?? number; at !== number; at = this.frame(at).from ?? 0) {
      passed.push(at);
    }
    return passed.reverse();
  }

  /** Why a move that no answer knows cannot be made. @param {number} number @param {string} move */
  objection(number, move) {
    return this.frame(number).no?.[move] ?? 'That is no answer to this question.';
  }

  /** The moves that lead to a frame, in full text. @param {number} number */
  path(number) {
    const moves = [];
    for (; number; number = this.frame(number).from ?? 0) moves.push(this.frame(number).move);
    return moves.reverse().join(' ');
  }

  /** What frames say when they are shown one after the other. @param {number[]} numbers */
  told(numbers) {
    const did = numbers.map((number) => this.frame(number).did).filter(Boolean).join(', ');
    return did && `${did.charAt(0).toUpperCase()}${did.slice(1)}.`;
  }
}
