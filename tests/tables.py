"""What the tests of the engine share: positions by hand, and the engine seen by the judge."""

from collections import Counter
from collections.abc import Iterable

from sirtommy.cards import Card, parse_card
from sirtommy.deal import Deal
from sirtommy.rules import Rules
from sirtommy.state import Move, State, legal_moves, play
from tests import bruteforce


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards that codes with spaces between them name."""
    return tuple(map(parse_card, text.split()))


def position(
    rules: Rules,
    *,
    turned: str = "",
    piles: Iterable[str] = (),
    foundations: Iterable[str] = (),
    stock: str = "",
) -> State:
    """Return a position made by hand; piles and foundations not named are empty."""
    heaps = [cards(pile) for pile in piles]
    up = [cards(pile) for pile in foundations]
    return State(
        rules,
        cards(stock),
        parse_card(turned) if turned else None,
        (*heaps, *((),) * (rules.piles - len(heaps))),
        (*up, *((),) * (rules.suits - len(up))),
    )


def game_of(rules: Rules) -> bruteforce.Game:
    """Return the judge's name for `rules`."""
    return bruteforce.Game(rules.ranks, rules.suits, rules.piles, rules.forced, rules.calculation)


def order_of(deal: Deal) -> tuple[int, ...]:
    """Return the ranks of a deal in order."""
    return tuple(card.rank for card in deal.cards)


def spot_of(state: State) -> bruteforce.Spot:
    """Return a position as the judge sees it."""
    return bruteforce.Spot(
        tuple(card.rank for card in state.stock),
        state.turned.rank if state.turned else None,
        tuple(tuple(card.rank for card in pile) for pile in state.piles),
        tuple(tuple(card.rank for card in pile) for pile in state.foundations),
    )


def label_of(move: Move) -> str:
    """Return a move as the judge labels it: without the turned card's name."""
    return str(move).lstrip("A23456789TJQKSHDC") if hasattr(move, "card") else str(move)


def layers(state: State, depth: int = 1000) -> list[Counter[State]]:
    """Return for each depth the positions met there, each with how many sequences lead to it."""
    found = [Counter({state: 1})]
    while found[-1] and len(found) <= depth:
        following: Counter[State] = Counter()
        for here, count in found[-1].items():
            for move in legal_moves(here):
                following[play(here, move)] += count
        found.append(following)
    return found


def split(state: State, depth: int) -> dict[str, int]:
    """Return for each first move how many sequences of `depth` moves begin with it."""
    return {
        label_of(move): layers(play(state, move), depth - 1)[depth - 1].total() if depth > 1 else 1
        for move in legal_moves(state)
    }
