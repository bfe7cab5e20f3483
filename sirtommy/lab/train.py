"""Training by self-play: the weights are made from a seed, the same for the same seed.

The evaluation plays whole deals against nobody but the deal; every other position of a game is
moved towards the outcome of the game through a logistic link, by Adam's rule, in batches of games.
Outcomes are rare at first: until the wins suffice, how many cards went up counts as well.
Training plays deals from 2^63 up, and every deal once; players are measured on deals below 2^63.
"""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, operator, return-value"
# ruff: noqa: C901, PLR0913, PLR0917

import numpy as np

from sirtommy.lab.compiled import Array, Net, Number, compiled
from sirtommy.lab.game import (
    HIDDEN,
    LEFT,
    RANKS,
    ROW_ABOVE,
    ROW_COUNT,
    ROW_DEPTH,
    ROW_LEFT,
    ROW_NEED,
    ROW_NEXT,
    ROW_PAIR,
    ROW_TOP,
    ROW_UNDER,
    ROWS,
    SIZE,
    STAGES,
    SUITS,
    UP,
    deal,
    rows_of,
    start,
    tail_rows,
    won,
)
from sirtommy.lab.play import step

BATCH = 64
"""Games between two changes of the weights."""
WARM = 500
"""Batches over which the first steps of a stage of training grow to their full size."""


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
    # Games are rarely won at first: starting from that opinion keeps the places of the first layer
    # from being driven below zero together, where they would never learn again.
    return weights, bias, out, np.full(STAGES, -4, np.float32)


def reachable() -> Array:
    """Return for each row whether a position can have its feature; the others stay 0."""
    rows = np.zeros(ROWS, bool)

    def family(first: int, after: int, *where: Array) -> None:
        shape = np.broadcast_shapes(*(part.shape for part in where))
        rows[first:after] = np.logical_and.reduce(
            [np.broadcast_to(part, shape) for part in where]
        ).ravel()

    def grid(*sizes: int) -> tuple[Array, ...]:
        return np.meshgrid(*map(np.arange, sizes), indexing="ij", sparse=True)

    over, low, copies = grid(14, 14, 5)
    family(ROW_UNDER, ROW_NEXT, over > low, low > 0, copies > 0)
    over, low = grid(14, 14)
    family(ROW_NEXT, ROW_ABOVE, over > 0, low > 0)
    family(ROW_ABOVE, ROW_TOP, over > 0, low > 0)
    top, length = grid(14, 16)
    family(ROW_TOP, ROW_DEPTH, (top > 0) == (length > 0))
    rank, depth = grid(14, 8)
    family(ROW_DEPTH, ROW_COUNT, rank > 0, depth >= 0)
    rank, up, unseen = grid(14, 5, 5)
    family(ROW_COUNT, ROW_NEED, rank > 0, up + unseen <= 4)
    rank, wanted, unseen, tops = grid(14, 5, 5, 5)
    family(ROW_NEED, ROW_PAIR, rank > 0, wanted >= 0, unseen + tops <= 4)
    place, top, low = grid(3, 14, 14)
    family(ROW_PAIR, ROW_LEFT, place >= 0, top >= low)
    rows[ROW_LEFT:] = True
    return rows


SLOPE = 64
"""Steps of the table of chances to one unit of the evaluation."""
CHANCES = (1 / (1 + np.exp(-np.arange(-16 * SLOPE, 16 * SLOPE + 2) / SLOPE))).astype(np.float32)


@compiled
def chance(value: float, chances: Array) -> float:
    """Return the logistic function of `value` from a table, straight between its places."""
    place = (min(max(value, np.float32(-16)), np.float32(16)) + np.float32(16)) * np.float32(SLOPE)
    i = int(place)
    return chances[i] + (chances[i + 1] - chances[i]) * (place - np.float32(i))


@compiled
def play_and_learn(
    net: Net, grad: Net, number: Number, shape: float, chances: Array, visited: Array, layers: Array
) -> tuple[float, int, float, int]:
    """Play one deal, add the gradient of its errors to `grad`; return whether it was won, built.

    Neighbouring positions of one game say nearly the same, so every other one is learned from.
    """
    weights, bias, out, out_bias = net
    g_weights, g_bias, g_out, g_out_bias = grad
    order = np.empty(52, np.int64)
    deal(number, 13, 4, order)
    s = np.empty(SIZE, np.int8)
    acc = np.empty(HIDDEN, np.float32)
    tried = np.empty(HIDDEN, np.float32)
    best_acc = np.empty(HIDDEN, np.float32)
    start(s, acc, weights, bias, 13, 4, 4)
    n = 0
    odd = np.int64(number & np.uint64(1))
    for i in range(52):
        step(s, acc, net, order[i], tried, best_acc)
        if won(s):
            break
        if (i + odd) & 1:
            visited[n] = s
            layers[n] = acc
            n += 1
    built = 0
    for rank in range(1, 14):
        built += s[UP + rank]
    result = np.float32(won(s))
    part = np.float32(built) / np.float32(52)
    target = (np.float32(1) - shape) * result + shape * part * part * part * part
    rows = np.empty(4096, np.int32)
    slope = np.empty(HIDDEN, np.float32)
    zero = np.float32(0)
    loss = 0.0
    for t in range(n):
        s = visited[t]
        acc = layers[t]
        count = rows_of(s, rows)
        for i in range(count - tail_rows(s), count):
            row = rows[i]
            for h in range(acc.size):
                acc[h] += weights[row, h]
        stage = s[LEFT] * STAGES // (s[RANKS] * s[SUITS] + 1)
        value = out_bias[stage] + acc[0]
        for h in range(1, acc.size):
            value += out[stage, h] * max(acc[h], zero)
        error = chance(value, chances) - target
        loss += error * error
        slope[0] = error
        for h in range(1, acc.size):
            slope[h] = error * out[stage, h] if acc[h] > 0 else zero
            g_out[stage, h] += error * max(acc[h], zero)
        g_out_bias[stage] += error
        for h in range(acc.size):
            g_bias[h] += slope[h]
        for i in range(count):
            row = rows[i]
            for h in range(slope.size):
                g_weights[row, h] += slope[h]
    return result, built, loss, n


@compiled
def adam(
    param: Array, grad: Array, mean: Array, square: Array, rate: float, scale1: float, scale2: float
) -> None:
    """Move `param` against `grad` (both flat) by Adam's rule and clear `grad`."""
    for i in range(param.size):
        g = grad[i]
        grad[i] = 0
        mean[i] = np.float32(0.9) * mean[i] + np.float32(0.1) * g
        square[i] = np.float32(0.999) * square[i] + np.float32(0.001) * g * g
        param[i] -= rate * mean[i] * scale1 / (np.sqrt(square[i] * scale2) + np.float32(1e-6))


@compiled
def descend(net: Net, grad: Net, mean: Net, square: Net, rate: float, falls: Array) -> None:
    """Move a whole net by Adam's rule; its averages hold `falls` of what they began with."""
    falls[0] *= 0.9
    falls[1] *= 0.999
    scale1, scale2 = np.float32(1 / (1 - falls[0])), np.float32(1 / (1 - falls[1]))
    adam(net[0].ravel(), grad[0].ravel(), mean[0].ravel(), square[0].ravel(), rate, scale1, scale2)
    adam(net[1].ravel(), grad[1].ravel(), mean[1].ravel(), square[1].ravel(), rate, scale1, scale2)
    adam(net[2].ravel(), grad[2].ravel(), mean[2].ravel(), square[2].ravel(), rate, scale1, scale2)
    adam(net[3].ravel(), grad[3].ravel(), mean[3].ravel(), square[3].ravel(), rate, scale1, scale2)


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
) -> tuple[float, float, float, float]:
    """Play and learn `batches` batches, `done` of `total` behind; return the tallies."""
    visited = np.empty((64, SIZE), np.int8)
    layers = np.empty((64, HIDDEN), np.float32)
    wins = up = places = 0.0
    loss = 0.0
    for batch in range(batches):
        gone = (done + batch) / total
        shape = np.float32(max(0.0, 1 - gone / shaping)) if shaping > 0 else np.float32(0)
        now = np.float32(rate * min(1.0, 2 * (1 - gone), (done + batch + 1) / WARM))
        for game in range(BATCH):
            number = first + np.uint64((done + batch) * BATCH + game)
            won_it, built, error, n = play_and_learn(
                net, grad, number, shape, chances, visited, layers
            )
            wins += won_it
            up += built
            loss += error
            places += n
        descend(net, grad, mean, square, now, falls)
    return wins, up, loss, places
