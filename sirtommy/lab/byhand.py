"""What each rule of the player by hand is worth: the same deals with it and without it.

Every player meets the same deals, so a difference between two of them is a paired one: only the
deals that one wins and the other loses count.
Plain Python on the engine's own kernel; run `python -m sirtommy.lab.byhand`.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import repeat
from math import sqrt
from pathlib import Path

from sirtommy.byhand import BUILDING, LAYING, PREFACE, RULES, ByHand, Glance, Ranks, Rule
from sirtommy.deal import numbered_deal
from sirtommy.hint import wilson
from sirtommy.kernel import finish, table_of
from sirtommy.rules import Rules
from sirtommy.state import seen, start

OUT = Path("docs/data/by-hand.json")
FIRST, LAST = 1, 20_000
SAMPLE = 300
"""Of so many deals from the first the wins are stored apart, so that a test can replay them."""
PIECE = 50
"""How many deals one piece of work holds."""

Wins = tuple[bool, ...]
"""Whether each of `PLAYERS` won a deal, in their order."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A player by hand with other rules."""

    name: str
    about: str
    laying: tuple[Rule, ...] = LAYING
    building: tuple[Rule, ...] = BUILDING


def all_lower(glance: Glance, pile: Ranks) -> int:
    """How many cards of the pile are lower than the card, counted out."""
    return sum(glance.need[rank] < glance.card for rank in pile)


def _without(rule: Rule) -> Variant:
    return Variant(
        f"without-{rule.name}",
        f"rule {RULES.index(rule) + 1} left out",
        tuple(other for other in LAYING if other != rule),
        tuple(other for other in BUILDING if other != rule),
    )


def _counting() -> Variant:
    laying = tuple(
        replace(rule, cost=all_lower) if rule.name == "few-lower" else rule for rule in LAYING
    )
    return Variant("counting", "rule 3 with lower cards counted out to the last", laying)


PLAYERS = (
    Variant("by-hand", "all the rules"),
    *(_without(rule) for rule in RULES),
    Variant("first-top", "of several tops always the leftmost, no rule for them", LAYING, ()),
    _counting(),
    *(
        Variant(f"first-{count}", f"for laying only the first {count} rules", LAYING[:count])
        for count in range(1, len(LAYING) - 1)
    ),
)
"""The players compared; the first is the one that the others are compared with."""


def wins(number: int) -> Wins:
    """Return which players win the numbered deal of Sir Tommy."""
    state = start(numbered_deal(Rules(), number))
    table = table_of(seen(state))
    order = [card.rank for card in state.stock]
    return tuple(
        finish(table.copy(), order, ByHand(variant.laying, variant.building)) for variant in PLAYERS
    )


def play(first: int, last: int, processes: int) -> Iterator[list[Wins]]:
    """Yield the wins deal by deal, in pieces, in the order of the deals."""
    starts = range(first, last + 1, PIECE)
    with ProcessPoolExecutor(processes) as executor:
        yield from executor.map(_piece, starts, repeat(last))


def _piece(first: int, last: int) -> list[Wins]:
    return [wins(number) for number in range(first, min(first + PIECE, last + 1))]


def difference(ours: list[bool], theirs: list[bool]) -> dict[str, float | int]:
    """Return by how much `ours` wins more often than `theirs`, with its 95 % interval.

    The interval is that of the mean of the differences deal by deal, which are 1, 0 or -1.
    """
    deals = len(ours)
    gained = sum(mine and not other for mine, other in zip(ours, theirs, strict=True))
    lost = sum(other and not mine for mine, other in zip(ours, theirs, strict=True))
    mean = (gained - lost) / deals
    spread = 1.96 * sqrt(((gained + lost) / deals - mean * mean) / deals)
    return {
        "mean": round(mean, 5),
        "low": round(mean - spread, 5),
        "high": round(mean + spread, 5),
        "won_only_here": gained,
        "won_only_by_hand": lost,
    }


def report(results: list[Wins], first: int, command: str) -> dict[str, object]:
    """Return all that is stored, as plain data."""
    columns = [list(column) for column in zip(*results, strict=True)]
    players = []
    for variant, column in zip(PLAYERS, columns, strict=True):
        low, high = wilson(sum(column), len(column))
        entry: dict[str, object] = {
            "name": variant.name,
            "about": variant.about,
            "deals": len(column),
            "won": sum(column),
            "rate": round(sum(column) / len(column), 5),
            "low": round(low, 5),
            "high": round(high, 5),
            "won_in_sample": sum(column[:SAMPLE]),
        }
        if variant is not PLAYERS[0]:
            entry["difference"] = difference(column, columns[0])
        players.append(entry)
    return {
        "command": command,
        "game": str(Rules()),
        "deals": [first, first + len(results) - 1],
        "sample": [first, first + min(SAMPLE, len(results)) - 1],
        "preface": PREFACE,
        "rules": [
            {"number": number, "name": rule.name, "text": rule.text}
            for number, rule in enumerate(RULES, 1)
        ],
        "players": players,
    }


def main(words: list[str]) -> None:
    """Play the deals and write the report."""
    parser = argparse.ArgumentParser(prog="python -m sirtommy.lab.byhand", description=__doc__)
    parser.add_argument("--first", type=int, default=FIRST, help="the first deal")
    parser.add_argument("--last", type=int, default=LAST, help="the last deal")
    parser.add_argument("--processes", type=int, default=1, help="how many processes play")
    parser.add_argument("--out", type=Path, default=OUT, help="the file to write")
    asked = parser.parse_args(words)
    results: list[Wins] = []
    for piece in play(asked.first, asked.last, asked.processes):
        results += piece
        if sys.stderr.isatty():
            print(f"\r{len(results)} deals", end="", file=sys.stderr, flush=True)
    command = f"python -m sirtommy.lab.byhand --first {asked.first} --last {asked.last}"
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(report(results, asked.first, command), indent=2, ensure_ascii=False)
    asked.out.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
