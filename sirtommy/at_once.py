"""The player who answers at once: the learned evaluation, looking one card ahead.

A choice is worth the average, over the ranks that the next card can have, of the chance after the
best answer to that rank; each rank weighs as many cards as are unseen.
"""

from collections.abc import Callable, Sequence

from sirtommy import turns
from sirtommy.holding import Planner
from sirtommy.kernel import TOP, WIDTH, Table
from sirtommy.value import Position, position_of
from sirtommy.weights import CERTAIN, Net, network

Worth = Callable[[Position], int]


class AtOnce:
    """Takes the choice that is worth most, the first of equals.

    Without `ahead` a choice is worth its evaluation: weaker, but far faster.
    """

    def __init__(self, net: Net | None = None, *, ahead: bool = True) -> None:
        """Play by `net`, the shipped network where none is given.

        Raises:
            WeightsError: The shipped network cannot be read.
        """
        self._net = net or network()
        self._worth: Worth = ahead_of if ahead else Position.evaluation
        self._planner = Planner(turns.best_end_ahead if ahead else turns.best_end)

    def lay(self, table: Table) -> int:
        """Return the pile for the turned card."""
        position = position_of(table, self._net)
        rated = rated_lays(position, table.turned, self._worth)
        return max(rated, key=lambda pile: rated[pile])

    def choose(self, table: Table) -> int:
        """Return the next move in Calculation."""
        return self._planner.choose(table)

    def build(self, table: Table, moves: list[int]) -> int:
        """Return a build that leads to the end of the run worth most, the first such build.

        A turned card that can be built goes first, as in forced play.
        """
        if moves[0] < TOP:
            return moves[0]
        position = position_of(table, self._net)
        ends = run_ends(position)
        best = best_end(position, ends, self._worth)
        for move in moves:
            first = (move - TOP) // WIDTH
            after = position.copy()
            after.build_top(first)
            if best in run_ends(after):
                return move
        message = "the end of a run is reached by one of its builds"
        raise AssertionError(message)


def rated_lays(position: Position, rank: int, worth: Worth) -> dict[int, int]:
    """Return what laying `rank` on each pile is worth; one empty pile stands for all."""
    rated = {}
    for number, pile in enumerate(position.piles):
        if pile or position.piles.index(()) == number:
            after = position.copy()
            after.lay(number, rank)
            rated[number] = worth(after)
    return rated


def ahead_of(position: Position) -> int:
    """Return the average chance one card ahead, times the cards unseen, of `CERTAIN`."""
    if position.won:
        return CERTAIN * 52
    total = 0
    for rank, cards in enumerate(position.unseen):
        if not cards:
            continue
        after = position.copy()
        after.turn(rank)
        if after.fits(rank):
            after.build(rank)
            settle(after)
            value = after.evaluation()
        else:
            value = max(after.lays(rank))[0]
        total += cards * position.chance(value)
    return total


def play(position: Position, rank: int) -> None:
    """Turn `rank` and play it by the evaluation alone."""
    position.turn(rank)
    if position.fits(rank):
        position.build(rank)
        settle(position)
    else:
        best = max(position.lays(rank), key=lambda pair: pair[0])
        position.lay(best[1], rank)


def settle(position: Position) -> None:
    """Play the run in `position` to the end that the evaluation likes best."""
    piles, up, unseen = position.piles, position.up, position.unseen
    while tops := fitting(position):
        free = (
            tops if len(tops) == 1 else [n for n in tops if uncontested(up, unseen, piles[n][-1])]
        )
        if not free:
            break
        position.build_top(free[0])
    if tops:
        ends = run_ends(position)
        for pile in ends[best_end(position, ends, Position.evaluation)]:
            position.build_top(pile)


def fitting(position: Position) -> list[int]:
    """Return the piles whose tops can be built."""
    up = position.up
    return [n for n, pile in enumerate(position.piles) if pile and up[pile[-1]] < up[pile[-1] - 1]]


def uncontested(up: Sequence[int], unseen: Sequence[int], rank: int) -> bool:
    """Whether tops of `rank`, which fit, have a place whatever else is built in this run.

    There are then as many places for the rank as cards of it in all piles, and their number only
    grows. Such a card is built in this run for certain, and building it first hinders nothing, so
    which ends can be reached does not change.
    """
    return up[rank - 1] + unseen[rank] >= up[0]


def run_ends(position: Position) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return every end of the run in `position`: the lengths of the piles, and builds to it."""
    piles, unseen = position.piles, position.unseen
    start = tuple(map(len, piles))
    paths: dict[tuple[int, ...], tuple[int, ...]] = {start: ()}
    agenda = [(start, tuple(position.up))]
    ends = {}
    for lengths, up in agenda:
        tops = []
        for number, length in enumerate(lengths):
            rank = piles[number][length - 1] if length else 0
            if rank and up[rank] < up[rank - 1]:
                if uncontested(up, unseen, rank):
                    tops = [(number, rank)]
                    break
                tops.append((number, rank))
        for number, rank in tops:
            after = (*lengths[:number], lengths[number] - 1, *lengths[number + 1 :])
            if after not in paths:
                paths[after] = (*paths[lengths], number)
                agenda.append((after, (*up[:rank], up[rank] + 1, *up[rank + 1 :])))
        if not tops:
            ends[lengths] = paths[lengths]
    return ends


def best_end(
    position: Position, ends: dict[tuple[int, ...], tuple[int, ...]], worth: Worth
) -> tuple[int, ...]:
    """Return the end that is worth most; of equals the one with the longest first piles."""
    if len(ends) == 1:
        return next(iter(ends))
    rated = []
    for lengths, path in ends.items():
        after = position.copy()
        for pile in path:
            after.build_top(pile)
        rated.append((worth(after), lengths))
    return max(rated)[1]
