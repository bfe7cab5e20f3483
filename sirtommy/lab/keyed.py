"""Players described by keys at full speed: `sirtommy.lab.keys`, compiled, for every game.

A table is a few small arrays; `keys` and the engine's policies are its reading copies.
"""

# Compiled code is flat and is handed all that it works on.
# ruff: noqa: ANN401, C901, FBT001, PLR0912, PLR0913, PLR0915, PLR0917

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sirtommy.kernel import following
from sirtommy.lab.costs import Ints, compiled, lay
from sirtommy.lab.game import below
from sirtommy.lab.keys import BUILDS, NAMES, Spec
from sirtommy.rules import Rules

ENDS = 512
"""Room for the positions of one run."""


@compiled
def _order(number: Any, ranks: int, suits: int, order: Ints) -> None:
    """Write the ranks of a numbered deal."""
    state = np.empty(1, np.uint64)
    state[0] = number
    for i in range(ranks * suits):
        order[i] = i % ranks + 1
    for last in range(ranks * suits - 1, 0, -1):
        other = below(state, last + 1)
        order[last], order[other] = order[other], order[last]


@compiled
def _build(
    moves: Ints, count: int, cards: Ints, sizes: Ints, need: Ints, ranks: int, build: int,
    drawn: Any,
) -> Any:  # fmt: skip
    """Return the place of the next build among `moves`: each a pile, or -1 for the turned card."""
    if build == 0:
        return 0
    if build == 1:
        return below(drawn, count)
    best, least = 0, 1 << 40
    for i in range(count):
        p = moves[i]
        cost = ranks + 3 if build == 2 else -99999
        if p >= 0:
            top, size = cards[p, sizes[p] - 1], sizes[p]
            if build == 2:
                cost = need[cards[p, size - 2]] if size > 1 else ranks + 2
            else:
                score = 92000 if top <= 2 else 91000 if size == 1 else 50000
                score += ranks + 1 - top
                cost = -(score // 10000) if build == 4 else -score
        if cost < least:
            best, least = i, cost
    return best


@compiled
def _builds(
    turned: int, tops: bool, cards: Ints, sizes: Ints, wanted: Ints, wants: Ints,
    calculation: bool, moves: Ints, builders: Ints,
) -> int:  # fmt: skip
    """Write the legal builds, the turned card's first, and the foundations; return how many."""
    count = 0
    for p in range(-1, sizes.size if tops else 0):
        rank = turned if p < 0 else (cards[p, sizes[p] - 1] if sizes[p] else 0)
        if rank and wanted[rank]:
            for f in range(wants.size):
                if wants[f] == rank:
                    moves[count], builders[count] = p, f
                    count += 1
                    if not calculation:
                        break
    return count


@compiled
def _needs(wants: Ints, follow: Ints, need: Ints) -> None:
    """Write how soon each rank can be needed in Calculation."""
    need[:] = need.size
    for f in range(wants.size):
        rank, away = wants[f], 0
        while rank:
            need[rank] = min(need[rank], away)
            rank, away = follow[f, rank], away + 1


@compiled
def run_differs(cards: Any, sizes: Any, up: Any, ends: Any, counts: Any, marks: Any) -> bool:
    """Whether the run in this position can end in two ways that differ in ranks, piles unordered.

    `up` holds how many of each rank are built; `ends`, `counts` and `marks` are room for work.
    """
    piles = sizes.size
    ends[0, :piles] = sizes
    counts[0] = up
    n, at, first = 1, 0, np.int64(-1)
    while at < n:
        last = True
        for p in range(piles):
            size = ends[at, p]
            if not size:
                continue
            rank = cards[p, size - 1]
            if counts[at, rank] >= counts[at, rank - 1]:
                continue
            last = False
            known = False
            for other in range(at + 1, n):
                same = ends[other, p] == size - 1
                for q in range(piles):
                    same = same and (q == p or ends[other, q] == ends[at, q])
                known = known or same
            if not known and n < ENDS:
                ends[n] = ends[at]
                ends[n, p] = size - 1
                counts[n] = counts[at]
                counts[n, rank] += 1
                n += 1
        if last:
            # Piles unordered: the sum over piles of a mixed hash of each.
            total = np.int64(0)
            for p in range(piles):
                mark = np.int64(7)
                for i in range(ends[at, p]):
                    mark = (mark * 1000003) ^ (np.int64(cards[p, i]) * 7919 + 13)
                    mark ^= mark >> 29
                total += mark * mark | np.int64(1)
            marks[at] = total
            if first >= 0 and marks[first] != total:
                return True
            if first < 0:
                first = np.int64(at)
        at += 1
    return False


@compiled
def play_deals(
    first: Any, wins: Any, ranks: int, suits: int, piles: int, forced: bool, calculation: bool,
    follow: Ints, keys: Ints, chance: bool, build: int, tally: Ints,
) -> None:  # fmt: skip
    """Play as many deals as `wins` has places and write down which are won.

    `tally` (forced play only; empty: do not count) gets the runs, the runs with a real choice
    and the games that have one.
    """
    order = np.empty(ranks * suits, np.int64)
    cards = np.empty((piles, ranks * suits + 1), np.int64)
    moves, builders = np.empty(64, np.int64), np.empty(64, np.int64)
    tied, costs = np.empty(piles, np.int64), np.empty(piles, np.int64)
    need = np.arange(ranks + 1)
    drawn = np.empty(1, np.uint64)
    ends = np.empty((ENDS, piles), np.int64)
    counts = np.empty((ENDS, ranks + 1), np.int64)
    marks = np.empty(ENDS, np.int64)
    for game in range(wins.size):
        drawn[0] = first + np.uint64(game)
        _order(drawn[0], ranks, suits, order)
        sizes, up = np.zeros(piles, np.int64), np.zeros(ranks + 1, np.int64)
        wanted, wants = np.zeros(ranks + 1, np.int64), np.ones(suits, np.int64)
        up[0] = suits
        total = ranks * suits
        for f in range(suits):
            if calculation:
                # The first card of each base leaves the stock; the others keep their order.
                at = 0
                while order[at] != f + 1:
                    at += 1
                total -= 1
                for i in range(at, total):
                    order[i] = order[i + 1]
                wants[f] = follow[f, f + 1]
            wanted[wants[f]] += 1
        turned, at, chosen, running = 0, 0, False, False
        while True:
            if not turned and not running and at < total:
                turned = order[at]
                at += 1
            tops = not forced or running
            count = _builds(turned, tops, cards, sizes, wanted, wants, calculation, moves, builders)
            if calculation and (count > 1 or not count):
                _needs(wants, follow, need)
            if not count and not running:
                if not turned:
                    break
                p = lay(turned, cards, sizes, wanted, need, ranks, keys, chance, drawn, tied, costs)
                cards[p, sizes[p]] = turned
                sizes[p] += 1
                turned = 0
                continue
            if not count:
                running = False
                continue
            pick = 0
            if count > 1:
                pick = _build(moves, count, cards, sizes, need, ranks, build, drawn)
            p, f = moves[pick], builders[pick]
            if p < 0:
                rank, turned = turned, 0
            else:
                sizes[p] -= 1
                rank = cards[p, sizes[p]]
            up[rank] += 1
            wanted[rank] -= 1
            wants[f] = follow[f, rank]
            wanted[wants[f]] += 1
            if forced and p < 0:
                running = True
                if tally.size:
                    tally[0] += 1
                    if run_differs(cards, sizes, up, ends, counts, marks):
                        tally[1] += 1
                        tally[2] += not chosen
                        chosen = True
        wins[game] = wanted[0] == suits


def play(rules: Rules, spec: Spec, first: int, count: int, tally: Ints) -> NDArray[np.bool_]:
    """Return which of `count` deals from number `first` on the player wins.

    `tally` is empty, or three numbers to which runs, runs with a real choice and games with one
    are added.
    """
    wins = np.zeros(count, np.bool_)
    play_deals(
        np.uint64(first), wins, rules.ranks, rules.suits, rules.piles, rules.forced,
        rules.calculation, np.array(following(rules), np.int64),
        np.array([NAMES.index(key) for key in spec.keys], np.int64), spec.chance,
        BUILDS.index(spec.build), tally,
    )  # fmt: skip
    return wins
