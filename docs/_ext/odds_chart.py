"""Charts of the odds page: a dot and a whisker for each result, drawn as SVG when HTML is written.

Colours come from classes in ``odds.css``, so that light, dark and print need no second drawing.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

from history_svg import drawing, element, line, text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

WIDTH, LEFT, RIGHT, ROW, TOP = 440.0, 24.0, 424.0, 38.0, 26.0

LOGIT = (0.00001, 0.0001, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99)
"""Where the scale of odds has its lines: it gives room to rates near nothing and near all."""


class Row(NamedTuple):
    """A line of a chart."""

    label: str
    words: str
    value: float
    low: float
    high: float


class Scale(NamedTuple):
    """Where a value lies between 0 and 1 across the chart, and the lines drawn."""

    place: Callable[[float], float]
    ticks: list[tuple[float, str]]


def _logit(part: float) -> float:
    part = min(max(part, LOGIT[0]), 0.995)
    return log(part / (1 - part))


def odds_scale(_rows: list[Row]) -> Scale:
    """Return the scale of odds: equal steps multiply won against lost equally."""
    low, high = _logit(LOGIT[0]), _logit(0.995)
    ticks = [(part, f"{100 * part:g} %") for part in LOGIT]
    return Scale(lambda part: (_logit(part) - low) / (high - low), ticks)


def share_scale(_rows: list[Row]) -> Scale:
    """Return the plain scale from nothing to all."""
    return Scale(lambda part: part, [(n / 4, f"{25 * n} %") for n in range(5)])


def difference_scale(rows: list[Row]) -> Scale:
    """Return a plain scale around 0 that holds every whisker."""
    edge = max(max(abs(row.low), abs(row.high)) for row in rows)
    step = next(s for s in (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if 3 * s >= edge)
    reach = max(edge, step) * 1.05
    marks = [n * step for n in range(-3, 4) if abs(n) * step <= reach]
    ticks = [(mark, f"{100 * mark:+g}".replace("-", "−") if mark else "0") for mark in marks]
    return Scale(lambda part: (part + reach) / (2 * reach), ticks)


SCALES = {"odds": odds_scale, "share": share_scale, "difference": difference_scale}
"""The scales by name."""


def whiskers(data: dict[str, Any], _links: Mapping[str, str]) -> str:
    """Draw rows of label, words, dot and whisker; the intervals are those of the table."""
    rows = [Row(*row) for row in data["rows"]]
    scale = SCALES[data["scale"]](rows)
    bottom = TOP + ROW * len(rows)

    def at(part: float) -> float:
        return LEFT + (RIGHT - LEFT) * min(max(scale.place(part), 0.0), 1.0)

    body = []
    for mark, words in scale.ticks:
        kind = "zero" if data["scale"] == "difference" and not mark else "grid"
        body.append(line(at(mark), TOP - 6, at(mark), bottom, class_=kind))
        body.append(text(words, at(mark), TOP - 11, class_="tick", text_anchor="middle"))
    for number, row in enumerate(rows):
        y = TOP + ROW * number
        kind = "sure" if data["scale"] != "difference" or row.low * row.high > 0 else "unsure"
        parts = [
            text(row.label, LEFT, y + 13, class_="row"),
            text(row.words, RIGHT, y + 13, class_="row figure", text_anchor="end"),
            line(at(row.low), y + 25, at(row.high), y + 25, class_="whisker"),
            *(line(at(end), y + 21, at(end), y + 29, class_="whisker") for end in row[3:]),
            element("circle", cx=at(row.value), cy=y + 25, r=4.0, class_=f"dot {kind}"),
        ]
        body.append(element("g", "".join(parts)))
    description = "; ".join(f"{row.label}: {row.words}" for row in rows)
    return drawing(
        body,
        data["ident"],
        size=(WIDTH, bottom + 8),
        title=data["title"],
        description=f"{description}. The table below has every figure.",
    )


def calibration(data: dict[str, Any], _links: Mapping[str, str]) -> str:
    """Draw how often was won against what was said; on the slanting line both agree."""
    side, left, top = 300.0, 70.0, 16.0
    rows = [Row(*row) for row in data["rows"]]

    def spot(x: float, y: float) -> tuple[float, float]:
        return left + side * x, top + side * (1 - y)

    body = []
    for step in range(5):
        part = step / 4
        x, y = spot(part, part)
        body.append(line(left, y, left + side, y, class_="grid"))
        body.append(line(x, top, x, top + side, class_="grid"))
        body.append(text(f"{100 * part:g} %", left - 8, y + 4, class_="tick", text_anchor="end"))
        place = top + side + 16
        body.append(text(f"{100 * part:g} %", x, place, class_="tick", text_anchor="middle"))
    body.append(line(*spot(0, 0), *spot(1, 1), class_="zero"))
    middle = left + side / 2
    body.append(text("chance said", middle, top + side + 36, class_="row", text_anchor="middle"))
    body.append(text("won", left - 8, top + side / 2 - 12, class_="row", text_anchor="end"))
    for number, row in enumerate(rows):
        x, y = spot((number + 0.5) / len(rows), row.value)
        _, low = spot(0, row.low)
        _, high = spot(0, row.high)
        dot = element("circle", cx=x, cy=y, r=4.0, class_="dot sure")
        body.append(element("g", line(x, low, x, high, class_="whisker") + dot))
    description = "; ".join(f"{row.label}: {row.words}" for row in rows)
    return drawing(
        body,
        data["ident"],
        size=(WIDTH, top + side + 46),
        title=data["title"],
        description=f"{description}. The table below has every figure.",
    )
