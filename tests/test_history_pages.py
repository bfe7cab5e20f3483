"""The history pages as Sphinx builds them, in every form in which they are read."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
CONF = f"""
import sys
sys.path.insert(0, {str(ROOT / "docs" / "_ext")!r})
project = "Sir Tommy"
extensions = ["myst_parser", "history_ext"]
myst_enable_extensions = ["deflist"]
bibtex_bibfiles = ["docs/history/references.bib"]
bibtex_default_style = "plain"
bibtex_reference_style = "author_year"
html_static_path = ["docs/_static"]
html_theme = "basic"
nitpicky = True
"""
INDEX = """# Home

```{toctree}
docs/history/index
docs/family
docs/glossary
```
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the history pages alone and a conf.py for them."""
    folder = tmp_path_factory.mktemp("history")
    docs = folder / "docs"
    shutil.copytree(ROOT / "docs" / "history", docs / "history")
    for page in ("family.md", "glossary.md"):
        shutil.copy(ROOT / "docs" / page, docs)
    (docs / "_static").mkdir()
    shutil.copy(ROOT / "docs" / "_static" / "history.css", docs / "_static")
    (folder / "conf.py").write_text(CONF, encoding="utf-8")
    (folder / "index.md").write_text(INDEX, encoding="utf-8")
    return folder


def build(source: Path, builder: str, *more: str) -> Path:
    """Build with warnings as errors and return the output folder."""
    out = source / "out" / builder
    trees = source / "out" / "doctrees"
    command = [sys.executable, "-m", "sphinx", "-q", "-n", "-W", "--keep-going", "-b", builder]
    command += [*more, "-d", str(trees), str(source), str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return out


@pytest.fixture(scope="module")
def html(source: Path) -> Path:
    """Return the pages as HTML, built in parallel."""
    return build(source, "html", "-j", "2")


def soup(folder: Path, page: str) -> BeautifulSoup:
    """Return one page."""
    text = (folder / "docs" / f"{page}.html").read_text(encoding="utf-8")
    return BeautifulSoup(text, "html.parser")


def test_a_verdict_in_the_story_leads_to_its_evidence(html: Path) -> None:
    """The role prints the verdict of the claim and links to the claim's own anchor."""
    link = soup(html, "history/index").select_one('a[href="claims.html#claim-oldest"]')
    target = soup(html, "history/claims").find(id="claim-oldest")

    assert link is not None
    assert target is not None
    assert link.get_text() == "documented in part"
    assert link.select_one(".claim-documented-in-part") is not None
    assert "documented in part" in target.get_text()


def test_every_link_inside_the_history_arrives(html: Path) -> None:
    """No link from a drawing, a verdict or a bibliography points to an anchor that is not there."""
    pages = {path.relative_to(html): path for path in (html / "docs").rglob("*.html")}
    parsed = {
        name: BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        for name, path in pages.items()
    }
    ids = {name: {tag["id"] for tag in page.find_all(id=True)} for name, page in parsed.items()}
    lost = []
    for name, page in parsed.items():
        for link in page.find_all("a", href=True):
            path, _, anchor = str(link["href"]).partition("#")
            if ":" in path or "_static" in path:
                continue
            target = (html / name).parent.joinpath(path).resolve() if path else html / name
            key = target.relative_to(html.resolve() if path else html)
            if key in ids and anchor and anchor not in ids[key]:
                lost.append((str(name), link["href"]))

    assert lost == []


def test_an_entry_tells_its_grade_and_who_cites_it(html: Path) -> None:
    """Below an entry of the bibliography stand its grade, what was seen, and the citing pages."""
    page = soup(html, "history/bibliography")
    entry = next(e for e in page.select(".bib-entry") if "150 Ways" in e.get_text())
    grade = entry.select_one(".bib-grade")
    back = entry.select_one(".bib-backlinks")

    assert grade is not None
    assert back is not None
    assert "Grade P" in grade.get_text()
    assert "150waystoplaysol00moys" in grade.get_text()
    assert {"index.html", "books.html", "../family.html"} <= {a["href"] for a in back("a")}


def test_the_page_by_grade_lists_every_entry_once(html: Path) -> None:
    """Every entry of the bibliography stands once on the page by grade, linked to its place."""
    entries = {e["id"] for e in soup(html, "history/bibliography").select(".bib-entry")}
    links = [a["href"] for a in soup(html, "history/by-grade").select(".bib-by-grade a")]

    assert sorted(str(link).partition("#")[2] for link in links) == sorted(map(str, entries))


def test_a_page_says_how_to_cite_it(html: Path) -> None:
    """The citation has the title of the page and the day of its revision."""
    words = soup(html, "history/timeline").select_one(".cite-this-page")

    assert words is not None
    assert words.get_text().startswith("“Timeline”. Sir Tommy, revised ")


def test_the_drawings_are_in_the_pages(html: Path) -> None:
    """Timeline, names, tree and both plates are drawn where they belong."""
    found = {
        page: len(soup(html, page).select("svg.history-drawing"))
        for page in ("history/index", "history/timeline", "history/names", "family")
    }

    assert set(found.values()) == {1, 2}
    assert found["family"] == 2


def test_addresses_without_ending_work(source: Path) -> None:
    """With a folder a page, the marks of the timeline still lead to their entries."""
    out = build(source, "dirhtml")
    page = (out / "docs/history/timeline/index.html").read_text(encoding="utf-8")

    assert 'href="../books/#book-moyse"' in page


def test_the_text_says_what_the_drawings_say(source: Path) -> None:
    """Without pictures the timeline, the names and the tree are there as lists."""
    out = build(source, "text")
    timeline = (out / "docs/history/timeline.txt").read_text(encoding="utf-8")
    claims = (out / "docs/history/claims.txt").read_text(encoding="utf-8")

    assert "1826" in timeline
    assert "<svg" not in timeline
    assert "— contradicted" in claims


def test_latex_is_written(source: Path) -> None:
    """The pages can be made into a printed book."""
    out = build(source, "latex")

    assert "The puzzle" in next(out.glob("*.tex")).read_text(encoding="utf-8")


def test_the_electronic_book_has_lists_for_drawings(source: Path) -> None:
    """In an electronic book the list stands for the drawing."""
    more = [f"-D{key}" for key in ("version=1", "copyright=Sir Tommy", "epub_basename=book")]
    out = build(source, "epub", *more)
    with zipfile.ZipFile(out / "book.epub") as book:
        timeline = book.read("docs/history/timeline.xhtml").decode()

    assert "<svg" not in timeline
    assert "grand pasians" in timeline
