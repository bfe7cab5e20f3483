"""The rules one by one: each test is named after a rule, and its docstring quotes it."""

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given

from sirtommy.cards import pack, parse_card
from sirtommy.deal import Deal, listed_deal, numbered_deal, parse_deal
from sirtommy.errors import IllegalMoveError
from sirtommy.rules import Rules, parse_rules
from sirtommy.state import (
    BuildTop,
    BuildTurned,
    Lay,
    Move,
    State,
    legal_moves,
    moved_card,
    objection,
    plain,
    play,
    seen,
    start,
)
from tests.strategies import games
from tests.tables import cards, position

FORCED = Rules()
OPTIONAL = parse_rules("sir-tommy-optional")
CALCULATION = parse_rules("calculation")
MINI = parse_rules("sir-tommy ranks=3 suits=2 piles=2")


def texts(state: State) -> list[str]:
    """Return the legal moves as text."""
    return [str(move) for move in legal_moves(state)]


def lay(card: str, pile: int) -> Lay:
    """Return the move that lays a card on a pile."""
    return Lay(parse_card(card), pile)


def turned(card: str, foundation: int | None = None) -> BuildTurned:
    """Return the move that builds the turned card."""
    return BuildTurned(parse_card(card), foundation)


# Rule 1.


def test_rule_1_the_start() -> None:
    """The stock is a shuffled pack of 52, face down. Four foundations and four waste piles start
    empty.
    """  # noqa: D205
    deal = numbered_deal(FORCED, 1)
    state = start(deal)
    assert sorted((state.turned or parse_card("AS"), *state.stock)) == sorted(pack(13, 4))
    assert state.turned == deal.cards[0]
    assert state.stock == deal.cards[1:]
    assert state.foundations == state.piles == ((), (), (), ())
    assert state.built == 0
    assert not state.over


# Rule 2.


def test_rule_2_an_ace_must_be_built() -> None:
    """Turn one card. If it can be built it must be: an ace starts a foundation."""
    state = position(FORCED, turned="AS", piles=["KH"], stock="5H")
    assert texts(state) == ["AS^"]
    assert objection(state, lay("AS", 1)) == "The ace of spades can be built, so it must be built."
    assert play(state, turned("AS")).foundations == (cards("AS"), (), (), ())


@pytest.mark.parametrize("suit", "SHDC")
def test_rule_2_any_other_card_whatever_the_suits(suit: str) -> None:
    """Any other card goes on a foundation whose top is one rank lower, whatever the suits."""
    state = position(FORCED, turned=f"3{suit}", foundations=["AS 2S"], stock="KH")
    assert texts(state) == [f"3{suit}^"]
    assert play(state, turned(f"3{suit}")).foundations[0] == cards(f"AS 2S 3{suit}")


@pytest.mark.parametrize("card", ["2H", "4H", "KH", "AH"])
def test_rule_2_no_other_rank(card: str) -> None:
    """A foundation takes the next rank and no other; an ace opens a new one or none."""
    full = position(Rules(suits=1), turned=card, foundations=["AS 2S"], stock="QH")
    assert texts(full) == [f"{card}/{pile}" for pile in (1, 2, 3, 4)]
    assert objection(full, turned(card)) == (
        f"The {parse_card(card).name} cannot be built yet: the foundations need a 3 next."
    )


def test_rule_2_a_king_completes_a_foundation() -> None:
    """A foundation is complete with its king and takes nothing more."""
    rules = Rules(suits=1, piles=1)
    state = position(rules, turned="KS", foundations=["AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"])
    after = play(state, turned("KS"))
    assert after.wanted(1) is None
    assert after.won


# Rule 3.


def test_rule_3_any_of_the_four_piles() -> None:
    """If it cannot be built, the player lays it on any one of the four waste piles."""
    state = position(FORCED, turned="5H", piles=["KS", "", "3D 2D"], stock="9C 8C")
    assert texts(state) == ["5H/1", "5H/2", "5H/3", "5H/4"]
    after = play(state, lay("5H", 3))
    assert after.piles == (cards("KS"), (), cards("3D 2D 5H"), ())
    assert after.turned == parse_card("9C")
    assert after.stock == cards("8C")
    assert after.foundations == state.foundations


@pytest.mark.parametrize("pile", [-1, 0, 5, 9])
def test_rule_3_no_other_pile(pile: int) -> None:
    """Piles that are not on the table take nothing."""
    state = position(FORCED, turned="5H")
    assert objection(state, lay("5H", pile)) == (
        f"There is no pile {pile}: they are numbered 1 to 4."
    )
    assert objection(state, BuildTop(pile)) == (
        f"There is no pile {pile}: they are numbered 1 to 4."
    )


def test_rule_3_only_the_turned_card() -> None:
    """Only the turned card is laid or built from the hand."""
    state = position(FORCED, turned="5H", stock="6H AS")
    for move in (lay("6H", 1), turned("6H")):
        assert objection(state, move) == "The turned card is the 5 of hearts, not the 6 of hearts."


# Rule 4.


def test_rule_4_tops_are_built_before_the_next_card_is_turned() -> None:
    """After a card has been built, as long as the top card of any pile can be built, one must be
    built before the next card is turned.
    """  # noqa: D205
    state = position(FORCED, turned="AS", piles=["5H 3H 2H", "4C"], stock="KD QD")
    run: list[Move] = [turned("AS"), BuildTop(1), BuildTop(1), BuildTop(2), BuildTop(1)]
    for place, move in enumerate(run):
        assert texts(state) == [str(move)]
        state = play(state, move)
        assert (state.turned is None) == (place < 4)
    assert state.turned == parse_card("KD")
    assert state.stock == cards("QD")
    assert state.piles == ((), (), (), ())


def test_rule_4_while_a_run_goes_on_no_card_is_turned() -> None:
    """In a run only tops are built: no card is there to be laid or built."""
    state = play(position(FORCED, turned="AS", piles=["2H", "5D"], stock="KD"), turned("AS"))
    for move in (lay("KD", 1), turned("KD")):
        assert objection(state, move) == (
            "No card is turned: build the 2 of hearts on pile 1 first."
        )
    assert objection(state, BuildTop(2)) == (
        "The 5 of diamonds cannot be built yet: the foundations need an ace or a 2 next."
    )
    assert objection(state, BuildTop(3)) == "Pile 3 is empty: it has no card to build."


def test_rule_4_two_fives_over_one_four() -> None:
    """Where more than one top could go, the player chooses which goes first: two piles topped by a
    5 and one foundation showing a 4 is a real choice.
    """  # noqa: D205
    state = position(
        FORCED, turned="4H", piles=["9S 5S", "KH 5D"], foundations=["AS 2S 3S"], stock="QD"
    )
    state = play(state, turned("4H"))
    assert texts(state) == ["1^", "2^"]
    first, second = play(state, BuildTop(1)), play(state, BuildTop(2))
    assert first.piles[:2] == (cards("9S"), cards("KH 5D"))
    assert second.piles[:2] == (cards("9S 5S"), cards("KH"))
    assert first.turned == second.turned == parse_card("QD")


def test_rule_4_a_three_first_when_that_uncovers_another_five() -> None:
    """And so is building a 3 first when that uncovers another 5."""
    state = position(
        FORCED,
        turned="4H",
        piles=["5S 3D", "KH 5D"],
        foundations=["AS 2S 3S", "AH 2H"],
        stock="QD",
    )
    state = play(state, turned("4H"))
    assert texts(state) == ["1^", "2^"]
    uncovered = play(state, BuildTop(1))
    assert texts(uncovered) == ["1^", "2^"]
    assert play(uncovered, BuildTop(1)).piles[:2] == ((), cards("KH 5D"))
    assert play(uncovered, BuildTop(2)).piles[:2] == (cards("5S"), cards("KH"))


def test_rule_4_three_ways() -> None:
    """Three tops of a rank and one place for it: each of the three may go."""
    state = position(FORCED, turned="AH", piles=["9S 2S", "8S 2D", "7S 2C", "2H QS"], stock="QD")
    state = play(state, turned("AH"))
    assert texts(state) == ["1^", "2^", "3^"]
    ends = {play(state, BuildTop(pile)).piles for pile in (1, 2, 3)}
    assert len(ends) == 3


def test_rule_4_tops_wait_for_a_turned_card_that_fits() -> None:
    """A turned card that fits is built before any top."""
    state = position(FORCED, turned="2H", piles=["2S"], foundations=["AS"], stock="QD")
    assert texts(state) == ["2H^"]
    assert objection(state, BuildTop(1)) == (
        "The 2 of hearts must be built first: it was turned and it fits."
    )


# Rule 5.


def test_rule_5_cards_never_move_between_piles_or_off_a_foundation() -> None:
    """Cards never move between piles, never leave a foundation, and there is no redeal.

    There is no move for it: every legal move builds or lays, and what is up stays up.
    """
    state = start(numbered_deal(MINI, 3))
    while not state.over:
        move = legal_moves(state)[-1]
        after = play(state, move)
        for before, later in zip(state.foundations, after.foundations, strict=True):
            assert later[: len(before)] == before
        gone = [
            number
            for number, (before, later) in enumerate(zip(state.piles, after.piles, strict=True), 1)
            if later[: len(before)] != before
        ]
        assert gone == ([move.pile] if isinstance(move, BuildTop) else [])
        state = after
    assert state.stock == ()


# Rule 6.


def test_rule_6_won_when_all_are_built() -> None:
    """Won when all 52 are built."""
    names = "A23456789TJQK"
    up = [" ".join(rank + suit for rank in names) for suit in "SHD"]
    state = position(
        FORCED, turned="QC", piles=["KC"], foundations=[*up, " ".join(r + "C" for r in names[:11])]
    )
    state = play(state, turned("QC"))
    assert not state.over
    state = play(state, BuildTop(1))
    assert (state.won, state.lost, state.over, state.built) == (True, False, True, 52)
    assert legal_moves(state) == ()
    assert objection(state, BuildTop(1)) == "The game is over: every card is up."


def test_rule_6_lost_when_the_stock_is_empty_and_no_top_fits() -> None:
    """Lost when the stock is empty and no top card can be built."""
    state = position(FORCED, turned="9H", piles=["5H", "6H"], foundations=["AS"])
    assert not state.lost
    state = play(state, lay("9H", 1))
    assert (state.won, state.lost, state.over) == (False, True, True)
    assert legal_moves(state) == ()
    assert objection(state, BuildTop(1)) == "The game is over: it is lost."
    with pytest.raises(IllegalMoveError, match=r"^The game is over: it is lost\.$"):
        play(state, lay("9H", 1))


def test_rule_6_not_lost_while_a_top_fits() -> None:
    """With the stock empty the last run is still played."""
    state = play(position(FORCED, turned="AH", piles=["2H", "KS"]), turned("AH"))
    assert not state.over
    assert play(state, BuildTop(1)).lost


# What follows from the rules of forced Sir Tommy.


@given(games())
def test_counts_tell_all_about_the_foundations(game: tuple[Deal, tuple[Move, ...]]) -> None:
    """With n foundations, `built[r]` never increases with r, and rank r can be built when
    `built[r] < built[r-1]`, with `built[0] = n`.
    """  # noqa: D205
    deal, moves = game
    state = start(deal)
    for move in moves:
        state = play(state, move)
    if deal.rules.calculation:
        return
    ranks = [card.rank for pile in state.foundations for card in pile]
    built = [deal.rules.suits, *(ranks.count(rank) for rank in range(1, deal.rules.ranks + 1))]
    assert built == sorted(built, reverse=True)
    for rank in range(1, deal.rules.ranks + 1):
        assert bool(state.fitting(rank)) == (built[rank] < built[rank - 1])


@given(games())
def test_a_game_keeps_every_card(game: tuple[Deal, tuple[Move, ...]]) -> None:
    """Through every game of every rule record each card of the pack is in one place."""
    deal, moves = game
    state = start(deal)
    for move in moves:
        assert move in legal_moves(state)
        assert objection(state, move) is None
        state = play(state, move)
    places = [state.stock, *state.piles, *state.foundations]
    held = [card for place in places for card in place] + ([state.turned] if state.turned else [])
    assert sorted(held) == sorted(deal.cards)
    assert state.over == (not legal_moves(state))
    assert not (state.won and state.lost)


def test_at_most_48_cards_are_ever_laid() -> None:
    """In forced play the aces are never laid: at most 48 cards are."""
    order = [card for card in pack(13, 4) if card.rank > 1] + [
        c for c in pack(13, 4) if c.rank == 1
    ]
    state = start(listed_deal(FORCED, order))
    while state.turned and state.turned.rank > 1:
        state = play(state, legal_moves(state)[0])
    assert sum(map(len, state.piles)) == 48


# Optional play.


def test_optional_turning_is_never_a_choice() -> None:
    """Turning is never a choice: the next card is face up as soon as the last has been placed."""
    state = position(OPTIONAL, turned="AS", piles=["2H"], stock="KD QD")
    assert play(state, turned("AS")).turned == parse_card("KD")
    assert play(state, lay("AS", 1)).turned == parse_card("KD")


def test_optional_tops_may_be_built_while_a_card_waits() -> None:
    """Any playable top may be built while it waits."""
    state = position(OPTIONAL, turned="9D", piles=["3H 2H", "KS"], foundations=["AS"], stock="KD")
    assert texts(state) == ["1^", "9D/1", "9D/2", "9D/3", "9D/4"]
    after = play(state, BuildTop(1))
    assert after.turned == parse_card("9D")
    assert after.stock == cards("KD")
    assert texts(after)[0] == "1^"


def test_optional_a_card_that_fits_may_be_laid() -> None:
    """A turned card that could be built may be laid (so up to 52 can be laid)."""
    state = position(OPTIONAL, turned="2D", piles=["2H"], foundations=["AS"], stock="KD")
    assert texts(state) == ["2D^", "1^", "2D/1", "2D/2", "2D/3", "2D/4"]
    game = start(numbered_deal(OPTIONAL, 5))
    while game.turned:
        game = play(game, Lay(game.turned, 1))
    assert len(game.piles[0]) == 52


def test_optional_tops_are_built_after_the_last_card() -> None:
    """When the stock is used up the tops that fit may still go, and the game ends with them."""
    state = position(OPTIONAL, turned="KD", piles=["2H", "2C"], foundations=["AS"])
    state = play(state, lay("KD", 3))
    assert state.turned is None
    assert texts(state) == ["1^", "2^"]
    assert objection(state, lay("KD", 1)) == (
        "No card is turned: build the 2 of hearts on pile 1 or the 2 of clubs on pile 2 first."
    )
    assert play(state, BuildTop(2)).lost


# Calculation.


def test_calculation_starts_with_four_bases() -> None:
    """The first A, 2, 3 and 4 become the bases of four foundations with steps 1, 2, 3, 4 modulo 13;
    the other 48 keep their order.
    """  # noqa: D205
    deal = numbered_deal(CALCULATION, 17)
    state = start(deal)
    assert [[card.rank for card in pile] for pile in state.foundations] == [[1], [2], [3], [4]]
    assert [state.wanted(foundation) for foundation in (1, 2, 3, 4)] == [2, 4, 6, 8]
    assert (state.turned, *state.stock) == deal.stock
    assert state.built == 4


def test_calculation_is_optional_play_and_suits_are_ignored() -> None:
    """Suits are ignored, four piles, optional play."""
    state = position(CALCULATION, turned="2C", foundations=["AS", "2H", "3D", "4C"], stock="KD")
    assert texts(state) == ["2C^", "2C/1", "2C/2", "2C/3", "2C/4"]
    assert play(state, turned("2C")).foundations[0] == cards("AS 2C")


def test_calculation_counts_on_past_the_king() -> None:
    """Foundations count past the king and each ends with a king."""
    state = position(
        CALCULATION, turned="AC", foundations=["AS", "2H 4H 6H 8H TH QH", "3D", "4C"], stock="KD"
    )
    assert texts(state)[0] == "AC^"
    assert play(state, turned("AC")).foundations[1] == cards("2H 4H 6H 8H TH QH AC")


def test_calculation_which_foundation_can_be_a_choice() -> None:
    """Here foundations differ, so which foundation takes a card can be a choice: it is named."""
    state = position(
        CALCULATION, turned="6C", piles=["6S"], foundations=["AS", "2H 4H", "3D", "4C"], stock="KD"
    )
    assert texts(state)[:4] == ["6C^2", "6C^3", "1^2", "1^3"]
    assert objection(state, turned("6C")) == (
        "The 6 of clubs fits foundations 2 and 3: say which of them it goes to."
    )
    assert play(state, turned("6C", 3)).foundations[2] == cards("3D 6C")
    assert play(state, BuildTop(1, 2)).foundations[1] == cards("2H 4H 6S")


def test_calculation_a_foundation_that_does_not_fit_or_exist() -> None:
    """A foundation named wrongly is refused with what it needs."""
    king = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    state = position(CALCULATION, turned="6C", foundations=[king, "2H", "3D", "4C"], stock="KD")
    assert objection(state, turned("6C", 2)) == (
        "The 6 of clubs does not fit foundation 2, which needs a 4 next."
    )
    assert objection(state, turned("6C", 1)) == (
        "The 6 of clubs does not fit foundation 1, which is complete."
    )
    for number in (0, 5):
        assert objection(state, turned("6C", number)) == (
            f"There is no foundation {number}: they are numbered 1 to 4."
        )
    assert objection(state, turned("6C", 3)) is None
    assert objection(state, turned("6C")) is None


def test_calculation_can_be_played_forced() -> None:
    """With builds forced a turned card that fits must go, to any foundation that takes it."""
    rules = parse_rules("calculation forced=true")
    state = position(
        rules, turned="6C", piles=["8S"], foundations=["AS", "2H 4H", "3D", "4C"], stock="KD"
    )
    assert texts(state) == ["6C^2", "6C^3"]
    after = play(state, turned("6C", 2))
    assert after.turned is None
    assert texts(after) == ["1^2", "1^4"]


def test_calculation_unbuildable_cards_are_told_what_is_needed() -> None:
    """The refusal lists each needed rank once, in order."""
    state = position(CALCULATION, turned="KC", foundations=["AS 2S 3S", "2H", "3D", "4C"])
    assert objection(state, turned("KC")) == (
        "The king of clubs cannot be built yet: the foundations need a 4 or a 6 or an 8 next."
    )


# Moves and positions as values.


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (lay("5H", 2), "5H/2"),
        (turned("AS"), "AS^"),
        (turned("8H", 3), "8H^3"),
        (BuildTop(2), "2^"),
        (BuildTop(2, 3), "2^3"),
    ],
)
def test_moves_print_as_records_write_them(move: Move, text: str) -> None:
    """Each kind of move has one text form."""
    assert str(move) == text


def test_sir_tommy_takes_the_first_of_like_foundations() -> None:
    """Which foundation takes a card never matters: a legal one may be named, and is not printed."""
    state = position(FORCED, turned="AS", foundations=["AH 2H"], stock="QD")
    assert plain(state, turned("AS", 3)) == turned("AS")
    assert play(state, turned("AS", 3)).foundations == (cards("AH 2H"), (), cards("AS"), ())
    assert play(state, turned("AS")).foundations == (cards("AH 2H"), cards("AS"), (), ())
    assert objection(state, turned("AS", 1)) == (
        "The ace of spades does not fit foundation 1, which needs a 3 next."
    )
    assert plain(state, lay("AS", 1)) == lay("AS", 1)


def test_plain_keeps_the_name_where_two_would_do() -> None:
    """In Calculation a foundation stays named where two different ones fit, and only there."""
    state = position(
        CALCULATION, turned="6C", piles=["8S"], foundations=["AS", "2H 4H", "3D", "4C"], stock="KD"
    )
    assert plain(state, turned("6C", 3)) == turned("6C", 3)
    assert plain(state, BuildTop(1, 4)) == BuildTop(1)


def test_the_card_a_move_moves() -> None:
    """A build of a top moves the top, every other move the turned card."""
    state = position(OPTIONAL, turned="9D", piles=["3H 2H"], foundations=["AS"])
    assert moved_card(state, BuildTop(1)) == parse_card("2H")
    assert moved_card(state, lay("9D", 1)) == parse_card("9D")
    assert moved_card(state, turned("9D")) == parse_card("9D")


def test_an_illegal_move_raises_its_objection() -> None:
    """`play` refuses what `objection` objects to, in the same words, and changes nothing."""
    state = position(FORCED, turned="AS", stock="2S")
    with pytest.raises(IllegalMoveError) as caught:
        play(state, lay("AS", 1))
    assert str(caught.value) == objection(state, lay("AS", 1))
    assert state == position(FORCED, turned="AS", stock="2S")


def test_positions_are_frozen_values() -> None:
    """A position is never changed in place, and equal positions are one key."""
    state = start(numbered_deal(MINI, 1))
    with pytest.raises(FrozenInstanceError):
        state.turned = None  # type: ignore[misc]
    assert len({state, start(numbered_deal(MINI, 1))}) == 1


def test_the_order_of_the_stock_is_hidden_its_content_is_not() -> None:
    """A player sees which cards are still to be turned, sorted, and not their order."""
    state = start(parse_deal(MINI, "3S 2H AS 3H AH 2S"))
    shown = seen(state)
    assert shown.unseen == cards("AS AH 2S 2H 3H")
    assert (shown.rules, shown.turned, shown.piles, shown.foundations) == (
        state.rules, state.turned, state.piles, state.foundations,
    )  # fmt: skip
    for hidden in (cards("2S AH 3H AS 2H"), tuple(reversed(state.stock))):
        assert seen(replace(state, stock=hidden)) == shown
