"""The laboratory's hints are the engine's: the same chances said, the same games won."""

import numpy as np

from sirtommy.at_once import AtOnce
from sirtommy.deal import numbered_deal
from sirtommy.deep import WHOLE, opinions
from sirtommy.hint import OPINION, choices, tally
from sirtommy.kernel import Table, decide, finish, move_of, table_of
from sirtommy.lab.advice import BINS, sort
from sirtommy.rules import GAMES
from sirtommy.state import Lay, State, play, seen, start

CONTINUATIONS = 2
DEAL = 3


def sorted_by_the_engine(number: int) -> np.ndarray:
    """What `sort` counts of one deal, from the engine's own hints."""
    bins = np.zeros((2, BINS), np.int64)
    state = start(numbered_deal(GAMES["sir-tommy"], number))
    player = AtOnce()
    while not state.over:
        here = seen(state)
        if isinstance(move_of(here, choices(here)[0]), Lay) and state.stock:
            for said, came in chances_of(state):
                bins[0, min(said * BINS // ((CONTINUATIONS + OPINION) * WHOLE), BINS - 1)] += 1
                bins[1, min(said * BINS // ((CONTINUATIONS + OPINION) * WHOLE), BINS - 1)] += came
        state = play(state, move_of(here, decide(table_of(here), player)))
    return bins


def chances_of(state: State) -> list[tuple[int, bool]]:
    """For each pile that differs, the chance said of it and whether the game is then won."""
    here = seen(state)
    table = table_of(here)
    won = tally(here, 0, CONTINUATIONS)
    thought = opinions(table)
    order = [card.rank for card in state.stock]
    found = {}
    for place, code in enumerate(choices(here)):
        pile = tuple(table.piles[code])
        if pile in found:
            continue
        after: Table = table.copy()
        after.play(code)
        came = finish(after, order, AtOnce(ahead=False))
        found[pile] = (int(won[place] * WHOLE + OPINION * thought[place]), came)
    return list(found.values())


def test_hints_are_sorted_alike() -> None:
    """Every chance that the engine says of a pile in a game falls into the same tenth."""
    theirs = sort(DEAL, DEAL, CONTINUATIONS)
    assert theirs[0].sum() > 40
    assert theirs.tolist() == sorted_by_the_engine(DEAL).tolist()
