"""Tests of the learned evaluation of Calculation, and of its weights file."""

from itertools import permutations
from pathlib import Path

import pytest

from sirtommy import weights
from sirtommy.deal import numbered_deal
from sirtommy.kernel import table_of
from sirtommy.rules import parse_rules
from sirtommy.state import seen, start
from sirtommy.turns import best_end
from sirtommy.value_calculation import Game, Position, position_of
from sirtommy.weights import CERTAIN, WON, WeightsError
from sirtommy.weights_calculation import network


def positions(number: int) -> list[Position]:
    """Return the positions after each turn of a deal."""
    state = start(numbered_deal(parse_rules("calculation"), number))
    table = table_of(seen(state))
    found = [best_end(position_of(table), table.turned).position]
    for card in state.stock:
        found.append(best_end(found[-1].turned(card.rank), card.rank).position)
    return found


def test_what_is_remembered_changes_nothing() -> None:
    """A position is worth the same whatever was looked at before it."""
    for position in positions(5):
        anew = Game(position.game.rules, position.game.net)
        fresh = Position(anew, position.piles, position.heights, position.unseen)
        assert fresh.evaluation() == position.evaluation()


def test_piles_are_interchangeable() -> None:
    """Positions that differ only in the order of their piles have one evaluation."""
    for position in positions(6)[::5]:
        for piles in permutations(position.piles):
            other = Position(position.game, piles, position.heights, position.unseen)
            assert other.evaluation() == position.evaluation()


def test_chances_rise_with_the_evaluation() -> None:
    """A better evaluation is never a smaller chance; what is settled is certain."""
    position = positions(7)[0]
    chances = [position.chance(value << 14) for value in range(-1_000, 1_000)]
    assert chances == sorted(chances)
    assert 0 <= chances[0] < CERTAIN // 100
    assert CERTAIN - CERTAIN // 100 < chances[-1] <= CERTAIN
    assert position.chance(WON) == CERTAIN
    assert position.chance(40 - WON) == 0


def test_sir_tommy_is_refused() -> None:
    """The weights say nothing of a game whose foundations are alike."""
    table = table_of(seen(start(numbered_deal(parse_rules("sir-tommy"), 1))))
    with pytest.raises(WeightsError, match="Calculation only"):
        position_of(table)


def test_a_damaged_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights that are missing or cut short are an error with a reason, not a crash."""
    text = weights.text_of("weights-calculation.json")
    monkeypatch.setattr(weights, "__file__", str(tmp_path / "weights.py"))
    network.cache_clear()
    with pytest.raises(WeightsError, match="missing"):
        network()
    (tmp_path / "weights-calculation.json").write_text(text[: len(text) // 2], encoding="ascii")
    with pytest.raises(WeightsError, match="damaged"):
        network()
    monkeypatch.undo()
    assert network().rows
