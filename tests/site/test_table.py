"""What the free table offers besides play: a coach, "show me", lines kept, records in and out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from sirtommy.record import parse_record
from sirtommy.session import answer
from tests.site.board import START_MS, Board

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    OpenPage = Callable[..., Page]

WHOLE = "free.html#board=free&rules=sir-tommy&deal="
RECORD = """title: Two ways
deal: 4
rules: sir-tommy ranks=4 suits=2 piles=2

{First.} 3H/1! AS^ 2H^ 1^ 2S/1 (2S/2 {Better.}) 4H^ 4S/2
"""


def opened(page: Page) -> Board:
    """The free table with a game on it."""
    board = Board(page, "free")
    expect(board.element).to_have_attribute("data-mode", "play", timeout=START_MS)
    return board


def set_to(page: Page, label: str, value: str) -> None:
    """Choose from a list under "This game"."""
    page.get_by_text("This game").click()
    page.get_by_label(label).select_option(value)
    page.get_by_text("This game").click()


def typed(deal: str, keys: str) -> str:
    """The choices that keys make in the engine, one after the other."""
    moves = ""
    for key in keys:
        table = str(answer({"ask": "show", "deal": deal, "moves": moves})["table"])
        found = re.search(rf'data-move="([^"]*)" data-focus="pile-{key}"', table)
        assert found
        reply = answer({"ask": "play", "deal": deal, "moves": moves, "move": found[1]})
        tokens = reply.get("tokens", list(moves))
        assert isinstance(tokens, list)
        moves = "".join(tokens)
    return moves


def test_coach_asks_before_a_blunder_and_obeys(open_page: OpenPage) -> None:
    """A blunder is asked about, with its reason; thinking again and playing it are both free."""
    page = open_page(f"{WHOLE}17&moves=12")
    board = opened(page)
    set_to(page, "Coaching", "warn")
    board.lay(2)
    board.says("The king on pile 2? There it would cover a three.")
    assert "moves=12&" in f"{page.url}&"
    board.button("Think again").click()
    board.says("Choose a pile.")
    expect(board.button("Think again")).to_be_hidden()
    board.focus()
    page.keyboard.press("2")
    board.says("The king on pile 2?")
    page.keyboard.press("a")
    board.says("to pile 2.")

    page.wait_for_url("**&moves=122&**")
    board.lay(3)
    page.wait_for_url("**&moves=1223&**")
    page.reload()
    expect(page.get_by_label("Coaching")).to_have_value("warn")


def test_silent_coach_hides_the_hint(open_page: OpenPage) -> None:
    """Who wants no hints has no button for them, and H does nothing."""
    page = open_page(f"{WHOLE}17&moves=12")
    board = opened(page)
    set_to(page, "Coaching", "silent")

    expect(board.button("Hint")).to_be_hidden()
    board.focus()
    page.keyboard.press("h")
    page.wait_for_timeout(300)
    expect(board.element.locator(".st-advice")).to_have_count(0)


def test_show_me_stops_at_any_key_and_plays_to_the_end(open_page: OpenPage) -> None:
    """The first key only stops; a game that was shown never counts, and is shown again."""
    page = open_page("free.html")
    board = Board(page, "free")
    expect(board.element.locator(".st-target")).not_to_have_count(0)
    page.get_by_text("This game").click()
    board.button("Show me").click()
    expect(board.button("Stop")).to_be_visible(timeout=START_MS)
    expect(board.element.locator(".st-advice")).to_have_count(1, timeout=START_MS)
    page.keyboard.press("2")
    board.says("Stopped: the table is yours.")
    expect(board.button("Stop")).to_be_hidden()
    page.get_by_label("Speed").select_option("at once")
    board.button("Show me").click()
    expect(board.element).to_have_attribute("data-over", re.compile("won|lost"), timeout=START_MS)

    expect(board.element.locator(".st-outcome")).to_contain_text("shown to you does not count")
    page.get_by_label("Speed").select_option("slow")
    board.button("Show me from the start").click()
    board.says("All piles are empty: take any.")
    board.button("Stop").click()
    board.says("Stopped: the table is yours. Turned: 3 of hearts.")
    assert page.evaluate("localStorage['sirtommy 1 /sub/path/ finished']") is None


def test_first_press_on_a_pile_only_stops_the_show(open_page: OpenPage) -> None:
    """A pile pressed while the table plays stops it and takes no card; the next press does."""
    page = open_page("free.html")
    board = Board(page, "free")
    expect(board.element.locator(".st-target")).not_to_have_count(0)
    page.get_by_text("This game").click()
    board.button("Show me").click()
    expect(board.element.locator(".st-advice")).to_have_count(1, timeout=START_MS)
    board.lay(2)
    board.says("Stopped: the table is yours.")
    assert "moves" not in page.url
    board.lay(2)

    board.says("3 of hearts to pile 2.")


def test_chances_grow_before_they_are_said(open_page: OpenPage) -> None:
    """On the second press chances stand on the piles while more continuations are played."""
    page = open_page(f"{WHOLE}17&moves=12312")
    board = opened(page)
    board.button("Hint").click()
    expect(board.element.locator(".st-advice")).to_have_count(1, timeout=START_MS)
    page.evaluate(
        """() => {
          window.drawn = 0;
          const table = document.querySelector('#free .st-table');
          new MutationObserver(() => {
            if (table.querySelectorAll('.st-advice').length === 4) window.drawn += 1;
          }).observe(table, { childList: true, subtree: true });
        }""",
    )
    board.button("Hint").click()
    expect(board.element.get_by_text("How sure is that?")).to_be_visible(timeout=START_MS)

    assert page.evaluate("window.drawn") >= 1
    expect(board.element.locator(".st-advice")).to_have_count(4)


def test_typing_fast_plays_what_was_typed(open_page: OpenPage) -> None:
    """Keys that come faster than cards travel lead where the engine says, at the slowest speed."""
    keys = "112233441234432112344321"
    page = open_page(f"{WHOLE}31250")
    board = opened(page)
    set_to(page, "Speed", "slow")
    board.focus()
    page.keyboard.type(keys)

    page.wait_for_url(f"**&moves={typed('31250', keys)}&**")
    page.wait_for_timeout(500)
    assert f"&moves={typed('31250', keys)}&" in page.url


def test_line_that_is_left_stays_beside_the_new_one(open_page: OpenPage) -> None:
    """Taking back is counted, the old line stays folded in the list, and can be gone back to."""
    page = open_page("free.html")
    board = Board(page, "free")
    expect(board.element.locator(".st-target")).not_to_have_count(0)
    board.lay(1)
    board.says("3 of hearts to pile 1.")
    for pile in (1, 2):
        board.lay(pile)
    board.says("Won: all 8 cards are up.")
    board.button("Undo").click()
    board.button("Undo").click()
    board.says("Turned: 2 of spades.")
    expect(board.element.locator(".st-caption")).to_contain_text("2 choices taken back")
    board.lay(2)
    page.wait_for_url("**moves=12**")
    side = board.element.locator("details.st-side")
    expect(side).to_have_count(1)
    expect(side).not_to_have_attribute("open", "")
    side.locator("summary").click()
    side.get_by_role("button", name=re.compile("4 of spades to pile 2")).click()

    board.says("Won: all 8 cards are up.")
    page.wait_for_url("**moves=112**")
    expect(board.element.locator(".st-step[aria-current]")).to_be_focused()
    page.reload()
    board.says("Won: all 8 cards are up.")
    expect(board.element.locator("details.st-side")).to_have_count(1)


def test_without_taking_back(open_page: OpenPage) -> None:
    """Who chose so has no Undo, and can look back but not choose again there."""
    page = open_page("free.html#board=free&deal=4&moves=11")
    board = opened(page)
    page.get_by_text("This game").click()
    page.get_by_label("Without taking back").check()
    expect(board.button("Undo")).to_be_hidden()
    board.button("Back").click()
    board.says("Turned: 2 of spades.")
    board.lay(2)
    board.says("What is laid stays laid")
    board.button("Last").click()
    board.says("Turned: 4 of spades.")
    board.lay(2)

    board.says("Won: all 8 cards are up.")


def test_record_goes_in_and_comes_out(open_page: OpenPage, tmp_path: Path) -> None:
    """A pasted record is a game with its side lines and comments; what is saved holds them too."""
    page = open_page("free.html")
    board = Board(page, "free")
    expect(board.element.locator(".st-target")).not_to_have_count(0)
    page.get_by_text("Another game").click()
    page.get_by_label("Record", exact=True).fill("deal: 4\n\n9H/1")
    board.button("Open the record").click()
    board.says("This cannot be read: line 3, column 1")
    page.get_by_label("Record", exact=True).fill(RECORD)
    board.button("Open the record").click()
    board.says("“Two ways” is on the table.")
    expect(board.element.locator(".st-score")).to_contain_text("First.")
    board.button("Next").click()
    board.says("2 of spades")
    page.get_by_text("This game").click()
    with page.expect_download() as waiting:
        board.button("Download record").click()
    waiting.value.save_as(tmp_path / "game.txt")

    assert waiting.value.suggested_filename == "sir-tommy-4.txt"
    saved = parse_record((tmp_path / "game.txt").read_text("utf-8"))
    given = parse_record(RECORD)
    assert saved.line.comment == "First."
    assert saved.line.moves[: len(given.line.moves)] == given.line.moves
    assert "(2S/2 {Better.}" in " ".join(str(saved).split()).replace("( ", "(")


def test_pasted_link_is_dealt(open_page: OpenPage) -> None:
    """A link in place of a deal opens its position."""
    page = open_page("free.html")
    board = Board(page, "free")
    expect(board.element.locator(".st-target")).not_to_have_count(0)
    page.get_by_text("Another game").click()
    page.get_by_label("Deal", exact=True).fill("https://else.where/p.html#deal=4&moves=1")
    page.get_by_label("Deal", exact=True).press("Enter")

    board.says("Turned: 2 of spades.")


def test_escape_folds_and_then_leaves(open_page: OpenPage) -> None:
    """Escape folds what is open around the focus, then gives the keys back to the page."""
    page = open_page("free.html")
    board = Board(page, "free")
    expect(board.element.locator(".st-target")).not_to_have_count(0)
    page.get_by_text("This game").click()
    page.get_by_label("Four colours").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Four colours")).to_be_hidden()
    page.keyboard.press("Escape")

    assert page.evaluate("document.activeElement === document.body")


@pytest.mark.parametrize("place", ["column", "foundation"])
def test_finger_draws_a_card(open_page: OpenPage, place: str) -> None:
    """A finger takes the turned card to a pile's column; a refused place says why."""
    page = open_page(
        "free.html", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    board = Board(page, "free")
    expect(board.element.locator(".st-target")).not_to_have_count(0)
    board.element.scroll_into_view_if_needed()
    card = board.element.locator(".st-turned .st-card").bounding_box()
    where = ".st-pile" if place == "column" else ".st-foundation"
    goal = board.element.locator(where).nth(1).bounding_box()
    assert card is not None
    assert goal is not None
    x, y = card["x"] + card["width"] / 2, card["y"] + card["height"] / 2
    to_x, to_y = goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] - 8
    before = page.evaluate("scrollY")
    hand = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        hand.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]},
        )

    touch("touchStart", (x, y))
    for step in (0.2, 0.5, 0.8, 1.0):
        touch("touchMove", (x + (to_x - x) * step, y + (to_y - y) * step))
    touch("touchEnd")

    board.says("3 of hearts to pile 2." if place == "column" else "3 of hearts")
    expect(board.element.locator(".st-held")).to_have_count(0)
    assert page.evaluate("scrollY") == before
