"""Proofs that a position is lost whatever comes.

The proof lets every unseen card be built at any time its turn allows and asks whether the piles
could be emptied even then.
If not, no order of the stock wins: a real game has every limit that this one has, and more.

Which top goes first matters here too, so the search tries every order of the tops.
What needs no search is when to use a free card: a free card of rank r can always wait until a top
of rank r + 1 needs it.
Postponing it leaves the count of rank r at that moment the same, and a count that is lower before
keeps a place open for tops of rank r; so using free cards only when needed loses nothing.
"""

from collections.abc import Sequence
from itertools import combinations

from sirtommy.kernel import Table

POSITIONS = 20_000
"""How many positions a proof may look at before it gives up."""


def waiting_piles(table: Table, positions: int = POSITIONS) -> tuple[int, ...]:
    """Return the fewest piles (from 0) that cannot be emptied though all other cards are free.

    The proof rests on these piles alone: cards anywhere else are taken to be free.
    An empty answer means that nothing was proved: the game may be winnable or not, or `positions`
    were too few. In Calculation nothing is ever proved.
    """
    if table.wants:
        return ()
    filled = [number for number, pile in enumerate(table.piles) if pile]
    if not _stuck(table, filled, positions):
        return ()
    for size in range(1, len(filled)):
        for piles in combinations(filled, size):
            if _stuck(table, piles, positions):
                return piles
    return tuple(filled)


def _stuck(table: Table, numbers: Sequence[int], positions: int) -> bool:
    """Whether the piles of these numbers provably cannot be emptied, all other cards free."""
    piles = [table.piles[number] for number in numbers]
    start = (tuple(map(len, piles)), _built(table))
    known = {start}
    agenda = [start]
    while agenda:
        depths, counts = agenda.pop()
        if not any(depths):
            return False
        for number, depth in enumerate(depths):
            if not depth:
                continue
            rank = piles[number][depth - 1]
            after = _raised(counts, piles, depths, rank)
            if after is None:
                continue
            following = ((*depths[:number], depth - 1, *depths[number + 1 :]), after)
            if following not in known:
                if len(known) == positions:
                    return False
                known.add(following)
                agenda.append(following)
    return True


def _built(table: Table) -> tuple[int, ...]:
    """Return how many cards of each rank are up; place 0 holds the number of suits."""
    counts = [table.rules.suits] * (table.rules.ranks + 1)
    for rank in range(1, table.rules.ranks + 1):
        counts[rank] = counts[rank - 1] - table.wanted[rank]
    return tuple(counts)


def _raised(
    counts: tuple[int, ...],
    piles: list[list[int]],
    depths: tuple[int, ...],
    rank: int,
) -> tuple[int, ...] | None:
    """Return the counts once a top of `rank` is built, with the free cards that it needs below.

    None where free cards do not suffice.
    """
    raised = list(counts)
    raised[rank] += 1
    lower = rank - 1
    while raised[lower] < raised[lower + 1]:
        still_down = sum(
            pile[:depth].count(lower) for pile, depth in zip(piles, depths, strict=True)
        )
        if lower == 0 or raised[lower] + still_down >= raised[0]:
            return None
        raised[lower] += 1
        lower -= 1
    return tuple(raised)
