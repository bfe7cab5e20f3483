"""A whole game by keyboard alone, with what a screen reader is told as the only eyes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.site.board import START_MS, Board

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    OpenPage = Callable[..., Page]

RANKS = {"ace": 1, "jack": 11, "queen": 12, "king": 13}
STOPS = 80
"""Presses of Tab within which every place of a page with a few boards is reached."""
OUTLINED = """() => {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
  return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
}"""


def rank(card: str) -> int:
    """The rank of a card in words."""
    word = card.split(" of ", maxsplit=1)[0]
    return RANKS.get(word) or int(word)


def focused(page: Page) -> str:
    """What a screen reader says of the place that has the focus."""
    return page.locator(":focus").aria_snapshot() if page.locator(":focus").count() else ""


def go_to(page: Page, name: str) -> None:
    """Press Tab until the focus is on the button of a name, in sight at every stop."""
    for _ in range(STOPS):
        if f'button "{name}' in focused(page):
            assert page.evaluate(OUTLINED)
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} is not reached by Tab")


def choice(told: str) -> int:
    """The pile to choose, from the tree alone: the lowest top that is not lower, or an empty."""
    turned = re.findall(r"Turned card: (\w+ of \w+)", told)[-1]
    piles = {}
    for number, held in re.findall(r'button "Waste pile (\d): ([^"]*)"', told):
        cards = re.findall(r"\w+ of \w+", held)
        piles[int(number)] = rank(cards[0]) if cards else 99
    fits = {number: top for number, top in piles.items() if top >= rank(turned)}
    return min(fits or piles, key=lambda number: piles[number])


def test_a_game_is_played_out_without_eyes_or_mouse(open_page: OpenPage) -> None:
    """Found by Tab, decided from names, played to its end; the focus stays where it was."""
    page = open_page("free.html", reduced_motion="reduce")
    board = Board(page, "free")
    board.says("Choose a pile.")
    for _ in range(8):
        told = board.element.aria_snapshot()
        if "Turned card:" not in told:
            break
        pile = choice(told)
        go_to(page, f"Waste pile {pile}:")
        before = board.status.inner_text()
        page.keyboard.press("Enter")
        expect(board.status).not_to_have_text(before, timeout=START_MS)
        board.says(f"to pile {pile}")
        assert f"Waste pile {pile}:" in focused(page)
        assert page.evaluate(OUTLINED)

    assert re.search(r"(Won: all|Lost: \d of) 8 cards are up", board.status.inner_text())
