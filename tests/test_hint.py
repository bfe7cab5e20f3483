"""Hints: the same orders for every choice, slices that add up, intervals, and clear refusals."""

from math import sqrt

import pytest

from sirtommy.at_once import AtOnce
from sirtommy.deal import numbered_deal
from sirtommy.deep import WHOLE, opinions
from sirtommy.errors import RequestError
from sirtommy.hint import (
    AT_ONCE,
    CONTINUATIONS_LIMIT,
    at_once_hint,
    check_continuations,
    choices,
    conclude,
    continuation,
    hint,
    player_for,
    tally,
    wilson,
)
from sirtommy.kernel import decide, finish, move_of, table_of
from sirtommy.policy import LeastBurying
from sirtommy.rules import parse_rules
from sirtommy.run import settled
from sirtommy.state import Lay, Seen, State, legal_moves, play, seen, start
from tests.tables import position

MINI = parse_rules("sir-tommy ranks=5 suits=2 piles=2")


def opening(number: int, lays: int, rules: str = "sir-tommy") -> State:
    """Return the position of a deal after so many choices, each the first that is legal."""
    state = settled(start(numbered_deal(parse_rules(rules), number)))
    for _ in range(lays):
        state = settled(play(state, legal_moves(state)[0]))
    return state


def view(number: int, lays: int, rules: str = "sir-tommy") -> Seen:
    """Return what a player sees of `opening`."""
    return seen(opening(number, lays, rules))


def test_continuations_are_orders_of_the_unseen_cards() -> None:
    """Each continuation holds exactly the unseen ranks; the same number gives the same order."""
    table = table_of(view(1, 4))
    ranks = sorted(rank for rank, count in enumerate(table.unseen) for _ in range(count))
    orders = [continuation(table, number) for number in range(20)]
    assert all(sorted(order) == ranks for order in orders)
    assert orders == [continuation(table, number) for number in range(20)]
    assert len(set(map(tuple, orders))) == 20


def test_hint_at_once_is_the_opinion_of_the_player_who_answers_at_once() -> None:
    """It rates by the evaluation one card ahead alone, and names the choice that player makes."""
    for lays in range(0, 24, 3):
        here = view(5, lays)
        rated = at_once_hint(here)
        assert rated.player == AT_ONCE
        thought = opinions(table_of(here))
        shares = sorted((choice.win * WHOLE for choice in rated.choices), reverse=True)
        if not any(choice.lost for choice in rated.choices):
            assert min(shares) > 0
            assert shares == pytest.approx(sorted(thought, reverse=True), abs=0.5)
        assert move_of(here, decide(table_of(here), AtOnce())) in {
            choice.move for choice in rated.choices if choice.win > rated.best.win - 0.02
        }


def test_slices_add_up() -> None:
    """However the continuations are cut, the tally is the same."""
    here = view(3, 5, "sir-tommy ranks=7 suits=3 piles=3")
    whole = tally(here, 0, 60, LeastBurying())
    parts = [tally(here, a, b, LeastBurying()) for a, b in ((0, 1), (1, 25), (25, 60))]
    assert whole == tuple(map(sum, zip(*parts, strict=True)))
    assert tally(here, 7, 7, LeastBurying()) == (0,) * len(whole)


def test_each_choice_is_played_out_on_the_same_orders() -> None:
    """The tally is what playing every choice out over each order gives."""
    state = position(
        parse_rules("sir-tommy ranks=5 suits=3 piles=3"),
        turned="4S", piles=["5S 2S", "3D"], stock="AS AH AD 2H 2D 3S 3H 4H 4D 5H 5D",
    )  # fmt: skip
    here = seen(state)
    table = table_of(here)
    expected = [0] * len(table.legal())
    for number in range(30):
        order = continuation(table, number)
        for place, move in enumerate(table.legal()):
            trial = table.copy()
            trial.play(move)
            expected[place] += finish(trial, order, LeastBurying())
    assert tally(here, 0, 30, LeastBurying()) == tuple(expected)
    assert sum(expected) > 0


def test_the_order_of_the_stock_is_not_known() -> None:
    """Two deals that look alike get the same hint, whatever their stocks hold in store."""
    state = opening(1, 3)
    other = State(state.rules, state.stock[::-1], state.turned, state.piles, state.foundations)
    assert hint(seen(state), 5) == hint(seen(other), 5)


def test_the_whole_pack_is_rated_by_the_strongest_player() -> None:
    """In Sir Tommy itself the player who plays on rates the choices, slices adding up exactly."""
    here = view(1, 4)
    assert player_for(here.rules) == "deep"
    assert player_for(MINI) == "least-burying"
    whole = tally(here, 0, 6)
    assert whole == tuple(map(sum, zip(tally(here, 0, 2), tally(here, 2, 6), strict=True)))
    found = hint(here, 6)
    assert found.player == "deep"
    assert found == conclude(here, whole, 6)
    assert all(choice.tried > 6 for choice in found.choices)


def test_equal_piles_share_a_count() -> None:
    """Choices that differ only by the place of equal piles are one."""
    found = hint(view(1, 1), 30, LeastBurying())
    empty = [choice for choice in found.choices if not found.seen.piles[_pile(choice.move) - 1]]
    assert len(empty) == 3
    assert len({choice.won for choice in empty}) == 1


def _pile(move: object) -> int:
    assert isinstance(move, Lay)
    return move.pile


def test_choices_come_best_first() -> None:
    """All legal moves are rated, in falling order, with intervals around their shares."""
    state = opening(5, 6)
    found = hint(seen(state), 50, LeastBurying())
    assert sorted(map(str, legal_moves(state))) == sorted(str(c.move) for c in found.choices)
    assert len(choices(found.seen)) == len(found.choices)
    wins = [choice.win for choice in found.choices]
    assert wins == sorted(wins, reverse=True)
    assert all(choice.low <= choice.win <= choice.high for choice in found.choices)
    assert found.best is found.choices[0]
    assert found.best not in found.rivals
    assert found.player == "least-burying"


def test_rivals_reach_the_best_share() -> None:
    """A rival is a choice that chance may have put behind the best."""
    here = view(1, 4)
    found = conclude(here, (100, 98, 20, 0), 200, "least-burying")
    assert [choice.won for choice in found.rivals] == [98]


def test_the_interval_is_wilsons() -> None:
    """The ends of the interval are the shares that the score test just refuses."""
    for won, tried in ((0, 10), (3, 10), (83, 200), (10, 10), (1, 1)):
        share = won / tried
        for end in wilson(won, tried):
            if 0 < end < 1:
                distance = abs(end - share)
                assert distance == pytest.approx(1.96 * sqrt(end * (1 - end) / tried))
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_proved_loss_is_marked() -> None:
    """A choice that makes a winning order impossible is lost; so is a position that had none."""
    state = position(MINI, turned="3S", piles=["2S 3H"], stock="AS AH 2H 4S 4H 5S 5H")
    found = hint(seen(state), 20)
    lost = {choice.move: choice.lost for choice in found.choices}
    assert lost == {legal_moves(state)[0]: True, legal_moves(state)[1]: False}
    assert found.waiting == ()
    state = position(MINI, turned="4S", piles=["2S 3H 3S"], stock="AS AH 2H 4H 5S 5H")
    found = hint(seen(state), 20)
    assert found.waiting == (1,)
    assert all(choice.lost and not choice.won for choice in found.choices)


def test_a_finished_game_has_no_choice() -> None:
    """When the game is won or lost there is nothing to rate, and that is said."""
    state = position(MINI, piles=["2S", "2H"], stock="")
    assert choices(seen(state)) == ()
    with pytest.raises(RequestError, match="nothing to choose"):
        hint(seen(state), 5)


def test_one_choice_is_rated_too() -> None:
    """A single choice gets its chance like any other."""
    state = position(MINI, turned="3S", piles=["2S"], stock="AS AH 2H 3H 4S 4H 5S 5H")
    single = seen(position(parse_rules("sir-tommy ranks=5 suits=2 piles=1"),
                           turned="3S", piles=["4S"], stock="AS AH 2S 2H 3H 4H 5S 5H"))  # fmt: skip
    assert len(hint(single, 10).choices) == 1
    assert len(hint(seen(state), 10).choices) == 2


@pytest.mark.parametrize("number", [0, -1, CONTINUATIONS_LIMIT + 1])
def test_budgets_out_of_range(number: int) -> None:
    """No continuations, fewer than none and too many are refused with the range."""
    with pytest.raises(RequestError, match=f"1 to {CONTINUATIONS_LIMIT}"):
        check_continuations(number)
    with pytest.raises(RequestError):
        hint(view(1, 1), number)


@pytest.mark.parametrize(
    ("won", "tried"), [((1, 2, 3), 10), ((1, 2, 3, 11), 10), ((1, 2, 3, -1), 10), ((), 0)]
)
def test_a_tally_of_another_position(won: tuple[int, ...], tried: int) -> None:
    """A tally that cannot be of this position is refused."""
    with pytest.raises(RequestError, match="does not fit"):
        conclude(view(1, 2), won, tried)
