"""How the board looks in each of its states: `python -m tests.looks` renews the pictures of it.

The page `docs/reference/kitchen-sink` is pressed into every state, each board is taken at a quarter
of its size, and what has changed is measured in areas, not in single points: the letters of another
machine's fonts and the smoothing of edges do not count, a card in another place does.
"""

from __future__ import annotations

import io
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import expect, sync_playwright

from tests.browser import launch_chromium
from tests.server import StaticServer
from tests.site.board import START_MS, Board
from tests.sitebuild import ROOT, built_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

FOLDER = ROOT / "tests" / "data" / "looks"
PAGE = "docs/reference/kitchen-sink.html"
Scheme = Literal["light", "dark"]
VIEWS: tuple[tuple[int, Scheme], ...] = ((360, "light"), (1280, "dark"))
"""Width of the window and colours."""
SHRUNK = 4
BLUR = 1.5
DIFFERS = 36
"""How far a point may be off, of 255, before it counts."""
TOLERANCE = 0.012
"""The share of points that may count."""


def drive(page: Page) -> list[Board]:
    """Press the boards of the page into their states, and return them in the page's order."""
    page.goto(PAGE)
    boards = [
        Board(page, element.get_attribute("id") or "")
        for element in page.locator("sirtommy-board").all()
    ]
    named = {board.name: board for board in boards}
    for board in boards:
        expect(board.element.locator(".st-controls button[disabled]")).to_have_count(0)
    page.route("**/worker.js", lambda route: route.abort())
    named["sink-failed"].element.get_by_role("button", name="Play from").click()
    named["sink-failed"].state("failed")
    page.unroute_all()
    for _ in range(4):
        named["sink-record"].button("Next").click()
    named["sink-question"].lay(1)
    for name in ("sink-choice", "sink-long", "sink-calculation"):
        named[name].play()
    hinted = named["sink-hint"]
    for count in (1, 2):
        hinted.button("Hint").click()
        expect(hinted.element.locator(".st-advice").nth(count - 1)).to_be_visible(timeout=START_MS)
    # The chances sharpen until all continuations are played.
    expect(hinted.status).not_to_contain_text("Thinking", timeout=START_MS)
    page.evaluate("document.activeElement?.blur()")
    page.mouse.move(0, 0)
    return boards


@contextmanager
def waiting(page: Page) -> Iterator[Board]:
    """Press Play on a board of the page, and give it while it waits for a Python that is late."""
    page.goto(PAGE)
    board = Board(page, "sink-record")
    expect(board.element.locator(".st-controls button[disabled]")).to_have_count(0)
    held: list[Route] = []
    # Playwright writes on what handles a route, which a built-in method does not allow.
    page.route("**/worker.js", lambda route: held.append(route))  # noqa: PLW0108
    board.element.get_by_role("button", name="Play from").click()
    board.state("loading")
    page.evaluate("document.activeElement?.blur()")
    page.mouse.move(0, 0)
    yield board
    for route in held:
        route.abort()


def pictures(
    browser: Browser, url: str, width: int, scheme: Scheme
) -> Iterator[tuple[str, Image.Image]]:
    """Yield the name and the picture of each board."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": 900},
        color_scheme=scheme,
        reduced_motion="reduce",
        service_workers="block",
    )
    for board in drive(context.new_page()):
        yield f"{board.name}-{width}-{scheme}", picture(board)
    with waiting(context.new_page()) as board:
        yield f"sink-loading-{width}-{scheme}", picture(board)
    context.close()


def picture(board: Board) -> Image.Image:
    """Take the picture of a board at a quarter of its size."""
    taken = Image.open(io.BytesIO(board.element.screenshot(animations="disabled")))
    size = (taken.width // SHRUNK, taken.height // SHRUNK)
    return taken.convert("RGB").resize(size, Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> float:
    """The share of points in which two pictures differ to the eye; 1 where the sizes do."""
    if abs(one.width - other.width) > 1 or abs(one.height - other.height) > 0.02 * one.height + 1:
        return 1
    soft = [
        picture.resize(one.size).filter(ImageFilter.GaussianBlur(BLUR)) for picture in (one, other)
    ]
    furthest = ImageChops.difference(*soft).convert("L")
    return sum(furthest.histogram()[DIFFERS:]) / (one.width * one.height)


def path_of(name: str) -> Path:
    """Where a picture is kept."""
    return FOLDER / f"{name}.png"


def main() -> None:
    """Take all pictures anew."""
    FOLDER.mkdir(exist_ok=True)
    old = set(FOLDER.glob("*.png"))
    with StaticServer(built_site()) as server, sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        for width, scheme in VIEWS:
            for name, taken in pictures(browser, server.url, width, scheme):
                taken.quantize(64).save(path_of(name), optimize=True)
                old.discard(path_of(name))
        browser.close()
    for path in old:
        path.unlink()


if __name__ == "__main__":
    main()
