"""What needs the site's own address: the 404 page, the sitemap, the front page's canonical address.

They are written only if `html_baseurl` is set (conf.py takes it from SITE_URL).
A host serves the 404 page at any depth, so it names its files by their full address.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def add_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Add the 404 page to an HTML build that knows its address."""
    if app.config.html_baseurl:
        yield "404", {"title": "Not found", "site_address": app.config.html_baseurl}, "404.html"


def address(app: Sphinx, docname: str) -> str:
    """Return a document's public address; the front page's is the site's own."""
    target = "" if docname == app.config.root_doc else app.builder.get_target_uri(docname)
    return f"{app.config.html_baseurl}{target}"


def set_canonical(
    app: Sphinx, pagename: str, _templatename: str, context: dict[str, Any], _doctree: object
) -> None:
    """Tell the template the page's address, or that it has none."""
    known = app.config.html_baseurl and pagename in app.env.all_docs
    context["site_canonical"] = address(app, pagename) if known else ""


def write_sitemap(app: Sphinx, exception: Exception | None) -> None:
    """List every document's address."""
    if exception or not app.config.html_baseurl or app.builder.name not in {"html", "dirhtml"}:
        return
    rows = "".join(
        f"<url><loc>{escape(address(app, name))}</loc></url>\n" for name in sorted(app.env.all_docs)
    )
    Path(app.outdir, "sitemap.xml").write_text(
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n',
        encoding="utf-8",
    )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the page, the addresses and the list."""
    app.connect("html-page-context", set_canonical)
    app.connect("html-collect-pages", add_page)
    app.connect("build-finished", write_sitemap)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
