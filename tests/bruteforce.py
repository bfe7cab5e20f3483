"""The judge: the rules of the game once more, written apart from the engine and sharing no code.

It knows ranks only, is slow on purpose, and follows the printed rules word by word.
A position is a `Spot`; a move is a label such as `/2` (lay on pile 2), `^` (build the turned card),
`2^` (build the top of pile 2), with the foundation's number behind it where two would do.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple


class Game(NamedTuple):
    """What is played: the pack, the table, and which of the three games."""

    ranks: int
    suits: int
    piles: int
    forced: bool
    calculation: bool = False

    def climb(self, foundation: int) -> list[int]:
        """Return the ranks that a foundation (from 0) takes, first to last."""
        step = foundation + 1 if self.calculation else 1
        rank, climb = step, []
        for _ in range(self.ranks):
            climb.append(rank)
            rank += step
            while rank > self.ranks:
                rank -= self.ranks
        return climb


class Spot(NamedTuple):
    """A position: the cards to come in order, the turned one, the heaps, the cards that are up."""

    order: tuple[int, ...]
    hand: int | None
    heaps: tuple[tuple[int, ...], ...]
    up: tuple[tuple[int, ...], ...]


def start(game: Game, order: tuple[int, ...]) -> Spot:
    """Return the position after the first card is turned, the bases of Calculation laid out."""
    rest = list(order)
    up: list[tuple[int, ...]] = [()] * game.suits
    if game.calculation:
        for foundation in range(game.suits):
            rest.remove(foundation + 1)  # the first of its rank, in order of the pack
            up[foundation] = (foundation + 1,)
    return _turned(Spot(tuple(rest), None, ((),) * game.piles, tuple(up)))


def takers(game: Game, spot: Spot, rank: int) -> list[int]:
    """Return the foundations (from 0) that take `rank`; of Sir Tommy's alike ones the first."""
    found = []
    for foundation, cards in enumerate(spot.up):
        if len(cards) < game.ranks and game.climb(foundation)[len(cards)] == rank:
            found.append(foundation)
    return found if game.calculation else found[:1]


def moves(game: Game, spot: Spot) -> Iterator[tuple[str, Spot]]:
    """Yield every legal move with the position after it."""
    fits = [] if spot.hand is None else takers(game, spot, spot.hand)
    for foundation in fits:
        label = f"^{foundation + 1}" if len(fits) > 1 else "^"
        after = _up(spot._replace(hand=None), foundation, spot.hand or 0)
        yield label, _go_on(game, after)
    if not (game.forced and fits):
        for heap, cards in enumerate(spot.heaps):
            tops = takers(game, spot, cards[-1]) if cards else []
            for foundation in tops:
                label = f"{heap + 1}^{foundation + 1}" if len(tops) > 1 else f"{heap + 1}^"
                after = _up(_heap(spot, heap, cards[:-1]), foundation, cards[-1])
                yield label, _go_on(game, after)
    if spot.hand is not None and not (game.forced and fits):
        for heap, cards in enumerate(spot.heaps):
            after = _heap(spot._replace(hand=None), heap, (*cards, spot.hand))
            yield f"/{heap + 1}", _go_on(game, after)


def won(game: Game, spot: Spot) -> bool:
    """Return whether every card is up."""
    return all(len(cards) == game.ranks for cards in spot.up)


def unordered(game: Game, spot: Spot) -> Spot:
    """Return one name for all positions that differ by the places of piles, or of like heights."""
    up = spot.up if game.calculation else tuple(sorted(spot.up))
    return spot._replace(heaps=tuple(sorted(spot.heaps)), up=up)


def sequences(game: Game, spot: Spot, depth: int) -> int:
    """Return how many sequences of exactly `depth` moves start here, one by one."""
    if depth == 0:
        return 1
    return sum(sequences(game, after, depth - 1) for _, after in moves(game, spot))


def split(game: Game, spot: Spot, depth: int) -> dict[str, int]:
    """Return for each first move how many sequences of `depth` moves begin with it."""
    return {label: sequences(game, after, depth - 1) for label, after in moves(game, spot)}


def layers(game: Game, spot: Spot, depth: int = 1000) -> list[Counter[Spot]]:
    """Return for each depth the positions met there, each with how many sequences lead to it."""
    found = [Counter({spot: 1})]
    while found[-1] and len(found) <= depth:
        following: Counter[Spot] = Counter()
        for here, count in found[-1].items():
            for _, after in moves(game, here):
                following[after] += count
        found.append(following)
    return found


def ends(game: Game, spot: Spot) -> set[Spot]:
    """Return every position in which play from here can end, piles unordered."""
    seen, agenda, found = {spot}, [spot], set()
    while agenda:
        here = agenda.pop()
        further = [after for _, after in moves(game, here)]
        if not further:
            found.add(here)
        for after in further:
            name = unordered(game, after)
            if name not in seen:
                seen.add(name)
                agenda.append(name)
    return {unordered(game, end) for end in found}


def winnable(game: Game, spot: Spot) -> bool:
    """Return whether some way of playing on gets every card up, the order of the stock known."""
    return any(won(game, end) for end in ends(game, spot))


def run_ends(game: Game, spot: Spot) -> set[Spot]:
    """Return every position in which the run of builds that has begun here can end.

    Each order of the run is walked through on its own; nothing is remembered.
    """
    if spot.hand is not None and not takers(game, spot, spot.hand):
        return {unordered(game, spot)}
    return set(_run_ends(game, spot))


def _run_ends(game: Game, spot: Spot) -> Iterator[Spot]:
    further = [after for _, after in moves(game, spot)]
    if not further:
        yield unordered(game, spot)
    for after in further:
        if after.hand is None:
            yield from _run_ends(game, after)
        else:
            yield unordered(game, after)


def _go_on(game: Game, spot: Spot) -> Spot:
    """Turn the next card, unless one is turned or, in forced play, a top must be built first."""
    waiting = game.forced and any(cards and takers(game, spot, cards[-1]) for cards in spot.heaps)
    return spot if spot.hand is not None or waiting else _turned(spot)


def _turned(spot: Spot) -> Spot:
    return spot._replace(hand=spot.order[0], order=spot.order[1:]) if spot.order else spot


def _up(spot: Spot, foundation: int, rank: int) -> Spot:
    up = list(spot.up)
    up[foundation] = (*up[foundation], rank)
    return spot._replace(up=tuple(up))


def _heap(spot: Spot, heap: int, cards: tuple[int, ...]) -> Spot:
    heaps = list(spot.heaps)
    heaps[heap] = cards
    return spot._replace(heaps=tuple(heaps))
