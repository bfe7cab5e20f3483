"""Runs: what plays itself and what is asked, judged by walking through every order of the run."""

from dataclasses import replace
from itertools import chain, islice, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirtommy.deal import Deal, numbered_deal
from sirtommy.rules import Rules, parse_rules
from sirtommy.run import automatic, position, settle, settled
from sirtommy.state import BuildTop, BuildTurned, Lay, State, legal_moves, play, start
from tests import bruteforce
from tests.strategies import ALL_RULES
from tests.tables import cards, game_of, spot_of
from tests.tables import position as table

FORCED = Rules()


def in_run(**parts: object) -> State:
    """Return the position after the turned card of a hand-made position is built."""
    state = table(FORCED, **parts)  # type: ignore[arg-type]
    assert state.turned
    return play(state, BuildTurned(state.turned))


def says(state: State) -> str:
    """Return the judge's word on a position: what a player of forced play has to do there."""
    game = game_of(state.rules)
    spot = spot_of(state)
    labels = [label for label, _ in bruteforce.moves(game, spot)]
    if not labels:
        return "over"
    if any(label.startswith("/") for label in labels):
        return "lay"
    if len(labels) == 1 or len(bruteforce.run_ends(game, spot)) == 1:
        return "plays itself"
    return "asks"


def test_two_fives_over_one_four_is_asked() -> None:
    """Two piles topped by a 5 and one place for it: the player says which goes."""
    state = in_run(turned="4H", piles=["9S 5S", "KH 5D"], foundations=["AS 2S 3S"], stock="QD")
    assert says(state) == "asks"
    assert automatic(state) is None
    assert settle(state) == ()
    assert settled(state) == state


def test_two_fives_and_two_places_play_themselves() -> None:
    """Where both tops go in any order nothing is decided."""
    state = in_run(
        turned="4H",
        piles=["9S 5S", "KH 5D"],
        foundations=["AS 2S 3S", "AH 2H 3H 4D"],
        stock="QD",
    )
    assert says(state) == "plays itself"
    assert [str(played.move) for played in settle(state)] == ["1^", "2^"]


def test_a_three_that_uncovers_a_five_is_asked() -> None:
    """Building the 3 first sets a second 5 free, so the order is the player's."""
    state = in_run(
        turned="4H", piles=["5S 3D", "KH 5D"], foundations=["AS 2S 3S", "AH 2H"], stock="QD"
    )
    assert says(state) == "asks"
    assert automatic(state) is None
    uncovered = play(state, BuildTop(1))
    assert says(uncovered) == "asks"
    assert automatic(uncovered) is None


def test_a_three_that_uncovers_a_king_plays_itself() -> None:
    """The same builds in either order end alike when nothing else is set free."""
    state = in_run(
        turned="4H", piles=["KS 3D", "KH 5D"], foundations=["AS 2S 3S", "AH 2H"], stock="QD"
    )
    assert says(state) == "plays itself"
    assert [str(played.move) for played in settle(state)] == ["1^", "2^"]


def test_three_ways_are_asked() -> None:
    """Three 2s over one ace: each of three ways ends otherwise."""
    state = in_run(turned="AH", piles=["9S 2S", "8S 2D", "7S 2C", "2H QS"], stock="QD")
    assert says(state) == "asks"
    assert automatic(state) is None
    for pile in (1, 2, 3):
        assert says(play(state, BuildTop(pile))) == "lay"


def test_like_piles_are_no_choice() -> None:
    """Two piles that are equal in ranks are one choice: whichever gives its 5, the ends agree."""
    state = in_run(turned="4H", piles=["9S 5S", "9H 5D"], foundations=["AS 2S 3S"], stock="QD")
    assert says(state) == "plays itself"
    assert automatic(state) == BuildTop(1)


def test_the_last_run_of_a_won_game_plays_itself() -> None:
    """When every order ends with all cards up the program plays on to the end."""
    rules = parse_rules("sir-tommy ranks=3 suits=2 piles=2")
    state = table(rules, turned="AH", piles=["3H 2H", "3S 2S"], foundations=["AS"])
    end = settled(state)
    assert end.won
    assert len(settle(state)) == 5


def test_settling_plays_the_turned_card_too() -> None:
    """A turned card that fits, and all it sets free, is played until a player has to decide."""
    state = table(FORCED, turned="AS", piles=["5H 2H", "4C"], stock="2D QS")
    played = settle(state)
    assert [str(one.move) for one in played] == ["AS^", "1^"]
    assert played[0].before == state
    assert played[0].after == played[1].before
    end = settled(state)
    assert (str(end.turned), end.stock) == ("2D", cards("QS"))
    assert isinstance(legal_moves(end)[0], Lay)


def test_optional_play_plays_nothing_by_itself() -> None:
    """Every build of optional play may wait, so the program makes none."""
    for words in ("sir-tommy-optional", "calculation"):
        state = start(numbered_deal(parse_rules(words), 5))
        while not state.over:
            assert automatic(state) is None
            state = play(state, legal_moves(state)[0])
        assert automatic(state) is None


def test_in_forced_calculation_the_foundation_is_asked() -> None:
    """A turned card that fits two different foundations is the player's to place."""
    rules = parse_rules("calculation forced=true")
    state = table(
        rules, turned="6C", piles=["KS"], foundations=["AS", "2H 4H", "3D", "4C"], stock="KD"
    )
    assert says(state) == "asks"
    assert automatic(state) is None
    both = replace(state, piles=(cards("KS 6S"), (), (), ()))
    assert says(both) == "plays itself"
    assert automatic(both) == BuildTurned(cards("6C")[0], 2)


def visited(deal: Deal, seed: int) -> list[State]:
    """Return the positions of a game played by chance, with a weight on runs that branch."""
    random = Random(seed)
    states = [start(deal)]
    while not states[-1].over:
        states.append(play(states[-1], random.choice(legal_moves(states[-1]))))
    return states


FORCED_RULES = [
    rules for rules in ALL_RULES if rules.forced and rules.cards > 8 and 2 <= rules.piles <= 5
]


SCATTERED = [parse_rules(f"sir-tommy ranks={ranks} suits={suits} piles={piles}")
             for ranks, suits, piles in ((4, 4, 4), (5, 3, 3), (6, 2, 4), (7, 2, 3))]  # fmt: skip
SCATTERED += [parse_rules(f"calculation ranks={ranks} suits={suits} piles=3 forced=true")
              for ranks, suits in ((5, 3), (5, 4), (7, 2))]  # fmt: skip


def scattered(seed: int) -> State:
    """Return a position in a run: foundations of random heights, up to nine cards on the piles."""
    random = Random(seed)
    rules = random.choice(SCATTERED)
    rest = list(numbered_deal(rules, seed).cards)
    foundations = []
    for foundation in range(rules.suits):
        height = random.randint(1, rules.ranks)
        up = []
        for rank in rules.sequence(foundation)[:height]:
            up.append(next(card for card in rest if card.rank == rank))
            rest.remove(up[-1])
        foundations.append(tuple(up))
    homes = [(card, random.randrange(rules.piles)) for card in rest[:9]]
    piles = tuple(
        tuple(card for card, home in homes if home == pile) for pile in range(rules.piles)
    )
    return State(rules, tuple(rest[9:]), None, piles, tuple(foundations))


def test_a_run_plays_itself_only_where_nothing_is_decided() -> None:
    """The program plays on if only one build is legal, or if every order of the rest ends alike
    (ranks only, piles unordered); otherwise it asks. Judged by plain enumeration of all orders.
    """  # noqa: D205
    asked = played = 0
    games = (
        state
        for number, rules in enumerate(FORCED_RULES)
        for state in visited(numbered_deal(rules, number), number)
    )
    for state in chain(games, (scattered(number) for number in range(1500))):
        word = says(state)
        assert (automatic(state) is not None) == (word == "plays itself"), state
        asked += word == "asks"
        played += word == "plays itself" and len(legal_moves(state)) > 1
    assert asked > 400
    assert played > 200


@given(st.sampled_from(FORCED_RULES), st.integers(0, 1000), st.randoms(use_true_random=False))
def test_the_hidden_order_of_the_stock_never_shows(
    rules: Rules, number: int, random: Random
) -> None:
    """What plays itself does not depend on the order of the stock beyond the run."""
    state = random.choice(visited(numbered_deal(rules, number), number))
    stock = list(state.stock)
    random.shuffle(stock)
    other = replace(state, stock=tuple(stock))
    assert automatic(other) == automatic(state)


def test_no_order_of_a_small_stock_changes_what_plays_itself() -> None:
    """All orders of what is left are tried, in positions where a run is asked or plays itself."""
    rules = parse_rules("sir-tommy ranks=4 suits=3 piles=3")
    tried = 0
    for number in range(60):
        for state in visited(numbered_deal(rules, number), number):
            if state.turned or len(state.stock) > 4 or len(legal_moves(state)) < 2:
                continue
            answers = {
                automatic(replace(state, stock=stock))
                for stock in islice(permutations(state.stock), 24)
            }
            assert len(answers) == 1
            tried += 1
    assert tried > 20


@pytest.mark.parametrize("words", ["sir-tommy", "calculation forced=true"])
def test_settling_stops_only_at_decisions(words: str) -> None:
    """After settling, the player has to lay or to choose between builds, or the game is over."""
    for number in range(12):
        for state in visited(numbered_deal(parse_rules(words), number), number):
            assert says(settled(state)) in {"over", "lay", "asks"}


def test_positions_are_equal_where_play_is() -> None:
    """A position is named by ranks, piles in any order, and foundations where they differ."""
    one = table(FORCED, turned="5H", piles=["KS 2D", "9C"], foundations=["AS 2S", "AH"], stock="QD")
    two = table(FORCED, turned="5S", piles=["", "9D", "KH 2H"], foundations=["AC", "AS 2C"])
    assert position(one) == position(two)
    assert position(one) != position(replace(one, turned=None))
    calculation = parse_rules("calculation")
    bases = table(calculation, turned="5H", foundations=["AS", "2S", "3S", "4S"])
    swapped = replace(bases, foundations=(*bases.foundations[1:], bases.foundations[0]))
    assert position(bases) != position(swapped)
