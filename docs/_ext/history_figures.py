"""Directives that draw from data and say the same as a list.

``{history-timeline}``, ``{history-names}``, ``{family-tree}``, ``{family-branch} ID`` and
``{history-plate} NAME``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import history_names
import history_plates
import history_timeline
import history_tree
from docutils import nodes
from history_nodes import PAINTERS, HistoryDirective, reference

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PAINTERS["timeline"] = history_timeline.paint
PAINTERS["names"] = history_names.paint
PAINTERS["tree"] = history_tree.paint
PAINTERS["plate"] = history_plates.paint


class TimelineDirective(HistoryDirective):
    """The timeline and the same as a list."""

    def run(self) -> list[nodes.Node]:
        """Return the drawing and the list."""
        data = self.data("timeline")
        lanes = {lane["id"]: lane["title"] for lane in data["lanes"]}
        items = nodes.bullet_list(classes=["history-list"])
        for event in sorted(data["events"], key=lambda event: event["year"]):
            paragraph = nodes.paragraph("", "", nodes.strong("", event["when"]))
            paragraph += nodes.Text(" ")
            paragraph += reference(event["link"], event["label"])
            paragraph += nodes.Text(f" ({lanes[event['lane']].lower()}). ")
            paragraph += self.phrase(event["text"])
            item = nodes.list_item("", paragraph)
            items += self.anchor(item, f"event-{event['id']}", event["label"])
        return [self.drawing("timeline", data), items]


class NamesDirective(HistoryDirective):
    """The drawing of the names and the same as a table."""

    def run(self) -> list[nodes.Node]:
        """Return the drawing and a definition list."""
        data = self.data("names")
        items = nodes.definition_list(classes=["history-list"])
        for name in data["names"]:
            uses = nodes.bullet_list()
            for use in name["uses"]:
                paragraph = nodes.paragraph("", f"{use['when']}: ")
                paragraph += reference(use["link"], use["who"])
                paragraph += nodes.Text(". ")
                paragraph += self.phrase(use["text"])
                uses += nodes.list_item("", paragraph)
            term = nodes.term("", "", reference(f"name-{name['id']}", name["name"]))
            items += nodes.definition_list_item("", term, nodes.definition("", uses))
        return [self.drawing("names", data), items]


class TreeDirective(HistoryDirective):
    """The family tree and the same as nested lists."""

    def run(self) -> list[nodes.Node]:
        """Return the drawing and the lists."""
        data = self.data("family")
        outer = nodes.bullet_list(classes=["history-list", "family-list"])
        for branch in data["branches"]:
            inner = nodes.bullet_list()
            for group in branch["groups"]:
                paragraph = nodes.paragraph("", f"{group['title']}: ")
                games = [g for g in data["games"] if g["group"] == group["id"]]
                for number, game in enumerate(games):
                    if number:
                        paragraph += nodes.Text(", ")
                    paragraph += reference(f"game-{game['id']}", game["name"])
                paragraph += nodes.Text(".")
                inner += nodes.list_item("", paragraph)
            head = nodes.paragraph("", "", reference(f"branch-{branch['id']}", branch["title"]))
            outer += nodes.list_item("", head, inner)
        return [self.drawing("tree", data), outer]


class BranchDirective(HistoryDirective):
    """A section for every game of a branch."""

    required_arguments: ClassVar[int] = 1

    FIELDS = (
        ("aliases", "Also called"),
        ("packs", "Packs"),
        ("foundations", "Foundations"),
        ("piles", "Piles"),
        ("restrictions", "How it differs"),
        ("redeals", "Redeals"),
        ("first", "First source found"),
        ("grade", "Grade"),
        ("dispute", "Dispute"),
    )

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        data = self.data("family")
        branch = next((b for b in data["branches"] if b["id"] == self.arguments[0]), None)
        if branch is None:
            raise self.error(f"the family has no branch {self.arguments[0]!r}")
        groups = [group["id"] for group in branch["groups"]]
        games = [g for group in groups for g in data["games"] if g["group"] == group]
        return [self.section(game) for game in games]

    def section(self, game: dict[str, Any]) -> nodes.Element:
        """Return the entry of one game."""
        section = nodes.section("", nodes.title("", game["name"]), classes=["family-game"])
        self.anchor(section, f"game-{game['id']}", game["name"])
        fields = nodes.field_list(classes=["game-facts"])
        for key, label in self.FIELDS:
            if key in game:
                body = nodes.field_body("", nodes.paragraph("", "", *self.phrase(str(game[key]))))
                fields += nodes.field("", nodes.field_name("", label), body)
        section += fields
        return section


class PlateDirective(HistoryDirective):
    """A plate with its caption; the content of the directive is added to the caption."""

    required_arguments: ClassVar[int] = 1
    has_content: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Return the plate."""
        name = self.arguments[0]
        if name not in history_plates.TITLES:
            raise self.error(f"there is no plate {name!r}")
        title, _description = history_plates.TITLES[name]
        caption = nodes.paragraph("", "", nodes.strong("", f"{title}. "), classes=["plate-caption"])
        caption += self.phrase("\n".join(self.content))
        return [nodes.container("", self.drawing("plate", name), caption, classes=["plate"])]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.setup_extension("history_nodes")
    app.add_directive("history-timeline", TimelineDirective)
    app.add_directive("history-names", NamesDirective)
    app.add_directive("family-tree", TreeDirective)
    app.add_directive("family-branch", BranchDirective)
    app.add_directive("history-plate", PlateDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
