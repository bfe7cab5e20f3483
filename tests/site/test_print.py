"""Annotated games on paper: a diagram at every comment, and nothing left of it afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

WATCHED = """() => addEventListener('beforeprint', () => {
  const drawn = [...document.querySelectorAll('.print-diagram')];
  window.printed = drawn.map((one) => one.nextElementSibling.className);
  window.tables = drawn.map((one) => one.querySelector('.st-pile').textContent);
  window.folded = document.querySelectorAll('.st-score details:not([open])').length;
})"""


def test_game_is_printed_with_a_diagram_at_every_comment(page: Page) -> None:
    """Each comment after a move has its position before it, side lines are open while printing."""
    page.goto("docs/games/two-ladders.html")
    expect(page.get_by_role("button", name="Print this page, with a diagram")).to_be_visible()
    expect(page.locator(".st-controls button[disabled]")).to_have_count(0)
    page.evaluate(WATCHED)
    comments = page.locator(".st-score li .st-comment").count()
    folded = page.locator(".st-score details:not([open])").count()
    page.pdf()

    page.evaluate("window.print = () => { window.pressed = true; }")
    page.get_by_role("button", name="Print this page, with a diagram").click()

    assert page.evaluate("pressed")
    assert page.evaluate("printed") == ["st-comment"] * comments
    assert len(set(page.evaluate("tables"))) > 1
    assert page.evaluate("folded") == 0
    expect(page.locator(".print-diagram")).to_have_count(0)
    expect(page.locator(".st-score details:not([open])")).to_have_count(folded)


def test_paper_shows_what_can_be_read_and_nothing_to_press(page: Page) -> None:
    """In print the menus, buttons and controls are gone, the table and its comments are not."""
    page.goto("docs/games/two-ladders.html")
    expect(page.locator(".st-controls button[disabled]")).to_have_count(0)
    page.emulate_media(media="print")

    for gone in (".masthead", ".foot", ".st-controls", ".print-button"):
        expect(page.locator(gone).first).to_be_hidden()
    expect(page.locator(".st-main .st-table")).to_be_visible()
    expect(page.locator(".st-final .st-table")).to_be_visible()
    assert (
        page.locator(".st-score").evaluate("(score) => score.scrollHeight - score.clientHeight")
        <= 1
    )
