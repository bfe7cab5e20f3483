"""A word before a blunder: whether a choice is clearly worse than the best, and why.

Asked with every choice, so it must not be waited for: in Sir Tommy and Calculation with the whole
pack it rests on the player who answers at once, elsewhere on a few continuations.
It names what speaks against the choice and what it costs, and leaves the better one to the player.
"""

from sirtommy.hint import AT_ONCE, Choice, Hint, at_once_hint, conclude, player_for, tally
from sirtommy.judgement import judged
from sirtommy.kernel import table_of
from sirtommy.objections import objection_to
from sirtommy.phrases import share_phrase
from sirtommy.scene import Scene
from sirtommy.state import Lay, Move, State, seen

WORSE = 0.15
"""A choice that keeps so much less of a chance than the best is warned of.

On 200 positions of three players the one who answers at once would have warned of 130 choices out
of 794, proofs of a loss not counted; by the full hint 107 of these cost a tenth of a win or more,
and 9 less than a twentieth (`python -m sirtommy.lab.glances`).
"""

GLANCE = 24
"""Continuations for each choice where nobody answers at once."""


def warning(state: State, move: Move) -> str:
    """Return what is said before a legal `move` in `state` that is a blunder; else nothing."""
    view = seen(state)
    if len(table_of(view).legal()) < 2:
        return ""
    if player_for(state.rules) == "deep":
        rated = at_once_hint(view)
    else:
        rated = conclude(view, tally(view, 0, GLANCE), GLANCE)
    decision = judged(state, 0, move, rated, "")
    if not _blunder(rated, decision.chosen, sound=decision.sound):
        return ""
    made = f"{decision.made[0].upper()}{decision.made[1:]}"
    first = "" if isinstance(move, Lay) or not state.rules.forced else " first"
    return f"{made}{first}? {_why(rated, decision.chosen)}"


def _blunder(rated: Hint, chosen: Choice, *, sound: bool) -> bool:
    """Whether a choice is proved to lose where another is not, or clearly worse by the odds."""
    if chosen.lost:
        return not all(choice.lost for choice in rated.choices)
    # Opinions are no sample: their interval says nothing.
    told_apart = rated.player == AT_ONCE or not sound
    return told_apart and rated.best.win - chosen.win >= WORSE


def _why(rated: Hint, chosen: Choice) -> str:
    """Return in a sentence or two what speaks against a choice."""
    against = objection_to(Scene(rated, rated.best, (), 0), chosen)
    reason = f"{against.text[0].upper()}{against.text[1:]}. " if against else ""
    if chosen.lost:
        return f"{reason}That loses for certain, and not every choice does."
    return f"{reason}That keeps {_chance(chosen)}; the best choice keeps {_chance(rated.best)}."


def _chance(choice: Choice) -> str:
    """Return the chance of a choice in words that claim no count of wins."""
    share = min(max(choice.win, 0.005), 0.995)
    return share_phrase(1000 * share, 1000)
