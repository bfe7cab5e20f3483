"""The weights of the learned evaluation of Calculation: a network of its own, read from a file.

It is made like that of Sir Tommy, which `weights` explains, from other features.
How soon a card can be needed is the least number of builds on one foundation before it takes it.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from sirtommy.weights import fine_chances, read_weights, text_of

FILE = "weights-calculation.json"
HIDDEN = 24
"""Places of the first layer."""
STAGES = 8
"""Stages of the game, by the share of the pack that has been turned."""
AHEAD = 6
"""How many of the ranks next on a foundation are looked at one by one."""
NEVER = 13
"""How soon an empty place, or a rank that no foundation takes any more, is needed."""

# Where each family of features begins among the rows of the first layer. Ranks count from 1.
ABOVE = 0  # [upper][lower]: a card lies somewhere above another
NEXT = ABOVE + 14 * 14  # [upper][lower]: a card lies on another
LATER = NEXT + 14 * 14  # as ABOVE, by how soon both can be needed
STEP = LATER + 14 * 14  # as NEXT, by how soon both can be needed
BURIED = STEP + 14 * 14  # [how soon][cards over it that are needed later, at most 7][unseen, 3]
CHAIN = BURIED + 14 * 8 * 4  # [foundation][how soon]: a card lies on the one to follow it
HEAD = CHAIN + 4 * 14  # [how soon the top][length, at most 15]
TOP = HEAD + 14 * 16  # [rank of the top, or 0]
WANT = TOP + 14  # [builds before it][unseen][cards over the nearest copy, at most 7; 8: none]
RANK = WANT + 6 * 5 * 9  # [rank][foundations that need it][unseen][whether it is a top]
SOON = RANK + 14 * 5 * 5 * 2  # [how soon][unseen][tops, at most 2]
PAIR = SOON + 14 * 5 * 3  # [place, at most 2][how soon a top][the next sooner top]
UP = PAIR + 3 * 14 * 14  # [foundation][height]
LEFT = UP + 4 * 14  # [cards unseen]
ROWS = LEFT + 53

SIGNS = ((1 << 32 * HIDDEN) // ((1 << 32) - 1)) << 31
"""The sign bit of every place; a first layer holds them added, so that no place borrows."""


@dataclass(frozen=True, slots=True)
class Net:
    """The weights, rows packed into integers, 32 bits for each place."""

    rows: tuple[int, ...]
    bias: int
    out: tuple[tuple[int, ...], ...]
    """For each stage a weight for every place of the first layer; 0 for place 0."""
    straight: tuple[int, ...]
    """For each stage the weight of place 0, which counts even where it is negative."""
    out_bias: tuple[int, ...]
    chances: tuple[int, ...]


def net_of(data: dict[str, Any]) -> Net:
    """Return the network that `read_weights` read."""
    *rows, bias = [sum(w << 32 * h for h, w in enumerate(row)) for row in data["rows"]]
    return Net(
        tuple(rows),
        bias + SIGNS,
        tuple((0, *row[1:]) for row in data["out"]),
        tuple(row[0] for row in data["out"]),
        tuple(data["out_bias"]),
        fine_chances(data["chances"]),
    )


@cache
def network(name: str = FILE) -> Net:
    """Return the network in the file `name` beside this module.

    Raises:
        WeightsError: The file is missing, cut short, damaged, or of another version.
    """
    return net_of(read_weights(text_of(name), ROWS, HIDDEN))
