"""What a page of the site has around its text, tried on a small site of its own."""

import re
import shutil
from pathlib import Path

import pytest
from sphinx.cmd.build import main as sphinx_build

ROOT = Path(__file__).parent.parent
EXTENSIONS = "myst_parser,site_markup,site_pages,site_csp,site_address"
PAGES = {
    "index.md": (
        "# Sir Tommy\n\nA game.\n\n```{toctree}\n:hidden:\n\ndocs/rules\ndocs/history/index\n```\n"
    ),
    "docs/rules.md": "# The rules\n\nTurn a card. Lay it down.\n\n| | b |\n|---|---|\n| 1 | 2 |\n",
    "docs/history/index.md": "# The story\n\n```{toctree}\nnames\nbooks\n```\n",
    "docs/history/names.md": "# Names & people\n\nWho was he?\n",
    "docs/history/books.md": "# Books\n\nMany.\n",
}


def build(source: Path, output: Path) -> None:
    """Build a site with the real settings but only the site's own extensions."""
    arguments = ["-q", "-W", "-D", f"extensions={EXTENSIONS}", str(source), str(output)]

    assert sphinx_build(arguments) == 0


def source(folder: Path) -> Path:
    """Write the sources of the small site."""
    for name in ("_ext", "_static", "_templates"):
        shutil.copytree(
            ROOT / "docs" / name,
            folder / "docs" / name,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    shutil.copy(ROOT / "conf.py", folder)
    for name, text in PAGES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site, built without an address."""
    folder = tmp_path_factory.mktemp("small")
    build(source(folder / "source"), folder / "html")
    return folder / "html"


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site, built for an address."""
    folder = tmp_path_factory.mktemp("published")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", "https://example.org/tommy")
        build(source(folder / "source"), folder / "html")
    return folder / "html"


def read(site: Path, name: str) -> str:
    """Return the text of one page."""
    return (site / name).read_text("utf-8")


def test_header_leads_to_the_sections_that_exist(small: Path) -> None:
    """The header names the written sections in the site's order, and marks the current one."""
    header = read(small, "docs/history/names.html").split("</header>")[0]

    assert re.findall(r">([^<]+)</a></li>", header) == ["Rules", "History"]
    assert 'href="index.html" aria-current="true">History' in header


def test_chapter_knows_its_place(small: Path) -> None:
    """A chapter says which it is, lists its section's chapters, and leads on and back."""
    page = read(small, "docs/history/names.html")

    assert ">History</a>, 1 of 2" in page
    assert '<a href="#" aria-current="page">Names &amp; people</a>' in page
    assert '<a rel="prev" href="index.html">' in page
    assert '<a rel="next" href="books.html">' in page


def test_front_page_has_no_list_beside_it(small: Path) -> None:
    """The front page has neither a list of chapters nor a way on."""
    page = read(small, "index.html")

    assert 'class="chapters"' not in page
    assert 'class="pager"' not in page


def test_each_page_describes_itself(small: Path) -> None:
    """A page's first paragraph is its description."""
    assert '<meta name="description" content="Turn a card. Lay it down.">' in read(
        small, "docs/rules.html"
    )


def test_page_loads_only_what_it_uses(small: Path) -> None:
    """A page of text loads one script and the site's styles; nothing of the theme's is shipped."""
    page = read(small, "docs/rules.html")

    assert re.findall(r'<script[^>]*src="[^"]*/([\w.]+)\?', page) == ["site.js"]
    assert re.findall(r'rel="stylesheet"[^>]*/([\w.]+)\?', page) == ["site.css"]
    assert not (small / "_static" / "styles").exists()


def test_empty_header_cell_is_no_header(small: Path) -> None:
    """A table's empty corner is an ordinary cell to a screen reader."""
    page = read(small, "docs/rules.html")

    assert page.count("<th ") == 1


def test_without_an_address_nothing_needs_one(small: Path) -> None:
    """Without SITE_URL there is no 404 page, no sitemap, no canonical address."""
    assert not (small / "404.html").exists()
    assert not (small / "sitemap.xml").exists()
    assert "canonical" not in read(small, "index.html")


def test_address_feeds_sitemap_previews_and_404(published: Path) -> None:
    """SITE_URL is in the sitemap and in each page, and the 404 page finds its files by it."""
    assert "<loc>https://example.org/tommy/docs/rules.html</loc>" in read(published, "sitemap.xml")
    assert '<link rel="canonical" href="https://example.org/tommy/">' in read(
        published, "index.html"
    )
    assert '<base href="https://example.org/tommy/">' in read(published, "404.html")


def test_new_chapter_appears_in_the_lists_of_the_others(tmp_path: Path) -> None:
    """When a chapter is added, the pages around it are written again, others are not."""
    folder = source(tmp_path / "source")
    build(folder, tmp_path / "html")
    rules = (tmp_path / "html" / "docs" / "rules.html").stat().st_mtime_ns
    index = folder / "docs" / "history" / "index.md"
    index.write_text(index.read_text("utf-8").replace("books\n", "books\nodds\n"), "utf-8")
    (folder / "docs" / "history" / "odds.md").write_text("# Odds and ends\n", "utf-8")

    build(folder, tmp_path / "html")

    assert "Odds and ends" in read(tmp_path / "html", "docs/history/names.html")
    assert (tmp_path / "html" / "docs" / "rules.html").stat().st_mtime_ns == rules
