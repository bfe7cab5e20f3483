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
    if high and scene.rank(best) >= scene.hint.seen.rules.ranks - 2:
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
    if found is None and of(best, Kind.CLEAN) and not _closer(scene, clean):
        return Reason(f"it covers nothing {scene.lower} there", of(best, Kind.CLEAN))
    return found


def _closer(scene: Scene, clean: list[Choice]) -> list[Choice]:
    """Return the clean piles that fit more closely than the best, the closest first."""
    mine = gap(scene.best)
    fits = [choice for choice in clean if gap(choice) is not None]
    if mine is not None or of(scene.best, Kind.CLEAN):
        fits = [choice for choice in fits if (gap(choice) or 0) < (mine or 0)]
    return sorted(fits, key=lambda choice: gap(choice) or 0)


def _kings_pile(scene: Scene, high: Fact) -> Reason:
    last = scene.hint.seen.rules.ranks
    kings, lowest = rank_plural(last), a_rank(high.other)
    if high.other == last:
        return Reason(
            scene.pick(f"only {kings} lie there", f"there are only {kings} there"), (high,)
        )
    text = scene.pick(
        f"that is the {kings}' pile, with nothing lower than {lowest} in it",
        f"nothing lower than {lowest} lies there",
        f"what is wanted late belongs together, and nothing lower than {lowest} lies there",
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
    """Return that no pile fits more closely; a top that fits lies over nothing newly covered."""
    best = scene.best
    mine = gap(best)
    gaps = [theirs for choice in clean if (theirs := gap(choice)) is not None]
    if mine is None or any(theirs < mine for theirs in gaps):
        return None
    fit, top = of(best, *FITTING), scene.top(best)
    alone = mine not in gaps
    if scene.calculation:
        if not alone:
            return None
        return Reason(f"of the tops needed after it, the {top} there comes first", fit)
    if not of(best, Kind.TIGHT):
        text = scene.pick(
            f"no other top is as close a fit as the {top}",
            f"the {top} there is the closest fit",
        )
        return Reason(text, fit) if alone else None
    ranks = "one rank" if mine == 1 else f"{number_word(mine)} ranks"
    wide = next((choice for choice in clean if of(choice, Kind.WIDE)), None)
    if wide and scene.turn % 3 == 0:
        far = f"the {scene.top(wide)} on {scene.place(wide)} would be a wide step"
        return Reason(f"it fits on the {top}, while {far}", (*fit, *of(wide, Kind.WIDE)))
    text = scene.pick(
        f"the {top} there is only {ranks} higher",
        f"it fits on the {top}, {ranks} down",
    )
    return Reason(text, fit)


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
        text = "elsewhere the step down would be wide"
        if len(clean) < len(scene.lays):
            text = f"{text}, or it would cover something {scene.lower}"
        return Reason(text, (*empty, *steps))
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
    """Return how many more of the covered card are to come, if any are."""
    if not low.count:
        return None
    cards = "one more is"
    if low.count > 1:
        cards = f"{number_word(low.count)} more {rank_plural(low.other)} are"
    text = f"it covers {a_rank(low.other)}, but {cards} still to come"
    return Reason(text, (low, *of(scene.best, Kind.COMING)))


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
        soon = of(best, Kind.SOON)
        text = f"it covers {_next(low)}"
        if low.kind is Kind.COVERS and low.depth > 2:
            text = f"{text}, {number_word(low.depth)} deep"
        if not soon:
            return Reason(text, (low,))
        before = a_rank(soon[0].other)
        return Reason(f"{text}; it can go up itself as soon as {before} has", (low, *soon))
    for choice in _closer(scene, [choice for choice in scene.lays if covered(choice) is None]):
        fit = f"the {scene.top(choice)} on {scene.place(choice)}"
        facts = of(choice, *FITTING)
        if gap(choice) == 0:
            return Reason(f"it could join {fit}", facts)
        if of(best, *EMPTYING):
            return Reason(f"it could also go on {fit}", (*of(best, *EMPTYING), *facts))
        closer = "comes sooner after it" if scene.calculation else "is a closer fit"
        return Reason(f"{fit} {closer}", facts)
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
