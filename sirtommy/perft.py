"""Counting sequences of moves, the classic check of a rules engine.

The count of depth d is the number of sequences of exactly d legal moves from a position, with
piles numbered and no symmetry used; a forced build is a move, turning a card is not, and games
that end earlier count nothing.
"""

from sirtommy.errors import RequestError
from sirtommy.state import Move, State, legal_moves, play

DEPTH = 200
"""The deepest count that may be asked for; no game has more moves than this."""


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of exactly `depth` legal moves from `state`.

    Raises:
        RequestError: The depth is not from 0 to `DEPTH`.
    """
    return sum(split(state, depth).values()) if depth else 1


def split(state: State, depth: int) -> dict[Move, int]:
    """Return the count below each first move, which finds a wrong move by bisection.

    Raises:
        RequestError: The depth is not from 1 to `DEPTH`.
    """
    if not 1 <= depth <= DEPTH:
        message = f"a depth of {depth} is out of range: give 0 to {DEPTH}"
        raise RequestError(message)
    known: dict[tuple[State, int], int] = {}
    return {move: _count(play(state, move), depth - 1, known) for move in legal_moves(state)}


def _count(state: State, depth: int, known: dict[tuple[State, int], int]) -> int:
    """Count with a memory: sequences that meet in one position share its count."""
    if depth == 0:
        return 1
    key = (state, depth)
    if key not in known:
        known[key] = sum(_count(play(state, move), depth - 1, known) for move in legal_moves(state))
    return known[key]
