"""The players by name, as the command line, the odds page and hints know them."""

from collections.abc import Callable

from sirtommy.at_once import AtOnce
from sirtommy.byhand import ByHand
from sirtommy.deep import Deep
from sirtommy.errors import RequestError, shown
from sirtommy.kernel import Policy
from sirtommy.policy import LeastBurying, Random, Shortest

PLAYERS: dict[str, Callable[[int, int], Policy]] = {
    "random": lambda seed, _budget: Random(seed),
    "shortest": lambda _seed, _budget: Shortest(),
    "least-burying": lambda _seed, _budget: LeastBurying(),
    "by-hand": lambda _seed, _budget: ByHand(),
    "at-once": lambda _seed, _budget: AtOnce(),
    "deep": Deep,
}
"""How each player is made from a seed, which only chance uses, and a budget in continuations a
choice, which only players who play on use."""

BUDGET = 200
"""The budget of a player for whom none is named."""


def player(name: str, seed: int = 0, budget: int = BUDGET) -> Policy:
    """Return the player of that name.

    Raises:
        RequestError: No player has the name, or the budget is not positive.
    """
    if name not in PLAYERS:
        message = f"{shown(name)} is not a player: choose one of {', '.join(PLAYERS)}"
        raise RequestError(message)
    if budget < 1:
        message = f"a budget of {budget} continuations is too small: give 1 or more"
        raise RequestError(message)
    return PLAYERS[name](seed, budget)
