"""Reasons against a lay: what it would cover or lock, and the proofs of loss in words."""

from sirtommy.facts import Fact, Kind
from sirtommy.hint import Choice
from sirtommy.phrases import a_rank, number_word, pile_names, rank_word
from sirtommy.scene import Reason, Scene, burden, covered, gap, of, pile_of, top_rank


def objection_to(scene: Scene, choice: Choice, *, top_named: bool = False) -> Reason | None:
    """Return what speaks against a lay; with `top_named` the top of its pile was just named."""
    under, waiting = of(choice, Kind.UNDER_ALL), of(choice, Kind.WAITING)
    if under:
        return Reason(
            f"there {every(under[0])} would lie over the {rank_word(under[0].rank)}", under
        )
    if waiting:
        if waiting[0].piles == pile_of(choice):
            return Reason("there it would lock the pile for good", waiting)
        return Reason(f"there it would leave {_left_waiting(waiting[0].piles)}", waiting)
    low = covered(choice)
    if low is None:
        return None
    return _covering(scene, low, of(choice, Kind.COMING), top_named=top_named)


def _covering(scene: Scene, low: Fact, coming: tuple[Fact, ...], *, top_named: bool) -> Reason:
    """Return what speaks against covering a card: that it is wanted next, or the last."""
    name = a_rank(low.other)
    if low.kind is Kind.COVERS_NEXT:
        want = wanters(low.wants, scene.hint.seen.rules.suits)
        left = _left(low.count)
        text = f"there it would cover {name}, while {want} one next and {left} in the stock"
        if top_named and low.depth == 1:
            text = f"{want} one next, and {left} in the stock"
        return Reason(text, (low, *coming))
    if low.count:
        return Reason(f"there it would cover {name}", (low,))
    text = f"no other {rank_word(low.other)} is to come"
    if not top_named or low.depth > 1:
        text = f"there it would cover {name}, and {text}"
    return Reason(text, (low, *coming))


def every(under: Fact) -> str:
    """Return which cards lie over the one that can never come off: "every queen not yet up"."""
    return f"every {rank_word(under.other)}" + (" not yet up" if under.count else "")


def _left(count: int) -> str:
    if count == 0:
        return "none is left"
    return "only one is left" if count == 1 else f"{number_word(count)} are left"


def wanters(number: int, suits: int) -> str:
    """Return how many foundations want a card, with the verb."""
    if number == 1:
        return "a foundation wants"
    if number == suits > 2:
        return f"all {number_word(number)} foundations want"
    return f"{number_word(number)} foundations want"


def waits(piles: tuple[int, ...]) -> str:
    """Return the proof of loss that rests on `piles`, in words."""
    if len(piles) == 1:
        return f"{pile_names(piles)} can never be cleared"
    return f"{pile_names(piles)} wait for {_each(piles)}"


def _left_waiting(piles: tuple[int, ...]) -> str:
    if len(piles) == 1:
        return f"{pile_names(piles)} locked for good"
    return f"{pile_names(piles)} waiting for {_each(piles)}"


def _each(piles: tuple[int, ...]) -> str:
    return "each other" if len(piles) == 2 else "one another"


def warning(scene: Scene, worse: list[Choice]) -> Reason | None:
    """Return a sentence against the worst of the choices that are clearly worse, if it is bad."""
    bad = [choice for choice in worse if _is_bad(scene, choice)]
    if not bad:
        return None
    choice = max(bad, key=lambda choice: (choice.lost and gap(choice) is not None, burden(choice)))
    where = _named_by_top(scene, choice)
    why = objection_to(scene, choice, top_named=where.startswith("the "))
    return Reason(f"Not on {where}: {why.text}.", why.facts) if why else None


def _is_bad(scene: Scene, choice: Choice) -> bool:
    """Whether a lay loses for certain, or covers the last cards of a rank that is wanted."""
    low, mine = covered(choice), covered(scene.best)
    if choice.lost:
        return True
    if low is None or (mine and mine.other == low.other):
        return False
    return low.count <= 1 if low.kind is Kind.COVERS_NEXT else not low.count and scene.turn % 2 == 0


def _named_by_top(scene: Scene, choice: Choice) -> str:
    """Return a pile by its top card where no other pile shows the same rank."""
    top = top_rank(scene.hint, choice)
    tops = [pile[-1].rank for pile in scene.hint.seen.piles if pile]
    return f"the {rank_word(top)}" if top and tops.count(top) == 1 else scene.place(choice)
