"""The fast twin: the same positions, the same moves, the same ends as `state`."""

from collections.abc import Iterator
from copy import copy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirtommy.deal import Deal, numbered_deal
from sirtommy.kernel import (
    LAY,
    TOP,
    TURNED,
    WIDTH,
    Table,
    code,
    decide,
    finish,
    move_of,
    table_of,
)
from sirtommy.policy import LeastBurying, Shortest
from sirtommy.policy import Random as Chance
from sirtommy.rules import GAMES, Rules, parse_rules
from sirtommy.state import State, legal_moves, plain, play, seen, start
from tests.strategies import ALL_RULES
from tests.tables import position


def compare(state: State, table: Table) -> list[int]:
    """Check that both show one position with the same moves, and return the moves."""
    view = seen(state)
    assert table == table_of(view)
    assert (table.won, table.built, table.left) == (state.won, state.built, len(state.stock))
    moves = legal_moves(state)
    codes = table.legal()
    assert [code(state, move) for move in moves] == codes
    for number, move in zip(codes, moves, strict=True):
        for shown in (view, state):
            assert plain(state, move_of(shown, number)) == move
    assert table.waits() == (state.turned is not None or (state.rules.forced and not state.over))
    return codes


def twin_game(deal: Deal, random: Random) -> int:
    """Play one random game through both, compare every position, and return how many moves."""
    state = start(deal)
    table = table_of(seen(state))
    played = 0
    while codes := compare(state, table):
        number = random.choice(codes)
        coming = state.stock
        state = play(state, move_of(seen(state), number))
        table.play(number)
        played += 1
        if coming and not table.waits():
            table.turn(coming[0].rank)
    assert state.over
    return played


def test_every_rule_record_in_twin_games() -> None:
    """Random games of every rule record there is go through both, position by position."""
    random = Random(1)
    assert len(ALL_RULES) > 1300
    for number, rules in enumerate(ALL_RULES):
        twin_game(numbered_deal(rules, number), random)


@pytest.mark.parametrize("words", [*GAMES, "calculation forced=true", "calculation ranks=7"])
def test_many_twin_games_of_the_games_by_name(words: str) -> None:
    """Of the games that are played, hundreds of games each."""
    random = Random(2)
    rules = parse_rules(words)
    moves = sum(twin_game(numbered_deal(rules, number), random) for number in range(200))
    assert moves > 200 * rules.cards * 0.6


SMALL = [rules for rules in ALL_RULES if 8 < rules.cards <= 14 and 2 <= rules.piles <= 4]


def test_a_thousand_twin_games_of_small_decks() -> None:
    """Small decks are won and lost often, so their ends are met in a thousand games more."""
    random = Random(3)
    for number in range(1000):
        twin_game(numbered_deal(random.choice(SMALL), number), random)


class Watching:
    """A policy by chance that notes what it is asked, and checks what it is handed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.asked: list[tuple[object, ...]] = []

    def lay(self, table: Table) -> int:
        """Return any pile."""
        assert table.turned
        assert not table.builds()
        self._note(table)
        return self.random.randrange(len(table.piles))

    def build(self, table: Table, moves: list[int]) -> int:
        """Return any build."""
        assert len(moves) > 1
        assert moves == table.builds()
        self._note(table, *moves)
        return self.random.choice(moves)

    def _note(self, table: Table, *moves: int) -> None:
        piles = tuple(map(tuple, table.piles))
        self.asked.append((table.turned, piles, tuple(table.unseen), tuple(table.wanted), moves))


def by_hand(state: State, policy: Watching) -> State:
    """Return the end of a game in which the policy is asked at every position of `state`."""
    while not state.over:
        table = table_of(seen(state))
        state = play(state, move_of(seen(state), decide(table, policy)))
    return state


def later(deal: Deal, random: Random) -> State:
    """Return a position somewhere in a random game, so that runs are cut through too."""
    state = start(deal)
    for _ in range(random.randrange(2 * deal.rules.cards)):
        if state.over:
            break
        state = play(state, random.choice(legal_moves(state)))
    return state


def starts() -> Iterator[State]:
    """Yield positions of every rule record, some at the start and some later on."""
    random = Random(4)
    for number, rules in enumerate(ALL_RULES):
        deal = numbered_deal(rules, number)
        yield later(deal, random) if number % 2 else start(deal)
    for number in range(300):
        yield later(numbered_deal(Rules(), number), random)


def test_finish_asks_and_ends_like_the_game_by_hand() -> None:
    """`finish` asks the same questions in the same order, and leaves the same final table."""
    for seed, state in enumerate(starts()):
        table = table_of(seen(state))
        fast, slow = Watching(seed), Watching(seed)
        end = by_hand(state, slow)
        assert finish(table, [card.rank for card in state.stock], fast) == end.won
        assert fast.asked == slow.asked
        assert table == table_of(seen(end))
        assert fast.random.random() == slow.random.random()


@given(st.sampled_from(ALL_RULES), st.integers(0, 10_000))
def test_finish_takes_any_iterable(rules: Rules, number: int) -> None:
    """The order may be a list, a tuple or a generator; the answer is the same."""
    state = start(numbered_deal(rules, number))
    order = [card.rank for card in state.stock]
    ends = {
        finish(table_of(seen(state)), given_order, LeastBurying())
        for given_order in (order, tuple(order), (rank for rank in order))
    }
    assert len(ends) == 1


def test_copies_are_independent() -> None:
    """A copy is equal, and playing on it leaves the original as it was."""
    for words in GAMES:
        state = start(numbered_deal(parse_rules(words), 5))
        table = table_of(seen(state))
        other = table.copy()
        assert other == table
        finish(other, [card.rank for card in state.stock], Chance(1))
        assert other != table
        assert table == table_of(seen(state))


def test_a_table_is_no_key() -> None:
    """A table changes in place, so it has no hash, and is equal to tables only."""
    table = table_of(seen(start(numbered_deal(Rules(), 5))))
    with pytest.raises(TypeError):
        hash(table)
    assert table != 5
    assert (table == "table") is False
    with pytest.raises(AttributeError):
        table.order = []  # type: ignore[attr-defined]


def test_the_numbers_of_moves() -> None:
    """`LAY + pile`, `TURNED + foundation`, `TOP + WIDTH * pile + foundation`, counted from 0."""
    rules = parse_rules("calculation")
    state = position(
        rules, turned="6C", piles=["8S", "6D"], foundations=["AS", "2H 4H", "3D", "4C"], stock="KD"
    )
    table = table_of(seen(state))
    assert (LAY, TURNED, TOP, WIDTH) == (0, 16, 32, 16)
    assert table.legal() == [17, 18, 35, 32 + 16 + 1, 32 + 16 + 2, 0, 1, 2, 3]
    assert table.wants == [2, 6, 6, 8]
    assert table.wanted[6] == 2
    assert [str(move_of(state, number)) for number in table.legal()] == [
        "6C^2", "6C^3", "1^4", "2^2", "2^3", "6C/1", "6C/2", "6C/3", "6C/4",
    ]  # fmt: skip


def test_sir_tommy_s_builds_name_no_foundation() -> None:
    """Foundations of one height are alike: builds all name foundation 0, and moves none."""
    state = position(Rules(), turned="AC", foundations=["AS 2S"], stock="KD")
    table = table_of(seen(state))
    assert table.legal() == [TURNED]
    assert str(move_of(state, TURNED)) == "AC^"
    assert table.wants == []
    assert table.wanted[1] == 3
    assert table.wanted[3] == 1


def test_a_fresh_table_holds_a_count_for_each_rank_and_none_for_place_0() -> None:
    """Lists go by rank, place 0 standing for no rank or for a foundation that is complete."""
    rules = parse_rules("sir-tommy ranks=3 suits=2 piles=2")
    table = table_of(seen(position(rules, turned="2S", foundations=["AS"], stock="3S AH 2H 3H")))
    assert table.wanted == [0, 1, 1, 0]
    assert table.unseen == [0, 1, 1, 2]
    assert table.piles == [[], []]
    done = position(rules, turned="2H", foundations=["AS 2S 3S", "AH"], stock="3H")
    assert table_of(seen(done)).wanted == [1, 0, 1, 0]


def test_tops_wait_for_a_turned_card_that_fits() -> None:
    """A position made by hand, where a top and the turned card both fit, is judged alike too."""
    state = position(Rules(), turned="2H", piles=["2S"], foundations=["AS"], stock="QD")
    table = table_of(seen(state))
    assert table.legal() == [code(state, move) for move in legal_moves(state)] == [TURNED]


def test_no_turned_card_to_move() -> None:
    """A number that moves the turned card means nothing where none is turned."""
    state = position(Rules(), piles=["2H"], foundations=["AS"])
    for number in (LAY, TURNED):
        with pytest.raises(
            AssertionError, match=r"^a move of the turned card needs a turned card$"
        ):
            move_of(state, number)


def test_a_table_holds_nothing_of_the_order_of_the_stock() -> None:
    """Two positions that differ in the order of the stock alone have equal tables."""
    state = start(numbered_deal(Rules(), 5))
    other = copy(state)
    object.__setattr__(other, "stock", tuple(reversed(state.stock)))
    assert other != state
    assert table_of(seen(other)) == table_of(seen(state))


def test_decide_asks_only_where_there_is_a_choice() -> None:
    """A single build is made without asking; several are the policy's to choose from."""
    single = position(Rules(), turned="AC", piles=["2H"], stock="KD")
    policy = Watching(1)
    assert decide(table_of(seen(single)), policy) == TURNED
    assert policy.asked == []
    optional = position(
        parse_rules("sir-tommy-optional"), turned="2C", piles=["2H"], foundations=["AS"], stock="KD"
    )
    assert decide(table_of(seen(optional)), Shortest()) in {TURNED, TOP}
    assert decide(table_of(seen(optional)), policy) in {TURNED, TOP}
    assert len(policy.asked) == 1
