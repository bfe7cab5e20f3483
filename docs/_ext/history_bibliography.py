"""Grades and back-links for the entries of sphinxcontrib-bibtex.

An entry of the ``.bib`` file carries three fields of our own: ``grade``, ``seen`` and,
optionally, ``scan``. Below each entry of the bibliography stand its grade, what of it was
seen, where a scan is, and the pages that cite it. ``{bibliography-by-grade}`` lists the
entries once more, by grade.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import history_data
from docutils import nodes
from history_nodes import HistoryDirective, data_folder, labels_of
from pybtex.plugin import find_plugin, register_plugin
from sphinx.util.nodes import make_refnode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pybtex.database import Entry
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment
    from sphinxcontrib.bibtex.domain import BibtexDomain

BACKENDS = "pybtex.backends"


class grade_list(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The place of the entries of one grade, filled when the bibliography is known."""


class ByGradeDirective(HistoryDirective):
    """All cited entries, under the heading of their grade."""

    def run(self) -> list[nodes.Node]:
        """Return a heading, an explanation and a place for the entries of every grade."""
        result: list[nodes.Node] = []
        for grade in self.data("grades")["grades"]:
            title = f"{grade['id']} — {grade['title']}"
            section = nodes.section("", nodes.title("", title))
            self.anchor(section, f"grade-{grade['id'].lower()}", title)
            section += self.prose(grade["meaning"])
            section += grade_list(grade=grade["id"])
            result.append(section)
        return result


def domain_of(env: BuildEnvironment) -> BibtexDomain:
    """Return the domain that knows entries and citations."""
    return cast("BibtexDomain", env.get_domain("cite"))


def citing_pages(domain: BibtexDomain) -> dict[str, list[str]]:
    """Return the pages that cite each key, in a fixed order."""
    pages: dict[str, set[str]] = {}
    for ref in domain.citation_refs:
        for target in ref.targets:
            pages.setdefault(target.key, set()).add(ref.docname)
    return {key: sorted(found) for key, found in pages.items()}


def short_title(entry: Entry) -> str:
    """Return author, title and year in a few words."""
    persons = entry.persons.get("author", [])
    names = ([*p.first_names, *p.prelast_names, *p.last_names] for p in persons)
    author = " and ".join(" ".join(name) for name in names)
    title = entry.fields["title"]
    words = title if author == title else f"{author}, {title}"
    return f"{words}, {entry.fields['year']}".replace("{", "").replace("}", "").replace("\\", "")


def plain(words: str) -> str:
    """Drop the braces that only BibTeX needs."""
    return words.replace("{", "").replace("}", "")


class Annotator:
    """Writes the lines below the entries of one page."""

    def __init__(self, app: Sphinx, docname: str) -> None:
        self.env: BuildEnvironment = app.env
        self.builder: Builder = app.builder
        self.docname = docname
        self.domain = domain_of(self.env)
        self.pages = citing_pages(self.domain)
        grades = history_data.load(data_folder(self.env), "grades")["grades"]
        self.grades = history_data.by_id(grades)

    def link(self, docname: str, anchor: str, words: str) -> nodes.reference:
        """Return a link to an anchor of a page."""
        child = nodes.inline(words, words)
        return make_refnode(self.builder, self.docname, docname, anchor, child)

    def grade(self, grade: str) -> nodes.Node:
        """Return the grade in words, linked to its explanation when there is a page."""
        words = f"Grade {grade} ({self.grades[grade]['title'].lower()})"
        found = labels_of(self.env).get(f"grade-{grade.lower()}")
        return self.link(found[0], found[1], words) if found else nodes.Text(words)

    def lines(self, key: str, entry: Entry) -> Iterable[nodes.Node]:
        """Return the lines below one entry."""
        first = nodes.paragraph(classes=["bib-grade"])
        first += self.grade(entry.fields["grade"])
        first += nodes.Text(f". Seen: {plain(entry.fields['seen'])}.")
        if "scan" in entry.fields:
            first += nodes.Text(f" Scan or text: {plain(entry.fields['scan'])}.")
        yield first
        second = nodes.paragraph("", "Cited in: ", classes=["bib-backlinks"])
        for number, page in enumerate(self.pages.get(key, [])):
            if number:
                second += nodes.Text(", ")
            second += self.link(page, "", self.env.titles[page].astext())
        second += nodes.Text(".")
        yield second

    def annotate(self, doctree: nodes.document) -> None:
        """Add the lines to every entry of the page."""
        entries = {c.citation_id: c for c in self.domain.citations}
        for item in list(doctree.findall(nodes.citation)):
            for ident in item["ids"]:
                if ident in entries:
                    citation = entries[ident]
                    item["classes"].append("bib-entry")
                    item += list(self.lines(citation.key, citation.entry))

    def fill(self, doctree: nodes.document) -> None:
        """Replace every place for the entries of a grade."""
        for place in list(doctree.findall(grade_list)):
            items = nodes.bullet_list(classes=["bib-by-grade"])
            chosen = [c for c in self.domain.citations if c.entry.fields["grade"] == place["grade"]]
            for citation in sorted(chosen, key=lambda c: short_title(c.entry).lower()):
                where = citation.bibliography_key.docname
                link = self.link(where, citation.citation_id, short_title(citation.entry))
                items += nodes.list_item("", nodes.paragraph("", "", link))
            place.replace_self(items if len(items) else nodes.paragraph("", "None at present."))


def annotate(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Work on a page once its citations are resolved."""
    annotator = Annotator(app, docname)
    annotator.annotate(doctree)
    annotator.fill(doctree)


def remember(app: Sphinx, doctree: nodes.document) -> None:
    """Note the pages that list entries by grade: they depend on every citation."""
    if next(iter(doctree.findall(grade_list)), None) is not None:
        app.env.metadata[app.env.docname]["bibliography_by_grade"] = "yes"


def rewrite(_app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Have those pages and the bibliography written again whenever anything changed."""
    pages = {name for name, meta in env.metadata.items() if "bibliography_by_grade" in meta}
    return sorted(pages | {key.docname for key in domain_of(env).bibliographies})


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive and the steps."""
    app.setup_extension("history_nodes")
    app.setup_extension("sphinxcontrib.bibtex")
    # Else they are looked for anew at each citation, among all packages that are installed.
    for name in ("docutils", "plaintext"):
        register_plugin(BACKENDS, name, find_plugin(BACKENDS, name), force=True)
    app.add_node(grade_list)
    app.add_directive("bibliography-by-grade", ByGradeDirective)
    app.connect("doctree-read", remember)
    app.connect("env-updated", rewrite)
    app.connect("doctree-resolved", annotate)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
