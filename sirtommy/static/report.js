// The report of a review: the chart that keys move along, and the record to be taken away.

/** Wake a report. @param {HTMLElement} panel */
export function dress(panel) {
  const chart = /** @type {HTMLElement | null} */ (panel.querySelector('.st-chance'));
  const rows = /** @type {HTMLTableRowElement[]} */ ([...panel.querySelectorAll('tbody tr')]);
  if (chart && rows.length > 1) wake(chart, rows);
  const text = panel.querySelector('pre')?.textContent ?? '';
  const said = panel.querySelector('output');
  const say = (/** @type {string} */ line) => {
    if (said) said.textContent = line;
  };
  panel.querySelector('[data-report="copy"]')?.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      say('The record is copied.');
    } catch {
      say('The browser does not let this page copy. The record stands below to be marked.');
    }
  });
  panel.querySelector('[data-report="download"]')?.addEventListener('click', () => save(text));
}

/** @param {HTMLElement} chart @param {HTMLTableRowElement[]} rows */
function wake(chart, rows) {
  const last = rows.length - 1;
  const dots = (chart.querySelector('polyline')?.getAttribute('points') ?? '').split(' ').map((dot) => dot.split(',')[0] ?? '');
  let place = last;

  /** @param {number} to */
  const show = (to) => {
    place = Math.max(0, Math.min(last, to));
    const cells = /** @type {HTMLTableRowElement} */ (rows[place]).cells;
    const mark = cells[4]?.querySelector('.st-sr')?.textContent;
    const words = `Card ${cells[0]?.textContent}: ${cells[1]?.textContent}, ${cells[3]?.textContent}${mark ? `, ${mark}` : ''}`;
    chart.setAttribute('aria-valuenow', String(place + 1));
    chart.setAttribute('aria-valuetext', words);
    const line = chart.querySelector('.st-point');
    if (line) line.textContent = words;
    const cursor = chart.querySelector('.st-cursor');
    for (const end of ['x1', 'x2']) cursor?.setAttribute(end, dots[place] ?? '');
  };
  /** Show the point's position on the board. */
  const open = () => rows[place]?.querySelector('button')?.click();

  const steps = /** @type {Record<string, () => number>} */ ({
    ArrowLeft: () => place - 1, ArrowDown: () => place - 1, ArrowRight: () => place + 1, ArrowUp: () => place + 1,
    PageDown: () => place - 5, PageUp: () => place + 5, Home: () => 0, End: () => last,
  });
  chart.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = steps[event.key];
    if (step) show(step());
    else if (event.key === 'Enter' || event.key === ' ') open();
    else return;
    event.preventDefault();
    // On the board these keys step through the game.
    event.stopPropagation();
  });
  chart.querySelector('svg')?.addEventListener('click', (event) => {
    const { left, width } = /** @type {SVGElement} */ (event.currentTarget).getBoundingClientRect();
    show(Math.round(((event.clientX - left) / width) * last));
    open();
  });
  show(last);
}

/** Hand the record out as a file. @param {string} text */
function save(text) {
  const deal = /^deal: (\d{1,20})$/m.exec(text)?.[1] ?? 'game';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `sir-tommy-${deal}.deal`;
  link.click();
  URL.revokeObjectURL(link.href);
}
