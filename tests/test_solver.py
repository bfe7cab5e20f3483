"""The solver: judged by plain enumeration, and honest about what it did not find out."""

import random
from collections import Counter

import pytest

from sirtommy.deal import Deal, listed_deal, numbered_deal
from sirtommy.errors import RequestError
from sirtommy.rules import parse_rules
from sirtommy.solver import Solution, solve
from sirtommy.state import play, start
from tests.bruteforce import Game, winnable
from tests.bruteforce import start as judged_start

SHAPES = {
    "sir-tommy ranks=4 suits=2 piles=1": 200,
    "sir-tommy ranks=5 suits=2 piles=1": 200,
    "sir-tommy ranks=3 suits=4 piles=1": 200,
    "sir-tommy ranks=4 suits=3 piles=1": 200,
    "sir-tommy ranks=4 suits=2 piles=2": 100,
    "sir-tommy ranks=6 suits=2 piles=2": 100,
    "sir-tommy ranks=4 suits=3 piles=2": 50,
    "sir-tommy-optional ranks=4 suits=2 piles=1": 200,
    "sir-tommy-optional ranks=5 suits=2 piles=1": 200,
    "sir-tommy-optional ranks=4 suits=3 piles=1": 100,
    "sir-tommy-optional ranks=3 suits=2 piles=2": 100,
    "calculation ranks=5 suits=2 piles=1": 200,
    "calculation forced=true ranks=5 suits=2 piles=1": 200,
    "calculation forced=true ranks=7 suits=2 piles=1": 100,
    "calculation ranks=5 suits=3 piles=1": 50,
}
"""How many deals of each game are judged: more than two thousand in all."""


def judged(deal: Deal) -> bool:
    """Return what plain enumeration says of a deal."""
    rules = deal.rules
    game = Game(rules.ranks, rules.suits, rules.piles, rules.forced, rules.calculation)
    return winnable(game, judged_start(game, tuple(card.rank for card in deal.cards)))


def assert_wins(deal: Deal, solution: Solution) -> None:
    """Fail unless the solution's line is legal and wins."""
    state = start(deal)
    for move in solution.line:
        state = play(state, move)
    assert state.won


@pytest.mark.parametrize("name", SHAPES)
def test_agrees_with_enumeration(name: str) -> None:
    """On small decks the verdict is that of trying everything, and a won line replays."""
    rules = parse_rules(name)
    verdicts: Counter[str] = Counter()
    for number in range(SHAPES[name]):
        deal = numbered_deal(rules, number)
        solution = solve(start(deal))
        assert ("won" if judged(deal) else "lost") == solution.verdict, f"deal {number} of {name}"
        verdicts[solution.verdict] += 1
        if solution.verdict == "won":
            assert_wins(deal, solution)

    assert verdicts["won"] > 0
    assert verdicts["lost"] > 0 or rules.piles > 1


def test_holding_back_can_be_the_only_way() -> None:
    """A deal that forced play loses and optional play wins by keeping a four down.

    The order 1 3 2 1 1 4 2 2 2 3 3 4 4 3 4 1 on two piles can be checked by hand.
    """
    ranks = [1, 3, 2, 1, 1, 4, 2, 2, 2, 3, 3, 4, 4, 3, 4, 1]
    met: Counter[int] = Counter()
    cards = []
    rules = parse_rules("sir-tommy ranks=4 piles=2")
    pack = sorted(numbered_deal(rules, 0).cards, key=lambda card: (card.rank, card.suit))
    for rank in ranks:
        cards.append(pack[4 * (rank - 1) + met[rank]])
        met[rank] += 1
    forced = solve(start(listed_deal(rules, cards)))
    waiting = listed_deal(parse_rules("sir-tommy-optional ranks=4 piles=2"), cards)
    optional = solve(start(waiting))

    assert forced.verdict == "lost"
    assert optional.verdict == "won"
    assert_wins(waiting, optional)


def test_goes_on_from_any_position() -> None:
    """From the middle of a game, a run included, the verdict is that of all that can follow."""
    rules = parse_rules("sir-tommy ranks=4 suits=3 piles=2")
    chance = random.Random(5)
    checked = 0
    for number in range(40):
        state = start(numbered_deal(rules, number))
        whole = solve(state)
        for move in whole.line:
            state = play(state, move)
            checked += 1
            if chance.random() < 0.3:
                assert solve(state).verdict == "won"

    assert checked > 100


def test_full_pack_is_solved_within_a_small_budget() -> None:
    """Deals of the whole pack are won by lines that replay."""
    for number in range(1, 6):
        deal = numbered_deal(parse_rules("sir-tommy"), number)
        solution = solve(start(deal), 50_000)
        if solution.verdict == "won":
            assert_wins(deal, solution)

    assert solve(start(numbered_deal(parse_rules("sir-tommy"), 2)), 50_000).verdict == "won"


def test_gives_up_rather_than_guess() -> None:
    """With too few positions to look at the answer is `gave up`, never `lost`."""
    state = start(numbered_deal(parse_rules("sir-tommy"), 1))

    assert solve(state, 10).verdict == "gave up"


def test_budget_must_be_positive() -> None:
    """A budget of nothing is refused in a sentence."""
    state = start(numbered_deal(parse_rules("sir-tommy"), 1))

    with pytest.raises(RequestError, match="too small"):
        solve(state, 0)
