"""The player by hand: seven rules that a person can carry to a table, as text and as code.

Each rule leaves only the piles it likes best; the first rule that leaves one pile has decided, and
where piles are equal in the end the leftmost is taken.
The card that the site prints is `RULES`: what is read aloud and what is played are one record.
No rule needs a sum, a memory of what was played, or more counting than three.

"Lower" means needed sooner, as in `policy`: in Sir Tommy the lower rank, in Calculation the rank
that fewer builds away some foundation takes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sirtommy.kernel import TOP, WIDTH, Table
from sirtommy.policy import needs

MANY = 3
"""From so many lower cards on, a pile counts as hopelessly covered: one more makes it no worse."""

LONGEST = 64
"""More cards than any pile can hold."""

Ranks = list[int]


@dataclass(frozen=True, slots=True)
class Glance:
    """What the player sees besides the piles, as numbers: the sooner needed, the smaller."""

    card: int
    """How soon the turned card is needed; 0 where none waits."""
    soon: int
    """A card needed this soon, or sooner, is next, next but one, or overdue."""
    need: Sequence[int]
    """For each rank how soon it is needed."""
    never: int
    """Later than any rank is needed."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its printed wording, and the number that it gives a pile, less being better."""

    name: str
    text: str
    cost: Callable[[Glance, Ranks], int]


def one_higher(seen: Glance, pile: Ranks) -> int:
    """Prefer a pile whose top is exactly one higher than the card."""
    return 0 if pile and seen.need[pile[-1]] == seen.card + 1 else 1


def covers_soon(seen: Glance, pile: Ranks) -> int:
    """Avoid a pile where a lower card is next, next but one or overdue."""
    limit = min(seen.soon, seen.card - 1)
    return 1 if any(seen.need[rank] <= limit for rank in pile) else 0


def lower_cards(seen: Glance, pile: Ranks) -> int:
    """How many cards of the pile are lower than the card, up to `MANY`."""
    return min(MANY, sum(seen.need[rank] < seen.card for rank in pile))


def fit(seen: Glance, pile: Ranks) -> int:
    """Tops not lower than the card from the lowest up, then no top, then tops from the highest."""
    if not pile:
        return seen.never
    top = seen.need[pile[-1]]
    return top if top >= seen.card else 2 * seen.never - top


def shortness(_seen: Glance, pile: Ranks) -> int:
    """Prefer the longest pile."""
    return -len(pile)


def in_order(seen: Glance, pile: Ranks) -> int:
    """Prefer a pile in which a higher card lies on a lower one."""
    return 0 if any(seen.need[on] > seen.need[under] for under, on in pairwise(pile)) else 1


def lowest(seen: Glance, pile: Ranks) -> int:
    """How low the lowest card of the pile is, then how long the pile is."""
    return LONGEST * min(seen.need[rank] for rank in pile) + len(pile)


LAYING = (
    Rule(
        "one-higher",
        "If you can, lay the card on a card exactly one higher.",
        one_higher,
    ),
    Rule(
        "wanted-soon",
        "Cover no lower card that the tallest foundation needs next or next but one, "
        "or has already passed.",
        covers_soon,
    ),
    Rule(
        "few-lower",
        "Cover no lower card at all; if you must, only one; if you must, only two; "
        "more than two are all the same.",
        lower_cards,
    ),
    Rule(
        "close-fit",
        "Choose the lowest top that is not lower than your card, its equal best of all; "
        "failing that an empty pile; failing that the highest top.",
        fit,
    ),
    Rule(
        "longest",
        "Choose the longest pile.",
        shortness,
    ),
)
"""The rules for a card that cannot be built, in the order in which they are asked."""

BUILDING = (
    Rule(
        "tangled",
        "When several tops can be built, build from a pile where a higher card lies on a lower "
        "one.",
        in_order,
    ),
    Rule(
        "lowest",
        "Build from the pile that holds the lowest card; if that is equal, from the shorter pile.",
        lowest,
    ),
)
"""The rules for the choice of the top that is built first."""

RULES = (*LAYING, *BUILDING)
"""The card: the rules as they are printed, numbered from 1."""

PREFACE = (
    "Take the rules in order. "
    "Each strikes out every pile that another pile beats on it; stop when one pile is left. "
    "If several are left at the end, take the leftmost. "
    "A card covers all that lies beneath it in its pile, not the top alone."
)
"""How the card is read, printed above the rules."""


class ByHand:
    """The player who follows `RULES`, or any others of their kind."""

    def __init__(
        self, laying: Iterable[Rule] = LAYING, building: Iterable[Rule] = BUILDING
    ) -> None:
        """Follow these rules, in this order."""
        self._laying = tuple(laying)
        self._building = tuple(building)

    def lay(self, table: Table) -> int:
        """Return the pile, from 0, that the rules leave for the turned card."""
        return chosen(self._laying, glance(table), table.piles, range(len(table.piles)))

    def build(self, table: Table, moves: list[int]) -> int:
        """Return the build that the rules leave.

        The turned card, which waits only in optional play, is built when no top can be: a top of
        its rank frees what it covers. Where one top fits several foundations the first takes it.
        """
        tops = [(move - TOP) // WIDTH for move in moves if move >= TOP]
        if not tops:
            return moves[0]
        pile = chosen(self._building, glance(table), table.piles, tops)
        return next(move for move in moves if move >= TOP and (move - TOP) // WIDTH == pile)


def glance(table: Table) -> Glance:
    """Return what the player sees besides the piles.

    In Sir Tommy the tallest foundation sets the level; in Calculation, where none is tallest,
    a card is needed soon when some foundation takes it next or next but one.
    """
    need = needs(table)
    wanted = table.wanted
    if table.wants:
        soon = 1
    elif wanted[0]:
        soon = table.rules.ranks
    else:
        soon = max(rank for rank, count in enumerate(wanted) if count) + 1
    return Glance(need[table.turned] if table.turned else 0, soon, need, table.rules.ranks + 2)


def chosen(rules: Iterable[Rule], seen: Glance, piles: list[Ranks], numbers: Iterable[int]) -> int:
    """Return which of the numbered piles the rules leave, the leftmost of equals."""
    left = list(dict.fromkeys(numbers))
    for rule in rules:
        if len(left) == 1:
            break
        costs = [rule.cost(seen, piles[number]) for number in left]
        least = min(costs)
        left = [number for number, cost in zip(left, costs, strict=True) if cost == least]
    return left[0]
