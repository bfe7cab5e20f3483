"""How often a review marks the choices of named players: `python -m sirtommy.lab.glyphs`.

Each player plays the same deals, and of the choices every so manieth is judged, as the review of a
game judges it: the continuations are played out at full speed here, and the engine does the rest.
The frequencies go into a table for the reference pages.
"""

# Compiled code is flat and is handed all that it works on.
# ruff: noqa: PLR0913, PLR0917

import argparse
import csv
import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from sirtommy.deal import numbered_deal
from sirtommy.hint import conclude
from sirtommy.judgement import judged
from sirtommy.kernel import TOP, TURNED, WIDTH, decide, move_of, table_of
from sirtommy.lab.compiled import Array, Net, compiled
from sirtommy.lab.deep import continuation
from sirtommy.lab.game import SIZE, build_top, build_turned, laid, lay, start, turn, won
from sirtommy.lab.nets import load
from sirtommy.lab.play import settle, step
from sirtommy.players import player
from sirtommy.review import decided
from sirtommy.reviewing import REVIEWED
from sirtommy.rules import GAMES
from sirtommy.run import automatic
from sirtommy.state import BuildTop, BuildTurned, Lay, Move, State, plain, play, seen
from sirtommy.state import start as first_position

PLAYERS = ("shortest", "least-burying", "by-hand")
"""The players whose choices are judged, the weakest first."""

MARKS = ("", "?!", "?", "??", "!", "!!")
"""The glyphs in the order of the table; none first."""

TABLE = Path("docs/data/glyphs.csv")


@compiled
def _tallied(
    s: Array, acc: Array, net: Net, codes: Array, rank: int, orders: int, wins: Array
) -> None:
    """Count in `wins` how many of the first `orders` orders each of the kernel's moves wins."""
    order = np.empty(52, np.int64)
    after, there = np.empty_like(s), np.empty_like(s)
    layer, here = np.empty_like(acc), np.empty_like(acc)
    tried, best = np.empty_like(acc), np.empty_like(acc)
    for i in range(codes.size):
        after[:] = s
        layer[:] = acc
        code = codes[i]
        if code < TURNED:
            laid(after, acc, net[0], code, rank, layer)
            lay(after, code, rank)
        else:
            if code < TOP:
                build_turned(after, layer, net[0], rank)
            else:
                build_top(after, layer, net[0], (code - TOP) // WIDTH)
            settle(after, layer, net)
        for number in range(orders):
            cards = continuation(after, np.uint64(number), order)
            there[:] = after
            here[:] = layer
            for place in range(cards):
                step(there, here, net, order[place], tried, best)
                if won(there):
                    break
            wins[i] += won(there)


class Twin:
    """A game followed in the laboratory's arrays."""

    def __init__(self) -> None:
        self.net, _ = load()
        self.s = np.empty(SIZE, np.int8)
        self.acc = np.empty_like(self.net[1])
        start(self.s, self.acc, self.net[0], self.net[1], 13, 4, 4)

    def turn(self, rank: int) -> None:
        """Turn a card."""
        turn(self.s, self.acc, self.net[0], rank)

    def play(self, move: Move, rank: int) -> None:
        """Make a move of the engine's; `rank` is that of the card it moves."""
        weights = self.net[0]
        if isinstance(move, Lay):
            out = np.empty_like(self.acc)
            laid(self.s, self.acc, weights, move.pile - 1, rank, out)
            lay(self.s, move.pile - 1, rank)
            self.acc = out
        elif isinstance(move, BuildTurned):
            build_turned(self.s, self.acc, weights, rank)
        else:
            build_top(self.s, self.acc, weights, move.pile - 1)

    def tally(self, codes: list[int], rank: int, orders: int) -> tuple[int, ...]:
        """Return the wins of each move, as `sirtommy.hint.tally` does."""
        wins = np.zeros(len(codes), np.int64)
        _tallied(self.s, self.acc, self.net, np.array(codes), rank, orders, wins)
        return tuple(map(int, wins))


def choices_of(name: str, number: int, every: int = 1) -> Iterator[tuple[Twin, State, int, Move]]:
    """Yield every so manieth choice of a deal: twin, position, how many moves before, move."""
    deal = numbered_deal(GAMES["sir-tommy"], number)
    policy = player(name)
    state = first_position(deal)
    moves: list[Move] = []
    while not state.over:
        move = automatic(state)
        if move is None:
            chosen = decide(table_of(seen(state)), policy)
            move = plain(state, move_of(seen(state), chosen))
        moves.append(move)
        state = play(state, move)
    counts = decided(deal, moves)
    asked = {count for place, count in enumerate(counts) if (place + number) % every == 0}
    twin = Twin()
    state = first_position(deal)
    fresh = True
    for count, move in enumerate(moves):
        rank = state.turned.rank if state.turned else 0
        if rank and fresh:
            twin.turn(rank)
        if count in asked:
            yield twin, state, count, move
        twin.play(move, state.piles[move.pile - 1][-1].rank if isinstance(move, BuildTop) else rank)
        state = play(state, move)
        fresh = not isinstance(move, BuildTop) or state.turned is not None


def glyphs(name: str, number: int, every: int, budget: int) -> Iterator[str]:
    """Yield the marks of every so manieth choice of a player in a deal."""
    for twin, state, count, move in choices_of(name, number, every):
        here = seen(state)
        rank = state.turned.rank if state.turned else 0
        wins = twin.tally(table_of(here).legal(), rank, budget)
        yield judged(state, count, move, conclude(here, wins, budget), "").glyph


def table(deals: int, every: int, budget: int) -> str:
    """Return the frequencies as text with commas: of each player, in 100 choices."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("Player", "Games", "Choices judged", *(mark or "no mark" for mark in MARKS)))
    for name in PLAYERS:
        counts = Counter(
            mark for n in range(1, deals + 1) for mark in glyphs(name, n, every, budget)
        )
        total = counts.total()
        shares = (f"{100 * counts[mark] / total:.1f}" for mark in MARKS)
        rows.writerow((name, deals, total, *shares))
        print(name, total, dict(counts), flush=True)
    return out.getvalue()


def main() -> None:
    """Judge the choices and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000, help="deals from 1 on")
    parser.add_argument("--every", type=int, default=40, help="of so many choices one is judged")
    parser.add_argument("--budget", type=int, default=REVIEWED, help="continuations a choice")
    parser.add_argument("--out", type=Path, default=TABLE)
    options = parser.parse_args()
    options.out.write_text(table(options.deals, options.every, options.budget), "utf-8")


if __name__ == "__main__":
    main()
