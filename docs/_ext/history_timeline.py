"""The timeline: marks at their true years on the left, spread-out labels on the right.

Time runs downward, so that the drawing is as readable on a telephone as on paper.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from history_svg import drawing, element, line, link, text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDTH = 340
TOP = 58
"""Room above the first year, for the key."""
PER_YEAR = 3.3
ROW = 18
"""Least distance between two labels."""
AXIS_X = 34
LANE_X = 46
LANE_STEP = 11
LABEL_X = 106


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Move the sorted positions *wanted* as little as needed to keep them *gap* apart.

    Neighbours that would collide form a block, and a block sits where its members
    wanted to be on average.
    """
    blocks: list[tuple[float, int]] = []  # (start of the block, number of members)
    for position in wanted:
        start, count = position, 1
        while blocks and blocks[-1][0] + blocks[-1][1] * gap > start:
            before, members = blocks.pop()
            total = members + count
            mean = (members * before + count * (start - members * gap)) / total
            start, count = mean, total
        blocks.append((start, count))
    return [start + gap * i for start, count in blocks for i in range(count)]


def mark(lane: int, x: float, y: float, name: str) -> str:
    """Draw the mark of a lane: a shape as well as a colour of its own."""
    classes = f"mark lane-{name}"
    shapes = (
        f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z",
        f"M{x - 4.5:.1f} {y:.1f}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
        f"M{x:.1f} {y - 5.5:.1f}l5.5 5.5l-5.5 5.5l-5.5 -5.5z",
        f"M{x:.1f} {y - 5:.1f}l5.2 9.5h-10.4z",
    )
    return element("path", d=shapes[lane % len(shapes)], class_=classes)


def paint(data: dict[str, Any], links: Mapping[str, str]) -> str:
    """Draw *data*: ``lanes`` and ``events`` sorted by year."""
    lanes = {lane["id"]: number for number, lane in enumerate(data["lanes"])}
    events = sorted(data["events"], key=lambda event: event["year"])
    first = events[0]["year"] // 10 * 10
    true = [TOP + (event["year"] - first) * PER_YEAR for event in events]
    rows = spread(true, ROW)
    lift = max(0.0, TOP - rows[0])
    rows = [row + lift for row in rows]
    bottom = max(true[-1], rows[-1]) + 16
    body = []
    for lane, number in lanes.items():
        x, y = 12.0 + (number % 2) * 165, 16.0 + (number // 2) * 18
        body.append(mark(number, x, y, lane))
        body.append(text(data["lanes"][number]["title"], x + 10, y + 4, class_="key"))
    body.append(line(AXIS_X, TOP - 8, AXIS_X, bottom, class_="axis"))
    last = events[-1]["year"]
    for year in range(first, last + 1, 20):
        y = TOP + (year - first) * PER_YEAR
        body.append(line(AXIS_X - 4, y, AXIS_X, y, class_="axis"))
        body.append(text(str(year), AXIS_X - 6, y + 3, class_="year", text_anchor="end"))
    for event, y, row in zip(events, true, rows, strict=True):
        number = lanes[event["lane"]]
        x = LANE_X + number * LANE_STEP
        content = (
            element(
                "path",
                d=f"M{x:.1f} {y:.1f}H{LABEL_X - 24:.1f}L{LABEL_X - 6:.1f} {row:.1f}",
                class_="leader",
            )
            + mark(number, x, y, event["lane"])
            + element(
                "text",
                element("tspan", escape(event["when"]), class_="when")
                + " "
                + escape(event["label"], quote=False),
                x=float(LABEL_X),
                y=row + 4,
                class_="label",
            )
        )
        spoken = f"{event['when']}: {event['label']} ({data['lanes'][number]['title']})"
        body.append(link(links.get(event["link"]), content, spoken))
    return drawing(
        body,
        "history-timeline",
        size=(WIDTH, bottom + 4),
        title="Timeline",
        description=data["description"],
    )
