"""Markup that Sphinx and docutils would write in a way screen readers stumble over.

Docutils gives each entry of a bibliography the role `doc-biblioentry`, which ARIA has
withdrawn: entries are items of a list.
A header cell without words is no header: it becomes an ordinary cell.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator


def visit_citation(self: HTML5Translator, node: nodes.Element) -> None:
    """Open an entry, and before the first of a row the list."""
    if not isinstance(node.previous_sibling(), nodes.citation):
        self.body.append('<div role="list" class="citation-list">\n')
    self.body.append(self.starttag(node, "div", classes=["citation"], role="listitem"))


def depart_citation(self: HTML5Translator, node: nodes.Element) -> None:
    """Close an entry, and after the last of a row the list."""
    self.body.append("</div>\n")
    if not isinstance(node.next_node(descend=False, siblings=True), nodes.citation):
        self.body.append("</div>\n")


EMPTY_HEADER = re.compile(r'<th class="head([^"]*)">(?:<p></p>)?</th>')


def mend_tables(
    _app: Sphinx, _pagename: str, _templatename: str, context: dict[str, Any], _doctree: object
) -> None:
    """Turn the empty header cells of a page into ordinary ones."""
    if "body" in context:
        context["body"] = EMPTY_HEADER.sub(r'<td class="head\1"></td>', context["body"])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Put our markup in the place of docutils'."""
    app.add_node(nodes.citation, override=True, html=(visit_citation, depart_citation))
    app.connect("html-page-context", mend_tables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
