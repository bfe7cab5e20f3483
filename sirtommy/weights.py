"""The weights of the learned evaluation: a small network of integers, read from a file.

Its first layer is a sum of rows, one for every feature that a position has: what lies under what,
how deep, what is up, unseen and wanted, which tops there are.
Place 0 of that sum counts as it is, the others where they are positive; the second layer weighs
them, with weights of its own for each stage of the game.
A row is kept as one integer, 32 bits for each place, so that adding a row is one addition.
"""

import json
import struct
import zlib
from base64 import b85decode
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from sirtommy.errors import SirTommyError

FORMAT = 1
"""The version of the weights file that this module reads."""

HIDDEN = 32
"""Places of the first layer."""
STAGES = 8
"""Stages of the game, by the share of the pack that has been turned."""

# Where each family of features begins among the rows of the first layer. Ranks count from 1.
UNDER = 0  # [over][low][copies]: how many copies of a low rank lie under a higher one
NEXT = UNDER + 14 * 14 * 5  # [upper][lower]: a card lies on another
ABOVE = NEXT + 14 * 14  # [upper][lower]: a card lies somewhere above another
TOP = ABOVE + 14 * 14  # [rank or 0][length, at most 15]: the top of a pile, its length
NEAR = TOP + 14 * 16  # [rank][cards, at most 7]: cards over the nearest copy in a pile
COUNT = NEAR + 14 * 8  # [rank][up][unseen]
NEED = COUNT + 14 * 25  # [rank][foundations that want it][unseen][tops of that rank]
PAIR = NEED + 14 * 125  # [place, at most 2][top][next lower top]: the tops in falling order
LEFT = PAIR + 3 * 196  # [cards unseen]
ROWS = LEFT + 53

UNIT = 1 << 20
"""One unit of the evaluation; the chance of winning is about its logistic function."""
CERTAIN = 1 << 16
"""A chance of 1."""
WON = 1 << 40
"""The evaluation of a won game."""
STEP = 12
"""Chances are looked up in steps of 1 << 12, in parts of `UNIT`."""
REACH = 10 << 8
"""How many such steps the table of chances goes down and up from 0."""

SIGNS = ((1 << 32 * HIDDEN) // ((1 << 32) - 1)) << 31
"""The sign bit of every place; a first layer holds them added, so that no place borrows."""


class WeightsError(SirTommyError):
    """The weights file is missing, damaged or of another version."""


Covers = tuple[tuple[int, int], ...]
"""What a card newly covers, in pairs of [over * 14 + low] and how many copies."""

Pile = tuple[int, int, Covers]
"""The rows of a pile, all and those of its order alone, and what its top newly covers."""


@dataclass(frozen=True, slots=True)
class Net:
    """The weights, ready for adding: rows packed into integers."""

    rows: tuple[int, ...]
    bias: int
    out: tuple[tuple[int, ...], ...]
    """For each stage a weight for every place of the first layer."""
    out_bias: tuple[int, ...]
    chances: tuple[int, ...]
    """The chance of winning, of `CERTAIN`, for evaluations from -10 to 10 units, in fine steps."""
    ranks: tuple[int, ...]
    """The rows of `COUNT` and `NEED` together: [rank][wanted][up][unseen][tops]."""
    straight: tuple[int, ...]
    """For each stage the weight of place 0, which counts even where it is negative; in `out` it
    is 0."""
    piles: dict[tuple[int, ...], "Pile"]
    """What has been found out about piles lately."""
    tops: dict[tuple[int, ...], int]
    """What has been found out about tops lately, lowest first."""


def read_weights(text: str, rows: int = ROWS, hidden: int = HIDDEN) -> dict[str, Any]:
    """Return the weights file as plain data: lists of integers, checked.

    The network has that many rows and places of the first layer; those of Sir Tommy by default.

    Raises:
        WeightsError: The text is cut short, damaged, or of another version.
    """
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            message = f"the weights are of format {data['format']}; this program reads {FORMAT}"
            raise WeightsError(message)
        raw = zlib.decompress(b85decode(data["layer"]))
        if zlib.crc32(raw) != data["checksum"] or len(raw) != (rows + 1) * (hidden + 1):
            message = "the weights are damaged: their checksum is not the one they state"
            raise WeightsError(message)
        data["rows"] = list(struct.iter_unpack(f"<h{hidden - 1}b", raw))
    except (KeyError, TypeError, ValueError, zlib.error, struct.error) as problem:
        if isinstance(problem, WeightsError):
            raise
        message = f"the weights cannot be read: the file is damaged ({problem})"
        raise WeightsError(message) from problem
    return dict(data)


@cache
def network(name: str = "weights.json") -> Net:
    """Return the network in the file `name` beside this module.

    Raises:
        WeightsError: The file is missing, cut short, damaged, or of another version.
    """
    return net_of(read_weights(text_of(name)))


def text_of(name: str) -> str:
    """Return the text of the file `name` beside this module.

    Raises:
        WeightsError: The file is missing or cannot be read.
    """
    try:
        return Path(__file__).with_name(name).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as problem:
        message = f"the weights file {name} is missing or cannot be read"
        raise WeightsError(message) from problem


def net_of(data: dict[str, Any]) -> Net:
    """Return the network that `read_weights` read."""
    *rows, bias = [sum(w << 32 * h for h, w in enumerate(row)) for row in data["rows"]]
    ranks = [0] * (14 * 625)
    for rank in range(1, 14):
        for up in range(5):
            for unseen in range(5 - up):
                count = rows[COUNT + (rank * 5 + up) * 5 + unseen]
                for wanted in range(5 - up):
                    for tops in range(5 - up - unseen):
                        need = ((rank * 5 + wanted) * 5 + unseen) * 5 + tops
                        place = (((rank * 5 + wanted) * 5 + up) * 5 + unseen) * 5 + tops
                        ranks[place] = count + rows[NEED + need]
    return Net(
        tuple(rows),
        bias + SIGNS,
        tuple((0, *row[1:]) for row in data["out"]),
        tuple(data["out_bias"]),
        fine_chances(data["chances"]),
        tuple(ranks),
        tuple(row[0] for row in data["out"]),
        {},
        {},
    )


def fine_chances(knots: list[int]) -> tuple[int, ...]:
    """Return the table of chances in fine steps, straight lines between `knots`."""
    gap = 2 * REACH // (len(knots) - 1)
    table = [
        (low * (gap - i) + high * i) // gap for low, high in pairwise(knots) for i in range(gap)
    ]
    return (*table, knots[-1])
