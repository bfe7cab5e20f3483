"""Markup that Sphinx and docutils would write in a way screen readers stumble over.

Docutils gives each entry of a bibliography the role `doc-biblioentry`, which ARIA has
withdrawn: entries are items of a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def setup(app: Sphinx) -> ExtensionMetadata:
    """Put our markup in the place of docutils'."""
    app.add_node(nodes.citation, override=True, html=(visit_citation, depart_citation))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
