"""A game played in a page: one request in, one reply out, nothing remembered between them.

A request names the rules, the deal and the moves so far, and asks one thing; the reply is plain
data with the table and the score as HTML and a sentence to speak.
Undo, links, going on from a record and recovery from a crash are all a list of moves.

What can be asked (`ask`):

`show`
    the position after the first `at` choices of `moves` (all of them where `at` is left out);
`play`
    the position after `moves` and `move`, with every table on the way in `run`;
    an illegal move gives its `objection` and nothing else;
`hint`
    one slice of a hint: `count` more continuations on top of the `tally` over `tried`;
    once enough are played out it is `done` and says one pile and one reason, or with `level` 2
    the chances of every choice;
`review`
    one piece of a review of the whole game: `count` more continuations for a choice, or, once all
    choices are rated, one more position looked at in hindsight; `found` holds what is known so far
    and comes back with more in it, until it is `done`: then there is the report in `more`, and the
    `score` with its glyphs;
`new`
    the number of a new deal and its first position;
`record`
    the game as the text of a record, with every build.

Whatever is wrong with a request comes back as `error`, in a sentence for the reader.
"""

import os

from sirtommy.board import Mark, View, counted, escape, move_words, situation, table
from sirtommy.commentary import advise, chances
from sirtommy.deal import SHORT_NUMBERS, Deal, numbered_deal
from sirtommy.errors import IllegalMoveError, RequestError, SirTommyError, shown
from sirtommy.game import Game, open_game, went_on
from sirtommy.hint import CONTINUATIONS, QUICK, Hint, choices, conclude, player_for, tally
from sirtommy.notation import MOVE, parse_move, parse_moves
from sirtommy.phrases import listed, pile_names
from sirtommy.record import Line, Node, Record
from sirtommy.report import game_score
from sirtommy.request import MOST, Reply, read_count, read_deal, read_game, read_text
from sirtommy.reviewing import review_reply
from sirtommy.rules import GAMES, TITLES, Rules, parse_rules
from sirtommy.run import Played, settled
from sirtommy.state import (
    Build,
    BuildTop,
    Lay,
    Move,
    State,
    moved_card,
    play,
    seen,
    start,
)
from sirtommy.to_come import to_come_html

ROOM = 8
"""Room is kept for piles of this many cards, fewer where the pack has fewer for each pile, so that
the page below seldom moves."""


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
    return _reply(game, read_count(request, "at", len(game.tokens), len(game.tokens)))


def _play(request: dict[str, object]) -> Reply:
    text = read_text(request, "move")
    match = MOVE.fullmatch(text)
    if match is None:
        message = f"{shown(text)} is not a move: write it like 5H/2, AS^ or 2^"
        raise RequestError(message)
    try:
        game, run = went_on(read_deal(request), read_text(request, "moves", ""), parse_move(match))
    except IllegalMoveError as error:
        return {"objection": str(error)}
    reply = _reply(game, len(game.tokens))
    reply["did"] = _told(run)
    reply["run"] = [
        "".join(
            table(
                step.after,
                View(live=True, depth=_room(step.after), moved=moved_card(step.before, step.move)),
            )
        )
        for step in run[:-1]
    ]
    return reply


def _hint(request: dict[str, object]) -> Reply:
    deal = read_deal(request)
    state = settled(_after(deal, parse_moves(deal, read_text(request, "moves", ""))))
    if state.over:
        message = f"There is nothing to choose. {situation(state)}"
        raise RequestError(message)
    view = seen(state)
    level = read_count(request, "level", 1, 2)
    player = player_for(deal.rules)
    goal = QUICK[player] if level < 2 else CONTINUATIONS[player]
    tried = read_count(request, "tried", 0, CONTINUATIONS[player])
    count = max(0, min(read_count(request, "count", 0, MOST), goal - tried))
    known = _tally(request, len(choices(view)))
    more = tally(view, tried, tried + count)
    won = tuple(map(sum, zip(known, more, strict=True)))
    reply: Reply = {"tally": list(won), "tried": tried + count, "goal": goal}
    if tried + count < goal:
        return reply
    rated = conclude(view, won, tried + count)
    found = _reason(rated, request) if level < 2 else _chances(rated)
    marks = found.pop("marks")
    drawn = table(state, View(live=True, depth=_room(state), marks=marks))  # type: ignore[arg-type]
    return reply | found | {"done": True, "table": "".join(drawn)}


def _tally(request: dict[str, object], size: int) -> list[float]:
    """Return the tally so far: how often each choice has won."""
    known = request.get("tally") or [0] * size
    if (
        not isinstance(known, list)
        or len(known) != size
        or not all(isinstance(won, int | float) for won in known)
    ):
        message = f"the tally is not a list of {size} numbers"
        raise RequestError(message)
    return known


def _reason(rated: Hint, request: dict[str, object]) -> Reply:
    advice = advise(rated, read_text(request, "previous", ""))
    return {"say": advice.sentence, "marks": (Mark(str(advice.move), best=True),)}


def _chances(rated: Hint) -> Reply:
    """Return every choice with its chance in words, equal chances together, and how sure it is."""
    found = chances(rated)
    marks = tuple(
        Mark(str(chance.move), chance.phrase, best=chance is found[0] and chance.phrase != "lost")
        for chance in found
    )
    named: dict[str, list[Move]] = {}
    for chance in found:
        named.setdefault(chance.phrase, []).append(chance.move)
    lines = [f"{_places(rated, moves)}: {phrase}" for phrase, moves in named.items()]
    details = [
        f"<li>{escape(_place(rated, chance.move))}: {escape(chance.detail)}</li>"
        for chance in found
    ]
    say = "; ".join(lines)
    return {
        "say": f"{say[0].upper()}{say[1:]}.",
        "more": f"<ul>{''.join(details)}</ul>",
        "marks": marks,
    }


def _places(rated: Hint, moves: list[Move]) -> str:
    """Return choices in few words: "piles 1 and 3, 5 of hearts up"."""
    piles = sorted(move.pile for move in moves if isinstance(move, Lay))
    words = [_place(rated, move) for move in moves if not isinstance(move, Lay)]
    return listed([*([pile_names(piles)] if piles else []), *words])


def _place(rated: Hint, move: Move) -> str:
    """Return a choice in few words: "pile 2" for a lay, "5 of hearts up" for a build."""
    if isinstance(move, Lay):
        return f"pile {move.pile}"
    card = rated.seen.piles[move.pile - 1][-1] if isinstance(move, BuildTop) else move.card
    return move_words(card, move)


def _new(request: dict[str, object]) -> Reply:
    rules = parse_rules(read_text(request, "rules"))
    number = int.from_bytes(os.urandom(8), "big") % SHORT_NUMBERS
    deal = numbered_deal(rules, number)
    return _reply(open_game(deal, ""), 0)


def _reply(game: Game, at: int) -> Reply:
    """Return the position after `at` choices of a game, with the score of the whole game."""
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
        "table": "".join(table(state, View(live=True, depth=_room(state), moved=moved))),
        "score": game_score(game),
        "now": situation(state),
        "over": "won" if state.won else "lost" if state.lost else "",
        "up": state.built,
        "cards": state.rules.cards,
        "counts": to_come_html(state),
        "send": f"{_named(game.deal)}: {state.built} up. You?",
    }


def _named(deal: Deal) -> str:
    return "This deal" if deal.number is None else f"Deal {deal.number}"


def _record(request: dict[str, object]) -> Reply:
    game = read_game(request)
    nodes = tuple(Node(done.move) for done in game.played)
    return {"record": str(Record(game.deal, Line(nodes=nodes)))}


_ANSWERS = {
    "show": _show,
    "play": _play,
    "hint": _hint,
    "review": review_reply,
    "new": _new,
    "record": _record,
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


def _room(state: State) -> int:
    """Return for how many cards a pile keeps room."""
    return min(ROOM, -(-state.rules.cards // state.rules.piles))


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


def _after(deal: Deal, moves: tuple[Move, ...]) -> State:
    state = start(deal)
    for move in moves:
        state = play(state, move)
    return state
