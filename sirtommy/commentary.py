"""What a good player across the table would say: one pile and one reason.

The sentences rest on the facts of a hint and on nothing else, and say no more than these support.
Where the facts do not explain the choice, the sentence says so.
"""

from dataclasses import dataclass

from sirtommy.facts import Fact, Kind
from sirtommy.hint import Choice, Hint
from sirtommy.phrases import fresh, listed, pile_names, rank_word
from sirtommy.reasons import against, burden, common_reason, reason, though
from sirtommy.state import BuildTop, Lay, Move


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint in a sentence or two."""

    sentence: str
    move: Move
    kinds: tuple[Kind, ...]
    """The kinds of the facts that the sentence rests on, each once."""


@dataclass(frozen=True, slots=True)
class Chance:
    """How often one choice wins, in a phrase and exactly."""

    move: Move
    phrase: str
    """ "about 2 in 5" """
    detail: str
    """Wins, continuations, the interval, and the player they speak of."""


SHARES = (
    (0.02, "1 in 50"), (0.05, "1 in 20"), (0.1, "1 in 10"), (0.2, "1 in 5"), (0.25, "1 in 4"),
    (0.3, "3 in 10"), (1 / 3, "1 in 3"), (0.4, "2 in 5"), (0.5, "1 in 2"), (0.6, "3 in 5"),
    (2 / 3, "2 in 3"), (0.7, "7 in 10"), (0.75, "3 in 4"), (0.8, "4 in 5"), (0.9, "9 in 10"),
    (0.95, "19 in 20"), (0.98, "49 in 50"),
)  # fmt: skip
"""The shares that a chance is rounded to, with their words."""


def share_phrase(won: int, tried: int) -> str:
    """Return a share as a player says it: "about 2 in 5", "not once in 200"."""
    if not tried:
        return "not tried yet"
    if won == 0:
        return f"not once in {tried}"
    if won == tried:
        return "every time so far" if tried < 20 else f"all {tried}"
    share = won / tried
    if share < 0.01:
        return "less than 1 in 100"
    if share > 0.99:
        return "more than 99 in 100"
    return "about " + min(SHARES, key=lambda pair: abs(pair[0] - share))[1]


def chances(hint: Hint) -> tuple[Chance, ...]:
    """Return the chance of every choice of `hint`, best first."""
    found = []
    for choice in hint.choices:
        if choice.lost:
            found.append(Chance(choice.move, "lost", "proved lost, whatever comes"))
            continue
        detail = (
            f"won {choice.won} of {choice.tried} continuations, "
            f"95 % interval {100 * choice.low:.0f} % to {100 * choice.high:.0f} %, "
            f"played on by {hint.player}"
        )
        found.append(Chance(choice.move, share_phrase(choice.won, choice.tried), detail))
    return tuple(found)


def advise(hint: Hint, previous: str = "") -> Advice:
    """Return what to say about `hint`; `previous` is the last sentence spoken.

    Two sentences in a row never open with the same word.
    """
    turn = len(hint.seen.unseen)
    best = chosen(hint)
    wordings, facts = _wordings(hint, best)
    kinds = tuple(dict.fromkeys(fact.kind for fact in facts))
    return Advice(fresh(wordings, turn, previous), best.move, kinds)


def chosen(hint: Hint) -> Choice:
    """Return the choice to recommend: the best, and of equals the one that buries least."""
    equals = [choice for choice in hint.choices if choice.won == hint.best.won]
    alive = [choice for choice in equals if not choice.lost] or equals
    if hint.best.won:
        return alive[0]
    return min(alive, key=lambda choice: burden(choice.facts))


Wordings = tuple[list[str], list[Fact]]


def _wordings(hint: Hint, best: Choice) -> Wordings:  # noqa: PLR0911 - one return a case
    """Return wordings that open differently, and the facts they rest on."""
    if hint.waiting:
        return _lost_already(hint)
    if len(hint.choices) == 1:
        return _only_move(hint, best)
    others = [choice for choice in hint.choices if not _twins(hint, best, choice)]
    if not others:
        return _all_alike(hint, best)
    if best.lost:
        return _lost_now(best)
    if all(choice.lost for choice in others):
        return _last_hope(hint, best, others)
    if not isinstance(best.move, Lay):
        return _build(hint, best, others)
    rivals = [
        choice for choice in others if choice in hint.rivals and not choice.lost
    ] if best is hint.best else [choice for choice in others if choice.won == best.won]  # fmt: skip
    laid = [choice for choice in rivals if isinstance(choice.move, Lay)]
    if len(laid) == len(rivals) == len(others) and len(others) > 1:
        return _open_question(hint, best)
    if len(laid) == 1 and len(rivals) == 1:
        return _either(hint, best, laid[0])
    return _clear(hint, best, [choice for choice in others if choice not in rivals])


def _twins(hint: Hint, one: Choice, other: Choice) -> bool:
    """Whether two choices differ only by the place of piles that are equal in ranks."""
    if type(one.move) is not type(other.move) or not isinstance(one.move, Lay | BuildTop):
        return one is other
    piles = hint.seen.piles
    first, second = (
        [card.rank for card in piles[choice.move.pile - 1]]
        for choice in (one, other)
        if isinstance(choice.move, Lay | BuildTop)
    )
    return first == second


def _lost_already(hint: Hint) -> Wordings:
    why = waits(hint.waiting)
    fact = Fact(Kind.WAITING, 0, piles=hint.waiting)
    return [
        f"The game is lost already: {why}.",
        f"Nothing can win this any more: {why}.",
        f"It is lost, whatever comes: {why}.",
    ], [fact]


def waits(piles: tuple[int, ...]) -> str:
    """Return the proof of loss that rests on `piles`, in words."""
    names = pile_names(piles)
    if len(piles) == 1:
        return f"{names} can never be cleared"
    return f"{names} wait for {'each other' if len(piles) == 2 else 'one another'}"


def _only_move(hint: Hint, best: Choice) -> Wordings:
    card = rank_word(card_rank(hint, best.move))
    if isinstance(best.move, Lay):
        return [
            f"The {card} has only one place to go.",
            f"There is only one pile for the {card}.",
        ], []
    return [f"The {card} must go up.", f"Build the {card}: nothing else is allowed."], []


def _all_alike(hint: Hint, best: Choice) -> Wordings:
    if isinstance(best.move, Lay) and not any(hint.seen.piles):
        return [
            "Any pile will do: all are empty.",
            "It makes no difference where this one goes: all piles are empty.",
        ], list(best.facts[:1])
    return ["Any of these will do: they are alike.", "It makes no difference: they are alike."], []


def _lost_now(best: Choice) -> Wordings:
    proof = next(fact for fact in best.facts if fact.kind is Kind.WAITING)
    why = waits(proof.piles)
    return [
        f"Every choice loses now: even after the best of them {why}.",
        f"The game is lost here: even after the best choice {why}.",
    ], [proof]


def _last_hope(hint: Hint, best: Choice, others: list[Choice]) -> Wordings:
    proofs = [fact for choice in others for fact in choice.facts if fact.kind is Kind.WAITING]
    card = rank_word(card_rank(hint, best.move))
    where = place(hint, best.move)
    return [
        f"Only {where} keeps the game alive: anything else is certain to lose.",
        f"The {card} has one place left, {where}: anything else is certain to lose."
        if isinstance(best.move, Lay)
        else f"Build from {where}: anything else is certain to lose.",
    ], proofs


def _open_question(hint: Hint, best: Choice) -> Wordings:
    card, where = rank_word(card_rank(hint, best.move)), place(hint, best.move)
    why, facts = reason(hint, best)
    if why is None:
        return [
            f"Little hangs on this {card}; try {where}.",
            f"No pile is clearly best for the {card}; try {where}.",
        ], facts
    return [
        f"Little hangs on this {card}. On {where} {why}.",
        f"No pile is clearly best for the {card}, but on {where} {why}.",
        f"Try {where} for the {card}, though there is little in it: {why}.",
    ], facts


def _either(hint: Hint, best: Choice, rival: Choice) -> Wordings:
    card = rank_word(card_rank(hint, best.move))
    one, two = place(hint, best.move), place(hint, rival.move)
    pair = f"{one} or {two}"
    why, facts = common_reason(best, rival)
    if why is None:
        return [
            f"Either {pair} will do for the {card}.",
            f"The {card} can go on {pair}: there is nothing in it.",
        ], facts
    return [
        f"Either {pair} will do for the {card}: {why}.",
        f"The {card} can go on {pair}: {why}.",
        f"Take {pair} for the {card}: {why}.",
    ], facts


def _clear(hint: Hint, best: Choice, others: list[Choice]) -> Wordings:
    card, where = rank_word(card_rank(hint, best.move)), place(hint, best.move)
    why, facts = reason(hint, best)
    if why is None:
        excuse, facts = though(best)
        return [
            f"The continuations prefer {where}, though {excuse}.",
            f"Choose {where} for the {card}: played on, it wins most often, though {excuse}.",
        ], facts
    warning, more = against(hint, others)
    tail = f" {warning}" if warning else ""
    start = where[0].upper() + where[1:]
    return [
        f"Put the {card} on {where}: {why}.{tail}",
        f"The {card} goes on {where}: {why}.{tail}",
        f"{start} for the {card}: {why}.{tail}",
        f"Lay the {card} on {where}: {why}.{tail}",
    ], [*facts, *more]


def _build(hint: Hint, best: Choice, others: list[Choice]) -> Wordings:
    card = rank_word(card_rank(hint, best.move))
    pile = f" on pile {best.move.pile}" if isinstance(best.move, BuildTop) else ""
    foundation = getattr(best.move, "foundation", None)
    aim = f" on foundation {foundation}" if foundation else ""
    why, facts = reason(hint, best)
    tail = f": {why}" if why else ""
    if any(isinstance(choice.move, Lay) for choice in others):
        return [
            f"Build the {card}{pile}{aim}{tail}.",
            f"The {card}{pile} can go up{aim}{tail}.",
            f"Up with the {card}{pile}{aim}{tail}.",
        ], facts
    return [
        f"The {card}{pile} goes first{aim}{tail}.",
        f"Build the {card}{pile} first{aim}{tail}.",
        f"Start with the {card}{pile}{aim}{tail}.",
    ], facts


def card_rank(hint: Hint, move: Move) -> int:
    """Return the rank of the card that `move` moves."""
    if isinstance(move, BuildTop):
        return hint.seen.piles[move.pile - 1][-1].rank
    return move.card.rank


def place(hint: Hint, move: Move) -> str:
    """Return where a move takes place: "pile 2", "an empty pile", "the stock" never."""
    if not isinstance(move, Lay | BuildTop):
        return "the turned card"
    if hint.seen.piles[move.pile - 1]:
        return f"pile {move.pile}"
    empty = [number for number, pile in enumerate(hint.seen.piles, 1) if not pile]
    return "the empty pile" if len(empty) == 1 else f"pile {listed([str(move.pile)])}"
