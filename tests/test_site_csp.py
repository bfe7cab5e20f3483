"""The Content-Security-Policy that is written into every page."""

import base64
import hashlib

import pytest
from site_csp import MARK, secure


def page(body: str) -> str:
    """Return a small page around a body."""
    return f"<!doctype html><html><head>{MARK}</head><body>{body}</body></html>"


def test_inline_script_is_allowed_by_its_hash() -> None:
    """The policy names the hash of an inline script, and nothing that allows others."""
    script = "\n  document.title = 'a < b';\n"
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()

    html, faults = secure(page(f"<script>{script}</script>"))

    assert f"'sha256-{digest}'" in html
    assert "unsafe-inline" not in html
    assert faults == []


def test_data_needs_no_hash() -> None:
    """A script element that holds data is not run, so the policy does not speak of it."""
    html, _ = secure(page('<script type="application/json">{"a": 1}</script>'))

    assert "sha256" not in html


def test_policy_stands_before_all_that_it_governs() -> None:
    """The policy follows the character set at once, before any script or style."""
    html, _ = secure(page("<script>1</script>"))

    assert html.index("Content-Security-Policy") < html.index("<script")
    assert "default-src 'none'" in html


@pytest.mark.parametrize(
    "body",
    [
        '<p style="color: red">text</p>',
        "<style>p { color: red }</style>",
        '<button onclick="go()">Go</button>',
        '<img src="https://example.org/a.png" alt="">',
        '<script src="//example.org/a.js"></script>',
    ],
)
def test_what_would_be_blocked_is_reported(body: str) -> None:
    """Inline styles, handlers and other hosts are faults at build time, not in the console."""
    _, faults = secure(page(body))

    assert len(faults) == 1


def test_sized_image_keeps_its_size_without_a_style() -> None:
    """The style that docutils gives a sized picture becomes attributes of the same meaning."""
    html, faults = secure(page('<img alt="a" src="a.svg" style="width: 120px; height: 80px;" />'))

    assert 'width="120" height="80"' in html
    assert faults == []
