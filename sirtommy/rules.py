"""The games as data: a frozen record of what differs, and the words that name it.

A game is written as a name and any settings that differ from it, in one line:
`sir-tommy`, `sir-tommy-optional ranks=7 suits=2 piles=2`, `calculation`.
The same words stand in a record's `rules` header, in a link and after `--rules` and `--set`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import cache
from math import gcd

from sirtommy.cards import RANK_NAMES, RANKS, SUITS
from sirtommy.errors import RulesError, shown


@dataclass(frozen=True, slots=True)
class Rules:
    """What one game of the family is made of.

    Raises:
        RulesError: A number is outside its range, or the steps of Calculation do not fit the ranks.
    """

    ranks: int = 13
    """Ranks in each suit, 2-13, from the ace up."""
    suits: int = 4
    """Suits in the pack and so foundations on the table, 1-4."""
    piles: int = 4
    """Waste piles, 1-9."""
    forced: bool = True
    """Whether every card that can be built must be built before anything else."""
    calculation: bool = False
    """Whether the foundations climb by steps of 1, 2, 3, 4 from bases laid out before play."""

    def __post_init__(self) -> None:
        """Check every range."""
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                message = f"{name}={value} is out of range: {name} go from {low} to {high}"
                raise RulesError(message)
        for step in self.steps:
            if gcd(step, self.ranks) != 1:
                message = (
                    f"ranks={self.ranks} does not suit calculation with {self.suits} suits: "
                    f"the step {step} would not visit every rank, as it shares a divisor with "
                    f"{self.ranks}"
                )
                raise RulesError(message)

    @property
    def steps(self) -> tuple[int, ...]:
        """The step of each foundation in Calculation; empty where foundations are alike."""
        return tuple(range(1, self.suits + 1)) if self.calculation else ()

    @property
    def cards(self) -> int:
        """How many cards the pack has."""
        return self.ranks * self.suits

    @property
    def name(self) -> str:
        """The name under which `GAMES` lists this game, settings aside."""
        if self.calculation:
            return "calculation"
        return "sir-tommy" if self.forced else "sir-tommy-optional"

    def sequence(self, foundation: int) -> tuple[int, ...]:
        """Return the ranks that `foundation` (from 0) takes, in order.

        The bases and steps of Calculation are those five sources agree on: ace by ones, two by
        twos, three by threes, four by fours, counting past the king to the ace.
        """
        return _sequence(self.ranks, foundation + 1 if self.calculation else 1)

    def __str__(self) -> str:
        """Return the game in words, the inverse of `parse_rules`."""
        plain = GAMES[self.name]
        words = [self.name]
        for field in fields(self):
            value = getattr(self, field.name)
            if value != getattr(plain, field.name):
                words.append(f"{field.name}={str(value).lower()}")
        return " ".join(words)


@cache
def _sequence(ranks: int, step: int) -> tuple[int, ...]:
    return tuple((turn * step + step - 1) % ranks + 1 for turn in range(ranks))


RANGES = {"ranks": (2, len(RANKS)), "suits": (1, len(SUITS)), "piles": (1, 9)}
"""The lowest and highest value of each setting that is a number."""

GAMES = {
    "sir-tommy": Rules(),
    "sir-tommy-optional": Rules(forced=False),
    "calculation": Rules(forced=False, calculation=True),
}
"""The games by name."""

TITLES = {
    "sir-tommy": "Sir Tommy",
    "sir-tommy-optional": "Sir Tommy, optional play",
    "calculation": "Calculation",
}
"""The games as a heading prints them."""


_NUMBER = re.compile("0|[1-9][0-9]?")


def parse_rules(text: str) -> Rules:
    """Return the game that a line of words names.

    >>> parse_rules("sir-tommy ranks=5 suits=2 piles=2").cards
    10

    Raises:
        RulesError: An unknown name, an unknown setting, or a value out of range.
    """
    words = text.split()
    if not words:
        message = f"no game is named: write one of {', '.join(GAMES)}"
        raise RulesError(message)
    if words[0] not in GAMES:
        message = f"{shown(words[0])} is not a game: write one of {', '.join(GAMES)}"
        raise RulesError(message)
    return with_settings(GAMES[words[0]], words[1:])


def with_settings(rules: Rules, settings: Iterable[str]) -> Rules:
    """Return `rules` with settings such as "piles=2" changed.

    Raises:
        RulesError: A setting is unknown, given twice, not a number, or out of range.
    """
    changes: dict[str, int | bool] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name in changes:
            message = f"{name} is set twice"
            raise RulesError(message)
        if name == "forced" and value in {"true", "false"}:
            changes[name] = value == "true"
        elif name in RANGES and _NUMBER.fullmatch(value):
            changes[name] = int(value)
        else:
            allowed = ", ".join(f"{key}={low} to {high}" for key, (low, high) in RANGES.items())
            message = f"{shown(setting)} is not a setting: write {allowed}, forced=true or false"
            raise RulesError(message)
    return replace(rules, **changes)  # type: ignore[arg-type]


def rank_phrase(rank: int, *, plural: bool = False) -> str:
    """Return a rank in words: "queen", "5", and with `plural` "queens", "5s", "6s"."""
    return RANK_NAMES[rank - 1] + ("s" if plural else "")


def a_rank(rank: int) -> str:
    """Return one card of a rank in words: "an ace", "a 5", "an 8"."""
    return ("an " if rank in {1, 8} else "a ") + rank_phrase(rank)
