"""Every page and every state of a board, as axe-core sees them: WCAG 2.2 AA and best practices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.looks import drive, waiting
from tests.site.board import START_MS, Board
from tests.sitebuild import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.conftest import Watch
    from tests.server import StaticServer

    NewContext = Callable[..., BrowserContext]
    Scheme = Literal["light", "dark"]

SCHEMES = ("light", "dark")
SOURCES = [
    ROOT / "index.md",
    *(path for folder in ("docs", "tutorials") for path in sorted((ROOT / folder).rglob("*.md"))),
]
PAGES = [
    *(str(path.relative_to(ROOT).with_suffix("")) for path in SOURCES if "/_" not in str(path)),
    "search",
]
LESSON = "tutorials/01-your-first-deal.html"
ALL = {
    "runOnly": [
        *("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"),
    ],
    # To write down what is in order, element by element, takes longer than to look.
    "resultTypes": ["violations"],
    # Axe leaves this one out of what it runs by itself.
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}


def faults(page: Page) -> list[str]:
    """Return what axe finds on a page, a line for each element."""
    results = Axe().run(page, options=ALL).response
    return [
        f"{page.url}: {fault['id']}: {node['html'][:160]} {node.get('failureSummary', '')}"
        for fault in results["violations"]
        for node in fault["nodes"]
    ]


@pytest.fixture(scope="module")
def visited(browser: Browser, site_server: StaticServer) -> Iterator[Page]:
    """One page for all addresses."""
    context = browser.new_context(base_url=site_server.url, reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_page(visited: Page, name: str) -> None:
    """Each page is without a fault, as it stands after loading, by day and by night."""
    visited.emulate_media(color_scheme="light")
    visited.goto(f"{name}.html")
    if visited.locator("sirtommy-board").count():
        expect(visited.locator(".st-controls button[disabled]")).to_have_count(0)
    found = faults(visited)
    visited.emulate_media(color_scheme="dark")
    found += faults(visited)

    assert found == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_kitchen_sink_in_every_state(new_context: NewContext, scheme: Scheme, watch: Watch) -> None:
    """Boards that ask, advise, answer, wait, are won, lost, failed or deep are without a fault."""
    watch.expect("Failed to load resource|Service Worker registration blocked")
    context = new_context(color_scheme=scheme, reduced_motion="reduce", service_workers="block")
    page = context.new_page()
    drive(page)

    assert faults(page) == []
    with waiting(context.new_page()) as board:
        assert faults(board.page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_board_in_each_state(new_context: NewContext, scheme: Scheme, watch: Watch) -> None:
    """A board that is static, failed, ready, in a hint and in its chances is without a fault."""
    watch.expect("Failed to load resource|Service Worker registration blocked")
    # What a worker of the site fetches cannot be made to fail.
    page = new_context(
        color_scheme=scheme, reduced_motion="reduce", service_workers="block"
    ).new_page()
    page.route("**/board.js", lambda route: route.abort())
    page.goto(LESSON)
    page.wait_for_timeout(3500)
    found = {"static": faults(page)}
    page.unroute_all()
    page.route("**/manifest.json", lambda route: route.abort())
    page.route("**/worker.js", lambda route: route.abort())
    page.reload()
    name = page.locator("sirtommy-board[data-kind=game]").first.get_attribute("id") or ""
    board = Board(page, name)
    board.button("Play from the start").click()
    board.state("failed")
    found["failed"] = faults(page)
    page.unroute_all()
    board.button("Try again").click()
    expect(board.element).to_have_attribute("data-mode", "play", timeout=START_MS)
    found["ready"] = faults(page)
    for level in ("hint", "chances"):
        board.button("Hint").click()
        count = 1 if level == "hint" else 2
        expect(board.element.locator(".st-advice").nth(count - 1)).to_be_visible(timeout=START_MS)
        found[level] = faults(page)

    assert {state: lines for state, lines in found.items() if lines} == {}
