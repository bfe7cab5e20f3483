"""Whole turns of Calculation, compiled: builds that may wait, and the card that is turned.

While a turned card waits, tops may be built or kept; the turn ends when it is built or laid.
Every position that builds of tops lead to is a node of a tree; in each the card can be placed.
"""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# ruff: noqa: C901, FBT001, PLR0912, PLR0913, PLR0917

from typing import cast

import numpy as np

from sirtommy.lab.compiled import Array, Net, compiled
from sirtommy.lab.sums import (
    DEPTH,
    HEIGHT,
    HIDDEN,
    LEFT,
    LENGTH,
    PILE,
    PILES,
    RANKS,
    SIZE,
    SUITS,
    UNSEEN,
    WHEN,
    add_rows,
    evaluate,
    first_layer,
    needed,
    pile_rows,
    second_layer,
    shared_rows,
    soon_of,
    start,
    up,
    won,
)
from sirtommy.lab.ways import CLOSED, SURE, finish, go, ways
from sirtommy.turns import NODES, TRIED
from sirtommy.weights import CERTAIN, REACH, WON
from sirtommy.weights import STEP as CHANCE_STEP

HOLD = cast("bool", np.bool_(True))  # noqa: FBT003
"""Cards may be kept: so the players play, where training has quicker ones beside."""
ENDS = NODES * 13
"""Room for the ends of a turn: each node has as many as foundations and piles, at most."""


@compiled
def worth(s: Array, net: Net, rows: Array) -> int:
    """Return the evaluation of `s`; with no card to come, what comes of it."""
    if s[LEFT]:
        return evaluate(s, net, rows)
    after = s.copy()
    finish(after)
    return net[3].dtype.type(WON if won(after) else up(after) - WON)


@compiled
def place(s: Array, where: int, rank: int) -> None:
    """Lay `rank` on pile `where`, or build it on foundation `where` - 16."""
    if where >= 16:
        s[HEIGHT + where - 16] += 1
    else:
        s[PILE + where * DEPTH + s[LENGTH + where]] = rank
        s[LENGTH + where] += 1


@compiled
def ends(
    s: Array,
    net: Net,
    rank: int,
    hold: bool,
    rows: Array,
    lengths: Array,
    heights: Array,
    values: Array,
    nodes: Array,
    wheres: Array,
) -> int:
    """Write the ends of the turn in which `rank`, already seen, is placed; return how many.

    Without `hold` no card is laid while anything can be built.
    """
    piles, suits = s[PILES], s[SUITS]
    if needed(s, rank) == 1:
        for f in range(suits):
            if s[WHEN + f * 14 + rank] == s[HEIGHT + f]:
                lengths[0] = s[LENGTH : LENGTH + 9]
                heights[0] = s[HEIGHT : HEIGHT + 4]
                nodes[0], wheres[0] = 0, 16 + f
                s[HEIGHT + f] += 1
                values[0] = worth(s, net, rows)
                s[HEIGHT + f] -= 1
                return 1
    kinds = np.empty(NODES, np.int8)
    n = ways(s, lengths, heights, kinds)
    there = s.copy()
    soon = np.empty(14, np.int64)
    layers = np.empty((9, HIDDEN), net[1].dtype)
    common = np.empty_like(net[1])
    layer = np.empty_like(net[1])
    count = 0
    for node in range(n):
        if kinds[node] == SURE and n < NODES:
            continue
        go(there, lengths, heights, node)
        for f in range(suits):
            if there[WHEN + f * 14 + rank] == there[HEIGHT + f]:
                there[HEIGHT + f] += 1
                nodes[count], wheres[count] = node, 16 + f
                values[count] = worth(there, net, rows)
                there[HEIGHT + f] -= 1
                count += 1
        if kinds[node] != CLOSED and not hold and n < NODES:
            continue
        soon_of(there, soon)
        first_layer(there, net, rows, layers, common)
        empty = False
        for pile in range(piles):
            length = there[LENGTH + pile]
            if not length:
                if empty:
                    continue
                empty = True
            kept = there[PILE + pile * DEPTH + length]
            place(there, pile, rank)
            nodes[count], wheres[count] = node, pile
            if there[LEFT]:
                for h in range(HIDDEN):
                    layer[h] = common[h] - layers[pile, h]
                add_rows(net[0], rows, pile_rows(there, pile, soon, rows), layer)
                add_rows(net[0], rows, shared_rows(there, soon, rows, 0), layer)
                values[count] = second_layer(there, layer, net)
            else:
                values[count] = worth(there, net, rows)
            there[LENGTH + pile] = length
            there[PILE + pile * DEPTH + length] = kept
            count += 1
    return count


@compiled
def see(s: Array, rank: int) -> None:
    """Turn a card: it is no longer unseen."""
    s[UNSEEN + rank] -= 1
    s[LEFT] -= 1


@compiled
def room(net: Net) -> tuple[Array, Array, Array, Array, Array]:
    """Return room for what `ends` writes: lengths, heights, values, nodes, wheres."""
    return (
        np.empty((NODES, 9), np.int8),
        np.empty((NODES, 4), np.int8),
        np.empty(ENDS, net[3].dtype),
        np.empty(ENDS, np.int64),
        np.empty(ENDS, np.int64),
    )


@compiled
def step(s: Array, net: Net, rank: int, hold: bool, rows: Array) -> None:
    """Turn `rank` and play the turn that the evaluation likes best; of equals the first."""
    see(s, rank)
    lengths, heights, values, nodes, wheres = room(net)
    n = ends(s, net, rank, hold, rows, lengths, heights, values, nodes, wheres)
    best = np.argmax(values[:n])
    go(s, lengths, heights, nodes[best])
    place(s, wheres[best], rank)


@compiled
def chance_of(value: int, chances: Array) -> int:
    """Return the chance, of `CERTAIN`, that an evaluation stands for."""
    if abs(value) >= WON // 2:
        return CERTAIN if value > 0 else 0
    return chances[min(max((value >> CHANCE_STEP) + REACH, 0), 2 * REACH)]


@compiled
def ahead_of(s: Array, net: Net, chances: Array, rows: Array) -> int:
    """Return the average chance one card ahead, times the cards unseen, of `CERTAIN`."""
    lengths, heights, values, nodes, wheres = room(net)
    after = np.empty_like(s)
    total = np.int64(0)
    for rank in range(1, s[RANKS] + 1):
        cards = s[UNSEEN + rank]
        if cards:
            after[:] = s
            see(after, rank)
            n = ends(after, net, rank, HOLD, rows, lengths, heights, values, nodes, wheres)
            total += cards * chance_of(values[:n].max(), chances)
    return total


@compiled
def step_ahead(s: Array, net: Net, chances: Array, rank: int, rows: Array) -> None:
    """Turn `rank` and play the turn that is worth most one card ahead."""
    see(s, rank)
    lengths, heights, values, nodes, wheres = room(net)
    n = ends(s, net, rank, HOLD, rows, lengths, heights, values, nodes, wheres)
    best = np.argmax(values[:n])
    if n > 1 and s[LEFT]:
        best_worth = np.int64(-1)
        for _ in range(min(n, TRIED)):
            end = np.argmax(values[:n])
            there = s.copy()
            go(there, lengths, heights, nodes[end])
            place(there, wheres[end], rank)
            value = ahead_of(there, net, chances, rows)
            values[end] = -WON - 1
            if value > best_worth:
                best, best_worth = end, value
    go(s, lengths, heights, nodes[best])
    place(s, wheres[best], rank)


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
    rows = np.empty(4096, np.int32)
    for i in range(won_it.size):
        n = start(s, ranks, suits, piles, np.uint64(first + i), order)
        for turned in range(n):
            if ahead:
                step_ahead(s, net, chances, order[turned], rows)
            else:
                step(s, net, order[turned], HOLD, rows)
        finish(s)
        won_it[i] = won(s)
