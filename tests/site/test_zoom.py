"""Text set wider and pages magnified four times: nothing is lost, nothing scrolls two ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.site.board import Board

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Page

    NewContext = Callable[..., BrowserContext]

PAGES = (
    "index.html",
    "docs/play.html",
    "docs/rules.html",
    "docs/offline.html",
    "docs/statistics.html",
    "docs/games/two-ladders.html",
    "tutorials/01-your-first-deal.html",
    "docs/reference/kitchen-sink.html",
)
FOUR_TIMES = {"width": 320, "height": 256}
"""A window of 1280 by 1024 at 400 %."""
# WCAG 1.4.12. A style sheet made by script is what the site's policy lets through.
SPACE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""
CUT = """() => [...document.querySelectorAll(
  'main button, .foot a, .masthead a, summary, .st-status, h1, h2')]
  .filter((one) => one.getClientRects().length && !one.closest('.st-table, .st-score')
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    && getComputedStyle(one).overflow !== 'visible')
  .map((one) => one.outerHTML.slice(0, 120))"""


def sideways(page: Page) -> int:
    """How many pixels the page itself can be scrolled sideways."""
    wide: int = page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return wide


@pytest.fixture
def small(new_context: NewContext) -> Page:
    """A page in a window as small as magnifying makes it."""
    return new_context(viewport=FOUR_TIMES, reduced_motion="reduce").new_page()


@pytest.mark.parametrize("spaced", [False, True], ids=["zoomed", "zoomed-and-spaced"])
def test_pages_are_read_by_scrolling_one_way(small: Page, *, spaced: bool) -> None:
    """No main page scrolls sideways at 320 pixels, with the widest spacing or without."""
    found = {}
    for name in PAGES:
        small.goto(name)
        if small.locator("sirtommy-board").count():
            expect(small.locator(".st-controls button[disabled]")).to_have_count(0)
        if spaced:
            small.evaluate(SPACE)
        found[name] = (sideways(small), small.evaluate(CUT))

    assert {name: faults for name, faults in found.items() if faults != (0, [])} == {}


def test_a_game_is_played_at_four_times_the_size(small: Page) -> None:
    """In play, with a hint, everything can be reached and the page scrolls one way."""
    small.goto("docs/reference/kitchen-sink.html")
    board = Board(small, "sink-hint")
    board.play()
    small.evaluate(SPACE)
    board.button("Hint").click()
    expect(board.element.locator(".st-advice").first).to_be_visible(timeout=60_000)
    board.lay(2)
    board.says("to pile 2")

    assert sideways(small) == 0
    assert small.evaluate(CUT) == []
    box = board.pile(1).bounding_box()
    assert box is not None
    assert box["width"] >= 44
