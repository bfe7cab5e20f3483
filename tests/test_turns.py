"""Tests of whole turns of Calculation: which ends there are, and that the players stay legal."""

import pytest

from sirtommy.at_once import AtOnce
from sirtommy.deal import numbered_deal
from sirtommy.deep import Deep
from sirtommy.kernel import TOP, TURNED, Policy, Table, decide, table_of
from sirtommy.policy import Random
from sirtommy.rules import Rules, parse_rules
from sirtommy.state import seen, start
from sirtommy.turns import best_end, ends, finished
from sirtommy.value_calculation import Position, position_of

GAMES = (
    "calculation",
    "calculation forced=true",
    "calculation ranks=7 suits=3 piles=2",
    "calculation ranks=11 suits=1 piles=9",
)


def dealt(rules: Rules, number: int) -> tuple[Table, list[int]]:
    """Return the table at the start of a deal and the ranks still to be turned."""
    state = start(numbered_deal(rules, number))
    return table_of(seen(state)), [card.rank for card in state.stock]


def tables(rules: Rules, number: int) -> list[Table]:
    """Return the tables of a deal at which a card waits, played by chance."""
    table, order = dealt(rules, number)
    policy = Random(number)
    found = []
    for rank in [*order, 0]:
        found.append(table.copy())
        while table.waits():
            table.play(policy.build(table, table.builds() or table.legal()))
        if rank:
            table.turn(rank)
    return [table for table in found if table.turned]


def test_every_end_of_a_turn_is_led_to_by_its_moves() -> None:
    """The moves of each end are legal one after the other, and lead where the end says."""
    count = 0
    for number in range(4):
        for table in tables(parse_rules("calculation"), number):
            for end in ends(position_of(table), table.turned):
                after = table.copy()
                for move in end.moves:
                    assert move in after.legal()
                    after.play(move)
                assert not after.turned
                assert position_of(after) == end.position
                count += 1
    assert count > 500


def test_a_card_can_be_kept_or_placed_wherever_it_goes() -> None:
    """The moves of the turned card alone are ends of the turn, one empty pile standing for all."""
    met = 0
    for table in tables(parse_rules("calculation piles=2"), 3):
        position = position_of(table)
        climb = position.game.climb(position.heights)
        tops = [pile[-1] for pile in table.piles if pile]
        if any(climb.needed[rank] == 1 for rank in (table.turned, *tops)):
            continue
        alone = {end.moves[0] for end in ends(position, table.turned) if len(end.moves) == 1}
        legal = {move for move in table.legal() if move < TOP}
        if () not in position.piles[:-1]:
            assert alone == legal
            met += 1
    assert met


def test_the_last_card_of_a_rank_is_built_at_once() -> None:
    """Where no other foundation takes a card it can wait for nothing."""
    met = 0
    for number in range(6):
        for table in tables(parse_rules("calculation"), number):
            position = position_of(table)
            climb = position.game.climb(position.heights)
            if climb.takers[table.turned] and climb.needed[table.turned] == 1:
                (end,) = ends(position, table.turned)
                assert end.moves == (TURNED + climb.takers[table.turned][0],)
                met += 1
    assert met


def test_a_game_is_finished_as_well_as_it_can_be() -> None:
    """Where tops must go up in the right order and to the right foundations, they do."""
    game = position_of(dealt(parse_rules("calculation"), 1)[0]).game
    # The six goes on the second foundation: then the seven of the first leads to the eight.
    position = Position(game, ((8, 6), (6, 7), (), ()), (5, 2, 1, 1), (0,) * 14)
    last, moves = finished(position)
    assert last.piles == ((), (), (), ())
    assert len(moves) == 4


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("policy", [AtOnce(ahead=False), Deep(1, 2)], ids=["at once", "deep"])
def test_the_players_make_legal_moves_in_every_game(game: str, policy: Policy) -> None:
    """Small packs, one foundation, many piles, forced play: only legal moves, to the end."""
    rules = parse_rules(game)
    for number in (1, 2) if isinstance(policy, AtOnce) else (1,):
        table, order = dealt(rules, number)
        if isinstance(policy, Deep):
            order = order[:2]
        for rank in [*order, 0]:
            while table.turned or (not rank and table.builds()) or table.waits():
                move = decide(table, policy)
                assert move in table.legal()
                table.play(move)
            if rank:
                table.turn(rank)


def test_a_plan_is_kept_to() -> None:
    """Move by move the player comes to the end of the turn that it likes best."""
    for table in tables(parse_rules("calculation"), 8):
        policy = AtOnce(ahead=False)
        planned = best_end(position_of(table), table.turned)
        made = []
        while table.turned:
            made.append(decide(table, policy))
            table.play(made[-1])
        assert tuple(made) == planned.moves
