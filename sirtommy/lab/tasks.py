"""What the laboratory plays: a player over numbered deals, cut into pieces that are kept on disk.

A piece is decided by its player, rules, weights and deal numbers alone, so the answer is the same
however the work is cut and whoever does it, and a stopped run goes on where it was.
"""

import json
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, as_completed
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from sirtommy.deep import BLOCK, LOST, LUCK, SEED_STEP, SURE, TRUST
from sirtommy.errors import RequestError
from sirtommy.lab import ahead, deep, nets, simple, turns

SIMPLE = {
    "random": simple.RANDOM,
    "shortest": simple.SHORTEST,
    "least-burying": simple.LEAST_BURYING,
}
PLAYERS = (*SIMPLE, "evaluation", "at-once", "deep")
"""The players that are compiled; `evaluation` is `at-once` without its look ahead."""
LEARNED = ("evaluation", "at-once")
"""Those of them who play Calculation."""

PIECES = {"deep": 20, "at-once": 500}
"""Deals in a piece, where it is not `PIECE`."""
PIECE = 50_000

TRAINING = 1 << 63
"""Training plays deals from this number up; players are measured on deals below it only."""


@dataclass(frozen=True, slots=True)
class Task:
    """A player and the deals `first` to `last`, both included."""

    player: str
    first: int
    last: int
    budget: int = 0
    ranks: int = 13
    suits: int = 4
    piles: int = 4
    calculation: bool = False

    def check(self) -> None:
        """Refuse a task that cannot be played.

        Raises:
            RequestError: The player, the deals or the budget are not to be had.
        """
        if self.player not in PLAYERS:
            message = f"{self.player} is not a player here: choose one of {', '.join(PLAYERS)}"
            raise RequestError(message)
        if self.calculation and self.player not in LEARNED:
            message = f"{self.player} does not play Calculation here: choose {' or '.join(LEARNED)}"
            raise RequestError(message)
        if not 0 <= self.first <= self.last < TRAINING:
            message = (
                f"deals {self.first} to {self.last} cannot be measured: give numbers in rising "
                "order below 2^63, as those above are for training"
            )
            raise RequestError(message)
        if self.player == "deep" and not 1 <= self.budget <= 100_000:
            message = f"a budget of {self.budget} continuations is out of range: 1 to 100000"
            raise RequestError(message)

    def pieces(self) -> list["Task"]:
        """Return this task cut at multiples of a fixed number, so that pieces can be shared."""
        size = PIECES.get(self.player, PIECE)
        fields = asdict(self)
        cuts = [self.first, *range((self.first // size + 1) * size, self.last + 1, size)]
        return [
            Task(**{**fields, "first": one, "last": two - 1})
            for one, two in zip(cuts, [*cuts[1:], self.last + 1], strict=True)
        ]

    def words(self) -> str:
        """Return the task in a line that says all that decides its outcome."""
        weights = nets.CALCULATION if self.calculation else nets.WEIGHTS
        net = "" if self.player in SIMPLE else f" weights {nets.stamp(weights)}"
        budget = f" to the end budget {self.budget}" if self.player == "deep" else ""
        shape = f"ranks {self.ranks} suits {self.suits} piles {self.piles}"
        game = "calculation " if self.calculation else ""
        return f"{game}{self.player}{budget}{net} {shape} deals {self.first}-{self.last}"


def play(task: Task) -> str:
    """Return a 1 for every deal of the task that is won and a 0 for the others."""
    shape = (task.ranks, task.suits, task.piles)
    if task.calculation:
        net, chances = nets.load(nets.CALCULATION)
        won = np.zeros(task.last - task.first + 1, np.int8)
        turns.results(net, chances, task.first, task.player == "at-once", *shape, won)
    elif task.player in SIMPLE:
        won = simple.results(SIMPLE[task.player], task.first, task.last, *shape)
    else:
        net, chances = nets.load()
        won = np.zeros(task.last - task.first + 1, np.int8)
        if task.player == "deep":
            spent = np.zeros(2, np.int64)
            conf = (BLOCK, LUCK, LOST, SURE, TRUST)
            deep.results(net, chances, task.first, SEED_STEP, task.budget, conf, *shape, spent, won)
        else:
            look = task.player == "at-once"
            ahead.results(net, chances, task.first, look, *shape, won)
    return "".join(map(str, won.tolist()))


def run(
    task: Task,
    executor: Executor,
    store: Path | None = None,
    told: Callable[[int, int], None] | None = None,
) -> str:
    """Play the pieces of a task on `executor`; return a 1 for every deal won, a 0 for the others.

    Finished pieces are kept under `store`; pieces found there are not played again.

    Raises:
        RequestError: The task cannot be played.
    """
    task.check()
    pieces = task.pieces()
    done: dict[Task, str] = {}
    waiting: dict[Future[str], Task] = {}
    for piece in pieces:
        kept = _kept(piece, store)
        if kept is None:
            waiting[executor.submit(play, piece)] = piece
        else:
            done[piece] = kept
    for future in as_completed(waiting):
        piece = waiting[future]
        done[piece] = future.result()
        _keep(piece, done[piece], store)
        if told:
            told(len(done), len(pieces))
    return "".join(done[piece] for piece in pieces)


def _place(piece: Task, store: Path) -> Path:
    return store / f"{sha256(piece.words().encode()).hexdigest()[:24]}.json"


def _kept(piece: Task, store: Path | None) -> str | None:
    """Return the results of a piece found in `store`, unless the file is damaged."""
    if store is None:
        return None
    try:
        data = json.loads(_place(piece, store).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    won = data.get("won", "")
    right = data.get("task") == piece.words() and len(won) == piece.last - piece.first + 1
    return won if right else None


def _keep(piece: Task, won: str, store: Path | None) -> None:
    if store is None:
        return
    store.mkdir(parents=True, exist_ok=True)
    place = _place(piece, store)
    part = place.with_suffix(f".{os.getpid()}.part")
    part.write_text(json.dumps({"task": piece.words(), "won": won}) + "\n", encoding="ascii")
    part.replace(place)
