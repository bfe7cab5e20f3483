"""A free table: any deal, a game that stays, cards drawn by hand, choices that are remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.site.board import START_MS, Board

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    OpenPage = Callable[..., Page]

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}


def free(page: Page) -> Board:
    """The free table, once it can be pressed."""
    board = Board(page, "free")
    expect(board.element.locator(".st-target")).not_to_have_count(0)
    return board


def middle(place: Locator) -> tuple[float, float]:
    """The middle of what a reader sees of a place."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, card: Locator, to: tuple[float, float]) -> None:
    """Draw a card by the mouse."""
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(*to, steps=6)
    page.mouse.up()


def test_deal_by_number_is_dealt_and_kept(open_page: OpenPage) -> None:
    """A deal by its number; the game is there again on a bare address and after a reload."""
    page = open_page("free.html", **DESKTOP)
    board = free(page)
    page.get_by_text("Another game").click()
    page.get_by_label("Pack").select_option(" ranks=5 suits=2 piles=2")
    page.get_by_label("Deal", exact=True).fill("23")
    page.get_by_label("Deal", exact=True).press("Enter")
    board.says("Choose a pile.")
    expect(board.element.locator(".st-deal")).to_have_text("Sir Tommy, deal 23 (10 cards, 2 piles)")
    board.lay(1)
    page.wait_for_url("**&moves=1&rules=**")
    said = board.status.inner_text().split("Turned: ")[1]
    page.goto("hostile.html")
    page.goto("free.html")

    board.says(f"Turned: {said}")
    page.reload()
    board.says(f"Turned: {said}")


def test_what_cannot_be_dealt_is_said(open_page: OpenPage) -> None:
    """A deal that is none is answered in the engine's words, and the table stays as it was."""
    page = open_page("free.html")
    page.get_by_text("Another game").click()
    page.get_by_label("Deal", exact=True).fill("04")
    page.get_by_role("button", name="Deal it").click()

    free(page).says("This cannot be dealt: ")


def test_todays_deal_has_the_local_date(open_page: OpenPage) -> None:
    """The number of today's deal is the date where the reader is."""
    page = open_page("free.html", timezone_id="Pacific/Kiritimati")
    page.get_by_text("Another game").click()
    page.get_by_role("button", name="Today’s deal").click()
    today = page.evaluate("new Date().toLocaleDateString('sv').replaceAll('-', '')")

    expect(page.locator("#free .st-deal")).to_have_text(
        f"Sir Tommy, deal {today}", timeout=START_MS
    )


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_whole_game_by_keyboard(open_page: OpenPage, size: dict[str, object]) -> None:
    """A game is won by keys alone; then there are the cards up, the best, and a line to send."""
    page = open_page("free.html", **size)
    board = free(page)
    board.focus()
    page.keyboard.press("1")
    board.says("3 of hearts to pile 1.")
    for key in "12":
        page.keyboard.press(key)
    board.says("Won: all 8 cards are up.")

    expect(board.element.locator(".st-outcome")).to_contain_text(
        "8 of 8 cards up. Your best for this deal: 8."
    )
    expect(board.element.locator(".st-outcome output")).to_contain_text("Deal 4: 8 up. You? http")


def test_phone_turned_at_the_last_move_keeps_the_game(open_page: OpenPage) -> None:
    """Turned on its side while the last run is shown, and loaded again: the win is still there."""
    page = open_page("free.html", **PHONE)
    board = free(page)
    board.lay(1)
    board.says("Choose a pile.")
    board.lay(1)
    board.says("Choose a pile.")
    board.lay(2)
    page.set_viewport_size({"width": 780, "height": 360})
    board.says("Won: all 8 cards are up.")
    page.reload()

    board.says("Won: all 8 cards are up.")
    expect(board.element.locator(".st-outcome")).to_contain_text("Your best for this deal: 8.")


def test_whole_game_by_touch(open_page: OpenPage) -> None:
    """A game is won by taps alone."""
    page = open_page("free.html", **PHONE)
    board = free(page)
    board.pile(1).tap()
    board.says("3 of hearts to pile 1.")
    for pile in (1, 2):
        board.pile(pile).tap()
    board.says("Won: all 8 cards are up.")


def test_card_is_drawn_anywhere_on_a_column(open_page: OpenPage) -> None:
    """The turned card dropped low on a pile's column is laid there."""
    page = open_page("free.html", **DESKTOP)
    board = free(page)
    column = board.element.locator(".st-pile").nth(1).bounding_box()
    assert column is not None
    low = (column["x"] + 4, column["y"] + column["height"] - 4)
    drag(page, board.element.locator(".st-turned .st-card"), low)

    board.says("3 of hearts to pile 2.")


def test_refused_drop_says_why(open_page: OpenPage) -> None:
    """A card dropped on a foundation that does not take it goes home, and the engine says why."""
    page = open_page("free.html", **DESKTOP)
    board = free(page)
    card = board.element.locator(".st-turned .st-card")
    home = middle(card)
    drag(page, card, middle(board.element.locator(".st-foundation").first))

    board.says("3 of hearts")
    expect(board.element.locator(".st-held")).to_have_count(0)
    page.wait_for_timeout(400)
    assert middle(board.element.locator(".st-turned .st-card")) == pytest.approx(home, abs=40)
    board.lay(1)
    board.says("3 of hearts to pile 1.")


def test_restart_asks_and_can_be_taken_back(open_page: OpenPage) -> None:
    """Restart asks first; afterwards Redo brings the choices back."""
    page = open_page("free.html")
    board = free(page)
    board.lay(1)
    board.says("Turned: 2 of spades.")
    page.get_by_text("This game").click()
    board.button("Restart").click()
    board.button("Go on playing").click()
    board.says("Turned: 2 of spades.")
    board.button("Restart").click()
    board.button("Start again").click()
    board.says("Turned: 3 of hearts.")
    board.button("Redo").click()

    board.says("Turned: 2 of spades.")


def test_choices_are_remembered(open_page: OpenPage) -> None:
    """Four colours and the count of what is to come are still chosen after a reload."""
    page = open_page("free.html")
    board = free(page)
    page.get_by_text("This game").click()
    page.get_by_label("Four colours").check()
    page.get_by_label("Show how many").check()
    board.lay(1)
    board.says("Turned: 2 of spades.")
    page.reload()

    expect(page.locator("html.st-four")).to_have_count(1)
    expect(board.element.get_by_role("list", name="Still to come")).to_be_visible(timeout=START_MS)


def test_two_tabs_and_damaged_storage(open_page: OpenPage) -> None:
    """Games of two tabs are both kept; what cannot be read is kept aside and harms nothing."""
    page = open_page("free.html")
    board = free(page)
    board.lay(1)
    board.says("Turned: 2 of spades.")
    other = page.context.new_page()
    other.goto("free.html#board=free&deal=7")
    Board(other, "free").says("Turned: ")
    for _ in range(50):  # a game is kept a moment after it is told
        kept = page.evaluate("JSON.parse(localStorage['sirtommy 1 /sub/path/ games free'])")
        if len(kept) > 1:
            break
        page.wait_for_timeout(100)
    assert {game["deal"] for game in kept} == {"4", "7"}
    page.reload()
    board.says("Turned: 2 of spades.")
    page.evaluate("localStorage['sirtommy 1 /sub/path/ games free'] = '{broken'")
    page.goto("hostile.html")
    page.goto("free.html")
    board.lay(1)

    board.says("Turned: 2 of spades.")
    aside = page.evaluate("localStorage['sirtommy 1 /sub/path/ games free unreadable']")
    assert aside == "{broken"


def test_space_is_next_and_question_mark_lists_the_keys(open_page: OpenPage) -> None:
    """On a board that has the focus Space steps on, and ? unfolds the keys."""
    page = open_page("index.html")
    board = Board(page, "mini")
    expect(board.button("Next")).to_have_attribute("aria-disabled", "false")
    board.focus()
    page.keyboard.press("Space")
    board.says("3 of hearts to pile 1.")
    page.keyboard.press("?")

    expect(board.element.get_by_text("choose a pile")).to_be_visible()
