"""A word before a blunder: said of what is clearly worse, and of nothing else."""

import pytest

from sirtommy.coach import WORSE, warning
from sirtommy.deal import numbered_deal, parse_deal
from sirtommy.hint import at_once_hint, hint
from sirtommy.rules import parse_rules
from sirtommy.run import settled
from sirtommy.state import Lay, State, legal_moves, play, seen, start


def positions(number: int) -> list[State]:
    """Return the positions of a deal in which the first legal move is played throughout."""
    state = settled(start(numbered_deal(parse_rules("sir-tommy"), number)))
    found = []
    while not state.over:
        found.append(state)
        state = settled(play(state, legal_moves(state)[0]))
    return found


@pytest.mark.parametrize("number", range(6))
def test_warned_of_is_what_costs_much(number: int) -> None:
    """The best choice is never warned of; a warning stands where much is lost or all of it."""
    for state in positions(number)[::4]:
        rated = at_once_hint(seen(state))
        warned = {choice.move: warning(state, choice.move) for choice in rated.choices}
        assert not warned[rated.best.move]
        for choice in rated.choices:
            costs = rated.best.win - choice.win >= WORSE
            proved = choice.lost and not all(other.lost for other in rated.choices)
            assert bool(warned[choice.move]) == (len(rated.choices) > 1 and (costs or proved))


def test_warning_names_the_choice_the_reason_and_the_cost() -> None:
    """A warning says what speaks against a choice and what it keeps, and names no other."""
    rules = parse_rules("sir-tommy")
    deal = parse_deal(
        rules,
        "2S"
        "KS"
        + "".join(f"{rank}{suit}" for suit in "HDC" for rank in "A23456789TJQK")
        + "AS3S4S5S6S7S8S9STSJSQS",
    )
    state = play(start(deal), Lay(start(deal).turned, 1))  # type: ignore[arg-type]

    said = warning(state, Lay(state.turned, 1))  # type: ignore[arg-type]

    assert said.startswith("The king on pile 1? There it would cover a two")
    assert said.endswith(".")
    assert "keeps" in said
    assert "pile 2" not in said


def test_nothing_is_said_where_nothing_is_decided() -> None:
    """Before the first card all piles are alike, and no choice of them is warned of."""
    state = start(numbered_deal(parse_rules("sir-tommy"), 17))

    assert [warning(state, move) for move in legal_moves(state)] == [""] * 4


@pytest.mark.parametrize("rules", ["sir-tommy ranks=5 suits=2 piles=2", "calculation"])
def test_other_games_are_watched_by_playing_on(rules: str) -> None:
    """Where nobody answers at once a warning rests on continuations, and agrees with more."""
    state = settled(start(numbered_deal(parse_rules(rules), 11)))
    for _ in range(4):
        if state.over:
            break
        rated = hint(seen(state), 60)
        for choice in rated.choices:
            if warning(state, choice.move):
                assert choice.win < rated.best.win
        state = settled(play(state, rated.best.move))
