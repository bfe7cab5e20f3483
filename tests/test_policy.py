"""The simple policies, and how often a game holds a real choice in a run."""

from collections.abc import Callable

import pytest

from sirtommy.deal import numbered_deal
from sirtommy.kernel import TOP, TURNED, WIDTH, Policy, Table, decide, finish, move_of, table_of
from sirtommy.players import PLAYERS, player
from sirtommy.policy import LeastBurying, Random, Shortest, lowest_uncovered, needs
from sirtommy.rules import Rules, parse_rules
from sirtommy.run import automatic
from sirtommy.state import State, legal_moves, play, seen, start
from tests.tables import position

FORCED = Rules()
OPTIONAL = parse_rules("sir-tommy-optional")
CALCULATION = parse_rules("calculation")


def table(rules: Rules, turned: str, *piles: str, foundations: tuple[str, ...] = ()) -> Table:
    """Return a table made by hand."""
    state = position(rules, turned=turned, piles=piles, foundations=foundations)
    return table_of(seen(state))


@pytest.mark.parametrize(
    ("piles", "chosen"),
    [
        (("", "", "", ""), 0),
        (("KS", "", "", ""), 1),
        (("KS", "QS JS", "TS", "9S"), 0),
        (("KS QS", "JS TS 9S", "8S", "7S"), 2),
        (("KS QS", "JS TS 9S", "8S 6S", "7S"), 3),
    ],
)
def test_shortest_lays_on_the_shortest_pile(piles: tuple[str, ...], chosen: int) -> None:
    """Every card goes on the shortest pile, the leftmost of equals."""
    assert Shortest().lay(table(FORCED, "5H", *piles)) == chosen


@pytest.mark.parametrize(
    ("piles", "chosen", "why"),
    [
        (("4S", "KS", "QS", "JS"), 3, "the smallest step down is the tightest fit"),
        (("4S", "KS", "", "JS 3D"), 1, "an empty pile is the loosest fit"),
        (("4S", "", "3S", "2S"), 1, "an empty pile before one whose top is lower"),
        (("5S", "6S", "7S", "8S"), 0, "an equal counts as no step"),
        (("6S 4S 3S", "4C", "KC 3D", "2S 4D"), 1, "the fewest lower cards are buried"),
        (("2S KC", "4S 3S", "KD", "2C 3C 4H"), 2, "a lower card deep down counts as well"),
        (("2S KC", "4S 3S", "3C 2D", "2C 3D 4H"), 0, "one lower card rather than two"),
        (("2S 8C", "3S 7C", "4S 6C", "4C 9C"), 2, "of equals the tightest fit"),
        (("6C", "6D", "6H", "6S"), 0, "of equals the leftmost"),
        (("4S", "3S", "2S 4D", "AS"), 0, "tops that are lower are alike, the leftmost is taken"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_least_burying(piles: tuple[str, ...], chosen: int, why: str) -> None:
    """A card goes where it covers the fewest lower cards; of equals where it fits most tightly."""
    assert LeastBurying().lay(table(FORCED, "5H", *piles)) == chosen, why


def test_least_burying_in_calculation_goes_by_need() -> None:
    """In Calculation "lower" means needed sooner by some foundation."""
    bases = ("AS", "2S", "3S", "4S")
    sooner = table(CALCULATION, "9D", "KC", "4H", "TD", "2C", foundations=bases)
    need = needs(sooner)
    assert need[9] == 1
    assert [need[rank] for rank in (13, 4, 10, 2)] == [11, 0, 3, 0]
    assert LeastBurying().lay(sooner) == 2
    empty = table(CALCULATION, "9D", "4H", "", "2C", "6C", foundations=bases)
    assert LeastBurying().lay(empty) == 1


def test_needs_in_sir_tommy_are_the_ranks() -> None:
    """In Sir Tommy the lower rank is needed sooner."""
    assert list(needs(table(FORCED, "5H"))) == list(range(14))


def test_needs_in_calculation_count_builds() -> None:
    """The least number of builds on one foundation before it takes the rank; never is one more."""
    rules = parse_rules("calculation ranks=5 suits=2")
    fresh = table(rules, "5H", foundations=("AS", "2S"))
    # Foundation 1 wants 2 3 4 5, foundation 2 wants 4 1 3 5.
    assert needs(fresh)[1:] == [1, 0, 1, 0, 3]
    late = table(rules, "5H", foundations=("AS 2D 3S 4S", "2S 4D AD 3D"))
    assert needs(late)[1:] == [6, 6, 6, 6, 0]
    done = table(rules, "5H", foundations=("AS 2D 3S 4S 5S", "2S 4D AD 3D"))
    assert needs(done)[1:] == [6, 6, 6, 6, 0]


def test_builds_uncover_the_lowest_card() -> None:
    """Of several tops the one over the lowest card goes, the first of equals."""
    on = table(FORCED, "", "9S 5S", "KH 5D", "5C", "3D 5H", foundations=("AS 2S 3S 4S",))
    moves = [TOP + WIDTH * pile for pile in range(4)]
    for policy in (Shortest(), LeastBurying()):
        assert policy.build(on, moves) == moves[3]
        assert policy.build(on, moves[:3]) == moves[0]
        assert policy.build(on, moves[1:3]) == moves[1]
    like = table(FORCED, "", "9S 5S", "9H 5D", foundations=("AS 2S 3S 4S",))
    assert lowest_uncovered(like, moves[:2]) == moves[0]


def test_a_build_that_uncovers_nothing_waits() -> None:
    """A pile's last card waits for builds that uncover something, the turned card for both."""
    on = table(OPTIONAL, "2C", "2S", "KH 2D", foundations=("AS",))
    moves = on.builds()
    assert moves == [TURNED, TOP, TOP + WIDTH]
    assert lowest_uncovered(on, moves) == TOP + WIDTH
    assert lowest_uncovered(on, moves[:2]) == TOP
    assert lowest_uncovered(on, moves[:1]) == TURNED


def test_uncovered_cards_of_calculation_go_by_need() -> None:
    """In Calculation the build that uncovers the card needed soonest goes."""
    rules = parse_rules("calculation ranks=5 suits=2 piles=2")
    on = table(rules, "", "2H 4H", "5S 4D", foundations=("AS 2D 3S", "2S 4C"))
    assert on.builds() == [TOP, TOP + WIDTH]
    assert needs(on)[2] > needs(on)[5]
    assert lowest_uncovered(on, on.builds()) == TOP + WIDTH


def test_chance_comes_from_the_published_generator() -> None:
    """The same seed plays the same game for ever; every pile and build is picked."""
    on = table(FORCED, "5H", "9S", "KH", "TC", "3D")
    player, again = Random(7), Random(7)
    laid = [player.lay(on) for _ in range(200)]
    assert laid == [again.lay(on) for _ in range(200)]
    assert set(laid) == {0, 1, 2, 3}
    moves = [TOP, TOP + WIDTH]
    assert {player.build(on, moves) for _ in range(50)} == set(moves)


POLICIES: dict[str, Callable[[], Policy]] = {
    "random": lambda: Random(1),
    "shortest": Shortest,
    "least-burying": LeastBurying,
}


def real_choices(state: State, policy: Policy) -> int:
    """Return how often a policy's game reaches a run in which the order of builds matters."""
    count = 0
    while not state.over:
        table = table_of(seen(state))
        if len(table.builds()) > 1:
            count += automatic(state) is None
        state = play(state, move_of(seen(state), decide(table, policy)))
    return count


SLOW = {"at-once": 20, "deep": 4}
"""How many games of the players who think longer are enough; of the others a hundred."""


@pytest.mark.parametrize("name", PLAYERS)
def test_real_choices_are_no_corner_case(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In two games of five at least the order of a run is the player's, more so in good play.

    The counts of each player are printed.
    """
    deals = SLOW.get(name, 100)
    policy = player(name, seed=1, budget=4)
    counts = [real_choices(start(numbered_deal(FORCED, number)), policy) for number in range(deals)]
    games = sum(count > 0 for count in counts)
    with capsys.disabled():
        print(  # noqa: T201
            f"\n{name}: a real choice in {games} of {deals} games, {sum(counts)} choices in all"
        )
    assert games >= 0.4 * deals


@pytest.mark.parametrize("words", ["sir-tommy", "sir-tommy-optional", "calculation"])
@pytest.mark.parametrize("name", POLICIES)
def test_policies_play_whole_games_and_leave_the_table_alone(words: str, name: str) -> None:
    """Asking a policy changes nothing, and its answers are legal to the end."""
    policy = POLICIES[name]()
    for number in range(20):
        state = start(numbered_deal(parse_rules(words), number))
        while not state.over:
            on = table_of(seen(state))
            before = on.copy()
            move = decide(on, policy)
            assert on == before
            assert move in on.legal()
            state = play(state, legal_moves(state)[on.legal().index(move)])


def test_least_burying_wins_more_than_shortest_more_than_random() -> None:
    """The policies stand in the order that measurements elsewhere give them."""
    wins = {}
    for name, make in POLICIES.items():
        policy = make()
        wins[name] = 0
        for number in range(1500):
            state = start(numbered_deal(FORCED, number))
            order = [card.rank for card in state.stock]
            wins[name] += finish(table_of(seen(state)), order, policy)
    assert wins["random"] < wins["least-burying"]
    assert wins["shortest"] < wins["least-burying"]
    assert 100 < wins["least-burying"] < 260
