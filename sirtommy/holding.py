"""The player of Calculation, and what it thinks of each choice: any card may be kept.

A turn is planned as a whole, from the card that is turned to the place it gets, and the plan is
kept to; the next card is seen before any other top has to be built.
"""

from collections.abc import Callable

from sirtommy.kernel import LAY, TOP, TURNED, WIDTH, Table
from sirtommy.turns import (
    WHOLE,
    End,
    Moves,
    ahead_of,
    best_end,
    continuation,
    continued,
    finished,
    worth,
)
from sirtommy.value_calculation import Position, position_of
from sirtommy.weights import CERTAIN

Key = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int]


class Planner:
    """Takes the best end of a turn, and the moves that lead there."""

    def __init__(self, best: Callable[[Position, int], End]) -> None:
        """Take the end that `best` finds for a position and the rank of the turned card."""
        self._best = best
        self._plan: dict[Key, int] = {}

    def choose(self, table: Table) -> int:
        """Return the next move, one of `table.legal()`.

        Raises:
            WeightsError: The shipped network cannot be read.
        """
        position = position_of(table)
        if table.rules.forced:
            return max(table.legal(), key=lambda move: worth(moved(position, move, table.turned)))
        key = position.piles, position.heights, table.turned
        if key not in self._plan:
            if table.turned:
                moves: Moves = self._best(position, table.turned).moves
            else:
                moves = finished(position)[1]
            self._plan = {}
            for move in moves:
                self._plan[position.piles, position.heights, table.turned] = move
                position = moved(position, move, table.turned)
        return self._plan[key]


def moved(position: Position, move: int, turned: int) -> Position:
    """Return the position after a move of the kernel, `turned` being the rank that waits."""
    if move < TURNED:
        return position.laid(move - LAY, turned)
    if move < TOP:
        return position.built(move - TURNED)
    return position.top_built((move - TOP) // WIDTH, move % WIDTH)


def afters(table: Table) -> list[Position]:
    """Return for each of `table.legal()` the position after the turn that begins with it."""
    position = position_of(table)
    found = []
    for move in table.legal():
        after = moved(position, move, table.turned)
        if move >= TOP and table.turned:
            after = best_end(after, table.turned).position
        found.append(after)
    return found


def tallies(table: Table, first: int, last: int) -> tuple[float, ...]:
    """Return for each of `table.legal()` the wins that the orders `first` to `last` are worth.

    The last order is left out. Sums of slices add up to the sum of the whole.
    """
    positions = afters(table)
    orders = [continuation(positions[0], number) for number in range(first, last)]
    sums = {
        key: sum(continued(after, order) for order in orders) / WHOLE
        for key, after in {_same(after): after for after in positions}.items()
    }
    return tuple(sums[_same(after)] for after in positions)


def opinions(table: Table) -> tuple[int, ...]:
    """Return for each of `table.legal()` its average chance one card ahead, of `WHOLE`."""
    positions = afters(table)
    left = max(1, positions[0].left)
    known = {
        key: ahead_of(after) // left * WHOLE // CERTAIN
        for key, after in {_same(after): after for after in positions}.items()
    }
    return tuple(known[_same(after)] for after in positions)


def _same(position: Position) -> object:
    """Return what is equal for positions that differ by the place of equal piles only."""
    return tuple(sorted(position.piles)), position.heights
