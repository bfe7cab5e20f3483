"""Measure the odds: `python -m sirtommy.lab.odds [NAME ...]` makes the results of the odds page.

The work is cut by deal numbers and each finished piece is kept, so a stopped run goes on where it
was, and the results are the same however many processes share them.
"""

import argparse
import csv
import io
import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, as_completed
from pathlib import Path
from typing import Any
from zlib import crc32

from sirtommy.errors import RequestError
from sirtommy.hint import wilson
from sirtommy.lab.__main__ import executor
from sirtommy.lab.catalogue import ENTRIES, Entry
from sirtommy.lab.measures import MEASURES, Tally, merge
from sirtommy.lab.nets import CALCULATION, WEIGHTS, stamp
from sirtommy.rules import parse_rules

FORMAT = 1
RESULTS = Path("docs/data/odds.json")
PIECES = Path("build/odds")
COLUMNS = (
    "name", "measure", "rules", "player", "against", "first", "last", "games", "won", "rate",
    "low", "high", "command",
)  # fmt: skip


def pieces(entry: Entry) -> Iterator[tuple[int, int]]:
    """Yield the ranges of deals into which an entry is cut."""
    # The laboratory cuts before multiples, so that neighbours share pieces.
    short = entry.measure == "wins" and entry.words[0].split(maxsplit=1)[0] in {"at-once", "deep"}
    first = 1
    while first <= entry.last:
        last = min(first + entry.piece - 1 - (short and first == 1), entry.last)
        yield first, last
        first = last + 1


def piece_file(folder: Path, entry: Entry, first: int, last: int) -> Path:
    """Return where a piece is kept: another rule, player or budget is another folder."""
    net = weights(entry) if uses_weights(entry) else ""
    mark = crc32(repr((entry.measure, entry.arguments, net)).encode())
    return folder / f"{entry.name}-{mark:08x}" / f"{first}-{last}.json"


def uses_weights(entry: Entry) -> bool:
    """Whether the result depends on the learned evaluation.

    The solver asks it where to look first, but what is proved stays proved under other weights.
    """
    return any(isinstance(one, str) and one != "by-hand" for one in entry.players)


def weights(entry: Entry) -> str:
    """Return the short name of the weights of the game of an entry."""
    return stamp(CALCULATION if parse_rules(entry.rules).calculation else WEIGHTS)


def measure_piece(entry: Entry, first: int, last: int) -> Tally:
    """Measure one piece."""
    return MEASURES[entry.measure](*entry.arguments, first, last)


def command(name: str) -> str:
    """Return the command that makes a result."""
    return f"python -m sirtommy.lab.odds {name}"


def result(entry: Entry, folder: Path) -> dict[str, Any] | None:
    """Return the result of an entry from its pieces, up to the first missing one; None before."""
    tallies: list[Tally] = []
    done = 0
    for first, last in pieces(entry):
        file = piece_file(folder, entry, first, last)
        if not file.exists():
            break
        tallies.append(json.loads(file.read_text(encoding="ascii")))
        done = last
    if not tallies:
        return None
    tally = merge(tallies)
    words = dict(zip(("player", "against"), entry.words, strict=False))
    extra: dict[str, Any] = {} if entry.budget is None else {"budget": entry.budget}
    head = {"name": entry.name, "measure": entry.measure, "rules": entry.rules}
    if uses_weights(entry):
        extra["weights"] = weights(entry)
    deals = {"first": 1, "last": done}
    return {**head, **words, **extra, **deals, **tally, "command": command(entry.name)}


def run(
    entries: Iterable[Entry], folder: Path, workers: Executor | None = None
) -> Generator[tuple[int, int], None, None]:
    """Measure what is missing; yield how many pieces are done, of how many."""
    todo = [
        (entry, first, last)
        for entry in entries
        for first, last in pieces(entry)
        if not piece_file(folder, entry, first, last).exists()
    ]
    if workers is None:
        for done, (entry, first, last) in enumerate(todo, 1):
            keep(folder, entry, first, last, measure_piece(entry, first, last))
            yield done, len(todo)
        return
    waiting: dict[Future[Tally], tuple[Entry, int, int]] = {
        workers.submit(measure_piece, *piece): piece for piece in todo
    }
    for done, future in enumerate(as_completed(waiting), 1):
        keep(folder, *waiting[future], future.result())
        yield done, len(todo)


def keep(folder: Path, entry: Entry, first: int, last: int, tally: Tally) -> None:
    """Write a finished piece; a file is either whole or not there."""
    file = piece_file(folder, entry, first, last)
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(".new")
    new.write_text(json.dumps(tally), encoding="ascii")
    new.replace(file)


def write(results: list[dict[str, Any]], path: Path) -> None:
    """Write results as JSON and, beside it, as CSV."""
    text = ",\n".join(json.dumps(one, ensure_ascii=False) for one in results)
    head = f'{{\n"format": {FORMAT},\n"made": "make odds",\n"results": [\n'
    path.write_text(f"{head}{text}\n]\n}}\n", encoding="utf-8")
    path.with_suffix(".csv").write_text(table(results), encoding="utf-8")


def table(results: list[dict[str, Any]]) -> str:
    """Return results as CSV: what is common to all, and the rate won with its interval."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for one in results:
        row = dict(one)
        if "won" in one:
            low, high = wilson(one["won"], one["games"])
            row |= {"rate": one["won"] / one["games"], "low": low, "high": high}
        writer.writerow(row)
    return out.getvalue()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is named, or all, and write the results."""
    parser = argparse.ArgumentParser(prog="python -m sirtommy.lab.odds", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="results to make; default: all")
    parser.add_argument("--list", action="store_true", help="list the names and stop")
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("--dask", metavar="ADDRESS", help="a Dask scheduler to measure on")
    parser.add_argument("--pieces", type=Path, default=PIECES, help=f"default: {PIECES}")
    parser.add_argument("--results", type=Path, default=RESULTS, help=f"default: {RESULTS}")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.names if name not in ENTRIES]:
        parser.error(f"{unknown[0]} is not a result: --list names them")
    if options.list:
        print("\n".join(ENTRIES))
        return 0
    entries = [ENTRIES[name] for name in options.names or ENTRIES]
    if options.processes == 1 and options.dask is None:
        _report(run(entries, options.pieces))
    else:
        try:
            with executor(options.processes, options.dask) as workers:
                _report(run(entries, options.pieces, workers))
        except RequestError as problem:
            parser.error(str(problem))
    done = [result(entry, options.pieces) for entry in ENTRIES.values()]
    known = {}
    if options.results.exists():
        known = {one["name"]: one for one in json.loads(options.results.read_text())["results"]}
    for one in done:
        if one:
            known[one["name"]] = one
    options.results.parent.mkdir(parents=True, exist_ok=True)
    write([known[name] for name in ENTRIES if name in known], options.results)
    return 0


def _report(progress: Iterator[tuple[int, int]]) -> None:
    for done, total in progress:
        if done % 50 == 0 or done == total:
            print(f"{done} of {total} pieces", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
