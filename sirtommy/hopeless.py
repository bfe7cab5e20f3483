"""Proofs that a position is lost whatever comes.

The proof lets every unseen card be built at any time its turn allows and asks whether the piles
could be emptied even then.
If not, no order of the stock wins: a real game has every limit that this one has, and more.

Which top goes first matters here too, so the search tries every order of the tops.
Two things need no search.
A free card of rank r can always wait until a top of rank r + 1 needs it: postponing it leaves the
count of rank r at that moment the same, and a count that is lower before keeps a place open for
tops of rank r.
A top whose build leaves a place for every card of each rank that it raises can go at once: it
takes nothing from any other card.
"""

from collections.abc import Sequence
from itertools import combinations

from sirtommy.kernel import Table

POSITIONS = 20_000
"""How many positions a proof may look at before it gives up."""

Depths = tuple[int, ...]
Counts = tuple[int, ...]


def waiting_piles(table: Table, positions: int = POSITIONS) -> tuple[int, ...]:
    """Return the fewest piles (from 0) that cannot be emptied though all other cards are free.

    The proof rests on these piles alone: cards anywhere else are taken to be free.
    An empty answer means that nothing was proved: the game may be winnable or not, or `positions`
    were too few. In Calculation nothing is ever proved.
    """
    if table.wants:
        return ()
    filled = [number for number, pile in enumerate(table.piles) if pile]
    # Most proofs rest on one pile or two, and those are the cheap ones.
    for size in range(1, len(filled) + 1):
        if size == 3 and not _stuck(table, filled, positions):
            return ()
        for piles in combinations(filled, size):
            if _stuck(table, piles, positions):
                return piles
    return ()


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
        following = _following(piles, depths, counts)
        for position in following:
            if position not in known:
                if len(known) == positions:
                    return False
                known.add(position)
                agenda.append(position)
    return True


def _following(
    piles: list[list[int]], depths: Depths, counts: Counts
) -> list[tuple[Depths, Counts]]:
    """Return the positions after each build of a top; after a harmless one that alone."""
    down = [0] * len(counts)
    for pile, depth in zip(piles, depths, strict=True):
        for rank in pile[:depth]:
            down[rank] += 1
    found = []
    for number, depth in enumerate(depths):
        if not depth:
            continue
        rank = piles[number][depth - 1]
        after = _raised(counts, down, rank)
        if after is None:
            continue
        position = ((*depths[:number], depth - 1, *depths[number + 1 :]), after)
        down[rank] -= 1
        harmless = _harmless(counts, after, down, rank)
        down[rank] += 1
        if harmless:
            return [position]
        found.append(position)
    return found


def _harmless(before: Counts, after: Counts, down: list[int], rank: int) -> bool:
    """Whether every card of the raised ranks that is down still has a place."""
    while before[rank] < after[rank]:
        if down[rank] > after[rank - 1] - after[rank]:
            return False
        rank -= 1
    return True


def _built(table: Table) -> Counts:
    """Return how many cards of each rank are up; place 0 holds the number of suits."""
    counts = [table.rules.suits] * (table.rules.ranks + 1)
    for rank in range(1, table.rules.ranks + 1):
        counts[rank] = counts[rank - 1] - table.wanted[rank]
    return tuple(counts)


def _raised(counts: Counts, down: list[int], rank: int) -> Counts | None:
    """Return the counts once a top of `rank` is built, with the free cards that it needs below.

    None where free cards do not suffice. `down` counts the cards of each rank in the piles.
    """
    raised = list(counts)
    raised[rank] += 1
    lower = rank - 1
    while raised[lower] < raised[lower + 1]:
        if lower == 0 or raised[lower] + down[lower] >= raised[0]:
            return None
        raised[lower] += 1
        lower -= 1
    return tuple(raised)
