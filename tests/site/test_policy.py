"""The site under its Content-Security-Policy: play, and nothing is blocked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.site.board import START_MS, Board

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.conftest import Watch
    from tests.server import StaticServer

LESSON = "tutorials/01-your-first-deal.html"
LISTEN = """
window.blocked = [];
addEventListener('securitypolicyviolation', (event) => {
  blocked.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
"""


@pytest.mark.parametrize("where", ["meta", "header"])
def test_lesson_is_played_under_the_policy(
    where: str, browser: Browser, own_server: StaticServer, site: Path, watch: Watch
) -> None:
    """Play, a card laid and a hint, and nothing is blocked.

    In the page the policy governs the page alone; as a header it governs the worker too.
    """
    html = (site / LESSON).read_text("utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', html)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    assert "unsafe-inline" not in policy[1]
    assert "'unsafe-eval'" not in policy[1]
    if where == "header":
        own_server.headers["Content-Security-Policy"] = policy[1]
    context = browser.new_context(base_url=own_server.url)
    watch.follow(context)
    context.add_init_script(LISTEN)
    page = context.new_page()
    page.goto(LESSON)
    element = page.locator("sirtommy-board[data-kind=game]").first
    board = Board(page, element.get_attribute("id") or "")
    board.play()
    board.lay(2)
    board.button("Hint").click()
    expect(board.element.locator(".st-advice").first).to_be_visible(timeout=START_MS)

    assert page.evaluate("blocked") == []
    context.close()


def test_every_page_has_the_policy(site: Path) -> None:
    """No page is without it, and none allows more than the others but for hashes."""
    policies = {
        re.sub(r" 'sha256-[^']+'", "", found)
        for path in site.rglob("*.html")
        for found in re.findall(
            r'http-equiv="Content-Security-Policy" content="([^"]+)"', path.read_text("utf-8")
        )
        or ["none"]
    }

    assert len(policies) == 1
    assert "none" not in policies
