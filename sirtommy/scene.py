"""What the commentary sees of a hint: the choices with their places and cards put into words."""

from dataclasses import dataclass

from sirtommy.facts import Fact, Kind
from sirtommy.hint import AT_ONCE, Choice, Hint
from sirtommy.phrases import rank_word
from sirtommy.state import BuildTop, Lay, Move

COVERING = (Kind.COVERS, Kind.COVERS_NEXT)
FITTING = (Kind.EQUAL, Kind.TIGHT, Kind.STEP, Kind.WIDE)
EMPTYING = (Kind.EMPTY, Kind.LAST_EMPTY)


NEAR = 0.04
"""Chances that differ by less, on the same judged continuations, are not told apart, unless one is
less than half the other."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A clause, in which "it" is the card that moves, and the facts it rests on."""

    text: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """Wordings that open differently, and the facts they rest on."""

    wordings: tuple[str, ...]
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A hint seen from the choice that is recommended."""

    hint: Hint
    best: Choice
    others: tuple[Choice, ...]
    """The other choices, without those that differ from the best only by equal piles."""
    turn: int
    """A number that moves on as the game does, so that wordings take turns."""

    @property
    def calculation(self) -> bool:
        """Whether ranks cannot be compared."""
        return self.hint.seen.rules.calculation

    @property
    def lower(self) -> str:
        """What follows "something" or "nothing"."""
        return "needed sooner" if self.calculation else "lower"

    @property
    def lays(self) -> tuple[Choice, ...]:
        """The others that lay the turned card."""
        return tuple(choice for choice in self.others if isinstance(choice.move, Lay))

    def pick(self, *wordings: str) -> str:
        """Return one of several wordings, taking turns."""
        return wordings[self.turn % len(wordings)]

    def rank(self, choice: Choice) -> int:
        """Return the rank of the card that the choice moves."""
        return card_rank(self.hint, choice.move)

    def card(self, choice: Choice) -> str:
        """Return the rank of the card that the choice moves, in words."""
        return rank_word(self.rank(choice))

    def top(self, choice: Choice) -> str:
        """Return the rank in words of the top card of the choice's pile, which is not empty."""
        return rank_word(top_rank(self.hint, choice))

    def place(self, choice: Choice) -> str:
        """Return the pile of a lay: "pile 2", "the empty pile", "an empty pile"."""
        return place(self.hint, choice.move)


def top_rank(hint: Hint, choice: Choice) -> int:
    """Return the rank of the top card of the choice's pile; 0 where it is empty."""
    if isinstance(choice.move, Lay | BuildTop):
        pile = hint.seen.piles[choice.move.pile - 1]
        return pile[-1].rank if pile else 0
    return 0


def pile_of(choice: Choice) -> tuple[int, ...]:
    """Return the pile that a choice lays on or builds from, alone in a tuple; or none."""
    return (choice.move.pile,) if isinstance(choice.move, Lay | BuildTop) else ()


def card_rank(hint: Hint, move: Move) -> int:
    """Return the rank of the card that `move` moves."""
    if isinstance(move, BuildTop):
        return hint.seen.piles[move.pile - 1][-1].rank
    return move.card.rank


def place(hint: Hint, move: Move) -> str:
    """Return the pile of a move in words; twins of a pile that holds cards are named with it."""
    if not isinstance(move, Lay | BuildTop):
        return "the turned card"
    twins = alike(hint, move.pile)
    if hint.seen.piles[move.pile - 1]:
        names = " or ".join(f"pile {pile}" for pile in twins)
        return names if len(twins) == 1 else f"{names} (they are alike)"
    return "the empty pile" if len(twins) == 1 else "an empty pile"


def alike(hint: Hint, pile: int) -> tuple[int, ...]:
    """Return the piles, from 1, that hold the same ranks as `pile`, itself among them."""
    ranks = [[card.rank for card in cards] for cards in hint.seen.piles]
    return tuple(n for n, other in enumerate(ranks, 1) if other == ranks[pile - 1])


def twins(hint: Hint, one: Choice, other: Choice) -> bool:
    """Whether two choices differ only by the place of piles that are equal in ranks."""
    if one is other:
        return True
    if not isinstance(one.move, Lay | BuildTop) or not isinstance(other.move, type(one.move)):
        return False
    if foundation(one) != foundation(other):
        return False
    return other.move.pile in alike(hint, one.move.pile)


def foundation(choice: Choice) -> int | None:
    """Return the foundation that a build names; None for a lay and where any would do."""
    return None if isinstance(choice.move, Lay) else choice.move.foundation


def of(choice: Choice, *kinds: Kind) -> tuple[Fact, ...]:
    """Return the facts of `choice` that are of one of these kinds."""
    return tuple(fact for fact in choice.facts if fact.kind in kinds)


def covered(choice: Choice) -> Fact | None:
    """Return the fact of the soonest needed card that a lay covers now; None where it is clean."""
    return next(iter(of(choice, *COVERING)), None)


def gap(choice: Choice) -> int | None:
    """Return how far the top of the pile is above the card; None where the card does not fit."""
    fit = next(iter(of(choice, *FITTING)), None)
    return fit.builds if fit else None


def burden(choice: Choice) -> int:
    """Return how bad a lay looks from its facts alone: a rough weight to compare choices by."""
    weight = 0
    for fact in choice.facts:
        if fact.kind in (Kind.WAITING, Kind.UNDER_ALL):
            weight += 1000
        elif fact.kind is Kind.COVERS_NEXT:
            weight += 60 - 10 * min(fact.count, 3)
        elif fact.kind is Kind.COVERS:
            weight += 40 - 5 * min(fact.count, 3)
        elif fact.kind in EMPTYING:
            weight += 8 if fact.count else 12
        elif fact.kind in FITTING:
            weight += fact.builds
    return weight


def chosen(hint: Hint) -> Choice:
    """Return the choice to recommend.

    It is the best, and of those that won equally often the one that buries least; but where a
    build that can do no harm is as good by the odds, that build.
    """
    near = (hint.best, *rivals_of(hint, hint.best))
    if any(isinstance(choice.move, Lay) for choice in hint.choices):
        for choice in near:
            if of(choice, Kind.SAFE):
                return choice
    equals = [choice for choice in hint.choices if choice.won == hint.best.won]
    return min([choice for choice in equals if not choice.lost] or equals, key=burden)


def rivals_of(hint: Hint, best: Choice) -> tuple[Choice, ...]:
    """Return the other choices that the odds do not tell from the best of all."""
    return tuple(
        choice
        for choice in hint.choices
        if choice is not best and not choice.lost and _is_near(hint, choice)
    )


def _is_near(hint: Hint, choice: Choice) -> bool:
    """Whether the odds do not tell a choice from the best.

    The interval of a choice is about its own chance. Judged continuations vary far less from one
    choice to the next on the same orders than that, so there the difference itself decides.
    """
    if hint.player in ("deep", AT_ONCE):
        return hint.best.win - choice.win < NEAR and 2 * choice.win >= hint.best.win
    return choice.won == hint.best.won or choice in hint.rivals
