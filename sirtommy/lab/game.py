"""Forced Sir Tommy in one small array, compiled.

A position is an `int8` array of `SIZE` places, so that copying one is copying 720 bytes:
counts of what is up, what is unseen, the tops, what lies under what, and the piles themselves.
An accumulator beside it holds the first layer of the evaluation, kept up to date card by card;
its type (`float32` in training, `int32` in play) is that of the weights.
"""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# ruff: noqa: C901, PLR0913, PLR0917

import numpy as np

from sirtommy.lab.compiled import Array, Number, compiled, inlined

# Places of a position. Ranks index from 1; place 0 of UP holds the number of suits.
UP, UNSEEN, TOPS, LENGTH = 0, 14, 28, 42
RANKS, SUITS, PILES, LEFT = 51, 52, 53, 54
UNDER = 56  # 14 * 14: copies of the second rank that lie under the first
PILE = UNDER + 196
DEPTH = 52
SIZE = PILE + 9 * DEPTH

# Rows of the first layer, family by family; `value.py` names the same families.
ROW_UNDER = 0  # [over][low][copies 0-4]
ROW_NEXT = ROW_UNDER + 14 * 14 * 5  # [upper][card it lies on]
ROW_ABOVE = ROW_NEXT + 14 * 14  # [upper][any card below it]
ROW_TOP = ROW_ABOVE + 14 * 14  # [top][length of the pile, at most 15]
ROW_DEPTH = ROW_TOP + 14 * 16  # [rank][cards over the nearest copy in a pile, at most 7]
ROW_COUNT = ROW_DEPTH + 14 * 8  # [rank][up][unseen]
ROW_NEED = ROW_COUNT + 14 * 25  # [rank][foundations that want it][unseen][tops]
ROW_PAIR = ROW_NEED + 14 * 125  # [place][top][next lower top]
ROW_LEFT = ROW_PAIR + 3 * 196  # [cards unseen]
ROWS = ROW_LEFT + 53

HIDDEN = 32
STAGES = 8
WON = 1 << 40

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)


@inlined
def next64(state: Array) -> np.uint64:
    """Return the next integer of SplitMix64."""
    state[0] += _GAMMA
    z = state[0]
    z = (z ^ (z >> _S30)) * _MIX1
    z = (z ^ (z >> _S27)) * _MIX2
    return z ^ (z >> _S31)


@compiled
def below(state: Array, bound: int) -> int:
    """Return an integer from 0 to `bound` - 1, every one equally likely."""
    n = np.uint64(bound)
    limit = (np.uint64(0) - n) // n * n + n  # 2^64 - 2^64 % n, which is 0 for a power of two
    drawn = next64(state)
    while limit != np.uint64(0) and drawn >= limit:
        drawn = next64(state)
    return np.int64(drawn % n)


@compiled
def deal(number: Number, ranks: int, suits: int, order: Array) -> None:
    """Write the ranks of a numbered deal, the first card turned first."""
    state = np.empty(1, np.uint64)
    state[0] = number
    cards = ranks * suits
    for i in range(cards):
        order[i] = i % ranks + 1
    for last in range(cards - 1, 0, -1):
        other = below(state, last + 1)
        order[last], order[other] = order[other], order[last]


@inlined
def plus(acc: Array, weights: Array, row: int) -> None:
    """Add a row."""
    for h in range(acc.size):
        acc[h] += weights[row, h]


@inlined
def minus(acc: Array, weights: Array, row: int) -> None:
    """Take a row away."""
    for h in range(acc.size):
        acc[h] -= weights[row, h]


@inlined
def swap_row(acc: Array, weights: Array, old: int, new: int) -> None:
    """Put one row in the place of another."""
    for h in range(acc.size):
        acc[h] += weights[new, h] - weights[old, h]


@inlined
def count_row(s: Array, rank: int) -> int:
    """Return the row for how many of `rank` are up and unseen."""
    return ROW_COUNT + (rank * 5 + s[UP + rank]) * 5 + s[UNSEEN + rank]


@inlined
def need_row(s: Array, rank: int, tops: int) -> int:
    """Return the row for how many foundations want `rank`, and where its cards are."""
    wanted = s[UP + rank - 1] - s[UP + rank]
    return ROW_NEED + ((rank * 5 + wanted) * 5 + s[UNSEEN + rank]) * 5 + min(tops, 4)


@compiled
def start(
    s: Array, acc: Array, weights: Array, bias: Array, ranks: int, suits: int, piles: int
) -> None:
    """Make `s` the position before the first card is turned."""
    s[:] = 0
    s[RANKS], s[SUITS], s[PILES], s[LEFT] = ranks, suits, piles, ranks * suits
    s[UP] = suits
    for rank in range(1, ranks + 1):
        s[UNSEEN + rank] = suits
    refresh(s, acc, weights, bias)


@compiled
def refresh(s: Array, acc: Array, weights: Array, bias: Array) -> None:
    """Make `acc` the first layer of `s`, from nothing, from the piles and counts alone."""
    rows = np.empty(4096, np.int32)
    n = rows_of(s, rows)
    acc[:] = bias
    for i in range(n - tail_rows(s)):
        plus(acc, weights, rows[i])


@inlined
def tail_rows(s: Array) -> int:
    """Return how many rows `tail` writes."""
    return s[PILES]  # the rows of sorted tops (one less than the piles) and of cards left


@compiled
def rows_of(s: Array, rows: Array) -> int:
    """Write every active row of `s`, repeated as often as it counts; the tail rows come last."""
    n = 0
    ranks = s[RANKS]
    for pile in range(s[PILES]):
        base, length = PILE + pile * DEPTH, s[LENGTH + pile]
        top = s[base + length - 1] if length else 0
        rows[n] = ROW_TOP + top * 16 + min(length, 15)
        n += 1
        seen = 0
        for i in range(length - 1, -1, -1):
            rank = s[base + i]
            if not seen >> rank & 1:
                seen |= 1 << rank
                rows[n] = ROW_DEPTH + rank * 8 + min(length - 1 - i, 7)
                n += 1
            if i:
                rows[n] = ROW_NEXT + rank * 14 + s[base + i - 1]
                n += 1
            for j in range(i):
                rows[n] = ROW_ABOVE + rank * 14 + s[base + j]
                n += 1
    for rank in range(1, ranks + 1):
        rows[n] = count_row(s, rank)
        rows[n + 1] = need_row(s, rank, s[TOPS + rank])
        n += 2
        for low in range(1, rank):
            copies = s[UNDER + rank * 14 + low]
            if copies:
                rows[n] = ROW_UNDER + (rank * 14 + low) * 5 + copies
                n += 1
    return n + tail(s, rows, n)


@compiled
def tail(s: Array, rows: Array, n: int) -> int:
    """Write the rows that are found anew for every evaluation: sorted tops, cards left."""
    tops = np.empty(9, np.int64)
    piles = s[PILES]
    for pile in range(piles):
        length = s[LENGTH + pile]
        top = s[PILE + pile * DEPTH + length - 1] if length else 0
        i = pile
        while i and tops[i - 1] < top:
            tops[i] = tops[i - 1]
            i -= 1
        tops[i] = top
    for i in range(piles - 1):
        rows[n + i] = ROW_PAIR + (min(i, 2) * 14 + tops[i]) * 14 + tops[i + 1]
    rows[n + piles - 1] = ROW_LEFT + s[LEFT]
    return piles


@compiled
def turn(s: Array, acc: Array, weights: Array, rank: int) -> None:
    """Turn a card: it is no longer unseen."""
    old1, old2 = count_row(s, rank), need_row(s, rank, s[TOPS + rank])
    s[UNSEEN + rank] -= 1
    s[LEFT] -= 1
    swap_row(acc, weights, old1, count_row(s, rank))
    swap_row(acc, weights, old2, need_row(s, rank, s[TOPS + rank]))


@compiled
def laid(s: Array, acc: Array, weights: Array, pile: int, rank: int, out: Array) -> None:
    """Write the first layer after `rank` is laid on `pile`; nothing else changes."""
    base, length = PILE + pile * DEPTH, s[LENGTH + pile]
    top = s[base + length - 1] if length else 0
    for h in range(out.size):
        out[h] = (
            acc[h]
            + weights[ROW_TOP + rank * 16 + min(length + 1, 15), h]
            - weights[ROW_TOP + top * 16 + min(length, 15), h]
            + weights[ROW_DEPTH + rank * 8, h]
        )
    if top != rank:
        tops = s[TOPS + rank]
        swap_row(out, weights, need_row(s, rank, tops), need_row(s, rank, tops + 1))
        if length:
            tops = s[TOPS + top]
            swap_row(out, weights, need_row(s, top, tops), need_row(s, top, tops - 1))
    if length:
        plus(out, weights, ROW_NEXT + rank * 14 + top)
    seen = 0
    found = np.int64(0)
    met = False
    for i in range(length - 1, -1, -1):
        below_it = s[base + i]
        plus(out, weights, ROW_ABOVE + rank * 14 + below_it)
        if not seen >> below_it & 1:
            seen |= 1 << below_it
            depth = length - 1 - i
            row = ROW_DEPTH + below_it * 8 + min(depth, 7)
            if below_it == rank:
                minus(out, weights, row)
            elif depth < 7:
                swap_row(out, weights, row, row + 1)
        if below_it == rank:
            met = True
        elif below_it < rank and not met:
            shift = 4 * below_it
            copies = s[UNDER + rank * 14 + below_it] + (found >> shift & 15)
            found += np.int64(1) << shift
            row = ROW_UNDER + (rank * 14 + below_it) * 5 + copies
            swap_row(out, weights, row, row + 1)  # the row of no copies is all zero


@compiled
def lay(s: Array, pile: int, rank: int) -> None:
    """Lay `rank` on `pile`; the first layer is not touched."""
    base, length = PILE + pile * DEPTH, s[LENGTH + pile]
    if length:
        s[TOPS + s[base + length - 1]] -= 1
    s[TOPS + rank] += 1
    for i in range(length - 1, -1, -1):
        below_it = s[base + i]
        if below_it == rank:
            break
        if below_it < rank:
            s[UNDER + rank * 14 + below_it] += 1
    s[base + length] = rank
    s[LENGTH + pile] = length + 1


@compiled
def build_turned(s: Array, acc: Array, weights: Array, rank: int) -> None:
    """Build a card that is in no pile."""
    both = rank < s[RANKS]
    old1, old2 = count_row(s, rank), need_row(s, rank, s[TOPS + rank])
    old3 = need_row(s, rank + 1, s[TOPS + rank + 1]) if both else 0
    s[UP + rank] += 1
    swap_row(acc, weights, old1, count_row(s, rank))
    swap_row(acc, weights, old2, need_row(s, rank, s[TOPS + rank]))
    if both:
        swap_row(acc, weights, old3, need_row(s, rank + 1, s[TOPS + rank + 1]))


@compiled
def build_top(s: Array, acc: Array, weights: Array, pile: int) -> None:
    """Build the top of `pile`."""
    base, length = PILE + pile * DEPTH, s[LENGTH + pile] - 1
    rank = s[base + length]
    top = s[base + length - 1] if length else 0
    s[LENGTH + pile] = length
    swap_row(
        acc,
        weights,
        ROW_TOP + rank * 16 + min(length + 1, 15),
        ROW_TOP + top * 16 + min(length, 15),
    )
    minus(acc, weights, ROW_DEPTH + rank * 8)
    if length:
        minus(acc, weights, ROW_NEXT + rank * 14 + top)
    if top != rank:
        tops = s[TOPS + rank]
        swap_row(acc, weights, need_row(s, rank, tops), need_row(s, rank, tops - 1))
        s[TOPS + rank] = tops - 1
        if length:
            tops = s[TOPS + top]
            swap_row(acc, weights, need_row(s, top, tops), need_row(s, top, tops + 1))
            s[TOPS + top] = tops + 1
    seen = 0
    met = False
    for i in range(length - 1, -1, -1):
        below_it = s[base + i]
        minus(acc, weights, ROW_ABOVE + rank * 14 + below_it)
        if not seen >> below_it & 1:
            seen |= 1 << below_it
            depth = length - 1 - i
            row = ROW_DEPTH + below_it * 8 + min(depth, 7)
            if below_it == rank:
                plus(acc, weights, row)
            elif depth < 7:
                swap_row(acc, weights, row + 1, row)
        if below_it == rank:
            met = True
        elif below_it < rank and not met:
            place = UNDER + rank * 14 + below_it
            row = ROW_UNDER + (rank * 14 + below_it) * 5 + s[place]
            swap_row(acc, weights, row, row - 1)
            s[place] -= 1
    build_turned(s, acc, weights, rank)


@inlined
def won(s: Array) -> bool:
    """Whether every card is up."""
    return s[UP + s[RANKS]] == s[SUITS]
