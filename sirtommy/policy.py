"""Policies: players who see a table, never the order of the stock.

`players` lists them with all others by name.
"Lower" means needed sooner: in Sir Tommy the lower rank, in Calculation the rank that fewer builds
away some foundation takes.
"""

from collections.abc import Sequence

from sirtommy.deal import Generator
from sirtommy.kernel import TOP, WIDTH, Table


class Random:
    """Lays every card on a pile picked by chance, and so with builds."""

    def __init__(self, seed: int) -> None:
        """Draw from the generator started at `seed`."""
        self._generator = Generator(seed)

    def lay(self, table: Table) -> int:
        """Return any pile."""
        return self._generator.below(len(table.piles))

    def build(self, _table: Table, moves: list[int]) -> int:
        """Return any of the builds."""
        return moves[self._generator.below(len(moves))]


class Shortest:
    """Lays every card on the shortest pile, the leftmost of equals."""

    def lay(self, table: Table) -> int:
        """Return the shortest pile."""
        best = 0
        least = len(table.piles[0])
        for number, pile in enumerate(table.piles):
            if len(pile) < least:
                best, least = number, len(pile)
        return best

    def build(self, table: Table, moves: list[int]) -> int:
        """Return the build that uncovers the lowest card."""
        return lowest_uncovered(table, moves)


class LeastBurying:
    """Lays a card where it covers the fewest lower cards; of equals where it fits most tightly.

    The tightest fit is the smallest step down from the top of the pile, an equal counting as no
    step; an empty pile is the loosest fit of all, and a top lower than the card comes after that.
    """

    def lay(self, table: Table) -> int:
        """Return the pile that least burying chooses, the leftmost of equals."""
        turned = table.turned
        if table.wants:
            return self._lay_by_need(table)
        best = 0
        least = 1000
        for number, pile in enumerate(table.piles):
            if pile:
                top = pile[-1]
                cost = top - turned if top >= turned else 40
                for rank in pile:
                    if rank < turned:
                        cost += 50
            else:
                cost = 30
            if cost < least:
                best, least = number, cost
        return best

    def build(self, table: Table, moves: list[int]) -> int:
        """Return the build that uncovers the lowest card."""
        return lowest_uncovered(table, moves)

    def _lay_by_need(self, table: Table) -> int:
        need = needs(table)
        mine = need[table.turned]
        costs = []
        for pile in table.piles:
            fit = need[pile[-1]] - mine if pile else 30
            costs.append(50 * sum(need[rank] < mine for rank in pile) + (fit if fit >= 0 else 40))
        return costs.index(min(costs))


def needs(table: Table) -> Sequence[int]:
    """Return for each rank how soon it can be needed: lower is sooner.

    In Sir Tommy that is the rank itself.
    In Calculation it is the least number of builds on one foundation before it takes the rank;
    a rank that no foundation will take again counts one more than any other.
    """
    ranks = table.rules.ranks
    if not table.wants:
        return range(ranks + 1)
    need = [ranks + 1] * (ranks + 1)
    for following, first in zip(table.following, table.wants, strict=True):
        rank, distance = first, 0
        while rank:
            need[rank] = min(need[rank], distance)
            rank, distance = following[rank], distance + 1
    return need


def lowest_uncovered(table: Table, moves: list[int]) -> int:
    """Return the build that uncovers the lowest card, the first of equals.

    A build that uncovers nothing counts as uncovering a card above every rank, and one of the
    turned card as uncovering less than that, so that it waits for builds that help at once.
    """
    need = needs(table)
    nothing = table.rules.ranks + 2
    best = moves[0]
    least = nothing + 2
    for move in moves:
        uncovered = nothing + 1
        if move >= TOP:
            pile = table.piles[(move - TOP) // WIDTH]
            uncovered = need[pile[-2]] if len(pile) > 1 else nothing
        if uncovered < least:
            best, least = move, uncovered
    return best
