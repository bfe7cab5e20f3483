// @ts-check
// What the pages do besides being read: a colour switch, tables that the keyboard can scroll,
// and a worker that keeps what was visited for the time without a network.

const page = document.documentElement;

/** The switch: as the system has it, light, dark. What the button says in each state, and the state that follows. */
const states = /** @type {const} */ ({
  auto: ["Colours: as the system has them", "light"],
  light: ["Colours: light", "dark"],
  dark: ["Colours: dark", "auto"],
});

/** @returns {keyof typeof states} */
function state() {
  const stored = page.dataset.theme;
  return stored === "light" || stored === "dark" ? stored : "auto";
}

for (const button of document.querySelectorAll(".theme-button")) {
  const name = () => {
    button.setAttribute("aria-label", states[state()][0]);
    button.setAttribute("title", states[state()][0]);
  };
  name();
  button.addEventListener("click", () => {
    const next = states[state()][1];
    page.dataset.theme = document.body.dataset.theme = next;
    try {
      localStorage.setItem("theme", next);
    } catch {
      // Storage is closed to this page: the choice lasts until it is left.
    }
    name();
  });
}

// A table or listing that is wider than its place scrolls sideways: then the keyboard must reach it,
// under a name of its own.
/** @type {Element[]} */
const scrolling = [];
const wide = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) {
      target.setAttribute("tabindex", "0");
      target.setAttribute("role", "region");
      if (!scrolling.includes(target)) scrolling.push(target);
      target.setAttribute("aria-label", `Table ${scrolling.indexOf(target) + 1}, scrolls sideways`);
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) target.removeAttribute(name);
    }
  }
});
for (const table of document.querySelectorAll(".table-wrapper")) wide.observe(table);

// Annotated games are printed with a diagram at every comment.
const games = /** @type {import('../../sirtommy/static/board.js').Board[]} */ (
  [...document.querySelectorAll('sirtommy-board[data-kind="game"]')].filter((board) => board.querySelector('.st-comment')));
if (games.length) {
  import('./print.js').then(({ illustrateOnPaper }) => illustrateOnPaper(games));
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'print-button';
  button.textContent = 'Print this page, with a diagram at every comment';
  button.addEventListener('click', () => print());
  document.querySelector('main')?.append(button);
}

// Where the site lies, and whether the reader wants nothing kept: the page on offline use asks (offline.js).
const root = new URL('../', import.meta.url);
const wanted = () => {
  try {
    return localStorage.getItem(`sirtommy 1 ${root.pathname} offline`) !== 'no';
  } catch {
    return false;
  }
};
/** A page is kept once its reader has settled down or leaves: until then nothing competes with reading it. */
const SETTLED = 30_000;
addEventListener('load', async () => {
  if (!navigator.serviceWorker || !wanted()) return;
  try {
    await navigator.serviceWorker.register(new URL('service-worker.js', root));
    const { active } = await navigator.serviceWorker.ready;
    const tell = () => wanted() && active?.postMessage([location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)]);
    setTimeout(tell, SETTLED);
    addEventListener('pagehide', tell);
    document.addEventListener('visibilitychange', tell);
  } catch {
    // A private window, or a browser that is told to keep nothing: all else works.
  }
});
