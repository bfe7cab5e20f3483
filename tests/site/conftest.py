"""A small site of boards, of a stranger's making, for tests of the board alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.server import StaticServer
from tests.sitebuild import sphinx_build

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.conftest import Watch

    OpenPage = Callable[..., Page]

SOURCE = Path(__file__).parent / "boards"


@pytest.fixture(scope="session")
def boards_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site of boards."""
    output = tmp_path_factory.mktemp("boards") / "html"
    sphinx_build(output, source=SOURCE)
    return output


@pytest.fixture
def boards(boards_site: Path) -> Iterator[StaticServer]:
    """The site of boards under a sub-path, on a server of the test's own."""
    with StaticServer(boards_site, prefix="/sub/path/") as server:
        yield server


@pytest.fixture
def open_page(browser: Browser, boards: StaticServer, watch: Watch) -> Iterator[OpenPage]:
    """Opens a page of the site of boards in a fresh, watched profile with the options given."""
    watch.expect(r"favicon\.ico")
    made: list[BrowserContext] = []

    def opened(path: str = "index.html", **options: object) -> Page:
        context = browser.new_context(base_url=boards.url, **options)  # type: ignore[arg-type]
        watch.follow(context)
        made.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield opened
    for context in made:
        context.close()


@pytest.fixture
def new_page(browser: Browser, watch: Watch) -> Iterator[Callable[[], Page]]:
    """Makes watched pages of fresh profiles, for addresses that no server serves."""
    watch.expect("file://|Access to script|Failed to load resource")
    made: list[BrowserContext] = []

    def make() -> Page:
        context = browser.new_context()
        watch.follow(context)
        made.append(context)
        return context.new_page()

    yield make
    for context in made:
        context.close()
