"""The frames of a puzzle: the position asked about, and one for each answer."""

from dataclasses import dataclass, replace

from sirtommy.asking import turning, unturned
from sirtommy.board import situation
from sirtommy.cards import RANK_NAMES, RANKS
from sirtommy.drill import Drill
from sirtommy.frames import Frame, Part, Step, Walk, walk
from sirtommy.notation import full_text
from sirtommy.phrases import a_rank
from sirtommy.record import Record
from sirtommy.state import State, play, start

FACE_DOWN = "The next card is still face down."
"""What is said of a position in which a rank is waited for."""


@dataclass(frozen=True, slots=True)
class Worded:
    """An answer in words."""

    shown: str
    """What its button shows."""
    name: str
    """What its button is called."""
    head: str
    chance: str
    comment: str
    right: bool
    state: State
    """The position that is shown with it."""


def worded(drill: Drill) -> tuple[Worded, ...]:
    """Return the answers of a drill whose answers are words."""
    found = []
    for reply in drill.replies:
        word = str(reply.answer)
        if drill.question == "rank":
            rank = RANKS.index(word) + 1
            shown = "10" if word == "T" else word
            name, head = RANK_NAMES[rank - 1], a_rank(rank).capitalize()
            state = turning(drill.state, rank)
        else:
            shown = name = head = word.capitalize()
            state = drill.state
        found.append(Worded(shown, name, head, reply.chance, reply.comment, reply.right, state))
    return tuple(found)


def walk_of_words(record: Record, answers: tuple[Worded, ...], *, hidden: bool) -> Walk:
    """Return the frames of a question that is answered by a word.

    `hidden` says that the card that waits is not shown.
    """
    state = _at_end(record)
    home = unturned(state) if hidden else state
    turned = FACE_DOWN if hidden or not state.turned else f"Turned: {state.turned.name}."
    frames = [
        Frame(start(record.deal)),
        Frame(home, before=full_text(record.line.moves), asked=turned),
    ]
    steps = []
    for answer in answers:
        frame = Frame(answer.state, 1, None, answer.state.turned if hidden else None)
        said = situation(answer.state) if hidden else turned
        frames.append(replace(frame, asked=said))
        steps.append(Step(0, (len(frames) - 1,), "", answer.comment))
    return Walk(frames, Part(record.line.comment, tuple(steps)))


def walk_of_moves(record: Record) -> Walk:
    """Return the frames of a puzzle that is answered by moves: its last and that one's sides.

    The way to the question is one frame, since it is not stepped through.
    """
    walked = walk(record)
    played = walked.main.steps[-1]
    home = walked.frames[played.frames[0]].parent
    kept = [walked.frames[0]]
    if home:
        before = full_text(record.line.moves[:-1])
        kept.append(Frame(walked.frames[home].state, before=before))
    asked = len(kept) - 1
    answers = []
    for step in (played, *(side.steps[0] for side in played.sides)):
        parent = asked
        numbers = []
        for number in step.frames:
            kept.append(replace(walked.frames[number], parent=parent))
            parent = len(kept) - 1
            numbers.append(parent)
        answers.append(replace(step, frames=tuple(numbers), sides=()))
    return Walk(kept, Part(walked.main.comment, tuple(answers)))


def _at_end(record: Record) -> State:
    state = start(record.deal)
    for move in record.line.moves:
        state = play(state, move)
    return state
