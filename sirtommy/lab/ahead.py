"""The player who answers at once, compiled: a look one card ahead, as `at_once` does it."""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# ruff: noqa: FBT001, PLR0913, PLR0917

import numpy as np

from sirtommy.lab.compiled import Array, Net, compiled
from sirtommy.lab.game import (
    LENGTH,
    PILES,
    RANKS,
    SIZE,
    UNSEEN,
    UP,
    build_turned,
    deal,
    laid,
    lay,
    start,
    turn,
    won,
)
from sirtommy.lab.play import (
    NODES,
    ends,
    evaluate,
    longer,
    replay,
    settle,
    step,
    unlay,
    value_of,
)
from sirtommy.weights import CERTAIN, WON


@compiled
def chance_of(value: int, chances: Array) -> int:
    """Return the chance, of `CERTAIN`, that an evaluation stands for."""
    if value == WON:
        return CERTAIN
    return chances[min(max((value >> 12) + 2560, 0), 5120)]


@compiled
def best_lay_value(s: Array, acc: Array, net: Net, rank: int, tried: Array, full: Array) -> int:
    """Return the best evaluation after laying `rank`."""
    best = np.int64(-WON)
    empty = False
    for pile in range(s[PILES]):
        if not s[LENGTH + pile]:
            if empty:
                continue
            empty = True
        laid(s, acc, net[0], pile, rank, tried)
        lay(s, pile, rank)
        value = evaluate(s, tried, net, full)
        unlay(s, pile, rank)
        best = max(best, value)
    return best


@compiled
def ahead_of(s: Array, acc: Array, net: Net, chances: Array) -> int:
    """Return the average chance one card ahead, times the cards unseen, of `CERTAIN`."""
    if won(s):
        return np.int64(CERTAIN * 52)
    total = np.int64(0)
    after = np.empty_like(s)
    layer = np.empty_like(acc)
    tried = np.empty_like(acc)
    full = np.empty_like(acc)
    for rank in range(1, s[RANKS] + 1):
        cards = s[UNSEEN + rank]
        if not cards:
            continue
        after[:] = s
        layer[:] = acc
        turn(after, layer, net[0], rank)
        if after[UP + rank] < after[UP + rank - 1]:
            build_turned(after, layer, net[0], rank)
            settle(after, layer, net)
            value = value_of(after, layer, net)
        else:
            value = best_lay_value(after, layer, net, rank, tried, full)
        total += cards * chance_of(value, chances)
    return total


@compiled
def settle_ahead(s: Array, acc: Array, net: Net, chances: Array) -> None:
    """Play the run in `s` to the end that is worth most one card ahead."""
    lengths = np.empty((NODES, 9), np.int8)
    parents = np.empty(NODES, np.int32)
    by = np.empty(NODES, np.int8)
    keys = np.empty((NODES, 2), np.int64)
    n = ends(s, lengths, parents, by, keys)
    count = 0
    best = -1
    for node in range(n):
        if keys[node, 1]:
            count += 1
            best = node
    if count > 1:
        best = -1
        best_value = np.int64(0)
        for node in range(n):
            if keys[node, 1]:
                there, layer = s.copy(), acc.copy()
                replay(there, layer, net[0], parents, by, node)
                value = ahead_of(there, layer, net, chances)
                if (
                    best < 0
                    or value > best_value
                    or (value == best_value and longer(lengths[node], lengths[best], s[PILES]))
                ):
                    best, best_value = node, value
    replay(s, acc, net[0], parents, by, best)


@compiled
def step_ahead(s: Array, acc: Array, net: Net, chances: Array, rank: int) -> int:
    """Turn `rank` and play it as the player who answers at once does; return the pile or -1."""
    turn(s, acc, net[0], rank)
    if s[UP + rank] < s[UP + rank - 1]:
        build_turned(s, acc, net[0], rank)
        settle_ahead(s, acc, net, chances)
        return -1
    best = np.int64(-1)
    best_value = np.int64(0)
    empty = False
    tried = np.empty_like(acc)
    for pile in range(s[PILES]):
        if not s[LENGTH + pile]:
            if empty:
                continue
            empty = True
        laid(s, acc, net[0], pile, rank, tried)
        lay(s, pile, rank)
        value = ahead_of(s, tried, net, chances)
        unlay(s, pile, rank)
        if best < 0 or value > best_value:
            best, best_value = pile, value
    laid(s, acc, net[0], best, rank, tried)
    lay(s, best, rank)
    acc[:] = tried
    return best


@compiled
def results(
    net: Net,
    chances: Array,
    first: int,
    ahead: bool,
    ranks: int,
    suits: int,
    piles: int,
    won_it: Array,
) -> None:
    """Play the deals from `first` on, one for each place of `won_it`, and note which are won."""
    order = np.empty(52, np.int64)
    s = np.empty(SIZE, np.int8)
    acc = np.empty_like(net[1])
    tried = np.empty_like(acc)
    best_acc = np.empty_like(acc)
    for i in range(won_it.size):
        deal(np.uint64(first + i), ranks, suits, order)
        start(s, acc, net[0], net[1], ranks, suits, piles)
        for turned in range(ranks * suits):
            if ahead:
                step_ahead(s, acc, net, chances, order[turned])
            else:
                step(s, acc, net, order[turned], tried, best_acc)
        won_it[i] = won(s)
