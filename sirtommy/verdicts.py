"""What is said where there is nothing to weigh: a proved loss, a last hope, no choice at all."""

from sirtommy import builds, objections
from sirtommy.facts import Fact, Kind, locked
from sirtommy.kernel import table_of
from sirtommy.phrases import rank_word
from sirtommy.scene import Reason, Said, Scene, of
from sirtommy.state import Lay


def lost_already(scene: Scene) -> Said:
    """Say that the position was lost before this choice, and what proves it."""
    piles = scene.hint.waiting
    facts: tuple[Fact, ...] = (Fact(Kind.WAITING, 0, piles=piles),)
    why = objections.waits(piles)
    if len(piles) == 1:
        why = f"{why}, even with every other card to hand"
    lock = locked(table_of(scene.hint.seen), piles[0] - 1) if len(piles) == 1 else None
    if lock:
        over = f"{objections.every(lock)} lies over its {rank_word(lock.rank)}"
        why = f"{objections.waits(piles)}, for {over}"
        facts = (*facts, lock)
    wordings = (
        f"The game is lost already: {why}.",
        f"Nothing can win this any more: {why}.",
        f"It is lost, whatever comes: {why}.",
    )
    return Said(wordings, facts)


def no_choice(scene: Scene) -> Said:
    """Say that there is only one move, or only one but for the place of equal piles."""
    card = scene.card(scene.best)
    if not isinstance(scene.best.move, Lay):
        if len(scene.hint.choices) > 1:
            return Said((f"Either {card} can go first.", f"It is all the same which {card} goes."))
        return Said((f"The {card} has to go up.", f"Build the {card}: there is no other move."))
    if len(scene.hint.choices) == 1:
        return Said((f"The {card} has only one place to go.", "There is only one pile."))
    if any(scene.hint.seen.piles):
        return Said(("Any pile will do: they are all alike.", "All piles are alike: take any."))
    empty = of(scene.best, Kind.EMPTY)
    return Said(("Any pile will do: all are empty.", "All piles are empty: take any."), empty)


def lost_now(scene: Scene) -> Said:
    """Say that every choice is proved to lose, and how the best of them does."""
    proof = of(scene.best, Kind.WAITING)
    why = objections.objection_to(scene, scene.best) or Reason("", proof)
    where = scene.place(scene.best)
    card = scene.card(scene.best)
    if not isinstance(scene.best.move, Lay):
        built = builds.named(scene, scene.best)
        return Said((f"Build {built}, but the game is lost.", "The game is lost now."), proof)
    return Said(
        (
            f"The game is lost wherever the {card} goes. Say, on {where}: {why.text}.",
            f"No pile for the {card} saves the game now, not even {where}: {why.text}.",
        ),
        (*proof, *why.facts),
    )


def last_hope(scene: Scene) -> Said:
    """Say which choice alone is not proved to lose."""
    proofs = tuple(fact for choice in scene.others for fact in of(choice, Kind.WAITING))
    card = scene.card(scene.best)
    if not isinstance(scene.best.move, Lay):
        card = builds.named(scene, scene.best)
        return Said(
            (
                f"Build {card}: anything else is certain to lose.",
                f"Only building {card} keeps the game alive.",
            ),
            proofs,
        )
    where = scene.place(scene.best)
    return Said(
        (
            f"Only {where} keeps the game alive: anywhere else the {card} is certain to lose it.",
            f"The {card} must go on {where}: anywhere else the game is certainly lost.",
        ),
        proofs,
    )
