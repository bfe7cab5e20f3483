"""Counts of sequences of moves against a committed table, made by the judge and not the engine."""

from pathlib import Path

import pytest

from sirtommy.deal import numbered_deal, parse_deal
from sirtommy.errors import RequestError
from sirtommy.perft import DEPTH, perft, split
from sirtommy.rules import parse_rules
from sirtommy.state import start
from tests import bruteforce
from tests.count_perft import GAMES, counts, deals
from tests.tables import game_of, label_of, order_of

TABLE = [
    tuple(part.strip() for part in row.split("|"))
    for row in (Path(__file__).parent / "data" / "perft.txt").read_text("utf-8").splitlines()
    if not row.startswith("#")
]


@pytest.mark.parametrize(("words", "cards", "listed"), TABLE, ids=lambda part: part[:30])
def test_counts_of_the_table(words: str, cards: str, listed: str) -> None:
    """The engine counts what the table says; a failure prints the split by first move."""
    deal = parse_deal(parse_rules(words), cards)
    game = game_of(deal.rules)
    for depth, expected in enumerate(map(int, listed.split()), 1):
        found = split(start(deal), depth)
        if sum(found.values()) != expected:
            ours = {label_of(move): count for move, count in found.items()}
            judged = bruteforce.split(game, bruteforce.start(game, order_of(deal)), depth)
            pytest.fail(f"depth {depth}: {expected} expected\nengine {ours}\njudge  {judged}")
        if depth < 4:
            assert perft(start(deal), depth) == expected


def test_the_table_is_what_its_program_writes() -> None:
    """The rows of small decks are counted afresh and agree, so the table has the provenance it
    claims.
    """  # noqa: D205
    assert [(words, cards) for words, cards, _ in TABLE] == [
        (words, cards) for words, game, _ in GAMES for cards in deals(game)
    ]
    listed = {(words, cards): numbers for words, cards, numbers in TABLE}
    for words, game, depth in GAMES:
        if game.ranks * game.suits <= 10:
            for cards in deals(game):
                fresh = " ".join(map(str, counts(game, cards, depth)))
                assert fresh == listed[words, cards]


def test_the_split_adds_up_and_matches_the_judge_s() -> None:
    """The counts below the first moves add up to the count, and each is the judge's."""
    deal = numbered_deal(parse_rules("sir-tommy-optional ranks=5 suits=2 piles=2"), 3)
    game = game_of(deal.rules)
    for depth in range(1, 6):
        found = {label_of(move): count for move, count in split(start(deal), depth).items()}
        assert found == bruteforce.split(game, bruteforce.start(game, order_of(deal)), depth)
        assert sum(found.values()) == perft(start(deal), depth)


def test_no_moves_at_all_are_one_sequence() -> None:
    """Of depth 0 there is one sequence, and a depth beyond any game counts nothing."""
    state = start(numbered_deal(parse_rules("sir-tommy ranks=3 suits=2 piles=2"), 3))
    assert perft(state, 0) == 1
    assert perft(state, 200) == 0


@pytest.mark.parametrize("depth", [-1, DEPTH + 1])
def test_depths_out_of_range(depth: int) -> None:
    """A depth that no game has is refused."""
    with pytest.raises(RequestError) as caught:
        perft(start(numbered_deal(parse_rules("sir-tommy"), 3)), depth)
    assert str(caught.value) == f"a depth of {depth} is out of range: give 0 to {DEPTH}"
