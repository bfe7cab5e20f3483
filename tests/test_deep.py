"""Tests of the player who plays on: a fair race, the same for the same seed and budget."""

from sirtommy.at_once import AtOnce
from sirtommy.deal import numbered_deal
from sirtommy.deep import (
    HOPELESS,
    WHOLE,
    Deep,
    continuation,
    continued,
    distinct,
    race,
    tallies,
)
from sirtommy.kernel import TOP, WIDTH, Table, finish, table_of
from sirtommy.rules import Rules
from sirtommy.state import seen, start
from sirtommy.value import Position, position_of
from sirtommy.weights import network


def opening(number: int, lays: tuple[int, ...], rules: Rules | None = None) -> Table:
    """Return the table of a deal once cards have been laid on these piles, what fits built."""
    state = start(numbered_deal(rules or Rules(), number))
    table = table_of(seen(state))
    piles = iter(lays)
    order = iter([card.rank for card in state.stock])
    while True:
        builds = table.builds()
        if builds:
            table.play(builds[0])
        elif table.turned:
            pile = next(piles, None)
            if pile is None:
                return table
            table.play(pile)
        if not table.waits():
            table.turn(next(order))


LAYS = (0, 1, 2, 3, 0, 1, 2, 3, 0, 1)


def afters(table: Table) -> list[Position]:
    """Return the positions after laying the turned card on each pile that differs."""
    position = position_of(table, network())
    found = []
    for pile in distinct(position):
        after = position.copy()
        after.lay(pile, table.turned)
        found.append(after)
    return found


def test_same_seed_and_budget_same_choice() -> None:
    """Two players of one seed and budget play a whole deal alike."""
    state = start(numbered_deal(Rules(ranks=8), 3))
    order = [card.rank for card in state.stock]
    ends = []
    for _ in range(2):
        table = table_of(seen(state))
        finish(table, order, Deep(5, 8))
        ends.append((table.piles, table.wanted))
    assert ends[0] == ends[1]


def test_every_choice_is_tried_on_the_same_orders() -> None:
    """Order i is one order of the unseen cards, whichever choice is tried on it."""
    table = opening(2, LAYS)
    positions = afters(table)
    orders = {tuple(continuation(position, 9)) for position in positions}
    assert len(orders) == 1
    order = orders.pop()
    assert sorted(order) == [r for r, n in enumerate(table.unseen) for _ in range(n)]


def test_the_race_stops_trying_what_is_beaten() -> None:
    """The leader is tried at least as often as any other; nothing is tried beyond the budget."""
    positions = afters(opening(2, LAYS))
    best, standings = race(positions, 0, 64)
    assert max(standing.tried for standing in standings) == standings[best].tried <= 64
    assert all(0 <= standing.score <= WHOLE * standing.tried for standing in standings)
    assert all(0 <= standing.chance <= 1 for standing in standings)


def test_hopeless_choices_cost_nothing() -> None:
    """A choice that looks ahead to almost nothing beside the best is never tried."""
    for number in range(30):
        _, standings = race(afters(opening(number, LAYS)), 0, 16)
        best = max(standing.prior for standing in standings)
        for standing in standings:
            if (standing.prior + 1) * HOPELESS < best:
                assert standing.tried == 0


def test_where_nothing_is_to_be_chosen_no_effort_is_made() -> None:
    """The first card can only go on an empty pile: a budget beyond all patience costs nothing."""
    state = start(numbered_deal(Rules(), 1))
    assert Deep(0, 10**12).lay(table_of(seen(state))) == 0


def test_a_won_continuation_counts_whole_and_a_lost_one_nothing() -> None:
    """With the last card in hand there is nothing to guess."""
    table = opening(1, ())
    table.turned = 0
    table.piles = [[13], [], [], []]
    table.wanted = [3] + [0] * 12 + [1]
    table.unseen = [0] * 14
    position = position_of(table, network())
    assert continued(position.copy(), []) == 0
    position.build_top(0)
    assert continued(position, []) == WHOLE


def test_slices_of_tallies_add_up() -> None:
    """Orders 0-5 and 5-9 together give what orders 0-9 give, for every legal move."""
    table = opening(4, LAYS)
    one, two, whole = tallies(table, 0, 5), tallies(table, 5, 9), tallies(table, 0, 9)
    assert tuple(map(sum, zip(one, two, strict=True))) == whole
    assert len(whole) == len(table.legal())


def test_a_run_is_one_decision() -> None:
    """Two fives over one place for a five: the player names one of them, and keeps to its plan."""
    table = opening(1, ())
    table.turned = 0
    table.piles = [[9, 5], [6, 5], [], []]
    table.unseen = [0, 3, 3, 3, 3, 2, 3, 4, 4, 3, 4, 4, 4, 4]
    table.wanted = [0, 3, 0, 0, 0, 1] + [0] * 8
    moves = table.builds()
    assert moves == [TOP, TOP + WIDTH]
    player = Deep(0, 8)
    assert player.build(table, moves) in moves
    assert player.build(table, moves) == player.build(table, moves)


def test_other_shapes_are_played() -> None:
    """Small decks, other numbers of piles and optional play are played to the end."""
    shapes = (
        Rules(ranks=4, suits=2, piles=2),
        Rules(ranks=6, piles=9),
        Rules(suits=1),
        Rules(ranks=6, forced=False),
    )
    for rules in shapes:
        for player in (AtOnce(), Deep(0, 4)):
            state = start(numbered_deal(rules, 1))
            table = table_of(seen(state))
            finish(table, [card.rank for card in state.stock], player)
            assert table.left == 0
            assert not table.builds()
