r"""Drills: a question about a position, with what is to be said of every answer to it.

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

After the drill's own headers and a blank line stands a record; its opening comment is the question,
where the usual one does not do.
Every answer has a comment; of piles that are alike one is enough.

The questions `pile`, `top` and, where builds may wait, `build` are answered by a move.
The record's last move and that move's side lines are the answers, the first one right.
`rates` holds the wins of every choice over the first `budget` continuations, so that nothing has to
be played out when a page is made: right is every choice whose interval reaches the best one's.

The questions `lost` and `rank` are answered by a word, and the record ends where they are asked.
Their answers are lines of the head: `yes: ...` and `no: ...`, or `5: ...` and `8 9 T: ...`, where
ranks of which the same is to be said share a line. `ladder` tells how many of the four players that
grade drills answer right.
For `lost`, `rates` holds the wins of every choice; "yes" is right where a proof says so, and where
"no" is, `order` names a continuation that is won, and it is played out as the proof.
For `rank`, `rates` holds for each rank still to be turned (the waiting card's too, which the reader
does not see) the wins of the best choice once that rank is turned::

    rates: A 12.5, 5 60.25, 8 30, 9 30, T 31.5
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sirtommy.asking import (
    LADDER,
    QUESTIONS,
    WORDED,
    accepted,
    best_ranks,
    ladder_of,
    unseen_ranks,
    winning_order,
)
from sirtommy.cards import RANKS
from sirtommy.commentary import chances
from sirtommy.drill_head import MORE, Head, parse_head
from sirtommy.errors import RecordError, RequestError
from sirtommy.facts import HEADINGS
from sirtommy.hint import CONTINUATIONS_LIMIT, Hint, choices, conclude
from sirtommy.kernel import move_of
from sirtommy.phrases import share_phrase
from sirtommy.record import Line, Node, Record, parse_record
from sirtommy.run import automatic
from sirtommy.scene import twins
from sirtommy.state import BuildTop, Lay, Move, State, plain, play, seen, start

THEMES = frozenset(HEADINGS.values())
"""The themes are the headings of the strategy pages, by anchor."""

GRADES = {4: "easy", 3: "easy", 2: "medium", 1: "hard", 0: "hard"}
"""The grade by how many of `LADDER` answer right."""

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_BUDGET = re.compile(r"[1-9][0-9]{0,6}")
_LADDER = re.compile(f"[0-{len(LADDER)}]")
_ORDER = re.compile(r"0|[1-9][0-9]{0,8}")
_RATE = re.compile(r"(\S+) ([0-9]+(?:\.[0-9]+)?)")


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer and what is said of it."""

    answer: Move | str
    """A move, or "yes", "no", or a rank letter."""
    right: bool
    chance: str
    """Whether it is right, and how the odds stand, in words."""
    comment: str


@dataclass(frozen=True, slots=True)
class Drill:
    """A question about a position, with its answers."""

    id: str
    """It outlives changes to the text and to the order of drills."""
    theme: str
    question: str
    hint: str
    """A nudge, before the solution is looked at."""
    budget: int
    record: Record
    """It ends with the right answer, all others beside it; or where a worded question is asked."""
    rates: Mapping[str, float]
    """The stored wins by move or by rank letter."""
    replies: tuple[Reply, ...]
    """What is said of every answer; moves stand in the record's order, words in the question's."""
    ladder: int
    """How many players of `LADDER` get it right."""

    @property
    def answers(self) -> tuple[Move | str, ...]:
        """All answers."""
        return tuple(reply.answer for reply in self.replies)

    @property
    def accepted(self) -> frozenset[Move | str]:
        """The answers that are right."""
        return frozenset(reply.answer for reply in self.replies if reply.right)

    @property
    def state(self) -> State:
        """The position asked about."""
        return decision(self.record, self.question)

    @property
    def grade(self) -> str:
        """Easy, medium or hard, by how many players of `LADDER` get it right."""
        return GRADES[self.ladder]


def decision(record: Record, question: str = "pile") -> State:
    """Return the position asked about: before the last move of a record, or at its end."""
    state = start(record.deal)
    nodes = record.line.nodes
    for node in nodes if question in WORDED else nodes[:-1]:
        state = play(state, node.move)
    return state


def parse_drill(text: str) -> Drill:
    """Return the drill that `text` writes.

    Raises:
        RecordError: The first fault, with line, column, what was found and what was expected.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    above, _, body = text.partition("\n\n")
    head = parse_head(above)
    try:
        record = parse_record(body)
    except RecordError as error:
        line = error.line + above.count("\n") + 2
        raise RecordError(line, error.column, error.found, error.expected) from None
    end = text.rstrip().count("\n") + 1
    if not record.line.nodes:
        raise RecordError(end, 1, "no move", "the moves that lead to a question")
    question = head.one_of("question", QUESTIONS)
    state = decision(record, question)
    if question == "lost":
        replies = _of_verdict(head, state, end)
    elif question == "rank":
        replies = _of_ranks(head, state, end)
    else:
        record, replies = _of_moves(head, record, end)
    right = frozenset(reply.answer for reply in replies if reply.right)
    return Drill(
        head.matching("id", _ID, "an id such as king-to-the-empty-pile"),
        head.one_of("theme", sorted(THEMES)),
        question,
        head["hint"],
        _budget(head),
        record,
        _rates(head),
        replies,
        int(head["ladder"]) if question in WORDED else ladder_of(state, question, right, 1),
    )


def _budget(head: Head) -> int:
    return int(head.matching("budget", _BUDGET, f"1 to {CONTINUATIONS_LIMIT}"))


def _rates(head: Head) -> dict[str, float]:
    """Return the stored wins by move or by rank letter."""
    wins: dict[str, float] = {}
    for part in head["rates"].split(", "):
        match = _RATE.fullmatch(part)
        if match is None:
            head.wrong("rates", "a move and its wins, as KH/4 9.5, with commas between")
        wins[match[1]] = float(match[2])
    return wins


def _rated(head: Head, state: State) -> Hint:
    """Return the choices of `state` rated by the stored wins."""
    wins = _rates(head)
    here = seen(state)
    moves = [str(move_of(here, code)) for code in choices(here)]
    if set(wins) != set(moves):
        head.wrong("rates", f"wins of {', '.join(moves)}")
    try:
        return conclude(here, tuple(wins[move] for move in moves), _budget(head))
    except RequestError as error:
        head.wrong("rates", str(error))


def _of_moves(head: Head, record: Record, end: int) -> tuple[Record, tuple[Reply, ...]]:
    """Return the record with every legal answer, and what is said of each."""
    question, state = head["question"], decision(record)
    head.refuse(f"none where the question is {question}", *MORE)
    head.worded(())
    move = record.line.nodes[-1].move
    kinds: dict[str, type[Move]] = {"pile": Lay, "top": BuildTop}
    fits = isinstance(move, kinds[question]) if question in kinds else not state.rules.forced
    if automatic(state) is not None or not fits:
        raise RecordError(end, 1, str(move), f"a choice that answers {QUESTIONS[question]!r}")
    rated = _rated(head, state)
    right = accepted(rated)
    if move not in right:
        raise RecordError(end, 1, str(move), f"the best answer first: {rated.best.move}")
    whole = _whole(record, rated, end)
    phrases = {plain(state, chance.move): chance.phrase for chance in chances(rated)}
    last = whole.line.nodes[-1]
    return whole, tuple(
        Reply(
            node.move,
            node.move in right,
            f"{_verdict(node.move in right)}, {phrases[node.move]}",
            node.comment,
        )
        for node in (last, *(side.nodes[0] for side in last.sides))
    )


def _of_verdict(head: Head, state: State, end: int) -> tuple[Reply, ...]:
    """Return what is said of "yes" and of "no" to the question whether the game is lost."""
    _worded(head, ("yes", "no"))
    if state.over or automatic(state) is not None:
        raise RecordError(end, 1, "no choice", "a position in which the player has to choose")
    rated = _rated(head, state)
    lost = rated.best.lost
    if lost:
        head.refuse("none where the game is proved lost", "order")
        why = "right, proved"
    else:
        head.need("order")
        order = int(head.matching("order", _ORDER, "the number of a continuation"))
        if winning_order(state, (order,)) is None:
            head.wrong("order", "a continuation that is won")
        why = f"right, {share_phrase(rated.best.won, rated.best.tried)}"
    return tuple(
        Reply(word, right, why if right else "not so", head.answers[word][1])
        for word, right in (("yes", lost), ("no", not lost))
    )


def _of_ranks(head: Head, state: State, end: int) -> tuple[Reply, ...]:
    """Return what is said of each rank that may be turned next."""
    if state.turned is None:
        raise RecordError(end, 1, "no card to turn", "a position in which a card is turned next")
    head.refuse("none where the question is rank", "order")
    letters = tuple(RANKS[rank - 1] for rank in unseen_ranks(state))
    _worded(head, letters)
    stored, budget = _rates(head), _budget(head)
    if set(stored) != set(letters):
        head.wrong("rates", f"wins of {', '.join(letters)}")
    if not all(won <= budget for won in stored.values()):
        head.wrong("rates", f"at most {budget} wins")
    best = best_ranks(stored, budget)
    return tuple(
        Reply(
            letter,
            letter in best,
            f"{_verdict(letter in best)}, {share_phrase(stored[letter], budget)}",
            head.answers[letter][1],
        )
        for letter in letters
    )


def _verdict(right: bool) -> str:  # noqa: FBT001
    return "right" if right else "not the best"


def _worded(head: Head, words: tuple[str, ...]) -> None:
    """Check what drills with worded answers have in their head."""
    head.need("ladder")
    head.matching("ladder", _LADDER, f"0 to {len(LADDER)}")
    head.worded(words)


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
