// Cards are taken by mouse, pen or finger and dropped on a pile's column or on a foundation.
// What a drop means is asked of the engine like any other choice; a refused card goes home.

/** A press that moves less than this, in pixels, is a press and no drag. */
const SLACK = 6;

/** @typedef {{card: HTMLElement, pile: string, x: number, y: number, id: number, moving: boolean}} Held */

export class Drag {
  /**
   * @param {HTMLElement} root
   * @param {(move: string) => void} choose
   */
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    /** @type {Held | null} */
    this.held = null;
    root.addEventListener('pointerdown', (event) => this.#take(event));
    window.addEventListener('pointermove', (event) => this.#move(event));
    window.addEventListener('pointerup', (event) => this.#drop(event));
    // A finger that scrolls the page takes no card along.
    window.addEventListener('pointercancel', () => this.#home());
    window.addEventListener('keydown', (event) => event.key === 'Escape' && this.#home());
    // After a drag the browser reports a press where it ended: it is none.
    window.addEventListener('click', (event) => {
      if (!this.dragged) return;
      this.dragged = false;
      event.stopPropagation();
      event.preventDefault();
    }, true);
    this.dragged = false;
  }

  /** @param {PointerEvent} event */
  #take(event) {
    this.dragged = false;
    const target = event.target;
    if (this.held || event.button || !event.isPrimary || !(target instanceof Element)) return;
    if (!this.root.querySelector('.st-target')) return;
    const column = target.closest('.st-target')?.closest('.st-pile');
    const card = target.closest('.st-turned .st-card') ?? column?.querySelector('.st-cards > .st-card:last-child');
    if (!(card instanceof HTMLElement)) return;
    if (column) {
      const { top, bottom } = card.getBoundingClientRect();
      if (event.clientY < top || event.clientY > bottom) return;
    }
    const pile = /** @type {HTMLElement | null} */ (column ?? null)?.dataset.pile ?? '';
    this.held = { card, pile, x: event.clientX, y: event.clientY, id: event.pointerId, moving: false };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.id) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.moving && Math.hypot(x, y) < SLACK) return;
    held.moving = true;
    held.card.classList.add('st-held');
    held.card.style.setProperty('transform', `translate(${x}px, ${y}px)`);
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.id) return;
    if (!held.moving) {
      this.held = null;
      return;
    }
    this.dragged = true;
    window.setTimeout(() => { this.dragged = false; }, 0);
    const move = this.#meant(held, event.clientX, event.clientY);
    // The card stays where it was dropped until the answer is there: then it travels from here.
    if (move) this.choose(move);
    window.setTimeout(() => this.#home(held), move ? 350 : 0);
    this.held = null;
  }

  /**
   * The move that a drop means, as text; whether it is one the engine says.
   * @param {Held} held
   * @param {number} x
   * @param {number} y
   */
  #meant({ card, pile, }, x, y) {
    const key = card.dataset.key ?? '';
    const foundations = [...this.root.querySelectorAll('.st-foundation')];
    const over = foundations.findIndex((place) => within(place.getBoundingClientRect(), x, y));
    if (over >= 0) {
      const named = `${pile || key}^${over + 1}`;
      const offered = [...this.root.querySelectorAll('[data-move]')].map((button) => button.getAttribute('data-move'));
      return offered.includes(named) || !offered.includes(`${pile || key}^`) ? named : `${pile || key}^`;
    }
    for (const place of this.root.querySelectorAll('.st-piles > .st-pile')) {
      const number = place.getAttribute('data-pile') ?? '';
      const { left, right, top, bottom } = place.getBoundingClientRect();
      if (number !== pile && x >= left && x <= right && y >= top && y <= bottom) return `${key}/${number}`;
    }
    return '';
  }

  /** Let a card go back to where it belongs; where another table has come it is gone already. @param {Held | null} held */
  #home(held = this.held) {
    if (!held) return;
    held.card.classList.remove('st-held');
    held.card.style.removeProperty('transform');
    if (held === this.held) this.held = null;
  }
}

/** @param {DOMRect} place @param {number} x @param {number} y */
function within({ left, right, top, bottom }, x, y) {
  return x >= left && x <= right && y >= top && y <= bottom;
}
