"""The course's furniture: how long a lesson takes, marks on the map, where to go on.

A lesson is a page with `lesson: ID` in its head matter.
The id outlives the lesson's place, its file and its title: a reader's progress is kept by it.

* A list with the class `course-map` whose entries begin with a link to a lesson gets times and
  places for marks.
* ``{course-continue}`` is where readers who have begun find the way back; with ``:reset:`` they can
  forget what they did.
* ``{course-time}`all``` says how long the whole course takes.

Without scripts the map is a plain list and nothing else shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective, SphinxRole

from sirtommy.board import escape
from sirtommy.frames import walk
from sirtommy.sphinxext.nodes import board
from sirtommy.sphinxext.plain import children

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

SITE_BUILDERS = {"html", "dirhtml"}
WORDS_A_MINUTE = 180
"""A reader who looks at the cards that the words speak of."""
SECONDS_A_STEP = 5
SECONDS_A_QUESTION = 90


class Lesson(NamedTuple):
    """A lesson, and the minutes it takes."""

    id: str
    docname: str
    title: str
    reading: int
    playing: int

    @property
    def minutes(self) -> int:
        """All of it."""
        return self.reading + self.playing


class course_continue(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes like elements
    """Where the reader goes on; `reset` tells whether progress can be forgotten here."""


class course_time(nodes.Inline, nodes.TextElement):  # noqa: N801
    """How long the course takes."""


class ContinueDirective(SphinxDirective):
    """The line that leads back to where a reader left off."""

    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {"reset": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Return the node, which is filled in when all lessons are known."""
        return [course_continue("", reset="reset" in self.options)]


class TimeRole(SphinxRole):
    """How long the course takes."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the node, which is filled in when all lessons are known."""
        return [course_time("")], []


def measure(app: Sphinx, doctree: nodes.document) -> None:
    """Note how many minutes a lesson takes."""
    metadata = app.env.metadata[app.env.docname]
    if "lesson" not in metadata:
        return
    words, seconds = 0, 0
    for node in doctree.findall(board):
        sheet = node["sheet"]
        if sheet.kind == "puzzle":
            seconds += SECONDS_A_QUESTION
            # Of the answers a reader reads two or three; the rest is about the words left out.
            words -= sum(len(child.astext().split()) for child in children(sheet))
        else:
            seconds += SECONDS_A_STEP * len(walk(sheet.record).main.steps)
    words += len(doctree.astext().split())
    metadata["lesson-reading"] = str(max(1, round(words / WORDS_A_MINUTE)))
    metadata["lesson-playing"] = str(max(1, round(seconds / 60)))


def lessons(env: BuildEnvironment) -> list[Lesson]:
    """Return the lessons in the order of their section's contents."""
    order = env.toctree_includes.get("tutorials/index", ())
    return [
        Lesson(
            env.metadata[name]["lesson"],
            name,
            env.titles[name].astext(),
            int(env.metadata[name]["lesson-reading"]),
            int(env.metadata[name]["lesson-playing"]),
        )
        for name in order
        if "lesson" in env.metadata[name]
    ]


def whole(minutes: int) -> str:
    """Write the length of the course in words, to the nearest ten minutes."""
    hours, rest = divmod(10 * round(minutes / 10), 60)
    parts = [f"{hours} hour{'s' * (hours > 1)}"] * bool(hours) + [f"{rest} minutes"] * bool(rest)
    return " and ".join(parts)


def furnish(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put times, marks and the way back where they belong."""
    known = lessons(app.env)
    live = app.builder.name in SITE_BUILDERS
    for place in list(doctree.findall(course_time)):
        place.replace_self(nodes.Text(whole(sum(lesson.minutes for lesson in known))))
    for spot in list(doctree.findall(course_continue)):
        line = [_raw(_continue(app, docname, known, reset=spot["reset"]))] if live else []
        spot.replace_self(line)
    for listed in doctree.findall(_is_map) if live else ():
        for entry, lesson in _entries(listed, {lesson.docname: lesson for lesson in known}, app):
            mark = f'<span class="course-mark" data-lesson="{escape(lesson.id)}"></span>'
            time = f'<span class="course-minutes">{lesson.minutes} min</span>'
            entry += [nodes.Text(" "), _raw(time), nodes.Text(" "), _raw(mark)]
    for lesson in known:
        if lesson.docname == docname:
            _lesson(doctree, lesson, live=live)


def _is_map(node: nodes.Node) -> bool:
    return isinstance(node, nodes.enumerated_list) and "course-map" in node["classes"]


def _entries(
    listed: nodes.Node, known: dict[str, Lesson], app: Sphinx
) -> Iterator[tuple[nodes.paragraph, Lesson]]:
    """Yield the paragraph of each entry of a map with its lesson."""
    here = app.builder.get_target_uri
    by_uri = {here(name).rpartition("/")[2]: lesson for name, lesson in known.items()}
    for paragraph in listed.findall(nodes.paragraph):
        for link in paragraph.findall(nodes.reference):
            if lesson := by_uri.get(link.get("refuri", "").rpartition("/")[2]):
                yield paragraph, lesson
            break


def _continue(app: Sphinx, docname: str, known: list[Lesson], *, reset: bool) -> str:
    links = "".join(
        f'<a href="{escape(app.builder.get_relative_uri(docname, lesson.docname))}" '
        f'data-lesson="{escape(lesson.id)}">{number} {escape(lesson.title)}</a>'
        for number, lesson in enumerate(known, 1)
    )
    kept = ' data-reset=""' if reset else ""
    return (
        f'<nav class="course-continue" aria-label="Where you left off"{kept} hidden="">'
        f"{links}</nav>"
    )


def _lesson(doctree: nodes.document, lesson: Lesson, *, live: bool) -> None:
    """Say in a lesson how long it takes, and give it a box to tick where one can be ticked."""
    box = (
        f'<div class="course-done" data-lesson="{escape(lesson.id)}" hidden="">'
        '<label><input type="checkbox"/> I have done this lesson</label>'
        '<p role="status"></p></div>'
    )
    for paragraph in list(doctree.findall(nodes.paragraph)):
        if paragraph.astext().startswith("Goal:"):
            words = f" About {lesson.minutes} minutes, {lesson.playing} of them at the boards."
            paragraph.append(nodes.inline("", words, classes=["course-time"]))
        if live and paragraph.astext().startswith("Next:"):
            paragraph.parent.insert(paragraph.parent.index(paragraph), _raw(box))


def _raw(html: str) -> nodes.raw:
    return nodes.raw("", html, format="html")


def renew(_app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return the pages to write again because a lesson or its length changed."""
    now = lessons(env)
    before = getattr(env, "course_lessons", now)
    env.course_lessons = now  # type: ignore[attr-defined]  # kept with the environment
    return [] if before == now else sorted(env.course_pages)  # type: ignore[attr-defined]


def note(app: Sphinx, doctree: nodes.document) -> None:
    """Remember the pages that show the course as a whole."""
    if not hasattr(app.env, "course_pages"):
        app.env.course_pages = set()  # type: ignore[attr-defined]
    pages: set[str] = app.env.course_pages  # type: ignore[attr-defined]
    pages.discard(app.env.docname)
    if any(doctree.findall(course_continue)) or any(doctree.findall(course_time)):
        pages.add(app.env.docname)


def merge(_app: Sphinx, env: BuildEnvironment, _names: set[str], other: BuildEnvironment) -> None:
    """Take over what a parallel reader found."""
    both = getattr(env, "course_pages", set()) | getattr(other, "course_pages", set())
    env.course_pages = both  # type: ignore[attr-defined]


def add_files(
    app: Sphinx,
    pagename: str,
    _template: str,
    _context: dict[str, Any],
    tree: nodes.document | None,
) -> None:
    """Add script and styles to the pages that have a use for them."""
    if tree and any("card-side" in node["classes"] for node in tree.findall(nodes.container)):
        app.add_css_file("course.css")
    if "lesson" in app.env.metadata[pagename] or pagename in app.env.course_pages:  # type: ignore[attr-defined]
        app.add_css_file("course.css")
        app.add_js_file("course.js", type="module")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, the role and the hooks."""
    app.add_node(course_continue)
    app.add_node(course_time)
    app.add_directive("course-continue", ContinueDirective)
    app.add_role("course-time", TimeRole())
    app.connect("doctree-read", measure, priority=600)
    app.connect("doctree-read", note)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", renew)
    app.connect("doctree-resolved", furnish)
    app.connect("html-page-context", add_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
