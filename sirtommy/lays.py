"""Reasons to lay a card on one pile and not on another, each as a clause.

A reason is offered only where it sets the pile apart; where the facts speak for another pile, what
they hold against this one is conceded instead.
"""

from sirtommy.facts import Fact, Kind
from sirtommy.hint import Choice
from sirtommy.phrases import a_rank, number_word, rank_plural, rank_word
from sirtommy.scene import (
    EMPTYING,
    FITTING,
    Reason,
    Scene,
    burden,
    covered,
    gap,
    of,
)


def reason(scene: Scene) -> Reason | None:
    """Return what sets the best lay apart; None where its facts do not."""
    low = covered(scene.best)
    return _for_covering(scene, low) if low else _for_a_clean_pile(scene)


def _for_a_clean_pile(scene: Scene) -> Reason | None:
    best = scene.best
    high, equal = of(best, Kind.HIGH_PILE), of(best, Kind.EQUAL)
    clean = [choice for choice in scene.lays if covered(choice) is None]
    if high and scene.rank(best) >= high[0].other:
        return _kings_pile(scene, high[0])
    if equal:
        text = scene.pick(
            f"another {scene.card(best)} is on top there, so nothing new is buried",
            f"it joins another {scene.card(best)} and buries nothing new",
        )
        return Reason(text, equal)
    if scene.lays and not clean and not of(best, Kind.TIGHT):
        return _nowhere_else(scene)
    found = _closest(scene, clean) or _spoilt(scene) or _empty(scene, clean)
    if found is None and gap(best) is None and of(best, Kind.CLEAN):
        # Calculation only: the top is needed exactly as soon as the card.
        return Reason("it covers nothing needed sooner there", of(best, Kind.CLEAN))
    return found


def _kings_pile(scene: Scene, high: Fact) -> Reason:
    kings = rank_plural(scene.hint.seen.rules.ranks)
    text = scene.pick(
        f"that is the {kings}' pile, with nothing lower than {a_rank(high.other)} in it",
        f"nothing lower than {a_rank(high.other)} lies there",
        f"it belongs with the high cards, and nothing lower than {a_rank(high.other)} lies there",
    )
    return Reason(text, (high,))


def _nowhere_else(scene: Scene) -> Reason:
    rests = [fact for choice in scene.lays if (fact := covered(choice))]
    text = scene.pick(
        f"anywhere else it would cover something {scene.lower}",
        f"only there does it cover nothing {scene.lower}",
    )
    # In a spoilt pile something lower lies deeper down, so "covers nothing" would mislead.
    if of(scene.best, Kind.ALREADY):
        text = f"anywhere else it would newly cover something {scene.lower}"
    return Reason(text, (*of(scene.best, Kind.CLEAN, *EMPTYING), *rests))


def _closest(scene: Scene, clean: list[Choice]) -> Reason | None:
    """Return that no other pile fits so closely, among all or among the clean ones."""
    best = scene.best
    mine = gap(best)
    if mine is None or any(_fits_within(choice, mine) for choice in clean):
        return None
    fit = of(best, *FITTING)
    top = scene.top(best)
    if scene.calculation:
        if any(_fits_within(choice, mine) for choice in scene.lays):
            return None
        return Reason(f"of the tops needed after it, the {top} there comes first", fit)
    if any(_fits_within(choice, mine) for choice in scene.lays):
        if of(best, Kind.ALREADY):
            return None
        return Reason(f"the {top} there is the closest fit that covers nothing lower", fit)
    wordings = [
        f"no other top is as close a fit as the {top}",
        f"the {top} there is the closest fit",
    ]
    if of(best, Kind.TIGHT):
        ranks = "one rank" if mine == 1 else f"{number_word(mine)} ranks"
        wordings[1:] = [
            f"the {top} there is only {ranks} higher",
            f"it fits on the {top}, {ranks} down",
        ]
    return Reason(scene.pick(*wordings), fit)


def _fits_within(choice: Choice, distance: int) -> bool:
    """Whether the top of a lay's pile is at most so many builds above the card."""
    theirs = gap(choice)
    return theirs is not None and theirs <= distance


def _spoilt(scene: Scene) -> Reason | None:
    found = of(scene.best, Kind.ALREADY)
    if not found:
        return None
    low, over = rank_word(found[0].other), a_rank(found[0].over)
    text = scene.pick(
        f"the {low} there already lies under {over}, so nothing new is buried",
        f"that pile is spoilt already, with its {low} under {over}",
    )
    return Reason(text, found[:1])


def _empty(scene: Scene, clean: list[Choice]) -> Reason | None:
    empty = of(scene.best, *EMPTYING)
    steps = [fact for choice in clean for fact in of(choice, Kind.WIDE)]
    if not empty or not clean or len(steps) < len(clean):
        return None
    if len(clean) > 1:
        return Reason("the steps down elsewhere are wide or cover something", (*empty, *steps))
    top = scene.top(clean[0])
    return Reason(
        f"the step down from the {top} on {scene.place(clean[0])} is wide", (*empty, *steps)
    )


def _for_covering(scene: Scene, low: Fact) -> Reason | None:
    others = scene.lays
    clean = [choice for choice in others if covered(choice) is None]
    if clean:
        empty = [fact for choice in clean for fact in of(choice, *EMPTYING)]
        if len(empty) < len(clean):
            return None
        kept = "the last empty pile" if len(empty) == 1 else "the empty piles"
        return Reason(f"it covers {_next(low)}, but {kept} can be kept", (low, *empty))
    found = _higher(scene, low) or _fewer(scene, low)
    if found or burden(scene.best) > min(map(burden, others), default=0):
        return found
    return _counted_on(scene, low)


def _next(low: Fact) -> str:
    """Return a covered card, with what makes it worse."""
    return a_rank(low.other) + (", which is wanted next" if low.kind is Kind.COVERS_NEXT else "")


def _higher(scene: Scene, low: Fact) -> Reason | None:
    """Return that every other pile would have something covered that is needed sooner."""
    lows = [fact for choice in scene.lays if (fact := covered(choice))]
    if not lows or any(_soon(scene, fact) >= _soon(scene, low) for fact in lows):
        return None
    if scene.calculation:
        text = f"elsewhere it would cover something needed sooner than {a_rank(low.other)}"
    elif of(scene.best, Kind.ALREADY):
        return None
    else:
        name = a_rank(low.other)
        text = scene.pick(
            f"elsewhere it would cover something lower than {name}",
            f"it covers something lower wherever it goes, and here the lowest is {name}",
        )
    return Reason(text, (low, *lows))


def _fewer(scene: Scene, low: Fact) -> Reason | None:
    """Return that fewer lower cards lie in this pile than in any other."""
    if scene.calculation or not scene.lays:
        return None
    few = _lower_cards(scene, scene.best)
    if few >= min(_lower_cards(scene, choice) for choice in scene.lays):
        return None
    cards = "only one lower card lies" if few == 1 else f"only {number_word(few)} lower cards lie"
    return Reason(f"{cards} there, and more in every other pile", (low,))


def _counted_on(scene: Scene, low: Fact) -> Reason | None:
    name, soon = a_rank(low.other), of(scene.best, Kind.SOON)
    if low.count:
        more = f"{number_word(low.count)} more"
        cards = f"{more} {rank_plural(low.other)} are" if low.count > 1 else "one more is"
        coming = of(scene.best, Kind.COMING)
        return Reason(f"it covers {name}, but {cards} still to come", (low, *coming))
    if soon and low.other != soon[0].other:
        before = a_rank(soon[0].other)
        return Reason(f"it covers {name}, but can go up as soon as {before} has", (low, *soon))
    return None


def _soon(scene: Scene, fact: Fact) -> int:
    return fact.builds if scene.calculation else fact.other


def _lower_cards(scene: Scene, choice: Choice) -> int:
    low = covered(choice)
    pile = scene.hint.seen.piles[low.piles[0] - 1] if low else ()
    return sum(card.rank < scene.rank(choice) for card in pile)


def concession(scene: Scene) -> Reason | None:
    """Return what the facts hold against the best lay, after "though"."""
    best = scene.best
    low = covered(best)
    if low:
        return Reason(f"it covers {_next(low)}", (low,))
    mine = gap(best)
    for choice in sorted(scene.lays, key=lambda choice: gap(choice) or 0):
        theirs = gap(choice)
        if covered(choice) is None and theirs is not None and (mine is None or theirs < mine):
            fit = f"the {scene.top(choice)} on {scene.place(choice)}"
            if mine is None and not (empty := of(best, *EMPTYING)):
                continue
            if theirs == 0:
                return Reason(f"it could join {fit}", of(choice, Kind.EQUAL))
            if mine is None:
                return Reason(f"it could also go on {fit}", (*empty, *of(choice, *FITTING)))
            closer = "comes sooner after it" if scene.calculation else "is a closer fit"
            return Reason(f"{fit} {closer}", of(choice, *FITTING))
    wide = of(best, Kind.WIDE)
    if wide:
        return Reason(f"it is a wide step down from the {scene.top(best)}", wide)
    last = of(best, Kind.LAST_EMPTY)
    return Reason("that uses the last empty pile", last) if last else None


def shared(scene: Scene, rival: Choice) -> Reason:
    """Return what can be said of two lays between which the odds do not tell."""
    mine, theirs = _label(scene, scene.best), _label(scene, rival)
    facts = (*mine.facts, *theirs.facts)
    if mine.text == theirs.text:
        return Reason(f"it {mine.text} either way", facts)
    one, two = _short_place(scene, scene.best), _short_place(scene, rival)
    return Reason(f"on {one} it {mine.text}, on {two} it {theirs.text}", facts)


def _short_place(scene: Scene, choice: Choice) -> str:
    """Return the pile of a lay without its twins."""
    if of(choice, *EMPTYING):
        return scene.place(choice)
    return f"pile {next(fact.piles[0] for fact in choice.facts if fact.piles)}"


def _label(scene: Scene, choice: Choice) -> Reason:
    low = covered(choice)
    if low:
        return Reason(f"covers {a_rank(low.other)}", (low,))
    empty = of(choice, *EMPTYING)
    if empty:
        return Reason(f"covers nothing {scene.lower}", empty)
    spoilt = of(choice, Kind.ALREADY)
    if spoilt:
        return Reason("buries nothing new", spoilt[:1])
    return Reason(f"covers nothing {scene.lower}", of(choice, Kind.CLEAN))
