"""The game as frozen values: positions, moves, what is legal and why not.

`play(state, move)` returns the next position; nothing is ever changed in place.
This module is for reading; `kernel` is its fast twin.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sirtommy.cards import Card
from sirtommy.deal import Deal
from sirtommy.errors import IllegalMoveError
from sirtommy.rules import Rules, a_rank


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay the turned card on a pile, numbered from 1: `5H/2`."""

    card: Card
    pile: int

    def __str__(self) -> str:
        """Return the move as records write it."""
        return f"{self.card}/{self.pile}"


@dataclass(frozen=True, slots=True)
class BuildTurned:
    """Build the turned card: `AS^`, or `8H^3` where a foundation must be named."""

    card: Card
    foundation: int | None = None

    def __str__(self) -> str:
        """Return the move as records write it."""
        return f"{self.card}^{self.foundation or ''}"


@dataclass(frozen=True, slots=True)
class BuildTop:
    """Build the top card of a pile: `2^`, or `2^3` where a foundation must be named."""

    pile: int
    foundation: int | None = None

    def __str__(self) -> str:
        """Return the move as records write it."""
        return f"{self.pile}^{self.foundation or ''}"


Build = BuildTurned | BuildTop
Move = Lay | Build


@dataclass(frozen=True, slots=True)
class State:
    """One position, the hidden stock included.

    Piles and foundations are tuples of cards, the first laid first; their numbers in moves and
    messages count from 1.
    """

    rules: Rules
    stock: tuple[Card, ...]
    """The cards still to be turned, next one first. A player must not see it, only `Seen`."""
    turned: Card | None
    """The face-up card that waits to be placed; None in a run and when the stock is used up."""
    piles: tuple[tuple[Card, ...], ...]
    foundations: tuple[tuple[Card, ...], ...]

    @property
    def built(self) -> int:
        """How many cards are up."""
        return sum(map(len, self.foundations))

    @property
    def won(self) -> bool:
        """Whether every card is up."""
        return self.built == self.rules.cards

    @property
    def lost(self) -> bool:
        """Whether play has ended with cards still down, as nothing is turned and no top can go."""
        return self.turned is None and not self.won and not any(self.buildable_tops())

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.won or self.lost

    def wanted(self, foundation: int) -> int | None:
        """Return the rank that `foundation` (from 1) takes next; None when it is complete."""
        height = len(self.foundations[foundation - 1])
        if height == self.rules.ranks:
            return None
        return self.rules.sequence(foundation - 1)[height]

    def fitting(self, rank: int) -> tuple[int, ...]:
        """Return the different foundations (from 1) that take a card of `rank` now.

        Sir Tommy's foundations of one height are alike, so at most the first is returned.
        """
        takers = tuple(f for f in range(1, self.rules.suits + 1) if self.wanted(f) == rank)
        return takers if self.rules.calculation else takers[:1]

    def buildable_tops(self) -> Iterator[int]:
        """Yield the number of each pile whose top card can go to a foundation."""
        for number, pile in enumerate(self.piles, 1):
            if pile and self.fitting(pile[-1].rank):
                yield number


@dataclass(frozen=True, slots=True)
class Seen:
    """What a player may know of a position: everything but the order of the stock."""

    rules: Rules
    turned: Card | None
    piles: tuple[tuple[Card, ...], ...]
    foundations: tuple[tuple[Card, ...], ...]
    unseen: tuple[Card, ...]
    """The cards still to be turned, sorted, so that their order tells nothing."""


def seen(state: State) -> Seen:
    """Return what a player sees of `state`."""
    return Seen(
        state.rules, state.turned, state.piles, state.foundations, tuple(sorted(state.stock))
    )


def start(deal: Deal) -> State:
    """Return the position in which the first card has been turned."""
    bases = deal.bases or ()
    foundations = tuple((card,) for card in bases) or ((),) * deal.rules.suits
    return _turn(State(deal.rules, deal.stock, None, ((),) * deal.rules.piles, foundations))


def objection(state: State, move: Move) -> str | None:
    """Return why `move` is not allowed in `state`, in a sentence; None when it is legal.

    This is the only judge of legality: page, command line and errors show its words.
    """
    if state.over:
        return "The game is over: " + ("every card is up." if state.won else "it is lost.")
    if isinstance(move, Lay):
        return _objection_to_lay(state, move)
    if isinstance(move, BuildTurned):
        return _wrong_card(state, move.card) or _misfit(state, move, move.card)
    return _objection_to_top(state, move)


def legal_moves(state: State) -> tuple[Move, ...]:
    """Return every legal move: builds of the turned card, builds of tops, then lays."""
    candidates: list[Move] = []
    if state.turned:
        candidates += [BuildTurned(state.turned, f) for f in _named(state, state.turned)]
    for pile in state.buildable_tops():
        candidates += [BuildTop(pile, f) for f in _named(state, state.piles[pile - 1][-1])]
    if state.turned:
        candidates += [Lay(state.turned, pile) for pile in range(1, len(state.piles) + 1)]
    return tuple(move for move in candidates if objection(state, move) is None)


def play(state: State, move: Move) -> State:
    """Return the position after `move`, with the next card turned where the rules turn it.

    Raises:
        IllegalMoveError: `objection` has one.
    """
    reason = objection(state, move)
    if reason is not None:
        raise IllegalMoveError(reason)
    return _after(state, move)


def _after(state: State, move: Move) -> State:
    """Return the position after a legal `move`."""
    if isinstance(move, Lay):
        piles = _with(state.piles, move.pile, (*state.piles[move.pile - 1], move.card))
        return _turn(replace(state, turned=None, piles=piles))
    card = moved_card(state, move)
    target = move.foundation or state.fitting(card.rank)[0]
    foundations = _with(state.foundations, target, (*state.foundations[target - 1], card))
    if isinstance(move, BuildTurned):
        after = replace(state, turned=None, foundations=foundations)
    else:
        piles = _with(state.piles, move.pile, state.piles[move.pile - 1][:-1])
        after = replace(state, piles=piles, foundations=foundations)
    return after if after.turned else _turn(after)


def moved_card(state: State, move: Move) -> Card:
    """Return the card that a legal `move` moves."""
    return state.piles[move.pile - 1][-1] if isinstance(move, BuildTop) else move.card


def plain(state: State, move: Move) -> Move:
    """Return a legal `move` as it is printed: a foundation named only where two would do."""
    if isinstance(move, Lay) or len(state.fitting(moved_card(state, move).rank)) > 1:
        return move
    return replace(move, foundation=None)


def _turn(state: State) -> State:
    """Turn the next card, unless forced play has a top to build first."""
    if not state.stock or (state.rules.forced and any(state.buildable_tops())):
        return state
    return replace(state, turned=state.stock[0], stock=state.stock[1:])


def _objection_to_lay(state: State, move: Lay) -> str | None:
    wrong = _wrong_card(state, move.card)
    if wrong:
        return wrong
    if not 1 <= move.pile <= len(state.piles):
        return _no_pile(state, move.pile)
    if state.rules.forced and state.fitting(move.card.rank):
        return f"The {move.card.name} can be built, so it must be built."
    return None


def _objection_to_top(state: State, move: BuildTop) -> str | None:
    if not 1 <= move.pile <= len(state.piles):
        return _no_pile(state, move.pile)
    pile = state.piles[move.pile - 1]
    if not pile:
        return f"Pile {move.pile} is empty: it has no card to build."
    if state.rules.forced and state.turned and state.fitting(state.turned.rank):
        return f"The {state.turned.name} must be built first: it was turned and it fits."
    return _misfit(state, move, pile[-1])


def _wrong_card(state: State, card: Card) -> str | None:
    if state.turned is None:
        tops = " or ".join(
            f"the {state.piles[pile - 1][-1].name} on pile {pile}"
            for pile in state.buildable_tops()
        )
        return f"No card is turned: build {tops} first."
    if card != state.turned:
        return f"The turned card is the {state.turned.name}, not the {card.name}."
    return None


def _misfit(state: State, move: Build, card: Card) -> str | None:
    """Return why `card` cannot go where a build sends it."""
    fitting = state.fitting(card.rank)
    if move.foundation is not None:
        if not 1 <= move.foundation <= len(state.foundations):
            count = len(state.foundations)
            return f"There is no foundation {move.foundation}: they are numbered 1 to {count}."
        rank = state.wanted(move.foundation)
        if rank != card.rank:
            needs = f"needs {a_rank(rank)} next" if rank else "is complete"
            return f"The {card.name} does not fit foundation {move.foundation}, which {needs}."
    elif not fitting:
        ranks = sorted({rank for f in range(1, len(state.foundations) + 1)
                        if (rank := state.wanted(f))})  # fmt: skip
        wanted = " or ".join(map(a_rank, ranks))
        return f"The {card.name} cannot be built yet: the foundations need {wanted} next."
    elif len(fitting) > 1:
        where = " and ".join(map(str, fitting))
        return f"The {card.name} fits foundations {where}: say which of them it goes to."
    return None


def _no_pile(state: State, pile: int) -> str:
    return f"There is no pile {pile}: they are numbered 1 to {len(state.piles)}."


def _named(state: State, card: Card) -> tuple[int | None, ...]:
    """Return the foundations to name in builds of `card`: None where one will do."""
    fitting = state.fitting(card.rank)
    return fitting if len(fitting) > 1 else (None,) * len(fitting)


def _with(
    groups: tuple[tuple[Card, ...], ...], number: int, changed: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """Return `groups` with group `number` (from 1) replaced."""
    return (*groups[: number - 1], changed, *groups[number:])
