"""Calculation in one small array, compiled: the position and its evaluation.

A position is an `int8` array of `SIZE` places: heights of the foundations, counts of what is
unseen, at which height each foundation takes each rank, and the piles themselves.
The first layer of the evaluation is a sum of rows, as `sirtommy.value_calculation` explains.
"""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# ruff: noqa: PLR0913, PLR0917

import numpy as np

from sirtommy.lab.compiled import Array, Net, Number, compiled, inlined
from sirtommy.lab.game import deal

# Places of a position. Ranks index from 1; foundations and piles from 0.
HEIGHT, UNSEEN, LENGTH = 0, 4, 18
RANKS, SUITS, PILES, LEFT = 27, 28, 29, 30
WHEN = 32  # [foundation * 14 + rank]: at which height the foundation takes the rank
PILE = WHEN + 56
DEPTH = 48
SIZE = PILE + 9 * DEPTH

# Rows of the first layer, family by family; `value_calculation.py` names the same families.
ROW_ABOVE = 0  # [upper][any card below it]
ROW_NEXT = ROW_ABOVE + 14 * 14  # [upper][card it lies on]
ROW_LATER = ROW_NEXT + 14 * 14  # as ABOVE, by how soon both can be needed
ROW_STEP = ROW_LATER + 14 * 14  # as NEXT, by how soon both can be needed
ROW_BURIED = ROW_STEP + 14 * 14  # [how soon][later cards over it, at most 7][unseen, at most 3]
ROW_CHAIN = ROW_BURIED + 14 * 8 * 4  # [foundation][how soon]: a card, then the one it lies on
ROW_HEAD = ROW_CHAIN + 4 * 14  # [how soon the top][length, at most 15]
ROW_TOP = ROW_HEAD + 14 * 16  # [top]
ROW_WANT = ROW_TOP + 14  # [builds before it][unseen][cards over the nearest copy; 8: none]
ROW_RANK = ROW_WANT + 6 * 5 * 9  # [rank][foundations that need it][unseen][is a top]
ROW_SOON = ROW_RANK + 14 * 5 * 5 * 2  # [how soon][unseen][tops, at most 2]
ROW_PAIR = ROW_SOON + 14 * 5 * 3  # [place][how soon a top][the next sooner top]
ROW_UP = ROW_PAIR + 3 * 14 * 14  # [foundation][height]
ROW_LEFT = ROW_UP + 4 * 14  # [cards unseen]
ROWS = ROW_LEFT + 53

HIDDEN = 24
STAGES = 8
AHEAD = 6
"""How many of the ranks next on a foundation the rows of `ROW_WANT` look at."""
NEVER = 13
"""How soon an empty place, or a rank that no foundation takes any more, is needed."""


@compiled
def start(s: Array, ranks: int, suits: int, piles: int, number: Number, order: Array) -> int:
    """Make `s` the start of a deal; write the ranks to be turned and return how many they are."""
    s[:] = 0
    s[RANKS], s[SUITS], s[PILES] = ranks, suits, piles
    for f in range(suits):
        s[HEIGHT + f] = 1
        for i in range(ranks):
            s[WHEN + f * 14 + taken(f, i, ranks)] = i
    deal(number, ranks, suits, order)
    bases = 0
    n = 0
    for i in range(ranks * suits):
        rank = order[i]
        if rank <= suits and not bases >> rank & 1:
            bases |= 1 << rank
        else:
            order[n] = rank
            s[UNSEEN + rank] += 1
            n += 1
    s[LEFT] = n
    return n


@inlined
def taken(f: int, height: int, ranks: int) -> int:
    """Return the rank that a foundation takes at a height."""
    return (height * (f + 1) + f) % ranks + 1


@compiled
def soon_of(s: Array, soon: Array) -> None:
    """Write for each rank the least number of builds before a foundation takes it."""
    soon[:] = NEVER
    for f in range(s[SUITS]):
        height = s[HEIGHT + f]
        for rank in range(1, s[RANKS] + 1):
            gap = s[WHEN + f * 14 + rank] - height
            if 0 <= gap < soon[rank]:
                soon[rank] = gap


@inlined
def needed(s: Array, rank: int) -> int:
    """Return how many foundations still take `rank`, now or later."""
    count = 0
    for f in range(s[SUITS]):
        if s[WHEN + f * 14 + rank] >= s[HEIGHT + f]:
            count += 1
    return count


@compiled
def pile_rows(s: Array, pile: int, soon: Array, rows: Array) -> int:
    """Write the rows of one pile; return how many."""
    base, length = PILE + pile * DEPTH, s[LENGTH + pile]
    top = s[base + length - 1] if length else 0
    rows[0] = ROW_HEAD + soon[top] * 16 + min(length, 15)
    rows[1] = ROW_TOP + top
    n = 2
    for i in range(length - 1, -1, -1):
        rank = s[base + i]
        here = soon[rank]
        above, later = ROW_ABOVE + rank * 14, ROW_LATER + here * 14
        for j in range(i):
            low = s[base + j]
            rows[n] = above + low
            rows[n + 1] = later + soon[low]
            n += 2
        over = 0
        for j in range(i + 1, length):
            if soon[s[base + j]] > here:
                over += 1
        rows[n] = ROW_BURIED + (here * 8 + min(over, 7)) * 4 + min(s[UNSEEN + rank], 3)
        n += 1
        if i:
            low = s[base + i - 1]
            rows[n] = ROW_NEXT + rank * 14 + low
            rows[n + 1] = ROW_STEP + here * 14 + soon[low]
            n += 2
            for f in range(s[SUITS]):
                when = s[WHEN + f * 14 + rank]
                if when >= s[HEIGHT + f] and s[WHEN + f * 14 + low] == when + 1:
                    rows[n] = ROW_CHAIN + f * 14 + when - s[HEIGHT + f]
                    n += 1
    return n


@compiled
def shared_rows(s: Array, soon: Array, rows: Array, n: int) -> int:
    """Write the rows of all piles together, of foundations and stock, from place `n` on.

    Return the place after the last.
    """
    ranks, suits, piles = s[RANKS], s[SUITS], s[PILES]
    near = np.full(14, 8, np.int64)
    tops = np.zeros(14, np.int64)
    order = np.empty(9, np.int64)
    for pile in range(piles):
        base, length = PILE + pile * DEPTH, s[LENGTH + pile]
        for i in range(length):
            rank = s[base + i]
            near[rank] = min(near[rank], length - 1 - i, 7)
        top = s[base + length - 1] if length else 0
        tops[top] += 1
        i = pile
        while i and order[i - 1] < soon[top]:
            order[i] = order[i - 1]
            i -= 1
        order[i] = soon[top]
    for i in range(piles - 1):
        rows[n] = ROW_PAIR + (min(i, 2) * 14 + order[i]) * 14 + order[i + 1]
        n += 1
    for f in range(suits):
        height = s[HEIGHT + f]
        rows[n] = ROW_UP + f * 14 + height
        n += 1
        for gap in range(min(AHEAD, ranks - height)):
            rank = taken(f, height + gap, ranks)
            rows[n] = ROW_WANT + (gap * 5 + s[UNSEEN + rank]) * 9 + near[rank]
            n += 1
    for rank in range(1, ranks + 1):
        unseen = s[UNSEEN + rank]
        rows[n] = ROW_RANK + ((rank * 5 + needed(s, rank)) * 5 + unseen) * 2 + min(tops[rank], 1)
        rows[n + 1] = ROW_SOON + (soon[rank] * 5 + unseen) * 3 + min(tops[rank], 2)
        n += 2
    rows[n] = ROW_LEFT + s[LEFT]
    return n + 1


@inlined
def add_rows(weights: Array, rows: Array, n: int, layer: Array) -> None:
    """Add the first `n` of `rows` to `layer`."""
    for i in range(n):
        row = rows[i]
        for h in range(HIDDEN):
            layer[h] += weights[row, h]


@compiled
def first_layer(s: Array, net: Net, rows: Array, layers: Array, layer: Array) -> None:
    """Write the share of each pile in the first layer to `layers`, the sum and bias to `layer`.

    The rows that all piles share are left out.
    """
    soon = np.empty(14, np.int64)
    soon_of(s, soon)
    layer[:] = net[1]
    for pile in range(s[PILES]):
        layers[pile] = 0
        add_rows(net[0], rows, pile_rows(s, pile, soon, rows), layers[pile])
        layer += layers[pile]


@compiled
def second_layer(s: Array, layer: Array, net: Net) -> int:
    """Return what the second layer makes of the first."""
    out, out_bias = net[2], net[3]
    stage = s[LEFT] * STAGES // (s[RANKS] * s[SUITS] + 1)
    zero = layer.dtype.type(0)
    value = out_bias[stage] + out[stage, 0] * layer[0]
    for h in range(1, HIDDEN):
        value += out[stage, h] * max(layer[h], zero)
    return value


@compiled
def evaluate(s: Array, net: Net, rows: Array) -> int:
    """Return the evaluation of `s`, whose game goes on; `rows` is scratch."""
    layers = np.empty((9, HIDDEN), net[1].dtype)
    layer = np.empty_like(net[1])
    first_layer(s, net, rows, layers, layer)
    soon = np.empty(14, np.int64)
    soon_of(s, soon)
    add_rows(net[0], rows, shared_rows(s, soon, rows, 0), layer)
    return second_layer(s, layer, net)


@compiled
def rows_of(s: Array, rows: Array) -> int:
    """Write every active row of `s`, repeated as often as it counts; return how many."""
    soon = np.empty(14, np.int64)
    soon_of(s, soon)
    n = 0
    for pile in range(s[PILES]):
        n += pile_rows(s, pile, soon, rows[n:])
    return shared_rows(s, soon, rows, n)


@compiled
def up(s: Array) -> int:
    """Return how many cards are up."""
    cards = 0
    for f in range(s[SUITS]):
        cards += s[HEIGHT + f]
    return cards


@compiled
def won(s: Array) -> bool:
    """Whether every card is up."""
    return up(s) == s[RANKS] * s[SUITS]
