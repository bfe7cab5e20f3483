"""Boards that are read: without scripts, and stepped through from frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.site.board import Board

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.server import StaticServer

    OpenPage = Callable[..., Page]


def test_without_scripts_all_is_there(open_page: OpenPage) -> None:
    """Start, moves, comments, side lines and the final position are read without JavaScript."""
    page = open_page(java_script_enabled=False)
    board = Board(page, "mini")

    expect(board.element.get_by_text("Before the first card.")).to_be_visible()
    expect(board.element.get_by_text("Just as good.")).to_be_visible()
    expect(board.element.get_by_text("All up.", exact=True)).to_be_visible()
    expect(board.element.get_by_text("The end. Won: all 8 cards are up.")).to_be_visible()
    expect(board.button("Next")).to_be_hidden()
    assert board.element.locator(".st-step").count() == 9


def test_steps_come_from_frames_alone(open_page: OpenPage, boards: StaticServer) -> None:
    """First, Back, Next and Last step at once; no file of the engine or of Python is asked for."""
    page = open_page()
    board = Board(page, "mini")

    board.button("Next").click()
    board.says("3 of hearts to pile 1.")
    board.button("Next").click()
    board.says("Ace of spades up.")
    board.button("Next").click()
    board.says("2 of hearts up, 3 of hearts up.")
    expect(board.pile(1)).to_have_accessible_name("Waste pile 1: empty")
    board.button("Back").click()
    expect(board.pile(1)).to_have_accessible_name("Waste pile 1: 3 of hearts, 1 card")
    board.button("Last").click()
    board.says("Won: all 8 cards are up.")
    expect(board.button("Next")).to_have_attribute("aria-disabled", "true")
    board.button("First").click()
    board.says("Turned: 3 of hearts. Choose a pile.")
    assert not [path for path in boards.requests if path.endswith((".zip", ".gz", "worker.js"))]


def test_arrow_keys_belong_to_the_focused_board(open_page: OpenPage) -> None:
    """Arrow keys step the board that has the focus, and no other."""
    page = open_page()
    mini, choice = Board(page, "mini"), Board(page, "choice")
    expect(mini.button("Next")).to_have_attribute("aria-disabled", "false")
    before = choice.status.inner_text()

    page.keyboard.press("ArrowRight")
    mini.says("Turned: 3 of hearts. Choose a pile.")
    mini.focus()
    page.keyboard.press("ArrowRight")
    mini.says("3 of hearts to pile 1.")
    page.keyboard.press("End")
    mini.says("Won")
    page.keyboard.press("Home")
    mini.says("Turned: 3 of hearts.")
    assert choice.status.inner_text() == before


def test_move_list_leads_anywhere(open_page: OpenPage) -> None:
    """A press on a move shows its position and marks it; side lines are reached the same way."""
    page = open_page()
    board = Board(page, "mini")
    step = board.element.get_by_role("button", name="ace of hearts up")
    step.first.click()

    expect(board.element.locator("[aria-current=step]")).to_contain_text("ace of hearts up")
    board.element.get_by_text("instead 2♠→2").click()
    board.element.get_by_role("button", name="2 of spades to pile 2").click()
    expect(board.pile(2)).to_have_accessible_name("Waste pile 2: 2 of spades, 1 card")
    board.button("Back").click()
    expect(board.pile(2)).to_have_accessible_name("Waste pile 2: empty")


def test_record_answers_its_own_moves(open_page: OpenPage, boards: StaticServer) -> None:
    """A pile that the record plays, main line or side line, is answered without Python."""
    page = open_page()
    board = Board(page, "mini")
    board.lay(1)
    board.says("3 of hearts to pile 1.")
    board.button("Next").click()
    board.button("Next").click()
    board.lay(2)

    expect(board.pile(2)).to_have_accessible_name("Waste pile 2: 2 of spades, 1 card")
    assert not [path for path in boards.requests if path.endswith("worker.js")]


def test_question_is_answered_at_once(open_page: OpenPage, boards: StaticServer) -> None:
    """Each pile of a puzzle shows its comment and its chance, however many were tried before."""
    page = open_page()
    board = Board(page, "question")
    expect(board.element.get_by_text("Where does the five go?")).to_be_visible()

    board.lay(1)
    expect(board.element.locator(".st-reply")).to_contain_text("It buries the two.")
    board.lay(2)
    expect(board.element.locator(".st-reply")).to_contain_text("On the four.")
    expect(board.element.locator(".st-reply")).to_contain_text("good move")
    board.button("Try another").click()
    board.says("Turned: 5 of hearts. Choose a pile.")
    expect(board.element.locator(".st-reply")).to_be_hidden()
    assert not [path for path in boards.requests if path.endswith("worker.js")]


def test_focus_stays_on_the_pressed_pile(open_page: OpenPage) -> None:
    """After a press the same pile has the focus, though the table is another one."""
    page = open_page()
    board = Board(page, "mini")
    board.lay(1)
    board.says("3 of hearts to pile 1.")

    expect(board.pile(1)).to_be_focused()


def test_hostile_text_stays_text(open_page: OpenPage) -> None:
    """Nothing that stands in a record becomes markup or runs."""
    page = open_page("hostile.html")
    board = Board(page, "hostile")
    board.button("Next").click()
    board.says("3 of hearts to pile 1.")

    assert page.title() == "Hostile — Boards documentation"
    assert board.element.locator("script, img, b[onclick]").count() == 0
    expect(board.element.get_by_text("<script>document.title='owned'</script> 3")).to_be_visible()


def test_page_does_not_shift(open_page: OpenPage) -> None:
    """What stands below a board stays where it is when the script takes over and while stepping."""
    page = open_page(viewport={"width": 360, "height": 800}, reduced_motion="reduce")
    board = Board(page, "mini")
    below = page.locator("#choice")
    expect(board.button("Next")).to_have_attribute("aria-disabled", "false")
    place = below.bounding_box()
    for _ in range(8):
        board.button("Next").click()

    board.says("Won")
    assert below.bounding_box() == place
