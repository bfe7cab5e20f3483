"""Players, compiled: the evaluation, the runs, and whole games."""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# ruff: noqa: C901, PLR0912, PLR0913, PLR0917

import numpy as np

from sirtommy.lab.compiled import Array, Net, compiled
from sirtommy.lab.game import (
    DEPTH,
    LEFT,
    LENGTH,
    PILE,
    PILES,
    RANKS,
    ROW_LEFT,
    ROW_PAIR,
    STAGES,
    SUITS,
    TOPS,
    UNDER,
    UNSEEN,
    UP,
    WON,
    build_top,
    build_turned,
    laid,
    lay,
    turn,
    won,
)

NODES = 30_000
"""Room for one run: more positions than the contested builds of a run can lead to."""


@compiled
def evaluate(s: Array, acc: Array, net: Net, full: Array) -> int:
    """Return the evaluation of `s`, not won, whose first layer is `acc`; `full` is scratch."""
    weights, _, out, out_bias = net
    stage = s[LEFT] * STAGES // (s[RANKS] * s[SUITS] + 1)
    row = ROW_LEFT + s[LEFT]
    for h in range(full.size):
        full[h] = acc[h] + weights[row, h]
    # The tops in falling order, by insertion; 4 bits each, the highest top in the lowest place.
    packed = np.int64(0)
    piles = s[PILES]
    for pile in range(piles):
        length = s[LENGTH + pile]
        top = np.int64(s[PILE + pile * DEPTH + length - 1]) if length else np.int64(0)
        shift = 0
        while packed >> shift & 15 > top:
            shift += 4
        low = packed & ((np.int64(1) << shift) - 1)
        packed = low | top << shift | (packed >> shift) << (shift + 4)
    for i in range(piles - 1):
        row = ROW_PAIR + (min(i, 2) * 14 + (packed & 15)) * 14 + (packed >> 4 & 15)
        packed >>= 4
        for h in range(full.size):
            full[h] += weights[row, h]
    part1 = part2 = part3 = out_bias.dtype.type(0)
    part0 = out_bias[stage] + out[stage, 0] * min(full[0], full.dtype.type(0))
    zero = full.dtype.type(0)
    for h in range(0, full.size, 4):
        part0 += out[stage, h] * max(full[h], zero)
        part1 += out[stage, h + 1] * max(full[h + 1], zero)
        part2 += out[stage, h + 2] * max(full[h + 2], zero)
        part3 += out[stage, h + 3] * max(full[h + 3], zero)
    return (part0 + part1) + (part2 + part3)


@compiled
def ends(s: Array, lengths: Array, parents: Array, by: Array, keys: Array) -> int:
    """Write every way the run in `s` can go, as a tree; return how many nodes it has.

    Node 0 is `s` itself; `lengths[node]` are the lengths of the piles there, `parents[node]` the
    node it came from, `by[node]` the pile that was built from; `keys[node, 1]` is 1 for an end.
    """
    piles = s[PILES]
    up = np.empty((keys.shape[0], 14), np.int8)
    up[0] = s[UP : UP + 14]
    key = np.int64(0)
    for pile in range(piles):
        lengths[0, pile] = s[LENGTH + pile]
        key |= np.int64(s[LENGTH + pile]) << (6 * pile)
    keys[0, 0] = key
    parents[0] = -1
    n, at = 1, 0
    while at < n:
        last = True
        alone = -1
        for pile in range(piles):
            length = lengths[at, pile]
            if length:
                rank = s[PILE + pile * DEPTH + length - 1]
                if up[at, rank] < up[at, rank - 1]:
                    last = False
                    if up[at, rank - 1] + s[UNSEEN + rank] >= up[at, 0]:
                        alone = pile  # uncontested, as `sirtommy.at_once` explains
                        break
        for pile in range(piles):
            length = lengths[at, pile]
            if not length or (alone >= 0 and pile != alone):
                continue
            rank = s[PILE + pile * DEPTH + length - 1]
            if up[at, rank] >= up[at, rank - 1]:
                continue
            key = keys[at, 0] - (np.int64(1) << (6 * pile))
            known = False
            for other in range(at + 1, n):
                if keys[other, 0] == key:
                    known = True
                    break
            if known:
                continue
            if n == keys.shape[0]:
                message = "a run has more ends than there is room for"
                raise ValueError(message)
            keys[n, 0] = key
            lengths[n] = lengths[at]
            lengths[n, pile] = length - 1
            up[n] = up[at]
            up[n, rank] += 1
            parents[n] = at
            by[n] = pile
            n += 1
        keys[at, 1] = last
        at += 1
    return n


@compiled
def replay(s: Array, acc: Array, weights: Array, parents: Array, by: Array, node: int) -> None:
    """Make the builds that lead to `node`."""
    path = np.empty(64, np.int64)
    n = 0
    while parents[node] >= 0:
        path[n] = by[node]
        n += 1
        node = parents[node]
    while n:
        n -= 1
        build_top(s, acc, weights, path[n])


@compiled
def value_of(s: Array, acc: Array, net: Net) -> int:
    """Return the evaluation of `s`, a won game above all others."""
    if won(s):
        return net[3].dtype.type(WON)
    return evaluate(s, acc, net, np.empty_like(acc))


@compiled
def settle(s: Array, acc: Array, net: Net) -> None:
    """Play the run in `s` to the end that the evaluation likes best."""
    weights = net[0]
    piles = s[PILES]
    while True:
        fits = 0
        first = 0
        for pile in range(piles):
            length = s[LENGTH + pile]
            if length:
                rank = s[PILE + pile * DEPTH + length - 1]
                if s[UP + rank] < s[UP + rank - 1]:
                    if not fits:
                        first = pile
                    fits += 1
                    if s[UP + rank - 1] + s[UNSEEN + rank] >= s[UP]:
                        first, fits = pile, 1
                        break
        if not fits:
            return
        if fits > 1:
            break
        build_top(s, acc, weights, first)
    lengths = np.empty((NODES, 9), np.int8)
    parents = np.empty(NODES, np.int32)
    by = np.empty(NODES, np.int8)
    keys = np.empty((NODES, 2), np.int64)
    n = ends(s, lengths, parents, by, keys)
    best = np.int64(-1)
    for node in range(n):
        if keys[node, 1]:
            if best < 0:
                best = node
            else:
                best = -2
                break
    if best == -2:
        best = best_end(s, acc, net, n, lengths, parents, by, keys)
    replay(s, acc, weights, parents, by, best)


@compiled
def best_end(
    s: Array, acc: Array, net: Net, n: int, lengths: Array, parents: Array, by: Array, keys: Array
) -> int:
    """Return the end the evaluation likes best; of equals that with the longest first piles."""
    best = -1
    best_value = value_of(s, acc, net)
    for node in range(n):
        if keys[node, 1]:
            there, acc_there = s.copy(), acc.copy()
            replay(there, acc_there, net[0], parents, by, node)
            value = value_of(there, acc_there, net)
            if (
                best < 0
                or value > best_value
                or (value == best_value and longer(lengths[node], lengths[best], s[PILES]))
            ):
                best, best_value = node, value
    return best


@compiled
def longer(one: Array, other: Array, piles: int) -> bool:
    """Whether the lengths of piles `one` come after `other`, compared from the first pile on."""
    for pile in range(piles):
        if one[pile] != other[pile]:
            return one[pile] > other[pile]
    return False


@compiled
def best_pile(s: Array, acc: Array, net: Net, rank: int, tried: Array, best_acc: Array) -> int:
    """Return the pile for `rank` that the evaluation likes best; leave its layer in `best_acc`."""
    best = -1
    best_value = net[3][0]
    full = np.empty_like(acc)
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
        if best < 0 or value > best_value:
            best, best_value = pile, value
            best_acc[:] = tried
    return best


@compiled
def unlay(s: Array, pile: int, rank: int) -> None:
    """Undo `lay`."""
    base, length = PILE + pile * DEPTH, s[LENGTH + pile] - 1
    s[LENGTH + pile] = length
    s[TOPS + rank] -= 1
    if length:
        s[TOPS + s[base + length - 1]] += 1
    for i in range(length - 1, -1, -1):
        below_it = s[base + i]
        if below_it == rank:
            break
        if below_it < rank:
            s[UNDER + rank * 14 + below_it] -= 1


@compiled
def step(s: Array, acc: Array, net: Net, rank: int, tried: Array, best_acc: Array) -> None:
    """Turn `rank` and play it as the evaluation likes best."""
    turn(s, acc, net[0], rank)
    if s[UP + rank] < s[UP + rank - 1]:
        build_turned(s, acc, net[0], rank)
        settle(s, acc, net)
    else:
        pile = best_pile(s, acc, net, rank, tried, best_acc)
        lay(s, pile, rank)
        acc[:] = best_acc
