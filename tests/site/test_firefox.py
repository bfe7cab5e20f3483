"""The same site in Firefox: stepping, a whole game with Python, what is remembered, no network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.site.board import START_MS, Board
from tests.site.test_offline import KEPT, turn_away, wait_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from tests.conftest import Watch
    from tests.server import StaticServer

    OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(firefox: Browser, boards: StaticServer, watch: Watch) -> Iterator[OpenPage]:
    """Opens a page of the site of boards in a fresh, watched profile."""
    watch.expect(r"favicon\.ico")
    context = firefox.new_context(base_url=boards.url)
    watch.follow(context)

    def opened(path: str) -> Page:
        page = context.new_page()
        page.goto(path)
        return page

    yield opened
    context.close()


def test_a_record_is_stepped_and_a_game_is_won(open_page: OpenPage) -> None:
    """Steps come from frames; after the press on Play a game is won with Python and a hint."""
    board = Board(open_page("index.html"), "mini")
    board.button("Next").click()
    board.says("3 of hearts to pile 1.")
    board.button("First").click()
    board.says("Turned: 3 of hearts.")
    board.play()
    board.button("Hint").click()
    expect(board.element.locator(".st-advice").first).to_be_visible(timeout=START_MS)
    for pile, said in ((1, "Turned: 2 of spades."), (1, "Turned: 4 of spades."), (2, "Won: ")):
        board.lay(pile)
        board.says(said)


def test_a_game_by_keys_is_there_again(open_page: OpenPage) -> None:
    """The keys of the focused board lay and take back; a reload brings the game back."""
    page = open_page("free.html")
    board = Board(page, "free")
    expect(board.element.locator(".st-target")).not_to_have_count(0, timeout=START_MS)
    board.focus()
    page.keyboard.press("1")
    board.says("Turned: 2 of spades.")
    page.keyboard.press("2")
    board.says("2 of spades to pile 2.")
    page.keyboard.press("u")
    board.says("Turned: 2 of spades.")
    page.goto("hostile.html")
    page.goto("free.html")

    board.says("Turned: 2 of spades.")
    board.button("Redo").click()
    board.says("Turned: 4 of spades.")


def test_visited_page_needs_no_network(
    firefox: Browser, own_server: StaticServer, watch: Watch
) -> None:
    """What was visited is there without a server, and the switch removes it."""
    watch.expect("NetworkError|Failed to load|NS_ERROR")
    context = firefox.new_context(base_url=own_server.url)
    watch.follow(context)
    page = context.new_page()
    page.goto("docs/glossary.html")
    turn_away(page)
    wait_kept(page, "docs/glossary.html", "site.css")
    page.goto("docs/offline.html")
    wait_kept(page, "docs/offline.html", "offline.js")
    own_server.stop()
    page.goto("docs/glossary.html")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Glossary")
    page.goto("docs/offline.html")
    page.get_by_label("Keep the pages that I visit").uncheck()

    expect(page.get_by_text("Switched off. Nothing is kept yet.")).to_be_visible()
    assert page.evaluate(KEPT) == []
    context.close()
