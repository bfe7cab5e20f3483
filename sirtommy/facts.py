"""Facts about a choice: what anyone at the table could recount from the cards in sight.

Facts are data; `commentary` turns them into sentences.
Nothing here ranks the choices, and nothing here knows the order of the stock.
"Lower" means needed sooner: in Sir Tommy the lower rank, in Calculation the rank that fewer builds
away some foundation takes.
"""

from dataclasses import dataclass
from enum import StrEnum

from sirtommy.kernel import TOP, TURNED, WIDTH, Table
from sirtommy.policy import needs


class Kind(StrEnum):
    """What a fact says; each kind has a heading on the strategy pages."""

    COVERS = "covers"
    """The card covers `other`, a lower card, which then lies under `depth` cards.
    No card over it until now is needed as late as this one."""
    COVERS_NEXT = "covers-next"
    """As `COVERS`, and `wants` foundations take `other` next."""
    ALREADY = "already"
    """The pile holds `other`, a lower card, already under one needed no sooner than this card."""
    EQUAL = "equal"
    """The card lies on a card of its own rank."""
    STEP = "step"
    """The card lies on `other`, needed later by `builds` builds."""
    CLEAN = "clean"
    """No card of the pile is lower."""
    EMPTY = "empty"
    """The card starts a pile; `count` piles stay empty."""
    UNDER_ALL = "under-all"
    """All cards of the rank `other` now lie over one of `rank`, so it can never come off."""
    HIGH_PILE = "high-pile"
    """Every card of the pile is `other` or higher, one of the three highest ranks."""
    WAITING = "waiting"
    """The piles in `piles` wait for each other: proved lost, and the proof rests on them."""
    COMING = "coming"
    """`count` cards of the turned card's rank are still to come after this one."""
    NEED = "need"
    """`builds` builds on one foundation must come before the card can be built."""
    FREES = "frees"
    """The build uncovers `other`; `count` is 1 if a foundation takes it at once, else 0."""
    CLEARS = "clears"
    """The build empties the pile."""
    OPENS = "opens"
    """After the build a foundation takes `other` for which none waited; `count` tops fit it."""
    SAFE = "safe"
    """The build can wait for nothing: the card is an ace, or all of the rank below are up."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact; which fields it uses, its `kind` says. Ranks are 1-13, piles count from 1."""

    kind: Kind
    rank: int
    """The rank of the card that moves (of the buried card where the kind says so)."""
    other: int = 0
    depth: int = 0
    count: int = 0
    """How many cards; of `other` still to be turned, unless the kind says what it counts."""
    builds: int = 0
    """How many builds on one foundation come before it takes the card in question."""
    wants: int = 0
    piles: tuple[int, ...] = ()


def facts(table: Table, move: int) -> tuple[Fact, ...]:
    """Return what is true of a legal `move` in `table`, most telling first."""
    if move >= TURNED:
        return _facts_of_build(table, move)
    return (*_facts_of_pile(table, move), *_facts_of_card(table))


def _facts_of_pile(table: Table, number: int) -> tuple[Fact, ...]:
    rank, pile, piles = table.turned, table.piles[number], (number + 1,)
    if not pile:
        empty = sum(not other for other in table.piles) - 1
        return (Fact(Kind.EMPTY, rank, count=empty, piles=piles),)
    need = needs(table)
    covered = _covered(table, number, need)
    found = [] if table.wants else _under_all(table, number)
    found += covered
    top = pile[-1]
    if top == rank:
        found.append(Fact(Kind.EQUAL, rank, piles=piles))
    elif need[top] > need[rank]:
        gap = need[top] - need[rank]
        found.append(Fact(Kind.STEP, rank, other=top, builds=gap, piles=piles))
    if not covered:
        found.append(Fact(Kind.CLEAN, rank, piles=piles))
    high = table.rules.ranks - 2
    if not table.wants and min(pile) >= high > 1:
        found.append(Fact(Kind.HIGH_PILE, rank, other=min(pile), piles=piles))
    return tuple(found)


def _under_all(table: Table, number: int) -> list[Fact]:
    """Return the short proofs of loss: every card of a rank over a lower one in this pile."""
    rank, pile = table.turned, table.piles[number]
    found = []
    for low in sorted(set(pile)):
        if low >= rank:
            break
        if pile[pile.index(low) :].count(rank) == table.rules.suits - 1:
            found.append(Fact(Kind.UNDER_ALL, low, other=rank, piles=(number + 1,)))
    return found


def _covered(table: Table, number: int, need: list[int]) -> list[Fact]:
    """Return a fact for each lower rank in the pile: first what is covered now, soonest first."""
    rank, pile = table.turned, table.piles[number]
    fresh: list[Fact] = []
    already: list[Fact] = []
    latest = 0
    met: set[int] = set()
    for depth, low in enumerate(reversed(pile), 1):
        if need[low] < need[rank] and low not in met:
            met.add(low)
            kind = Kind.ALREADY if latest >= need[rank] else Kind.COVERS
            if kind is Kind.COVERS and table.wanted[low]:
                kind = Kind.COVERS_NEXT
            fact = Fact(
                kind,
                rank,
                other=low,
                depth=depth,
                count=table.unseen[low],
                builds=_builds_before(table, low, need),
                wants=table.wanted[low],
                piles=(number + 1,),
            )
            (already if kind is Kind.ALREADY else fresh).append(fact)
        latest = max(latest, need[low])
    return sorted(fresh, key=lambda fact: need[fact.other]) + sorted(
        already, key=lambda fact: need[fact.other]
    )


def _builds_before(table: Table, rank: int, need: list[int]) -> int:
    """Return how many builds on one foundation come before it takes `rank`, at the least."""
    if table.wants:
        return need[rank]
    return rank - max((wanted for wanted in range(1, rank + 1) if table.wanted[wanted]), default=0)


def _facts_of_card(table: Table) -> tuple[Fact, ...]:
    rank = table.turned
    return (
        Fact(Kind.COMING, rank, count=table.unseen[rank]),
        Fact(Kind.NEED, rank, builds=_builds_before(table, rank, needs(table))),
    )


def _facts_of_build(table: Table, move: int) -> tuple[Fact, ...]:
    after = table.copy()
    after.play(move)
    found = []
    rank = table.turned
    piles: tuple[int, ...] = ()
    if move >= TOP:
        number = (move - TOP) // WIDTH
        pile = table.piles[number]
        rank, piles = pile[-1], (number + 1,)
        if len(pile) == 1:
            found.append(Fact(Kind.CLEARS, rank, piles=piles))
        else:
            fits = bool(after.wanted[pile[-2]])
            found.append(Fact(Kind.FREES, rank, other=pile[-2], count=int(fits), piles=piles))
    opened = table.following[move % WIDTH][rank]
    if opened and not table.wanted[opened]:
        tops = sum(bool(pile) and pile[-1] == opened for pile in after.piles)
        tops += after.turned == opened
        found.append(Fact(Kind.OPENS, rank, other=opened, count=tops, piles=piles))
    if not table.wants and not any(table.wanted[1:rank]):
        found.append(Fact(Kind.SAFE, rank, piles=piles))
    return tuple(found)
