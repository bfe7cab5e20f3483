"""Reasons to build one card before another, or before the turned card is laid, each as a clause."""

from dataclasses import replace

from sirtommy.facts import Fact, Kind
from sirtommy.hint import Choice
from sirtommy.phrases import a_rank, number_word, pile_names, rank_plural, rank_word
from sirtommy.scene import Reason, Scene, foundation, of
from sirtommy.state import BuildTop, Lay


def reason(scene: Scene) -> Reason | None:
    """Return what sets the best build apart from the others; None where its facts do not."""
    others = [choice for choice in scene.others if not isinstance(choice.move, Lay)]
    best = scene.best
    frees = next(iter(of(best, Kind.FREES)), None)
    longer = _longer_run(scene, others)
    if longer:
        return longer
    if frees and frees.count and not any(_frees_at_once(choice) for choice in others):
        low = _one_or_another(frees)
        text = scene.pick(
            f"it frees {low}, which can go up at once",
            f"the {rank_word(frees.other)} under it can follow at once",
        )
        return Reason(text, (frees,))
    if frees and others and all(_uncovered(scene, choice) > frees.other for choice in others):
        text = f"it uncovers {a_rank(frees.other)}, and no other build uncovers anything so low"
        if not scene.calculation:
            return Reason(text, (frees,))
    clears = of(best, Kind.CLEARS)
    if clears and not any(of(choice, Kind.CLEARS) for choice in others):
        return Reason("it empties the pile", clears)
    if others:
        return _opens(scene)
    return _plain(scene, frees, clears)


def _plain(scene: Scene, frees: Fact | None, clears: tuple[Fact, ...]) -> Reason | None:
    """Return what a build that has only lays beside it brings."""
    safe = of(scene.best, Kind.SAFE)
    opens = _opens(scene)
    if opens:
        return opens
    if clears:
        return Reason("it empties the pile", clears)
    if safe:
        rank = scene.rank(scene.best)
        if rank == 1:
            return Reason("an ace is never worth keeping back", safe)
        below = rank_word(rank - 1)
        return Reason(f"every {below} is up, so nothing is gained by waiting", safe)
    if frees:
        return Reason(f"it uncovers {a_rank(frees.other)}", (frees,))
    return None


def _longer_run(scene: Scene, others: list[Choice]) -> Reason | None:
    mine = of(scene.best, Kind.RUN)
    theirs = [fact for choice in others for fact in of(choice, Kind.RUN)]
    if not mine or len(theirs) < len(others) or not theirs:
        return None
    most = max(fact.count for fact in theirs)
    # One card more is better told by naming it.
    if mine[0].count < most + 2:
        return None
    cards = f"{number_word(mine[0].count)} cards can go up in a row"
    return Reason(f"then {cards}, otherwise {number_word(most)} at most", (*mine, *theirs))


def _opens(scene: Scene) -> Reason | None:
    """Return which waiting card can follow the build."""
    opens = next(iter(of(scene.best, Kind.OPENS)), None)
    if opens is None:
        return None
    if opens.count:
        return Reason(f"the turned {rank_word(opens.other)} can follow", (opens,))
    if not opens.piles:
        return None
    if len(opens.piles) == 1:
        word = rank_word(opens.other)
        return Reason(f"the {word} on pile {opens.piles[0]} can follow", (opens,))
    names = f"the {rank_plural(opens.other)} on {pile_names(opens.piles)}"
    return Reason(f"one of {names} can follow", (opens,))


def _one_or_another(frees: Fact) -> str:
    """Return the card that a build frees: "a king", after another king "another king"."""
    same = frees.other == frees.rank
    return f"another {rank_word(frees.other)}" if same else a_rank(frees.other)


def _frees_at_once(choice: Choice) -> bool:
    return any(fact.count for fact in of(choice, Kind.FREES))


def _uncovered(scene: Scene, choice: Choice) -> int:
    """Return the rank that a build uncovers; one above all where it uncovers nothing."""
    frees = of(choice, Kind.FREES)
    return frees[0].other if frees else scene.hint.seen.rules.ranks + 1


def concession(scene: Scene) -> Reason | None:
    """Return what another build would bring that the best does not, after "though"."""
    if scene.calculation:
        return None
    others = [choice for choice in scene.others if of(choice, Kind.FREES)]
    for choice in others:
        frees = of(choice, Kind.FREES)
        if frees[0].count and not _frees_at_once(scene.best):
            text = f"{named(scene, choice)} would free {_one_or_another(frees[0])}"
            return Reason(text, frees)
    lowest = min(others, key=lambda choice: _uncovered(scene, choice), default=scene.best)
    frees = of(lowest, Kind.FREES)
    if frees and frees[0].other < _uncovered(scene, scene.best):
        text = f"{named(scene, lowest)} would uncover {a_rank(frees[0].other)}"
        return Reason(text, frees)
    return None


def named(scene: Scene, choice: Choice) -> str:
    """Return the card that a build moves: "the five on pile 3", "the turned six"."""
    card = scene.card(choice)
    if isinstance(choice.move, BuildTop):
        return f"the {card} on pile {choice.move.pile}"
    double = any(
        isinstance(other.move, BuildTop) and scene.card(other) == card
        for other in scene.hint.choices
    )
    return f"the turned {card}" if double else f"the {card}"


def aim(scene: Scene) -> str:
    """Return the foundation of the best build where the card fits several, else ""."""
    best = scene.best
    mine = foundation(best)
    for other in scene.others:
        if isinstance(other.move, Lay) or foundation(other) == mine:
            continue
        if replace(other.move, foundation=mine) == best.move:
            return f" to foundation {mine}"
    return ""
