"""Whether a hint's chances come true: what it says of every pile, beside what then happens."""

# Compiled functions take what they work in as arguments, and count in machine numbers.
# mypy: disable-error-code="arg-type, assignment, no-any-return, return-value"
# ruff: noqa: C901, PLR0913, PLR0917

import numpy as np
from numpy.typing import NDArray

from sirtommy.deep import WHOLE
from sirtommy.hint import CONTINUATIONS, OPINION
from sirtommy.lab.ahead import ahead_of, step_ahead
from sirtommy.lab.compiled import Array, Net, Number, compiled
from sirtommy.lab.deep import continuation
from sirtommy.lab.game import LEFT, LENGTH, PILES, SIZE, UP, deal, laid, lay, start, turn, won
from sirtommy.lab.nets import load
from sirtommy.lab.play import step

BINS = 10
"""Into how many equal parts the chances said are sorted."""


@compiled
def _wins(
    s: Array, acc: Array, net: Net, order: Array, n: int, tried: Array, best_acc: Array
) -> bool:
    """Play `order` in `s` (changed) by the evaluation; return whether the game is won."""
    for i in range(n):
        if won(s):
            break
        step(s, acc, net, order[i], tried, best_acc)
    return won(s)


@compiled
def _sort(
    net: Net,
    chances: Array,
    first: Number,
    last: Number,
    continuations: int,
    opinion: int,
    whole: int,
    bins: Array,
) -> None:
    stock, order = np.empty(52, np.int64), np.empty(52, np.int64)
    s, after, there = np.empty(SIZE, np.int8), np.empty(SIZE, np.int8), np.empty(SIZE, np.int8)
    acc = np.empty_like(net[1])
    after_acc, layer = np.empty_like(acc), np.empty_like(acc)
    tried, best_acc = np.empty_like(acc), np.empty_like(acc)
    for number in range(first, last + 1):
        deal(np.uint64(number), 13, 4, stock)
        start(s, acc, net[0], net[1], 13, 4, 4)
        for turned in range(52):
            rank = stock[turned]
            if s[UP + rank] >= s[UP + rank - 1] and s[LEFT] > 1:
                after[:], after_acc[:] = s, acc
                turn(after, after_acc, net[0], rank)
                there[:], layer[:] = after, after_acc
                empty = False
                for pile in range(s[PILES]):
                    if not s[LENGTH + pile]:
                        if empty:
                            continue
                        empty = True
                    wins = 0
                    for i in range(continuations + 1):
                        there[:] = after
                        laid(there, after_acc, net[0], pile, rank, layer)
                        lay(there, pile, rank)
                        if i == continuations:
                            thought = ahead_of(there, layer, net, chances) // there[LEFT] >> 8
                            cards = 51 - turned
                            order[:cards] = stock[turned + 1 :]
                        else:
                            cards = continuation(there, np.uint64(i), order)
                        if _wins(there, layer, net, order, cards, tried, best_acc):
                            wins += 1 if i < continuations else 1000
                    came = wins >= 1000
                    said = (wins % 1000) * whole + opinion * thought
                    place = said * bins.shape[1] // ((continuations + opinion) * whole)
                    place = min(place, bins.shape[1] - 1)
                    bins[0, place] += 1
                    bins[1, place] += came
            step_ahead(s, acc, net, chances, rank)
            if won(s):
                break


def sort(first: int, last: int, continuations: int = CONTINUATIONS["deep"]) -> NDArray[np.int64]:
    """Sort what hints say of the piles in deals `first` to `last`, as at-once plays them.

    Every pile on which a turned card could be laid is rated as `sirtommy.hint` rates it, over the
    same continuations; then the cards come in the order in which they lie in the stock, and the
    player of the continuations plays on from that pile.
    Returns for each tenth of the chance said how often it was said (row 0) and how often the game
    was then won (row 1).
    """
    bins = np.zeros((2, BINS), np.int64)
    net, chances = load()
    _sort(net, chances, first, last, continuations, OPINION, WHOLE, bins)
    return bins
