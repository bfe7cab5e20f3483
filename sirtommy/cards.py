"""Cards and packs of cards.

A card is a rank from 1 (ace) to 13 (king) and a suit from 0 to 3 in the order spades, hearts,
diamonds, clubs.
Its text form has two characters, rank and suit: `AS`, `TH`, `KC`.
"""

from dataclasses import dataclass
from functools import cache

from sirtommy.errors import CardError, shown

RANKS = "A23456789TJQK"
"""Rank letters in order; the index of a letter plus one is the rank."""

SUITS = "SHDC"
"""Suit letters in the order in which packs of fewer suits take them."""

RANK_NAMES = (
    "ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king",
)  # fmt: skip
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
SUIT_SIGNS = "♠♥♦♣"


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card: `rank` 1-13, `suit` 0-3."""

    rank: int
    suit: int

    def __str__(self) -> str:
        """Return the two-character code, the inverse of `parse_card`."""
        return RANKS[self.rank - 1] + SUITS[self.suit]

    def __repr__(self) -> str:
        """Return the call that makes this card."""
        return f"parse_card({str(self)!r})"

    @property
    def name(self) -> str:
        """The card in words, such as "5 of hearts"."""
        return f"{RANK_NAMES[self.rank - 1]} of {SUIT_NAMES[self.suit]}"

    @property
    def index(self) -> str:
        """The rank as printed on the card, such as "A", "10" or "K"."""
        return "10" if self.rank == RANKS.index("T") + 1 else RANKS[self.rank - 1]

    @property
    def sign(self) -> str:
        """The card as print shows it, such as "10♥"."""
        return self.index + SUIT_SIGNS[self.suit]


@cache
def parse_card(text: str) -> Card:
    """Return the card that a two-character code names.

    >>> parse_card("TH").name
    '10 of hearts'

    Raises:
        CardError: The text is not a rank letter followed by a suit letter.
    """
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        message = f"{shown(text)} is not a card: write a rank of {RANKS} and a suit of {SUITS}"
        raise CardError(message)
    return Card(RANKS.index(text[0]) + 1, SUITS.index(text[1]))


def pack(ranks: int, suits: int) -> tuple[Card, ...]:
    """Return the unshuffled pack: ace to the highest rank of spades, then hearts, and so on."""
    return tuple(Card(rank, suit) for suit in range(suits) for rank in range(1, ranks + 1))
