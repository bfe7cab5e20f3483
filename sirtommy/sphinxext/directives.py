"""The directives: a record in a page, or in a file beside it, becomes a board.

A record that cannot be read is a warning with the file and the line where it went wrong.
"""

from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from sirtommy.errors import RecordError
from sirtommy.record import Record, parse_record
from sirtommy.sphinxext.assets import boards
from sirtommy.sphinxext.nodes import board
from sirtommy.sphinxext.page import Sheet
from sirtommy.sphinxext.plain import children
from sirtommy.sphinxext.puzzle import chances, with_all_answers

logger = logging.getLogger(__name__)


class GameDirective(SphinxDirective):
    """An annotated game, to be stepped through and played on.

    The record stands in the directive, or in the file that its argument names.
    """

    kind = "game"
    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {
        "name": directives.unchanged,
        "class": directives.class_option,
        "end": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the board's node, or nothing after a warning."""
        read = self._text()
        if read is None:
            return []
        text, source, before = read
        try:
            sheet = self.sheet_of(text)
        except RecordError as error:
            where = (source, before + error.line)
            logger.warning(
                "%s cannot be read: column %d: found %s; expected %s",
                self.name,
                error.column,
                error.found,
                error.expected,
                location=f"{where[0]}:{where[1]}",
                type="sirtommy",
                subtype="record",
            )
            return []
        return [self._node(sheet)]

    def sheet_of(self, text: str) -> Sheet:
        """Return what the board shows of the directive's text; raises RecordError."""
        return self.sheet(parse_record(text))

    def sheet(self, record: Record) -> Sheet:
        """Return what the board shows of a record."""
        return Sheet(self.kind, record, at_end="end" in self.options, classes=self._classes)

    @property
    def _classes(self) -> tuple[str, ...]:
        return tuple(self.options.get("class", ()))

    def _text(self) -> tuple[str, str, int] | None:
        """Return the record's text, its file, and how many lines stand before it there."""
        here, line = self.get_source_info()
        if not self.arguments:
            # MyST counts the lines of a directive from its first, docutils those of the file.
            from_here = type(self.state_machine).__module__.startswith("myst_parser")
            before = self.content_offset + (line if from_here else 0)
            return "\n".join(self.content), here, before
        if self.content:
            self._warn("a record stands either here or in a file, not both", here, line)
            return None
        relative, absolute = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(relative)
        try:
            return Path(absolute).read_text("utf-8"), absolute, 0
        except (OSError, UnicodeDecodeError) as error:
            self._warn(f"the record {self.arguments[0]} cannot be opened: {error}", here, line)
            return None

    def _warn(self, message: str, source: str, line: int) -> None:
        logger.warning(
            "%s: %s",
            self.name,
            message,
            location=f"{source}:{line}",
            type="sirtommy",
            subtype="record",
        )

    def _node(self, sheet: Sheet) -> board:
        docname = self.env.docname
        number = self.env.new_serialno("sirtommy-board") + 1
        node = board("", *children(sheet), sheet=sheet, docname=docname)
        node["classes"] += sheet.classes
        if "name" in self.options:
            self.add_name(node)
        else:
            node["names"].append(f"board-{number}")
            self.state.document.note_explicit_target(node, node)
        self.set_source_info(node)
        boards(self.env).setdefault(docname, []).append(node["ids"][0])
        return node


class PositionDirective(GameDirective):
    """The position at the end of a record, as a picture that can be played on from."""

    kind = "position"


class PuzzleDirective(GameDirective):
    """A decision, answered at once: the record's last move and its side lines are the answers.

    Legal moves that the record does not name are added, so that every choice has its chance.
    """

    kind = "puzzle"

    def sheet(self, record: Record) -> Sheet:
        """Return the puzzle, every answer rated."""
        if not record.line.nodes:
            raise RecordError(1, 1, "no move", "the move to be found, with others in parentheses")
        whole = with_all_answers(record)
        return Sheet(self.kind, whole, chances(whole), classes=self._classes)
