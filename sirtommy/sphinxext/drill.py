"""The directive for drills, and the check that no two drills of a site share an id."""

from dataclasses import replace
from typing import TYPE_CHECKING

from sphinx.util import logging

from sirtommy.drill import QUESTIONS, parse_drill
from sirtommy.review import IDEAS
from sirtommy.sphinxext.directives import GameDirective
from sirtommy.sphinxext.page import Sheet

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)


class DrillDirective(GameDirective):
    """A drill: a decision that is answered at once, with a word on every answer.

    The drill stands in the directive, or in the file that its argument names; its id becomes the
    board's name where no other is given.
    """

    kind = "puzzle"

    def sheet_of(self, text: str) -> Sheet:
        """Return the drill as a puzzle; its rates are stored, so nothing is played out."""
        drill = parse_drill(text)
        self.options.setdefault("name", drill.id)
        source, line = self.get_source_info()
        drills(self.env).setdefault(self.env.docname, []).append((drill.id, f"{source}:{line}"))
        line_of_play = drill.record.line
        asked = line_of_play.comment or QUESTIONS[drill.question]
        record = replace(drill.record, line=replace(line_of_play, comment=asked))
        note = f"{drill.grade}: {IDEAS[drill.theme]}"
        return Sheet(
            self.kind, record, drill.chances, classes=self._classes, note=note, hint=drill.hint
        )


def drills(env: "BuildEnvironment") -> dict[str, list[tuple[str, str]]]:
    """Return id and place of the drills of each document."""
    if not hasattr(env, "sirtommy_drills"):
        env.sirtommy_drills = {}  # type: ignore[attr-defined]
    known: dict[str, list[tuple[str, str]]] = env.sirtommy_drills  # type: ignore[attr-defined]
    return known


def connect(app: "Sphinx") -> None:
    """Hook into the build."""
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("env-check-consistency", _check)


def _purge(_app: "Sphinx", env: "BuildEnvironment", docname: str) -> None:
    drills(env).pop(docname, None)


def _merge(
    _app: "Sphinx", env: "BuildEnvironment", docnames: set[str], other: "BuildEnvironment"
) -> None:
    for docname in sorted(docnames):
        if docname in drills(other):
            drills(env)[docname] = drills(other)[docname]


def _check(_app: "Sphinx", env: "BuildEnvironment") -> None:
    """Warn where an id is used twice: progress is kept by it."""
    first: dict[str, str] = {}
    for docname in sorted(drills(env)):
        for name, where in drills(env)[docname]:
            if name in first:
                message = "the drill %s has the id of another, at %s"
                logger.warning(
                    message, name, first[name], location=where, type="sirtommy", subtype="drill"
                )
            first.setdefault(name, where)
