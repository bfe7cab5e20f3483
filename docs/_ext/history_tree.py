"""The family by mechanism: a tree of what a game lets you do, not of who came from whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from history_svg import drawing, element, link, text

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH = 340
ROW = 18
INDENT = 16
LEFT = 8


def branch_line(x: float, y0: float, y1: float, x1: float) -> str:
    """Draw a branch that leaves a stem at (x, y0) and ends at (x1, y1)."""
    return element("path", d=f"M{x:.1f} {y0:.1f}V{y1:.1f}H{x1:.1f}", class_="branch")


def paint(data: dict[str, Any], links: Mapping[str, str]) -> str:
    """Draw *data*: ``branches`` with ``groups``, and ``games`` that name their group."""
    body = [text(data["root"], LEFT, 16, class_="root")]
    y = 16.0
    stem = 16.0
    for branch in data["branches"]:
        y += ROW + 6
        body.append(branch_line(LEFT + 3, stem + 5, y - 4, LEFT + INDENT - 4))
        words = text(branch["title"], LEFT + INDENT, y, class_="bough")
        body.append(link(links.get(f"branch-{branch['id']}"), words, branch["title"]))
        branch_y = y
        for group in branch["groups"]:
            y += ROW
            body.append(branch_line(LEFT + INDENT + 3, branch_y + 5, y - 4, LEFT + 2 * INDENT - 4))
            body.append(text(group["title"], LEFT + 2 * INDENT, y, class_="group"))
            group_y = y
            for game in (g for g in data["games"] if g["group"] == group["id"]):
                y += ROW
                body.append(
                    branch_line(LEFT + 2 * INDENT + 3, group_y + 5, y - 4, LEFT + 3 * INDENT - 4)
                )
                words = text(game["name"], LEFT + 3 * INDENT, y, class_="leaf")
                body.append(link(links.get(f"game-{game['id']}"), words, game["name"]))
                # Beside the link: its name is what it shows, no more and no less.
                if year := game.get("first_year"):
                    body.append(text(year, WIDTH - 6, y, class_="year", text_anchor="end"))
    return drawing(
        body,
        "history-tree",
        size=(WIDTH, y + 10),
        title="The family by mechanism",
        description=data["description"],
    )
