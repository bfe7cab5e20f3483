"""All drills of a folder on one sheet to print: questions first, the answers on pages of their own.

``{drill-sheet} FOLDER`` reads every `*.drill` there, in the order of the drills' own pages.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sirtommy.asking import QUESTIONS, unturned
from sirtommy.board import move_words, situation, table, text_lines
from sirtommy.cards import RANK_NAMES, RANKS
from sirtommy.drill import Drill, parse_drill
from sirtommy.score import comment_text
from sirtommy.session import title
from sirtommy.sphinxext.answers import FACE_DOWN
from sirtommy.sphinxext.assets import STYLES
from sirtommy.sphinxext.drill import place_of, titled
from sirtommy.state import BuildTop, Move, State

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

AGREED = re.compile(r"^(Yes|Right)[.:,] ")
"""How comments begin that answer a reader; on the sheet the answer itself stands before them."""


class diagram(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes like elements
    """A position to be looked at: `state` is drawn in HTML, the children say it in words."""


class SheetDirective(SphinxDirective):
    """The sheet of a folder's drills."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the questions, numbered, and then the answers."""
        relative, absolute = self.env.relfn2path(self.arguments[0])
        paths = sorted(Path(absolute).glob("*.drill"))
        sheets(self.env)[self.env.docname] = (absolute, [path.name for path in paths])
        for path in paths:
            self.env.note_dependency(f"{relative}/{path.name}")
        drills = sorted((parse_drill(path.read_text("utf-8")) for path in paths), key=place_of)
        questions = nodes.section("", nodes.title("", "Questions"), ids=["questions"])
        asked = nodes.container(classes=["sheet-questions"])
        answers = nodes.section("", nodes.title("", "Answers"), ids=["answers"])
        answers["classes"].append("sheet-answers")
        for number, drill in enumerate(drills, 1):
            asked += _question(number, drill)
            answers += _answer(number, drill)
        questions += asked
        return [questions, answers]


def _question(number: int, drill: Drill) -> nodes.Node:
    hidden = drill.question == "rank"
    state = unturned(drill.state) if hidden else drill.state
    asked = drill.record.line.comment or QUESTIONS[drill.question]
    words = (*text_lines(state), FACE_DOWN if hidden else situation(state))
    said = nodes.line_block("", *(nodes.line("", text) for text in words))
    deal = f" {title(drill.record.deal)}, {drill.grade}"
    head = nodes.paragraph("", "", nodes.strong("", f"{number} {titled(drill)}"))
    head += nodes.inline("", deal, classes=["sheet-deal"])
    return nodes.container(
        "",
        head,
        diagram("", said, state=state),
        nodes.paragraph("", comment_text(asked)),
        classes=["sheet-drill"],
    )


def _answer(number: int, drill: Drill) -> nodes.Node:
    right = [reply for reply in drill.replies if reply.right]
    words = nodes.strong("", f"{number} {'; '.join(_words(drill.state, r.answer) for r in right)}.")
    said = list(dict.fromkeys(comment_text(AGREED.sub("", reply.comment)) for reply in right))
    return nodes.paragraph("", "", words, nodes.Text(f" {' '.join(said)}"))


def _words(state: State, answer: Move | str) -> str:
    """Return an answer in words: a move, yes or no, or a rank."""
    if isinstance(answer, str):
        words = RANK_NAMES[RANKS.index(answer)] if answer in RANKS else answer
    else:
        card = state.piles[answer.pile - 1][-1] if isinstance(answer, BuildTop) else state.turned
        words = move_words(card, answer) if card else str(answer)
    return words[0].upper() + words[1:]


def sheets(env: BuildEnvironment) -> dict[str, tuple[str, list[str]]]:
    """Return of each document with a sheet the folder and the names of its drills."""
    if not hasattr(env, "drill_sheets"):
        env.drill_sheets = {}  # type: ignore[attr-defined]
    found: dict[str, tuple[str, list[str]]] = env.drill_sheets  # type: ignore[attr-defined]
    return found


def outdated(_app: Sphinx, env: BuildEnvironment, *_names: set[str]) -> list[str]:
    """Return the sheets whose folder has gained or lost a drill."""
    return [
        docname
        for docname, (folder, names) in sheets(env).items()
        if names != sorted(path.name for path in Path(folder).glob("*.drill"))
    ]


def purge(_app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """Forget a document."""
    sheets(env).pop(docname, None)


def merge(_app: Sphinx, env: BuildEnvironment, names: set[str], other: BuildEnvironment) -> None:
    """Take over what a parallel reader found."""
    sheets(env).update({name: held for name, held in sheets(other).items() if name in names})


def add_files(
    app: Sphinx, pagename: str, _template: str, _context: dict[str, Any], _tree: object
) -> None:
    """Add the boards' styles to a page with a sheet."""
    if pagename in sheets(app.env):
        for name in STYLES:
            app.add_css_file(f"sirtommy/{app.config.sirtommy_digest}/{name}")
        app.add_css_file("course.css")


def visit_html(self: HTML5Translator, node: diagram) -> None:
    """Draw the position in place of its words."""
    drawn = "".join(table(node["state"]))
    self.body.append(f'<div class="st-board st-still"><div class="st-main">{drawn}</div></div>')
    raise nodes.SkipNode


def pass_by(_self: nodes.NodeVisitor, _node: diagram) -> None:
    """Let the words be written."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, the diagram and the hooks."""
    words = (pass_by, pass_by)
    app.add_node(
        diagram, html=(visit_html, None), latex=words, text=words, man=words, texinfo=words
    )
    app.add_directive("drill-sheet", SheetDirective)
    app.connect("env-get-outdated", outdated)
    app.connect("env-purge-doc", purge)
    app.connect("env-merge-info", merge)
    app.connect("html-page-context", add_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
