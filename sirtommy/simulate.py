"""Playing many numbered deals with one player and counting the wins.

Each deal is played by a player made for it alone, seeded with the deal's number, so the count is
the same however the deals are split over processes.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import starmap

from sirtommy.deal import Deal, numbered_deal
from sirtommy.errors import RequestError
from sirtommy.hint import wilson
from sirtommy.kernel import finish, table_of
from sirtommy.players import BUDGET, player
from sirtommy.rules import Rules
from sirtommy.state import seen, start

PIECE = 100
"""How many deals one piece of work holds."""


@dataclass(frozen=True, slots=True)
class Score:
    """How many of `games` deals were won."""

    games: int
    won: int

    @property
    def rate(self) -> float:
        """The share won."""
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the rate."""
        return wilson(self.won, self.games)


@dataclass(frozen=True, slots=True)
class Task:
    """What is played: deals `first` to `last`, both included, by the player of that name."""

    rules: Rules
    name: str
    first: int
    last: int
    budget: int = BUDGET


def wins(deal: Deal, name: str, budget: int = BUDGET) -> bool:
    """Return whether the player of that name wins a deal."""
    state = start(deal)
    order = [card.rank for card in state.stock]
    return finish(table_of(seen(state)), order, player(name, deal.number or 0, budget))


def simulate(
    task: Task, processes: int = 1, progress: Callable[[int], None] | None = None
) -> Score:
    """Play the deals of a task; `progress` is told how many have been played so far.

    Raises:
        RequestError: The range of deals is empty, or no player has the name.
        DealError: A number of the range is no deal.
    """
    if task.last < task.first:
        message = f"there are no deals from {task.first} to {task.last}"
        raise RequestError(message)
    player(task.name, 0, task.budget)
    numbered_deal(task.rules, task.first)
    numbered_deal(task.rules, task.last)
    won = played = 0
    for count, size in _counts(task, processes):
        won += count
        played += size
        if progress:
            progress(played)
    return Score(played, won)


def _counts(task: Task, processes: int) -> Iterator[tuple[int, int]]:
    """Yield wins and deals of each piece of the task."""
    pieces = (
        (task, first, min(first + PIECE, task.last + 1))
        for first in range(task.first, task.last + 1, PIECE)
    )
    if processes == 1:
        yield from starmap(_piece, pieces)
        return
    with ProcessPoolExecutor(processes) as executor:
        yield from _spread(executor, pieces)


def _spread(
    executor: Executor, pieces: Iterator[tuple[Task, int, int]]
) -> Iterator[tuple[int, int]]:
    yield from executor.map(_piece, *zip(*pieces, strict=True))


def _piece(task: Task, first: int, last: int) -> tuple[int, int]:
    """Return wins and deals for the numbers from `first` to before `last`."""
    won = sum(
        wins(numbered_deal(task.rules, number), task.name, task.budget)
        for number in range(first, last)
    )
    return won, last - first
