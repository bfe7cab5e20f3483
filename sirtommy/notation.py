"""Moves as text: in full for records, compact for links.

Full text writes every build (`5H/2 AS^ 2^`) and restores the exact order.
Compact text has one sign a choice and leaves out what `run.automatic` plays; it restores the
position, which is equal in ranks even where a run of builds was played in another order.

In forced play a digit is the pile that takes the turned card or, in a run, the pile whose top
goes next.
In optional play a digit lays the turned card, and the letters a to i build the top of pile 1 to 9,
since both may be possible at once.
`^` builds the turned card.
A digit after `^` or a letter, and in a forced run after the pile's digit, names the foundation;
it stands exactly where two different foundations would take the card.
"""

import re
from dataclasses import replace

from sirtommy.cards import parse_card
from sirtommy.deal import Deal
from sirtommy.errors import RecordError, shown
from sirtommy.run import automatic, settle
from sirtommy.state import (
    Build,
    BuildTop,
    BuildTurned,
    Lay,
    Move,
    State,
    objection,
    plain,
    play,
    start,
)

MOVE = re.compile(
    r"(?P<lay>[A2-9TJQK][SHDC])/(?P<pile>[1-9])"
    r"|(?P<turned>[A2-9TJQK][SHDC])\^(?P<base>[1-9]?)"
    r"|(?P<top>[1-9])\^(?P<target>[1-9]?)"
)
"""One move in full text."""

FULL_SIGNS = re.compile(r"[SHDC/\s]")
"""What only full text contains."""

_DIGITS = "123456789"
_TOPS = "abcdefghi"


def parse_move(match: re.Match[str]) -> Move:
    """Return the move that a match of `MOVE` writes."""
    if match["lay"]:
        return Lay(parse_card(match["lay"]), int(match["pile"]))
    if match["turned"]:
        return BuildTurned(parse_card(match["turned"]), _number(match["base"]))
    return BuildTop(int(match["top"]), _number(match["target"]))


def full_text(moves: tuple[Move, ...]) -> str:
    """Return the moves as records write them, with spaces between."""
    return " ".join(map(str, moves))


def parse_moves(deal: Deal, text: str) -> tuple[Move, ...]:
    """Return the legal moves that `text` writes, in full or compact; all builds are included.

    Full text names cards, so a capital suit letter, a stroke or a space tells it from compact.

    Raises:
        RecordError: A sign that is no move, or a move that is not legal, with its place.
    """
    if FULL_SIGNS.search(text.strip()):
        return _read_full(start(deal), text)
    return _read_compact(start(deal), text.strip())


def compact(deal: Deal, moves: tuple[Move, ...]) -> str:
    """Return the choices among legal `moves` as one run of signs, for links.

    Where a run that ends alike in any order was played in another order than the program's, the
    piles may have changed places: later signs are renumbered, so that the position is restored
    up to the places of the piles and the suits.
    """
    actual = copy = start(deal)
    places = tuple(range(1, deal.rules.piles + 1))
    ahead = False
    signs = []
    for played in moves:
        move = plain(actual, played)
        if not ahead:
            same = _moved_to(move, places)
            own = automatic(copy)
            if own is None:
                signs.append(compact_sign(copy, same))
            if own is None or own == same:
                copy = play(copy, same)
            else:
                copy = _run_end(copy)
                ahead = True
        actual = play(actual, played)
        if ahead and (actual.turned or actual.over):
            places = _places(actual, copy)
            ahead = False
    return "".join(signs)


def error_at(text: str, place: int, found: str, expected: str) -> RecordError:
    """Return the error for what stands at offset `place` of `text`."""
    line = text.count("\n", 0, place) + 1
    column = place - (text.rfind("\n", 0, place) + 1) + 1
    return RecordError(line, column, found, expected)


def _read_full(state: State, text: str) -> tuple[Move, ...]:
    moves = []
    for token in re.finditer(r"\S+", text):
        match = MOVE.fullmatch(token[0])
        if match is None:
            raise error_at(text, token.start(), shown(token[0]), "a move such as 5H/2, AS^ or 2^")
        move = parse_move(match)
        reason = objection(state, move)
        if reason is not None:
            raise error_at(text, token.start(), shown(token[0]), f"a legal move: {reason}")
        moves.append(plain(state, move))
        state = play(state, move)
    return tuple(moves)


def _read_compact(state: State, text: str) -> tuple[Move, ...]:
    moves = []
    place = 0
    while True:
        for played in settle(state):
            moves.append(played.move)
            state = played.after
        if place == len(text):
            return tuple(moves)
        move, length = _read_sign(state, text, place)
        reason = objection(state, move)
        if reason is not None:
            raise error_at(text, place, shown(text[place]), f"a legal move: {reason}")
        moves.append(move)
        state = play(state, move)
        place += length


def _read_sign(state: State, text: str, place: int) -> tuple[Move, int]:
    """Return the move that the sign at `place` writes, and how many characters it takes."""
    sign = text[place]
    forced = state.rules.forced
    move: Build
    if sign == "^" and state.turned:
        rank = state.turned.rank
        move = BuildTurned(state.turned)
    elif sign in _DIGITS and (state.turned if forced else True):
        if state.turned is None:
            raise error_at(text, place, shown(sign), "a letter: no card is turned to be laid")
        return Lay(state.turned, int(sign)), 1
    elif sign in (_DIGITS if forced else _TOPS):
        pile = (_DIGITS if forced else _TOPS).index(sign) + 1
        if pile > len(state.piles) or not state.piles[pile - 1]:
            return BuildTop(pile), 1
        rank = state.piles[pile - 1][-1].rank
        move = BuildTop(pile)
    else:
        expected = "the number of a pile" + ("" if forced else ", ^ or a letter from a to i")
        raise error_at(text, place, shown(sign), expected)
    if len(state.fitting(rank)) < 2:
        return move, 1
    named = text[place + 1 : place + 2]
    if named not in _DIGITS or not named:
        found = shown(named) if named else "the end"
        raise error_at(text, place + 1, found, "the number of the foundation it goes to")
    return replace(move, foundation=int(named)), 2


def _run_end(state: State) -> State:
    """Return the position at the end of a run that plays itself, with the next card turned."""
    move = automatic(state)
    while move is not None:
        state = play(state, move)
        move = None if state.turned else automatic(state)
    return state


def _moved_to(move: Move, places: tuple[int, ...]) -> Move:
    """Return `move` with its pile renumbered: pile n of the one table is `places[n - 1]`."""
    if isinstance(move, Lay):
        return Lay(move.card, places[move.pile - 1])
    if isinstance(move, BuildTop):
        return BuildTop(places[move.pile - 1], move.foundation)
    return move


def _places(actual: State, copy: State) -> tuple[int, ...]:
    """Return for each pile of `actual` the number of the pile of `copy` that is equal in ranks."""
    free = list(range(1, len(copy.piles) + 1))
    places = []
    for pile in actual.piles:
        ranks = [card.rank for card in pile]
        equal = next(n for n in free if [card.rank for card in copy.piles[n - 1]] == ranks)
        free.remove(equal)
        places.append(equal)
    return tuple(places)


def compact_sign(state: State, move: Move) -> str:
    """Return the compact sign of a legal move that the program does not play by itself."""
    if isinstance(move, Lay):
        return str(move.pile)
    if isinstance(move, BuildTop):
        pile = str(move.pile) if state.rules.forced else _TOPS[move.pile - 1]
        return f"{pile}{move.foundation or ''}"
    return f"^{move.foundation or ''}"


def _number(digit: str) -> int | None:
    return int(digit) if digit else None
