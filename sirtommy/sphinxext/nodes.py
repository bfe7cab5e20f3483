"""The node that stands for a board in a document, and how builders write it."""

from typing import TYPE_CHECKING

from docutils import nodes

from sirtommy.sphinxext import assets, page

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator


class board(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes like elements
    """A board: `sheet` holds what it shows, the children say the same in plain words."""


def visit(self: nodes.NodeVisitor, node: board) -> None:
    """Let the children be written."""


def leave(self: nodes.NodeVisitor, node: board) -> None:
    """Nothing follows the children."""


def visit_html(self: "HTML5Translator", node: board) -> None:
    """Write the renderer's HTML in place of the children."""
    builder = self.builder
    name = node["ids"][0]
    sheet: page.Sheet = node["sheet"]
    if builder.name == "epub":
        self.body.append(page.still_html(sheet, name))
        raise nodes.SkipNode
    folder = assets.runtime_folder()
    links = page.Links(
        frames=assets.write_frames(builder, assets.frames_path(node["docname"], name), sheet),
        runtime=assets.link(builder, folder) if folder else "",
    )
    self.body.append(page.board_html(sheet, name, links))
    raise nodes.SkipNode
