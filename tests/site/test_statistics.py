"""The list of finished games: what follows from it, saved and read in again; lines of two tabs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.site.board import START_MS, Board

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Page

    NewContext = Callable[..., BrowserContext]
    OpenPage = Callable[..., Page]

PAGE = "docs/statistics.html"
SMALL = "sir-tommy ranks=4 suits=2 piles=2"
ADDRESS = f"free.html#board=free&deal=4&rules={SMALL.replace(' ', '+')}&moves="
FINISHED = "sirtommy 1 / finished"
DAY_MS = 86_400_000


def game(deal: str, up: int, moves: str, **more: object) -> dict[str, object]:
    """A finished game of a whole pack."""
    return {"rules": "sir-tommy", "deal": deal, "moves": moves, "up": up, "cards": 52, **more}


GAMES = [
    game("1", 52, "11", undone=0, when=DAY_MS),
    game("1", 52, "12", undone=3, when=2 * DAY_MS),
    game("2", 20, "13", when=3 * DAY_MS),
    game("2", 52, "14", undone=1, when=4 * DAY_MS),
    game("3", 30, "15", when=5 * DAY_MS),
    game("4", 52, "16", undone=2, when=6 * DAY_MS),
    {**game("9", 8, "1", when=7 * DAY_MS), "rules": SMALL, "cards": 8},
]


def rows(page: Page) -> list[list[str]]:
    """The cells of the table of figures."""
    table = page.get_by_role("region", name="Figures").locator("tbody tr")
    return [row.locator("th, td").all_inner_texts() for row in table.all()]


def put(page: Page, tmp_path: Path, content: str) -> None:
    """Give the page a file."""
    path = tmp_path / "games.json"
    path.write_text(content, "utf-8")
    page.get_by_label("A file of finished games").set_input_files(path)


def test_figures_follow_from_the_list(new_context: NewContext, tmp_path: Path) -> None:
    """A deal counts once; a list is saved, read in elsewhere, and read in twice changes nothing."""
    page = new_context().new_page()
    page.goto(PAGE)
    expect(page.get_by_text("No game is finished yet.")).to_be_visible()
    page.evaluate("([key, text]) => { localStorage[key] = text; }", [FINISHED, json.dumps(GAMES)])
    page.reload()
    expected = [
        ["Sir Tommy", "4", "3", "1", "52 of 52", "38.5", "1", "2"],
        ["Sir Tommy, ranks=4, suits=2, piles=2", "1", "1", "1", "8 of 8", "8.0", "1", "1"],
    ]
    assert rows(page) == expected
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the list").click()
    text = saving.value.path().read_text("utf-8")
    elsewhere = new_context().new_page()
    elsewhere.goto(PAGE)
    put(elsewhere, tmp_path, text)
    expect(elsewhere.get_by_text("7 games added.")).to_be_visible()
    assert rows(elsewhere) == rows(page)
    put(elsewhere, tmp_path, text)
    expect(elsewhere.get_by_text("All of these games were here already.")).to_be_visible()
    assert rows(elsewhere) == rows(page)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ('{"sirtommy": "finished ga', "it is not JSON, or only a part of it"),
        ('{"a": 1}', "it does not hold finished games of this site"),
        ('{"sirtommy": "finished games", "version": 9, "games": []}', "it is of version 9"),
        (
            '{"sirtommy": "finished games", "version": 1, "games": [{"deal": 1}]}',
            "game 1 in it is damaged",
        ),
    ],
    ids=["cut", "other", "version", "damaged"],
)
def test_damaged_file_is_refused(page: Page, tmp_path: Path, content: str, why: str) -> None:
    """A file that cannot be used is refused with a reason, and what is here stays."""
    page.goto(PAGE)
    page.evaluate("([key, text]) => { localStorage[key] = text; }", [FINISHED, json.dumps(GAMES)])
    page.reload()
    put(page, tmp_path, content)

    expect(page.get_by_text(f"Nothing was read in: {why}")).to_be_visible()
    assert json.loads(page.evaluate("(key) => localStorage[key]", FINISHED)) == GAMES


def test_unreadable_list_is_put_aside_and_can_be_saved(page: Page) -> None:
    """A list that cannot be read is put aside, twice if need be, and offered as a file."""
    page.goto(PAGE)
    for text in ("{broken", "[broken too"):
        page.evaluate("([key, text]) => { localStorage[key] = text; }", [FINISHED, text])
        page.reload()
        expect(page.get_by_text("No game is finished yet.")).to_be_visible()
    page.reload()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save what could not be read").click()

    aside = [text for _, text in json.loads(saving.value.path().read_text("utf-8"))]
    assert sorted(aside) == ["[broken too", "{broken"]


def test_winning_twice_counts_once(open_page: OpenPage) -> None:
    """A game that is won, taken back and won again is one game in the list."""
    page = open_page(f"{ADDRESS}112", reduced_motion="reduce")
    board = Board(page, "free")
    board.says("Won")
    for _ in range(2):
        board.button("Undo").click()
        board.says("Choose a pile")
        board.button("Redo").click()
        board.says("Won")

    kept = json.loads(page.evaluate("localStorage['sirtommy 1 /sub/path/ finished']"))
    assert len(kept) == 1


def test_two_tabs_on_one_deal_keep_both_lines(open_page: OpenPage) -> None:
    """Each tab finds its own line of a deal again, left while a card was on its way or not."""
    page = open_page("free.html")
    other = page.context.new_page()
    other.goto(page.url)
    first, second = Board(page, "free"), Board(other, "free")
    for board in (first, second):
        expect(board.element.locator(".st-target")).not_to_have_count(0)
    first.lay(1)
    first.says("3 of hearts to pile 1.")
    second.lay(2)
    second.says("3 of hearts to pile 2.")
    for board, pile in ((first, 1), (second, 2)):
        # No unloading, no wait for cards to arrive; the address forgets the moves.
        board.page.evaluate("location.replace(location.href.split('#')[0])")
        board.page.wait_for_url(f"**&moves={pile}", timeout=START_MS)
