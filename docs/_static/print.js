// @ts-check
// Prints the games of a page with a diagram at every moment that carries a comment.

/** @typedef {{parts: string[], frames: {parts: number[]}[]}} Frames */

/** @param {HTMLElement} board */
async function illustrate(board) {
  const sent = await fetch(new URL(board.dataset.frames ?? '', document.baseURI));
  if (!sent.ok) throw new Error(`the server says ${sent.status}`);
  const { parts, frames } = /** @type {Frames} */ (await sent.json());
  for (const comment of board.querySelectorAll('.st-score .st-comment')) {
    const steps = [...board.querySelectorAll('.st-score .st-step')];
    const before = steps.filter((step) => step.compareDocumentPosition(comment) & Node.DOCUMENT_POSITION_FOLLOWING);
    const step = /** @type {HTMLElement | undefined} */ (before.pop());
    // The table as it was dealt is on the page already.
    if (!step) continue;
    const at = Number(step.dataset.at);
    const diagram = document.createElement('div');
    diagram.className = 'print-diagram';
    // Drawn by the one renderer, when the site was built.
    diagram.innerHTML = frames[at]?.parts.map((part) => parts[part]).join('') ?? '';
    comment.before(diagram);
  }
}

/** Print the page; what was added for paper goes again. @param {HTMLElement[]} boards */
export async function printWithDiagrams(boards) {
  const open = boards.flatMap((board) => [...board.querySelectorAll('details.st-side')])
    .filter((side) => !side.hasAttribute('open'));
  try {
    for (const board of boards) await illustrate(board);
    for (const side of open) side.setAttribute('open', '');
    window.print();
  } finally {
    for (const side of open) side.removeAttribute('open');
    for (const diagram of document.querySelectorAll('.print-diagram')) diagram.remove();
  }
}
