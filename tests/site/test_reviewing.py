"""A game that is over, reviewed in the page: the same answer as anywhere else."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from sirtommy.deal import parse_deal
from sirtommy.notation import parse_moves
from sirtommy.record import Line, Node, Record
from sirtommy.review import review
from sirtommy.reviewing import LOOKED_AT, REVIEWED
from sirtommy.rules import parse_rules
from tests.site.board import Board

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    OpenPage = Callable[..., Page]

DEAL, RULES, MOVES = "4", "sir-tommy ranks=4 suits=2 piles=2", "1111"


def test_a_lost_game_is_reviewed(open_page: OpenPage) -> None:
    """The report stands below the board, equals that of the engine, and leads back to the turn."""
    page = open_page(f"index.html#board=mini&deal={DEAL}&moves={MOVES}")
    board = Board(page, "mini")
    board.says("Lost: ")
    board.button("Review this game").click()
    report = board.element.get_by_role("region", name="Review")
    deal = parse_deal(parse_rules(RULES), DEAL)
    played = parse_moves(deal, MOVES)
    found = review(Record(deal, Line("", tuple(map(Node, played)))), REVIEWED, LOOKED_AT)

    board.says(found.summary[0])
    for sentence in (*found.summary, found.no_return):
        expect(report).to_contain_text(sentence)
    expect(report.locator("pre")).to_have_text(str(found.annotated()), use_inner_text=False)
    glyphs = [decision.glyph for decision in found.decisions if decision.glyph]
    assert glyphs
    expect(board.element.locator(".st-score .st-glyph")).to_have_text(glyphs)
    report.get_by_text("Every choice").click()
    expect(report.get_by_role("row")).to_have_count(len(found.decisions) + 1)
    chart = report.get_by_role("slider", name="Chance over the game")
    chart.focus()
    page.keyboard.press("Home")
    first = found.decisions[0]
    told = f"Card {first.number}: .*{first.before:.0%} → {first.after:.0%}"
    expect(chart).to_have_attribute("aria-valuetext", re.compile(told))
    page.keyboard.press("End")
    expect(chart).to_have_attribute("aria-valuenow", str(len(found.decisions)))
    report.get_by_text("As a record").click()
    with page.expect_download() as download:
        report.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == f"sir-tommy-{DEAL}.deal"
    assert Path(download.value.path()).read_text("utf-8") == str(found.annotated())
    report.get_by_role("button", name="Try again from card").click()
    expect(board.element).to_have_attribute("data-over", "")
    expect(report).to_be_visible()
    expect(board.element.locator(".st-score .st-glyph")).to_have_text(glyphs)
    board.lay(2)
    report.get_by_text("The review of the line before").click()
    report.get_by_role("button", name="Try again from card").click()
    expect(report.get_by_text("The review of the line before")).to_have_count(0)
    expect(report.locator("pre")).to_have_count(1)
    board.button("New deal").click()
    expect(report.locator("pre")).to_have_count(0)


def test_a_review_is_stopped_and_goes_on(open_page: OpenPage) -> None:
    """Another press lets the review rest; the next one goes on where it was."""
    page = open_page(f"index.html#board=mini&deal={DEAL}&moves={MOVES}")
    board = Board(page, "mini")
    board.says("Lost: ")
    page.evaluate(
        """() => {
          const button = document.querySelector('#mini [data-do="review"]');
          button.click();
          document.querySelector('#mini [data-do="undo"]').focus();
          setTimeout(() => document.querySelector('#mini [data-do="back"]').click(), 0);
        }"""
    )
    go_on = board.element.get_by_role("button", name="Go on with the review")
    go_on.click()
    expect(board.element.get_by_role("region", name="Review")).to_contain_text("With hindsight")
