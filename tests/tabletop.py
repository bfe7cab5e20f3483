"""A position and its odds as a person at the table could write them down, and what follows.

The judge of the commentary counts with this: it knows ranks and heights, not the engine, and it
has its own proof of loss.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations


@dataclass(frozen=True)
class Option:
    """A legal move with its record: `what` is "lay", "turned" or "top", piles count from 1."""

    what: str
    pile: int
    foundation: int
    won: float


@dataclass
class Position:
    """A position as a player could write it down."""

    ranks: int
    suits: int
    steps: Sequence[int]
    """The steps of Calculation's foundations; empty in Sir Tommy."""
    turned: int
    piles: list[list[int]]
    heights: list[int]
    unseen: list[int]
    """For each rank, from place 1, how many cards are to come."""
    options: list[Option]
    tried: int
    advised: Option
    judged: bool = False
    """Whether continuations were judged before their end, so that small differences tell."""
    proofs: dict[tuple[object, ...], bool] = field(default_factory=dict)

    def wanted(self) -> list[int]:
        """Return the rank that each foundation takes next, 0 for a complete one."""
        if not self.steps:
            return [height + 1 if height < self.ranks else 0 for height in self.heights]
        return [
            0 if height == self.ranks else (step * (height + 1) - 1) % self.ranks + 1
            for step, height in zip(self.steps, self.heights, strict=True)
        ]

    def due(self, rank: int) -> int:
        """Return how late a rank is needed, so that ranks can be compared."""
        if not self.steps:
            return rank
        waits = [
            more - height
            for step, height in zip(self.steps, self.heights, strict=True)
            for more in range(height, self.ranks)
            if (step * (more + 1) - 1) % self.ranks + 1 == rank
        ]
        return min(waits, default=self.ranks + 1)

    def newly_covered(self, pile: int, card: int) -> list[int]:
        """Return the cards of a pile that `card` would bury and nothing so late buries yet."""
        found = []
        latest = -1
        for rank in reversed(self.piles[pile - 1]):
            if self.due(rank) < self.due(card) and latest < self.due(card):
                found.append(rank)
            latest = max(latest, self.due(rank))
        return found

    def sooner(self, pile: int, card: int) -> list[int]:
        """Return all cards of a pile that are needed sooner than `card`."""
        return [rank for rank in self.piles[pile - 1] if self.due(rank) < self.due(card)]

    def gap(self, pile: int, card: int) -> int | None:
        """Return by how much the top of a pile is later than `card`; None where it is sooner."""
        if not self.piles[pile - 1]:
            return None
        top = self.piles[pile - 1][-1]
        late = self.due(top) - self.due(card)
        return late if late > 0 or top == card else None

    def alike(self, pile: int) -> set[int]:
        """Return the piles that hold the same ranks."""
        mine = self.piles[pile - 1]
        return {n for n, other in enumerate(self.piles, 1) if other == mine}

    def built(self, option: Option) -> "Position":
        """Return the position after a build."""
        piles = [pile[:] for pile in self.piles]
        rank = piles[option.pile - 1].pop() if option.what == "top" else self.turned
        heights = self.heights[:]
        target = option.foundation - 1 if self.steps else self.wanted().index(rank)
        assert self.wanted()[target] == rank
        heights[target] += 1
        turned = self.turned if option.what == "top" else 0
        return Position(
            self.ranks, self.suits, self.steps, turned, piles, heights, self.unseen, [], 0, option
        )

    def laid(self, option: Option) -> "Position":
        """Return the position after the turned card is laid."""
        piles = [pile[:] for pile in self.piles]
        piles[option.pile - 1].append(self.turned)
        return Position(
            self.ranks, self.suits, self.steps, 0, piles, self.heights, self.unseen, [], 0, option
        )

    def after(self, option: Option) -> "Position":
        """Return the position after any option."""
        return self.laid(option) if option.what == "lay" else self.built(option)

    def run(self) -> int:
        """Return the most builds of tops that can follow one another."""
        best = 0
        for number, pile in enumerate(self.piles, 1):
            if pile and pile[-1] in self.wanted():
                best = max(best, 1 + self.built(Option("top", number, 0, 0)).run())
        return best

    def stuck(self, names: Sequence[int]) -> bool:
        """Whether these piles cannot all be cleared even if all other cards lie free.

        All orders are tried. A free card is spent when a top cannot go up without it, and not
        before: spent earlier it could only take a place from a top of its own rank.
        """
        if self.steps:
            return False
        piles = [self.piles[name - 1] for name in names]
        up = [sum(height >= rank for height in self.heights) for rank in range(self.ranks + 1)]
        seen = set()

        def clears(left: tuple[int, ...], up: tuple[int, ...]) -> bool:
            if not any(left):
                return True
            if (left, up) in seen:
                return False
            seen.add((left, up))
            locked = [0] * (self.ranks + 1)
            for pile, size in zip(piles, left, strict=True):
                for rank in pile[:size]:
                    locked[rank] += 1
            for place, (pile, size) in enumerate(zip(piles, left, strict=True)):
                if size and (after := self._raise(up, locked, pile[size - 1])):
                    fewer = (*left[:place], size - 1, *left[place + 1 :])
                    if clears(fewer, after):
                        return True
            return False

        return not clears(tuple(map(len, piles)), tuple(up))

    def _raise(self, up: tuple[int, ...], locked: list[int], rank: int) -> tuple[int, ...] | None:
        counts = list(up)
        counts[rank] += 1
        for below in range(rank - 1, 0, -1):
            if counts[below] >= counts[below + 1]:
                break
            if counts[below] + locked[below] >= self.suits:
                return None
            counts[below] += 1
        return tuple(counts) if counts[1] <= self.suits else None

    def lost(self) -> bool:
        """Whether no order of the unseen cards can win."""
        filled = [number for number, pile in enumerate(self.piles, 1) if pile]
        return any(
            self.stuck(names)
            for size in range(1, len(filled) + 1)
            for names in combinations(filled, size)
        )

    def rivals(self) -> list[Option]:
        """Return the options that the odds do not tell from the best, itself among them.

        What is proved lost is no rival whatever the odds.
        """
        most = max(option.won for option in self.options)
        return [
            option
            for option in self.options
            if self._near(option, most) and (option.won or not self.after(option).lost())
        ]

    def _near(self, option: Option, most: float) -> bool:
        """Whether the share of an option may well be that of the best.

        By the score test at 95 %: the best share would not be refused as its true value.
        Where continuations were judged, a difference of four in a hundred tells, or the half.
        """
        best, behind = most / self.tried, (most - option.won) / self.tried
        if self.judged:
            share = option.won / self.tried
            return best - share < 0.04 and 2 * share >= best
        return option.won == most or self.tried * behind**2 <= 1.96**2 * best * (1 - best)
