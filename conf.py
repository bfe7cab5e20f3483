"""Settings of the site: `make html` builds it, `make serve` shows it."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "docs" / "_ext")]

project = author = copyright = "Sir Tommy"  # noqa: A001 - Sphinx names it so
version = "0.1.0"
html_context = {"language": "en-GB"}

# One line each. `site_*` and whatever else lies in docs/_ext serve this site alone;
# `sirtommy.sphinxext` serves everybody's.
extensions = [
    "myst_parser",
    "sirtommy.sphinxext",
    "history_ext",
    "odds",
    "course",
    "drill_sheet",
    "site_vectors",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.doctest",
    "site_markup",
    "site_pages",
    "site_csp",
    "site_address",
    "site_offline",
    "site_scripts",
]

include_patterns = ["index.md", "docs/**", "tutorials/**"]
# What is excluded by name is not walked through in search of pages either.
exclude_patterns = ["docs/_*", ".*", "build", "node_modules"]
templates_path = ["docs/_templates"]
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3
# The standard library's manual is on another host, so its names cannot be resolved here.
nitpick_ignore_regex = [("py:class", r"(collections\.abc|re|sirtommy\.\w+\.T$).*")]
autodoc_member_order = "bysource"
default_role = "code"
doctest_test_doctest_blocks = ""
bibtex_bibfiles = ["docs/history/references.bib"]
bibtex_default_style = "plain"
bibtex_reference_style = "author_year"

# The header's sections and the footer's pages, in order; one that is not written yet is left out.
site_sections = {
    "docs/play": "Play",
    "tutorials/index": "Learn",
    "docs/rules": "Rules",
    "docs/strategy/index": "Strategy",
    "docs/history/index": "History",
    "docs/odds": "Odds",
}
site_more = {
    "docs/games/index": "Annotated games",
    "docs/drills/index": "Drills",
    "docs/family": "The family",
    "docs/glossary": "Glossary",
    "docs/statistics": "Your games",
    "docs/offline": "Offline",
    "docs/reference/index": "Reference",
    "docs/colophon": "Colophon",
}

# The address of the published site, if it has one: for the 404 page, the sitemap, link previews.
html_baseurl = f"{address.rstrip('/')}/" if (address := os.environ.get("SITE_URL", "")) else ""

html_theme = "furo"
html_theme_options: dict[str, list[str]] = {"top_of_page_buttons": []}
html_title = "Sir Tommy"
html_static_path = ["docs/_static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"type": "module"})]
# Scripts that one page asks for and no other.
site_scripts = {"docs/offline": "offline.js", "docs/statistics": "{engine}/statistics.js"}
html_favicon = "docs/_static/favicon.svg"
html_permalinks_icon = "¶"
html_copy_source = html_show_sourcelink = html_show_copyright = False
html_use_index = html_domain_indices = False

# The book keeps its reader's own type; boards bring their styles along.
epub_css_files: list[str] = []
epub_show_urls = "no"
epub_exclude_files = [".buildinfo.bak"] + [
    f"_static/fonts/{path.name}" for path in sorted(HERE.glob("docs/_static/fonts/*"))
]
