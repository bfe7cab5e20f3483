"""Tests of the learned evaluation: it adds up however a position was reached; its file."""

import json
from pathlib import Path

import pytest

from sirtommy import weights
from sirtommy.at_once import fitting, run_ends
from sirtommy.deal import Generator, numbered_deal
from sirtommy.kernel import LAY, table_of
from sirtommy.rules import GAMES, Rules
from sirtommy.state import seen, start
from sirtommy.value import Position, position_of
from sirtommy.weights import CERTAIN, WON, WeightsError, net_of, network, read_weights

SHAPES = (Rules(), Rules(ranks=5, suits=3, piles=2), Rules(piles=9), Rules(ranks=13, suits=1))


def wander(rules: Rules, number: int, positions: list[Position]) -> Position:
    """Play a deal by chance, one table and one position side by side; keep every position."""
    state = start(numbered_deal(rules, number))
    table = table_of(seen(state))
    order = [card.rank for card in state.stock]
    first = table.turned
    table.unseen[first] += 1
    table.turned = 0
    position = position_of(table, network())
    generator = Generator(number)
    for rank in [first, *order]:
        table.turn(rank)
        position.turn(rank)
        while table.waits():
            moves = table.legal()
            move = moves[generator.below(len(moves))]
            if move < LAY + len(table.piles):
                position.lay(move, table.turned)
            elif table.turned:
                position.build(table.turned)
            else:
                tops = fitting(position)
                position.build_top(tops[moves.index(move)])
            table.play(move)
            if table.waits() or table.left % 3:
                continue
            again = position_of(table, network())
            for name in ("piles", "up", "left", "tops", "under", "layer"):
                assert getattr(again, name) == getattr(position, name), name
            assert again.unseen[: rules.ranks + 1] == position.unseen[: rules.ranks + 1]
            positions.append(position.copy())
    return position


@pytest.mark.parametrize("rules", SHAPES, ids=str)
def test_a_position_kept_up_to_date_is_the_position_made_anew(rules: Rules) -> None:
    """Whatever cards are laid and built in whatever order, the first layer is the same sum."""
    positions: list[Position] = []
    for number in range(12):
        wander(rules, number, positions)
    assert len(positions) > 50


def test_laying_is_rated_as_it_turns_out() -> None:
    """The evaluation said for each pile is the evaluation once the card lies there."""
    positions: list[Position] = []
    wander(Rules(), 7, positions)
    for position in positions[:-1]:
        rank = next(rank for rank in range(1, 14) if position.unseen[rank])
        position.turn(rank)
        for evaluation, pile in position.lays(rank):
            after = position.copy()
            after.lay(pile, rank)
            assert after.evaluation() == evaluation


def test_piles_are_interchangeable() -> None:
    """Positions that differ only in the order of their piles have one evaluation."""
    positions: list[Position] = []
    wander(Rules(), 11, positions)
    for position in positions:
        other = position.copy()
        other.piles.reverse()
        assert other.evaluation() == position.evaluation()


def test_a_won_game_is_certain() -> None:
    """Once all cards are up the evaluation is above all others and the chance is 1."""
    position = position_of(table_of(seen(start(numbered_deal(Rules(), 1)))), network())
    position.up = [4] * 14
    assert position.evaluation() == WON
    assert position.chance(WON) == CERTAIN


def test_chances_rise_with_the_evaluation() -> None:
    """A better evaluation never stands for a smaller chance, and chances stay between 0 and 1."""
    position = position_of(table_of(seen(start(numbered_deal(Rules(), 1)))), network())
    chances = [position.chance(unit << 16) for unit in range(-400, 400)]
    assert chances == sorted(chances)
    assert chances[0] >= 0
    assert chances[-1] <= CERTAIN


def test_a_run_keeps_every_end() -> None:
    """Two fives over one place for a five: either may go, and both ends are known."""
    table = table_of(seen(start(numbered_deal(Rules(), 1))))
    table.turned = 0
    table.piles = [[9, 5], [5], [], []]
    table.unseen = [0, 3, 3, 3, 3, 2, 4, 4, 4, 3, 4, 4, 4, 4]
    table.wanted = [0, 3, 0, 0, 0, 1] + [0] * 8
    ends = run_ends(position_of(table, network()))
    assert set(ends) == {(1, 1, 0, 0), (2, 0, 0, 0)}


def test_a_run_does_not_branch_where_nothing_competes() -> None:
    """With a place for every five in sight there is one end, however long the run."""
    table = table_of(seen(start(numbered_deal(Rules(), 1))))
    table.turned = 0
    table.piles = [[8, 7, 6, 5], [8, 7, 6, 5], [8, 7, 6, 5], [8, 7, 6, 5]]
    table.unseen = [0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4]
    table.wanted = [0, 0, 0, 0, 0, 4] + [0] * 8
    assert list(run_ends(position_of(table, network()))) == [(0, 0, 0, 0)]


def test_calculation_is_refused() -> None:
    """The network knows Sir Tommy's foundations; asked about Calculation it says so."""
    table = table_of(seen(start(numbered_deal(GAMES["calculation"], 1))))
    with pytest.raises(WeightsError, match="no weights for Calculation"):
        position_of(table, network())


def text() -> str:
    """Return the shipped weights file."""
    return Path(weights.__file__).with_name("weights.json").read_text(encoding="ascii")


def test_the_weights_file_is_small_and_says_how_it_was_made() -> None:
    """At most 200 KB of text, with the command that made it."""
    assert len(text()) <= 200_000
    assert json.loads(text())["made"]
    assert net_of(read_weights(text())).rows


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda whole: whole[: len(whole) // 2], "cannot be read"),
        (lambda whole: whole.replace('"format": 1', '"format": 99'), "format 99"),
        (lambda whole: whole.replace('"checksum": ', '"checksum": 1'), "checksum"),
        (lambda _whole: "[]", "cannot be read"),
        (lambda _whole: "{}", "cannot be read"),
    ],
    ids=["truncated", "other version", "changed", "a list", "empty"],
)
def test_a_damaged_weights_file_is_refused(change: object, said: str) -> None:
    """A file that is cut short, changed or of another version is refused in a sentence."""
    assert callable(change)
    with pytest.raises(WeightsError, match=said):
        read_weights(change(text()))


def test_a_missing_weights_file_is_named() -> None:
    """Where there is no file the error names it."""
    with pytest.raises(WeightsError, match=r"nowhere\.json"):
        network("nowhere.json")
