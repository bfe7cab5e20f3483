"""Hindsight: after which choice of a game nothing could win, with the order of the stock known.

A game has one point before each choice and one after all of them.
The solver is asked about few of these: a point that is lost is followed by lost ones only, so they
are halved. What it cannot decide within its budget is said to be not proved.
"""

from collections.abc import Mapping
from dataclasses import dataclass

POSITIONS = 20_000
"""How many positions the solver looks at, for each point that it is asked about."""


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What the solver could prove, who sees the order of the stock.

    Point n is the position before decision n (from 0); the last is that after all of them.
    """

    won: int | None
    """The last point that is proved to be winnable; None where none is."""
    lost: int | None
    """The first point that is proved to be lost; None where none is."""
    points: int


def hindsight(known: Mapping[int, str], points: int) -> Hindsight:
    """Return what the verdicts of the solver, by point, say of a game of so many choices."""
    won = [point for point, verdict in known.items() if verdict == "won"]
    lost = [point for point, verdict in known.items() if verdict == "lost"]
    return Hindsight(max(won, default=None), min(lost, default=None), points)


def next_point(known: Mapping[int, str], points: int) -> int | None:
    """Return the point that the solver is to look at next, or None when enough is known.

    `known` holds verdicts by point. Who cannot win at a point cannot later, so points are halved:
    first between the first that is lost and the last that is not known to be, then between the
    last that is won and the first that is not known to be.
    """
    if points not in known:
        return points
    lost = min((point for point, verdict in known.items() if verdict == "lost"), default=points + 1)
    open_at = max((point for point in known if point < lost), default=-1)
    if lost - open_at > 1:
        return (lost + open_at) // 2
    won = max((point for point, verdict in known.items() if verdict == "won"), default=-1)
    unsure = min((point for point in known if point > won), default=points + 1)
    return (won + unsure) // 2 if unsure - won > 1 else None
