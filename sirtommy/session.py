"""A game played in a page: one request in, one reply out, nothing remembered between them.

A request names the rules, the deal and the moves so far, and asks one thing; the reply is plain
data with the table and the score as HTML and a sentence to speak.
Undo, links, going on from a record and recovery from a crash are all a list of moves.
Lines that were left are texts of moves too: `sides` comes with a request and goes back with the
reply, brought up to date; `notes` holds what a record says of them.

What can be asked (`ask`):

`show`
    the position after the first `at` choices of `moves` (all of them where `at` is left out);
`play`
    the position after `moves` and `move`, with every table on the way in `run`; where that leaves
    the `line` that was on the table, the line becomes a side line;
    an illegal move gives its `objection` and nothing else;
`hint`
    with `level` 0 one pile and one reason at once, where a player answers at once; with 1 the same
    after playing on, in slices: `count` more continuations on top of the `tally` over `tried`,
    until enough are played out and it is `done`; with 2 the chances of every choice, as `marks`
    while they grow;
`warn`
    what is to be said before `move` is played, empty unless it is a blunder;
`review`
    one piece of a review of the whole game: `count` more continuations for a choice, or, once all
    choices are rated, one more position looked at in hindsight; `found` holds what is known so far
    and comes back with more in it, until it is `done`: then there is the report in `more`, and the
    `score` with its glyphs;
`new`
    the number of a new deal and its first position;
`record`
    the game as the text of a record, with every build, its side lines and its notes;
`read`
    the game that the `text` of a record holds, before its first move.

Whatever is wrong with a request comes back as `error`, in a sentence for the reader.
"""

import os

from sirtommy.board import counted, move_words, situation
from sirtommy.branches import Lines, Notes, opened, record_of
from sirtommy.deal import SHORT_NUMBERS, Deal, numbered_deal
from sirtommy.errors import IllegalMoveError, RequestError, SirTommyError, shown
from sirtommy.game import open_game, went_on
from sirtommy.livetable import live_table
from sirtommy.playscore import game_score
from sirtommy.record import parse_record
from sirtommy.request import (
    Reply,
    read_count,
    read_deal,
    read_game,
    read_lines,
    read_move,
    read_notes,
    read_text,
)
from sirtommy.rules import GAMES, TITLES, Rules, parse_rules
from sirtommy.run import Played
from sirtommy.state import Build, moved_card
from sirtommy.to_come import to_come_html


def answer(request: dict[str, object]) -> Reply:
    """Return the reply to a request; never raises for what a reader can cause."""
    try:
        ask = read_text(request, "ask")
        if ask not in _ANSWERS:
            message = f"{shown(ask)} cannot be asked: ask {', '.join(_ANSWERS)}"
            raise RequestError(message)
        return _ANSWERS[ask](request)
    except SirTommyError as error:
        return {"error": str(error)}


def _show(request: dict[str, object]) -> Reply:
    game = read_game(request)
    at = read_count(request, "at", len(game.tokens), len(game.tokens))
    return _reply(read_lines(request, game), read_notes(request), at)


def _play(request: dict[str, object]) -> Reply:
    move = read_move(request)
    deal = read_deal(request)
    line = read_text(request, "line", "")
    try:
        game, run = went_on(deal, read_text(request, "moves", ""), move)
    except IllegalMoveError as error:
        return {"objection": str(error)}
    lines = read_lines(request, game, open_game(deal, line))
    reply = _reply(lines, read_notes(request), len(game.tokens))
    reply["did"] = _told(run)
    reply["run"] = [live_table(step.after, moved_card(step.before, step.move)) for step in run[:-1]]
    return reply


def _new(request: dict[str, object]) -> Reply:
    rules = parse_rules(read_text(request, "rules"))
    number = int.from_bytes(os.urandom(8), "big") % SHORT_NUMBERS
    return _reply(Lines(open_game(numbered_deal(rules, number), "")), {}, 0)


def _read(request: dict[str, object]) -> Reply:
    record = parse_record(read_text(request, "text"))
    lines, notes = opened(record)
    reply = _reply(lines, notes, 0)
    if record.title:
        reply["did"] = f"“{record.title}” is on the table."
    return reply


def _record(request: dict[str, object]) -> Reply:
    lines = read_lines(request, read_game(request))
    return {"record": str(record_of(lines, read_notes(request)))}


# A board is live before anybody asks for advice, so what advises is loaded when it is first asked.


def _hint(request: dict[str, object]) -> Reply:
    from sirtommy.hinting import hint_reply  # noqa: PLC0415

    return hint_reply(request)


def _warn(request: dict[str, object]) -> Reply:
    from sirtommy.hinting import warn_reply  # noqa: PLC0415

    return warn_reply(request)


def _review(request: dict[str, object]) -> Reply:
    from sirtommy.reviewing import review_reply  # noqa: PLC0415

    return review_reply(request)


def _reply(lines: Lines, notes: Notes, at: int) -> Reply:
    """Return the position after `at` choices of a game, with the score of the whole game."""
    game = lines.main
    state = game.state_at(at)
    count = game.moves_at(at)
    moved = None
    if count:
        last = game.played[count - 1]
        moved = moved_card(last.before, last.move)
    return {
        "rules": str(game.deal.rules),
        "deal": str(game.deal),
        "title": title(game.deal),
        "tokens": list(game.tokens),
        "at": at,
        "sides": [side.text for side in lines.sides],
        "notes": {key: list(note) for key, note in notes.items()},
        "table": live_table(state, moved),
        "score": game_score(lines, notes),
        "now": situation(state),
        "over": "won" if state.won else "lost" if state.lost else "",
        "up": state.built,
        "cards": state.rules.cards,
        "counts": to_come_html(state),
        "send": f"{_named(game.deal)}: {state.built} up. You?",
    }


def _named(deal: Deal) -> str:
    return "This deal" if deal.number is None else f"Deal {deal.number}"


_ANSWERS = {
    "show": _show,
    "play": _play,
    "hint": _hint,
    "warn": _warn,
    "review": _review,
    "new": _new,
    "record": _record,
    "read": _read,
}


def title(deal: Deal) -> str:
    """Return a deal as a heading names it: "Sir Tommy, deal 17"."""
    number = "a listed deal" if deal.number is None else f"deal {deal.number}"
    return f"{TITLES[deal.rules.name]}, {number}{_settings(deal.rules)}"


def _settings(rules: Rules) -> str:
    """Return in what a game differs from its name, in words: " (15 cards, 3 piles)"."""
    usual = GAMES[rules.name]
    words = []
    if rules.cards != usual.cards:
        words.append(f"{rules.cards} cards")
    if rules.piles != usual.piles:
        words.append(counted(rules.piles, "pile"))
    if rules.forced != usual.forced:
        words.append("forced play")
    return f" ({', '.join(words)})" if words else ""


def _told(run: tuple[Played, ...]) -> str:
    """Return moves in a sentence for each: what was laid, then what went up."""
    words = [move_words(moved_card(step.before, step.move), step.move) for step in run]
    first = words[0][0].upper() + words[0][1:]
    if len(words) == 1:
        return f"{first}."
    if isinstance(run[0].move, Build):
        return f"{first}, then {', '.join(words[1:])}."
    rest = ", ".join(words[1:])
    return f"{first}. {rest[0].upper()}{rest[1:]}."
