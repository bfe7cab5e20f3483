"""What can follow a position in the solver's search, less what cannot matter.

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

from collections.abc import Iterator
from dataclasses import dataclass

from sirtommy.kernel import LAY, TOP, TURNED, WIDTH, following
from sirtommy.rules import Rules
from sirtommy.value import Position

Piles = tuple[tuple[int, ...], ...]


@dataclass(slots=True, eq=False)
class Node:
    """A position with the way to it."""

    piles: Piles
    wants: tuple[int, ...]
    """The rank that each foundation takes next, 0 when complete."""
    judged: Position | None
    """The learned evaluation, where there is one and it has been asked for."""
    parent: "Node | None" = None
    moves: tuple[int, ...] = ()
    """The kernel's moves from the parent."""
    worth: int = 0


class Successors:
    """The positions that follow one another under some rules, and how many were looked at."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.following = following(rules)
        self.spent = 0

    def key(self, node: Node) -> object:
        """Return what two positions share that differ only by the places of their piles."""
        piles = tuple(sorted(node.piles))
        return (piles, node.wants) if self.rules.calculation else piles

    def after(self, node: Node, rank: int, *, fresh: bool) -> Iterator[Node]:
        """Yield the positions in which the next card would be turned, once `rank` is placed."""
        judged = self._judged(node)
        if judged is not None and fresh:
            judged = judged.copy()
            judged.turn(rank)
            node = Node(node.piles, node.wants, judged, node.parent, node.moves, node.worth)
        if not rank:
            yield from self._run(node)
            return
        if not self.rules.forced:
            for held in self.held(node):
                yield from self._placed(held, rank)
            return
        takers = self._takers(node, rank)
        if not takers:
            yield from self._lays(node, rank)
        for foundation in takers:
            yield from self._run(self._built(node, rank, foundation))

    def held(self, node: Node) -> Iterator[Node]:
        """Yield the positions that building tops can lead to in optional play, none built too."""
        agenda = [node]
        met = {self.key(node)}
        while agenda:
            here = agenda.pop()
            builds = list(self._builds(here))
            safe = [(n, f) for n, f in builds if self._safe(here, here.piles[n][-1])]
            if not safe:
                yield here
            for number, foundation in safe[:1] or builds:
                after = self._top_built(here, number, foundation)
                key = self.key(after)
                if key not in met:
                    met.add(key)
                    self.spent += 1
                    agenda.append(after)

    def _placed(self, node: Node, rank: int) -> Iterator[Node]:
        """Yield the positions after the turned card has been built or laid in optional play."""
        takers = self._takers(node, rank)
        for foundation in takers:
            after = self._built(node, rank, foundation)
            if after.judged is not None:
                after.worth = after.judged.evaluation()
            yield after
        if not (takers and self._safe(node, rank)):
            yield from self._lays(node, rank)

    def _run(self, node: Node) -> Iterator[Node]:
        """Yield the positions in which a forced run can end."""
        agenda = [node]
        met = {self.key(node)}
        while agenda:
            here = agenda.pop()
            builds = list(self._builds(here))
            if not builds:
                if here.judged is not None:
                    here.worth = here.judged.evaluation()
                yield here
            for number, foundation in builds:
                after = self._top_built(here, number, foundation)
                key = self.key(after)
                if key not in met:
                    met.add(key)
                    agenda.append(after)

    def _builds(self, node: Node) -> Iterator[tuple[int, int]]:
        """Yield pile and foundation of every top that fits."""
        for number, pile in enumerate(node.piles):
            if pile and pile[-1] in node.wants:
                for foundation in self._takers(node, pile[-1]):
                    yield number, foundation

    def _takers(self, node: Node, rank: int) -> list[int]:
        """Return the different foundations that take a card of `rank`."""
        if rank not in node.wants:
            return []
        if not self.rules.calculation:
            return [node.wants.index(rank)]
        return [f for f, wanted in enumerate(node.wants) if wanted == rank]

    def _safe(self, node: Node, rank: int) -> bool:
        """Whether a card of `rank` that fits is safe to build: no foundation is below it."""
        if self.rules.calculation:
            return False
        return all(not wanted or wanted >= rank for wanted in node.wants)

    def _lays(self, node: Node, rank: int) -> Iterator[Node]:
        """Yield the positions after `rank` is laid, hopeless ones left out."""
        worths = {n: worth for worth, n in node.judged.lays(rank)} if node.judged else {}
        tried = set()
        for number, pile in enumerate(node.piles):
            if pile in tried or self._seals(node, pile, rank):
                continue
            tried.add(pile)
            piles = (*node.piles[:number], (*pile, rank), *node.piles[number + 1 :])
            worth = worths[number] if worths else node.worth - self._harm(node, pile, rank)
            yield Node(piles, node.wants, None, node, (LAY + number,), worth)

    def _judged(self, node: Node) -> Position | None:
        """Return a node's learned evaluation, made when it is first asked for after a lay."""
        if node.judged is None and node.parent is not None and node.parent.judged is not None:
            number = node.moves[-1] - LAY
            node.judged = node.parent.judged.copy()
            node.judged.lay(number, node.piles[number][-1])
        return node.judged

    def _seals(self, node: Node, pile: tuple[int, ...], rank: int) -> bool:
        """Whether all cards of `rank` that are not up would lie over a lower card of `pile`."""
        if self.rules.calculation:
            return False
        lowest = next((place for place, low in enumerate(pile) if low < rank), None)
        if lowest is None:
            return False
        over = pile[lowest:].count(rank) + 1
        up = sum(1 for wanted in node.wants if not wanted or wanted > rank)
        return over + up == self.rules.suits

    def _harm(self, node: Node, pile: tuple[int, ...], rank: int) -> int:
        """Return how much laying `rank` buries, for games without a learned evaluation."""
        if not self.rules.calculation:
            return sum(low < rank for low in pile)
        return sum(self._need(node, low) < self._need(node, rank) for low in pile)

    def _need(self, node: Node, rank: int) -> int:
        """Return the least number of builds on one foundation before it takes `rank`."""
        least = 99
        for foundation, first in enumerate(node.wants):
            wanted, distance = first, 0
            while wanted and wanted != rank:
                wanted, distance = self.following[foundation][wanted], distance + 1
            if wanted:
                least = min(least, distance)
        return least

    def _built(self, node: Node, rank: int, foundation: int) -> Node:
        """Return the position after the turned card has been built."""
        judged = self._judged(node)
        if judged is not None:
            judged = judged.copy()
            judged.build(rank)
        move = TURNED + (foundation if self.rules.calculation else 0)
        return Node(
            node.piles, self._raised(node, foundation), judged, node, (move,), node.worth + 1
        )

    def _top_built(self, node: Node, number: int, foundation: int) -> Node:
        """Return the position after a top has been built."""
        judged = self._judged(node)
        if judged is not None:
            judged = judged.copy()
            judged.build_top(number)
        piles = (*node.piles[:number], node.piles[number][:-1], *node.piles[number + 1 :])
        move = TOP + WIDTH * number + (foundation if self.rules.calculation else 0)
        return Node(piles, self._raised(node, foundation), judged, node, (move,), node.worth + 1)

    def _raised(self, node: Node, foundation: int) -> tuple[int, ...]:
        wants = list(node.wants)
        row = self.following[foundation if self.rules.calculation else 0]
        wants[foundation] = row[wants[foundation]]
        return tuple(wants)
