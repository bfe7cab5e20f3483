"""Who used which name when: a line of marks for every use that was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from history_svg import drawing, element, line, link, text

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH = 340
LEFT, RIGHT = 14, 328
FIRST, LAST = 1860, 2030
TOP = 24
ROW = 17
MIDDLE = 1945
"""Uses after this year have their words on the left of the mark."""


def place(year: int) -> float:
    """Return where *year* lies."""
    return LEFT + (RIGHT - LEFT) * (year - FIRST) / (LAST - FIRST)


def paint(data: dict[str, Any], links: Mapping[str, str]) -> str:
    """Draw *data*: ``names``, each with its ``uses``."""
    body: list[str] = []
    y = float(TOP)
    for name in data["names"]:
        y += ROW + 5
        head = text(name["name"], LEFT - 6, y, class_="name")
        body.append(link(links.get(f"name-{name['id']}"), head, f"The name {name['name']}"))
        for use in name["uses"]:
            y += ROW
            x = place(use["year"])
            sure = "sure" if use["sure"] else "unsure"
            late = use["year"] > MIDDLE
            words = f"{use['who']}, {use['when']}"
            content = element("circle", cx=x, cy=y - 4, r=4.5, class_=f"mark {sure}") + text(
                words,
                x - 9 if late else x + 9,
                y,
                class_="label",
                text_anchor="end" if late else "start",
            )
            doubt = "" if use["sure"] else ", not certain"
            spoken = f"{name['name']}: {words}{doubt}"
            body.append(link(links.get(use["link"]), content, spoken))
    bottom = y + 10
    grid = []
    for year in range(1870, LAST, 30):
        x = place(year)
        grid.append(line(x, TOP - 6, x, bottom, class_="grid"))
        grid.append(text(str(year), x, TOP - 10, class_="year", text_anchor="middle"))
    return drawing(
        [*grid, *body],
        "history-names",
        size=(WIDTH, bottom + 2),
        title="Who used which name when",
        description=data["description"],
    )
