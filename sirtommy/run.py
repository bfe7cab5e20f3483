"""Runs: what the program plays by itself because nothing is decided there.

In forced play a turned card that fits must be built, and so must every top it sets free.
The program plays such a build only where the player has nothing to choose: it is the only legal
one, or every order of the rest of the run ends alike.
Ends are alike when they agree in ranks; suits and the numbers of the piles do not matter.
"""

from dataclasses import dataclass

from sirtommy.state import BuildTop, BuildTurned, Move, State, legal_moves, play

Ranks = tuple[tuple[int, ...], ...]
Position = tuple[int | None, Ranks, Ranks]


@dataclass(frozen=True, slots=True)
class Played:
    """A move with the position before it and after it."""

    before: State
    move: Move
    after: State


def position(state: State) -> Position:
    """Return `state` as far as play depends on it: turned rank, piles unordered, foundations."""
    foundations = tuple(tuple(card.rank for card in pile) for pile in state.foundations)
    return (
        state.turned.rank if state.turned else None,
        tuple(sorted(tuple(card.rank for card in pile) for pile in state.piles)),
        foundations if state.rules.calculation else tuple(sorted(foundations)),
    )


def automatic(state: State) -> Move | None:
    """Return the build that the program plays by itself in `state`; None where a player decides.

    Optional play has none: every build there may wait.
    """
    if not state.rules.forced or state.over:
        return None
    moves = legal_moves(state)
    builds = [move for move in moves if isinstance(move, BuildTurned | BuildTop)]
    if not builds or len(builds) != len(moves):
        return None
    if len(builds) == 1:
        return builds[0]
    known: dict[Position, frozenset[Position]] = {}
    ends = frozenset[Position]().union(*(_ends(play(state, move), known) for move in builds))
    return builds[0] if len(ends) == 1 else None


def settle(state: State) -> tuple[Played, ...]:
    """Return all that the program plays by itself from `state`, in order."""
    played: list[Played] = []
    move = automatic(state)
    while move is not None:
        after = play(state, move)
        played.append(Played(state, move, after))
        state = after
        move = automatic(state)
    return tuple(played)


def settled(state: State) -> State:
    """Return the position once the program has played what it plays by itself."""
    played = settle(state)
    return played[-1].after if played else state


def _ends(state: State, known: dict[Position, frozenset[Position]]) -> frozenset[Position]:
    """Return the positions in which the run that `state` is in can end.

    A run ends when the next card is turned, so what that card is decides nothing here.
    Memoised on the position: within one run it is fixed by how many cards each pile has given.
    """
    here = position(state)
    if here not in known:
        moves = () if state.turned else legal_moves(state)
        further = [_ends(play(state, move), known) for move in moves]
        known[here] = frozenset[Position]().union(*further) if further else frozenset([here])
    return known[here]
