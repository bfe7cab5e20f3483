"""The table of a game in play, as a page gets it for every move."""

from sirtommy.board import Mark, View, table
from sirtommy.cards import Card
from sirtommy.state import State

ROOM = 8
"""Room is kept for piles of this many cards, fewer where the pack has fewer for each pile, so that
the page below seldom moves."""


def live_table(state: State, moved: Card | None = None, marks: tuple[Mark, ...] = ()) -> str:
    """Return the table with its piles as buttons; `moved` is the card that moved last."""
    room = min(ROOM, -(-state.rules.cards // state.rules.piles))
    return "".join(table(state, View(live=True, depth=room, moved=moved, marks=marks)))
