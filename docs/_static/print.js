// @ts-check
// Paper gets a diagram at every moment of a game that carries a comment, however printing began.

/** @typedef {import('../../sirtommy/static/board.js').Board} Board */

/** @param {Board} board */
function illustrate(board) {
  for (const comment of board.querySelectorAll('.st-score .st-comment')) {
    const steps = [...board.querySelectorAll('.st-score .st-step')];
    const before = steps.filter((step) => step.compareDocumentPosition(comment) & Node.DOCUMENT_POSITION_FOLLOWING);
    const step = /** @type {HTMLElement | undefined} */ (before.pop());
    // The table as it was dealt is on the page already.
    if (!step) continue;
    const diagram = document.createElement('div');
    diagram.className = 'print-diagram';
    diagram.innerHTML = board.drawn(Number(step.dataset.at));
    comment.before(diagram);
  }
}

/** Draw before the page is printed and take away afterwards. @param {Board[]} boards */
export function illustrateOnPaper(boards) {
  /** @type {Element[]} */
  let folded = [];
  addEventListener('beforeprint', () => {
    // A game that is being played has taken the place of its record: that stays as it is.
    const read = boards.filter(({ dataset }) => dataset.mode !== 'play');
    folded = read.flatMap((board) => [...board.querySelectorAll('details.st-side:not([open])')]);
    for (const board of read) illustrate(board);
    for (const side of folded) side.setAttribute('open', '');
  });
  addEventListener('afterprint', () => {
    for (const side of folded) side.removeAttribute('open');
    for (const diagram of document.querySelectorAll('.print-diagram')) diagram.remove();
  });
}
