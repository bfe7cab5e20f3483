"""What the tests share: the built site on a local server, and a browser that watches its pages.

A page fails its test, at the end, when it asked another host for anything, threw an error,
or wrote a warning or an error to the console; a test that provokes one says so to `watch`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import hypothesis
import pytest
from playwright.sync_api import sync_playwright
from xdist.scheduler import LoadGroupScheduling

from tests.browser import TEST_FLAGS, launch_chromium, launch_firefox
from tests.server import StaticServer
from tests.sitebuild import built_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        Page,
        Playwright,
        Request,
        WebError,
    )
    from xdist.remote import Producer

    NewContext = Callable[..., BrowserContext]

TOGETHER = {
    # One Firefox for all of them, whatever else runs beside.
    "test_firefox.py": "firefox",
    # The laboratory's code is compiled once.
    "test_glyphs.py": "laboratory",
    "test_lab.py": "laboratory",
    "test_lab_advice.py": "laboratory",
    "test_lab_calculation.py": "laboratory",
    "test_lab_solve.py": "laboratory",
    "test_odds.py": "laboratory",
}
"""The tests that run on one worker, by the name of their file: with what others."""

# The same examples each time, on a machine of any speed.
hypothesis.settings.register_profile("sirtommy", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("sirtommy")


class _Together(LoadGroupScheduling):  # type: ignore[misc] # without types
    """Groups by file: the mark `xdist_group` is lost on pytest 9.2."""

    def _split_scope(self, nodeid: str) -> str:
        name = nodeid.partition("::")[0].rpartition("/")[2]
        return TOGETHER.get(name, nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadGroupScheduling:
    """Let some tests run on the same worker."""
    return _Together(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser, so that `-m "not browser"` is the quick run."""
    for item in items:
        if {"browser", "firefox", "site"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the site, built with warnings as errors."""
    return built_site()


@pytest.fixture(scope="session")
def site_server(site: Path) -> Iterator[StaticServer]:
    """The site at the root of a local server that all tests of a worker share: set no faults."""
    with StaticServer(site) as server:
        yield server


@pytest.fixture
def own_server(site: Path) -> Iterator[StaticServer]:
    """The site under a sub-path, on a server of the test's own: set faults, stop it."""
    with StaticServer(site, prefix="/some/where/") as server:
        yield server


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver of browsers."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Headless Chromium; an error that says what to install where there is none."""
    chromium = launch_chromium(playwright, *TEST_FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """Headless Firefox, the distribution's own; an error that says what to install without one.

    Driven over WebDriver BiDi it emulates no touch and no colour scheme.
    """
    mozilla = launch_firefox(playwright)
    yield mozilla
    mozilla.close()


@dataclass  # Playwright hangs its wrappers on the object: no slots
class Watch:
    """What the pages of a test did wrong, and what of it the test expects."""

    complaints: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    _expected: list[re.Pattern[str]] = field(default_factory=list)

    def expect(self, pattern: str) -> None:
        """Let pass what matches: this test provokes it. No pattern lets a foreign request pass."""
        self._expected.append(re.compile(pattern))

    def follow(self, context: BrowserContext) -> None:
        """Watch all pages and workers of a context."""
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", self._error)

    def verdict(self) -> list[str]:
        """All that is left to complain about."""
        return [
            *(f"asked another host: {url}" for url in self.foreign),
            *(
                line
                for line in self.complaints
                if not any(pattern.search(line) for pattern in self._expected)
            ),
        ]

    def _request(self, request: Request) -> None:
        if not re.match(r"(http://127\.0\.0\.1:\d+/|data:|blob:|about:|file:)", request.url):
            self.foreign.append(request.url)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            where = message.location.get("url", "")
            self.complaints.append(f"console {message.type}: {message.text} [{where}]")

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"uncaught: {error.error}")


@pytest.fixture
def watch() -> Iterator[Watch]:
    """The watch over the pages of this test."""
    watcher = Watch()
    yield watcher
    if verdict := watcher.verdict():
        pytest.fail("\n".join(verdict), pytrace=False)


@pytest.fixture
def new_context(browser: Browser, site_server: StaticServer, watch: Watch) -> Iterator[NewContext]:
    """Makes fresh browser profiles, with the options of Playwright's `new_context`.

    They are watched, and closed with the test; relative addresses lead into the site.
    """
    made: list[BrowserContext] = []

    def make(**options: object) -> BrowserContext:
        context = browser.new_context(**{"base_url": site_server.url, **options})  # type: ignore[arg-type]
        watch.follow(context)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


@pytest.fixture
def page(new_context: NewContext) -> Page:
    """A watched page in a profile of its own: `page.goto("docs/rules.html")`."""
    return new_context().new_page()
