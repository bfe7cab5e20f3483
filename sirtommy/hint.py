"""Hints: every legal choice rated by playing on over the unseen cards.

Each choice is tried on the same orders of the unseen cards, so that luck is shared.
In Sir Tommy and Calculation with the whole pack a learned evaluation plays each continuation out;
elsewhere a simple policy does.
Continuation number i of a position is the same order whoever asks and however the work is cut, so
that tallies of slices add up to the tally of the whole.
"""

from dataclasses import dataclass
from math import sqrt

from sirtommy.deal import Generator
from sirtommy.deep import WHOLE, opinions, tallies
from sirtommy.errors import RequestError
from sirtommy.facts import Fact, Kind, facts
from sirtommy.hopeless import waiting_piles
from sirtommy.kernel import TOP, TURNED, WIDTH, Policy, Table, finish, move_of, table_of
from sirtommy.policy import LeastBurying
from sirtommy.rules import GAMES, Rules
from sirtommy.state import Move, Seen

CONTINUATIONS = {"least-burying": 200, "deep": 96}
"""How many continuations a full hint by each player tries for each choice."""

QUICK = {"least-burying": 48, "deep": 16}
"""How many are enough for one pile and one reason."""

OPINION = 8
"""For how many continuations the opinion of the evaluation, one card ahead, counts."""

AT_ONCE = "at-once"
"""The player of hints that are given without playing on."""

CONTINUATIONS_LIMIT = 1_000_000
"""The most continuations that may be asked for."""

Tally = tuple[float, ...]
"""For each choice, in the order of `choices`, the wins over some continuations.

Parts of a win are multiples of 1/256, so that sums are exact."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move with its record over the continuations and the facts true of it."""

    move: Move
    won: float
    """Wins; the opinion of the evaluation adds parts of wins."""
    tried: int
    """Continuations; those that stand for the opinion of the evaluation are counted."""
    facts: tuple[Fact, ...]
    lost: bool
    """Whether the position after the move is proved lost."""

    @property
    def win(self) -> float:
        """The share of continuations won."""
        return self.won / self.tried if self.tried else 0.0

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return wilson(self.won, self.tried)[0]

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return wilson(self.won, self.tried)[1]


@dataclass(frozen=True, slots=True)
class Hint:
    """All choices of a position, best first."""

    seen: Seen
    player: str
    """The policy that played the continuations; the chances are chances of that player."""
    choices: tuple[Choice, ...]
    waiting: tuple[int, ...]
    """The piles (from 1) on which the proof that the position is lost rests, if there is one."""

    @property
    def best(self) -> Choice:
        """The choice with the most wins; of equals the first."""
        return self.choices[0]

    @property
    def rivals(self) -> tuple[Choice, ...]:
        """The other choices whose interval reaches the best one's share."""
        return tuple(choice for choice in self.choices[1:] if choice.high >= self.best.win)


def wilson(won: float, tried: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a share.

    The formula is that of Wilson, "Probable inference, the law of succession, and statistical
    inference", Journal of the American Statistical Association 22 (1927), with z = 1.96.
    """
    if not tried:
        return 0.0, 1.0
    z = 1.96
    share = won / tried
    middle = share + z * z / (2 * tried)
    spread = z * sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))
    scale = 1 + z * z / tried
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def choices(seen: Seen) -> tuple[int, ...]:
    """Return the kernel's legal moves where `seen` is seen; empty when the game is over."""
    return tuple(table_of(seen).legal())


def player_for(rules: Rules) -> str:
    """Return the name of the strongest player who can rate the choices of a game."""
    learned = rules in {GAMES["sir-tommy"], GAMES["calculation"]}
    return "deep" if learned else "least-burying"


def tally(seen: Seen, first: int, last: int, policy: Policy | None = None) -> Tally:
    """Return the wins of each choice over continuations `first` to `last`, the last left out.

    Without a policy the continuations are those of `player_for` the game.
    Choices that differ only by the place of equal piles share one count.
    """
    table = table_of(seen)
    if policy is None and player_for(seen.rules) == "deep":
        return tallies(table, first, last)
    player = policy or LeastBurying()
    moves = table.legal()
    leading = [_leader(table, move) for move in moves]
    wins = dict.fromkeys(leading, 0)
    for number in range(first, last):
        order = continuation(table, number)
        for move in wins:
            trial = table.copy()
            trial.play(move)
            wins[move] += finish(trial, order, player)
    return tuple(wins[leader] for leader in leading)


def continuation(table: Table, number: int) -> list[int]:
    """Return order `number` of the unseen ranks: the shuffle of the generator started there."""
    order = [rank for rank, count in enumerate(table.unseen) for _ in range(count)]
    Generator(number).shuffle(order)
    return order


def conclude(seen: Seen, won: Tally, tried: int, player: str | None = None) -> Hint:
    """Return the hint that a tally over `tried` continuations by `player` supports.

    Without a player the tally is that of `player_for` the game.
    What the evaluation thinks one card ahead counts like `OPINION` continuations of `deep`.

    Raises:
        RequestError: There is nothing to choose, or the tally is not one of this position.
    """
    table = table_of(seen)
    moves = table.legal()
    if not moves:
        message = "the game is over: there is nothing to choose"
        raise RequestError(message)
    if len(won) != len(moves) or not all(0 <= count <= tried for count in won):
        message = f"the tally {won} of {tried} does not fit the {len(moves)} choices here"
        raise RequestError(message)
    player = player or player_for(seen.rules)
    if player == "deep":
        thought = opinions(table)
        won = tuple(w + OPINION * t / WHOLE for w, t in zip(won, thought, strict=True))
        tried += OPINION
    here = tuple(pile + 1 for pile in waiting_piles(table))
    rated = [
        _choice(seen, table, move, (count, tried), lost=bool(here))
        for move, count in zip(moves, won, strict=True)
    ]
    rated.sort(key=lambda choice: (-choice.won, choice.lost))
    return Hint(seen, player, tuple(rated), here)


def _choice(
    seen: Seen, table: Table, move: int, record: tuple[float, int], *, lost: bool
) -> Choice:
    """Return a choice with its record of wins and tries, and its facts.

    `lost` says that the position itself is proved lost.
    """
    won, tried = record
    after = table.copy()
    after.play(move)
    found = facts(table, move)
    waiting = () if lost else waiting_piles(after)
    if waiting:
        rank = table.turned or table.piles[(move - TOP) // WIDTH][-1]
        piles = tuple(pile + 1 for pile in waiting)
        found = (Fact(Kind.WAITING, rank, piles=piles), *found)
    lost = lost or bool(waiting)
    return Choice(move_of(seen, move), 0 if lost else won, tried, found, lost)


def hint(seen: Seen, continuations: int | None = None, policy: Policy | None = None) -> Hint:
    """Return a hint after `continuations` continuations a choice, as many as usual without.

    Raises:
        RequestError: The number of continuations is out of range, or the game is over.
    """
    player = "least-burying" if policy else player_for(seen.rules)
    number = CONTINUATIONS[player] if continuations is None else continuations
    check_continuations(number)
    return conclude(seen, tally(seen, 0, number, policy), number, player)


def at_once_hint(seen: Seen) -> Hint:
    """Return the hint of the player who answers at once, where `player_for` says "deep".

    Its opinion stands for as many continuations as it weighs with those of a first hint; nothing
    is played on.
    It answers in a fraction of the time, and little is lost by that: on 200 positions of three
    players it named the choice of the full hint in 151, as a hint of `QUICK` continuations did; by
    the full hint its choices were worth 28.9 % on average, those 28.8 % and the full hint's own
    29.5 % (`python -m sirtommy.lab.glances`).

    Raises:
        RequestError: The game is over.
    """
    tried = QUICK["deep"] + OPINION
    thought = opinions(table_of(seen))
    # Nothing was tried, so nothing has failed every time: the least opinion is half a step.
    won = tuple(tried * max(chance, 0.5) / WHOLE for chance in thought)
    return conclude(seen, won, tried, AT_ONCE)


def check_continuations(number: int) -> None:
    """Refuse a number of continuations that is out of range.

    Raises:
        RequestError: The number is not from 1 to `CONTINUATIONS_LIMIT`.
    """
    if not 1 <= number <= CONTINUATIONS_LIMIT:
        message = f"{number} continuations are out of range: ask for 1 to {CONTINUATIONS_LIMIT}"
        raise RequestError(message)


def _leader(table: Table, move: int) -> int:
    """Return the first move that differs from `move` only by the place of equal piles."""
    if TURNED <= move < TOP:
        return move
    top = move >= TOP
    number = (move - TOP) // WIDTH if top else move
    first = table.piles.index(table.piles[number])
    return TOP + WIDTH * first + move % WIDTH if top else first
