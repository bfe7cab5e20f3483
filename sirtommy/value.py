"""The learned evaluation of Sir Tommy: how good a position is before the next card is turned.

The first layer of the network is kept up to date card by card.
The laboratory trains the network and plays it compiled; both agree to the last digit.
"""

from itertools import pairwise
from struct import unpack

from sirtommy.kernel import Table
from sirtommy.weights import (
    ABOVE,
    CERTAIN,
    HIDDEN,
    LEFT,
    NEAR,
    NEXT,
    PAIR,
    REACH,
    SIGNS,
    STAGES,
    STEP,
    TOP,
    WON,
    Net,
    Pile,
    WeightsError,
)

_KEPT = 20_000
"""How many piles and how many tops are remembered."""

_LAYOUT = f"<{HIDDEN}i"


class Position:
    """A position of Sir Tommy with its first layer, changed in place card by card."""

    __slots__ = ("layer", "left", "net", "pack", "piles", "ranks", "tops", "under", "unseen", "up")

    net: Net
    ranks: int
    pack: int
    """How many cards the pack has, and one more."""
    piles: list[tuple[int, ...]]
    up: list[int]
    """For each rank how many are built; place 0 holds the number of suits."""
    unseen: list[int]
    left: int
    tops: list[int]
    under: list[int]
    """At place over * 14 + low, the copies of the low rank that lie under the higher one."""
    layer: int

    def copy(self) -> "Position":
        """Return a position that can be changed without changing this one."""
        other = Position.__new__(Position)
        other.net, other.ranks, other.pack = self.net, self.ranks, self.pack
        other.piles = self.piles[:]
        other.up = self.up[:]
        other.unseen = self.unseen[:]
        other.left = self.left
        other.tops = self.tops[:]
        other.under = self.under[:]
        other.layer = self.layer
        return other

    @property
    def won(self) -> bool:
        """Whether every card is up."""
        return self.up[self.ranks] == self.up[0]

    def fits(self, rank: int) -> bool:
        """Whether a card of `rank` can be built."""
        return self.up[rank] < self.up[rank - 1]

    def _about(self, rank: int) -> int:
        """Return the place among `Net.ranks` of what is known about `rank`."""
        up = self.up[rank]
        return (
            ((rank * 5 + self.up[rank - 1] - up) * 5 + up) * 5 + self.unseen[rank]
        ) * 5 + self.tops[rank]

    def turn(self, rank: int) -> None:
        """Turn a card of `rank`; it lies nowhere yet."""
        rows = self.net.ranks
        place = self._about(rank)
        self.unseen[rank] -= 1
        self.left -= 1
        self.layer += rows[place - 5] - rows[place]

    def build(self, rank: int) -> None:
        """Build a card of `rank` that is in no pile."""
        rows = self.net.ranks
        old = rows[self._about(rank)]
        if rank < self.ranks:
            old += rows[self._about(rank + 1)]
        self.up[rank] += 1
        self.layer += rows[self._about(rank)] - old
        if rank < self.ranks:
            self.layer += rows[self._about(rank + 1)]

    def lay(self, pile: int, rank: int) -> None:
        """Lay a card of `rank` on `pile`."""
        self._replace(pile, (*self.piles[pile], rank))

    def build_top(self, pile: int) -> None:
        """Build the top of `pile`."""
        rank = self.piles[pile][-1]
        self._replace(pile, self.piles[pile][:-1])
        self.build(rank)

    def _replace(self, number: int, after: tuple[int, ...]) -> None:
        before = self.piles[number]
        rows, under = self.net.rows, self.under
        sign = 1 if len(after) > len(before) else -1
        total, _, covers = pile_rows(self.net, max(before, after, key=len))
        layer = sign * (total - pile_rows(self.net, min(before, after, key=len))[0])
        for place, copies in covers:
            old = under[place]
            under[place] = new = old + sign * copies
            layer += rows[5 * place + new] - rows[5 * place + old]
        for pile, step in ((before, -1), (after, 1)):
            if pile:
                place = self._about(pile[-1])
                layer += self.net.ranks[place + step] - self.net.ranks[place]
                self.tops[pile[-1]] += step
        self.piles[number] = after
        self.layer += layer

    def evaluation(self) -> int:
        """Return the evaluation, in parts of `UNIT`."""
        if self.won:
            return WON
        tops = sorted([pile[-1] if pile else 0 for pile in self.piles])
        return self._finished(self.layer, tops)

    def _finished(self, layer: int, tops: list[int]) -> int:
        net, left = self.net, self.left
        layer += net.rows[LEFT + left] + _pairs(net, tuple(tops))
        places = unpack(_LAYOUT, (layer ^ SIGNS).to_bytes(4 * HIDDEN, "little"))
        stage = left * STAGES // self.pack
        bent: int = sum([w * place for w, place in zip(net.out[stage], places) if place > 0])  # noqa: B905  this is the innermost sum
        return net.out_bias[stage] + net.straight[stage] * int(places[0]) + bent

    def lays(self, rank: int) -> list[tuple[int, int]]:
        """Return the evaluation after laying `rank` on each pile, as pairs with the pile.

        Of several empty piles the first stands for all.
        """
        net, piles, under = self.net, self.piles, self.under
        rows, ranks = net.rows, net.ranks
        tops = [pile[-1] if pile else 0 for pile in piles]
        place = self._about(rank)
        here = self.layer
        other = here + ranks[place + 1] - ranks[place]
        answers = []
        for number, pile in enumerate(piles):
            top = tops[number]
            if not pile and tops.index(0) < number:
                continue
            after = (*pile, rank)
            total, _, covers = net.piles.get(after) or pile_rows(net, after)
            layer = total - pile_rows(net, pile)[0]
            if top == rank:
                layer += here
            else:
                layer += other
                if top:
                    place = self._about(top)
                    layer += ranks[place - 1] - ranks[place]
            for place, copies in covers:
                old = 5 * place + under[place]
                layer += rows[old + copies] - rows[old]
            others = tops[:]
            others[number] = rank
            others.sort()
            answers.append((self._finished(layer, others), number))
        return answers

    def chance(self, evaluation: int) -> int:
        """Return the chance of winning, of `CERTAIN`, that an evaluation stands for."""
        if evaluation == WON:
            return CERTAIN
        chances = self.net.chances
        return chances[min(max((evaluation >> STEP) + REACH, 0), 2 * REACH)]


def pile_rows(net: Net, pile: tuple[int, ...]) -> Pile:
    """Return the rows of one pile and what its top covers; piles seen lately are remembered."""
    known = net.piles.get(pile)
    if known is not None:
        return known
    rows = net.rows
    if not pile:
        return rows[TOP], 0, ()
    top = pile[-1]
    order = pile_rows(net, pile[:-1])[1]
    found: dict[int, int] = {}
    near: dict[int, int] = {}
    met = False
    for depth, rank in enumerate(reversed(pile)):
        near.setdefault(rank, NEAR + rank * 8 + min(depth, 7))
        if depth:
            order += rows[ABOVE + top * 14 + rank]
            if rank == top:
                met = True
            elif rank < top and not met:
                place = top * 14 + rank
                found[place] = found.get(place, 0) + 1
    if len(pile) > 1:
        order += rows[NEXT + top * 14 + pile[-2]]
    total = (
        order + rows[TOP + top * 16 + min(len(pile), 15)] + sum([rows[n] for n in near.values()])
    )
    if len(net.piles) > _KEPT:
        net.piles.clear()
    net.piles[pile] = answer = total, order, tuple(found.items())
    return answer


def _pairs(net: Net, tops: tuple[int, ...]) -> int:
    """Return the rows of the tops, lowest first."""
    known = net.tops.get(tops)
    if known is None:
        known = sum(
            net.rows[PAIR + (min(i, 2) * 14 + high) * 14 + low]
            for i, (high, low) in enumerate(pairwise(tops[::-1]))
        )
        if len(net.tops) > _KEPT:
            net.tops.clear()
        net.tops[tops] = known
    return known


def position_of(table: Table, net: Net) -> Position:
    """Return `table` as a position; its turned card counts as seen and lies nowhere.

    Raises:
        WeightsError: The game is Calculation, whose foundations the network knows nothing of.
    """
    if table.wants:
        message = "there are no weights for Calculation: choose a player who needs none"
        raise WeightsError(message)
    position = Position.__new__(Position)
    position.net = net
    position.ranks = ranks = table.rules.ranks
    position.pack = table.rules.cards + 1
    position.piles = [()] * len(table.piles)
    position.up = up = [table.rules.suits] + [0] * 13
    for rank in range(1, ranks + 1):
        up[rank] = up[rank - 1] - table.wanted[rank]
    position.unseen = table.unseen + [0] * (13 - ranks)
    position.left = table.left
    position.tops = [0] * 14
    position.under = [0] * 196
    position.layer = net.bias + len(table.piles) * net.rows[TOP]
    for rank in range(1, ranks + 1):
        position.layer += net.ranks[position._about(rank)]  # noqa: SLF001
    for number, pile in enumerate(table.piles):
        for rank in pile:
            position.lay(number, rank)
    return position
