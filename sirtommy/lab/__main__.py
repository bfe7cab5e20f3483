"""The laboratory's command line: `python -m sirtommy.lab train|play|table`."""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from sirtommy.errors import RequestError, SirTommyError
from sirtommy.hint import wilson
from sirtommy.lab import school
from sirtommy.lab.nets import CALCULATION, WEIGHTS
from sirtommy.lab.tasks import PLAYERS, Task, run

STORE = Path("build/lab")

LADDER = (
    ("random", 0, 1_000_000),
    ("shortest", 0, 1_000_000),
    ("least-burying", 0, 1_000_000),
    ("evaluation", 0, 100_000),
    ("at-once", 0, 20_000),
    ("deep", 16, 1_000),
    ("deep", 64, 1_000),
    ("deep", 256, 1_000),
)
"""The rows of the table: player, budget, deals from 1 up."""


def main(words: list[str] | None = None) -> int:
    """Run a command; return 0, or 2 where it was wrong."""
    parser = argparse.ArgumentParser(prog="python -m sirtommy.lab", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    learn = commands.add_parser("train", help="make the weights from a seed")
    learn.add_argument("--games", type=int, help="a short course instead of the shipped one")
    learn.add_argument("--seed", type=int, default=school.SEED)
    learn.add_argument("--out", type=Path, help="default: beside the engine")
    learn.add_argument("--calculation", action="store_true", help="the weights for Calculation")
    learn.add_argument("--state", type=Path, help="where an interrupted training is kept")
    for name, text in (("play", "play one player"), ("table", "play the ladder of players")):
        some = commands.add_parser(name, help=text)
        if name == "play":
            some.add_argument("--policy", choices=PLAYERS, required=True)
            some.add_argument("--budget", type=int, default=0, help="orders a choice, for deep")
            some.add_argument("--deals", default="1-1000", help="such as 1-1000")
            some.add_argument("--piles", type=int, default=4)
            some.add_argument("--calculation", action="store_true", help="instead of Sir Tommy")
        some.add_argument("--processes", type=int, default=os.cpu_count() or 1)
        some.add_argument("--dask", metavar="ADDRESS", help="a Dask scheduler to play on")
        some.add_argument("--store", type=Path, default=STORE / "pieces", help="finished pieces")
        some.add_argument("--json", action="store_true")
    asked = parser.parse_args(words)
    try:
        return _train(asked) if asked.command == "train" else _play(asked)
    except SirTommyError as problem:
        print(problem, file=sys.stderr)
        return 2


def _train(asked: argparse.Namespace) -> int:
    shipped, out, keeps = school.SHIPPED, WEIGHTS, None
    if asked.calculation:
        shipped, out, keeps = school.CALCULATION, CALCULATION, True
    out = asked.out or out
    stages = shipped if asked.games is None else school.short(asked.games, keeps=keeps)
    name = "shipped" if asked.games is None else f"{asked.games}-games"
    game = "-calculation" if asked.calculation else ""
    state = asked.state or STORE / f"training-{name}-{asked.seed}{game}.npz"
    pupil = school.resume(state, asked.seed, stages) or school.begin(asked.seed, stages)
    net = school.learn(pupil, stages, school.save_to(state, asked.seed, stages), _told)
    out.write_text(school.weights_file(net, asked.seed, stages), encoding="ascii")
    state.unlink(missing_ok=True)
    _told(f"wrote {out}")
    return 0


def _play(asked: argparse.Namespace) -> int:
    if asked.command == "play":
        first, _, last = asked.deals.partition("-")
        if not (first.isdigit() and (last or first).isdigit()):
            message = f"{asked.deals!r} is not a range of deals: write one such as 1-1000"
            raise RequestError(message)
        deals = int(first), int(last or first)
        shape = {"piles": asked.piles, "calculation": asked.calculation}
        tasks = [Task(asked.policy, *deals, asked.budget, **shape)]
    else:
        tasks = [Task(player, 1, deals, budget) for player, budget, deals in LADDER]
    for task in tasks:
        task.check()
    with executor(asked.processes, asked.dask) as workers:
        for task in tasks:
            won = run(task, workers, asked.store, _progress)
            _report(task, won, as_json=asked.json)
    return 0


@contextmanager
def executor(processes: int, dask: str | None) -> Iterator[Executor]:
    """Yield what runs the pieces: processes on this machine, or a Dask cluster.

    Raises:
        RequestError: The number of processes is not positive, or the cluster does not answer.
    """
    if dask is None:
        if processes < 1:
            message = f"{processes} processes are too few: give 1 or more"
            raise RequestError(message)
        with ProcessPoolExecutor(processes) as pool:
            yield pool
        return
    from distributed import Client  # noqa: PLC0415  Dask is needed for this only

    try:
        client = Client(dask, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as problem:
        message = f"no Dask scheduler answers at {dask}"
        raise RequestError(message) from problem
    with client, client.get_executor() as pool:  # type: ignore[no-untyped-call]
        yield pool


def _report(task: Task, won: str, *, as_json: bool) -> None:
    wins = won.count("1")
    low, high = wilson(wins, len(won))
    row = {
        "player": task.player,
        "budget": task.budget,
        "deals": f"{task.first}-{task.last}",
        "piles": task.piles,
        "games": len(won),
        "won": wins,
        "rate": wins / len(won),
        "low": low,
        "high": high,
    }
    if as_json:
        print(json.dumps(row), flush=True)
    else:
        name = f"{task.player} {task.budget}" if task.budget else task.player
        share = f"{wins / len(won):8.3%}  ({low:.3%} to {high:.3%})"
        print(f"{name:16} deals {row['deals']:12} {wins:8} won {share}", flush=True)


def _told(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _progress(done: int, pieces: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {pieces} pieces", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
