"""The stored results of the odds page: read once, checked, and put into words.

Nothing here knows Sphinx, so that tests can use it.
"""

from __future__ import annotations

import json
from functools import cache
from math import floor, gcd, log10, sqrt
from typing import TYPE_CHECKING, Any

import jsonschema

from sirtommy.hint import wilson

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Result = dict[str, Any]

FRACTIONS = [
    (n, m)
    for m in (2, 3, 4, 5, 6, 7, 8, 9, 10, 20)
    for n in range(1, m)
    if gcd(n, m) == 1 and (m in {2, 3, 4, 5, 10, 20} or n in {1, m - 1})
]
"""The shares that are said as so many in so many."""


class OddsDataError(ValueError):
    """Stored results that break their schema or lack what is asked for."""


def everything(folder: Path) -> dict[str, Result]:
    """Return all results of a folder by name, those of the player by hand among them."""
    results = load(folder / "odds.json")
    hand = folder / "by-hand.json"
    return by_hand(hand) | results if hand.is_file() else results


def load(path: Path) -> dict[str, Result]:
    """Return the results of a file by name; callers share them, and change nothing.

    Raises:
        OddsDataError: a file breaks its schema, or a name stands twice.
    """
    schema = path.with_suffix(".schema.json")
    return _checked(path.name, path.read_text("utf-8"), schema.read_text("utf-8"))


# Each figure on a page asks for all results.
@cache
def _checked(name: str, text: str, schema: str) -> dict[str, Result]:
    results: dict[str, Result] = {}
    data = json.loads(text)
    for error in jsonschema.Draft202012Validator(json.loads(schema)).iter_errors(data):
        where = "/".join(map(str, error.path))
        raise OddsDataError(f"{name}: {where}: {error.message}")
    for result in data["results"]:
        if result["name"] in results:
            raise OddsDataError(f"{name}: the name {result['name']!r} stands twice")
        results[result["name"]] = result
    return results


def by_hand(path: Path) -> dict[str, Result]:
    """Return what the player by hand won, and what each change of its rules does, by name."""
    data = json.loads(path.read_text(encoding="utf-8"))
    first, last = data["deals"]
    results: dict[str, Result] = {}
    for player in data["players"]:
        games, won = player["deals"], player["won"]
        result: Result = {
            "name": player["name"],
            "rules": data["game"],
            "player": player["about"],
            "first": first,
            "last": last,
            "games": games,
            "command": data["command"],
        }
        if change := player.get("difference"):
            only, other = change["won_only_here"], change["won_only_by_hand"]
            rest = {"both": won - only, "neither": games - won - other, "against": "by-hand"}
            result |= {"measure": "pair", "only": only, "other": other, **rest}
        else:
            result |= {"measure": "wins", "won": won}
        key = player["name"] if player["name"] == "by-hand" else f"by-hand-{player['name']}"
        results[key] = {**result, "name": key}
    return results


def share(result: Result) -> float:
    """Return the share of deals won, in hindsight those surely won."""
    won = result["both"] + result["only"] if result["measure"] == "pair" else result["won"]
    return float(won / result["games"])


def bounds(result: Result) -> tuple[float, float]:
    """Return the 95 % interval of what `value` returns: Wilson's, or that of a paired difference.

    For hindsight it is the range that the undecided deals leave open.
    """
    games = result["games"]
    if result["measure"] == "pair":
        gained, lost = result["only"], result["other"]
        middle = (gained - lost) / games
        spread = 1.96 * sqrt(max(0.0, (gained + lost) / games - middle * middle) / games)
        return middle - spread, middle + spread
    if result["measure"] in {"hindsight", "hindsight-engine"}:
        return result["won"] / games, (result["won"] + len(result["undecided"])) / games
    if result["measure"] == "runs":
        return wilson(result["with"], games)
    return wilson(result["won"], games)


def value(result: Result) -> float:
    """Return the share of deals won or of games with a choice, or the paired difference."""
    if result["measure"] == "pair":
        return float((result["only"] - result["other"]) / result["games"])
    if result["measure"] == "runs":
        return float(result["with"] / result["games"])
    return share(result)


def percent(part: float, finest: float = 0.001) -> str:
    """Write a share in per cent: one decimal, or two figures where it is small."""
    hundredths = 100 * part
    if not hundredths:
        return "0 %"
    places = 1 if hundredths >= 1 else min(5, 1 - floor(log10(max(hundredths, finest))))
    return f"{hundredths:.{places}f} %"


def points(part: float) -> str:
    """Write a difference of shares in points, with its sign."""
    words = f"{100 * part:+.2f}".replace("-", "−")
    return "0.00" if words[1:] == "0.00" else words


def about(part: float) -> str:
    """Write a share as so many in so many."""
    if part <= 0:
        return "none"
    if part < 0.095:
        times = 1 / part
        size = 10 ** max(0, floor(log10(times)) - 1)
        return f"1 in {round(times / size) * size:,}"
    most, least = min(FRACTIONS, key=lambda pair: (abs(pair[0] / pair[1] - part), pair[1]))
    return f"{most} in {least}"


def times(part: float, other: float) -> str:
    """Write how many times as large one share is as another, two figures at most."""
    ratio = part / other
    size = 10 ** max(0, floor(log10(ratio)) - 1)
    return f"{round(ratio / size) * size:,}" if ratio >= 10 else f"{ratio:.1f}"


def listed(numbers: list[int]) -> str:
    """Write numbers of deals as a list in words."""
    if not numbers:
        return "none"
    words = [f"{number:,}" for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def interval(result: Result) -> str:
    """Write the interval of a result."""
    low, high = bounds(result)
    if result["measure"] == "pair":
        return f"{points(low)} to {points(high)}"
    return f"{percent(low)} to {percent(high)}"


def difference(result: Result) -> str:
    """Write a paired difference with its interval."""
    return f"{points(value(result))} points (95 % interval {interval(result)})"


VARIANTS: dict[str, Callable[[Result], str]] = {
    "": lambda r: percent(value(r)),
    "about": lambda r: about(value(r)),
    "won": lambda r: f"{r['won']:,}",
    "games": lambda r: f"{r['games']:,}",
    "wins": lambda r: f"{r['won']:,} of {r['games']:,} deals",
    "interval": interval,
    "full": lambda r: f"{percent(value(r))} (95 % interval {interval(r)})",
    "difference": difference,
    "points": lambda r: points(value(r)),
    "with": lambda r: percent((r["both"] + r["only"]) / r["games"]),
    "without": lambda r: percent((r["both"] + r["other"]) / r["games"]),
    "mean": lambda r: f"{r['choices'] / r['games']:.1f}",
    "lost": lambda r: listed(r["lost"]),
    "undecided": lambda r: listed(r["undecided"]),
    "undecided-count": lambda r: f"{len(r['undecided']):,}",
    "budget": lambda r: f"{r['budget']:,}",
}
"""How a result can be put into words."""


def figure(results: dict[str, Result], text: str) -> str:
    """Return the words for the text of the role: `NAME`, `NAME VARIANT` or `NAME times OTHER`.

    Raises:
        OddsDataError: there is no such result or variant.
    """
    name, _, variant = text.partition(" ")
    if name not in results:
        raise OddsDataError(f"there is no result {name!r}")
    result = results[name]
    if variant.startswith("times "):
        other = variant.removeprefix("times ")
        if other not in results:
            raise OddsDataError(f"there is no result {other!r}")
        return times(value(result), value(results[other]))
    if variant not in VARIANTS:
        raise OddsDataError(f"{variant!r} is not a way to write {name!r}")
    try:
        return VARIANTS[variant](result)
    except KeyError as error:
        raise OddsDataError(f"{name!r} has no {error}, so no {variant!r}") from error
