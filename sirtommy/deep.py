"""The player who plays on: every choice is tried on the same orders of the unseen cards.

The choices race. After each block of orders a choice drops out when it lies behind the leader by
more than luck explains, so that effort goes to close choices and none to hopeless ones.
Each continuation is played by the learned evaluation, and in a race it is stopped where that says
that it is all but certain to be won or lost; for a hint it is played to the end.
What the player who answers at once thinks of a choice counts like some orders already tried.
The same seed and budget give the same choice, in integers throughout.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sirtommy import holding, turns, value_calculation
from sirtommy.at_once import ahead_of, play, run_ends, settle
from sirtommy.deal import Generator
from sirtommy.kernel import LAY, TOP, TURNED, WIDTH, Table
from sirtommy.value import Position, position_of
from sirtommy.weights import CERTAIN, Net, network

BLOCK = 16
"""Orders between two looks at the standings."""
LUCK = 6
"""A lead counts when its square is more than so many times its variance."""
SETTLED = 4
"""Cards before which a continuation of a race is not stopped."""
LOST, SURE = 1000, 64_500
"""Chances, of `CERTAIN`, below and above which it is stopped; nothing else stops it."""
TRUST = 32
"""How many orders the opinion of the player who answers at once counts for."""
HOPELESS = 16
"""A choice of which that player thinks so many times less than of the best is not tried."""
WHOLE = turns.WHOLE
"""A chance of 1 in the score of a continuation."""
SEED_STEP = 1 << 32
"""How far apart the orders of neighbouring seeds begin."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a choice stood when the race was over."""

    prior: int
    """Its average chance one card ahead, of `WHOLE`."""
    score: int
    """The sum of its chances over the orders tried, of `WHOLE` each."""
    tried: int

    @property
    def chance(self) -> float:
        """The chance of winning, orders and prior together."""
        return (self.score + TRUST * self.prior) / (WHOLE * (self.tried + TRUST))


class Deep:
    """Takes the winner of a race over at most `budget` orders of the unseen cards."""

    def __init__(self, seed: int, budget: int, net: Net | None = None) -> None:
        """Use the orders that belong to `seed`.

        Raises:
            WeightsError: The shipped network cannot be read.
        """
        self._first = seed * SEED_STEP
        self._budget = budget
        self._net = net or network()
        self._plan: dict[tuple[tuple[int, ...], ...], int] = {}
        self._planner = holding.Planner(self._end)

    def choose(self, table: Table) -> int:
        """Return the next move in Calculation."""
        return self._planner.choose(table)

    def _end(self, position: value_calculation.Position, rank: int) -> turns.End:
        """Return the end of a turn of Calculation that won its race."""
        tried = turns.best_ends(position, rank)
        if len(tried) == 1:
            return tried[0]
        positions = [end.position for end in tried]
        return tried[
            race_by(turns.ahead_of, turns.continued, positions, self._first, self._budget)[0]
        ]

    def lay(self, table: Table) -> int:
        """Return the pile for the turned card."""
        position = position_of(table, self._net)
        tried = distinct(position)
        if len(tried) == 1:
            return tried[0]
        afters = []
        for pile in tried:
            after = position.copy()
            after.lay(pile, table.turned)
            afters.append(after)
        return tried[race(afters, self._first, self._budget)[0]]

    def build(self, table: Table, moves: list[int]) -> int:
        """Return the next build on the way to the end of the run that won its race.

        The rest of the way is remembered, so that a run is one decision.
        A turned card that can be built goes first, as in forced play.
        """
        if moves[0] < TOP:
            return moves[0]
        position = position_of(table, self._net)
        planned = self._plan.get(_key(position))
        if planned is None or TOP + WIDTH * planned not in moves:
            ends = run_ends(position)
            lengths = sorted(ends, reverse=True)
            afters = []
            for end in lengths:
                after = position.copy()
                for pile in ends[end]:
                    after.build_top(pile)
                afters.append(after)
            best = race(afters, self._first, self._budget)[0] if len(afters) > 1 else 0
            self._plan = {}
            for pile in ends[lengths[best]]:
                self._plan[_key(position)] = pile
                position.build_top(pile)
            planned = ends[lengths[best]][0]
        return TOP + WIDTH * planned


def _key(position: Position) -> tuple[tuple[int, ...], ...]:
    return (*position.piles, tuple(position.unseen))


def distinct(position: Position) -> list[int]:
    """Return the piles on which a card can be laid with different results: one empty pile."""
    piles = position.piles
    return [n for n, pile in enumerate(piles) if pile or piles.index(()) == n]


class Raced(Protocol):
    """What a race has to know of a position."""

    @property
    def left(self) -> int:
        """How many cards are still to be turned."""

    @property
    def unseen(self) -> Sequence[int]:
        """For each rank how many cards are still to be turned."""


R = TypeVar("R", bound=Raced)


def race(
    positions: Sequence[Position], first: int, budget: int
) -> tuple[int, tuple[Standing, ...]]:
    """Return which of `positions` of Sir Tommy is best, and how all of them stood."""
    return race_by(ahead_of, _to_the_end, positions, first, budget)


def race_by(
    worth: Callable[[R], int],
    played: Callable[[R, list[int]], int],
    positions: Sequence[R],
    first: int,
    budget: int,
) -> tuple[int, tuple[Standing, ...]]:
    """Return which of `positions` is best, and how all of them stood.

    `worth` says what the player who answers at once thinks of one, `played` what an order of the
    unseen cards makes of it, of `WHOLE`.
    All have the same unseen cards; order `i` is the shuffle of the generator started at
    `first + i`. Of equals the one that the player who answers at once prefers is best.
    """
    left = max(1, positions[0].left)
    worths = [worth(position) for position in positions]
    priors = [worth // left >> 8 for worth in worths]
    best = max(range(len(positions)), key=lambda i: (worths[i], -i))
    alive = [i for i in range(len(positions)) if worths[i] * HOPELESS >= worths[best]]
    scores: list[list[int]] = [[] for _ in positions]
    totals = [prior * TRUST for prior in priors]
    tried = 0
    while tried < budget and len(alive) > 1:
        upto = min(budget, tried + BLOCK)
        for number in range(tried, upto):
            order = continuation(positions[0], first + number)
            for i in alive:
                score = played(positions[i], order)
                scores[i].append(score)
                totals[i] += score
        tried = upto
        for i in alive:
            if (totals[i], worths[i]) > (totals[best], worths[best]):
                best = i
        leader = scores[best]
        alive = [
            i
            for i in alive
            if i == best
            or not _beaten(leader, scores[i], TRUST * (priors[best] - priors[i]), tried + TRUST)
        ]
    standings = tuple(
        Standing(prior, sum(score), len(score)) for prior, score in zip(priors, scores, strict=True)
    )
    return best, standings


def _beaten(leader: list[int], other: list[int], head_start: int, weight: int) -> bool:
    """Whether the lead over `other` is more than luck explains."""
    gaps = [one - two for one, two in zip(leader, other, strict=True)]
    lead = sum(gaps) + head_start
    square = sum([gap * gap for gap in gaps])
    return lead > 0 and lead * lead > LUCK * (square - lead * lead // weight)


def _to_the_end(position: Position, order: list[int]) -> int:
    return continued(position.copy(), order)


def continuation(position: Raced, number: int) -> list[int]:
    """Return order `number` of the unseen ranks: the shuffle of the generator started there."""
    order = [rank for rank, count in enumerate(position.unseen) for _ in range(count)]
    Generator(number).shuffle(order)
    return order


def continued(position: Position, order: Sequence[int]) -> int:
    """Play `order` on in `position` (changed); return the chance in the end, of `WHOLE`.

    It is stopped only where it is all but certain to be won or lost.
    """
    for number, rank in enumerate(order):
        if position.won:
            return WHOLE
        if number >= SETTLED:
            chance = position.chance(position.evaluation())
            if not LOST <= chance <= SURE:
                return chance * WHOLE // CERTAIN
        play(position, rank)
    return WHOLE if position.won else 0


def played_out(position: Position, order: Sequence[int]) -> bool:
    """Play `order` out in `position` (changed); return whether the game is won."""
    for rank in order:
        play(position, rank)
    return position.won


def tallies(table: Table, first: int, last: int, net: Net | None = None) -> tuple[float, ...]:
    """Return for each of `table.legal()` how many of the orders `first` to `last` it wins.

    The last order is left out. Sums of slices add up to the sum of the whole.
    Moves that differ only by the place of equal piles share one sum.
    In Calculation, which takes longer to play, orders are judged after some cards, in parts of a
    win.
    Nothing is stopped early, as a race does where the end seems certain: the evaluation is
    calibrated where its own games lead, and people play positions to which they never do.
    """
    if table.wants:
        return holding.tallies(table, first, last)
    position = position_of(table, net or network())
    known: dict[object, int] = {}
    sums = []
    orders = [continuation(position, number) for number in range(first, last)]
    for move in table.legal():
        after = _after(position, table.turned, move)
        key = (tuple(sorted(after.piles)), tuple(after.up))
        if key not in known:
            known[key] = sum(played_out(after.copy(), order) for order in orders)
        sums.append(known[key])
    return tuple(sums)


def opinions(table: Table, net: Net | None = None) -> tuple[int, ...]:
    """Return for each of `table.legal()` its average chance one card ahead, of `WHOLE`.

    This is what the player who answers at once thinks; it counts like `TRUST` orders.
    """
    if table.wants:
        return holding.opinions(table)
    position = position_of(table, net or network())
    known: dict[object, int] = {}
    chances = []
    for move in table.legal():
        after = _after(position, table.turned, move)
        key = (tuple(sorted(after.piles)), tuple(after.up))
        if key not in known:
            left = max(1, after.left)
            known[key] = WHOLE if after.won else ahead_of(after) // left * WHOLE // CERTAIN
        chances.append(known[key])
    return tuple(chances)


def _after(position: Position, turned: int, move: int) -> Position:
    """Return the position after a move of the kernel, and after the run it leads to."""
    after = position.copy()
    if move < TURNED:
        after.lay(move - LAY, turned)
        return after
    if move < TOP:
        after.build(turned)
    else:
        after.build_top((move - TOP) // WIDTH)
    settle(after)
    return after
