"""The extension in every builder: the same game in HTML, books, print and plain text."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from sirtommy.cards import parse_card
from sirtommy.record import parse_record
from sirtommy.sphinxext.assets import engine_zip
from tests.sitebuild import sphinx_build

SOURCE = Path(__file__).parent / "site" / "boards"
ROOT = Path(__file__).parents[1]


def build(source: Path, output: Path, builder: str = "html", *options: str) -> str:
    """Build a site, warnings allowed, and return what Sphinx said."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", builder, "-d", f"{output}.doctrees"]
    done = subprocess.run(
        [*command, *options, str(source), str(output)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return done.stderr


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of boards in HTML."""
    output = tmp_path_factory.mktemp("html") / "html"
    sphinx_build(output, source=SOURCE)
    return output


def written(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder that does not carry the time of its making."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in {".pickle", ".doctree"}
    }


def test_two_builds_are_byte_identical(html: Path, tmp_path: Path) -> None:
    """A second build in one process writes the very bytes of a parallel one."""
    build(SOURCE, tmp_path / "html")
    first, second = written(html), written(tmp_path / "html")

    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_page_is_light_and_frames_stand_beside_it(html: Path) -> None:
    """Frames lie in files of their own, named after document and board."""
    page = (html / "index.html").read_text("utf-8")
    links = re.findall(r'data-frames="([^"?]+)', page)

    assert links == [
        f"_static/sirtommy/boards/index/{name}.json"
        for name in ("mini", "choice", "pair", "question", "whole")
    ]
    for link in links:
        data = json.loads((html / link).read_text("utf-8"))
        assert max(max(frame["parts"]) for frame in data["frames"]) < len(data["parts"])


def test_assets_only_on_pages_with_a_board(html: Path) -> None:
    """A page without a board loads nothing of ours."""
    assert "board.js" in (html / "index.html").read_text("utf-8")
    assert "sirtommy" not in (html / "search.html").read_text("utf-8")


def test_search_finds_moves_and_comments_once(html: Path) -> None:
    """The search index knows the comments; frames and scripts are not in it."""
    index = (html / "searchindex.js").read_text("utf-8")

    assert "mistak" in index
    assert "frames" not in index
    assert "data-move" not in index


def test_engine_bundle_is_the_flat_engine() -> None:
    """The browser gets the modules beside `session`, no sub-package, and the same bytes again."""
    archive = zipfile.ZipFile(BytesIO(engine_zip()))

    assert engine_zip() == engine_zip()
    modules = {name.partition(".")[0] for name in archive.namelist()}
    assert {"sirtommy/__init__", "sirtommy/session", "sirtommy/board"} <= modules
    assert all(name.count("/") == 1 for name in archive.namelist())
    assert {info.date_time[0] for info in archive.infolist()} == {1980}


@pytest.mark.slow
@pytest.mark.parametrize("builder", ["text", "latex", "epub", "man", "texinfo", "dirhtml"])
def test_every_builder_shows_the_game(builder: str, tmp_path: Path) -> None:
    """Moves, comments and positions stand in every kind of output."""
    output = tmp_path / builder
    build(SOURCE, output, builder, "-W")
    text = "".join(
        path.read_text("utf-8")
        for path in sorted(output.rglob("*"))
        if path.suffix in {".txt", ".tex", ".xhtml", ".1", ".texi", ".html"}
    )

    for words in ("Before the first card", "Just as good", "Two sixes, one place", "It buries"):
        assert words in text
    assert ("<button" in text) == (builder == "dirhtml")


def test_html_and_text_tell_the_same_game(html: Path, tmp_path: Path) -> None:
    """Cards, moves and comments of the HTML and of the plain text agree."""
    build(SOURCE, tmp_path / "text", "text")
    text = (tmp_path / "text" / "index.txt").read_text("utf-8")
    page = (html / "index.html").read_text("utf-8")
    record = parse_record((SOURCE / "choice.deal").read_text("utf-8"))

    for node in record.line.nodes:
        sign = str(node.move)
        if "/" in sign:
            shown = f"{parse_card(sign[:2]).sign}→{sign[-1]}"
            assert shown in text
            assert shown in page
        if node.comment:
            assert node.comment in text
            assert node.comment in page


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (":name: x\n\ndeal: 4\n\nZZ\n", 9, "found 'ZZ'"),
        ("deal: 4\n\nZZ\n", 7, "found 'ZZ'"),
        ("deal: 4\n\n{open\n", 7, "found '{open'"),
        ("title: x\n\n3H/1\n", 5, "no deal"),
        ("deal: 4\nrules: poker\n\n", 6, "poker"),
    ],
)
def test_wrong_record_is_a_warning_with_its_place(
    text: str, line: int, words: str, tmp_path: Path
) -> None:
    """What cannot be read is reported with the file and the very line, and the build goes on."""
    source = tmp_path / "source"
    source.mkdir()
    shutil.copy(SOURCE / "conf.py", source)
    (source / "index.md").write_text(f"# Page\n\nText.\n```{{sirtommy-game}}\n{text}```\n", "utf-8")
    said = build(source, tmp_path / "out")

    assert f"index.md:{line}: WARNING: sirtommy-game cannot be read" in said
    assert words in said
    assert "sirtommy-board" not in (tmp_path / "out" / "index.html").read_text("utf-8")


def test_changed_record_file_changes_its_page(tmp_path: Path) -> None:
    """A record in a file is a dependency; frames of boards that are gone are removed."""
    source = tmp_path / "source"
    shutil.copytree(SOURCE, source)
    output = tmp_path / "out"
    build(source, output)
    frames = output / "_static/sirtommy/boards/index/choice.json"
    before = frames.read_bytes()
    record = source / "choice.deal"
    record.write_text(record.read_text("utf-8").replace("Which six?", "Which one?"), "utf-8")
    os.utime(record, (2_000_000_000, 2_000_000_000))
    build(source, output)

    assert "Which one?" in (output / "index.html").read_text("utf-8")
    assert frames.read_bytes() == before
    page = source / "index.md"
    page.write_text(page.read_text("utf-8").replace(":name: choice", ":name: other"), "utf-8")
    build(source, output)

    assert not frames.exists()
    assert frames.with_name("other.json").exists()


def test_missing_record_file_is_a_warning(tmp_path: Path) -> None:
    """A file that is not there is named, with the place that names it."""
    source = tmp_path / "source"
    source.mkdir()
    shutil.copy(SOURCE / "conf.py", source)
    (source / "index.md").write_text("# Page\n\n```{sirtommy-game} gone.deal\n```\n", "utf-8")

    assert "index.md:3: WARNING: sirtommy-game: the record gone.deal cannot be opened" in build(
        source, tmp_path / "out"
    )
