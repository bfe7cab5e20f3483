"""Facts about a choice: what anyone at the table could recount from the cards in sight.

Facts are data; `commentary` turns them into sentences.
Nothing here ranks the choices, and nothing here knows the order of the stock.
"""

from dataclasses import dataclass
from enum import StrEnum

from sirtommy.kernel import TOP, WIDTH, Table
from sirtommy.policy import needs


class Kind(StrEnum):
    """What a fact says; each kind has a heading on the strategy pages."""

    COVERS = "covers"
    """The card covers `other`, needed sooner, under `depth` cards; `count` of them may still come.
    In Calculation `count` is the number of builds within which it is needed."""
    COVERS_NEXT = "covers-next"
    """The card covers `other`, which a foundation takes next; `count` may still come."""
    EQUAL = "equal"
    """The card lies on a card of its own rank."""
    STEP = "step"
    """The card lies on `other`, needed later by `count` ranks, and covers nothing needed sooner."""
    EMPTY = "empty"
    """The card starts a pile; `count` piles stay empty."""
    UNDER_ALL = "under-all"
    """All cards of the rank `other` now lie over a card of rank `rank`, so it can never come off."""
    HIGH_PILE = "high-pile"
    """Every card of the pile is a `other` or higher; `other` is one of the three highest ranks."""
    WAITING = "waiting"
    """The piles in `piles` wait for each other: proved lost, and the proof rests on them."""
    COMING = "coming"
    """`count` cards of the turned card's rank are still to come after this one."""
    NEED = "need"
    """`count` builds must come before a foundation takes the card."""
    FREES = "frees"
    """The build uncovers `other`; `count` is 1 if a foundation takes it at once, else 0."""
    CLEARS = "clears"
    """The build empties the pile."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact; which fields it uses, its `kind` says. Ranks are 1-13, piles count from 1."""

    kind: Kind
    rank: int
    """The rank of the card that moves (of the buried card where the kind says so)."""
    other: int = 0
    depth: int = 0
    count: int = 0
    piles: tuple[int, ...] = ()


def facts(table: Table, move: int) -> tuple[Fact, ...]:
    """Return what is true of a legal `move` in `table`, most telling first."""
    if move >= TOP:
        return _facts_of_top(table, (move - TOP) // WIDTH)
    if move >= WIDTH:
        return (Fact(Kind.FREES, table.turned),)
    return (*_facts_of_pile(table, move), *_facts_of_card(table))


def _facts_of_pile(table: Table, number: int) -> tuple[Fact, ...]:
    rank, pile = table.turned, table.piles[number]
    if not pile:
        empty = sum(not other for other in table.piles) - 1
        return (Fact(Kind.EMPTY, rank, count=empty, piles=(number + 1,)),)
    need = needs(table)
    found = []
    if not table.wants:
        for buried in sorted({low for low in pile if low < rank}):
            over = pile[pile.index(buried) + 1 :] + [rank]
            for high in sorted(set(over)):
                if high > buried and over.count(high) == table.rules.suits:
                    found.append(Fact(Kind.UNDER_ALL, buried, other=high, piles=(number + 1,)))
    sooner = [(need[low], low) for low in set(pile) if need[low] < need[rank]]
    for soon, low in sorted(sooner)[:1]:
        top_most = len(pile) - 1 - pile[::-1].index(low)
        kind = Kind.COVERS_NEXT if table.wanted[low] else Kind.COVERS
        found.append(
            Fact(
                kind,
                rank,
                other=low,
                depth=len(pile) - top_most,
                count=soon + 1 if table.wants else table.unseen[low],
                piles=(number + 1,),
            )
        )
    if pile[-1] == rank:
        found.append(Fact(Kind.EQUAL, rank, piles=(number + 1,)))
    elif not sooner:
        gap = need[pile[-1]] - need[rank]
        found.append(Fact(Kind.STEP, rank, other=pile[-1], count=gap, piles=(number + 1,)))
    high = table.rules.ranks - 2
    if not table.wants and min(pile) >= high > 1:
        found.append(Fact(Kind.HIGH_PILE, rank, other=min(pile), piles=(number + 1,)))
    return tuple(found)


def _facts_of_card(table: Table) -> tuple[Fact, ...]:
    rank = table.turned
    coming = Fact(Kind.COMING, rank, count=table.unseen[rank])
    if table.wants:
        return (coming,)
    open_ranks = [wanted for wanted in range(1, rank + 1) if table.wanted[wanted]]
    return (coming, Fact(Kind.NEED, rank, count=rank - max(open_ranks, default=rank)))


def _facts_of_top(table: Table, number: int) -> tuple[Fact, ...]:
    pile = table.piles[number]
    piles = (number + 1,)
    if len(pile) == 1:
        return (Fact(Kind.CLEARS, pile[-1], piles=piles),)
    after = table.copy()
    after.play(TOP + WIDTH * number)
    at_once = bool(after.wanted[pile[-2]])
    return (Fact(Kind.FREES, pile[-1], other=pile[-2], count=int(at_once), piles=piles),)
