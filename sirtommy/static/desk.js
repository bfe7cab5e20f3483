// What stands around a free table: which game is dealt, what is remembered, how a game is passed on.

import { Coach } from './coach.js';
import { readLink } from './link.js';
import { setSpeed } from './motion.js';
import { Show } from './show.js';
import { best, choose, chosen, games, keep, note, pick, picked } from './store.js';

/** @typedef {import('./engine.js').Reply} Reply */
/** @typedef {import('./play.js').Game} Game */
/** @typedef {import('./playing.js').Playing} Playing */

/** Games and packs by their written settings; what they mean the engine knows. */
const GAMES = [['sir-tommy', 'Sir Tommy'], ['sir-tommy-optional', 'Sir Tommy, optional play'], ['calculation', 'Calculation']];
const PACKS = [['', 'The whole pack'], [' ranks=7', 'Ace to seven'], [' ranks=5 suits=2 piles=2', 'Ten cards, two piles']];
const COACHING = [['', 'On request'], ['warn', 'Warn before a blunder'], ['silent', 'Silent']];
const SPEEDS = [['', 'Normal'], ['slow', 'Slow'], ['fast', 'Fast'], ['at once', 'At once']];
const CHOICES = [['count', 'Show how many of each rank are still to come'], ['blind', 'Hide the rank that each foundation needs'], ['four', 'Four colours'], ['strict', 'Without taking back: what is laid stays laid']];

/** @param {string[][]} from */
const options = (from) => from.map(([value, words]) => `<option value="${value}">${words}</option>`).join('');

const FORM = `
<details class="st-desk"><summary>Another game</summary>
<form>
<label>Game <select name="game">${options(GAMES)}</select></label>
<label>Pack <select name="pack">${options(PACKS)}</select></label>
<label>Deal <input name="deal" autocomplete="off" spellcheck="false" placeholder="a number, the cards, or a link"></label>
<div class="st-buttons"><button type="submit">Deal it</button>
<button type="button" data-do="today">Today’s deal</button></div>
<label class="st-paste">Record <textarea name="record" rows="3" autocomplete="off" spellcheck="false" placeholder="pasted here"></textarea></label>
<div class="st-buttons"><button type="button" data-do="read">Open the record</button></div>
</form></details>
<details class="st-desk"><summary>This game</summary>
<div class="st-buttons"><button type="button" data-do="show">Show me</button>
<button type="button" data-do="restart">Restart</button></div>
<div class="st-buttons"><button type="button" data-do="link">Copy link</button>
<button type="button" data-do="record">Copy as record</button>
<button type="button" data-do="download">Download record</button></div>
<label>Coaching <select name="coach">${options(COACHING)}</select></label>
<label>Speed <select name="pace">${options(SPEEDS)}</select></label>
${CHOICES.map(([name, words]) => `<label><input type="checkbox" name="${name}"> ${words}</label>`).join('')}
</details>
<dialog class="st-ask"><p>Start this deal again? The line stays: Redo and Last bring it back.</p>
<form method="dialog" class="st-buttons"><button value="yes">Start again</button><button value="no" autofocus>Go on playing</button></form>
</dialog>`;

const OUTCOME = `<p></p><p><output></output></p><p class="st-buttons">
<button type="button" data-do="send">Copy this line</button>
<button type="button" data-do="anew">Show me from the start</button></p>`;

export class Desk {
  /** @param {HTMLElement} root @param {Playing} playing */
  constructor(root, playing) {
    this.root = root;
    this.playing = playing;
    const place = document.createElement('div');
    place.innerHTML = FORM;
    root.querySelector('.st-controls')?.after(place);
    this.form = /** @type {HTMLFormElement} */ (place.querySelector('form'));
    this.dialog = /** @type {HTMLDialogElement} */ (place.querySelector('dialog'));
    this.counts = this.#beside('st-counts');
    this.outcome = this.#beside('st-outcome');
    this.outcome.hidden = true;
    this.coach = new Coach(playing, this.#atHand('st-warned'));
    this.show = new Show(playing, this.#atHand('st-shown'));
    this.back = document.createElement('span');
    this.back.className = 'st-credit';
    root.querySelector('.st-deal')?.after(' ', this.back);
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#deal(this.#field('deal').value.trim());
    });
    this.dialog.addEventListener('close', () => {
      if (this.dialog.returnValue === 'yes') this.#enqueue(() => playing.act('restart'));
    });
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll('[type="checkbox"]'))) {
      box.checked = chosen(box.name);
      box.addEventListener('change', () => this.#choices(() => choose(box.name, box.checked)));
    }
    for (const name of ['coach', 'pace']) {
      const list = /** @type {HTMLSelectElement} */ (place.querySelector(`[name="${name}"]`));
      list.value = picked(name);
      if (list.selectedIndex < 0) list.value = '';
      list.addEventListener('change', () => this.#choices(() => pick(name, list.value)));
    }
    this.#choices();
    const [last] = games(root.id);
    if (last && !readLink(location.hash)) this.#open({ board: root.id, rules: last.rules, deal: last.deal, moves: '' }, '');
  }

  /** @param {string} name  the class of a new line over the table */
  #beside(name) {
    const line = document.createElement('div');
    line.className = name;
    this.root.querySelector('.st-main > .st-status')?.after(line);
    return line;
  }

  /** @param {string} name  the class of a new row of buttons before the others */
  #atHand(name) {
    const row = document.createElement('div');
    row.className = `st-buttons ${name}`;
    this.root.querySelector('.st-controls')?.prepend(row);
    return row;
  }

  /** @param {string} name */
  #field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  /** @param {() => unknown} action */
  #enqueue(action) {
    this.playing.host.enqueue(action);
  }

  /** @param {import('./link.js').Position | string} what @param {'push' | ''} [address] */
  #open(what, address = 'push') {
    this.#enqueue(() => this.playing.open(what, address));
  }

  /** Do as the reader likes it. @param {() => void} [change]  what is chosen otherwise now */
  #choices(change) {
    change?.();
    this.counts.hidden = !chosen('count');
    this.root.classList.toggle('st-blind', chosen('blind'));
    document.documentElement.classList.toggle('st-four', chosen('four'));
    setSpeed(picked('pace') || 'normal');
    const hidden = { hint: picked('coach') === 'silent', undo: chosen('strict'), redo: chosen('strict') };
    for (const [action, away] of Object.entries(hidden)) {
      const button = this.playing.view.button(action);
      if (button) button.hidden = away;
    }
  }

  /** @param {string} text  a number, cards or a link */
  #deal(text) {
    const { view } = this.playing;
    if (!text) return view.say('Which deal? Write its number, or its cards in the order they are turned.');
    const link = text.includes('#') ? readLink(text.slice(text.indexOf('#'))) : null;
    if (link) return this.#open({ ...link, rules: link.rules || (this.root.dataset.rules ?? '') });
    const rules = this.#field('game').value + this.#field('pack').value;
    return this.#open({ board: this.root.id, rules, deal: text, moves: '' });
  }

  /**
   * Do what a button of the desk says; whether it was one.
   * @param {string} action
   */
  act(action) {
    const { show, coach } = this;
    const now = new Date();
    const two = (/** @type {number} */ part) => String(part).padStart(2, '0');
    const does = /** @type {Record<string, () => unknown>} */ ({
      today: () => this.#deal(`${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`),
      read: () => {
        const text = this.#field('record').value.trim();
        return text.includes('#board=') || text.includes('#deal=') ? this.#deal(text) : this.#open(text);
      },
      restart: () => {
        this.dialog.returnValue = 'no';
        this.dialog.showModal();
      },
      link: () => this.#copy(location.href, 'The link to this position'),
      send: () => this.#copy(this.outcome.querySelector('output')?.textContent ?? '', 'The line'),
      record: () => this.#record((text) => this.#copy(text, 'The record')),
      download: () => this.#record((text) => this.#download(text)),
      show: () => this.#enqueue(() => show.run(false)),
      anew: () => this.#enqueue(() => show.run(true)),
      rest: () => show.rest(),
      anyway: () => this.#enqueue(() => coach.answer(true)),
      again: () => this.#enqueue(() => coach.answer(false)),
    });
    does[action]?.();
    return action in does;
  }

  /** @param {(text: string) => unknown} use  what is done with the game as a record */
  #record(use) {
    const { playing } = this;
    this.#enqueue(() => playing.withEngine(async () => {
      const { record, error } = await playing.begun().record();
      if (record) await use(record);
      else playing.view.say(error);
    }));
  }

  /** @param {string} text */
  #download(text) {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
    const anchor = document.createElement('a');
    anchor.href = address;
    const { deal } = this.playing.begun();
    anchor.download = `sir-tommy-${/^\d+$/.test(deal) ? deal : 'deal'}.txt`;
    anchor.click();
    window.setTimeout(() => URL.revokeObjectURL(address), 1000);
    this.playing.view.say('The record is being saved.');
  }

  /** @param {string} text @param {string} what */
  async #copy(text, what) {
    const { view } = this.playing;
    try {
      await navigator.clipboard.writeText(text);
      view.say(`${what} is copied.`);
    } catch {
      view.say(`${what} could not be copied here: ${text}`);
    }
  }

  /** Whether there is something to be said before a move. @param {Playing['position']} position @param {string} move */
  async objects(position, move) {
    const { game, view } = this.playing;
    if (chosen('strict') && game && game.at < game.tokens.length) {
      view.say('What is laid stays laid: Last leads to where you play on.');
      return true;
    }
    return this.coach.objects(position, move);
  }

  /** The position before is no more: what was asked about it is settled. */
  settle() {
    this.coach.settle();
  }

  /** What is being shown stops. */
  rest() {
    this.show.rest();
  }

  /** What was kept of a deal: its lines, and where it was left. @param {Game} game */
  recall({ rules, deal }) {
    return games(this.root.id).find((kept) => kept.rules === rules && kept.deal === deal);
  }

  /** Keep a game as it stands now. @param {Game} game */
  keep({ rules, deal, at, line, undone, sides, notes, shown }) {
    keep(this.root.id, { rules, deal, moves: line, at, taken: [], undone, sides, notes, shown });
  }

  /**
   * Keep a game as it stands now, and show what belongs to it.
   * @param {Game} game
   * @param {Reply} reply
   */
  accept(game, reply) {
    this.keep(game);
    const { rules, deal, undone, shown } = game;
    this.counts.innerHTML = reply.counts ?? '';
    const back = undone && `${undone === 1 ? 'one choice' : `${undone} choices`} taken back`;
    this.back.textContent = back || '';
    this.outcome.hidden = !reply.over;
    if (!reply.over) return;
    if (!shown) note({ rules, deal, moves: game.moves, up: reply.up, cards: reply.cards, undone });
    this.outcome.innerHTML = OUTCOME;
    const [score, line] = [this.outcome.querySelector('p'), this.outcome.querySelector('output')];
    const own = best(rules, deal);
    const yours = `${own < 0 ? '' : ` Your best for this deal: ${own}.`}${shown ? ' What was shown to you does not count.' : ''}`;
    if (score) score.textContent = `${reply.up} of ${reply.cards} cards up${back ? `, ${back}` : ''}.${yours}`;
    if (line) line.textContent = `${reply.send} ${location.href.split('#')[0]}#board=${this.root.id}&deal=${deal}&rules=${rules.replaceAll(' ', '+')}`;
  }
}
