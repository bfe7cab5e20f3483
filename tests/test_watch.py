"""The watchers watch: what a page must not do is seen, also in a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import Watch
from tests.server import StaticServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

ASK = """
fetch('icon.png')
  .then(r => r.arrayBuffer().then(b => [r.status, b.byteLength, r.headers.get('content-type')]))
  .catch(() => 'failed')
"""

IN_A_WORKER = """
new Promise(done => {
  const text = "fetch('http://elsewhere.invalid/y').catch(() => postMessage(1))";
  new Worker(URL.createObjectURL(new Blob([text]))).onmessage = done;
}).then(() => 0)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[StaticServer]:
    """A server for a folder with one empty page, below a sub-path."""
    page = '<!doctype html><title>x</title><link rel="icon" href="data:,">'
    (tmp_path / "index.html").write_text(page, "utf-8")
    (tmp_path / "icon.png").write_bytes(b"12345678")
    with StaticServer(tmp_path, prefix="/sub/path/") as server:
        yield server


@pytest.fixture
def watched(browser: Browser, folder: StaticServer) -> Iterator[tuple[Page, Watch]]:
    """That page, and a watch whose verdict the test itself reads."""
    context = browser.new_context()
    watch = Watch()
    watch.follow(context)
    page = context.new_page()
    page.goto(folder.url)
    yield page, watch
    context.close()


def test_a_quiet_page_has_no_complaint(watched: tuple[Page, Watch]) -> None:
    """Nothing wrong, nothing said; the page came from below the sub-path."""
    page, watch = watched
    assert page.title() == "x"
    assert watch.verdict() == []


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("fetch('http://elsewhere.invalid/x').catch(() => 0)", "asked another host"),
        (IN_A_WORKER, "asked another host: http://elsewhere.invalid/y"),
        ("console.error('bad')", "console error: bad"),
        ("console.warn('hm')", "console warning: hm"),
        ("void setTimeout(() => { throw new Error('thrown'); })", "uncaught"),
    ],
)
def test_a_fault_is_seen(watched: tuple[Page, Watch], script: str, complaint: str) -> None:
    """Each kind of misbehaviour ends in the verdict."""
    page, watch = watched
    page.evaluate(script)
    page.wait_for_timeout(200)
    assert any(line.startswith(complaint) for line in watch.verdict()), watch.verdict()


def test_what_a_test_expects_passes_but_no_other_host(watched: tuple[Page, Watch]) -> None:
    """`expect` forgives console lines; a foreign request is never forgiven."""
    page, watch = watched
    watch.expect(".*")
    page.evaluate("fetch('http://elsewhere.invalid/x').catch(() => console.error('bad'))")
    page.wait_for_timeout(100)
    assert watch.verdict() == ["asked another host: http://elsewhere.invalid/x"]


def test_faults_happen_on_demand(watched: tuple[Page, Watch], folder: StaticServer) -> None:
    """The server that tests break does break, and says what was asked."""
    page, _ = watched
    assert page.evaluate(ASK) == [200, 8, "image/png"]
    folder.faults["icon.png"] = "mistyped"
    assert page.evaluate(ASK) == [200, 8, "application/octet-stream"]
    folder.faults["icon.png"] = "missing"
    assert page.evaluate(ASK)[0] == 404
    folder.faults["icon.png"] = "truncated"
    assert page.evaluate(ASK) == "failed"
    folder.faults["icon.png"] = "refused"
    assert page.evaluate(ASK) == "failed"
    assert folder.requests.count("/sub/path/icon.png") >= 5
