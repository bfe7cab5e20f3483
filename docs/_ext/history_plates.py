"""Plates of our own in the manner of an engraved layout diagram of the 1870s."""

from __future__ import annotations

from typing import TYPE_CHECKING

from history_svg import drawing, element, line, text

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH = 340
CARD_W, CARD_H = 46, 62

SUITS = {
    "S": "M0 -6C3 -2 6 0 6 3C6 6 2 6 .8 3.6L1.8 7H-1.8L-.8 3.6C-2 6 -6 6 -6 3C-6 0 -3 -2 0 -6z",
    "H": "M0 6C-3 2.5 -6 .5 -6 -2.5C-6 -6 -1.5 -6 0 -3C1.5 -6 6 -6 6 -2.5C6 .5 3 2.5 0 6z",
    "D": "M0 -6.5L4.8 0L0 6.5L-4.8 0z",
    "C": "M0 -6.2a3 3 0 0 1 2.4 4.8a3 3 0 1 1 -1.7 4.8L1.7 7H-1.7L-.7 3.4a3 3 0 1 1 -1.7 -4.8"
    "a3 3 0 0 1 2.4 -4.8z",
}
"""Outlines of the suits around (0, 0); hearts and diamonds are left hollow, as engravers did."""

TITLES = {
    "sir-tommy": (
        "Plate I. Sir Tommy in mid-deal",
        (
            "A pack face down at the top left. Beside it four places for foundations, lettered A to"
            " D: three of hearts, two of spades, ace of clubs, and an empty place. Below them four"
            " fanned waste piles, lettered E to H: king of clubs, queen of hearts, nine of spades;"
            " jack of diamonds, eight of clubs, seven of hearts; ten of spades, five of diamonds;"
            " king of hearts, six of spades."
        ),
    ),
    "calculation": (
        "Plate II. The four ladders of Calculation",
        (
            "Four columns. The first starts from an ace and climbs by ones: 2, 3, 4. The second"
            " starts from a two and climbs by twos: 4, 6, 8. The third starts from a three and"
            " climbs by threes: 6, 9, queen. The fourth starts from a four and climbs by fours:"
            " 8, queen, 3."
        ),
    ),
}
"""Caption and description of every plate."""


def suit(name: str, x: float, y: float) -> str:
    """Draw a suit sign."""
    kind = "pip-solid" if name in "SC" else "pip-hollow"
    return element("path", d=SUITS[name], transform=f"translate({x:g} {y:g})", class_=kind)


def card(code: str, x: float, y: float) -> str:
    """Draw a card such as ``9S`` or ``TH``, with a shadow of three strokes."""
    rank = {"T": "10", "J": "Kn", "Q": "Qn", "K": "Kg"}.get(code[0], code[0])
    strokes = "".join(
        line(x + CARD_W + d, y + 3 + d, x + CARD_W + d, y + CARD_H + d, class_="hatch")
        for d in (0.8, 1.6, 2.4)
    )
    return (
        strokes
        + element("rect", x=x, y=y, width=CARD_W, height=CARD_H, rx=2, class_="card")
        + text(rank, x + 5, y + 13, class_="rank")
        + suit(code[1], x + CARD_W - 10, y + 9)
        + suit(code[1], x + CARD_W / 2, y + CARD_H / 2 + 8)
    )


def back(x: float, y: float) -> str:
    """Draw a card face down, cross-hatched."""
    lines = [element("rect", x=x, y=y, width=CARD_W, height=CARD_H, rx=2, class_="card")]
    for step in range(6, CARD_W + CARD_H - 4, 5):
        x0, y0 = max(4, step - CARD_H + 4), min(step, CARD_H - 4)
        x1, y1 = min(step, CARD_W - 4), max(4, step - CARD_W + 4)
        lines.append(line(x + x0, y + y0, x + x1, y + y1, class_="hatch"))
        lines.append(line(x + CARD_W - x0, y + y0, x + CARD_W - x1, y + y1, class_="hatch"))
    return "".join(lines)


def space(x: float, y: float) -> str:
    """Draw an empty place."""
    return element("rect", x=x, y=y, width=CARD_W, height=CARD_H, rx=2, class_="space")


def letter(words: str, x: float, y: float) -> str:
    """Letter a place."""
    return text(words, x, y, class_="letter", text_anchor="middle")


def frame(height: float) -> list[str]:
    """Draw the double rule around a plate."""
    return [
        element("rect", x=1, y=1, width=WIDTH - 2, height=height - 2, class_="paper"),
        element("rect", x=5, y=5, width=WIDTH - 10, height=height - 10, class_="frame"),
    ]


def sir_tommy() -> tuple[list[str], float]:
    """Draw a position that the rules allow: no top card can be built."""
    height = 244.0
    body = frame(height)
    xs = [82.0 + 62 * i for i in range(4)]
    body += [back(20, 34), back(17, 31), letter("THE PACK", 41, 24)]
    for place, code in zip(xs, ("3H", "2S", "AC", ""), strict=True):
        body.append(card(code, place, 31) if code else space(place, 31))
    body += [letter(c, x + CARD_W / 2, 24) for c, x in zip("ABCD", xs, strict=True)]
    piles = (("KC", "QH", "9S"), ("JD", "8C", "7H"), ("TS", "5D"), ("KH", "6S"))
    for place, pile in zip(xs, piles, strict=True):
        body += [card(code, place, 122.0 + 22 * i) for i, code in enumerate(pile)]
    body += [letter(c, x + CARD_W / 2, 115) for c, x in zip("EFGH", xs, strict=True)]
    return body, height


def calculation() -> tuple[list[str], float]:
    """Draw the bases and the next three ranks of every ladder."""
    height = 250.0
    body = frame(height)
    ladders = (
        ("by ones", "AS", "2", "3", "4"),
        ("by twos", "2H", "4", "6", "8"),
        ("by threes", "3C", "6", "9", "Qn"),
        ("by fours", "4D", "8", "Qn", "3"),
    )
    for column, (name, base, *ranks) in enumerate(ladders):
        x = 30.0 + 78 * column
        body.append(letter(name, x + CARD_W / 2, 28))
        for step, rank in reversed(list(enumerate(ranks))):
            y = 36.0 + 42 * (step + 1)
            body.append(space(x, y))
            body.append(
                text(rank, x + CARD_W / 2, y + CARD_H - 8, class_="ghost", text_anchor="middle")
            )
        body.append(card(base, x, 36))
    return body, height


def paint(name: str, _links: Mapping[str, str]) -> str:
    """Draw the plate called *name*."""
    body, height = {"sir-tommy": sir_tommy, "calculation": calculation}[name]()
    title, description = TITLES[name]
    return drawing(
        body,
        f"history-plate-{name}",
        size=(WIDTH, height),
        title=title,
        description=description,
    ).replace('class="history-drawing ', 'class="history-drawing history-plate ')
