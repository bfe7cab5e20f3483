"""A choice made in a game, judged by the hint for the position in which it was made."""

from dataclasses import dataclass

from sirtommy.commentary import Advice, advise
from sirtommy.facts import HEADINGS, Kind
from sirtommy.hint import Choice, Hint
from sirtommy.kernel import decide, move_of, table_of
from sirtommy.phrases import rank_word
from sirtommy.policy import LeastBurying
from sirtommy.scene import card_rank, place, twins
from sirtommy.state import BuildTop, Lay, Move, State, plain

DUBIOUS, MISTAKE, BLUNDER = 0.05, 0.1, 0.2
"""The costs, in chances of winning, from which a choice is marked `?!`, `?` and `??`."""

GOOD, BRILLIANT = 0.1, 0.2
"""The leads from which a choice that is not the obvious one is marked `!` and `!!`."""

_AGAINST = (
    Kind.WAITING, Kind.UNDER_ALL, Kind.COVERS_NEXT, Kind.COVERS, Kind.LAST_EMPTY, Kind.EMPTY,
    Kind.WIDE, Kind.EQUAL,
)  # fmt: skip
"""What can speak against a lay, the worst first."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice made in a game."""

    count: int
    """How many moves had been made before it."""
    number: int
    """Which card of the stock was on its way, from 1."""
    hint: Hint
    advice: Advice
    chosen: Choice
    obvious: bool
    """Whether the player who buries the fewest cards would have chosen the same."""

    @property
    def before(self) -> float:
        """The chance with the best choice."""
        return self.hint.best.win

    @property
    def after(self) -> float:
        """The chance with the choice made."""
        return self.chosen.win

    @property
    def cost(self) -> float:
        """The chance that the choice gave away."""
        return self.before - self.after

    @property
    def sound(self) -> bool:
        """Whether the choice was as good as any, as far as the odds can tell."""
        best = self.hint.best
        return self.chosen.won == best.won or self.chosen in self.hint.rivals

    @property
    def lead(self) -> float:
        """The lead over the best choice that differs, where the best was chosen; else 0."""
        others = [c.win for c in self.hint.choices if not twins(self.hint, self.chosen, c)]
        return max(0.0, self.after - max(others, default=self.after))

    @property
    def glyph(self) -> str:
        """The mark that the choice earned by the thresholds of this module; or none."""
        if not self.sound:
            marks = ((BLUNDER, "??"), (MISTAKE, "?"), (DUBIOUS, "?!"))
            return next((mark for least, mark in marks if self.cost >= least), "")
        if self.obvious or self.lead < GOOD:
            return ""
        return "!!" if self.lead >= BRILLIANT else "!"

    @property
    def neglected(self) -> str:
        """The heading whose advice a choice marked down went against; empty if none explains it."""
        if "?" not in self.glyph:
            return ""
        if not isinstance(self.chosen.move, Lay):
            return "runs"
        mine = {fact.kind for fact in self.chosen.facts}
        best = {fact.kind for fact in self.hint.best.facts}
        kinds = (*(kind for kind in _AGAINST if kind in mine - best), *self.advice.kinds)
        return HEADINGS[kinds[0]] if kinds else ""

    @property
    def made(self) -> str:
        """The choice in words, "the queen on pile 2" or "building the five on pile 1"."""
        move = self.chosen.move
        card = rank_word(card_rank(self.hint, move))
        if isinstance(move, Lay):
            return f"the {card} on {place(self.hint, move)}"
        pile = f" on pile {move.pile}" if isinstance(move, BuildTop) else ""
        return f"building the {card}{pile}"


def judged(state: State, count: int, move: Move, rated: Hint, previous: str) -> Decision:
    """Return the judgement on a legal `move` in `state`, after `count` moves.

    `rated` is the hint for `state`, `previous` the last sentence spoken.
    """
    chosen = next(c for c in rated.choices if plain(state, c.move) == plain(state, move))
    turned = state.rules.cards - len(state.rules.steps) - len(state.stock)
    advice = advise(rated, previous)
    return Decision(count, turned, rated, advice, chosen, _obvious(rated, chosen))


def _obvious(hint: Hint, choice: Choice) -> bool:
    """Whether the player who buries the fewest cards makes this choice or an equal one."""
    move = move_of(hint.seen, decide(table_of(hint.seen), LeastBurying()))
    return any(twins(hint, choice, other) for other in hint.choices if other.move == move)
