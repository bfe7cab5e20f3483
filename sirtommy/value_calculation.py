"""The learned evaluation of Calculation: how good a position is before the next card is turned.

A position never changes; what is found out about piles and foundations is remembered.
How soon a card can be needed is the least number of builds on one foundation before it takes it.
The laboratory trains the network and plays it compiled; both agree to the last digit.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from struct import unpack
from typing import TypeVar

from sirtommy.kernel import Table
from sirtommy.rules import Rules
from sirtommy.weights import CERTAIN, REACH, WON, WeightsError
from sirtommy.weights import STEP as CHANCE_STEP
from sirtommy.weights_calculation import (
    ABOVE,
    AHEAD,
    BURIED,
    CHAIN,
    HEAD,
    HIDDEN,
    LATER,
    LEFT,
    NEVER,
    NEXT,
    PAIR,
    RANK,
    SIGNS,
    SOON,
    STAGES,
    STEP,
    TOP,
    UP,
    WANT,
    Net,
    network,
)

_LAYOUT = f"<{HIDDEN}i"
_KEPT = 3_000
"""How many of each kind of thing found out are remembered."""

K = TypeVar("K")
V = TypeVar("V")
Heights = tuple[int, ...]
Ranks = tuple[int, ...]
Order = tuple[int, Ranks]


class Climb:
    """What depends on the heights of the foundations alone."""

    __slots__ = ("_orders", "_rows", "_when", "layer", "needed", "next_ones", "soon", "takers")

    soon: Ranks
    """For each rank how soon it can be needed; place 0 is for an empty place."""
    needed: Ranks
    """For each rank how many foundations still take it, now or later."""
    takers: tuple[Ranks, ...]
    """For each rank the foundations that take it next."""
    layer: int
    next_ones: tuple[tuple[int, int], ...]
    """For each of the ranks next on a foundation where its rows begin, and the rank."""

    def __init__(self, game: "Game", heights: Heights) -> None:
        """Find out what there is to know."""
        self._rows, self._when = rows, climbs = (
            game.net.rows,
            list(zip(game.when, heights, strict=True)),
        )
        ranks = range(1, game.rules.ranks + 1)
        gaps = [[when[rank] - h for when, h in climbs if when[rank] >= h] for rank in ranks]
        self.soon = (NEVER, *(min(gap, default=NEVER) for gap in gaps))
        self.needed = (0, *map(len, gaps))
        self.takers = (
            (),
            *(tuple(f for f, (when, h) in enumerate(climbs) if when[rank] == h) for rank in ranks),
        )
        self.layer = sum([rows[UP + f * 14 + h] for f, h in enumerate(heights)])
        self.next_ones = tuple(
            (WANT + gap * 45, rank)
            for sequence, h in zip(game.sequences, heights, strict=True)
            for gap, rank in enumerate(sequence[h : h + AHEAD])
        )
        self._orders: dict[Ranks, Order] = {(): (0, ())}

    def order(self, pile: Ranks) -> Order:
        """Return the rows of the order in a pile, and how many later cards lie over each card."""
        known = self._orders.get(pile)
        if known is None:
            rows, soon = self._rows, self.soon
            under, top = pile[:-1], pile[-1]
            total, overs = self.order(under)
            here = soon[top]
            above, later = ABOVE + top * 14, LATER + here * 14
            total += sum([rows[above + low] + rows[later + soon[low]] for low in under])
            if under:
                low = under[-1]
                total += rows[NEXT + top * 14 + low] + rows[STEP + here * 14 + soon[low]]
                for f, (when, h) in enumerate(self._when):
                    if when[low] == when[top] + 1 > h:
                        total += rows[CHAIN + f * 14 + when[top] - h]
            known = (
                total,
                (*[n + (here > soon[low]) for n, low in zip(overs, under, strict=True)], 0),
            )
            self._orders[pile] = known
        return known


class View:
    """What depends on the heights of the foundations and on what is unseen."""

    __slots__ = ("_buried", "_climb", "_game", "_near", "_piles", "_tops", "_wants", "layer")

    def __init__(self, game: "Game", climb: Climb, unseen: Ranks) -> None:
        """Find out what there is to know."""
        rows, soon, needed = game.net.rows, climb.soon, climb.needed
        self._game, self._climb = game, climb
        layer = game.net.bias + climb.layer + rows[LEFT + sum(unseen)]
        tops = [(0, 0)]
        for rank in range(1, game.rules.ranks + 1):
            row = RANK + ((rank * 5 + needed[rank]) * 5 + unseen[rank]) * 2
            other = SOON + (soon[rank] * 5 + unseen[rank]) * 3
            none = rows[row] + rows[other]
            layer += none
            top = rows[row + 1] - none
            tops.append((top + rows[other + 1], top + rows[other + 2]))
        self.layer = layer
        self._tops = tops
        self._buried = [
            BURIED + when * 32 + min(left, 3) for when, left in zip(soon, unseen, strict=True)
        ]
        self._wants = [(row + unseen[rank] * 9, rank) for row, rank in climb.next_ones]
        self._piles: dict[Ranks, int] = {}

    def _pile(self, pile: Ranks) -> int:
        """Return the rows of one pile."""
        rows, buried = self._game.net.rows, self._buried
        total, overs = self._climb.order(pile)
        top = pile[-1] if pile else 0
        total += rows[HEAD + self._climb.soon[top] * 16 + min(len(pile), 15)] + rows[TOP + top]
        total += sum(
            [rows[buried[rank] + 4 * min(n, 7)] for rank, n in zip(pile, overs, strict=True)]
        )
        self._piles[pile] = total
        return total

    def first_layer(self, piles: tuple[Ranks, ...]) -> int:
        """Return the whole first layer."""
        game, known, soon = self._game, self._piles, self._climb.soon
        rows, layer = game.net.rows, self.layer
        for pile in piles:
            layer += known.get(pile) or self._pile(pile)
        tops = [pile[-1] if pile else 0 for pile in piles]
        for rank in set(tops):
            layer += self._tops[rank][tops.count(rank) > 1]
        order = sorted([soon[top] for top in tops], reverse=True)
        layer += game.pairs(tuple(order))
        nears = [game.near.get(pile) or game.nearest(pile) for pile in piles]
        near = list(map(min, *nears)) if len(nears) > 1 else nears[0]
        return layer + sum([rows[row + near[rank]] for row, rank in self._wants])


class Game:
    """What one game of Calculation and a network have in common for all positions."""

    def __init__(self, rules: Rules, net: Net) -> None:
        """Prepare for the positions of a game."""
        self.rules, self.net = rules, net
        self.sequences = [rules.sequence(f) for f in range(rules.suits)]
        self.when = [
            [-1, *(sequence.index(rank) for rank in range(1, rules.ranks + 1))]
            for sequence in self.sequences
        ]
        self.near: dict[Ranks, Ranks] = {}
        self._climbs: dict[Heights, Climb] = {}
        self._views: dict[tuple[Heights, Ranks], View] = {}
        self._pairs: dict[Ranks, int] = {}

    def climb(self, heights: Heights) -> Climb:
        """Return what depends on the heights of the foundations."""
        known = self._climbs.get(heights)
        if known is None:
            known = _keep(self._climbs, heights, Climb(self, heights))
        return known

    def view(self, heights: Heights, unseen: Ranks) -> View:
        """Return what depends on the heights of the foundations and on what is unseen."""
        known = self._views.get((heights, unseen))
        if known is None:
            view = View(self, self.climb(heights), unseen)
            known = _keep(self._views, (heights, unseen), view)
        return known

    def nearest(self, pile: Ranks) -> Ranks:
        """Return for each rank how many cards lie over its nearest copy, at most 7; 8 for none."""
        near = [8] * 14
        for depth, rank in enumerate(reversed(pile)):
            near[rank] = min(near[rank], depth, 7)
        return _keep(self.near, pile, tuple(near))

    def pairs(self, order: Ranks) -> int:
        """Return the rows of how soon the tops can be needed, the latest first."""
        known = self._pairs.get(order)
        if known is None:
            rows = self.net.rows
            total = sum([
                rows[PAIR + (min(i, 2) * 14 + one) * 14 + other]
                for i, (one, other) in enumerate(pairwise(order))
            ])  # fmt: skip
            known = _keep(self._pairs, order, total)
        return known


def _keep(store: dict[K, V], key: K, value: V) -> V:
    if len(store) > _KEPT:
        store.clear()
    store[key] = value
    return value


@cache
def game_of(rules: Rules, net: Net | None = None) -> Game:
    """Return the game of `rules` with `net`, the shipped network where none is given.

    Raises:
        WeightsError: The shipped network cannot be read.
    """
    return Game(rules, net or network())


@dataclass(frozen=True, slots=True)
class Position:
    """A position of Calculation, with no card turned."""

    game: Game
    piles: tuple[Ranks, ...]
    heights: Heights
    """How many cards each foundation has."""
    unseen: Ranks
    """For each rank how many cards are still to be turned; place 0 is always 0."""

    @property
    def left(self) -> int:
        """How many cards are still to be turned."""
        return sum(self.unseen)

    @property
    def up(self) -> int:
        """How many cards are up."""
        return sum(self.heights)

    @property
    def won(self) -> bool:
        """Whether every card is up."""
        return sum(self.heights) == self.game.rules.cards

    def laid(self, pile: int, rank: int) -> "Position":
        """Return the position after laying `rank` on `pile`."""
        piles = self.piles
        after = (*piles[:pile], (*piles[pile], rank), *piles[pile + 1 :])
        return Position(self.game, after, self.heights, self.unseen)

    def built(self, foundation: int) -> "Position":
        """Return the position after building a card that is in no pile."""
        heights = self.heights
        after = (*heights[:foundation], heights[foundation] + 1, *heights[foundation + 1 :])
        return Position(self.game, self.piles, after, self.unseen)

    def top_built(self, pile: int, foundation: int) -> "Position":
        """Return the position after building the top of `pile`."""
        piles = self.piles
        after = (*piles[:pile], piles[pile][:-1], *piles[pile + 1 :])
        return Position(self.game, after, self.heights, self.unseen).built(foundation)

    def turned(self, rank: int) -> "Position":
        """Return the position in which a card of `rank` is seen; it lies nowhere yet."""
        unseen = self.unseen
        after = (*unseen[:rank], unseen[rank] - 1, *unseen[rank + 1 :])
        return Position(self.game, self.piles, self.heights, after)

    def evaluation(self) -> int:
        """Return the evaluation, in parts of `weights.UNIT`."""
        game = self.game
        net = game.net
        layer = game.view(self.heights, self.unseen).first_layer(self.piles)
        places = unpack(_LAYOUT, (layer ^ SIGNS).to_bytes(4 * HIDDEN, "little"))
        stage = self.left * STAGES // (game.rules.cards + 1)
        bent: int = sum([w * place for w, place in zip(net.out[stage], places) if place > 0])  # noqa: B905  this is the innermost sum
        return net.out_bias[stage] + net.straight[stage] * int(places[0]) + bent

    def chance(self, evaluation: int) -> int:
        """Return the chance of winning, of `CERTAIN`, that an evaluation stands for."""
        if abs(evaluation) >= WON // 2:
            return CERTAIN if evaluation > 0 else 0
        place = (evaluation >> CHANCE_STEP) + REACH
        return self.game.net.chances[min(max(place, 0), 2 * REACH)]


def position_of(table: Table, net: Net | None = None) -> Position:
    """Return `table` as a position; its turned card counts as seen and lies nowhere.

    Raises:
        WeightsError: The game is not Calculation, or the shipped network cannot be read.
    """
    if not table.rules.calculation:
        message = "these weights are for Calculation only"
        raise WeightsError(message)
    game = game_of(table.rules, net)
    heights = tuple(
        game.when[f][rank] if rank else table.rules.ranks for f, rank in enumerate(table.wants)
    )
    return Position(game, tuple(map(tuple, table.piles)), heights, tuple(table.unseen))
