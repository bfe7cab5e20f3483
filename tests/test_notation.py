"""Moves as text: full text restores the exact order, compact text the position."""

import pytest
from hypothesis import given

from sirtommy.deal import Deal, numbered_deal, parse_deal
from sirtommy.errors import RecordError
from sirtommy.notation import compact, full_text, parse_moves
from sirtommy.rules import parse_rules
from sirtommy.run import automatic, position, settled
from sirtommy.state import Move, State, legal_moves, plain, play, start
from tests.strategies import games

MINI = parse_rules("sir-tommy ranks=3 suits=2 piles=2")


def after(deal: Deal, moves: tuple[Move, ...]) -> State:
    """Return the position after moves from the start."""
    state = start(deal)
    for move in moves:
        state = play(state, move)
    return state


def printed(deal: Deal, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return moves as they are printed: a foundation named only where two would do."""
    state, found = start(deal), []
    for move in moves:
        found.append(plain(state, move))
        state = play(state, move)
    return tuple(found)


@given(games())
def test_full_text_restores_the_exact_order(game: tuple[Deal, tuple[Move, ...]]) -> None:
    """Full text and moves are inverse, for every game of every rule record."""
    deal, moves = game
    text = full_text(moves)
    if text:
        assert parse_moves(deal, text) == printed(deal, moves) == moves
        assert parse_moves(deal, f"\n {text.replace(' ', '  ')}\n") == moves


@given(games())
def test_compact_text_restores_the_position(game: tuple[Deal, tuple[Move, ...]]) -> None:
    """Compact text leads to the position in which what plays itself has been played."""
    deal, moves = game
    text = compact(deal, moves)
    assert not set(text) - set("123456789^abcdefghi")
    restored = parse_moves(deal, text)
    assert position(after(deal, restored)) == position(settled(after(deal, moves)))
    assert compact(deal, restored) == text


@given(games())
def test_compact_text_has_one_sign_a_choice(game: tuple[Deal, tuple[Move, ...]]) -> None:
    """Only moves that the program does not play itself are written, a foundation's digit apart."""
    deal, moves = game
    state, choices, named = start(deal), 0, 0
    for move in parse_moves(deal, compact(deal, moves)):
        if automatic(state) is None:
            choices += 1
            named += bool(getattr(move, "foundation", None))
        state = play(state, move)
    assert len(compact(deal, moves)) == choices + named


def test_the_two_forms_side_by_side() -> None:
    """A short game in both forms: the compact one leaves out the whole run at the end."""
    deal = parse_deal(MINI, "3S 2H AS 2S 3H AH")
    full = "3S/1 2H/2 AS^ 2^ 1^ 2S/1 3H/2 AH^ 1^ 2^"
    moves = parse_moves(deal, full)
    assert full_text(moves) == full
    assert compact(deal, moves) == "1212"
    assert parse_moves(deal, "1212") == moves
    assert after(deal, moves).won


def test_what_plays_itself_at_the_start_is_left_out_too() -> None:
    """The compact text of no moves is empty, and opens the position of the first decision."""
    deal = parse_deal(MINI, "AS 2H 3S 2S 3H AH")
    assert compact(deal, ()) == ""
    assert full_text(parse_moves(deal, "")) == "AS^ 2H^ 3S^"
    assert parse_moves(deal, "  ") == parse_moves(deal, "")


def test_a_choice_in_a_run_is_written() -> None:
    """Where the order of a run is the player's, the pile is a sign of its own."""
    deal = parse_deal(parse_rules("sir-tommy ranks=4 suits=2 piles=3"), "2S 4S 2H 4H AS 3S 3H AH")
    asked = parse_moves(deal, "2S/1 4S/1 2H/2 4H/3 AS^ 2^ 3S^ 3^")
    other = parse_moves(deal, "2S/1 4S/1 2H/2 4H/3 AS^ 2^ 3S^ 1^")
    assert compact(deal, asked) == "11233"
    assert compact(deal, other) == "11231"
    assert parse_moves(deal, "11231")[:8] == other


def test_a_run_played_in_another_order_keeps_its_meaning() -> None:
    """Where like piles give their cards in another order, later signs are renumbered."""
    deal = parse_deal(
        parse_rules("sir-tommy ranks=3 suits=3 piles=3"), "2S 2H AS 3S 3H 3D AH 2D AD"
    )
    for first, rest in (("1^", "3S^"), ("2^", "3S^")):
        moves = parse_moves(deal, f"2S/1 2H/2 AS^ {first} {rest} 3H/1 3D/3")
        text = compact(deal, moves)
        restored = after(deal, parse_moves(deal, text))
        assert position(restored) == position(settled(after(deal, moves)))
    swapped = parse_moves(deal, "2S/1 2H/2 AS^ 2^ 3S^ 3H/1 3D/3")
    assert compact(deal, swapped) == "1223"


def test_the_signs_of_optional_play() -> None:
    """In optional play a digit lays, a letter builds a top, and ^ builds the turned card."""
    deal = parse_deal(
        parse_rules("sir-tommy-optional ranks=3 suits=2 piles=2"), "2S AS 3H 2H AH 3S"
    )
    full = "2S/2 AS^ 3H/1 2^ 1^ 2H/1 AH^ 1^ 3S^"
    assert compact(deal, parse_moves(deal, full)) == "2^1ba1^a^"
    assert full_text(parse_moves(deal, "2^1ba1^a^")) == full


def test_a_foundation_is_named_exactly_where_two_would_do() -> None:
    """`8H^3`, `2^3`: printed only when two different foundations fit, demanded then."""
    rules = parse_rules("calculation ranks=5 suits=2 piles=2")
    deal = parse_deal(rules, "AS 2S 2H 4S AH 3S 4H 3H 5S 5H")
    moves = parse_moves(deal, "2H^ 4S/1 AH/1 3S^ 4H^1")
    assert compact(deal, moves) == "^11^^1"
    assert full_text(moves) == "2H^ 4S/1 AH/1 3S^ 4H^1"
    assert parse_moves(deal, "^11^^1") == moves
    assert parse_moves(deal, "2H^1 4S/1 AH/1 3S^1 4H^1") == moves
    with pytest.raises(RecordError) as caught:
        parse_moves(deal, "^11^^")
    assert str(caught.value) == (
        "line 1, column 6: found the end; expected the number of the foundation it goes to"
    )
    with pytest.raises(RecordError, match="column 6: found 'a'; expected the number of the found"):
        parse_moves(deal, "^11^^a")
    with pytest.raises(RecordError) as caught:
        parse_moves(deal, "2H^ 4S/1 AH/1 3S^ 4H^")
    assert str(caught.value) == (
        "line 1, column 19: found '4H^'; expected a legal move: "
        "The 4 of hearts fits foundations 1 and 2: say which of them it goes to."
    )


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        ("sir-tommy", "9", "column 1: found '9'; expected a legal move: There is no pile 9"),
        ("sir-tommy", "x", "column 1: found 'x'; expected the number of a pile"),
        ("sir-tommy", "0", "column 1: found '0'; expected the number of a pile"),
        ("sir-tommy", "1a", "column 2: found 'a'; expected the number of a pile"),
        ("sir-tommy", "1１", "column 2: found '１'; expected the number of a pile"),
        ("sir-tommy", "^", "column 1: found '^'; expected a legal move: The jack of clubs"),
        ("sir-tommy", "1\0", r"column 2: found '\u0000'; expected the number of a pile"),
        ("sir-tommy", "1\u200f2", r"column 2: found '\u200f'; expected the number of a pile"),
        (
            "sir-tommy-optional", "j",
            "column 1: found 'j'; expected the number of a pile, ^ or a letter from a to i",
        ),
        (
            "sir-tommy-optional", "b",
            "column 1: found 'b'; expected a legal move: Pile 2 is empty: it has no card to build.",
        ),
        ("sir-tommy-optional", "i", "column 1: found 'i'; expected a legal move: There is no pile"),
        (
            "sir-tommy-optional", "1a",
            "column 2: found 'a'; expected a legal move: The jack of clubs cannot be built yet",
        ),
        ("sir-tommy", "JC/1 hello", "column 6: found 'hello'; expected a move such as 5H/2, AS^"),
        ("sir-tommy", "JC/0", "column 1: found 'JC/0'; expected a move such as 5H/2, AS^ or 2^"),
        ("sir-tommy", "JC/1!", "column 1: found 'JC/1!'; expected a move such as 5H/2, AS^ or 2^"),
        ("sir-tommy", "JC/1\n3C/1\n 5H/1", "line 3, column 2: found '5H/1'; expected a legal move"),
        ("sir-tommy", "JC/5", "found 'JC/5'; expected a legal move: There is no pile 5: they are"),
        ("sir-tommy", "JC/1\u00a03C/1 x", "line 1, column 11: found 'x'; expected a move such as"),
    ],
)  # fmt: skip
def test_what_cannot_be_read(words: str, text: str, message: str) -> None:
    """A sign that is no move and a move that is not legal are refused with place and reason."""
    with pytest.raises(RecordError) as caught:
        parse_moves(numbered_deal(parse_rules(words), 17), text)
    assert message in str(caught.value)


def test_no_card_is_left_to_be_laid() -> None:
    """With the stock used up a digit of optional play has nothing to lay."""
    deal = parse_deal(parse_rules("sir-tommy-optional ranks=2 suits=1 piles=1"), "AS 2S")
    with pytest.raises(RecordError) as caught:
        parse_moves(deal, "^11")
    assert str(caught.value) == (
        "line 1, column 3: found '1'; expected a letter: no card is turned to be laid"
    )
    assert full_text(parse_moves(deal, "^1a")) == "AS^ 2S/1 1^"


def test_the_last_card_of_optional_play_does_not_come_back() -> None:
    """`^` needs a turned card."""
    deal = parse_deal(parse_rules("sir-tommy-optional ranks=2 suits=1 piles=1"), "AS 2S")
    with pytest.raises(RecordError, match=r"column 3: found '\^'; expected the number of a pile"):
        parse_moves(deal, "^1^")


def test_a_link_with_ten_thousand_moves_is_refused_at_once() -> None:
    """Moves after the end of the game are refused, with the place of the first."""
    deal = numbered_deal(parse_rules("sir-tommy"), 17)
    with pytest.raises(RecordError) as caught:
        parse_moves(deal, "1" * 10_000)
    assert str(caught.value).endswith(
        "found '1'; expected a legal move: The game is over: it is lost."
    )
    assert caught.value.line == 1
    assert caught.value.column < 60
    with pytest.raises(RecordError, match="line 1, column 6: found 'JC/1'; expected a legal move"):
        parse_moves(deal, "JC/1 " * 10_000)
    for text in ("1" * 10_000_000, "/" * 10_000_000):
        with pytest.raises(RecordError):
            parse_moves(deal, text)


def test_every_first_move_is_read_back() -> None:
    """Each legal first move of each game is read back from its own text."""
    for words in ("sir-tommy", "sir-tommy-optional", "calculation"):
        deal = numbered_deal(parse_rules(words), 3)
        for move in legal_moves(start(deal)):
            assert parse_moves(deal, str(move)) == (move,)
