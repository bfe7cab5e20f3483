"""What can be measured: each function plays a range of deals and returns numbers to be added up.

A measure returns a dictionary; numbers of two ranges are added, lists are joined.
So the answer is the same however the deals are cut.
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sirtommy.deal import numbered_deal
from sirtommy.kernel import Policy, finish, table_of
from sirtommy.lab import advice, keyed, tasks
from sirtommy.lab.keys import Spec
from sirtommy.lab.solve import solve as compiled_solve
from sirtommy.lab.watch import watch
from sirtommy.players import player as engines_player
from sirtommy.rules import Rules, parse_rules
from sirtommy.solver import BUDGET, solve
from sirtommy.state import seen, start

T = TypeVar("T")
Tally = dict[str, Any]

EXAMPLES = 5
"""How many numbers of deals are kept as examples of an outcome, the lowest ones."""

STORE = Path("build/lab/pieces")
"""Where the laboratory keeps what players of the learned evaluation won; both use it."""

_NOTHING = np.empty(0, np.int64)


class _Here(Executor):
    """Runs at once, in this process, whatever it is given."""

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        """Return the finished future."""
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def numbers(first: int, which: NDArray[np.bool_]) -> list[int]:
    """Return the numbers of the first few deals that are marked."""
    return [first + int(place) for place in np.flatnonzero(which)[:EXAMPLES]]


def _engine(rules: Rules, policy: Policy, number: int) -> bool:
    state = start(numbered_deal(rules, number))
    return finish(table_of(seen(state)), [card.rank for card in state.stock], policy)


@lru_cache(maxsize=4)
def _wins(rules: Rules, player: str | Spec, first: int, last: int) -> NDArray[np.bool_]:
    if isinstance(player, Spec):
        return keyed.play(rules, player, first, last - first + 1, _NOTHING)
    if player == "by-hand":
        policy = engines_player(player)
        return np.array([_engine(rules, policy, number) for number in range(first, last + 1)])
    name, _, budget = player.partition(" ")
    shape = rules.ranks, rules.suits, rules.piles
    task = tasks.Task(name, first, last, int(budget or 0), *shape, rules.calculation)
    won = tasks.run(task, _Here(), STORE)
    return np.array([letter == "1" for letter in won])


def wins(rules: str, player: str | Spec, first: int, last: int) -> Tally:
    """Count the deals won."""
    won = _wins(parse_rules(rules), player, first, last)
    return {"games": len(won), "won": int(won.sum()), "won_first": numbers(first, won)}


def pair(rules: str, player: str | Spec, against: str | Spec, first: int, last: int) -> Tally:
    """Count the deals that both players win, only the first, only the second, neither."""
    game = parse_rules(rules)
    one, other = _wins(game, player, first, last), _wins(game, against, first, last)
    return {
        "games": len(one),
        "both": int((one & other).sum()),
        "only": int((one & ~other).sum()),
        "other": int((other & ~one).sum()),
        "neither": int((~one & ~other).sum()),
        "only_first": numbers(first, one & ~other),
        "other_first": numbers(first, other & ~one),
    }


def runs(rules: str, player: str | Spec, first: int, last: int) -> Tally:
    """Count the runs of builds, those with a real choice, and the games that have one."""
    tally = np.zeros(3, np.int64)
    if isinstance(player, Spec):
        keyed.play(parse_rules(rules), player, first, last - first + 1, tally)
    else:
        tally, _ = watch(player, first, last)
    whole, choices, games = map(int, tally)
    return {"games": last - first + 1, "runs": whole, "choices": choices, "with": games}


def hindsight(rules: str, budget: int, first: int, last: int) -> Tally:
    """Count the deals that can be won by who knows the stock; list the lost and the undecided.

    The compiled solver follows at most `budget` positions a level.
    """
    return _sort(parse_rules(rules), first, last, partial(_compiled, widest=budget))


def hindsight_engine(rules: str, budget: int, first: int, last: int) -> Tally:
    """Count and list as `hindsight` does, by the engine's solver over `budget` positions."""
    return _sort(parse_rules(rules), first, last, partial(_by_engine, budget=budget))


def _compiled(game: Rules, number: int, widest: int) -> str:
    """Return a deal's verdict; in optional play a win of forced play is one too.

    Whoever may wait may also build at once. What that leaves open the engine's solver looks at.
    """
    forced = replace(game, forced=True)
    verdict = compiled_solve(forced, number, widest).verdict
    if game.forced or verdict == "won":
        return verdict
    return _by_engine(game, number, BUDGET)


def _by_engine(game: Rules, number: int, budget: int) -> str:
    return solve(start(numbered_deal(game, number)), budget).verdict


def _sort(game: Rules, first: int, last: int, verdict_of: Callable[[Rules, int], str]) -> Tally:
    tally: Tally = {"games": 0, "won": 0, "lost": [], "undecided": []}
    for number in range(first, last + 1):
        verdict = verdict_of(game, number)
        tally["games"] += 1
        if verdict == "won":
            tally["won"] += 1
        else:
            tally["lost" if verdict == "lost" else "undecided"].append(number)
    return tally


def calibration(_rules: str, player: str, first: int, last: int) -> Tally:
    """Count, for each tenth of the chance said, how often it was said and then won."""
    said, won = advice.sort(first, last) if player == "hint" else watch(player, first, last)[1]
    tally: Tally = {"games": last - first + 1}
    for place, (count, total) in enumerate(zip(said, won, strict=True)):
        tally[f"said_{place}"] = int(count)
        tally[f"won_{place}"] = int(total)
    return tally


MEASURES: dict[str, Callable[..., Tally]] = {
    "wins": wins,
    "pair": pair,
    "runs": runs,
    "hindsight": hindsight,
    "hindsight-engine": hindsight_engine,
    "calibration": calibration,
}
"""The measures by name; the last two arguments of each are the first and last deal."""


def merge(tallies: list[Tally]) -> Tally:
    """Add the tallies of neighbouring ranges, in order."""
    total: Tally = {}
    for tally in tallies:
        for name, value in tally.items():
            total[name] = total[name] + value if name in total else value
    for name, value in total.items():
        if name.endswith("_first"):
            total[name] = value[:EXAMPLES]
    return total
