"""The list of the site's files and the worker that keeps them, as the build writes them."""

import json
from pathlib import Path

import pytest
import site_offline


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The folder of a tiny site."""
    for name in ("index.html", "docs/play.html", "404.html", ".buildinfo", "_static/site.css"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name, "utf-8")
    site_offline.write(tmp_path)
    return tmp_path


def test_list_holds_what_pages_ask_for(root: Path) -> None:
    """Pages and their files are listed with their size, what only hosts ask for is not."""
    files = json.loads((root / "offline.json").read_text("utf-8"))["files"]

    assert {name: size for name, (size, _) in files.items()} == {
        "_static/site.css": 16,
        "docs/play.html": 14,
        "index.html": 10,
    }


def test_worker_changes_with_any_file_and_with_nothing_else(root: Path) -> None:
    """The same site gives the same worker byte for byte, a changed file another one."""
    before = (root / "service-worker.js").read_bytes()
    site_offline.write(root)
    again = (root / "service-worker.js").read_bytes()
    (root / "docs/play.html").write_text("docs/plaY.html", "utf-8")
    site_offline.write(root)

    assert again == before
    assert (root / "service-worker.js").read_bytes() != before
    version = json.loads((root / "offline.json").read_text("utf-8"))["version"]
    assert version in (root / "service-worker.js").read_text("utf-8")


def test_worker_is_small(root: Path) -> None:
    """What a first visit fetches for this is below 5.5 KB, without the comments of the source."""
    script = (root / "service-worker.js").read_text("utf-8")

    assert len(script) < 5500
    assert "/**" not in script
