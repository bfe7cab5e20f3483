"""How many games a second the engine and its compiled twin play: `python -m tests.bench_players`.

Both play the same player over the same deals to the same wins, the engine in plain Python.
The twin plays once more with two processes: what a second processor brings is the last column.
"""

from __future__ import annotations

import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from sirtommy.lab.tasks import Task, run
from sirtommy.rules import GAMES
from sirtommy.simulate import Task as EngineTask
from sirtommy.simulate import simulate

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

PLAYERS = (("least-burying", 0, 400, 400_000), ("at-once", 0, 10, 2_000), ("deep", 64, 1, 80))
"""Player, its budget, deals for the engine, deals for the twin."""


class Here(Executor):
    """Runs at once, in this process, whatever it is given."""

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> Future[T]:
        """Return the finished future."""
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def timed(play: Callable[[], int]) -> tuple[int, float]:
    """Return how many deals were won, and the seconds it took."""
    begun = time.perf_counter()
    won = play()
    return won, time.perf_counter() - begun


def row(*values: object) -> str:
    """Return a line of the table."""
    return f"{values[0]!s:<16}" + "".join(f"{value!s:>16}" for value in values[1:])


def main() -> None:
    """Measure and print."""
    print(row("games a second", "engine", "twin", "two processes", "times"))
    with ProcessPoolExecutor(2) as pool:
        for name, budget, few, many in PLAYERS:
            short, long = (Task(name, 1, last, budget) for last in (few, many))
            for workers in (Here(), pool):  # compile first, in every process
                run(short, workers)
                run(long, workers)
            engine = EngineTask(GAMES["sir-tommy"], name, 1, few, budget or 1)
            won, slow = timed(lambda engine=engine: simulate(engine).won)  # type: ignore[misc]
            assert won == run(short, Here()).count("1"), name
            _, one = timed(lambda long=long: run(long, Here()).count("1"))  # type: ignore[misc]
            _, two = timed(lambda long=long: run(long, pool).count("1"))  # type: ignore[misc]
            speeds = [f"{n / spent:,.1f}" for n, spent in ((few, slow), (many, one), (many, two))]
            print(row(name, *speeds, f"{one / two:.2f}"))


if __name__ == "__main__":
    main()
