// What stands around a free table: which game is dealt, what is remembered, how a game is passed on.

import { best, choose, chosen, games, keep, note } from './store.js';
import { readLink } from './link.js';

/** @typedef {import('./engine.js').Reply} Reply */
/** @typedef {import('./play.js').Game} Game */
/** @typedef {import('./link.js').Position} Position */
/** @typedef {{open: (position: Position) => void, restart: () => void, say: (line: string) => void, record: () => Promise<string>}} Table */

/** Games and packs by their written settings; what they mean the engine knows. */
const GAMES = [['sir-tommy', 'Sir Tommy'], ['sir-tommy-optional', 'Sir Tommy, optional play'], ['calculation', 'Calculation']];
const PACKS = [['', 'The whole pack'], [' ranks=7', 'Ace to seven'], [' ranks=5 suits=2 piles=2', 'Ten cards, two piles']];

/** @param {string[][]} from */
const options = (from) => from.map(([value, words]) => `<option value="${value}">${words}</option>`).join('');

const FORM = `
<details class="st-desk"><summary>Another game</summary>
<form>
<label>Game <select name="game">${options(GAMES)}</select></label>
<label>Pack <select name="pack">${options(PACKS)}</select></label>
<label>Deal <input name="deal" autocomplete="off" spellcheck="false" placeholder="a number, or the cards"></label>
<div class="st-buttons"><button type="submit">Deal it</button>
<button type="button" data-desk="today">Today’s deal</button></div>
</form></details>
<details class="st-desk"><summary>This game</summary>
<div class="st-buttons"><button type="button" data-desk="link">Copy link</button>
<button type="button" data-desk="record">Copy as record</button>
<button type="button" data-desk="restart">Restart</button></div>
<label><input type="checkbox" name="count"> Show how many of each rank are still to come</label>
<label><input type="checkbox" name="four"> Four colours</label>
</details>
<dialog class="st-ask"><p>Start this deal again? Redo brings the choices back.</p>
<form method="dialog" class="st-buttons"><button value="yes">Start again</button><button value="no" autofocus>Go on playing</button></form>
</dialog>`;

/** Give the cards of the whole page the colours that were chosen. */
export function colour() {
  document.documentElement.classList.toggle('st-four', chosen('four'));
}

export class Desk {
  /** @param {HTMLElement} root @param {Table} table */
  constructor(root, table) {
    this.root = root;
    this.table = table;
    const place = document.createElement('div');
    place.innerHTML = FORM;
    root.querySelector('.st-controls')?.append(place);
    this.form = /** @type {HTMLFormElement} */ (place.querySelector('form'));
    this.counts = this.#beside('st-counts');
    this.outcome = this.#beside('st-outcome');
    this.outcome.hidden = true;
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#deal(this.#field('deal').value.trim());
    });
    root.addEventListener('click', (event) => this.#click(event));
    const ask = this.#ask;
    ask.addEventListener('close', () => ask.returnValue === 'yes' && table.restart());
    for (const name of ['count', 'four']) {
      const box = /** @type {HTMLInputElement} */ (place.querySelector(`[name="${name}"]`));
      box.checked = chosen(name);
      box.addEventListener('change', () => {
        choose(name, box.checked);
        this.#choices();
      });
    }
    this.#choices();
    const [last] = games(root.id);
    if (last && !readLink(location.hash)) table.open({ board: root.id, rules: last.rules, deal: last.deal, moves: '' });
  }

  /** @param {string} name  the class of a new line over the table */
  #beside(name) {
    const line = document.createElement('div');
    line.className = name;
    this.root.querySelector('.st-main > .st-status')?.after(line);
    return line;
  }

  /** @param {string} name */
  #field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  get #ask() {
    return /** @type {HTMLDialogElement} */ (this.root.querySelector('.st-ask'));
  }

  #choices() {
    this.counts.hidden = !chosen('count');
    colour();
  }

  /** @param {string} deal */
  #deal(deal) {
    if (!deal) return this.table.say('Which deal? Write its number, or its cards in the order they are turned.');
    const rules = this.#field('game').value + this.#field('pack').value;
    return this.table.open({ board: this.root.id, rules, deal, moves: '' });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    const wish = button?.dataset.desk;
    if (wish === 'today') {
      const now = new Date();
      const two = (/** @type {number} */ part) => String(part).padStart(2, '0');
      this.#deal(`${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`);
    } else if (wish === 'restart') {
      this.#ask.returnValue = 'no';
      this.#ask.showModal();
    } else if (wish === 'link') this.#copy(location.href, 'The link to this position');
    else if (wish === 'send') this.#copy(this.outcome.querySelector('output')?.textContent ?? '', 'The line');
    else if (wish === 'record') {
      this.table.record().then((text) => (text ? this.#copy(text, 'The record') : undefined));
    }
  }

  /** @param {string} text @param {string} what */
  async #copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.table.say(`${what} is copied.`);
    } catch {
      this.table.say(`${what} could not be copied here: ${text}`);
    }
  }

  /**
   * What was kept of the game that a position belongs to: its whole line, and what was taken back.
   * A bare deal goes on where it was left; moves that lead elsewhere are another game.
   * @param {Position} position
   */
  recall({ rules, deal, moves }) {
    return games(this.root.id).find((game) => (
      game.rules === rules && game.deal === deal && game.moves.startsWith(moves)));
  }

  /**
   * Keep a game as it stands now, and show what belongs to it.
   * @param {Game} game
   * @param {Reply} reply
   */
  accept(game, reply) {
    const { rules, deal, at, taken, undone } = game;
    const moves = game.tokens.join('');
    keep(this.root.id, { rules, deal, moves, at, taken, undone });
    this.counts.innerHTML = reply.counts ?? '';
    this.outcome.hidden = !reply.over;
    if (!reply.over) return;
    note({ rules, deal, moves, up: reply.up });
    const back = undone ? `, ${undone === 1 ? 'one choice' : `${undone} choices`} taken back` : '';
    this.outcome.innerHTML = '<p></p><p><output></output></p><p class="st-buttons"><button type="button" data-desk="send">Copy this line</button></p>';
    const [score, line] = [this.outcome.querySelector('p'), this.outcome.querySelector('output')];
    if (score) score.textContent = `${reply.up} of ${reply.cards} cards up${back}. Your best for this deal: ${best(rules, deal)}.`;
    if (line) line.textContent = `${reply.send} ${location.href.split('#')[0]}#board=${this.root.id}&deal=${deal}&rules=${rules.replaceAll(' ', '+')}`;
  }
}
