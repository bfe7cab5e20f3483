r"""Drills: a decision, with what is to be said of every answer to it.

In text::

    id: king-to-the-empty-pile
    theme: the-kings-pile
    question: pile
    hint: Which pile would wait for nothing under a king?
    budget: 96
    rates: KH/1 2.5, KH/2 1.25, KH/3 4, KH/4 9.5

    deal: 6
    rules: sir-tommy

    AD^ 2H^ 7C/1 KH/4 {Yes, and why.} (KH/1 {No, and why.}) ...

After the drill's own headers and a blank line stands a record.
Its last move and that move's side lines are the answers, the first one right; its opening comment
is the question, where the usual one does not do.
`rates` holds the wins of every choice over the first `budget` continuations, so that nothing has to
be played out when a page is made: right is every choice whose interval reaches the best one's.
Every answer has a comment; of piles that are alike one is enough.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NoReturn

from sirtommy.commentary import chances
from sirtommy.errors import RecordError, RequestError, shown
from sirtommy.facts import HEADINGS
from sirtommy.hint import CONTINUATIONS_LIMIT, Hint, choices, conclude, tally
from sirtommy.kernel import decide, move_of, table_of
from sirtommy.players import player
from sirtommy.record import Line, Node, Record, parse_record, tidy
from sirtommy.run import automatic
from sirtommy.scene import rivals_of, twins
from sirtommy.state import BuildTop, Lay, Move, State, plain, play, seen, start

HEADERS = ("id", "theme", "question", "hint", "budget", "rates")
"""The headers of a drill, in the order in which they are printed; all must be there."""

THEMES = frozenset(HEADINGS.values())
"""The themes are the headings of the strategy pages, by anchor."""

QUESTIONS = {"pile": "Which pile?", "top": "Which top goes first?"}
"""The types of question, and how each is asked."""

LADDER = ("shortest", "least-burying", "by-hand", "at-once")
"""The players whose answers grade a drill."""

GRADES = {4: "easy", 3: "easy", 2: "medium", 1: "hard", 0: "hard"}
"""The grade by how many of `LADDER` answer right."""

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_BUDGET = re.compile(r"[1-9][0-9]{0,6}")
_RATE = re.compile(r"(\S+) ([0-9]+(?:\.[0-9]+)?)")


@dataclass(frozen=True, slots=True)
class Drill:
    """A decision with its answers."""

    id: str
    """It outlives changes to the text and to the order of drills."""
    theme: str
    question: str
    hint: str
    """A nudge, before the solution is looked at."""
    budget: int
    record: Record
    """Its last move and the side lines are all legal answers, each with its comment."""
    rated: Hint
    """The choices rated by the stored rates."""

    @property
    def answers(self) -> tuple[Move, ...]:
        """All answers, in the order of the record."""
        last = self.record.line.nodes[-1]
        return (last.move, *(side.nodes[0].move for side in last.sides))

    @property
    def accepted(self) -> frozenset[Move]:
        """The answers that are right."""
        return accepted(self.rated)

    @property
    def chances(self) -> tuple[str, ...]:
        """Whether each answer is right, and its chance in words."""
        state = decision(self.record)
        phrase = {plain(state, chance.move): chance.phrase for chance in chances(self.rated)}
        right = self.accepted
        return tuple(
            f"{'right' if move in right else 'not the best'}, {phrase[move]}"
            for move in self.answers
        )

    @property
    def grade(self) -> str:
        """Easy, medium or hard, by how many players of `LADDER` get it right."""
        right = self.accepted
        state = decision(self.record)
        table = table_of(self.rated.seen)
        codes = [decide(table.copy(), player(name)) for name in LADDER]
        return GRADES[sum(plain(state, move_of(self.rated.seen, code)) in right for code in codes)]


def decision(record: Record) -> State:
    """Return the position before the last move of a record."""
    state = start(record.deal)
    for node in record.line.nodes[:-1]:
        state = play(state, node.move)
    return state


def rate(state: State, budget: int, first: int = 0) -> Hint:
    """Return the choices of `state` rated over `budget` continuations from number `first` on."""
    here = seen(state)
    return conclude(here, tally(here, first, first + budget), budget)


def accepted(rated: Hint) -> frozenset[Move]:
    """Return the choices that the odds do not tell from the best."""
    best = rated.best
    near = (best, *rivals_of(rated, best))
    return frozenset(choice.move for choice in near)


def rates_text(state: State, budget: int) -> str:
    """Return the wins of every choice as the header `rates` holds them."""
    here = seen(state)
    moves = [move_of(here, code) for code in choices(here)]
    wins = tally(here, 0, budget)
    return ", ".join(f"{move} {won:g}" if won == int(won) else f"{move} {won}"
                     for move, won in zip(moves, wins, strict=True))  # fmt: skip


def parse_drill(text: str) -> Drill:
    """Return the drill that `text` writes.

    Raises:
        RecordError: The first fault, with line, column, what was found and what was expected.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    head, _, body = text.partition("\n\n")
    above = head.count("\n") + 2
    headers = _headers(head)
    try:
        record = parse_record(body)
    except RecordError as error:
        raise RecordError(error.line + above, error.column, error.found, error.expected) from None
    end = text.rstrip().count("\n") + 1
    if not record.line.nodes:
        raise RecordError(end, 1, "no move", "the right answer, with others in parentheses")
    state = decision(record)
    question = _one_of(headers, "question", QUESTIONS)
    move = record.line.nodes[-1].move
    if automatic(state) is not None or not isinstance(
        move, {"pile": Lay, "top": BuildTop}[question]
    ):
        raise RecordError(end, 1, str(move), f"a choice that answers {QUESTIONS[question]!r}")
    rated = _rated(state, headers)
    if move not in accepted(rated):
        raise RecordError(end, 1, str(move), f"the best answer first: {rated.best.move}")
    return Drill(
        _matching(headers, "id", _ID, "an id such as king-to-the-empty-pile"),
        _one_of(headers, "theme", sorted(THEMES)),
        question,
        headers["hint"][1],
        int(headers["budget"][1]),
        _whole(record, rated, end),
        rated,
    )


def _headers(head: str) -> dict[str, tuple[int, str]]:
    """Return line and value of each header by name."""
    found: dict[str, tuple[int, str]] = {}
    for number, row in enumerate(head.split("\n"), 1):
        name, colon, value = row.partition(":")
        if not colon or name not in HEADERS:
            raise RecordError(number, 1, shown(row), f"a header: {', '.join(HEADERS)}")
        if name in found:
            raise RecordError(number, 1, f"a second {name}", "each header once")
        if not value.strip():
            raise RecordError(number, len(row) + 1, "nothing", f"what {name} is")
        found[name] = (number, tidy(value))
    for name in HEADERS:
        if name not in found:
            raise RecordError(len(found) + 1, 1, f"no {name}", f"a header {name}")
    return found


def _wrong(headers: dict[str, tuple[int, str]], name: str, expected: str) -> NoReturn:
    line, value = headers[name]
    raise RecordError(line, len(name) + 3, shown(value), expected)


def _one_of(headers: dict[str, tuple[int, str]], name: str, known: Iterable[str]) -> str:
    value = headers[name][1]
    if value not in known:
        _wrong(headers, name, f"a {name}: {', '.join(known)}")
    return value


def _matching(
    headers: dict[str, tuple[int, str]], name: str, pattern: re.Pattern[str], expected: str
) -> str:
    value = headers[name][1]
    if pattern.fullmatch(value) is None:
        _wrong(headers, name, expected)
    return value


def _rated(state: State, headers: dict[str, tuple[int, str]]) -> Hint:
    """Return the choices rated by the stored wins."""
    budget = int(_matching(headers, "budget", _BUDGET, f"1 to {CONTINUATIONS_LIMIT}"))
    wins: dict[str, float] = {}
    for part in headers["rates"][1].split(", "):
        match = _RATE.fullmatch(part)
        if match is None:
            _wrong(headers, "rates", "a move and its wins, as KH/4 9.5, with commas between")
        wins[match[1]] = float(match[2])
    here = seen(state)
    moves = [str(move_of(here, code)) for code in choices(here)]
    if set(wins) != set(moves):
        _wrong(headers, "rates", f"wins of {', '.join(moves)}")
    try:
        return conclude(here, tuple(wins[move] for move in moves), budget)
    except RequestError as error:
        _wrong(headers, "rates", str(error))


def _whole(record: Record, rated: Hint, end: int) -> Record:
    """Return the record with its question and every legal answer, each with its comment."""
    *before, last = record.line.nodes
    named = {last.move: last.comment}
    named |= {side.nodes[0].move: side.nodes[0].comment for side in last.sides}
    others = []
    for choice in rated.choices:
        alike = [c for c in rated.choices if twins(rated, c, choice) and named.get(c.move)]
        if named.get(choice.move):
            continue
        if choice.move in named or not alike:
            raise RecordError(end, 1, f"no comment on {choice.move}", "a comment on every answer")
        comment = f"The same as {alike[0].move}: the piles are alike. {named[alike[0].move]}"
        others.append(Line("", (Node(choice.move, "", comment),)))
    whole = replace(last, sides=(*last.sides, *others))
    return replace(record, line=Line(record.line.comment, (*before, whole)))
