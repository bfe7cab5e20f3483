"""Reviews: a game gone through choice by choice, and what each choice cost.

Each choice is rated as a hint rates it: by the chance of the strongest player to win from there,
over the same orders of the unseen cards for every place the card could have gone.
What a choice cost is the chance of the best choice less that of the choice made.

Glyphs go by that cost (the thresholds stand in `judgement`), and stand only where luck does not
explain it: the interval of the choice made does not reach the share of the best.

- `?!` costs at least `DUBIOUS`, `?` at least `MISTAKE`, `??` at least `BLUNDER`.
- `!` is the best choice by at least `GOOD` over all others, where the rule of thumb to bury the
  fewest cards would have chosen otherwise; `!!` the same by at least `BRILLIANT`.

All of it comes in pieces that can be worked out one at a time and in any process: `tallied` gives
the tallies of the choices `first` to `last`, `searched` is the solver at work on one position,
`hindsight.next_point` names the next such position; `concluded` puts the pieces together.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from sirtommy.deal import Deal
from sirtommy.errors import RequestError
from sirtommy.facts import HEADINGS
from sirtommy.hindsight import POSITIONS, Hindsight, hindsight, next_point
from sirtommy.hint import (
    CONTINUATIONS,
    Choice,
    Hint,
    Tally,
    check_continuations,
    conclude,
    player_for,
    tally,
)
from sirtommy.judgement import DUBIOUS, MISTAKE, Decision, judged
from sirtommy.phrases import share_phrase
from sirtommy.record import Line, Node, Record, tidy
from sirtommy.run import automatic, position, settled
from sirtommy.solver import Search
from sirtommy.state import Move, Seen, State, legal_moves, plain, play, seen, start

IDEAS = {
    "burying": "not burying a lower card",
    "spoilt-piles": "giving a spoilt pile what it can bear",
    "counting": "counting what is still to come",
    "steps-down": "laying in short steps down",
    "empty-piles": "the worth of an empty pile",
    "locks": "not locking a pile for good",
    "the-kings-pile": "the kings' pile",
    "runs": "looking through a run before it is built",
    "holding-back": "telling what is safe to build",
}
"""The headings of the strategy pages, by anchor, as a sentence names them."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game with all that is to be said about its choices."""

    record: Record
    player: str
    budget: int
    """Continuations of `player` for each choice."""
    decisions: tuple[Decision, ...]
    hindsight: Hindsight

    @property
    def summary(self) -> tuple[str, str, str]:
        """Where the game turned, which idea was neglected, and what went well."""
        won = _state_at(self.record, len(self.record.line.nodes)).won
        return _turned(self.decisions, won=won), _neglected(self.decisions), _well(self.decisions)

    @property
    def no_return(self) -> str:
        """After which choice even hindsight could not win, and whether that is proved."""
        lost, won = self.hindsight.lost, self.hindsight.won
        if won == len(self.decisions):
            return "The game could be won to the end."
        if lost is None:
            return "After which choice nothing could win is not proved."
        if lost == 0:
            return "This deal could not be won even by one who knew the stock: proved."
        last = self.decisions[lost - 1]
        sure = "" if won == lost - 1 else " Whether anything could just before is not proved."
        return f"After {last.made} at card {last.number} nothing could win: proved.{sure}"

    def annotated(self) -> Record:
        """Return the record with glyphs, reasons and the better choices as side lines.

        What the record says already stays; its glyphs give way to those of the review.
        """
        nodes = [replace(node, glyph="") for node in self.record.line.nodes]
        for number, decision in enumerate(self.decisions, 1):
            node = nodes[decision.count]
            said = [node.comment]
            sides = node.sides
            if "?" in decision.glyph:
                said.append(f"This keeps {_chance(decision.chosen)}.")
                better = f"{decision.advice.sentence} That keeps {_chance(decision.hint.best)}."
                move = plain(_state_at(self.record, decision.count), decision.advice.move)
                if any(side.nodes[0].move == move for side in sides):
                    said.append(better)
                else:
                    sides = (*sides, Line("", (Node(move, "", better),)))
            elif decision.glyph:
                said.append(decision.advice.sentence)
            if number == self.hindsight.lost:
                said.append(f"In hindsight: {self.no_return}")
            comment = tidy(" ".join(said))
            nodes[decision.count] = Node(node.move, decision.glyph, comment, sides)
        how = f"Reviewed with {self.budget} continuations a choice by the player {self.player}."
        opening = tidy(" ".join((self.record.line.comment, *self.summary, how)))
        return replace(self.record, line=Line(opening, tuple(nodes)))


def review(
    record: Record,
    budget: int | None = None,
    positions: int = POSITIONS,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Review:
    """Return the review of the main line of a record, finished or not.

    `budget` is the number of continuations for each choice, as many as in a full hint without;
    `progress` is told how many of how many choices are rated.

    Raises:
        RequestError: The game has no moves, or a budget is out of range.
    """
    number = CONTINUATIONS[player_for(record.deal.rules)] if budget is None else budget
    check_continuations(number)
    counts = decided(record.deal, record.line.moves)
    won: list[Tally] = []
    for done in range(len(counts)):
        won += tallied(record, done, done + 1, number)
        progress(done + 1, len(counts))
    known: dict[int, str] = {}
    while (point := next_point(known, len(counts))) is not None:
        known[point] = solved(record, point, positions)
    return concluded(record, won, number, known)


def decided(deal: Deal, moves: Iterable[Move]) -> tuple[int, ...]:
    """Return the numbers, from 0, of the moves that were choices between different positions.

    Raises:
        RequestError: There are no moves.
    """
    return _decided(deal, tuple(moves))


@lru_cache(maxsize=8)
def _decided(deal: Deal, moves: tuple[Move, ...]) -> tuple[int, ...]:
    state = start(deal)
    found = []
    count = -1
    for count, move in enumerate(moves):
        legal = legal_moves(state)
        if automatic(state) is None and len({position(play(state, m)) for m in legal}) > 1:
            found.append(count)
        state = play(state, move)
    if count < 0:
        message = "the game has no moves: there is nothing to review"
        raise RequestError(message)
    return tuple(found)


def tallied(record: Record, first: int, last: int, budget: int) -> tuple[Tally, ...]:
    """Return the tallies of the choices number `first` to `last`, the last left out.

    Raises:
        RequestError: The game has no moves, or the budget is out of range.
    """
    check_continuations(budget)
    moves = record.line.moves
    counts = decided(record.deal, moves)[first:last]
    return tuple(tally(seen(_state_at(record, count)), 0, budget) for count in counts)


def solved(record: Record, point: int, positions: int = POSITIONS) -> str:
    """Return what the solver proves about a point of the game: won, lost or gave up.

    Raises:
        RequestError: The game has no moves, or the budget is not positive.
    """
    search = searched(record, point, positions)
    while (found := search.go_on(positions)) is None:
        pass
    return found.verdict


def searched(record: Record, point: int, positions: int = POSITIONS) -> Search:
    """Return the search for a win from a point of the game, not yet begun.

    Raises:
        RequestError: The game has no moves, or the budget is not positive.
    """
    counts = (*decided(record.deal, record.line.moves), len(record.line.nodes))
    return Search(settled(_state_at(record, counts[point])), positions)


def concluded(
    record: Record, won: Iterable[Tally], budget: int, known: Mapping[int, str]
) -> Review:
    """Return the review that the tallies of all choices and the solver's verdicts support.

    Raises:
        RequestError: The game has no moves, or a tally is not one of its choices.
    """
    counts = decided(record.deal, record.line.moves)
    decisions: list[Decision] = []
    tallies = iter(won)
    state = start(record.deal)
    for count, node in enumerate(record.line.nodes):
        if len(decisions) < len(counts) and count == counts[len(decisions)]:
            wins = next(tallies, ())
            previous = decisions[-1].advice.sentence if decisions else ""
            hint = rated(seen(state), tuple(wins), budget)
            decisions.append(judged(state, count, node.move, hint, previous))
        state = play(state, node.move)
    player = player_for(record.deal.rules)
    return Review(record, player, budget, tuple(decisions), hindsight(known, len(counts)))


@lru_cache(maxsize=128)
def rated(view: Seen, won: Tally, budget: int) -> Hint:
    """Return the hint that a tally supports; once worked out it is kept for a while."""
    return conclude(view, won, budget)


def _state_at(record: Record, count: int) -> State:
    state = start(record.deal)
    for node in record.line.nodes[:count]:
        state = play(state, node.move)
    return state


def _chance(choice: Choice) -> str:
    if choice.lost:
        return "no chance at all, which is proved"
    if choice.won in {0, choice.tried}:
        return f"{'no win' if not choice.won else 'a win every time'} in {choice.tried} tries"
    return f"a chance of {share_phrase(choice.won, choice.tried)}"


def _turned(decisions: tuple[Decision, ...], *, won: bool) -> str:
    """Say where the game turned; where it was won, what cost most."""
    if not decisions:
        return "Nothing was decided in this game: no card had two places to go."
    marked = [decision for decision in decisions if "?" in decision.glyph]
    if not marked:
        return _doubtful(decisions)
    worst = max(marked, key=lambda decision: decision.cost)
    opening = "Card {} cost most" if won else "The game turned at card {}"
    return (
        f"{opening.format(worst.number)}: {worst.made} left {_chance(worst.chosen)}, "
        f"where there had been {_chance(worst.hint.best)}."
    )


def _doubtful(decisions: tuple[Decision, ...]) -> str:
    """Say which choice may have cost most, where none is known to have cost anything."""
    worst = max(decisions, key=lambda decision: decision.cost)
    if worst.cost < MISTAKE:
        return "No choice stands out as a mistake."
    return (
        f"No choice is surely a mistake; card {worst.number} may have cost most: {worst.made} left "
        f"{_chance(worst.chosen)}, where there may have been {_chance(worst.hint.best)}."
    )


def _neglected(decisions: tuple[Decision, ...]) -> str:
    """Say which idea the choices marked down went against, by what they cost in all."""
    costs: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for decision in decisions:
        if decision.neglected:
            costs[decision.neglected] += round(decision.cost * 1000)
            times[decision.neglected] += 1
    if not costs:
        marked = any("?" in decision.glyph for decision in decisions)
        return "No rule explains what went wrong." if marked else "No idea stands out as neglected."
    idea = max(costs, key=lambda name: costs[name])
    return (
        f"The idea to take away is {IDEAS[idea]}: {_times(times[idea], 'choice')} went against it."
    )


def _well(decisions: tuple[Decision, ...]) -> str:
    """Say how many choices were as good as any, and which idea was kept to best."""
    if not decisions:
        return "There was nothing to do wrong."
    sound = [decision for decision in decisions if decision.sound]
    clear = [decision for decision in sound if decision.lead >= DUBIOUS and decision.advice.kinds]
    kept = Counter(HEADINGS[decision.advice.kinds[0]] for decision in clear)
    share = f"{len(sound)} of {_times(len(decisions), 'choice')} as good as any"
    known = f"What went well: {share}, as far as the odds can tell"
    if not kept:
        return f"{known}."
    idea, often = kept.most_common(1)[0]
    return f"{known}; {_times(often, 'clear one')} rested on {IDEAS[idea]}."


def _times(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def data(found: Review) -> dict[str, object]:
    """Return a review as plain data."""
    return {
        "policy": found.player,
        "continuations": found.budget,
        "summary": list(found.summary),
        "hindsight": found.no_return,
        "decisions": [
            {
                "move": str(found.record.line.nodes[decision.count].move),
                "card": decision.number,
                "before": decision.before,
                "after": decision.after,
                "cost": decision.cost,
                "glyph": decision.glyph,
                "best": str(decision.advice.move),
                "reason": decision.advice.sentence,
            }
            for decision in found.decisions
        ],
    }
