"""The site without a network: what was visited, the whole of it, a changed site, switched off."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
import site_offline
from playwright.sync_api import expect

from tests.server import StaticServer
from tests.site.board import START_MS, Board
from tests.site.test_robust import REMEMBER_WORKERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

    from tests.conftest import Watch

    NewContext = Callable[..., BrowserContext]

READY = "async () => (await navigator.serviceWorker.ready).active.scriptURL"
LEFT = """() => {
  dispatchEvent(new Event('pagehide'));
  return navigator.serviceWorker.controller !== null;
}"""
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) found.push(url);
  }
  return found;
}"""
SLOW_COUNT = """{
  const { blob } = Response.prototype;
  const counting = new Promise((done) => { window.count = done; });
  Response.prototype.blob = async function () {
    await counting;
    return blob.call(this);
  };
}"""
LESSON = "tutorials/01-your-first-deal.html"


@pytest.fixture
def served(site: Path, tmp_path: Path) -> Iterator[StaticServer]:
    """A copy of the site under a sub-path: change it, stop its server."""
    shutil.copytree(site, tmp_path / "site")
    with StaticServer(tmp_path / "site", prefix="/some/where/") as server:
        yield server


@pytest.fixture
def page(new_context: NewContext, served: StaticServer, watch: Watch) -> Page:
    """A page of a fresh profile that may lose its network."""
    watch.expect("Failed to load resource|net::ERR")
    return new_context(base_url=served.url, reduced_motion="reduce").new_page()


def turn_away(page: Page) -> None:
    """Let the reader turn away from the first page: it is kept then, and looked after."""
    page.evaluate(READY)
    page.wait_for_function(LEFT, polling=200)


def wait_kept(page: Page, *ends: str) -> None:
    """Wait until a file with each of these endings is kept."""
    page.wait_for_function(
        f"""async (ends) => {{
          const kept = await ({KEPT})();
          return ends.every((end) => kept.some((url) => url.endsWith(end)));
        }}""",
        arg=list(ends),
        timeout=START_MS,
    )


def lesson_board(page: Page) -> Board:
    """The first game of the lesson."""
    element = page.locator("sirtommy-board[data-kind=game]").first
    return Board(page, element.get_attribute("id") or "")


def test_visited_pages_and_the_first_game_stay(page: Page, served: StaticServer) -> None:
    """The first page ever visited, and Python once it has been started, need no network again.

    Before the press on Play the worker asks for nothing but itself.
    """
    page.goto(LESSON, wait_until="networkidle")
    before = list(served.requests)
    assert page.evaluate(READY) == f"{served.url}service-worker.js"
    turn_away(page)
    wait_kept(page, LESSON, "board.js", "site.css", "site.js")
    assert [path for path in served.requests[len(before) :] if "service-worker" not in path] == []
    assert not [path for path in served.requests if path.endswith("offline.json")]
    lesson_board(page).play()
    wait_kept(page, "pyodide.asm.wasm.gz", "python_stdlib.zip", "engine.zip", "manifest.json")
    page.goto("docs/glossary.html")
    served.stop()
    page.goto(f"{LESSON}#come-back")
    board = lesson_board(page)
    board.play()
    board.button("Hint").click()

    expect(board.element.locator(".st-advice").first).to_be_visible(timeout=START_MS)
    page.goto("docs/glossary.html")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Glossary")
    page.goto("docs/odds.html")
    expect(page.get_by_text("this page has not been kept")).to_be_visible()


def test_first_game_of_a_first_visit_is_fetched_once(page: Page, served: StaticServer) -> None:
    """Python comes over the network once, whoever keeps it, and once kept needs it no more."""
    page.goto(LESSON)
    page.evaluate(READY)
    lesson_board(page).play()
    turn_away(page)
    wait_kept(page, LESSON, "pyodide.asm.wasm.gz", "python_stdlib.zip", "engine.zip", "review.js")
    asked = [path for path in served.requests if "/pyodide" in path or path.endswith("engine.zip")]
    served.stop()
    page.goto("about:blank")
    page.goto(LESSON)
    lesson_board(page).play()

    assert sorted(asked) == sorted(set(asked))


def test_whole_site_is_kept_and_removed(page: Page, served: StaticServer) -> None:
    """One button keeps every file, a page never visited among them; another one removes all."""
    page.goto("docs/offline.html")
    page.evaluate(READY)
    page.get_by_role("button", name="Keep the whole site (").click()
    expect(page.get_by_text("The whole site is kept:")).to_be_visible(timeout=START_MS)
    files = set(site_offline.listed(served.folder))
    kept = {url.removeprefix(served.url) for url in page.evaluate(KEPT)}
    assert files <= kept
    served.stop()
    page.goto("docs/odds.html")
    expect(page.get_by_role("heading", level=1)).to_contain_text("dds")
    page.add_init_script(SLOW_COUNT)
    page.goto("docs/offline.html")
    page.get_by_role("button", name="Remove what is kept").click()
    expect(page.get_by_text("Removed. Nothing is kept yet.")).to_be_visible()
    page.evaluate("count()")
    page.wait_for_timeout(500)

    # What was counted before the press is not said after it.
    expect(page.get_by_text("Removed. Nothing is kept yet.")).to_be_visible()
    assert page.evaluate("caches.keys()") == []


def test_it_can_be_switched_off(page: Page) -> None:
    """Switched off, nothing is kept, no worker is left, and none comes back with the next page."""
    page.goto("docs/offline.html")
    page.evaluate(READY)
    page.get_by_label("Keep the pages that I visit").uncheck()
    expect(page.get_by_text("Switched off. Nothing is kept yet.")).to_be_visible()
    page.goto("docs/glossary.html", wait_until="networkidle")
    workers = "async () => (await navigator.serviceWorker.getRegistrations()).length"

    assert page.evaluate(workers) == 0
    assert page.evaluate(KEPT) == []
    page.goto("docs/offline.html")
    expect(page.get_by_label("Keep the pages that I visit")).not_to_be_checked()
    page.get_by_label("Keep the pages that I visit").check()
    expect(page.get_by_text("Switched on.")).to_be_visible()
    assert page.evaluate(workers) == 1


def change(site: Path) -> str:
    """Make a site another version of itself: the scripts' folder renamed, a heading rewritten.

    Returns the name that the folder had.
    """
    static = site / "_static" / "sirtommy"
    old = next(path.parent for path in static.glob("*/engine.zip"))
    old.rename(static / "0123456789ab")
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8").replace(old.name, "0123456789ab")
        path.write_text(text.replace("Your first deal", "Your very first deal"), "utf-8")
    site_offline.write(site)
    return old.name


def test_change_of_the_site_disturbs_no_game(page: Page, served: StaticServer) -> None:
    """A game goes on with the files it began with, even if Python must be started again.

    The next visit is new, and needs no network either: what was kept has been brought up to date.
    """
    page.add_init_script(REMEMBER_WORKERS)
    page.goto(LESSON)
    turn_away(page)
    wait_kept(page, LESSON)
    board = lesson_board(page)
    board.play()
    wait_kept(page, "pyodide.asm.wasm.gz", "python_stdlib.zip", "engine.zip", "review.js")
    old = change(served.folder)
    page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
    page.wait_for_function("async () => (await navigator.serviceWorker.ready).waiting")
    page.evaluate("workers.at(-1).terminate()")
    page.wait_for_timeout(200)
    board.lay(2)
    board.says("to pile 2.")

    other = page.context.new_page()
    page.close()
    other.goto("about:blank")
    other.goto(LESSON)
    expect(other.get_by_role("heading", level=1)).to_contain_text("Your very first deal")
    other.wait_for_function(f"async () => !(await ({KEPT})()).some((url) => url.includes('{old}'))")
    served.stop()
    other.reload()
    expect(other.get_by_role("heading", level=1)).to_contain_text("Your very first deal")
    lesson_board(other).play()
