"""The compiled solver: the engine's verdicts on small decks, and lines that replay."""

from collections import Counter

import pytest

from sirtommy.deal import numbered_deal
from sirtommy.kernel import move_of
from sirtommy.lab.solve import FIRST_WIDTH, solve
from sirtommy.rules import Rules
from sirtommy.solver import solve as solve_by_engine
from sirtommy.state import play, seen, start

SHAPES = (
    Rules(ranks=6, suits=3, piles=2),
    Rules(ranks=4, suits=3, piles=1),
    Rules(ranks=3, suits=4, piles=1),
    Rules(ranks=8, suits=2, piles=1),
)
"""Decks so small that the widest beam throws nothing away, and some of their deals are lost."""

WIDE = 32_768


def replays(rules: Rules, number: int, codes: tuple[int, ...]) -> bool:
    """Whether the engine allows all moves and they win the deal."""
    state = start(numbered_deal(rules, number))
    for code in codes:
        state = play(state, move_of(seen(state), code))
    return state.won


@pytest.mark.parametrize("rules", SHAPES, ids=str)
def test_verdicts_are_the_engines(rules: Rules) -> None:
    """Won or lost, the compiled solver and the engine's agree, and what is won can be played."""
    verdicts: Counter[str] = Counter()
    for number in range(60):
        found = solve(rules, number, WIDE)
        verdicts[found.verdict] += 1
        assert found.verdict == solve_by_engine(start(numbered_deal(rules, number))).verdict, number
        assert found.verdict == "lost" or replays(rules, number, found.codes)
    assert min(verdicts["won"], verdicts["lost"]) >= 3, verdicts


def test_a_beam_that_threw_away_proves_nothing() -> None:
    """Where the widest beam is too narrow, a deal that is not won is not called lost."""
    rules = Rules(ranks=8, suits=4, piles=2)
    verdicts = {solve(rules, number, FIRST_WIDTH).verdict for number in range(40)}
    assert "gave up" in verdicts


def test_whole_packs_replay() -> None:
    """Deals of the whole pack that are won are won by moves that the engine allows."""
    rules = Rules()
    for number in range(1, 21):
        found = solve(rules, number, WIDE)
        assert found.verdict == "won"
        assert replays(rules, number, found.codes)
