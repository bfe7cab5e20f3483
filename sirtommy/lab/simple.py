"""The simple players of `sirtommy.policy`, compiled, for any number of ranks, suits and piles."""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# ruff: noqa: PLR0913, PLR0917

import numpy as np

from sirtommy.lab.compiled import Array, compiled
from sirtommy.lab.game import DEPTH, below, deal

RANDOM, SHORTEST, LEAST_BURYING = 0, 1, 2


@compiled
def pick_pile(kind: int, chance: Array, rank: int, piles: Array, lengths: Array, count: int) -> int:
    """Return the pile for `rank` that the player of that kind chooses."""
    if kind == RANDOM:
        return below(chance, count)
    best = 0
    if kind == SHORTEST:
        for pile in range(1, count):
            if lengths[pile] < lengths[best]:
                best = pile
        return best
    least = 1000
    for pile in range(count):
        length = lengths[pile]
        cost = 30
        if length:
            top = piles[pile, length - 1]
            cost = top - rank if top >= rank else 40
            for i in range(length):
                if piles[pile, i] < rank:
                    cost += 50
        if cost < least:
            best, least = pile, cost
    return best


@compiled
def pick_build(
    kind: int, chance: Array, fits: Array, n: int, piles: Array, lengths: Array, ranks: int
) -> int:
    """Return which of the first `n` piles in `fits` gives its top first."""
    if kind == RANDOM:
        return fits[below(chance, n)]
    best = fits[0]
    least = 1000
    for i in range(n):
        pile = fits[i]
        length = lengths[pile]
        uncovered = piles[pile, length - 2] if length > 1 else ranks + 2
        if uncovered < least:
            best, least = pile, uncovered
    return best


@compiled
def results(kind: int, first: int, last: int, ranks: int, suits: int, count: int) -> Array:
    """Return for each deal from `first` to `last` whether the player wins it."""
    answer = np.zeros(last - first + 1, np.int8)
    order = np.empty(52, np.int64)
    piles = np.empty((9, DEPTH), np.int64)
    lengths = np.empty(9, np.int64)
    up = np.empty(14, np.int64)
    fits = np.empty(9, np.int64)
    chance = np.empty(1, np.uint64)
    for number in range(first, last + 1):
        deal(np.uint64(number), ranks, suits, order)
        chance[0] = np.uint64(number)
        lengths[:] = 0
        up[:] = 0
        up[0] = suits
        for i in range(ranks * suits):
            rank = order[i]
            if up[rank] == up[rank - 1]:
                pile = pick_pile(kind, chance, rank, piles, lengths, count)
                piles[pile, lengths[pile]] = rank
                lengths[pile] += 1
                continue
            up[rank] += 1
            while True:
                n = 0
                for pile in range(count):
                    if lengths[pile]:
                        top = piles[pile, lengths[pile] - 1]
                        if up[top] < up[top - 1]:
                            fits[n] = pile
                            n += 1
                if not n:
                    break
                pile = fits[0]
                if n > 1:
                    pile = pick_build(kind, chance, fits, n, piles, lengths, ranks)
                lengths[pile] -= 1
                up[piles[pile, lengths[pile]]] += 1
        answer[number - first] = up[ranks] == suits
    return answer
