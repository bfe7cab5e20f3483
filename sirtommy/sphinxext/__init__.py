"""Boards in a Sphinx site: `extensions = ["sirtommy.sphinxext"]`.

Reading a page leaves a node that holds a record; its children say the same in plain words and
serve text, LaTeX, EPUB readers without styles, and search.
Writing HTML draws the board with the very renderer that the page later uses in the browser.
"""

from typing import TYPE_CHECKING

from sirtommy.sphinxext import assets, drill, latex
from sirtommy.sphinxext.directives import GameDirective, PositionDirective, PuzzleDirective
from sirtommy.sphinxext.nodes import board, leave, visit, visit_html

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Add the directives, the node, and the files of pages that show a board."""
    app.add_config_value("sirtommy_digest", "", "env", str)
    other = (visit, leave)
    app.add_node(
        board,
        html=(visit_html, None),
        latex=other,
        text=other,
        man=other,
        texinfo=other,
    )
    app.add_directive("sirtommy-game", GameDirective)
    app.add_directive("sirtommy-position", PositionDirective)
    app.add_directive("sirtommy-puzzle", PuzzleDirective)
    app.add_directive("sirtommy-drill", drill.DrillDirective)
    app.add_directive("sirtommy-drills", drill.DrillsDirective)
    app.add_directive("sirtommy-drill-list", drill.DrillListDirective)
    assets.connect(app)
    drill.connect(app)
    latex.connect(app)
    return {
        "version": "1",
        "env_version": 2,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
