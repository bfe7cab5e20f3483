"""The solver of forced Sir Tommy, compiled: a beam that widens, as `sirtommy.solver` runs it.

It follows the whole deal level by level, a level being all positions in which the same number of
cards has been turned, keeps those that the evaluation likes best, and begins again eight times as
wide until it finds a win, has thrown nothing away, or has been as wide as it may.
It leaves out what the engine's solver leaves out, for reasons that `sirtommy.successors` proves.
Positions that differ only by the places of piles are told to be one by 64 bits.
"""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# ruff: noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917

from dataclasses import dataclass

import numpy as np

from sirtommy.kernel import LAY, TOP, TURNED, WIDTH
from sirtommy.lab.compiled import Array, Net, compiled
from sirtommy.lab.game import (
    DEPTH,
    LENGTH,
    PILE,
    PILES,
    SIZE,
    SUITS,
    UP,
    build_turned,
    deal,
    laid,
    lay,
    start,
    turn,
    won,
)
from sirtommy.lab.nets import load
from sirtommy.lab.play import NODES, ends, evaluate, replay, unlay
from sirtommy.rules import Rules

FIRST_WIDTH = 64
WIDENING = 8
"""The beam begins at `FIRST_WIDTH` positions a level and widens by this factor."""

CHILDREN = 6
"""Room for new positions of a level, for each position kept; what finds none is thrown away."""

RUN = 16
"""A choice below this number is a pile; above it, an end of a run."""

_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_SHIFT = np.uint64(29)


@dataclass(frozen=True, slots=True)
class Found:
    """What the solver found of a deal."""

    verdict: str
    """`won`, `lost` (every way of playing was tried) or `gave up`."""
    codes: tuple[int, ...]
    """For a won deal, all of the kernel's moves; else empty."""
    width: int
    """How wide the last beam was."""


@compiled
def key_of(s: Array) -> np.uint64:
    """Return 64 bits for the piles of `s`, the same wherever they stand."""
    key = np.uint64(0)
    for pile in range(s[PILES]):
        base = PILE + pile * DEPTH
        mixed = np.uint64(0)
        for i in range(s[LENGTH + pile]):
            mixed = (mixed + np.uint64(s[base + i])) * _MIX1
            mixed ^= mixed >> _SHIFT
        mixed *= _MIX2
        key += mixed ^ (mixed >> _SHIFT)
    return key | np.uint64(1)


@compiled
def is_new(table: Array, key: np.uint64) -> bool:
    """Put `key` into a hash table with room; return whether it was not there."""
    mask = np.uint64(table.size - 1)
    place = (key >> np.uint64(7)) & mask
    while table[place]:
        if table[place] == key:
            return False
        place = (place + np.uint64(1)) & mask
    table[place] = key
    return True


@compiled
def seals(s: Array, pile: int, rank: int) -> bool:
    """Whether all cards of `rank` that are not up would lie over a lower card of the pile."""
    base = PILE + pile * DEPTH
    over = 0
    for i in range(s[LENGTH + pile]):
        if over:
            over += s[base + i] == rank
        elif s[base + i] < rank:
            over = 1
    return over > 0 and over + s[UP + rank] == s[SUITS]


@compiled
def sweep(
    order: Array,
    net: Net,
    beams: tuple[Array, Array],
    layers: tuple[Array, Array],
    parents: Array,
    choices: Array,
    table: Array,
) -> tuple[int, bool]:
    """Follow the deal; return the place of a won position at the end or -1, and whether all stayed.

    `beams[0]` and `layers[0]` hold the start in place 0; both pairs have a place for each position
    kept. `parents` and `choices` get, for each level and place, the place before and the choice.
    """
    width = beams[0].shape[0]
    room = CHILDREN * width
    weights = net[0]
    values = np.empty(room, np.int64)
    origins, chosen = np.empty(room, np.int32), np.empty(room, np.int32)
    lengths = np.empty((NODES, 9), np.int8)
    nodes, by = np.empty(NODES, np.int32), np.empty(NODES, np.int8)
    keys = np.empty((NODES, 2), np.int64)
    s, there = np.empty(SIZE, np.int8), np.empty(SIZE, np.int8)
    acc, layer = np.empty_like(layers[0][0]), np.empty_like(layers[0][0])
    full = np.empty_like(acc)
    count = 1
    whole = True
    for level in range(order.size):
        rank = order[level]
        now, later = beams[level % 2], beams[(level + 1) % 2]
        now_layers, later_layers = layers[level % 2], layers[(level + 1) % 2]
        table[:] = 0
        n = 0
        for at in range(count):
            s[:], acc[:] = now[at], now_layers[at]
            turn(s, acc, weights, rank)
            if s[UP + rank] < s[UP + rank - 1]:
                build_turned(s, acc, weights, rank)
                size = ends(s, lengths, nodes, by, keys)
                for node in range(size):
                    if not keys[node, 1]:
                        continue
                    there[:], layer[:] = s, acc
                    replay(there, layer, weights, nodes, by, node)
                    if is_new(table, key_of(there)):
                        if n == room:
                            whole = False
                            break
                        values[n] = 0 if won(there) else evaluate(there, layer, net, full)
                        origins[n], chosen[n] = at, RUN + node
                        n += 1
                continue
            empty = False
            for pile in range(s[PILES]):
                if not s[LENGTH + pile]:
                    if empty:
                        continue
                    empty = True
                if seals(s, pile, rank):
                    continue
                lay(s, pile, rank)
                if is_new(table, key_of(s)):
                    if n == room:
                        whole = False
                    else:
                        unlay(s, pile, rank)
                        laid(s, acc, weights, pile, rank, layer)
                        lay(s, pile, rank)
                        values[n] = evaluate(s, layer, net, full)
                        origins[n], chosen[n] = at, pile
                        n += 1
                unlay(s, pile, rank)
        best = np.argsort(-values[:n])
        count = min(n, width)
        whole = whole and n <= width
        for place in range(count):
            child = best[place]
            at = origins[child]
            parents[level, place], choices[level, place] = at, chosen[child]
            s[:], acc[:] = now[at], now_layers[at]
            turn(s, acc, weights, rank)
            if chosen[child] >= RUN:
                build_turned(s, acc, weights, rank)
                ends(s, lengths, nodes, by, keys)
                replay(s, acc, weights, nodes, by, chosen[child] - RUN)
                later_layers[place] = acc
            else:
                laid(s, acc, weights, chosen[child], rank, later_layers[place])
                lay(s, chosen[child], rank)
            later[place] = s
    last = beams[order.size % 2]
    for place in range(count):
        if won(last[place]):
            return place, whole
    return -1, whole


@compiled
def builds(s: Array, acc: Array, net: Net, rank: int, choice: int, found: Array) -> int:
    """Make a choice for `rank` in `s`; write the piles built from, return how many."""
    turn(s, acc, net[0], rank)
    if choice < RUN:
        lay(s, choice, rank)
        return 0
    build_turned(s, acc, net[0], rank)
    lengths = np.empty((NODES, 9), np.int8)
    nodes, by = np.empty(NODES, np.int32), np.empty(NODES, np.int8)
    keys = np.empty((NODES, 2), np.int64)
    ends(s, lengths, nodes, by, keys)
    node = choice - RUN
    n = 0
    while nodes[node] >= 0:
        found[n] = by[node]
        n += 1
        node = nodes[node]
    replay(s, acc, net[0], nodes, by, choice - RUN)
    return n


def solve(rules: Rules, number: int, widest: int) -> Found:
    """Return whether a numbered deal of forced Sir Tommy can be won by who knows the stock.

    No beam keeps more than `widest` positions a level, nor fewer than `FIRST_WIDTH`.
    """
    net, _ = load()
    order = np.empty(rules.cards, np.int64)
    deal(np.uint64(number), rules.ranks, rules.suits, order)
    width = FIRST_WIDTH
    while True:
        beams = (np.empty((width, SIZE), np.int8), np.empty((width, SIZE), np.int8))
        layers = (
            np.empty((width, net[1].size), np.int32),
            np.empty((width, net[1].size), np.int32),
        )
        shape = (rules.ranks, rules.suits, rules.piles)
        start(beams[0][0], layers[0][0], net[0], net[1], *shape)
        parents, choices = np.empty((2, rules.cards, width), np.int32)
        table = np.zeros(1 << (4 * CHILDREN * width - 1).bit_length(), np.uint64)
        place, whole = sweep(order, net, beams, layers, parents, choices, table)
        if place >= 0:
            return Found("won", _codes(rules, order, parents, choices, place), width)
        if whole:
            return Found("lost", (), width)
        if width >= widest:
            return Found("gave up", (), width)
        width = min(width * WIDENING, widest)


def _codes(
    rules: Rules, order: Array, parents: Array, choices: Array, place: int
) -> tuple[int, ...]:
    """Return the kernel's moves that lead to a place of the last level."""
    path = []
    for level in reversed(range(order.size)):
        path.append(int(choices[level, place]))
        place = int(parents[level, place])
    net, _ = load()
    s, acc = np.empty(SIZE, np.int8), np.empty_like(net[1])
    start(s, acc, net[0], net[1], rules.ranks, rules.suits, rules.piles)
    found = np.empty(rules.cards, np.int64)
    codes: list[int] = []
    for rank, choice in zip(order.tolist(), reversed(path), strict=True):
        n = builds(s, acc, net, rank, choice, found)
        codes.append(LAY + choice if choice < RUN else TURNED)
        codes += [TOP + WIDTH * pile for pile in reversed(found[:n].tolist())]
    return tuple(codes)
