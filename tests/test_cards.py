"""Cards: codes, names, signs, and the order of the pack."""

import pytest

from sirtommy.cards import RANKS, SUITS, Card, pack, parse_card
from sirtommy.errors import CardError, RecordError, SirTommyError, shown


def test_codes_and_cards_are_inverse() -> None:
    """Every card of the full pack is read back from its code."""
    for card in pack(13, 4):
        assert parse_card(str(card)) == card
        assert eval(repr(card), {"parse_card": parse_card}) == card  # noqa: S307


@pytest.mark.parametrize(
    ("code", "name", "sign", "index"),
    [
        ("AS", "ace of spades", "A♠", "A"),
        ("TH", "10 of hearts", "10♥", "10"),
        ("9D", "9 of diamonds", "9♦", "9"),
        ("JC", "jack of clubs", "J♣", "J"),
        ("QS", "queen of spades", "Q♠", "Q"),
        ("KH", "king of hearts", "K♥", "K"),
    ],
)
def test_names_and_signs(code: str, name: str, sign: str, index: str) -> None:
    """A card is spoken in words, printed with its sign, and the ten shows as 10."""
    card = parse_card(code)
    assert (card.name, card.sign, card.index) == (name, sign, index)


@pytest.mark.parametrize(
    "text", ["", "A", "AS ", "1S", "0H", "10H", "as", "AX", "SA", "♠A", "A♠", "５H", "A\n", "ASAS"]
)
def test_what_is_no_card(text: str) -> None:
    """Anything but a rank letter and a suit letter is refused, and the message shows both sets."""
    with pytest.raises(CardError) as caught:
        parse_card(text)
    assert str(caught.value) == (
        f"{shown(text)} is not a card: write a rank of {RANKS} and a suit of {SUITS}"
    )


def test_the_pack_runs_through_spades_hearts_diamonds_clubs() -> None:
    """The unshuffled pack is ace to king of spades, then hearts, diamonds, clubs."""
    codes = [str(card) for card in pack(13, 4)]
    assert "".join(codes) == "".join(rank + suit for suit in "SHDC" for rank in "A23456789TJQK")
    assert [str(card) for card in pack(3, 2)] == ["AS", "2S", "3S", "AH", "2H", "3H"]


def test_cards_are_ordered_by_rank_first() -> None:
    """Sorting cards puts ranks together, so that sorted unseen cards tell nothing else."""
    assert sorted(pack(2, 2)) == [Card(1, 0), Card(1, 1), Card(2, 0), Card(2, 1)]


def test_all_errors_are_one_family() -> None:
    """Whoever catches `SirTommyError` catches every refusal; it is a `ValueError`."""
    assert issubclass(CardError, SirTommyError)
    assert issubclass(RecordError, SirTommyError)
    assert issubclass(SirTommyError, ValueError)


def test_shown_keeps_messages_to_one_short_line() -> None:
    """Quoted text is cut to 24 signs, and signs that do not print are escaped."""
    assert shown("5H/2") == "'5H/2'"
    assert shown("a\nb\0\u200f") == r"'a\u000ab\u0000\u200f'"
    assert shown("x" * 24) == "'" + "x" * 24 + "'"
    assert shown("x" * 25) == "'" + "x" * 24 + "…'"
