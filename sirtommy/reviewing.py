"""A review asked for piece by piece: what is known so far travels with the request."""

from bisect import bisect_left
from functools import lru_cache

from sirtommy.branches import Branch, Note, Notes
from sirtommy.errors import RequestError
from sirtommy.game import Game
from sirtommy.hindsight import POSITIONS, next_point
from sirtommy.hint import tally
from sirtommy.playscore import game_score
from sirtommy.record import Line, Node, Record
from sirtommy.report import report_html
from sirtommy.request import MOST, Reply, read_count, read_game, read_lines, read_notes
from sirtommy.review import Review, concluded, decided, rated, searched
from sirtommy.solver import Search
from sirtommy.state import seen

REVIEWED = 32
"""Continuations for each choice in a review."""

LOOKED_AT = POSITIONS
"""Positions that the solver may look at for each point of the game."""

POSITIONS_A_COUNT = 4
"""So many positions are looked at in the time of one continuation of a choice, or fewer."""


def review_reply(request: dict[str, object]) -> Reply:
    """Return one more piece of the review of a game, or the whole of it; see `session`."""
    game = read_game(request)
    record = Record(game.deal, Line("", tuple(Node(step.move) for step in game.played)))
    counts = decided(game.deal, record.line.moves)
    tried = read_count(request, "tried", 0, len(counts) * REVIEWED)
    won, known = _found(request, -(-tried // REVIEWED))
    reply: Reply = {"goal": len(counts) * REVIEWED, "tried": tried}
    if tried < len(counts) * REVIEWED:
        number, done = divmod(tried, REVIEWED)
        count = min(read_count(request, "count", 0, MOST), REVIEWED - done)
        view = seen(game.played[counts[number]].before)
        more = tally(view, done, done + count)
        before = won[number] if done else [0.0] * len(more)
        if len(before) != len(more):
            raise RequestError(UNFIT)
        if count:
            won[number:] = [list(map(sum, zip(before, more, strict=True)))]
        if done + count == REVIEWED:
            # The judgement is worked out here and kept, so that none waits for the last piece.
            rated(view, tuple(won[number]), REVIEWED)
        return reply | {"tried": tried + count, "found": [won, known]}
    verdicts = {int(key): verdict for key, verdict in known.items()}
    point = next_point(verdicts, len(counts))
    if point is not None:
        looked = max(1, read_count(request, "count", 1, MOST)) * POSITIONS_A_COUNT
        solution = _searched(record, point).go_on(looked)
        if solution is not None:
            known[str(point)] = solution.verdict
        return reply | {"found": [won, known]}
    found = concluded(record, tuple(map(tuple, won)), REVIEWED, verdicts)
    places = [bisect_left(game.choices, decision.count) for decision in found.decisions]
    lines, notes = read_lines(request, game), _marked(game, read_notes(request), found)
    return reply | {
        "done": True,
        "say": found.summary[0],
        "more": report_html(found, places),
        "notes": {key: list(note) for key, note in notes.items()},
        "score": game_score(lines, notes),
    }


def _marked(game: Game, notes: Notes, found: Review) -> dict[str, Note]:
    """Return the notes with the glyphs of a review in the place of any that stood in this line."""
    marked = dict(notes)
    branch = Branch(game)
    for decision in found.decisions:
        key = branch.text_at(decision.count)
        comment = marked.get(key, ("", ""))[1]
        if decision.glyph or comment:
            marked[key] = (decision.glyph, comment)
        else:
            marked.pop(key, None)
    return marked


UNFIT = "what is found so far does not fit the game"


@lru_cache(maxsize=4)
def _searched(record: Record, point: int) -> Search:
    """Return the search at a point, where it was left; one that was forgotten begins anew."""
    return searched(record, point, LOOKED_AT)


def _found(request: dict[str, object], begun: int) -> tuple[list[list[float]], dict[str, str]]:
    """Return the tallies so far, one for each choice begun, and the verdicts by point."""
    match request.get("found") or [[], {}]:
        case [list() as won, dict() as known] if len(won) == begun:
            numbers = all(
                isinstance(tallied, list) and all(isinstance(n, int | float) for n in tallied)
                for tallied in won
            )
            points = all(str(point).isdecimal() for point in known)
            if numbers and points and set(known.values()) <= {"won", "lost", "gave up"}:
                return list(won), dict(known)
    raise RequestError(UNFIT)
