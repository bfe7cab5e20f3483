"""How often reviews mark choices: counted as the engine counts, and the stored table."""

import csv
from pathlib import Path

import pytest

from sirtommy.hint import tally
from sirtommy.kernel import table_of
from sirtommy.lab.glyphs import MARKS, PLAYERS, TABLE, choices_of
from sirtommy.record import GLYPHS
from sirtommy.state import BuildTop, seen

ROOT = Path(__file__).parents[1]
ORDERS = 3


@pytest.mark.slow
def test_the_laboratory_counts_what_the_engine_counts() -> None:
    """Of choices of a pile and of a top, the wins over the same orders are the same."""
    kinds = set()
    for number in (5, 9):
        for twin, state, _, move in choices_of("by-hand", number, every=5):
            rank = state.turned.rank if state.turned else 0
            codes = table_of(seen(state)).legal()
            kinds.add(isinstance(move, BuildTop))
            assert twin.tally(codes, rank, ORDERS) == tally(seen(state), 0, ORDERS)
    assert kinds == {True, False}


def test_the_table_tells_of_every_mark() -> None:
    """Three named players, a thousand games each, and shares that add up."""
    rows = list(csv.DictReader((ROOT / TABLE).read_text("utf-8").splitlines()))

    assert [row["Player"] for row in rows] == list(PLAYERS)
    assert set(MARKS) - {""} == set(GLYPHS) - {"!?"}
    for row in rows:
        assert row["Games"] == "1000"
        shares = [float(row[mark or "no mark"]) for mark in MARKS]
        assert sum(shares) == pytest.approx(100, abs=0.4)
