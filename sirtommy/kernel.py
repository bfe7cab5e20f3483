"""The fast twin of `state`: the same game in ranks, counts and small integers, changed in place.

A `Table` holds what a player sees and nothing of the order of the stock; whoever turns cards
hands their ranks in.
Moves are small integers: `LAY + pile`, `TURNED + foundation`, `TOP + WIDTH * pile + foundation`,
piles and foundations counted from 0.
Sir Tommy's foundations of one height are alike, so its builds all name foundation 0.
"""

from collections.abc import Iterable
from functools import cache
from itertools import chain, pairwise
from typing import Protocol, runtime_checkable

from sirtommy.rules import Rules
from sirtommy.state import BuildTop, BuildTurned, Lay, Move, Seen, State, moved_card

WIDTH = 16
LAY = 0
TURNED = WIDTH
TOP = 2 * WIDTH


class Table:
    """A position as a player sees it, in ranks; `turned` is 0 where no card waits."""

    __slots__ = ("following", "piles", "rules", "turned", "unseen", "wanted", "wants")

    rules: Rules
    piles: list[list[int]]
    """The ranks in each pile, the first laid first."""
    wanted: list[int]
    """For each rank how many foundations take it next; place 0 counts complete foundations."""
    wants: list[int]
    """In Calculation the rank that each foundation takes next, 0 when complete; else empty."""
    following: tuple[tuple[int, ...], ...]
    """For each foundation the rank wanted after each rank, 0 after the last."""
    unseen: list[int]
    """For each rank how many cards are still to be turned; place 0 is always 0."""
    turned: int

    def copy(self) -> "Table":
        """Return a table that can be changed without changing this one."""
        other = Table.__new__(Table)
        other.rules = self.rules
        other.piles = [pile[:] for pile in self.piles]
        other.wanted = self.wanted[:]
        other.wants = self.wants[:]
        other.following = self.following
        other.unseen = self.unseen[:]
        other.turned = self.turned
        return other

    def __eq__(self, other: object) -> bool:
        """Return whether both show the same position, piles in the same places."""
        if not isinstance(other, Table):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Table.__slots__)

    __hash__ = None  # type: ignore[assignment]

    @property
    def left(self) -> int:
        """How many cards are still to be turned."""
        return sum(self.unseen)

    @property
    def built(self) -> int:
        """How many cards are up."""
        laid = sum(map(len, self.piles))
        return self.rules.cards - laid - self.left - bool(self.turned)

    @property
    def won(self) -> bool:
        """Whether every foundation is complete."""
        return self.wanted[0] == self.rules.suits

    def turn(self, rank: int) -> None:
        """Turn a card of `rank` from the stock."""
        self.unseen[rank] -= 1
        self.turned = rank

    def builds(self) -> list[int]:
        """Return the legal builds, the turned card's first, then by pile and foundation.

        In forced play tops wait for a turned card that fits; one that does not fit is laid
        before another run can begin, so nothing else has to be asked.
        """
        turned = self.turned
        wanted = self.wanted
        moves = []
        if turned and wanted[turned]:
            if self.wants:
                moves = [TURNED + f for f, rank in enumerate(self.wants) if rank == turned]
            else:
                moves = [TURNED]
            if self.rules.forced:
                return moves
        for number, pile in enumerate(self.piles):
            if pile and wanted[pile[-1]]:
                code = TOP + WIDTH * number
                if self.wants:
                    moves += [code + f for f, rank in enumerate(self.wants) if rank == pile[-1]]
                else:
                    moves.append(code)
        return moves

    def legal(self) -> list[int]:
        """Return every legal move: builds of the turned card, builds of tops, then lays."""
        builds = self.builds()
        if not self.turned or (builds and self.rules.forced):
            return builds
        return builds + list(range(LAY, LAY + len(self.piles)))

    def play(self, move: int) -> None:
        """Make a legal move, which is not checked; the next card is not turned."""
        if move < TURNED:
            self.piles[move].append(self.turned)
            self.turned = 0
            return
        if move < TOP:
            rank = self.turned
            self.turned = 0
        else:
            rank = self.piles[(move - TOP) // WIDTH].pop()
        foundation = move % WIDTH
        after = self.following[foundation][rank]
        self.wanted[rank] -= 1
        self.wanted[after] += 1
        if self.wants:
            self.wants[foundation] = after

    def waits(self) -> bool:
        """Whether the next card may not be turned yet: one is turned, or a forced run goes on."""
        return bool(self.turned) or (self.rules.forced and bool(self.builds()))


class Policy(Protocol):
    """A player who sees a table and never the order of the stock.

    The two methods are asked only where there is a choice; both leave the table as it is.
    """

    def lay(self, table: Table) -> int:
        """Return the pile, from 0, for the turned card, which cannot be built."""

    def build(self, table: Table, moves: list[int]) -> int:
        """Return which of several legal builds to make next."""


@runtime_checkable
class Holder(Protocol):
    """A policy that may keep cards that can be built, where the rules let it: in Calculation."""

    def choose(self, table: Table) -> int:
        """Return the next move, one of `table.legal()`."""


def table_of(seen: Seen) -> Table:
    """Return what is seen as a table."""
    rules = seen.rules
    table = Table.__new__(Table)
    table.rules = rules
    table.piles = [[card.rank for card in pile] for pile in seen.piles]
    table.following = following(rules)
    table.wanted = [0] * (rules.ranks + 1)
    table.wants = []
    for number, pile in enumerate(seen.foundations):
        sequence = rules.sequence(number)
        rank = sequence[len(pile)] if len(pile) < rules.ranks else 0
        table.wanted[rank] += 1
        if rules.calculation:
            table.wants.append(rank)
    table.unseen = [0] * (rules.ranks + 1)
    for card in seen.unseen:
        table.unseen[card.rank] += 1
    table.turned = seen.turned.rank if seen.turned else 0
    return table


@cache
def following(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return for each foundation the rank it takes after each rank, 0 after the last."""
    rows = []
    for number in range(rules.suits):
        sequence = rules.sequence(number)
        row = [0] * (rules.ranks + 1)
        for rank, after in pairwise(sequence):
            row[rank] = after
        rows.append(tuple(row))
    return tuple(rows)


def code(state: State, move: Move) -> int:
    """Return the small integer for a legal `move` in `state`."""
    if isinstance(move, Lay):
        return LAY + move.pile - 1
    foundation = 0
    if state.rules.calculation:
        foundation = (move.foundation or state.fitting(moved_card(state, move).rank)[0]) - 1
    if isinstance(move, BuildTurned):
        return TURNED + foundation
    return TOP + WIDTH * (move.pile - 1) + foundation


def move_of(seen: Seen | State, number: int) -> Move:
    """Return the move that the small integer `number` stands for where `seen` is seen.

    A foundation is named in Calculation only; `state.plain` drops it where one would do.
    """
    foundation = number % WIDTH + 1 if seen.rules.calculation else None
    if number >= TOP:
        return BuildTop((number - TOP) // WIDTH + 1, foundation)
    if seen.turned is None:
        message = "a move of the turned card needs a turned card"
        raise AssertionError(message)
    return (
        BuildTurned(seen.turned, foundation) if number >= TURNED else Lay(seen.turned, number + 1)
    )


def decide(table: Table, policy: Policy) -> int:
    """Return the move of a player who builds whatever can be built, and else lays.

    Only in Calculation a player may want to keep cards, and is asked.
    """
    if table.wants and isinstance(policy, Holder):
        return policy.choose(table)
    builds = table.builds()
    if not builds:
        return LAY + policy.lay(table)
    return builds[0] if len(builds) == 1 else policy.build(table, builds)


def finish(table: Table, order: Iterable[int], policy: Policy) -> bool:
    """Play on to the end, turning the ranks of `order`; return whether the game is won.

    `table` is changed. `order` holds the unseen cards of `table`, in the order to be turned.
    """
    if table.wants or not table.rules.forced:
        return _finish_openly(table, iter(order), policy)
    piles, wanted, unseen = table.piles, table.wanted, table.unseen
    following = table.following[0]
    lay, build = policy.lay, policy.build
    # The turned card is put back to be turned first; 0, for none, only lets a run go on.
    unseen[table.turned] += 1
    for rank in chain((table.turned,), order):
        unseen[rank] -= 1
        if rank and not wanted[rank]:
            table.turned = rank
            piles[lay(table)].append(rank)
            continue
        table.turned = 0
        if rank:
            wanted[rank] -= 1
            wanted[following[rank]] += 1
        while True:
            tops = []
            code = TOP
            for pile in piles:
                if pile and wanted[pile[-1]]:
                    tops.append(code)
                code += WIDTH
            if not tops:
                break
            move = tops[0] if len(tops) == 1 else build(table, tops)
            top = piles[(move - TOP) // WIDTH].pop()
            wanted[top] -= 1
            wanted[following[top]] += 1
    table.turned = 0
    return table.won


def _finish_openly(table: Table, ranks: Iterable[int], policy: Policy) -> bool:
    """Do what `finish` does, for every rule record."""
    order = iter(ranks)
    while True:
        if not table.waits():
            rank = next(order, 0)
            if rank:
                table.turn(rank)
        if not table.turned and not table.builds():
            return table.won
        table.play(decide(table, policy))
