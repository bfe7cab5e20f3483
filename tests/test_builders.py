"""The whole site in every builder, from the very documents that the HTML was written from."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
import zipfile
from typing import TYPE_CHECKING

import pytest

from sirtommy.sphinxext.latex import SIGNS
from tests.sitebuild import ROOT, sphinx_build

if TYPE_CHECKING:
    from pathlib import Path

TEXT = {"dirhtml": "*.html", "epub": "*.xhtml", "text": "*.txt", "latex": "*.tex"}
LATIN = set("“”‘’–—…·×\u00a0\u202f")
"""What pdfLaTeX knows by itself, beside the letters of Latin-1 and Latin Extended-A."""


def written(site: Path, folder: Path, builder: str) -> Path:
    """Write the site by another builder, as strictly as ever, without reading it again."""
    output = folder / builder
    shutil.copytree(site.parent / f"{site.name}.doctrees", f"{output}.doctrees")
    sphinx_build(output, builder=builder)
    return output


def words(output: Path, pattern: str) -> str:
    """Return the text of all files of a kind."""
    return "".join(path.read_text("utf-8") for path in sorted(output.rglob(pattern)))


@pytest.mark.slow
@pytest.mark.parametrize("builder", TEXT)
def test_site_in_every_builder(site: Path, builder: str, tmp_path: Path) -> None:
    """Without a warning, and a lesson's position, moves and comments are there."""
    output = written(site, tmp_path, builder)
    text = words(output, TEXT[builder])
    shown = " ".join(text.split())
    record = (ROOT / "docs" / "deals" / "a-win.deal").read_text("utf-8")
    comments = [" ".join(comment.split()) for comment in re.findall(r"\{([^}]+)\}", record)]

    assert comments
    assert [comment for comment in comments if comment not in shown] == []
    if builder == "epub":
        book = next(output.glob("*.epub"))
        names = zipfile.ZipFile(book).namelist()
        assert "tutorials/index.xhtml" in names
        assert not [name for name in names if name.endswith((".js", ".wasm.gz"))]
        assert "<button" not in text
    if builder == "latex":
        assert set(re.findall(r"[^\x00-\u017f]", text)) <= LATIN | set(SIGNS)
        for sign in SIGNS:
            assert f"DeclareUnicodeCharacter{{{ord(sign):04X}}}" in text


@pytest.mark.slow
def test_two_builds_of_the_site_are_byte_identical(site: Path, tmp_path: Path) -> None:
    """The site built anew, elsewhere, from nothing, is the same to the last byte."""
    sphinx_build(tmp_path / "again")
    first, second = (
        {
            str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        for folder in (site, tmp_path / "again")
    )

    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_search_knows_moves_and_comments_and_no_frames(site: Path) -> None:
    """Words of comments are found, on the page of their board; nothing of the frames is."""
    text = (site / "searchindex.js").read_text("utf-8")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    frames = next((site / "_static" / "sirtommy" / "boards").rglob("*.json"))

    assert {"parts", "frames"} <= json.loads(frames.read_text("utf-8")).keys()
    assert not [term for term in index["terms"] if "data-" in term or "st-card" in term]
    assert not [name for name in index["filenames"] if name.endswith(".json")]
    page = index["docnames"].index("docs/rules")
    assert page in (index["terms"]["pile"] if isinstance(index["terms"]["pile"], list) else [])


def test_version_is_the_packages() -> None:
    """The book carries the version of the package."""
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]

    assert f'version = "{package}"' in (ROOT / "conf.py").read_text("utf-8")
