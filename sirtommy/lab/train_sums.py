"""Training of the evaluation of Calculation, as `train` does it for Sir Tommy.

The players of a training either build whatever can be built, which is quick, or keep what they
like, which is how the evaluation is used.
"""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, operator, return-value"
# ruff: noqa: FBT001, PLR0913, PLR0917

import numpy as np

from sirtommy.lab.compiled import Array, Net, Number, compiled
from sirtommy.lab.sums import (
    HIDDEN,
    LEFT,
    NEVER,
    RANKS,
    ROWS,
    SIZE,
    STAGES,
    SUITS,
    add_rows,
    rows_of,
    second_layer,
    start,
    up,
    won,
)
from sirtommy.lab.train import BATCH, WARM, chance, descend
from sirtommy.lab.turns import step
from sirtommy.lab.ways import finish


def fresh(seed: int) -> Net:
    """Return a net before training: small random weights, and so no opinion."""
    rng = np.random.Generator(np.random.PCG64(seed))
    weights = ((rng.random((ROWS, HIDDEN)) - 0.5) * 0.1).astype(np.float32)
    weights[:, 0] = 0
    weights[~reachable()] = 0
    bias = np.full(HIDDEN, 0.1, np.float32)
    bias[0] = 0
    out = np.repeat(((rng.random((1, HIDDEN)) - 0.5) * 0.4).astype(np.float32), STAGES, axis=0)
    out[:, 0] = 1
    return weights, bias, out, np.full(STAGES, -3, np.float32)


def reachable() -> Array:
    """Return for each row whether a position can have its feature; the others stay 0."""

    def family(*sizes: int) -> tuple[Array, ...]:
        return np.meshgrid(*map(np.arange, sizes), indexing="ij")

    over, low = family(14, 14)
    ranks, sooner = (over > 0) & (low > 0), (over < NEVER) & (low < NEVER)
    here, _, _ = family(14, 8, 4)
    _, gap = family(4, 14)
    top, length = family(14, 16)
    _, unseen, near = family(6, 5, 9)
    rank, needed, left, is_top = family(14, 5, 5, 2)
    soon, to_come, tops = family(14, 5, 3)
    _, one, other = family(3, 14, 14)
    _, height = family(4, 14)
    parts = (
        ranks, ranks, sooner, sooner, here < NEVER, gap < NEVER - 1,
        np.where(top < NEVER, length > 0, length == 0), np.ones(14, bool),
        unseen + (near < 8) <= 4,
        (rank > 0) & (left + is_top <= needed),
        np.where(soon < NEVER, to_come + tops <= 4, to_come + tops == 0),
        one >= other, height > 0, np.ones(53, bool),
    )  # fmt: skip
    return np.concatenate([part.ravel() for part in parts])


@compiled
def play_and_learn(
    net: Net, grad: Net, number: Number, hold: bool, shape: float, chances: Array, visited: Array
) -> tuple[float, int, float, int]:
    """Play one deal, add the gradient of its errors to `grad`; return whether it was won, built."""
    weights, bias, out, _ = net
    g_weights, g_bias, g_out, g_out_bias = grad
    order = np.empty(52, np.int64)
    rows = np.empty(4096, np.int32)
    s = np.empty(SIZE, np.int8)
    last = start(s, 13, 4, 4, number, order)
    n = 0
    odd = np.int64(number & np.uint64(1))
    for i in range(last):
        step(s, net, order[i], hold, rows)
        if (i + odd) & 1 and s[LEFT]:
            visited[n] = s
            n += 1
    finish(s)
    built = up(s)
    result = np.float32(won(s))
    part = np.float32(built) / np.float32(52)
    target = (np.float32(1) - shape) * result + shape * part * part * part * part
    layer = np.empty(HIDDEN, np.float32)
    slope = np.empty(HIDDEN, np.float32)
    zero = np.float32(0)
    loss = 0.0
    for t in range(n):
        s = visited[t]
        count = rows_of(s, rows)
        layer[:] = bias
        add_rows(weights, rows, count, layer)
        stage = s[LEFT] * STAGES // (s[RANKS] * s[SUITS] + 1)
        error = chance(second_layer(s, layer, net), chances) - target
        loss += error * error
        slope[0] = error
        for h in range(1, HIDDEN):
            slope[h] = error * out[stage, h] if layer[h] > 0 else zero
            g_out[stage, h] += error * max(layer[h], zero)
        g_out_bias[stage] += error
        for h in range(HIDDEN):
            g_bias[h] += slope[h]
        for i in range(count):
            row = rows[i]
            for h in range(HIDDEN):
                g_weights[row, h] += slope[h]
    return result, built, loss, n


@compiled
def train(
    net: Net,
    grad: Net,
    mean: Net,
    square: Net,
    first: Number,
    batches: int,
    done: int,
    total: int,
    rate: float,
    shaping: float,
    chances: Array,
    falls: Array,
    hold: bool,
) -> tuple[float, float, float, float]:
    """Play and learn `batches` batches, `done` of `total` behind; return the tallies."""
    visited = np.empty((64, SIZE), np.int8)
    wins = built = places = 0.0
    loss = 0.0
    for batch in range(batches):
        gone = (done + batch) / total
        shape = np.float32(max(0.0, 1 - gone / shaping)) if shaping > 0 else np.float32(0)
        now = np.float32(rate * min(1.0, 2 * (1 - gone), (done + batch + 1) / WARM))
        for game in range(BATCH):
            number = first + np.uint64((done + batch) * BATCH + game)
            one, cards, error, n = play_and_learn(net, grad, number, hold, shape, chances, visited)
            wins += one
            built += cards
            loss += error
            places += n
        descend(net, grad, mean, square, now, falls)
    return wins, built, loss, places
