"""Boards where something is missing: a file, the server, the worker, a feature of the browser."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import CHROMIUM_FLAGS, require_chromium
from tests.site.board import START_MS, Board

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page, Playwright

    from tests.conftest import Watch
    from tests.server import StaticServer

    OpenPage = Callable[..., Page]

KILLS = 100
PARTS = 4

REMEMBER_WORKERS = """
window.workers = [];
const Plain = Worker;
window.Worker = class extends Plain {
  constructor(...all) { super(...all); window.workers.push(this); }
};
"""

NO_MODULE_WORKERS = """
const Plain = Worker;
window.Worker = class extends Plain { constructor(address) { super(address); } };
"""


def test_file_says_what_play_needs(boards_site: Path, new_page: Callable[[], Page]) -> None:
    """Opened as a file, the page says what Play needs, and shows how each game ends."""
    page = new_page()
    page.goto((boards_site / "index.html").as_uri())
    board = Board(page, "mini")

    expect(board.element.get_by_text("Play needs JavaScript and a web server.")).to_be_visible()
    expect(board.element.get_by_text("The end. Won: all 8 cards are up.")).to_be_visible()
    expect(board.element).to_have_attribute("data-state", "static")


def test_with_scripts_nothing_is_needed(open_page: OpenPage) -> None:
    """A board that has come alive says nothing of needs, and shows the end once it is reached."""
    page = open_page()
    board = Board(page, "mini")
    expect(board.button("Next")).to_have_attribute("aria-disabled", "false")
    page.wait_for_timeout(3200)

    expect(board.element.locator(".st-needs")).to_be_hidden()
    expect(board.element.locator(".st-final")).to_be_hidden()


def test_host_that_inflates_on_the_way(open_page: OpenPage, boards: StaticServer) -> None:
    """A host that sends `.gz` with Content-Encoding, so that it arrives inflated, does no harm."""
    boards.faults["pyodide.asm.wasm.gz"] = "encoded"
    board = Board(open_page(), "mini")
    board.play()
    board.lay(1)

    board.says("Turned: 2 of spades.")


def test_damaged_runtime_is_named(open_page: OpenPage, boards: StaticServer, watch: Watch) -> None:
    """A compressed file cut short but properly sent is named; stepping goes on."""
    watch.expect("wasm instantiation failed|could not be loaded")
    page = open_page()
    board = Board(page, "mini")
    boards.faults["pyodide.asm.wasm.gz"] = "damaged"
    board.button("Play from the start").click()
    board.state("failed")
    board.says("pyodide.asm.wasm.gz could not be loaded: it arrived incomplete or damaged")
    board.button("Next").click()
    board.says("3 of hearts to pile 1.")
    boards.faults.clear()
    board.button("Try again").click()

    expect(board.element).to_have_attribute("data-mode", "play", timeout=START_MS)


def test_worker_of_the_wrong_type_is_said(
    open_page: OpenPage, boards: StaticServer, watch: Watch
) -> None:
    """A host that sends scripts as unknown data leaves a board that can be read and says why."""
    watch.expect("MIME type|Failed to load module script")
    boards.faults["worker.js"] = "mistyped"
    board = Board(open_page(), "mini")
    board.button("Play from the start").click()
    board.state("failed")

    board.says("its script could not be run. All that is on this page can still be read.")


def test_no_module_workers(open_page: OpenPage, watch: Watch) -> None:
    """A browser that runs workers as plain scripts says that the script could not be run."""
    watch.expect("import.meta")
    page = open_page("hostile.html")
    page.add_init_script(NO_MODULE_WORKERS)
    page.goto("index.html")
    board = Board(page, "mini")
    board.button("Play from the start").click()
    board.state("failed")
    board.says("its script could not be run")
    board.button("Next").click()

    board.says("3 of hearts to pile 1.")


def test_no_webassembly(playwright: Playwright, boards: StaticServer) -> None:
    """A browser without WebAssembly says so; everything can be read and stepped through."""
    flags = [*CHROMIUM_FLAGS, "--js-flags=--jitless"]
    flags += ["--no-sandbox"] if os.geteuid() == 0 else []
    with playwright.chromium.launch(executable_path=require_chromium(), args=flags) as browser:
        page = browser.new_page()
        page.goto(f"{boards.url}index.html")
        board = Board(page, "mini")
        board.button("Play from the start").click()
        board.state("failed")
        board.says("this browser has no WebAssembly")
        board.button("Next").click()
        board.says("3 of hearts to pile 1.")


def test_server_stops_while_python_comes(
    open_page: OpenPage, boards: StaticServer, watch: Watch
) -> None:
    """The reader is told at once, and Try again works when the server is back."""
    watch.expect("Failed to load resource|wasm instantiation failed|could not be loaded")
    boards.faults["pyodide.asm.wasm.gz"] = "slow"
    page = open_page()
    port = int(boards.url.split(":")[2].split("/")[0])
    board = Board(page, "mini")
    board.button("Play from the start").click()
    board.state("loading")
    page.wait_for_timeout(300)
    boards.stop()
    board.state("failed")
    board.says("could not be loaded")
    boards.faults.clear()
    boards.start(port)
    board.button("Try again").click()

    expect(board.element).to_have_attribute("data-mode", "play", timeout=START_MS)


@pytest.mark.slow
@pytest.mark.parametrize("kills", [range(part, KILLS, PARTS) for part in range(PARTS)], ids=len)
def test_worker_killed_in_mid_hint(open_page: OpenPage, kills: range) -> None:
    """However often the worker dies while it thinks, the hint comes and the game is as it was."""
    page = open_page("hostile.html")
    page.add_init_script(REMEMBER_WORKERS)
    page.goto("index.html#board=whole&moves=12312")
    board = Board(page, "whole")
    expect(board.element.locator(".st-table")).to_contain_text("Stock: 46 cards", timeout=START_MS)
    table = board.element.locator(".st-table").inner_text()
    for _ in kills:
        page.evaluate(
            """() => new Promise((done, failed) => {
              setTimeout(failed, 60_000, new Error('no hint was asked for'));
              const worker = workers.at(-1);
              const { postMessage } = worker;
              worker.postMessage = (message) => {
                postMessage.call(worker, message);
                if (message.request?.ask !== 'hint') return;
                worker.terminate();
                done();
              };
              document.querySelector('#whole [data-do=hint]').click();
            })""",
        )
        expect(board.element.locator(".st-advice").first).to_be_visible(timeout=START_MS)
        expect(board.element).to_have_attribute("data-state", "ready")
        page.evaluate("document.querySelector('#whole [data-do=undo]').click()")
        board.says("Turned:")
        page.evaluate("document.querySelector('#whole [data-do=redo]').click()")
        page.wait_for_url("**&moves=12312")

    assert page.url.endswith("#board=whole&deal=17&moves=12312")
    assert board.element.locator(".st-table").inner_text() == table
    assert page.evaluate("workers.length") == len(kills) + 1


def test_idle_worker_that_dies_is_replaced_at_the_next_press(open_page: OpenPage) -> None:
    """A worker that the browser ends while nobody waits is missed by nobody."""
    page = open_page("hostile.html")
    page.add_init_script(REMEMBER_WORKERS)
    page.goto("index.html")
    board = Board(page, "mini")
    board.play()
    page.evaluate("workers.at(-1).terminate()")
    page.wait_for_timeout(200)
    board.lay(1)

    board.says("Turned: 2 of spades.")


def test_worker_that_dies_while_starting_is_said(open_page: OpenPage, boards: StaticServer) -> None:
    """A start that the browser ends is told at once and can be tried again."""
    boards.faults["pyodide.asm.wasm.gz"] = "slow"
    page = open_page("hostile.html")
    page.add_init_script(REMEMBER_WORKERS)
    page.goto("index.html")
    board = Board(page, "mini")
    board.button("Play from the start").click()
    board.state("loading")
    page.wait_for_timeout(300)
    page.evaluate("workers.at(-1).terminate()")
    board.state("failed")
    board.says("Python could not be started: the browser ended it.")
    boards.faults.clear()
    board.button("Try again").click()

    expect(board.element).to_have_attribute("data-mode", "play", timeout=START_MS)


def test_two_tabs_play_two_games(open_page: OpenPage) -> None:
    """Two tabs of one profile play the same board, each its own game."""
    page = open_page()
    other = page.context.new_page()
    other.goto(page.url)
    first, second = Board(page, "mini"), Board(other, "mini")
    first.play()
    second.play()
    first.lay(1)
    second.lay(2)
    first.says("3 of hearts to pile 1.")
    second.says("3 of hearts to pile 2.")
    other.close()
    first.lay(2)

    first.says("2 of spades to pile 2.")


def test_page_from_the_back_forward_cache_plays_on(
    playwright: Playwright, boards: StaticServer
) -> None:
    """A page that the browser kept is the same game, and its engine answers."""
    flags = [*CHROMIUM_FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with playwright.chromium.launch(
        executable_path=require_chromium(),
        args=flags,
        ignore_default_args=["--disable-back-forward-cache"],
    ) as browser:
        page = browser.new_page()
        page.goto(f"{boards.url}index.html")
        page.evaluate("addEventListener('pageshow', (event) => { window.kept = event.persisted; })")
        board = Board(page, "mini")
        board.play()
        board.lay(1)
        board.says("Turned: 2 of spades.")
        page.goto(f"{boards.url}hostile.html")
        page.go_back(wait_until="commit")
        page.wait_for_function("window.kept")
        board.lay(1)

        board.says("Turned: 4 of spades.")
