"""Drills in the page: answered at once, remembered by their ids, forgotten only when asked to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.site.board import Board

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    OpenPage = Callable[..., Page]

DAMAGE = """
for (const name of Object.keys(localStorage)) localStorage[name] = '[{"id": 3}]';
"""
KEPT = "Object.keys(localStorage).map((name) => localStorage[name]).join()"


def test_words_are_answered_at_once(open_page: OpenPage) -> None:
    """A rank or a yes is answered without Python; the turned card shows only then."""
    page = open_page("drills/counting.html")
    board = Board(page, "three-laid")
    reply = board.element.locator(".st-reply")

    board.says("face down")
    board.button("5").click()
    expect(reply).to_contain_text("It would have to be laid.")
    expect(board.element.locator(".st-turned")).to_contain_text("5 of")
    board.button("ace").click()
    expect(reply).to_contain_text("An ace starts a foundation.")
    board.button("Try another").click()
    board.says("face down")
    board.state("static")
    expect(board.element.locator(".st-mark")).to_have_text(" ✓ right")

    page.get_by_role("link", name="Next drill: Two fives down").click()
    lost = Board(page, "two-fives-down")
    lost.button("Yes").click()
    expect(lost.element.locator(".st-reply")).to_contain_text("right, proved")


def test_a_pile_that_is_no_answer_says_why(open_page: OpenPage) -> None:
    """What cannot be played is told by the page itself, and is no try; a wrong answer goes on."""
    page = open_page("drills/runs.html")
    board = Board(page, "two-fives")
    board.pile(2).click(trial=True)
    page.evaluate("document.querySelector('#two-fives [data-number=\"2\"]').dataset.move = '9^'")
    board.lay(2)
    board.says("That is no answer to this question.")
    board.state("static")
    expect(board.element.locator(".st-mark")).to_have_text("")
    board.focus()
    page.keyboard.press("1")
    expect(board.element.locator(".st-reply")).to_contain_text("the five stays")
    board.button("Play from here").click()
    expect(board.element).to_have_attribute("data-mode", "play", timeout=60_000)
    expect(board.button("Back to the question")).to_be_visible()


def test_what_was_done_is_remembered(open_page: OpenPage) -> None:
    """An answer is kept at once, listed, forgotten after a question, and put aside if damaged."""
    page = open_page("drills/runs.html")
    board = Board(page, "two-fives")
    expect(board.button("Play from here")).to_be_enabled()
    # The answer and the way to the next page in one breath.
    page.evaluate(
        """() => {
          document.querySelector('#two-fives [data-number="2"]').click();
          location.href = 'index.html';
        }"""
    )
    page.wait_for_url("**/index.html")
    tally = page.locator(".st-tally")
    expect(tally).to_contain_text("1 of 3 answered right, 1 at the first try.")
    expect(page.locator(".st-drills li", has_text="right at once")).to_contain_text("Two fives")

    page.get_by_role("button", name="Forget Two fives", exact=True).click()
    page.get_by_role("button", name="Keep it").click()
    expect(tally).to_contain_text("1 of 3")
    page.get_by_role("button", name="Forget Two fives", exact=True).click()
    page.get_by_role("button", name="Forget it").click()
    expect(tally).to_contain_text("0 of 3")
    expect(page.get_by_role("button", name="Forget all")).to_be_hidden()

    page.evaluate(DAMAGE)
    page.reload()
    expect(tally).to_contain_text("could not be read. It was put aside")
    assert page.evaluate(KEPT) == '[{"id": 3}]'
