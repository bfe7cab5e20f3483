"""What the history directives share: data, labels, links and the node of a drawing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import history_data
from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_refnode

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.domains.std import StandardDomain
    from sphinx.environment import BuildEnvironment
    from sphinx.writers.html5 import HTML5Translator


class history_drawing(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A drawing made when HTML is written, because only then are the links known.

    Attributes: ``draw`` is a key of `PAINTERS`, ``data`` its argument, ``docname`` the page.
    Other builders leave it out: a list with the same content stands beside it.
    """


PAINTERS: dict[str, Callable[[Any, Mapping[str, str]], str]] = {}
"""Functions from data and the links of labels to SVG, by name; filled when modules load."""


def data_folder(env: BuildEnvironment) -> Path:
    """Return the folder of the data files."""
    return Path(env.srcdir) / cast("str", env.config.history_data)


def load(env: BuildEnvironment, name: str) -> dict[str, Any]:
    """Read a data file and let the page at hand depend on it and on its schema."""
    folder = data_folder(env)
    for ending in ("yaml", "schema.json"):
        env.note_dependency(str(folder / f"{name}.{ending}"))
    return history_data.load(folder, name)


def labels_of(env: BuildEnvironment) -> dict[str, tuple[str, str]]:
    """Return every label with its page and its anchor."""
    return cast("StandardDomain", env.get_domain("std")).anonlabels


def reference(label: str, words: str, *classes: str) -> addnodes.pending_xref:
    """Return a link to *label*, resolved by `resolve`, or warned of by Sphinx, later."""
    return addnodes.pending_xref(
        "",
        nodes.inline(words, words, classes=list(classes)),
        refdomain="",  # ours: no domain resolves it, `resolve` does
        reftype="history",
        reftarget=label,
        refwarn=True,
    )


def resolve(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, words: nodes.Element
) -> nodes.Element | None:
    """Turn our references into links that keep the classes of their words."""
    found = labels_of(env).get(node["reftarget"]) if node["reftype"] == "history" else None
    if found is None:
        return None
    source = node.get("refdoc", env.docname)
    return make_refnode(app.builder, source, *found, child=words)


class HistoryDirective(SphinxDirective):
    """A directive with data, anchors and inline markup from data."""

    def data(self, name: str) -> dict[str, Any]:
        """Read a data file."""
        return load(self.env, name)

    def prose(self, words: str) -> list[nodes.Node]:
        """Parse *words* with the markup of the page."""
        return list(self.parse_text_to_nodes(words))

    def phrase(self, words: str) -> list[nodes.Node]:
        """Parse *words* as the inside of one paragraph."""
        parsed = self.prose(words)
        if len(parsed) == 1 and isinstance(parsed[0], nodes.paragraph):
            return list(parsed[0].children)
        return parsed

    def anchor(self, node: nodes.Element, label: str, title: str) -> nodes.Element:
        """Let ``{ref}`` and the drawings find *node* under *label*."""
        node["ids"].append(label)
        std = cast("StandardDomain", self.env.get_domain("std"))
        std.note_hyperlink_target(label, self.env.docname, label, title)
        return node

    def drawing(self, draw: str, data: object) -> history_drawing:
        """Return the node of a drawing."""
        return history_drawing(draw=draw, data=data, docname=self.env.docname)


def links_for(builder: StandaloneHTMLBuilder, docname: str) -> dict[str, str]:
    """Return the address of every label as seen from *docname*."""
    links = {}
    for label, (target, anchor) in labels_of(builder.env).items():
        page = builder.get_relative_uri(docname, target) if target != docname else ""
        links[label] = f"{page.partition('#')[0]}#{anchor}" if anchor else page
    return links


def visit_html(self: HTML5Translator, node: history_drawing) -> None:
    """Draw; electronic books get the list alone, as readers of books scale SVG badly."""
    if self.builder.name != "epub":
        self.body.append('<div class="history-figure">\n')
        links = links_for(self.builder, node["docname"])
        self.body.append(PAINTERS[node["draw"]](node["data"], links))
        self.body.append("</div>\n")
    raise nodes.SkipNode


def skip(_self: object, _node: history_drawing) -> None:
    """Leave the drawing out."""
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the node, the setting and the style sheet."""
    app.add_config_value("history_data", "docs/history/data", "env", frozenset({str}))
    app.add_node(
        history_drawing,
        html=(visit_html, None),
        latex=(skip, None),
        text=(skip, None),
        man=(skip, None),
        texinfo=(skip, None),
    )
    app.connect("missing-reference", resolve)
    app.add_css_file("history.css")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
