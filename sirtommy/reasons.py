"""Reasons: which of a choice's facts speaks for it or against it, as a clause.

A clause calls the card that moves "it". Each function returns the clause and the facts it rests on.
"""

from sirtommy.facts import Fact, Kind
from sirtommy.hint import Choice, Hint
from sirtommy.phrases import a_rank, number_word, rank_plural, rank_word
from sirtommy.state import Lay

Clause = tuple[str | None, list[Fact]]
COVERING = (Kind.COVERS, Kind.COVERS_NEXT)


def burden(facts: tuple[Fact, ...]) -> int:
    """Return how bad a lay looks from its facts alone: a rough weight to compare choices by."""
    weight = 0
    for fact in facts:
        if fact.kind is Kind.WAITING:
            weight += 1000
        elif fact.kind is Kind.UNDER_ALL:
            weight += 500
        elif fact.kind is Kind.COVERS_NEXT:
            weight += 60 - 10 * min(fact.count, 3)
        elif fact.kind is Kind.COVERS:
            weight += 40 - 5 * min(fact.count, 3)
        elif fact.kind is Kind.EMPTY:
            weight += 8 if fact.count else 12
        elif fact.kind is Kind.STEP:
            weight += fact.builds
    return weight


def with_kind(choice: Choice, *kinds: Kind) -> list[Fact]:
    """Return the facts of `choice` that are of one of these kinds."""
    return [fact for fact in choice.facts if fact.kind in kinds]


def reason(hint: Hint, best: Choice) -> Clause:
    """Return why the choice is good, or None where its facts do not show it."""
    if not isinstance(best.move, Lay):
        return _reason_to_build(best)
    lays = [choice for choice in hint.choices if isinstance(choice.move, Lay)]
    covers = with_kind(best, *COVERING)
    others = [choice for choice in lays if choice is not best]
    if not covers:
        return _reason_of_clean(hint, best, others)
    lowest = covers[0]
    elsewhere = [with_kind(choice, *COVERING) for choice in others]
    if elsewhere and all(
        found and _soon(hint, found[0]) < _soon(hint, lowest) for found in elsewhere
    ):
        word = a_rank(lowest.other)
        return f"something is buried wherever it goes, and here that is only {word}", [lowest]
    if lowest.count >= 2 and burden(best.facts) <= min(
        (burden(choice.facts) for choice in others), default=0
    ):
        more = number_word(lowest.count)
        plural = rank_plural(lowest.other)
        low = a_rank(lowest.other)
        return f"it covers {low}, but {more} more {plural} are still to come", [lowest]
    return None, covers[:1]


def _soon(hint: Hint, fact: Fact) -> int:
    """Return how soon the covered card is needed: the lower the sooner."""
    return fact.builds if hint.seen.rules.calculation else fact.other


def _reason_of_clean(  # noqa: PLR0911 - one return a case
    hint: Hint, best: Choice, others: list[Choice]
) -> Clause:
    facts = {fact.kind: fact for fact in best.facts}
    elsewhere = bool(others) and all(with_kind(choice, *COVERING) for choice in others)
    high = facts.get(Kind.HIGH_PILE)
    if high:
        return f"that pile holds nothing lower than {a_rank(high.other)}", [high]
    if Kind.EQUAL in facts:
        rank = facts[Kind.EQUAL].rank
        return f"it lies on another {rank_word(rank)} and covers nothing lower", [facts[Kind.EQUAL]]
    step = facts.get(Kind.STEP)
    if step and step.builds <= 2 and Kind.ALREADY not in facts and not hint.seen.rules.calculation:
        count = number_word(step.builds)
        steps = "step" if step.builds == 1 else "steps"
        return f"it goes on {a_rank(step.other)}, {count} {steps} down", [step]
    if elsewhere:
        return "anywhere else it would cover a card needed sooner", [
            with_kind(choice, *COVERING)[0] for choice in others
        ]
    if Kind.ALREADY in facts:
        fact = facts[Kind.ALREADY]
        return f"the {rank_word(fact.other)} there is buried already", [fact]
    if Kind.EMPTY in facts:
        return "it is empty, so nothing is covered", [facts[Kind.EMPTY]]
    return "it covers nothing needed sooner", [facts[Kind.CLEAN]]


def _reason_to_build(best: Choice) -> Clause:
    facts = {fact.kind: fact for fact in best.facts}
    frees = facts.get(Kind.FREES)
    if frees and frees.count:
        return f"it frees {a_rank(frees.other)}, which can go up at once", [frees]
    if Kind.CLEARS in facts:
        return "it empties the pile", [facts[Kind.CLEARS]]
    if frees:
        return f"it uncovers {a_rank(frees.other)}", [frees]
    if Kind.SAFE in facts:
        return "there is nothing to wait for", [facts[Kind.SAFE]]
    return None, []


def though(best: Choice) -> Clause:
    """Return what the facts hold against a choice that wins most often all the same."""
    covers = with_kind(best, *COVERING)
    return f"it covers {a_rank(covers[0].other)} there", covers[:1]


def common_reason(best: Choice, rival: Choice) -> Clause:
    """Return what speaks for both of two choices alike, or None."""
    covers = [with_kind(choice, *COVERING) for choice in (best, rival)]
    if not any(covers):
        return "neither covers a card needed sooner", []
    if all(covers) and covers[0][0].other == covers[1][0].other:
        return f"on both it covers {a_rank(covers[0][0].other)}", [covers[0][0], covers[1][0]]
    return None, []


def against(hint: Hint, others: list[Choice]) -> tuple[str, list[Fact]]:
    """Return a warning against the tempting one of `others`, which are clearly worse; or ""."""
    tempting = [
        choice
        for choice in others
        if isinstance(choice.move, Lay)
        and with_kind(choice, Kind.EQUAL, Kind.STEP)
        and with_kind(choice, *COVERING)
    ]
    if not tempting:
        return "", []
    choice = min(tempting, key=lambda choice: burden(choice.facts))
    fact = with_kind(choice, *COVERING)[0]
    top = rank_word(hint.seen.piles[fact.piles[0] - 1][-1].rank)
    low = a_rank(fact.other)
    if fact.kind is Kind.COVERS:
        return f"Not on the {top}: that covers {low}.", [fact]
    left = (
        f"{number_word(fact.count) if fact.count else 'none'} {'are' if fact.count > 1 else 'is'}"
    )
    return f"Not on the {top}: that covers {low}, wanted next, and {left} left in the stock.", [
        fact
    ]
