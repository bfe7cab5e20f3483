"""Whole turns of Calculation: builds that may wait, and the card that is turned.

While a turned card waits, tops may be built or kept; the turn ends when it is built or laid.
Every position that builds of tops lead to is looked at, up to a limit, and in each the card is
tried wherever it can go.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from sirtommy.deal import Generator
from sirtommy.kernel import LAY, TOP, TURNED, WIDTH
from sirtommy.value_calculation import Position
from sirtommy.weights import CERTAIN, WON

NODES = 64
"""How many positions the builds of one turn are followed to, at most."""
LAST_NODES = 1_000
"""How many, where no card is to come."""
TRIED = 4
"""How many ends of a turn, the best by the evaluation, are looked at a card ahead."""

HORIZON = 8
"""Cards after which a continuation is judged: to the end it takes ten times as long as one of
Sir Tommy."""
WHOLE = 256
"""A chance of 1 in the score of a continuation."""

Moves = tuple[int, ...]
"""Moves of the kernel."""


class Open(Enum):
    """What can be built in a position."""

    NOTHING = auto()
    SOMETHING = auto()
    AT_ONCE = auto()
    """The last card of its rank that is not up: it can wait for nothing."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of a turn, and the moves to it; the last one places the turned card."""

    value: int
    position: Position
    moves: Moves


def ways(position: Position, most: int) -> list[tuple[Position, Open, Moves]]:
    """Return the positions that builds of tops lead to, `most` at most, with the builds to each."""
    game = position.game
    nodes: list[tuple[Position, Moves]] = [(position, ())]
    known = {(position.piles, position.heights)}
    found = []
    for here, moves in nodes:
        climb = game.climb(here.heights)
        builds, only = [], -1
        for pile, cards in enumerate(here.piles):
            takers = climb.takers[cards[-1]] if cards else ()
            builds += [(pile, f) for f in takers]
            if takers and climb.needed[cards[-1]] == 1:
                only = pile
                break
        for pile, f in builds:
            if len(nodes) == most or only not in {-1, pile}:
                continue
            after = here.top_built(pile, f)
            key = after.piles, after.heights
            if key not in known:
                known.add(key)
                nodes.append((after, (*moves, TOP + WIDTH * pile + f)))
        kind = Open.AT_ONCE if only >= 0 else Open.SOMETHING if builds else Open.NOTHING
        found.append((here, kind, moves))
    return found


@lru_cache(maxsize=4_000)
def finished(position: Position) -> tuple[Position, Moves]:
    """Return `position` with as many tops built as can be, where no card is to come."""
    moves: Moves = ()
    while True:
        found = ways(position, LAST_NODES)
        if len(found) == 1:
            return position, moves
        position, _, more = max(found, key=lambda node: node[0].up)
        moves += more


def worth(position: Position) -> int:
    """Return the evaluation of `position`; with no card to come, what comes of it."""
    if position.left:
        return position.evaluation()
    last, _ = finished(position)
    return WON if last.won else last.up - WON


def ends(position: Position, rank: int) -> Iterator[End]:
    """Yield the ends of the turn in which a card of `rank`, already seen, is placed.

    Of several empty piles the first stands for all.
    """
    climb = position.game.climb(position.heights)
    takers = climb.takers[rank]
    if takers and climb.needed[rank] == 1:
        after = position.built(takers[0])
        yield End(worth(after), after, (TURNED + takers[0],))
        return
    found = ways(position, NODES)
    for here, kind, moves in found:
        if kind is Open.AT_ONCE and len(found) < NODES:
            continue
        for f in here.game.climb(here.heights).takers[rank]:
            after = here.built(f)
            yield End(worth(after), after, (*moves, TURNED + f))
        for pile, cards in enumerate(here.piles):
            if cards or here.piles.index(()) == pile:
                after = here.laid(pile, rank)
                yield End(worth(after), after, (*moves, LAY + pile))


def best_end(position: Position, rank: int) -> End:
    """Return the end of a turn that the evaluation likes best, the first of equals."""
    return max(ends(position, rank), key=lambda end: end.value)


def best_ends(position: Position, rank: int) -> list[End]:
    """Return the few ends of a turn that the evaluation likes best; only one of the last turn."""
    rated = sorted(ends(position, rank), key=lambda end: -end.value)
    return rated[: TRIED if position.left else 1]


def best_end_ahead(position: Position, rank: int) -> End:
    """Return of `best_ends` the one that is worth most a card ahead, the first of equals."""
    tried = best_ends(position, rank)
    return max(tried, key=lambda end: ahead_of(end.position)) if len(tried) > 1 else tried[0]


def ahead_of(position: Position) -> int:
    """Return the average chance one card ahead, times the cards unseen, of `CERTAIN`."""
    if not position.left:
        return CERTAIN if worth(position) == WON else 0
    return sum(
        cards * position.chance(best_end(position.turned(rank), rank).value)
        for rank, cards in enumerate(position.unseen)
        if cards
    )


def continuation(position: Position, number: int) -> list[int]:
    """Return order `number` of the unseen ranks: the shuffle of the generator started there."""
    order = [rank for rank, count in enumerate(position.unseen) for _ in range(count)]
    Generator(number).shuffle(order)
    return order


def continued(position: Position, order: list[int]) -> int:
    """Turn and play the first cards of `order`; return the chance after them, of `WHOLE`.

    The chance is what the evaluation says; where no card is left, what came of the game.
    """
    for rank in order[:HORIZON]:
        position = best_end(position.turned(rank), rank).position
    return position.chance(worth(position)) * WHOLE // CERTAIN
