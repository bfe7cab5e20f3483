"""What a page with a board costs: `python -m tests.bench_page [ROUNDS]`, medians of 7 rounds.

Start-up is the time from the press on Play to a live board, beside the time that the npm package
`pyodide`, as it ships, takes to boot in a module worker: same browser, same server, in turns.
Cold is a new browser with an empty profile, warm a new page of the same browser.
Bytes are those of all answers of a fresh profile until the network is idle, each through `gzip -9`
and as they lie in the folder.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from sirtommy.hint import wilson
from tests.browser import launch_chromium
from tests.server import StaticServer
from tests.sitebuild import ROOT, SOURCES, built_site, sphinx_build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

ROUNDS = 7
LESSON = "site/tutorials/01-your-first-deal.html"
CHANGED = "docs/rules.md"
ODDS = ROOT / "docs" / "data" / "odds.json"
BUDGET_MS = 3000
SLICE_MS = 45
POSITION = {"rules": "sir-tommy", "deal": "17", "moves": "12312"}

STOCK_PAGE = '<!doctype html><html lang="en"><title>Stock</title><p>Stock</p></html>'
STOCK_WORKER = """
import { loadPyodide } from './pyodide/pyodide.mjs';
await loadPyodide();
self.postMessage('ready');
"""
BOOT_STOCK = """() => new Promise((done) => {
  const begun = performance.now();
  const worker = new Worker('stock.js', { type: 'module' });
  worker.onmessage = () => done(performance.now() - begun);
})"""
PRESS_PLAY = """() => new Promise((done) => {
  const board = document.querySelector('sirtommy-board[data-kind=game]');
  const begun = performance.now();
  new MutationObserver(() => {
    if (board.dataset.mode === 'play') done(performance.now() - begun);
  }).observe(board, { attributes: true });
  board.querySelector('[data-do=play]').click();
})"""
LAY = """() => new Promise((done) => {
  const board = document.querySelector('sirtommy-board[data-kind=game]');
  const status = board.querySelector('.st-status');
  const begun = performance.now();
  new MutationObserver((_, observer) => {
    observer.disconnect();
    // The second frame begins once the first has been painted.
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun)));
  }).observe(status, { childList: true, characterData: true, subtree: true });
  board.querySelector('.st-target').click();
})"""
FIRST_HINT = """() => new Promise((done) => {
  const board = document.querySelector('sirtommy-board[data-kind=game]');
  const begun = performance.now();
  const painted = () => requestAnimationFrame(() => done(performance.now() - begun));
  const look = () => requestAnimationFrame(board.querySelector('.st-advice') ? painted : look);
  board.querySelector('[data-do=hint]').click();
  look();
})"""
PRESS_IN_THOUGHT = """() => new Promise((done) => {
  const board = document.querySelector('sirtommy-board[data-kind=game]');
  const press = (name) => board.querySelector(`[data-do=${name}]`).click();
  press('hint');
  setTimeout(() => {
    press('hint');
    // By then the deep hint is at work; a fold that opens is painted at once or it is not.
    setTimeout(() => {
      const begun = performance.now();
      board.querySelector('.st-keys > summary').click();
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun)));
    }, 400);
  }, 400);
})"""
START = """
  const board = document.querySelector('sirtommy-board[data-kind=game]');
  const script = document.querySelector('script[src$="board.js"], script[src*="board.js?"]').src;
  const { Engine } = await import(new URL('engine.js', script).href);
  const engine = new Engine(new URL(board.dataset.runtime, document.baseURI).href);
  await engine.start();
"""
CONTINUE = """async ({ position, budget }) => {
  START;
  const begun = performance.now();
  let played = 0, tally = [], tried = 0;
  while (performance.now() - begun < budget) {
    const reply = await engine.ask({ ask: 'hint', ...position, level: 2, tally, tried, count: 4 });
    if (reply.error) throw new Error(reply.error);
    played += reply.tried - tried;
    [tally, tried] = reply.done ? [[], 0] : [reply.tally, reply.tried];
  }
  return (played * 1000) / (performance.now() - begun);
}""".replace("START;", START)
# As the board asks for a review: slices that take as long as one of a hint.
LOOK_BACK = """async ({ position, slice }) => {
  START;
  let found = null, tried = 0, count = 4, begun = performance.now(), longest = 0;
  for (;;) {
    const asked = performance.now();
    const reply = await engine.ask({ ask: 'review', ...position, tried, found, count });
    if (reply.error) throw new Error(reply.error);
    const spent = Math.max(1, performance.now() - asked);
    longest = Math.max(longest, spent);
    // The first verdict: before it only the one choice's continuations were played.
    if (Object.keys(reply.found[1]).length) return [performance.now() - begun, longest];
    if (tried < reply.goal) begun = performance.now();
    [found, tried] = [reply.found, reply.tried];
    count = Math.max(1, Math.min(32, Math.round((count * slice) / spent)));
  }
}""".replace("START;", START)

HINTS = 500
ASK_HINTS = """async (count) => {
  const board = document.querySelector('sirtommy-board[data-kind=game]');
  for (let asked = 0; asked < count; asked += 1) {
    board.querySelector('[data-do=hint]').click();
    await new Promise((done) => setTimeout(done, 20));
    board.querySelector(asked % 2 ? '[data-do=undo]' : '[data-do=redo]').click();
    await new Promise((done) => setTimeout(done, 40));
  }
}"""


def lesson(context: BrowserContext) -> Page:
    """Return a page with the lesson, its board ready to be pressed."""
    page = context.new_page()
    page.goto(LESSON, wait_until="networkidle")
    page.wait_for_selector("sirtommy-board[data-kind=game] [data-do=play]:not([disabled])")
    return page


def start_up(playwright: Playwright, url: str) -> tuple[list[float], list[float]]:
    """Return milliseconds to a live board and to a booted stock Pyodide, each cold and warm."""
    times: dict[str, list[float]] = {}
    for what in ("ours", "stock"):
        browser = launch_chromium(playwright)
        context = browser.new_context(base_url=url)
        for _ in ("cold", "warm"):
            page = lesson(context) if what == "ours" else context.new_page()
            if what == "stock":
                page.goto("stock.html")
            spent = page.evaluate(PRESS_PLAY if what == "ours" else BOOT_STOCK)
            times.setdefault(what, []).append(spent)
            page.close()
        browser.close()
    return times["ours"], times["stock"]


def weighed(paths: list[Path]) -> tuple[int, int]:
    """Return the bytes of files, compressed each by itself and as they are."""
    contents = [path.read_bytes() for path in paths]
    return sum(len(gzip.compress(data, 9)) for data in contents), sum(map(len, contents))


def bytes_moved(browser: Browser, url: str, folder: Path) -> Iterator[tuple[int, int]]:
    """Yield bytes before the press on Play and after it."""
    context = browser.new_context(base_url=url)
    asked: list[Path] = []
    context.on(
        "response", lambda answer: asked.append(folder / urlsplit(answer.url).path.lstrip("/"))
    )
    page = lesson(context)
    yield weighed(asked)
    asked.clear()
    page.evaluate(PRESS_PLAY)
    page.wait_for_load_state("networkidle")
    yield weighed(asked)
    context.close()


def memory() -> float:
    """Return the megabytes that all programs started from here hold (Linux; else 0)."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(entry.name)] = int(
                (entry / "stat").read_text().rpartition(")")[2].split()[1]
            )
        except OSError:
            continue
    ours = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= more
    total = 0
    for process in ours - {os.getpid()}:
        try:
            text = Path(f"/proc/{process}/smaps_rollup").read_text()
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
    return total / 1024


def play(browser: Browser, url: str) -> dict[str, float]:
    """Return the worker's memory, times to the next paint, and continuations a second."""
    context = browser.new_context(base_url=url, reduced_motion="reduce")
    page = lesson(context)
    before = memory()
    page.evaluate(PRESS_PLAY)
    held = memory() - before
    laid = [(page.evaluate(LAY), page.evaluate(FIRST_HINT)) for _ in range(ROUNDS)]
    painted, hinted = map(median, zip(*laid, strict=True))
    thinking = median(page.evaluate(PRESS_IN_THOUGHT) for _ in range(ROUNDS))
    page.evaluate(ASK_HINTS, HINTS // 10)
    settled = memory()
    page.evaluate(ASK_HINTS, HINTS)
    grown = memory() - settled
    rate = page.evaluate(CONTINUE, {"position": POSITION, "budget": BUDGET_MS})
    hard = {"rules": "sir-tommy", "deal": str(hardest()), "moves": "1"}
    solved, longest = page.evaluate(LOOK_BACK, {"position": hard, "slice": SLICE_MS})
    context.close()
    return {
        "memory": held, "grown": grown, "painted": painted, "hinted": hinted, "thinking": thinking,
        "rate": rate, "solved": solved, "longest": longest,
    }  # fmt: skip


def results() -> dict[str, dict[str, Any]]:
    """Return the stored results by name."""
    return {one["name"]: one for one in json.loads(ODDS.read_text("utf-8"))["results"]}


def hardest() -> int:
    """Return a deal on which the page's solver spends its whole budget."""
    return int(results()["hindsight-page"]["undecided"][0])


def won_with(continuations: float) -> str:
    """Return what the player with so many continuations, or the next fewer measured, wins."""
    measured = {int(name[5:]): one for name, one in results().items() if name.startswith("deep-")}
    fitting = [budget for budget in measured if budget <= continuations]
    one = measured[max(fitting, default=min(measured))]
    low, high = wilson(one["won"], one["games"])
    rate = one["won"] / one["games"]
    deals = f"deals {one['first']}-{one['last']}"
    return f"{one['player']}: {rate:.1%} of {deals} ({low:.1%} to {high:.1%})"


def build_times(scratch: Path) -> tuple[float, float]:
    """Return the seconds of a clean build and of one after a page has changed."""
    source = scratch / "source"
    source.mkdir()
    for name in SOURCES:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, source)
    spent = []
    for _ in ("clean", "changed"):
        begun = time.perf_counter()
        sphinx_build(scratch / "built", source=source)
        spent.append(time.perf_counter() - begun)
        with (source / CHANGED).open("a", encoding="utf-8") as page:
            page.write("\nOne sentence more.\n")
    return spent[0], spent[1]


def row(name: str, *values: object) -> str:
    """Return a line of the table: a name and its values."""
    return f"{name:<46}" + "".join(f"{value!s:>14}" for value in values)


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = Path(scratch) / "served"
        folder.mkdir()
        (folder / "site").symlink_to(built_site())
        (folder / "pyodide").symlink_to(ROOT / "node_modules" / "pyodide")
        (folder / "stock.html").write_text(STOCK_PAGE, "utf-8")
        (folder / "stock.js").write_text(STOCK_WORKER, "utf-8")
        with StaticServer(folder) as server:
            times = [start_up(playwright, server.url) for _ in range(rounds)]
            browser = launch_chromium(playwright)
            before, after = bytes_moved(browser, server.url, folder)
            played = play(browser, server.url)
            browser.close()
    ours, stock = ([median(t[who][i] for t in times) for i in (0, 1)] for who in (0, 1))
    shares = [f"{one / other:.2f}" for one, other in zip(ours, stock, strict=True)]
    print(f"Medians of {rounds}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}\n")
    print(row("", "cold", "warm"))
    print(row("from the press to a live board, ms", *map(round, ours)))
    print(row("stock Pyodide, boot alone, ms", *map(round, stock)))
    print(row("ratio", *shares))
    print(row("", "gzip -9", "as they are"))
    print(row("bytes before the press", *(f"{n:,}" for n in before)))
    print(row("bytes after the press", *(f"{n:,}" for n in after)))
    print()
    print(row("memory of the worker, MB", round(played["memory"])))
    print(row(f"more after {HINTS} hints, MB", round(played["grown"])))
    print(row("from click to painted reply, ms", round(played["painted"])))
    print(row("from click to paint while a hint thinks, ms", round(played["thinking"])))
    print(row("from the press to a painted first hint, ms", round(played["hinted"])))
    print(row("solver, its whole budget on a deal, s", f"{played['solved'] / 1000:.1f}"))
    print(row("the longest slice of that, ms", round(played["longest"])))
    spent = played["rate"] * BUDGET_MS / 1000
    print(row(f"deep continuations in {BUDGET_MS / 1000:g} s, each choice", round(spent)))
    print(won_with(spent))
    with tempfile.TemporaryDirectory() as scratch:
        clean, changed = build_times(Path(scratch))
    print(row("", "clean", "one page"))
    print(row("building the site, s", f"{clean:.1f}", f"{changed:.1f}"))


if __name__ == "__main__":
    main()
