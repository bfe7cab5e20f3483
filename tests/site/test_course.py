"""The course, taken from start to end in a browser: every question answered in every way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.site.board import START_MS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import BrowserContext, Locator, Page

    NewContext = Callable[..., BrowserContext]

FIRST = "tutorials/01-your-first-deal.html"
SHEET = "tutorials/drill-sheet.html"
MAP = "tutorials/index.html"
CHOICE = ".st-table [data-legal]"
"""What answers a question: the piles and builds that are legal."""
LESSONS = 14
PILE = 80
"""What of the first pile must stand on the first screen, in pixels."""
CALM = {"reduced_motion": "reduce"}
DESKTOP = {"viewport": {"width": 1280, "height": 900}, **CALM}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, **CALM}


def questions(page: Page) -> list[Locator]:
    """The boards of a page that ask something, once they can be pressed."""
    boards = page.locator("sirtommy-board[data-kind=puzzle]").all()
    for board in boards:
        expect(board.locator(CHOICE).first).to_be_visible()
    return boards


def answer(board: Locator, number: int) -> str:
    """Answer a question by the choice of this number, and return what is said of it."""
    again = board.get_by_role("button", name="Try another", exact=True)
    if again.get_attribute("aria-disabled") == "false":
        again.click()
    board.locator(CHOICE).nth(number).click()
    expect(board.locator(".st-reply .st-answer")).to_have_count(1)
    return board.locator(".st-reply").inner_text()


def kept(page: Page) -> dict[str, str]:
    """What the browser keeps of the course, by the last words of its keys."""
    stored: dict[str, str] = page.evaluate("({...localStorage})")
    return {key.partition("/ ")[2]: value for key, value in stored.items()}


def go_on(page: Page) -> None:
    """Follow a lesson's own link to the next step."""
    page.locator("main p").filter(has_text="Next:").get_by_role("link").first.click()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_course_from_start_to_end(new_context: NewContext, screen: dict[str, object]) -> None:
    """Each lesson has its board on the first screen, answers every choice, and leads on.

    No answer waits for Python, no page is wider than the screen, and when the last question of the
    last lesson has been answered the map says that all is done.
    """
    page = new_context(**screen).new_page()
    page.set_default_timeout(START_MS)
    page.goto(FIRST)
    for number in range(1, LESSONS + 1):
        expect(page.locator("main h1")).to_be_visible()
        # A board that its script has just woken may be drawn anew.
        expect(page.locator(".st-controls button[disabled]")).to_have_count(0)
        page.wait_for_load_state("networkidle")
        pile = page.locator(".st-pile").first.bounding_box()
        assert pile is not None
        assert pile["y"] + PILE < page.viewport_size["height"], page.url  # type: ignore[index]
        for board in questions(page):
            choices = board.locator(CHOICE).count()
            said = [answer(board, choice) for choice in range(choices)]
            assert len(set(said)) == choices >= 2, (page.url, said)
            assert all(words.count("\n") for words in said), (page.url, said)
            expect(board).to_have_attribute("data-state", "static")
        expect(page.get_by_label("I have done this lesson")).to_be_checked()
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
        if number < LESSONS:
            go_on(page)
            page.wait_for_url(f"**/tutorials/{number + 1:02}-*")

    page.goto(MAP)
    expect(page.get_by_text("You have done all 14 lessons.")).to_be_visible()
    expect(page.get_by_text("✓ done")).to_have_count(LESSONS)


def test_where_a_reader_left_off(new_context: NewContext) -> None:
    """Only who has begun is led on: to the lesson begun last, then to the next not yet done."""
    page = new_context(**DESKTOP).new_page()
    page.goto("index.html")
    expect(page.get_by_role("navigation", name="Where you left off")).to_be_hidden()
    page.goto("tutorials/03-do-not-bury.html")
    page.goto("index.html")
    expect(page.get_by_role("navigation", name="Where you left off")).to_be_hidden()

    page.goto("tutorials/03-do-not-bury.html")
    answer(questions(page)[0], 0)
    assert json.loads(kept(page)["course"])[0]["lesson"] == "do-not-bury"
    page.goto("index.html")
    left = page.get_by_role("navigation", name="Where you left off")
    expect(left.get_by_role("link")).to_have_text("3 Do not bury what is wanted sooner")
    left.get_by_role("link").click()
    page.get_by_label("I have done this lesson").check()
    page.go_back()
    expect(left.get_by_role("link")).to_have_text("4 What is wanted next")
    expect(left).to_contain_text("1 of 14 lessons done.")


def test_progress_is_forgotten_after_a_question(new_context: NewContext) -> None:
    """Starting afresh asks first; then no mark is left."""
    page = new_context(**DESKTOP).new_page()
    page.goto(FIRST)
    page.get_by_label("I have done this lesson").check()
    page.goto(MAP)
    page.get_by_role("button", name="Start afresh").click()
    page.get_by_role("button", name="No, keep them").click()
    expect(page.get_by_text("✓ done")).to_have_count(1)
    page.get_by_role("button", name="Start afresh").click()
    page.get_by_role("button", name="Yes, forget").click()

    expect(page.get_by_text("✓ done")).to_have_count(0)
    expect(page.get_by_role("navigation", name="Where you left off")).to_be_hidden()
    assert "course" not in kept(page)


def test_unreadable_progress_is_kept_aside(new_context: NewContext) -> None:
    """Progress that cannot be read is put aside, and the course begins anew beside it."""
    page = new_context(**DESKTOP).new_page()
    page.goto(FIRST)
    page.get_by_label("I have done this lesson").check()
    page.evaluate(
        "for (const key of Object.keys(localStorage).filter((key) => key.endsWith('course')))"
        " localStorage.setItem(key, '[{\"lesson\":')"
    )
    page.reload()

    expect(page.get_by_label("I have done this lesson")).not_to_be_checked()
    assert kept(page) == {"course unreadable": '[{"lesson":'}


def test_the_map_without_scripts(new_context: NewContext) -> None:
    """Without scripts the map is a list of lessons with their times, and nothing waits in vain."""
    page = new_context(**DESKTOP, java_script_enabled=False).new_page()
    page.goto(MAP)

    expect(page.locator(".course-map li")).to_have_count(LESSONS)
    expect(page.locator(".course-minutes")).to_have_count(LESSONS)
    expect(page.get_by_role("navigation", name="Where you left off")).to_be_hidden()
    page.goto(FIRST)
    expect(page.locator(".course-done")).to_be_hidden()


def test_every_drill_is_on_the_sheet(site: Path) -> None:
    """The sheet to print has a question and an answer for each drill that there is."""
    drills = len(list((Path(__file__).parents[2] / "docs" / "drills").glob("*.drill")))
    questions, answers = (site / SHEET).read_text("utf-8").split('id="answers"')

    assert drills
    assert questions.count('class="sheet-drill') == drills
    assert answers.count("<p><strong>") == drills
