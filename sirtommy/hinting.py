"""What a page is told about a choice: a hint in slices, and a warning before a blunder.

At a glance a hint is that of the player who answers at once, where there is one.
Chances are counted by playing on, slice by slice, and each slice says how they stand.
"""

from sirtommy.board import Mark, escape, move_words, situation
from sirtommy.coach import warning
from sirtommy.commentary import advise, chances
from sirtommy.errors import RequestError
from sirtommy.hint import (
    CONTINUATIONS,
    QUICK,
    Hint,
    at_once_hint,
    choices,
    conclude,
    player_for,
    tally,
)
from sirtommy.livetable import live_table
from sirtommy.phrases import listed, pile_names
from sirtommy.request import MOST, Reply, read_count, read_move, read_position, read_text
from sirtommy.state import BuildTop, Lay, Move, Seen, State, objection, seen

GLANCE, REASON, CHANCES = 0, 1, 2
"""How much a hint says: one pile and one reason at once, the same after playing on for a while, or
the chance of every choice."""


def hint_reply(request: dict[str, object]) -> Reply:
    """Return one slice of a hint; see `session`."""
    state = read_position(request)
    if state.over:
        message = f"There is nothing to choose. {situation(state)}"
        raise RequestError(message)
    view = seen(state)
    level = read_count(request, "level", REASON, CHANCES)
    player = player_for(state.rules)
    if level == GLANCE and player == "deep":
        return {"done": True} | _reason(state, at_once_hint(view), request)
    goal = CONTINUATIONS[player] if level == CHANCES else QUICK[player]
    tried = read_count(request, "tried", 0, CONTINUATIONS[player])
    count = max(0, min(read_count(request, "count", 0, MOST), goal - tried))
    known = _tally(request, len(choices(view)))
    more = tally(view, tried, tried + count)
    won = tuple(map(sum, zip(known, more, strict=True)))
    tried += count
    reply: Reply = {"tally": list(won), "tried": tried, "goal": goal}
    if level == CHANCES:
        return reply | _chances(state, conclude(view, won, tried), done=tried >= goal)
    if tried < goal:
        return reply
    return reply | {"done": True} | _reason(state, conclude(view, won, tried), request)


def warn_reply(request: dict[str, object]) -> Reply:
    """Return the sentence of a warning before a blunder, empty where there is none."""
    state = read_position(request)
    move = read_move(request)
    # What is wrong with an illegal move is said when it is played.
    if objection(state, move) is not None:
        return {"say": ""}
    return {"say": warning(state, move)}


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


def _reason(state: State, rated: Hint, request: dict[str, object]) -> Reply:
    """Return one pile and one reason, pointed out on the table."""
    advice = advise(rated, read_text(request, "previous", ""))
    move = str(advice.move)
    drawn = live_table(state, marks=(Mark(move, best=True),))
    return {"say": advice.sentence, "move": move, "table": drawn}


def _chances(state: State, rated: Hint, *, done: bool) -> Reply:
    """Return every choice with its chance in words, and once it is done how sure that is."""
    found = chances(rated)
    best = found[0] if found[0].phrase != "lost" else None
    marks = tuple(Mark(str(each.move), each.phrase, best=each is best) for each in found)
    if not done:
        return {"marks": [[mark.move, mark.words, mark.best] for mark in marks]}
    named: dict[str, list[Move]] = {}
    for chance in found:
        named.setdefault(chance.phrase, []).append(chance.move)
    lines = [f"{_places(rated.seen, moves)}: {phrase}" for phrase, moves in named.items()]
    details = [
        f"<li>{escape(_place(rated.seen, chance.move))}: {escape(chance.detail)}</li>"
        for chance in found
    ]
    say = "; ".join(lines)
    return {
        "done": True,
        "say": f"{say[0].upper()}{say[1:]}.",
        "more": f"<ul>{''.join(details)}</ul>",
        "table": live_table(state, marks=marks),
    }


def _places(view: Seen, moves: list[Move]) -> str:
    """Return choices in few words: "piles 1 and 3, 5 of hearts up"."""
    piles = sorted(move.pile for move in moves if isinstance(move, Lay))
    words = [_place(view, move) for move in moves if not isinstance(move, Lay)]
    return listed([*([pile_names(piles)] if piles else []), *words])


def _place(view: Seen, move: Move) -> str:
    """Return a choice in few words: "pile 2" for a lay, "5 of hearts up" for a build."""
    if isinstance(move, Lay):
        return f"pile {move.pile}"
    card = view.piles[move.pile - 1][-1] if isinstance(move, BuildTop) else move.card
    return move_words(card, move)
