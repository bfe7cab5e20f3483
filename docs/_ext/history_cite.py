"""``{cite-this-page}``: how to cite the page at hand, with the day of its last revision.

The day comes from the page (``revised:`` in its head matter, as 2026-11-30), never from a
clock, so that a build is the same on every day.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from docutils import nodes
from history_nodes import HistoryDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class cite_this_page(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The place of the citation, filled when the title of the page is known."""


class CiteThisPageDirective(HistoryDirective):
    """The place of the citation."""

    def run(self) -> list[nodes.Node]:
        """Return the place.

        Raises:
            DirectiveError: the page does not say when it was revised.
        """
        written = str(self.env.metadata[self.env.docname].get("revised", ""))
        try:
            day = dt.date.fromisoformat(written)
        except ValueError as error:
            raise self.error("the head of the page needs revised: YYYY-MM-DD") from error
        return [cite_this_page(day=f"{day.day} {day:%B %Y}", docname=self.env.docname)]


def fill(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    """Write the citation; in a printed book many pages are one document."""
    for place in list(doctree.findall(cite_this_page)):
        docname = place["docname"]
        title = app.env.titles[docname].astext()
        base = str(app.config.html_baseurl or "")
        words = f"“{title}”. {app.config.project}, revised {place['day']}."
        paragraph = nodes.paragraph("", words, classes=["cite-this-page"])
        if base:
            address = base.rstrip("/") + "/" + app.builder.get_target_uri(docname)
            paragraph += nodes.Text(" ")
            paragraph += nodes.reference("", address, refuri=address)
        place.replace_self(paragraph)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.setup_extension("history_nodes")
    app.add_node(cite_this_page)
    app.add_directive("cite-this-page", CiteThisPageDirective)
    app.connect("doctree-resolved", fill)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
