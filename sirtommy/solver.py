"""The solver: can a deal be won by someone who knows the order of the stock?

It looks at the game level by level, a level being all positions met when the same number of cards
has been turned, and keeps the most promising of each level.
It begins with few and widens the beam until a win is found, the budget is spent, or a pass has
thrown nothing away: then every way of playing has been tried, and the deal is lost.

Three things make levels small, and none of them loses a win.

- Positions that differ only by the places of piles are one.
  In Sir Tommy the heights of the foundations follow from the cards that are up.
- A card laid over one of lower rank x is refused when all cards of its rank that are not up
  would lie over that x.
  The x could only leave after all of them, but each of them needs a card of rank x of its own below
  it on its foundation, and this x is missing for the last.
- In optional play a *safe* card is built at once: an ace, or a card of rank r when all of rank
  r - 1 are up.
  Take any winning line and move that build to now.
  What the line lays on the card it now lays on what was under it, and nothing is buried deeper.
  Every other card of rank r still finds a place, since there is one for each of them above the
  cards of rank r - 1; and cards of rank r + 1 find theirs no later than before.

Which top goes first is never decided greedily: a run is followed to every end that it can have.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import count as count_from

from sirtommy.errors import RequestError
from sirtommy.kernel import LAY, TOP, TURNED, WIDTH, following, move_of, table_of
from sirtommy.rules import GAMES, Rules
from sirtommy.state import Move, State, plain, play, seen
from sirtommy.value import Position, position_of
from sirtommy.weights import network

BUDGET = 400_000
"""Positions looked at before the solver gives up."""

FIRST_WIDTH = 8
WIDENING = 8
"""The beam begins at `FIRST_WIDTH` positions a level and widens by this factor."""

Piles = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """What the solver found."""

    verdict: str
    """`won`, `lost` (proved: every way of playing was tried), or `gave up`."""
    line: tuple[Move, ...]
    """For a won deal, all moves from the position to the last card; else empty."""
    positions: int
    """How many positions were looked at."""


@dataclass(slots=True, eq=False)
class _Node:
    """A position with the way to it."""

    piles: Piles
    wants: tuple[int, ...]
    """The rank that each foundation takes next, 0 when complete."""
    judged: Position | None
    """The learned evaluation, where there is one and it has been asked for."""
    parent: "_Node | None" = None
    moves: tuple[int, ...] = ()
    """The kernel's moves from the parent."""
    worth: int = 0


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
    """The sweeps of a search; `spent` counts the positions looked at so far in all of them."""

    def __init__(self, state: State, budget: int) -> None:
        self.rules: Rules = state.rules
        self.following = following(state.rules)
        self.budget = budget
        self.spent = 0
        table = table_of(seen(state))
        wants = tuple(state.wanted(f) or 0 for f in range(1, state.rules.suits + 1))
        judged = None
        if state.rules in {GAMES["sir-tommy"], GAMES["sir-tommy-optional"]}:
            judged = position_of(table, network())
        self.start = _Node(tuple(map(tuple, table.piles)), wants, judged)
        self.order = [card.rank for card in state.stock]
        # Where no card is turned, a run may go on before the next one is: 0 stands for no card.
        self.order.insert(0, state.turned.rank if state.turned else 0)
        self.turned = bool(state.turned)

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

    def sweep(self, width: int) -> Generator[None, None, tuple[_Node | None, bool]]:
        """Return a won position if one is met, and whether nothing was thrown away."""
        level = [self.start]
        whole = True
        for place, rank in enumerate(self.order):
            met: dict[object, _Node] = {}
            fresh = place > 0 or not self.turned
            for node in level:
                for child in self._after(node, rank, fresh=fresh and rank > 0):
                    self.spent += 1
                    key = self._key(child)
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
        ends = level if self.rules.forced else [end for node in level for end in self._held(node)]
        for node in ends:
            if not any(node.wants):
                return node, whole
        return None, whole

    def _key(self, node: _Node) -> object:
        piles = tuple(sorted(node.piles))
        return (piles, node.wants) if self.rules.calculation else piles

    def _after(self, node: _Node, rank: int, *, fresh: bool) -> Iterator[_Node]:
        """Yield the positions in which the next card would be turned, once `rank` is placed."""
        judged = self._judged(node)
        if judged is not None and fresh:
            judged = judged.copy()
            judged.turn(rank)
            node = _Node(node.piles, node.wants, judged, node.parent, node.moves, node.worth)
        if not rank:
            yield from self._run(node)
            return
        if not self.rules.forced:
            for held in self._held(node):
                yield from self._placed(held, rank)
            return
        takers = self._takers(node, rank)
        if not takers:
            yield from self._lays(node, rank)
        for foundation in takers:
            yield from self._run(self._built(node, rank, foundation))

    def _placed(self, node: _Node, rank: int) -> Iterator[_Node]:
        """Yield the positions after the turned card has been built or laid in optional play."""
        takers = self._takers(node, rank)
        for foundation in takers:
            after = self._built(node, rank, foundation)
            if after.judged is not None:
                after.worth = after.judged.evaluation()
            yield after
        if not (takers and self._safe(node, rank)):
            yield from self._lays(node, rank)

    def _held(self, node: _Node) -> Iterator[_Node]:
        """Yield the positions that building tops can lead to in optional play, none built too."""
        agenda = [node]
        met = {self._key(node)}
        while agenda:
            here = agenda.pop()
            builds = list(self._builds(here))
            safe = [(n, f) for n, f in builds if self._safe(here, here.piles[n][-1])]
            if not safe:
                yield here
            for number, foundation in safe[:1] or builds:
                after = self._top_built(here, number, foundation)
                key = self._key(after)
                if key not in met:
                    met.add(key)
                    self.spent += 1
                    agenda.append(after)

    def _run(self, node: _Node) -> Iterator[_Node]:
        """Yield the positions in which a forced run can end."""
        agenda = [node]
        met = {self._key(node)}
        while agenda:
            here = agenda.pop()
            builds = list(self._builds(here))
            if not builds:
                if here.judged is not None:
                    here.worth = here.judged.evaluation()
                yield here
            for number, foundation in builds:
                after = self._top_built(here, number, foundation)
                key = self._key(after)
                if key not in met:
                    met.add(key)
                    agenda.append(after)

    def _builds(self, node: _Node) -> Iterator[tuple[int, int]]:
        """Yield pile and foundation of every top that fits."""
        for number, pile in enumerate(node.piles):
            if pile and pile[-1] in node.wants:
                for foundation in self._takers(node, pile[-1]):
                    yield number, foundation

    def _takers(self, node: _Node, rank: int) -> list[int]:
        """Return the different foundations that take a card of `rank`."""
        if rank not in node.wants:
            return []
        if not self.rules.calculation:
            return [node.wants.index(rank)]
        return [f for f, wanted in enumerate(node.wants) if wanted == rank]

    def _safe(self, node: _Node, rank: int) -> bool:
        """Whether a card of `rank` that fits is safe to build: no foundation is below it."""
        if self.rules.calculation:
            return False
        return all(not wanted or wanted >= rank for wanted in node.wants)

    def _lays(self, node: _Node, rank: int) -> Iterator[_Node]:
        """Yield the positions after `rank` is laid, hopeless ones left out."""
        worths = {n: worth for worth, n in node.judged.lays(rank)} if node.judged else {}
        tried = set()
        for number, pile in enumerate(node.piles):
            if pile in tried or self._seals(node, pile, rank):
                continue
            tried.add(pile)
            piles = (*node.piles[:number], (*pile, rank), *node.piles[number + 1 :])
            worth = worths[number] if worths else node.worth - self._harm(node, pile, rank)
            yield _Node(piles, node.wants, None, node, (LAY + number,), worth)

    def _judged(self, node: _Node) -> Position | None:
        """Return a node's learned evaluation, made when it is first asked for after a lay."""
        if node.judged is None and node.parent is not None and node.parent.judged is not None:
            number = node.moves[-1] - LAY
            node.judged = node.parent.judged.copy()
            node.judged.lay(number, node.piles[number][-1])
        return node.judged

    def _seals(self, node: _Node, pile: tuple[int, ...], rank: int) -> bool:
        """Whether all cards of `rank` that are not up would lie over a lower card of `pile`."""
        if self.rules.calculation:
            return False
        lowest = next((place for place, low in enumerate(pile) if low < rank), None)
        if lowest is None:
            return False
        over = pile[lowest:].count(rank) + 1
        up = sum(1 for wanted in node.wants if not wanted or wanted > rank)
        return over + up == self.rules.suits

    def _harm(self, node: _Node, pile: tuple[int, ...], rank: int) -> int:
        """Return how much laying `rank` buries, for games without a learned evaluation."""
        if not self.rules.calculation:
            return sum(low < rank for low in pile)
        return sum(self._need(node, low) < self._need(node, rank) for low in pile)

    def _need(self, node: _Node, rank: int) -> int:
        """Return the least number of builds on one foundation before it takes `rank`."""
        least = 99
        for foundation, first in enumerate(node.wants):
            wanted, distance = first, 0
            while wanted and wanted != rank:
                wanted, distance = self.following[foundation][wanted], distance + 1
            if wanted:
                least = min(least, distance)
        return least

    def _built(self, node: _Node, rank: int, foundation: int) -> _Node:
        """Return the position after the turned card has been built."""
        judged = self._judged(node)
        if judged is not None:
            judged = judged.copy()
            judged.build(rank)
        move = TURNED + (foundation if self.rules.calculation else 0)
        return _Node(
            node.piles, self._raised(node, foundation), judged, node, (move,), node.worth + 1
        )

    def _top_built(self, node: _Node, number: int, foundation: int) -> _Node:
        """Return the position after a top has been built."""
        judged = self._judged(node)
        if judged is not None:
            judged = judged.copy()
            judged.build_top(number)
        piles = (*node.piles[:number], node.piles[number][:-1], *node.piles[number + 1 :])
        move = TOP + WIDTH * number + (foundation if self.rules.calculation else 0)
        return _Node(piles, self._raised(node, foundation), judged, node, (move,), node.worth + 1)

    def _raised(self, node: _Node, foundation: int) -> tuple[int, ...]:
        wants = list(node.wants)
        row = self.following[foundation if self.rules.calculation else 0]
        wants[foundation] = row[wants[foundation]]
        return tuple(wants)


def _line(state: State, won: _Node) -> tuple[Move, ...]:
    """Return the moves from `state` to a won position."""
    codes: list[int] = []
    node: _Node | None = won
    while node is not None:
        codes[:0] = node.moves
        node = node.parent
    moves = []
    for code in codes:
        move = plain(state, move_of(state, code))
        moves.append(move)
        state = play(state, move)
    return tuple(moves)
