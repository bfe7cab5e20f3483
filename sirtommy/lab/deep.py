"""The player who plays on, compiled: a race between the choices, as `sirtommy.deep` runs it."""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# ruff: noqa: C901, PLR0912, PLR0913, PLR0917

import numpy as np

from sirtommy.lab.ahead import ahead_of, chance_of
from sirtommy.lab.compiled import Array, Net, Number, compiled
from sirtommy.lab.game import (
    LEFT,
    LENGTH,
    PILES,
    RANKS,
    SIZE,
    UNSEEN,
    UP,
    below,
    build_turned,
    deal,
    laid,
    lay,
    start,
    turn,
    won,
)
from sirtommy.lab.play import NODES, ends, evaluate, longer, replay, step


@compiled
def continuation(s: Array, number: Number, order: Array) -> int:
    """Write order `number` of the unseen ranks of `s`; return how many there are."""
    n = 0
    for rank in range(1, s[RANKS] + 1):
        for _ in range(s[UNSEEN + rank]):
            order[n] = rank
            n += 1
    state = np.empty(1, np.uint64)
    state[0] = number
    for last in range(n - 1, 0, -1):
        other = below(state, last + 1)
        order[last], order[other] = order[other], order[last]
    return n


@compiled
def play_on(
    s: Array,
    acc: Array,
    net: Net,
    chances: Array,
    order: Array,
    n: int,
    low: int,
    high: int,
    tried: Array,
    best_acc: Array,
    full: Array,
    spent: Array,
) -> int:
    """Play `order` in `s` (changed) by the evaluation; return the chance in the end, of 256."""
    for i in range(n):
        if won(s):
            return 256
        if i >= 4:
            value = chance_of(evaluate(s, acc, net, full), chances)
            if value < low or value > high:
                return value >> 8
        step(s, acc, net, order[i], tried, best_acc)
        spent[0] += 1
    return 256 if won(s) else 0


@compiled
def race(
    s: Array,
    net: Net,
    chances: Array,
    count: int,
    positions: Array,
    layers: Array,
    priors: Array,
    first: Number,
    budget: int,
    conf: tuple[int, ...],
    spent: Array,
) -> int:
    """Return which of `count` positions is best; conf = (block, z2, low, high, trust)."""
    block, z2, low, high, trust = conf
    best = 0
    for i in range(count):
        if priors[i] > priors[best]:
            best = i
    if count == 1:
        return best
    left = max(1, s[LEFT])
    alive = np.ones(count, np.bool_)
    guess = np.empty(count, np.int64)
    for i in range(count):
        guess[i] = priors[i] // left >> 8
        if priors[i] * 16 < priors[best]:
            alive[i] = False
    scores = np.zeros((count, budget), np.int16)
    order = np.empty(52, np.int64)
    there = np.empty_like(s)
    layer = np.empty_like(layers[0])
    tried = np.empty_like(layer)
    best_acc = np.empty_like(layer)
    full = np.empty_like(layer)
    n = 0
    total = guess * trust
    while n < budget:
        rivals = 0
        for i in range(count):
            rivals += alive[i]
        if rivals < 2:
            break
        upto = min(budget, n + block)
        for number in range(n, upto):
            cards = continuation(positions[0], first + np.uint64(number), order)
            for i in range(count):
                if alive[i]:
                    there[:] = positions[i]
                    layer[:] = layers[i]
                    scores[i, number] = play_on(
                        there,
                        layer,
                        net,
                        chances,
                        order,
                        cards,
                        low,
                        high,
                        tried,
                        best_acc,
                        full,
                        spent,
                    )
                    total[i] += scores[i, number]
                    spent[1] += 1
        n = upto
        for i in range(count):
            if alive[i] and (
                total[i] > total[best] or (total[i] == total[best] and priors[i] > priors[best])
            ):
                best = i
        for i in range(count):
            if i == best or not alive[i]:
                continue
            lead = square = np.int64(0)
            for number in range(n):
                gap = np.int64(scores[best, number]) - scores[i, number]
                lead += gap
                square += gap * gap
            lead += trust * (guess[best] - guess[i])
            if lead > 0 and lead * lead > z2 * (square - lead * lead // (n + trust)):
                alive[i] = False
    return best


@compiled
def step_deep(
    s: Array,
    acc: Array,
    net: Net,
    chances: Array,
    rank: int,
    first: Number,
    budget: int,
    conf: tuple[int, ...],
    room: tuple[Array, Array, Array],
    spent: Array,
) -> None:
    """Turn `rank` and play it as the player who plays on does."""
    positions, layers, priors = room
    turn(s, acc, net[0], rank)
    count = np.int64(0)
    if s[UP + rank] < s[UP + rank - 1]:
        build_turned(s, acc, net[0], rank)
        lengths = np.empty((NODES, 9), np.int8)
        parents = np.empty(NODES, np.int32)
        by = np.empty(NODES, np.int8)
        keys = np.empty((NODES, 2), np.int64)
        n = ends(s, lengths, parents, by, keys)
        found = np.empty(64, np.int64)
        for node in range(n):
            if keys[node, 1] and count < 64:
                i = count
                while i and longer(lengths[node], lengths[found[i - 1]], s[PILES]):
                    found[i] = found[i - 1]
                    i -= 1
                found[i] = node
                count += 1
        for i in range(count):
            positions[i] = s
            layers[i] = acc
            replay(positions[i], layers[i], net[0], parents, by, found[i])
    else:
        empty = False
        for pile in range(s[PILES]):
            if not s[LENGTH + pile]:
                if empty:
                    continue
                empty = True
            laid(s, acc, net[0], pile, rank, layers[count])
            positions[count] = s
            lay(positions[count], pile, rank)
            count += 1
    if count > 1:
        for i in range(count):
            priors[i] = ahead_of(positions[i], layers[i], net, chances)
    best = race(s, net, chances, count, positions, layers, priors, first, budget, conf, spent)
    s[:] = positions[best]
    acc[:] = layers[best]


@compiled
def results(
    net: Net,
    chances: Array,
    first: int,
    orders: int,
    budget: int,
    conf: tuple[int, ...],
    ranks: int,
    suits: int,
    piles: int,
    spent: Array,
    won_it: Array,
) -> None:
    """Play the deals from `first` on, one for each place of `won_it`, and note which are won."""
    order = np.empty(52, np.int64)
    s = np.empty(SIZE, np.int8)
    acc = np.empty_like(net[1])
    room = (
        np.empty((64, SIZE), np.int8),
        np.empty((64, acc.size), acc.dtype),
        np.empty(64, np.int64),
    )
    for i in range(won_it.size):
        number = np.uint64(first + i)
        deal(number, ranks, suits, order)
        start(s, acc, net[0], net[1], ranks, suits, piles)
        for turned in range(ranks * suits):
            step_deep(
                s,
                acc,
                net,
                chances,
                order[turned],
                number * np.uint64(orders),
                budget,
                conf,
                room,
                spent,
            )
            if won(s):
                break
        won_it[i] = won(s)
