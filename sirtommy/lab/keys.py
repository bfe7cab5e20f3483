"""Simple players described by keys: the reading copy, in plain Python on the engine's tables.

A key gives every pile a number for the card to be laid; small is good.
A player compares piles by its first key, those still equal by the next, and so on; what is equal
in the end goes to the leftmost, or is drawn by chance.
`simple` plays the same at full speed; a test compares them game by game.
"Lower" means needed sooner, as in `sirtommy.policy`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from sirtommy.deal import Generator
from sirtommy.kernel import TOP, WIDTH, Table
from sirtommy.policy import lowest_uncovered, needs

HIGH = 11
"""The lowest of the high cards: jack, queen, king."""

BUILDS = ("leftmost", "chance", "uncover", "pysol", "pysol-rounded")
"""How a player picks the next of several builds."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A simple player: names of keys, how ties are broken, how builds are picked."""

    keys: tuple[str, ...] = ()
    chance: bool = False
    build: str = "uncover"


def length(table: Table, pile: int) -> int:
    """How many cards the pile has."""
    return len(table.piles[pile])


def buries(table: Table, pile: int) -> int:
    """How many lower cards the pile has."""
    need = needs(table)
    return sum(need[rank] < need[table.turned] for rank in table.piles[pile])


def fit(table: Table, pile: int) -> int:
    """How far the card is below the top; an empty pile fits loosely, a lower top worst."""
    need = needs(table)
    cards = table.piles[pile]
    if not cards:
        return 30
    step = need[cards[-1]] - need[table.turned]
    return step if step >= 0 else 40


def pysol(table: Table, pile: int) -> int:
    """The score in PySol's demo, turned round."""
    cards, rank = table.piles[pile], table.turned
    top = cards[-1] if cards else table.rules.ranks
    if cards and top < rank:
        return len(cards) - 9999 - top
    if cards and top == rank:
        return -20000
    return (top - rank) * 1000 - 30000


def pysol_rounded(table: Table, pile: int) -> int:
    """The score rounded down to ten thousands, as for PySol's hint key, turned round."""
    return -(-pysol(table, pile) // 10000)


def kings(table: Table, pile: int) -> int:
    """A pile for kings, the last one; all else on the smallest higher top."""
    cards, rank, last = table.piles[pile], table.turned, len(table.piles) - 1
    if rank == table.rules.ranks:
        return int(pile != last)
    if not cards:
        return 90 if pile == last else 30
    return cards[-1] - rank if cards[-1] >= rank else 40 + rank - cards[-1]


def wanted_top(table: Table, pile: int) -> int:
    """Whether the top is wanted within two builds."""
    cards = table.piles[pile]
    return int(bool(cards) and distance(table, cards[-1]) <= 1)


def soonest(table: Table, pile: int) -> int:
    """How soon a card of the pile is wanted: the later the better."""
    return -min((distance(table, rank) for rank in table.piles[pile]), default=99)


def distance(table: Table, rank: int) -> int:
    """How many builds on one foundation come before it takes `rank`."""
    lower = rank
    while lower and not table.wanted[lower]:
        lower -= 1
    return rank - lower if lower else 98


def any_lower(table: Table, pile: int) -> int:
    """Whether the pile has a lower card."""
    return int(buries(table, pile) > 0)


def high_over_lower(table: Table, pile: int) -> int:
    """Whether a jack, queen or king would lie over a lower card."""
    return int(table.turned >= HIGH and buries(table, pile) > 0)


def overgrown(table: Table, pile: int) -> int:
    """Whether the pile is three cards longer than the shortest."""
    return int(len(table.piles[pile]) - min(map(len, table.piles)) >= 3)


def opens(table: Table, pile: int) -> int:
    """Whether the pile has been begun already."""
    return int(bool(table.piles[pile]))


def high_apart(table: Table, pile: int) -> int:
    """Whether a high card misses the last pile, or another card takes it."""
    return int((table.turned >= HIGH) != (pile == len(table.piles) - 1))


def sacrifice(table: Table, pile: int) -> int:
    """Where no pile takes the card without burying, minus the cards that are buried in the pile."""
    if not all(any_lower(table, other) for other in range(len(table.piles))):
        return 0
    cards = table.piles[pile]
    return -sum(rank < max(cards[place:]) for place, rank in enumerate(cards))


def band(table: Table, pile: int) -> int:
    """Whether the pile is of another band of ranks: low, middle, high, from left to right."""
    return int((table.turned - 2) * len(table.piles) // (table.rules.ranks - 1) != pile)


def cluster(table: Table, pile: int) -> int:
    """How far the card is from the average of the pile, in thousandths; an empty one counts 3."""
    cards = table.piles[pile]
    if not cards:
        return 3000
    return abs(sum(cards) - table.turned * len(cards)) * 1000 // len(cards)


KEYS: tuple[Callable[[Table, int], int], ...] = (
    length,
    buries,
    fit,
    pysol,
    pysol_rounded,
    kings,
    wanted_top,
    soonest,
    any_lower,
    high_over_lower,
    overgrown,
    opens,
    high_apart,
    sacrifice,
    band,
    cluster,
)
"""The keys; `simple` knows them by their places."""

NAMES = tuple(key.__name__.replace("_", "-") for key in KEYS)


class Keyed:
    """The player that a `Spec` describes."""

    def __init__(self, spec: Spec, seed: int) -> None:
        """Draw from the generator started at `seed`, where chance decides."""
        self._keys = [KEYS[NAMES.index(name)] for name in spec.keys]
        self._spec = spec
        self._generator = Generator(seed)

    def lay(self, table: Table) -> int:
        """Return the pile for the turned card."""
        piles = list(range(len(table.piles)))
        for key in self._keys:
            costs = [key(table, pile) for pile in piles]
            least = min(costs)
            piles = [pile for pile, cost in zip(piles, costs, strict=True) if cost == least]
        return piles[self._generator.below(len(piles)) if self._spec.chance else 0]

    def build(self, table: Table, moves: list[int]) -> int:
        """Return the next of several builds."""
        match self._spec.build:
            case "leftmost":
                return moves[0]
            case "chance":
                return moves[self._generator.below(len(moves))]
            case "uncover":
                return lowest_uncovered(table, moves)
            case style:
                return min(moves, key=lambda move: pysol_drop(table, move, style=style))


def pysol_drop(table: Table, move: int, *, style: str) -> int:
    """Return PySol's score for building a top, turned round."""
    if move < TOP:
        return -99999
    pile = table.piles[(move - TOP) // WIDTH]
    score = 92000 if pile[-1] <= 2 else 91000 if len(pile) == 1 else 50000
    score += table.rules.ranks + 1 - pile[-1]
    return -(score // 10000) if style == "pysol-rounded" else -score
