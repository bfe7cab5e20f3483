"""A game in play: its moves in the program's own order of builds, choice by choice.

Opening a game from a link or a record goes through all its moves; going on from a game that was
opened before does not, so that each move of a long game is answered as fast as the first.
What is kept for that may be forgotten at any time.
"""

from collections import OrderedDict
from dataclasses import dataclass

from sirtommy.deal import Deal
from sirtommy.notation import FULL_SIGNS, compact, compact_sign, full_text, parse_moves
from sirtommy.run import Played, automatic, settle
from sirtommy.state import Move, State, plain, play, start

KEPT = 256
"""How many games are kept."""


@dataclass(frozen=True, slots=True)
class Game:
    """A line of play, settled: it stands where a choice is to be made, or at its end."""

    deal: Deal
    played: tuple[Played, ...]
    tokens: tuple[str, ...]
    """The compact sign of each choice."""
    choices: tuple[int, ...]
    """After how many moves each choice was made."""

    @property
    def text(self) -> str:
        """The choices as links carry them."""
        return "".join(self.tokens)

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.played[-1].after if self.played else start(self.deal)

    def moves_at(self, choices: int) -> int:
        """Return how many moves are played after so many choices, with all that follows."""
        return self.choices[choices] if choices < len(self.choices) else len(self.played)

    def state_at(self, choices: int) -> State:
        """Return the position after so many choices, with all that the program plays."""
        count = self.moves_at(choices)
        return self.played[count - 1].after if count else start(self.deal)

    def after(self, move: Move) -> "Game":
        """Return the game after a choice and all that the program plays then.

        Raises:
            IllegalMoveError: The move is not legal here.
        """
        state = self.state
        following = play(state, move)
        choice = plain(state, move)
        run = (Played(state, choice, following), *settle(following))
        return _keep(
            Game(
                self.deal,
                (*self.played, *run),
                (*self.tokens, compact_sign(state, choice)),
                (*self.choices, len(self.played)),
            )
        )


_KNOWN: OrderedDict[tuple[Deal, str], Game] = OrderedDict()


def open_game(deal: Deal, text: str) -> Game:
    """Return the game that moves in full or compact text lead to.

    Full text may have built in another order; then the piles may have changed places.

    Raises:
        RecordError: A sign that is no move, or a move that is not legal, with its place.
    """
    known = _KNOWN.get((deal, text))
    if known is not None:
        return _keep(known)
    state = start(deal)
    played: list[Played] = []
    tokens: list[str] = []
    choices: list[int] = []
    for move in parse_moves(deal, compact(deal, parse_moves(deal, text))):
        if automatic(state) is None:
            tokens.append(compact_sign(state, move))
            choices.append(len(played))
        following = play(state, move)
        played.append(Played(state, move, following))
        state = following
    return _keep(Game(deal, tuple(played), tuple(tokens), tuple(choices)))


def went_on(deal: Deal, text: str, move: Move) -> tuple[Game, tuple[Played, ...]]:
    """Return the game after `text` and one more move, with what that move brought about.

    Where `text` is full, the piles of the run shown are those of the record, as the reader sees it.

    Raises:
        RecordError: As `open_game`.
        IllegalMoveError: The move is not legal there.
    """
    if not FULL_SIGNS.search(text.strip()):
        before = open_game(deal, text)
        after = before.after(move)
        return after, after.played[len(before.played) :]
    moves = parse_moves(deal, text)
    state = start(deal)
    for step in moves:
        state = play(state, step)
    between = settle(state)
    state = between[-1].after if between else state
    following = play(state, move)
    run = (Played(state, plain(state, move), following), *settle(following))
    whole = (*moves, *(step.move for step in (*between, *run)))
    return open_game(deal, full_text(whole)), run


def _keep(game: Game) -> Game:
    key = (game.deal, game.text)
    _KNOWN[key] = game
    _KNOWN.move_to_end(key)
    if len(_KNOWN) > KEPT:
        _KNOWN.popitem(last=False)
    return game
