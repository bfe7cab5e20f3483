"""A record taken apart for reading: one frame for every position, steps, lines beside lines.

Frames are numbered: 0 is the start, then the main line, then the side lines in reading order.
`bundle` turns them into plain data that a page keeps to step through a game without the engine.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sirtommy.board import View, move_sign, move_words, pile_move, situation, table
from sirtommy.cards import Card
from sirtommy.deal import Deal
from sirtommy.record import Line, Record, steps
from sirtommy.state import Move, State, moved_card, objection, play, start


@dataclass(frozen=True, slots=True)
class Frame:
    """One position of a record and the move that led to it from frame `parent`."""

    state: State
    parent: int = 0
    move: Move | None = None
    card: Card | None = None
    """The card that `move` moved."""
    stop: bool = True
    """Whether a step ends here."""
    before: str = ""
    """The moves from the start to here, where they are not frames of their own."""
    asked: str = ""
    """What is said of the position where it is not for the player to decide something."""

    @property
    def now(self) -> str:
        """What stands on the table, in words."""
        return self.asked or situation(self.state)

    @property
    def did(self) -> str:
        """The move in words; empty at the start."""
        return move_words(self.card, self.move) if self.move and self.card else ""

    @property
    def sign(self) -> str:
        """The move in signs; empty at the start."""
        return move_sign(self.card, self.move) if self.move and self.card else ""


@dataclass(frozen=True, slots=True)
class Step:
    """One turned card with all that follows from it, and what is said of it."""

    number: int
    """Which card of the stock is on its way, from 1."""
    frames: tuple[int, ...]
    """Its frames; the last is where it ends."""
    glyph: str = ""
    comment: str = ""
    sides: tuple["Part", ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A line of a record in steps, with what is said before the first."""

    comment: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(slots=True)
class Walk:
    """All frames of a record, and its main line in steps."""

    frames: list[Frame] = field(default_factory=list)
    main: Part = Part()

    @property
    def last(self) -> Frame:
        """The final position of the main line."""
        return self.frames[self.main.steps[-1].frames[-1]] if self.main.steps else self.frames[0]


def walk(record: Record) -> Walk:
    """Return the frames and steps of a record."""
    walked = Walk([Frame(start(record.deal))])
    walked.main = _part(record.line, 0, walked.frames)
    return walked


def path(frames: list[Frame], number: int) -> tuple[Move, ...]:
    """Return the moves that lead to frame `number` from the start."""
    moves: list[Move] = []
    while (move := frames[number].move) is not None:
        moves.append(move)
        number = frames[number].parent
    return tuple(reversed(moves))


def deepest(frames: list[Frame]) -> int:
    """Return how many cards the deepest pile of any frame has."""
    return max(len(pile) for frame in frames for pile in frame.state.piles)


def bundle(deal: Deal, walked: Walk) -> dict[str, object]:
    """Return what a page needs to step through the frames, as plain data.

    `parts` holds each piece of HTML once; a frame lists the numbers of its pieces.
    """
    shared: dict[str, int] = {}
    ends = dict(_step_ends(walked.main))
    children: dict[int, dict[str, int]] = {}
    for number, frame in enumerate(walked.frames):
        if frame.move:
            children.setdefault(frame.parent, {}).setdefault(
                str(frame.move), ends.get(number, number)
            )
    depth = deepest(walked.frames)
    packed = []
    for number, frame in enumerate(walked.frames):
        view = View(live=not frame.asked, depth=depth, moved=frame.card)
        item: dict[str, object] = {
            "parts": [shared.setdefault(part, len(shared)) for part in table(frame.state, view)],
            "now": frame.now,
        }
        if number:
            item |= {"from": frame.parent, "move": frame.before or str(frame.move or "")}
        if frame.move:
            item["did"] = frame.did
        if frame.stop:
            item["stop"] = True
        if frame.before and not frame.asked:
            item["no"] = dict(_objections(frame.state))
        if number in children:
            item["next"] = children[number]
        packed.append(item)
    return {
        "deal": str(deal),
        "rules": str(deal.rules),
        "parts": list(shared),
        "frames": packed,
    }


def _part(line: Line, parent: int, frames: list[Frame]) -> Part:
    """Add the frames of `line`, played from frame `parent`, and return it in steps."""
    state = frames[parent].state
    said = {count for count, node in enumerate(line.nodes, 1) if node.comment}
    branching = {count for count, node in enumerate(line.nodes) if node.sides}
    ends = steps(state, line.moves, frozenset(said | branching))
    first = len(frames)
    for count, node in enumerate(line.nodes, 1):
        card = moved_card(state, node.move)
        state = play(state, node.move)
        frames.append(Frame(state, parent, node.move, card, count in ends))
        parent = len(frames) - 1
    built = []
    begin = 0
    for end in ends:
        nodes = line.nodes[begin:end]
        numbers = tuple(range(first + begin, first + end))
        before = frames[frames[numbers[0]].parent].state
        sides = tuple(
            _part(side, frames[number].parent, frames)
            for node, number in zip(nodes, numbers, strict=True)
            for side in node.sides
        )
        comment = " ".join(node.comment for node in nodes if node.comment)
        glyph = next((node.glyph for node in nodes if node.glyph), "")
        built.append(Step(cards_turned(before), numbers, glyph, comment, sides))
        begin = end
    return Part(line.comment, tuple(built))


def cards_turned(state: State) -> int:
    """Return how many cards of the stock have been turned."""
    laid_out = len(state.rules.steps)
    return state.rules.cards - laid_out - len(state.stock)


def _objections(state: State) -> Iterator[tuple[str, str]]:
    """Yield each pile's move that is not allowed, with why."""
    for number in range(1, len(state.piles) + 1):
        move = pile_move(state, number)
        why = objection(state, move)
        if why:
            yield str(move), why


def _step_ends(part: Part) -> Iterator[tuple[int, int]]:
    """Yield the first frame of every step with the frame at which it ends."""
    for step in part.steps:
        yield step.frames[0], step.frames[-1]
        for side in step.sides:
            yield from _step_ends(side)
