"""The test vectors of the deal numbers as a table: the directive ``deal-vectors``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx

WIDTH = 26
"""Cards of a listed deal that stand in one row of the table."""


class DealVectors(SphinxDirective):
    """A list of the deals in a JSON file, each with its number, its game and its cards."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return one definition a deal."""
        relative, absolute = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(relative)
        listed = nodes.definition_list()
        for deal in json.loads(Path(absolute).read_text("utf-8"))["deals"]:
            codes = [deal["cards"][place : place + 2] for place in range(0, len(deal["cards"]), 2)]
            rows = [" ".join(codes[place : place + WIDTH]) for place in range(0, len(codes), WIDTH)]
            text = "\n".join(rows)
            listed += nodes.definition_list_item(
                "",
                nodes.term("", f"{deal['number']} of {deal['rules']}"),
                nodes.definition("", nodes.literal_block(text, text, language="none")),
            )
        return [listed]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("deal-vectors", DealVectors)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
