"""The games as data: names, settings, ranges, and the sequences of the foundations."""

from dataclasses import FrozenInstanceError
from itertools import product
from math import gcd

import pytest
from hypothesis import given

from sirtommy.errors import RulesError
from sirtommy.rules import (
    GAMES,
    RANGES,
    TITLES,
    Rules,
    a_rank,
    parse_rules,
    rank_phrase,
    with_settings,
)
from tests.strategies import rules_records


def test_the_three_games() -> None:
    """Three names are known, with the pack of 52, four piles and the right way to play."""
    assert {name: str(rules) for name, rules in GAMES.items()} == {
        "sir-tommy": "sir-tommy",
        "sir-tommy-optional": "sir-tommy-optional",
        "calculation": "calculation",
    }
    assert set(TITLES) == set(GAMES)
    for rules in GAMES.values():
        assert (rules.ranks, rules.suits, rules.piles, rules.cards) == (13, 4, 4, 52)
    assert parse_rules("sir-tommy") == Rules()
    assert [rules.forced for rules in GAMES.values()] == [True, False, False]
    assert [rules.calculation for rules in GAMES.values()] == [False, False, True]


def test_rules_are_frozen() -> None:
    """A game cannot be changed in place."""
    with pytest.raises(FrozenInstanceError):
        Rules().ranks = 5  # type: ignore[misc]


@given(rules_records())
def test_rules_in_words_are_read_back(rules: Rules) -> None:
    """Printing a game and reading it are inverse."""
    assert parse_rules(str(rules)) == rules


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("sir-tommy ranks=13 suits=4 piles=4 forced=true", "sir-tommy"),
        ("  sir-tommy\tsuits=2   ranks=5 ", "sir-tommy ranks=5 suits=2"),
        ("sir-tommy forced=false", "sir-tommy-optional"),
        ("sir-tommy-optional forced=true piles=9", "sir-tommy piles=9"),
        ("calculation forced=true ranks=7 suits=3", "calculation ranks=7 suits=3 forced=true"),
    ],
)
def test_a_game_prints_only_what_differs(words: str, printed: str) -> None:
    """A game is printed under its own name with the settings that differ from it, in order."""
    assert str(parse_rules(words)) == printed


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "no game is named: write one of sir-tommy, sir-tommy-optional, calculation"),
        (" \n ", "no game is named: write one of sir-tommy, sir-tommy-optional, calculation"),
        (
            "Sir-Tommy",
            "'Sir-Tommy' is not a game: write one of sir-tommy, sir-tommy-optional, calculation",
        ),
        ("sir-tommy piles=0", "piles=0 is out of range: piles go from 1 to 9"),
        ("sir-tommy piles=10", "piles=10 is out of range: piles go from 1 to 9"),
        ("sir-tommy ranks=1", "ranks=1 is out of range: ranks go from 2 to 13"),
        ("sir-tommy ranks=14", "ranks=14 is out of range: ranks go from 2 to 13"),
        ("sir-tommy suits=0", "suits=0 is out of range: suits go from 1 to 4"),
        ("sir-tommy suits=5", "suits=5 is out of range: suits go from 1 to 4"),
        ("sir-tommy piles=2 piles=2", "piles is set twice"),
        ("sir-tommy forced=true forced=false", "forced is set twice"),
        ("sir-tommy piles=2 piles=3=4", "piles is set twice"),
    ],
)
def test_what_is_no_game(words: str, message: str) -> None:
    """An unknown name, a value out of range and a setting given twice are refused in words."""
    with pytest.raises(RulesError) as caught:
        parse_rules(words)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "setting",
    ["piles", "piles=", "piles=two", "piles=-1", "piles=٣", "piles=３", "piles=02", "piles=100",
     "piles=1.5", "forced=yes", "forced=True", "forced=1", "calculation=true", "cards=52", "=3",
     "ranks==5"],
)  # fmt: skip
def test_what_is_no_setting(setting: str) -> None:
    """Anything but a known setting with a plain value is refused, and the message lists them."""
    with pytest.raises(RulesError) as caught:
        with_settings(Rules(), [setting])
    assert str(caught.value) == (
        f"'{setting}' is not a setting: write ranks=2 to 13, suits=1 to 4, piles=1 to 9, "
        "forced=true or false"
    )


def test_every_setting_in_range_is_a_game() -> None:
    """The ends of each range are games, one beyond is not."""
    assert RANGES == {"ranks": (2, 13), "suits": (1, 4), "piles": (1, 9)}
    for name, (low, high) in RANGES.items():
        for value in (low, high):
            assert getattr(with_settings(Rules(), [f"{name}={value}"]), name) == value


@pytest.mark.parametrize(("ranks", "suits"), [*product(range(2, 14), range(1, 5))])
def test_every_step_of_calculation_is_prime_to_the_ranks(ranks: int, suits: int) -> None:
    """Calculation is refused where a foundation would not come round to every rank."""
    words = f"calculation ranks={ranks} suits={suits}"
    if all(gcd(step, ranks) == 1 and step <= ranks for step in range(1, suits + 1)):
        rules = parse_rules(words)
        assert rules.steps == tuple(range(1, suits + 1))
        for foundation in range(suits):
            assert sorted(rules.sequence(foundation)) == list(range(1, ranks + 1))
    else:
        with pytest.raises(RulesError, match=f"^ranks={ranks} does not suit calculation with "):
            parse_rules(words)


def test_the_message_names_the_step_that_does_not_fit() -> None:
    """The refusal says which step fails, and why."""
    with pytest.raises(RulesError) as caught:
        parse_rules("calculation ranks=9")
    assert str(caught.value) == (
        "ranks=9 does not suit calculation with 4 suits: the step 3 would not visit every rank, "
        "as it shares a divisor with 9"
    )
    with pytest.raises(RulesError, match="the step 3 would not"):
        parse_rules("calculation ranks=3 suits=3")


def test_the_sequences_of_calculation() -> None:
    """Bases ace, 2, 3, 4 and steps 1, 2, 3, 4, counting on past the king, each ending in a king."""
    rules = GAMES["calculation"]
    printed = ["".join("A23456789TJQK"[rank - 1] for rank in rules.sequence(f)) for f in range(4)]
    assert printed == ["A23456789TJQK", "2468TQA3579JK", "369Q258JA47TK", "48Q37J26TA59K"]


def test_sir_tommy_s_foundations_climb_from_ace_to_king() -> None:
    """All four foundations of Sir Tommy take ace to king."""
    for foundation in range(4):
        assert Rules().sequence(foundation) == tuple(range(1, 14))
    assert Rules().steps == ()


def test_ranks_in_words() -> None:
    """Ranks are spoken as numbers and names, with a plural."""
    assert [rank_phrase(rank) for rank in (1, 5, 10, 11, 12, 13)] == [
        "ace", "5", "10", "jack", "queen", "king",
    ]  # fmt: skip
    assert [rank_phrase(rank, plural=True) for rank in (1, 6, 13)] == ["aces", "6s", "kings"]
    assert [a_rank(rank) for rank in (1, 2, 8, 11, 13)] == [
        "an ace", "a 2", "an 8", "a jack", "a king",
    ]  # fmt: skip
