// The page of finished games: every figure is worked out from the list of them, which can be saved and read in again.

import { finished, gather, isFinished, unreadable } from './store.js';

/** @typedef {import('./store.js').Finished} Finished */
/** @typedef {{rules: string, games: number, won: number, clean: number, best: number, cards: number, average: number, streak: number, longest: number}} Figures */

const WHAT = 'finished games';
const VERSION = 1;
const SHOWN = 20;
/** The cards of a game that was noted before their number was. */
const PACK = 52;

const NAMES = /** @type {Record<string, string>} */ ({
  'sir-tommy': 'Sir Tommy', 'sir-tommy-optional': 'Sir Tommy, optional play', calculation: 'Calculation',
});

/** @param {string} rules  as they are written */
function named(rules) {
  const [game = '', ...rest] = rules.split(' ');
  return [NAMES[game] ?? game, ...rest].join(', ');
}

/** @param {Finished} game */
const won = ({ up, cards = PACK }) => up === cards;

/**
 * The figures of each kind of game. A deal counts once, however often it was finished: as won if it ever
 * was, with its first finish for the average; a run of wins goes by the order of first finishes.
 * @param {Finished[]} list  in the order of finishing
 * @returns {Figures[]}
 */
export function figures(list) {
  /** @type {Map<string, Map<string, Finished[]>>} */
  const kinds = new Map();
  for (const game of list) {
    const deals = kinds.get(game.rules) ?? new Map();
    kinds.set(game.rules, deals.set(game.deal, [...(deals.get(game.deal) ?? []), game]));
  }
  return [...kinds].map(([rules, deals]) => {
    const found = { rules, games: deals.size, won: 0, clean: 0, best: 0, cards: PACK, average: 0, streak: 0, longest: 0 };
    for (const lines of deals.values()) {
      const first = /** @type {Finished} */ (lines[0]);
      const success = lines.some(won);
      found.won += Number(success);
      found.clean += Number(won(first) && !first.undone);
      found.best = Math.max(found.best, ...lines.map(({ up }) => up));
      found.cards = first.cards ?? PACK;
      found.average += first.up / deals.size;
      found.streak = success ? found.streak + 1 : 0;
      found.longest = Math.max(found.longest, found.streak);
    }
    return found;
  });
}

/** @param {string} text  of a file @returns {Finished[]} */
export function parse(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON, or only a part of it');
  }
  if (value?.sirtommy !== WHAT || !Array.isArray(value.games)) throw new Error('it does not hold finished games of this site');
  if (value.version !== VERSION) throw new Error(`it is of version ${value.version}, and this page reads version ${VERSION}`);
  const wrong = value.games.findIndex((/** @type {unknown} */ game) => !isFinished(game));
  if (wrong >= 0) throw new Error(`game ${wrong + 1} in it is damaged`);
  return value.games;
}

/** @param {string} name @param {string} text */
function save(name, text) {
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

/**
 * @param {string} tag
 * @param {(Node | string)[]} inside
 */
function make(tag, ...inside) {
  const element = document.createElement(tag);
  element.append(...inside);
  return element;
}

/** @param {string[]} head @param {(string | Node)[][]} rows */
function table(head, rows) {
  const body = rows.map(([first = '', ...cells]) => {
    const name = make('th', first);
    name.setAttribute('scope', 'row');
    return make('tr', name, ...cells.map((cell) => make('td', cell)));
  });
  const titles = head.map((word) => {
    const cell = make('th', word);
    cell.setAttribute('scope', 'col');
    return cell;
  });
  const wrapper = make('div', make('table', make('thead', make('tr', ...titles)), make('tbody', ...body)));
  wrapper.className = 'scrolling';
  wrapper.tabIndex = 0;
  wrapper.setAttribute('role', 'region');
  return wrapper;
}

/** @param {Finished} game */
function link({ rules, deal }) {
  const anchor = make('a', deal.length > 20 ? `${deal.slice(0, 12)} …` : deal);
  anchor.setAttribute('href', `play.html#${new URLSearchParams({ deal, rules })}`);
  return anchor;
}

/** @param {Finished} game */
function day({ when }) {
  return when ? new Date(when).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }) : '';
}

/** @param {Element} place  where the figures go */
function show(place) {
  const list = finished();
  if (!list.length) {
    place.replaceChildren(make('p', 'No game is finished yet.'));
    return;
  }
  const sums = table(
    ['Game', 'Deals', 'Won', 'Won at the first go', 'Best', 'Cards up on average', 'Wins in a row, now', 'and at most'],
    figures(list).map((one) => [
      named(one.rules), ...[one.games, one.won, one.clean].map(String), `${one.best} of ${one.cards}`,
      one.average.toFixed(1), ...[one.streak, one.longest].map(String),
    ]),
  );
  sums.setAttribute('aria-label', 'Figures');
  const last = table(
    ['Deal', 'Game', 'Cards up', 'Choices taken back', 'Finished'],
    list.slice(-SHOWN).reverse().map((game) => [
      link(game), named(game.rules), won(game) ? `${game.up}, won` : String(game.up), String(game.undone ?? 0), day(game),
    ]),
  );
  last.setAttribute('aria-label', 'Games last finished');
  place.replaceChildren(sums, make('h2', 'Last finished'), last);
}

/** @param {Element} place */
function furnish(place) {
  const [figured, status, buttons] = [make('div'), make('p'), make('p')];
  status.setAttribute('role', 'status');
  const file = /** @type {HTMLInputElement} */ (make('input'));
  Object.assign(file, { type: 'file', accept: '.json,application/json' });
  file.setAttribute('aria-label', 'A file of finished games');
  file.hidden = true;
  const button = (/** @type {string} */ words, /** @type {() => void} */ act) => {
    const made = /** @type {HTMLButtonElement} */ (make('button', words));
    made.type = 'button';
    made.addEventListener('click', act);
    buttons.append(made, ' ');
  };
  button('Save the list', () => {
    save('sir-tommy-games.json', JSON.stringify({ sirtommy: WHAT, version: VERSION, games: finished() }, null, 1));
    status.textContent = 'The list is being saved.';
  });
  button('Read a list in', () => file.click());
  const aside = unreadable();
  if (aside.length) {
    button('Save what could not be read', () => save('sir-tommy-unreadable.json', JSON.stringify(aside, null, 1)));
    status.textContent = 'Something that was kept here could not be read. It has been put aside, and you can save it.';
  }
  file.addEventListener('change', async () => {
    try {
      const [chosen] = file.files ?? [];
      if (!chosen) return;
      const fresh = gather(parse(await chosen.text()));
      status.textContent = fresh ? `${fresh === 1 ? 'One game' : `${fresh} games`} added.` : 'All of these games were here already.';
      show(figured);
    } catch (error) {
      status.textContent = `Nothing was read in: ${error instanceof Error ? error.message : error}.`;
    } finally {
      file.value = '';
    }
  });
  place.replaceChildren(figured, buttons, file, status);
  show(figured);
  window.addEventListener('storage', () => show(figured));
}

const place = document.querySelector('.statistics');
if (place) furnish(place);
