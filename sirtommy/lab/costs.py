"""The keys of `sirtommy.lab.keys`, compiled; the numbers of keys are their places there."""

# Compiled code is flat and is handed all that it works on.
# ruff: noqa: ANN401, C901, FBT001, PLR0911, PLR0912, PLR0913, PLR0917

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from sirtommy.lab.game import below
from sirtommy.lab.keys import HIGH

Ints = NDArray[np.int64]
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile a function when it is first called, and keep the code."""
    return cast("F", njit(cache=True)(function))


@compiled
def _distance(rank: int, wanted: Ints) -> int:
    lower = rank
    while lower and not wanted[lower]:
        lower -= 1
    return rank - lower if lower else 98


@compiled
def _buries(rank: int, pile: Ints, size: int, need: Ints) -> int:
    count = 0
    for i in range(size):
        count += need[pile[i]] < need[rank]
    return count


@compiled
def _pysol(rank: int, pile: Ints, size: int, ranks: int) -> int:
    top = pile[size - 1] if size else ranks
    if size and top < rank:
        return size - 9999 - top
    if size and top == rank:
        return -20000
    return (top - rank) * 1000 - 30000


@compiled
def _kings(rank: int, p: int, top: int, piles: int, ranks: int) -> int:
    if rank == ranks:
        return int(p != piles - 1)
    if not top:
        return 90 if p == piles - 1 else 30
    return top - rank if top >= rank else 40 + rank - top


@compiled
def _sacrifice(rank: int, p: int, cards: Ints, sizes: Ints, need: Ints) -> int:
    for other in range(sizes.size):
        if not _buries(rank, cards[other], sizes[other], need):
            return 0
    highest = count = 0
    for i in range(sizes[p] - 1, -1, -1):
        count += cards[p, i] < highest
        highest = max(highest, cards[p, i])
    return -count


@compiled
def _key(
    key: int, rank: int, p: int, cards: Ints, sizes: Ints, wanted: Ints, need: Ints, ranks: int
) -> Any:
    """Return the key of pile `p`; the numbers are the places in `keys.KEYS`."""
    pile, size, piles = cards[p], sizes[p], sizes.size
    top = pile[size - 1] if size else 0
    if key == 0:
        return size
    if key == 1:
        return _buries(rank, pile, size, need)
    if key == 2:
        if not size:
            return 30
        return need[top] - need[rank] if need[top] >= need[rank] else 40
    if key == 3:
        return _pysol(rank, pile, size, ranks)
    if key == 4:
        return -(-_pysol(rank, pile, size, ranks) // 10000)
    if key == 5:
        return _kings(rank, p, top, piles, ranks)
    if key == 6:
        return int(size > 0 and _distance(top, wanted) <= 1)
    if key == 7:
        least = 99
        for i in range(size):
            least = min(least, _distance(pile[i], wanted))
        return -least
    if key == 8:
        return int(_buries(rank, pile, size, need) > 0)
    if key == 9:
        return int(rank >= HIGH and _buries(rank, pile, size, need) > 0)
    if key == 10:
        return int(size - sizes.min() >= 3)
    if key == 11:
        return int(size > 0)
    if key == 12:
        return int((rank >= HIGH) != (p == piles - 1))
    if key == 13:
        return _sacrifice(rank, p, cards, sizes, need)
    if key == 14:
        return int((rank - 2) * piles // (ranks - 1) != p)
    if not size:
        return 3000
    return abs(pile[:size].sum() - rank * size) * 1000 // size


@compiled
def lay(
    rank: int, cards: Ints, sizes: Ints, wanted: Ints, need: Ints, ranks: int, keys: Ints,
    chance: bool, drawn: Any, tied: Ints, costs: Ints,
) -> Any:  # fmt: skip
    """Return the pile for the turned card."""
    count = sizes.size
    for p in range(count):
        tied[p] = p
    for key in keys:
        least = 1 << 40
        for i in range(count):
            costs[i] = _key(key, rank, tied[i], cards, sizes, wanted, need, ranks)
            least = min(least, costs[i])
        kept = 0
        for i in range(count):
            if costs[i] == least:
                tied[kept] = tied[i]
                kept += 1
        count = kept
    return tied[below(drawn, count) if chance else 0]
