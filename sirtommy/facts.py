"""Facts about a choice: what anyone at the table could recount from the cards in sight.

Facts are data; `commentary` turns them into sentences.
Nothing here ranks the choices, and nothing here knows the order of the stock.
"Lower" means needed sooner: in Sir Tommy the lower rank, in Calculation the rank that fewer builds
away some foundation takes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sirtommy.kernel import TOP, TURNED, WIDTH, Table
from sirtommy.policy import needs


class Kind(StrEnum):
    """What a fact says; each kind has a heading on the strategy pages."""

    COVERS = "covers"
    """The card covers `other`, a lower card, which then lies under `depth` cards.
    Until now no card over it is needed as late as this one."""
    COVERS_NEXT = "covers-next"
    """As `COVERS`, and `wants` foundations take `other` next."""
    ALREADY = "already"
    """The pile holds `other`, a lower card, under `over`, needed no sooner than the card."""
    COMING = "coming"
    """`count` cards of the rank `other`, which would be covered, are still to come."""
    EQUAL = "equal"
    """The card lies on a card of its own rank."""
    TIGHT = "tight"
    """The card lies on `other`, needed one or two builds later (`builds`)."""
    STEP = "step"
    """The card lies on `other`, needed three or four builds later (`builds`)."""
    WIDE = "wide"
    """The card lies on `other`, needed five builds later or more (`builds`)."""
    CLEAN = "clean"
    """No card of the pile is lower."""
    EMPTY = "empty"
    """The card starts a pile; `count` piles stay empty, at least one."""
    LAST_EMPTY = "last-empty"
    """The card starts the last empty pile."""
    UNDER_ALL = "under-all"
    """All cards of the rank `other` not yet up lie over one of `rank`, so it can never come off;
    `count` of `other` are up."""
    HIGH_PILE = "high-pile"
    """Every card of the pile is `other` or higher, one of the three highest ranks."""
    SOON = "soon"
    """One more build, of `other`, and a foundation takes the card."""
    WAITING = "waiting"
    """The piles in `piles` can never all be cleared: proved, and the proof rests on them alone."""
    FREES = "frees"
    """The build uncovers `other`; `count` is 1 if a foundation takes it at once, else 0."""
    CLEARS = "clears"
    """The build empties the pile."""
    OPENS = "opens"
    """After the build a foundation takes `other` and none did; tops of `piles` fit, and `count` is
    1 where the turned card does."""
    SAFE = "safe"
    """Keeping the card gains nothing, since it is an ace or all of the rank below are up."""
    RUN = "run"
    """With this build first, the run can reach `count` builds and no more."""


HEADINGS = {
    Kind.COVERS: "burying",
    Kind.COVERS_NEXT: "burying",
    Kind.ALREADY: "spoilt-piles",
    Kind.COMING: "counting",
    Kind.EQUAL: "steps-down",
    Kind.TIGHT: "steps-down",
    Kind.STEP: "steps-down",
    Kind.WIDE: "steps-down",
    Kind.CLEAN: "burying",
    Kind.EMPTY: "empty-piles",
    Kind.LAST_EMPTY: "empty-piles",
    Kind.UNDER_ALL: "locks",
    Kind.HIGH_PILE: "the-kings-pile",
    Kind.SOON: "counting",
    Kind.WAITING: "locks",
    Kind.FREES: "runs",
    Kind.CLEARS: "runs",
    Kind.OPENS: "runs",
    Kind.SAFE: "holding-back",
    Kind.RUN: "runs",
}
"""The strategy heading, by its anchor, that explains each kind."""

TIGHT = 2
WIDE = 5
"""Steps down of at most `TIGHT` builds are tight, of at least `WIDE` wide."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact; which fields it uses, its `kind` says. Ranks are 1-13, piles count from 1."""

    kind: Kind
    rank: int
    """The rank of the card that moves (of the buried card where the kind says so)."""
    other: int = 0
    depth: int = 0
    count: int = 0
    """How many; of `other` still to be turned, unless the kind says what it counts."""
    builds: int = 0
    """How many builds on one foundation come before it takes the card in question."""
    wants: int = 0
    over: int = 0
    piles: tuple[int, ...] = ()


def facts(table: Table, move: int) -> tuple[Fact, ...]:
    """Return what is true of a legal `move` in `table`, most telling first."""
    return _facts_of_build(table, move) if move >= TURNED else _facts_of_lay(table, move)


def _facts_of_lay(table: Table, number: int) -> tuple[Fact, ...]:
    rank, pile, piles = table.turned, table.piles[number], (number + 1,)
    need = needs(table)
    found = []
    if not pile:
        empty = sum(not other for other in table.piles) - 1
        kind = Kind.EMPTY if empty else Kind.LAST_EMPTY
        found.append(Fact(kind, rank, count=empty, piles=piles))
    else:
        covered = _covered(table, number, need)
        found += [] if table.wants else _under_all(table, number)
        found += covered
        if covered and covered[0].kind is not Kind.ALREADY:
            low = covered[0].other
            found.append(Fact(Kind.COMING, rank, other=low, count=table.unseen[low], piles=piles))
        gap = need[pile[-1]] - need[rank]
        if pile[-1] == rank:
            found.append(Fact(Kind.EQUAL, rank, piles=piles))
        elif gap > 0:
            kind = Kind.TIGHT if gap <= TIGHT else Kind.WIDE if gap >= WIDE else Kind.STEP
            found.append(Fact(kind, rank, other=pile[-1], builds=gap, piles=piles))
        if not covered:
            found.append(Fact(Kind.CLEAN, rank, piles=piles))
        high = table.rules.ranks - 2
        if not table.wants and min(pile) >= high > 1:
            found.append(Fact(Kind.HIGH_PILE, rank, other=min(pile), piles=piles))
    if not table.wants and table.wanted[rank - 1] and not table.wanted[rank]:
        found.append(Fact(Kind.SOON, rank, other=rank - 1))
    return tuple(found)


def _under_all(table: Table, number: int) -> list[Fact]:
    """Return the short proofs of loss that laying the turned card on a pile makes."""
    rank, pile = table.turned, table.piles[number]
    down = sum(table.wanted[1 : rank + 1])
    return [
        Fact(
            Kind.UNDER_ALL,
            low,
            other=rank,
            count=table.rules.suits - down,
            piles=(number + 1,),
        )
        for low in sorted({low for low in pile if low < rank})
        if pile[pile.index(low) :].count(rank) == down - 1
    ]


def locked(table: Table, number: int) -> Fact | None:
    """Return the short proof that pile `number` (from 0) can never be cleared; None if none holds.

    It is that all cards of some rank that are not up yet lie over a lower one.
    Each foundation that still needs the higher rank would have to take the lower card, or another
    of its rank, first; the last of them can only take this one, and this one comes off too late.
    """
    pile = table.piles[number]
    if table.wants:
        return None
    for low in sorted(set(pile)):
        over = pile[pile.index(low) :]
        for high in sorted({rank for rank in over if rank > low}):
            down = sum(table.wanted[1 : high + 1])
            if over.count(high) == down:
                up = table.rules.suits - down
                return Fact(Kind.UNDER_ALL, low, other=high, count=up, piles=(number + 1,))
    return None


def _covered(table: Table, number: int, need: Sequence[int]) -> list[Fact]:
    """Return a fact for each lower rank in the pile: first what is covered now, soonest first."""
    rank, pile = table.turned, table.piles[number]
    found = []
    over = 0
    met = set()
    for depth, low in enumerate(reversed(pile), 1):
        if need[low] < need[rank] and low not in met:
            met.add(low)
            buried = bool(over) and need[over] >= need[rank]
            covers = Kind.COVERS_NEXT if table.wanted[low] else Kind.COVERS
            found.append(
                Fact(
                    Kind.ALREADY if buried else covers,
                    rank,
                    other=low,
                    depth=depth,
                    count=table.unseen[low],
                    builds=_builds_before(table, low, need),
                    wants=table.wanted[low],
                    over=over if buried else 0,
                    piles=(number + 1,),
                )
            )
        if not over or need[low] > need[over]:
            over = low
    return sorted(found, key=lambda fact: (fact.kind is Kind.ALREADY, need[fact.other]))


def _builds_before(table: Table, rank: int, need: Sequence[int]) -> int:
    """Return how many builds on one foundation come before it takes `rank`, at the least."""
    if table.wants:
        return need[rank]
    return rank - max((wanted for wanted in range(1, rank + 1) if table.wanted[wanted]), default=0)


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
        tops = tuple(n for n, pile in enumerate(after.piles, 1) if pile and pile[-1] == opened)
        turned = int(after.turned == opened)
        found.append(Fact(Kind.OPENS, rank, other=opened, count=turned, piles=tops))
    if not table.wants and not any(table.wanted[1:rank]):
        found.append(Fact(Kind.SAFE, rank, piles=piles))
    if table.rules.forced and not table.wants:
        found.append(Fact(Kind.RUN, rank, count=1 + longest_run(after), piles=piles))
    return tuple(found)


def longest_run(table: Table) -> int:
    """Return the most builds that can follow one another before the next card is turned.

    Sir Tommy only. What is wanted depends only on which cards are down, so positions within the
    run are told apart by the heights of the piles.
    """
    known: dict[tuple[int, ...], int] = {}

    def longest(here: Table) -> int:
        key = tuple(map(len, here.piles))
        if key not in known:
            best = 0
            for move in here.builds():
                after = here.copy()
                after.play(move)
                best = max(best, 1 + longest(after))
            known[key] = best
        return known[key]

    start = table.copy()
    start.turned = 0
    return longest(start)
