"""The local server: right types, the site's own 404 page, the next free port."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from sirtommy.sphinxext.serve import main, make_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.client import HTTPResponse
    from pathlib import Path


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server for `folder`."""
    with make_server(folder, 0) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def get(url: str) -> HTTPResponse:
    """The reply to a request."""
    reply: HTTPResponse = urllib.request.urlopen(url)  # noqa: S310 - this machine's own address
    return reply


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.mjs", "text/javascript"),
        ("a.js", "text/javascript"),
        ("a.wasm", "application/wasm"),
        ("a.wasm.gz", "application/gzip"),
        ("a.json", "application/json"),
        ("a.css", "text/css"),
        ("a.woff2", "font/woff2"),
        ("a.deal", "text/plain"),
    ],
)
def test_types_are_right_whatever_the_machine_says(tmp_path: Path, name: str, kind: str) -> None:
    """A module script or a WebAssembly file of another type would not run."""
    (tmp_path / name).write_bytes(b"x")
    with serving(tmp_path) as url, get(url + name) as reply:
        assert reply.headers.get_content_type() == kind
        assert reply.headers["Cache-Control"] == "no-cache"
        assert "Content-Encoding" not in reply.headers


def test_what_is_missing_shows_the_sites_own_page(tmp_path: Path) -> None:
    """Status 404, with the page that a host would show."""
    (tmp_path / "404.html").write_text("lost?", "utf-8")
    with serving(tmp_path) as url, pytest.raises(urllib.error.HTTPError) as failure:
        get(url + "nowhere")
    with failure.value as reply:
        assert (reply.code, reply.read()) == (404, b"lost?")


def test_a_port_in_use_is_passed_over(tmp_path: Path) -> None:
    """Two sites can be shown at once, and a given port is not changed behind one's back."""
    with make_server(tmp_path) as first, make_server(tmp_path) as second:
        assert first.server_port != second.server_port
        with pytest.raises(OSError, match="in use"):
            make_server(tmp_path, first.server_port)


def test_without_a_site_the_command_fails_plainly(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit status 2 and one sentence that says what to run."""
    assert main([str(tmp_path)]) == 2
    assert "make html" in capsys.readouterr().err
