"""Watching the players of the learned evaluation: choices in runs, chances said."""

# Compiled code is flat and is handed all that it works on.
# ruff: noqa: ANN401, FBT001, PLR0913, PLR0917

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sirtommy.lab.ahead import ahead_of, chance_of, step_ahead
from sirtommy.lab.costs import compiled
from sirtommy.lab.game import DEPTH, LEFT, LENGTH, PILE, SIZE, UP, deal, start, won
from sirtommy.lab.keyed import ENDS, run_differs
from sirtommy.lab.nets import load
from sirtommy.lab.play import evaluate, step
from sirtommy.weights import CERTAIN

BINS = 10
"""Into how many equal parts the chances said are sorted."""


@compiled
def _watch(
    net: Any, chances: Any, first: Any, last: Any, ahead: bool, tally: Any, bins: Any
) -> None:
    order = np.empty(52, np.int64)
    s, run = np.empty(SIZE, np.int8), np.empty(SIZE, np.int8)
    acc = np.empty_like(net[1])
    tried, best, full = np.empty_like(acc), np.empty_like(acc), np.empty_like(acc)
    ends = np.empty((ENDS, 4), np.int64)
    counts = np.empty((ENDS, 14), np.int64)
    marks = np.empty(ENDS, np.int64)
    said = np.empty(52, np.int64)
    for number in range(first, last + 1):
        deal(np.uint64(number), 13, 4, order)
        start(s, acc, net[0], net[1], 13, 4, 4)
        chosen = False
        lays = 0
        for i in range(52):
            rank = order[i]
            builds = s[UP + rank] < s[UP + rank - 1]
            if builds:
                run[:] = s
                run[UP + rank] += 1
                cards = run[PILE : PILE + 4 * DEPTH].reshape(4, DEPTH)
                sizes = run[LENGTH : LENGTH + 4]
                tally[0] += 1
                if run_differs(cards, sizes, run[UP : UP + 14], ends, counts, marks):
                    tally[1] += 1
                    tally[2] += not chosen
                    chosen = True
            if ahead:
                step_ahead(s, acc, net, chances, rank)
            else:
                step(s, acc, net, rank, tried, best)
            if won(s):
                break
            if not builds and s[LEFT]:
                if ahead:
                    chance = ahead_of(s, acc, net, chances) // s[LEFT]
                else:
                    chance = chance_of(evaluate(s, acc, net, full), chances)
                said[lays] = min(chance * BINS // CERTAIN, BINS - 1)
                lays += 1
        for i in range(lays):
            bins[0, said[i]] += 1
            bins[1, said[i]] += won(s)


def watch(player: str, first: int, last: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Watch deals `first` to `last` of Sir Tommy; `player` is `at-once` or `evaluation`.

    The first array has the runs, the runs with a real choice and the games that have one.
    The second has, for each tenth of the chance said after a card is laid, how often it was said
    (row 0) and how often the game was then won (row 1).
    """
    tally, bins = np.zeros(3, np.int64), np.zeros((2, BINS), np.int64)
    net, chances = load()
    _watch(net, chances, first, last, player == "at-once", tally, bins)
    return tally, bins
