"""The directives for drills: one, all of a theme, and a list of all.

`sirtommy-drill` shows one drill, `sirtommy-drills` those files of a folder that have a theme, and
`sirtommy-drill-list` links to all drills of a folder by theme and grade. A new file is found by
itself. Progress is kept by the drills' ids, so no two drills of a site may share one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging

from sirtommy.asking import QUESTIONS, WORDED
from sirtommy.drill import GRADES, THEMES, Drill, parse_drill
from sirtommy.errors import RecordError
from sirtommy.review import IDEAS
from sirtommy.sphinxext.answers import worded
from sirtommy.sphinxext.directives import GameDirective
from sirtommy.sphinxext.page import Sheet

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

ORDER = tuple(dict.fromkeys(GRADES.values()))
"""The grades, the easiest first."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the build remembers of the drills of a document."""

    drills: list[tuple[str, str]]
    """Id and place of each drill that stands there."""
    folders: dict[str, list[str]]
    """The files of each folder from which it takes drills."""


class DrillDirective(GameDirective):
    """A drill: a question that is answered at once, with a word on every answer.

    The drill stands in the directive, or in the file that its argument names; its id becomes the
    board's name where no other is given.
    """

    kind = "puzzle"

    def sheet_of(self, text: str) -> Sheet:
        """Return the drill as a puzzle; its rates are stored, so nothing is played out."""
        drill = parse_drill(text)
        self.options.setdefault("name", drill.id)
        source, line = self.get_source_info()
        known(self.env, self.env.docname).drills.append((drill.id, f"{source}:{line}"))
        return self.sheet_of_drill(drill)

    def sheet_of_drill(self, drill: Drill) -> Sheet:
        """Return what the board of a drill shows."""
        line_of_play = drill.record.line
        asked = line_of_play.comment or QUESTIONS[drill.question]
        return Sheet(
            self.kind,
            replace(drill.record, line=replace(line_of_play, comment=asked)),
            tuple(reply.chance for reply in drill.replies),
            classes=(*self._classes, "st-drill"),
            note=f"{drill.grade}: {IDEAS[drill.theme]}",
            hint=drill.hint,
            right=tuple(reply.right for reply in drill.replies),
            words=worded(drill) if drill.question in WORDED else (),
            face_down=drill.question == "rank",
        )


class FolderDirective(DrillDirective):
    """A directive that reads all drills of the page's folder."""

    has_content = False
    optional_arguments = 0
    option_spec: ClassVar = {}

    def stored(self) -> Iterator[tuple[Path, Drill]]:
        """Yield the drills of the folder, the easy ones first; what cannot be read is a warning."""
        folder = Path(self.env.doc2path(self.env.docname)).parent
        paths = sorted(folder.glob("*.drill"))
        known(self.env, self.env.docname).folders[str(folder)] = [path.name for path in paths]
        found = []
        for path in paths:
            self.env.note_dependency(str(path.relative_to(self.env.srcdir)))
            try:
                found.append((path, parsed(path.read_text("utf-8"))))
            except (OSError, UnicodeDecodeError) as error:
                self._warn(f"the drill {path.name} cannot be opened: {error}", str(path), 1)
            except RecordError as error:
                self._warn(f"the drill cannot be read: {error}", str(path), error.line)
        yield from sorted(found, key=lambda pair: place_of(pair[1]))

    def link(self, drill: Drill, words: str = "") -> nodes.Node:
        """Return a link to a drill on the page of its theme."""
        return self._link("ref", drill.id, words or titled(drill))

    def page_link(self, name: str, words: str) -> nodes.Node:
        """Return a link to another page of the folder."""
        folder = self.env.docname.rpartition("/")[0]
        return self._link("doc", f"/{folder}/{name}" if folder else f"/{name}", words)

    def _link(self, kind: str, target: str, words: str) -> nodes.Node:
        return addnodes.pending_xref(
            "",
            nodes.inline("", words),
            refdomain="std",
            reftype=kind,
            reftarget=target,
            refexplicit=True,
            refwarn=True,
            refdoc=self.env.docname,
        )


class DrillsDirective(FolderDirective):
    """All drills of the page's folder that have the theme named, each under its title."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a section for each drill."""
        theme = self.arguments[0]
        if theme not in THEMES:
            here, line = self.get_source_info()
            self._warn(f"{theme} is no theme: {', '.join(sorted(THEMES))}", here, line)
            return []
        sections: list[nodes.Node] = []
        drills = tuple(self.stored())
        for (path, drill), following in zip(drills, (*drills[1:], None), strict=True):
            if drill.theme != theme:
                continue
            known(self.env, self.env.docname).drills.append((drill.id, f"{path}:1"))
            self.options["name"] = drill.id
            sheet = self.sheet_of_drill(replace(drill, record=replace(drill.record, title="")))
            section = nodes.section("", nodes.title("", titled(drill)), ids=[f"drill-{drill.id}"])
            onward = (
                self.link(following[1], f"Next drill: {titled(following[1])}")
                if following
                else self.page_link("index", "All drills")
            )
            section += self._node(sheet)
            section += nodes.paragraph("", "", onward, classes=["st-onward"])
            sections.append(section)
        return sections


class DrillListDirective(FolderDirective):
    """Links to all drills of the page's folder, by theme and grade."""

    def run(self) -> list[nodes.Node]:
        """Return a list of links under each theme's idea."""
        drills = [drill for _, drill in self.stored()]
        result: list[nodes.Node] = []
        for theme, idea in IDEAS.items():
            mine = [drill for drill in drills if drill.theme == theme]
            if not mine:
                continue
            link = self.page_link(theme, idea[0].upper() + idea[1:])
            heading = nodes.paragraph("", "", link, classes=["st-theme"])
            items = nodes.bullet_list("", *map(self._item, mine), classes=["st-drills"])
            result += [heading, items]
        return result

    def _item(self, drill: Drill) -> nodes.list_item:
        grade = nodes.inline("", drill.grade, classes=["st-grade"])
        line = nodes.paragraph("", "", self.link(drill), nodes.Text(" "), grade)
        return nodes.list_item("", line)


@cache
def parsed(text: str) -> Drill:
    """Return a drill; each page of a folder reads them all."""
    return parse_drill(text)


def titled(drill: Drill) -> str:
    """Return the title of a drill, or words for one that has none."""
    return drill.record.title or drill.id.replace("-", " ").capitalize()


def place_of(drill: Drill) -> tuple[int, int, str]:
    """Return where a drill stands among all: by theme, the easy ones first."""
    return tuple(IDEAS).index(drill.theme), ORDER.index(drill.grade), drill.id


def known(env: "BuildEnvironment", docname: str) -> Known:
    """Return what is remembered of the drills of a document."""
    return _all(env).setdefault(docname, Known([], {}))


def _all(env: "BuildEnvironment") -> dict[str, Known]:
    if not hasattr(env, "sirtommy_drills"):
        env.sirtommy_drills = {}  # type: ignore[attr-defined]
    found: dict[str, Known] = env.sirtommy_drills  # type: ignore[attr-defined]
    return found


def connect(app: "Sphinx") -> None:
    """Hook into the build."""
    app.connect("env-get-outdated", _outdated)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("env-check-consistency", _check)
    app.connect("html-page-context", _add_to_page)


def _outdated(
    _app: "Sphinx",
    env: "BuildEnvironment",
    _added: set[str],
    _changed: set[str],
    _removed: set[str],
) -> list[str]:
    """Return the documents that take drills from a folder in which files have come or gone."""
    return [
        docname
        for docname, here in _all(env).items()
        if any(
            names != sorted(path.name for path in Path(folder).glob("*.drill"))
            for folder, names in here.folders.items()
        )
    ]


def _purge(_app: "Sphinx", env: "BuildEnvironment", docname: str) -> None:
    _all(env).pop(docname, None)


def _merge(
    _app: "Sphinx", env: "BuildEnvironment", docnames: set[str], other: "BuildEnvironment"
) -> None:
    for docname in sorted(docnames):
        if docname in _all(other):
            _all(env)[docname] = _all(other)[docname]


def _check(_app: "Sphinx", env: "BuildEnvironment") -> None:
    """Warn where an id is used twice: progress is kept by it."""
    first: dict[str, str] = {}
    for docname in sorted(_all(env)):
        for name, where in _all(env)[docname].drills:
            if name in first:
                message = "the drill %s has the id of another, at %s"
                logger.warning(
                    message, name, first[name], location=where, type="sirtommy", subtype="drill"
                )
            first.setdefault(name, where)


def _add_to_page(
    app: "Sphinx",
    page: str,
    _template: str,
    _context: dict[str, object],
    _doctree: nodes.document | None,
) -> None:
    """Add script and styles to a page with drills or their list, before those of the boards."""
    if page not in _all(app.env) or app.builder.name == "epub":
        return
    folder = f"sirtommy/{app.config.sirtommy_digest}"
    app.add_css_file(f"{folder}/drills.css")
    # In the order of the page: who answers at once is heard.
    app.add_js_file(f"{folder}/drills.js", priority=400, type="module")
