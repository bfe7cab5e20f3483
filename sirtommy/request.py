"""What a request of a page holds, read with care: every fault is a sentence."""

from sirtommy.branches import Lines, Note, gathered
from sirtommy.deal import Deal, parse_deal
from sirtommy.errors import RequestError, shown
from sirtommy.game import Game, open_game
from sirtommy.notation import MOVE, parse_move, parse_moves
from sirtommy.rules import parse_rules
from sirtommy.run import settled
from sirtommy.state import Move, State, play, start

Reply = dict[str, object]

MOST = 1000
"""No request may ask for more continuations than this."""

SIDES = 24
"""So many side lines are kept, those that were left last."""


def read_text(request: dict[str, object], name: str, default: str | None = None) -> str:
    """Return a text of the request; raises RequestError where it has none and no default."""
    value = request.get(name, default)
    if not isinstance(value, str):
        message = f"the request has no {name}" if value is None else f"{name} is not a text"
        raise RequestError(message)
    return value


def read_count(request: dict[str, object], name: str, default: int, most: int) -> int:
    """Return a number of the request from 0 to `most`; raises RequestError."""
    value = request.get(name, default)
    if not isinstance(value, int) or not 0 <= value <= most:
        message = f"{name}={value} is out of range: it goes from 0 to {most}"
        raise RequestError(message)
    return value


def read_move(request: dict[str, object]) -> Move:
    """Return the move of the request, legal or not; raises RequestError where it is none."""
    text = read_text(request, "move")
    match = MOVE.fullmatch(text)
    if match is None:
        message = f"{shown(text)} is not a move: write it like 5H/2, AS^ or 2^"
        raise RequestError(message)
    return parse_move(match)


def read_deal(request: dict[str, object]) -> Deal:
    """Return the deal of the request; raises an error of its own where it is none."""
    rules = parse_rules(read_text(request, "rules", "sir-tommy"))
    return parse_deal(rules, read_text(request, "deal"))


def read_position(request: dict[str, object]) -> State:
    """Return where the moves of the request lead, with all that the program plays then."""
    deal = read_deal(request)
    state = start(deal)
    for move in parse_moves(deal, read_text(request, "moves", "")):
        state = play(state, move)
    return settled(state)


def read_game(request: dict[str, object]) -> Game:
    """Return the game of the request."""
    return open_game(read_deal(request), read_text(request, "moves", ""))


def read_lines(request: dict[str, object], main: Game, *more: Game) -> Lines:
    """Return `main` with the side lines of the request and `more`, the oldest left out."""
    texts = request.get("sides", [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        message = "sides is not a list of texts"
        raise RequestError(message)
    sides = [*(open_game(main.deal, text) for text in texts[-SIDES:]), *more]
    return gathered(main, sides[-SIDES:])


def read_notes(request: dict[str, object]) -> dict[str, Note]:
    """Return what is said of the lines, by the choices that lead there."""
    notes = request.get("notes", {})
    if isinstance(notes, dict) and all(
        isinstance(note, list) and len(note) == 2 and all(isinstance(part, str) for part in note)
        for note in notes.values()
    ):
        return {str(key): (note[0], note[1]) for key, note in notes.items()}
    message = "notes is not a glyph and a comment for each place"
    raise RequestError(message)
