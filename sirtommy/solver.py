"""The solver: can a deal be won by someone who knows the order of the stock?

It looks at the game level by level, a level being all positions met when the same number of cards
has been turned, and keeps the most promising of each level.
It begins with few and widens the beam until a win is found, the budget is spent, or a pass has
thrown nothing away: then every way of playing has been tried, and the deal is lost.

What follows a position, and what is left out without losing a win, `sirtommy.successors` says.
"""

from collections.abc import Generator
from dataclasses import dataclass
from itertools import count as count_from

from sirtommy.errors import RequestError
from sirtommy.kernel import move_of, table_of
from sirtommy.rules import GAMES
from sirtommy.state import Move, State, plain, play, seen
from sirtommy.successors import Node, Successors
from sirtommy.value import position_of
from sirtommy.weights import network

BUDGET = 400_000
"""Positions looked at before the solver gives up."""

FIRST_WIDTH = 8
WIDENING = 8
"""The beam begins at `FIRST_WIDTH` positions a level and widens by this factor."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What the solver found."""

    verdict: str
    """`won`, `lost` (proved: every way of playing was tried), or `gave up`."""
    line: tuple[Move, ...]
    """For a won deal, all moves from the position to the last card; else empty."""
    positions: int
    """How many positions were looked at."""


def solve(state: State, budget: int = BUDGET) -> Solution:
    """Return whether the game can be won from `state` by a player who knows the stock.

    Raises:
        RequestError: The budget is not positive.
    """
    search = Search(state, budget)
    while (found := search.go_on(budget)) is None:
        pass
    return found


class Search:
    """One search, taken up and left at will; the answer does not depend on how it is cut."""

    def __init__(self, state: State, budget: int) -> None:
        """Prepare to look at `budget` positions.

        Raises:
            RequestError: The budget is not positive.
        """
        if budget < 1:
            message = f"a budget of {budget} positions is too small: give 1 or more"
            raise RequestError(message)
        self._sweeps = _Sweeps(state, budget)
        self._steps = self._sweeps.solution(state)
        self._solution: Solution | None = None

    def go_on(self, positions: int) -> Solution | None:
        """Look at so many more positions or a few more; return the solution once it is known."""
        goal = self._sweeps.spent + positions
        while self._solution is None and self._sweeps.spent < goal:
            try:
                next(self._steps)
            except StopIteration as stop:
                self._solution = stop.value
        return self._solution


class _Sweeps:
    """The sweeps of a search, each as wide as the one before times `WIDENING`."""

    def __init__(self, state: State, budget: int) -> None:
        self.rules = state.rules
        self.successors = Successors(state.rules)
        self.budget = budget
        table = table_of(seen(state))
        wants = tuple(state.wanted(f) or 0 for f in range(1, state.rules.suits + 1))
        judged = None
        if state.rules in {GAMES["sir-tommy"], GAMES["sir-tommy-optional"]}:
            judged = position_of(table, network())
        self.start = Node(tuple(map(tuple, table.piles)), wants, judged)
        self.order = [card.rank for card in state.stock]
        # Where no card is turned, a run may go on before the next one is: 0 stands for no card.
        self.order.insert(0, state.turned.rank if state.turned else 0)
        self.turned = bool(state.turned)

    @property
    def spent(self) -> int:
        """Return how many positions were looked at."""
        return self.successors.spent

    def solution(self, state: State) -> Generator[None, None, Solution]:
        """Return what is found from `state`; yields between positions."""
        for power in count_from():
            won, whole = yield from self.sweep(FIRST_WIDTH * WIDENING**power)
            if won is not None:
                return Solution("won", _line(state, won), self.spent)
            if whole:
                return Solution("lost", (), self.spent)
            if self.spent >= self.budget:
                return Solution("gave up", (), self.spent)
        raise AssertionError

    def sweep(self, width: int) -> Generator[None, None, tuple[Node | None, bool]]:
        """Return a won position if one is met, and whether nothing was thrown away."""
        level = [self.start]
        whole = True
        for place, rank in enumerate(self.order):
            met: dict[object, Node] = {}
            fresh = place > 0 or not self.turned
            for node in level:
                for child in self.successors.after(node, rank, fresh=fresh and rank > 0):
                    self.successors.spent += 1
                    key = self.successors.key(child)
                    if key not in met:
                        met[key] = child
                if self.spent >= self.budget:
                    return None, False
                yield
            level = list(met.values())
            if len(level) > width:
                level.sort(key=lambda node: -node.worth)
                del level[width:]
                whole = False
        ends = (
            level
            if self.rules.forced
            else [end for node in level for end in self.successors.held(node)]
        )
        for node in ends:
            if not any(node.wants):
                return node, whole
        return None, whole


def _line(state: State, won: Node) -> tuple[Move, ...]:
    """Return the moves from `state` to a won position."""
    codes: list[int] = []
    node: Node | None = won
    while node is not None:
        codes[:0] = node.moves
        node = node.parent
    moves = []
    for code in codes:
        move = plain(state, move_of(state, code))
        moves.append(move)
        state = play(state, move)
    return tuple(moves)
