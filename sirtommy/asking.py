"""What the odds say of a drill's question, and how the players who grade drills would answer it.

Some questions no move answers: is the game lost whatever comes, and which rank is waited for.
A rank is waited for between two cards, so the card that has been turned is put back first.
What a rank is worth is the chance of the player who plays on once a card of that rank is turned.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from sirtommy.cards import RANKS
from sirtommy.hint import Hint, choices, conclude, continuation, tally, wilson
from sirtommy.kernel import decide, finish, move_of, table_of
from sirtommy.players import player
from sirtommy.scene import rivals_of
from sirtommy.state import Move, State, plain, seen

QUESTIONS = {
    "pile": "Which pile?",
    "top": "Which top goes first?",
    "build": "Build, or hold back?",
    "lost": "Is the game already lost, whatever comes?",
    "rank": "Which rank are you waiting for?",
}
"""The types of question, and how each is asked."""

WORDED = ("lost", "rank")
"""The types whose answers are words."""

LADDER = ("shortest", "least-burying", "by-hand", "at-once")
"""The players whose answers grade a drill."""


def rate(state: State, budget: int, first: int = 0) -> Hint:
    """Return the choices of `state` rated over `budget` continuations from number `first` on."""
    here = seen(state)
    return conclude(here, tally(here, first, first + budget), budget)


def accepted(rated: Hint) -> frozenset[Move]:
    """Return the choices that the odds do not tell from the best."""
    best = rated.best
    near = (best, *rivals_of(rated, best))
    return frozenset(choice.move for choice in near)


def unturned(state: State) -> State:
    """Return the position before the card that waits was turned."""
    if state.turned is None:
        return state
    return replace(state, turned=None, stock=(state.turned, *state.stock))


def unseen_ranks(state: State) -> tuple[int, ...]:
    """Return the ranks of which a card is still to be turned, in order, the waiting card's too."""
    return tuple(sorted({card.rank for card in unturned(state).stock}))


def turning(state: State, rank: int) -> State:
    """Return the position in which a card of `rank` has been turned in place of the real one.

    Which suit it is makes no difference; the first in the order of suits is taken.
    """
    before = unturned(state)
    card = min(card for card in before.stock if card.rank == rank)
    stock = tuple(other for other in before.stock if other != card)
    return replace(before, turned=card, stock=stock)


def rank_wins(state: State, budget: int, first: int = 0) -> dict[int, float]:
    """Return for each unseen rank the wins of the best choice once it is turned.

    The wins are over `budget` continuations from number `first` on.
    """
    return {
        rank: max(tally(seen(turning(state, rank)), first, first + budget))
        for rank in unseen_ranks(state)
    }


def best_ranks(wins: Mapping[str, float], budget: int) -> frozenset[str]:
    """Return the rank letters whose 95 % interval reaches the best one's share."""
    best = max(wins.values()) / budget
    return frozenset(rank for rank, won in wins.items() if wilson(won, budget)[1] >= best)


def rates_of(state: State, budget: int, question: str, first: int = 0) -> dict[str, float]:
    """Return the wins of every choice by its move, or of every rank by its letter."""
    if question == "rank":
        wins = rank_wins(state, budget, first)
        return {RANKS[rank - 1]: won for rank, won in wins.items()}
    here = seen(state)
    moves = [str(move_of(here, code)) for code in choices(here)]
    return dict(zip(moves, tally(here, first, first + budget), strict=True))


def rates_text(rates: Mapping[str, float]) -> str:
    """Return wins as the header `rates` holds them."""
    return ", ".join(
        f"{name} {int(won) if won == int(won) else won}" for name, won in rates.items()
    )


def winning_order(state: State, numbers: Iterable[int]) -> int | None:
    """Return the first of the numbered orders of the unseen cards that a known player wins.

    That player is the one who answers at once; such an order is the proof that a position is not
    lost whatever comes.
    """
    table = table_of(seen(state))
    for number in numbers:
        if finish(table.copy(), continuation(table, number), player("at-once")):
            return number
    return None


def ladder_of(state: State, question: str, right: Collection[Move | str], budget: int) -> int:
    """Return how many players of `LADDER` get a question right.

    Of a choice each is asked itself. To the other questions each answers by how often it wins when
    it plays on over the first `budget` orders: what it never wins it takes for lost, and it waits
    for the rank with which it wins most.
    """
    if question == "lost":
        return sum(("no" if _wins(name, state, budget) else "yes") in right for name in LADDER)
    if question == "rank":
        return sum(_waits_for(name, state, budget) in right for name in LADDER)
    here = seen(state)
    table = table_of(here)
    codes = [decide(table.copy(), player(name)) for name in LADDER]
    return sum(plain(state, move_of(here, code)) in right for code in codes)


def _wins(name: str, state: State, budget: int) -> int:
    """Return how many of the first `budget` orders the player of that name wins from here."""
    table = table_of(seen(state))
    return sum(
        finish(table.copy(), continuation(table, number), player(name)) for number in range(budget)
    )


def _waits_for(name: str, state: State, budget: int) -> str:
    """Return the rank with which a player wins most; none where it never wins."""
    wins = {rank: _wins(name, turning(state, rank), budget) for rank in unseen_ranks(state)}
    best = max(wins, key=lambda rank: wins[rank])
    return RANKS[best - 1] if wins[best] else ""
