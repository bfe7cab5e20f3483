"""The builds of one turn of Calculation, compiled: every position that they lead to."""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# ruff: noqa: C901

import numpy as np

from sirtommy.lab.compiled import Array, compiled, inlined
from sirtommy.lab.sums import DEPTH, HEIGHT, LENGTH, PILE, PILES, SUITS, WHEN
from sirtommy.turns import LAST_NODES

CLOSED, OPEN, SURE = 0, 1, 2
"""What can be built in a node: nothing; something; the last card of a rank, which waits for
nothing, so that it is built at once."""


@compiled
def ways(s: Array, lengths: Array, heights: Array, kinds: Array) -> int:
    """Write the positions that builds of tops lead to, as a tree; return how many there are.

    Node 0 is `s` itself; there are no more nodes than `kinds` has places.
    """
    piles, suits = s[PILES], s[SUITS]
    lengths[0] = s[LENGTH : LENGTH + 9]
    heights[0] = s[HEIGHT : HEIGHT + 4]
    n, at = 1, 0
    while at < n:
        kinds[at] = CLOSED
        only = -1
        for pile in range(piles):
            length = lengths[at, pile]
            if length:
                rank = s[PILE + pile * DEPTH + length - 1]
                takers = fits = 0
                for f in range(suits):
                    gap = s[WHEN + f * 14 + rank] - heights[at, f]
                    takers += gap >= 0
                    fits += gap == 0
                if fits:
                    kinds[at] = OPEN
                    if takers == 1:
                        kinds[at] = SURE
                        only = pile
                        break
        for pile in range(piles):
            length = lengths[at, pile]
            if kinds[at] == CLOSED or not length or (only >= 0 and pile != only):
                continue
            rank = s[PILE + pile * DEPTH + length - 1]
            for f in range(suits):
                if s[WHEN + f * 14 + rank] != heights[at, f] or n == kinds.size:
                    continue
                lengths[n] = lengths[at]
                lengths[n, pile] -= 1
                heights[n] = heights[at]
                heights[n, f] += 1
                if not met(lengths, heights, at + 1, n):
                    n += 1
        at += 1
    return n


@compiled
def met(lengths: Array, heights: Array, first: int, node: int) -> bool:
    """Whether one of the nodes from `first` on is the same position as `node`."""
    for other in range(first, node):
        same = True
        for i in range(9):
            if lengths[other, i] != lengths[node, i]:
                same = False
                break
        if same:
            for i in range(4):
                if heights[other, i] != heights[node, i]:
                    same = False
                    break
        if same:
            return True
    return False


@inlined
def go(s: Array, lengths: Array, heights: Array, node: int) -> None:
    """Make `s` the position of a node; what lies over the ends of the piles counts for nothing."""
    for i in range(9):
        s[LENGTH + i] = lengths[node, i]
    for i in range(4):
        s[HEIGHT + i] = heights[node, i]


@compiled
def finish(s: Array) -> None:
    """Build as many tops as can be built, where no card is to come."""
    lengths = np.empty((LAST_NODES, 9), np.int8)
    heights = np.empty((LAST_NODES, 4), np.int8)
    kinds = np.empty(LAST_NODES, np.int8)
    n = 2
    while n > 1:
        n = ways(s, lengths, heights, kinds)
        best = most = 0
        for node in range(n):
            count = heights[node].sum()
            if count > most:
                best, most = node, count
        go(s, lengths, heights, best)
