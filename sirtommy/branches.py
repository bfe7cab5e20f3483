"""The lines of one table: the one that is played, and those that leave it somewhere.

A line is a whole game from the start; two lines part where their choices do.
What is said of a line is kept by the choices that lead there, as compact text, so that it belongs
to a position and survives whichever line is looked at.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sirtommy.game import Game, open_game
from sirtommy.notation import compact, full_text
from sirtommy.record import Line, Node, Record
from sirtommy.state import Move

Note = tuple[str, str]
"""A glyph and a comment; either may be empty."""

Notes = Mapping[str, Note]
"""What is said, by the choices that lead there; before the first choice, the opening comment."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The line that is played, and others that leave it or each other."""

    main: Game
    sides: tuple[Game, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """A line with those that leave it."""

    game: Game
    first: int = 0
    """The number, from 0, of the first of its moves that belongs to it alone."""
    sides: tuple["Branch", ...] = ()

    def choices_at(self, count: int) -> int:
        """Return how many choices have been made with move number `count`, from 0."""
        return bisect_right(self.game.choices, count)

    def text_at(self, count: int) -> str:
        """Return the choices made with move number `count`, as compact text."""
        return "".join(self.game.tokens[: self.choices_at(count)])


def gathered(main: Game, others: Iterable[Game]) -> Lines:
    """Return the lines without those that say nothing new.

    Where another goes on from the end of `main`, it takes its place.
    """
    sides: list[Game] = []
    for other in others:
        if _begins(main, other):
            main = other
        elif not any(_begins(other, known) for known in sides):
            sides = [*(side for side in sides if not _begins(side, other)), other]
    return Lines(main, tuple(side for side in sides if not _begins(side, main)))


def branched(lines: Lines) -> Branch:
    """Return the lines as a tree; where several leave at one place, the first carries the rest."""
    return _branch(lines.main, lines.sides, 0)


def _branch(game: Game, others: Iterable[Game], first: int) -> Branch:
    groups: dict[tuple[int, str], list[Game]] = {}
    for other in others:
        shared = _shared(game, other)
        groups.setdefault((shared, other.tokens[shared]), []).append(other)
    sides = tuple(
        _branch(side, rest, side.choices[shared]) for (shared, _), (side, *rest) in groups.items()
    )
    return Branch(game, first, sides)


def record_of(lines: Lines, notes: Notes) -> Record:
    """Return the lines as a record, every build written out."""
    branch = branched(lines)
    line = _line(branch, notes)
    return Record(lines.main.deal, Line(_note(notes, "")[1], line.nodes))


def _line(branch: Branch, notes: Notes) -> Line:
    nodes = []
    sides: dict[int, list[Line]] = {}
    for side in branch.sides:
        sides.setdefault(side.first, []).append(_line(side, notes))
    for count in range(branch.first, len(branch.game.played)):
        glyph, comment = "", ""
        if count in branch.game.choices:
            glyph, comment = _note(notes, branch.text_at(count))
        move = branch.game.played[count].move
        nodes.append(Node(move, glyph, comment, tuple(sides.get(count, ()))))
    return Line("", tuple(nodes))


def opened(record: Record) -> tuple[Lines, dict[str, Note]]:
    """Return a record as lines of a table, with what it says of them.

    What is said of a build that the program plays by itself goes to the choice before it.

    Raises:
        RecordError: Never for a record that was parsed: all its moves are legal.
    """
    found: list[tuple[Move, ...]] = []
    said: list[tuple[tuple[Move, ...], str, str]] = []
    _collect(record.line, (), found, said)
    notes: dict[str, Note] = {}
    if record.line.comment:
        notes[""] = ("", record.line.comment)
    for moves, glyph, comment in said:
        key = compact(record.deal, moves)
        known = notes.get(key, ("", ""))
        notes[key] = (known[0] or glyph, " ".join(filter(None, (known[1], comment))))
    games = [open_game(record.deal, full_text(moves)) for moves in found]
    return gathered(games[0], games[1:]), notes


def _collect(
    line: Line,
    before: tuple[Move, ...],
    found: list[tuple[Move, ...]],
    said: list[tuple[tuple[Move, ...], str, str]],
) -> None:
    """Add the line and all that leave it, each as the moves from the start, and what is said."""
    found.append((*before, *line.moves))
    for node in line.nodes:
        after = (*before, node.move)
        if node.glyph or node.comment:
            said.append((after, node.glyph, node.comment))
        for side in node.sides:
            if side.comment:
                said.append(((*before, side.nodes[0].move), "", side.comment))
            _collect(side, before, found, said)
        before = after


def _note(notes: Notes, key: str) -> Note:
    return notes.get(key, ("", ""))


def _shared(one: Game, other: Game) -> int:
    """Return how many choices two lines have in common, from the start."""
    pairs = zip(one.tokens, other.tokens, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), 0)


def _begins(short: Game, long: Game) -> bool:
    """Whether `long` goes on where `short` ends, or is equal to it."""
    return long.tokens[: len(short.tokens)] == short.tokens
