"""Deals: a pack in the order in which it will be turned, by number or card by card.

The same number gives the same deal for ever.
The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014), started at the deal's number.
The shuffle is that of Fisher and Yates from the last place down, and a draw that would favour
some cards is drawn again, so every order of the pack is as likely as the generator can make it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from sirtommy.cards import Card, pack, parse_card
from sirtommy.errors import CardError, DealError, shown
from sirtommy.rules import Rules

T = TypeVar("T")

NUMBERS = 1 << 64
"""How many deal numbers there are, from 0 to 2^64 - 1."""

SHORT_NUMBERS = 1_000_000
"""New deals are picked below this number, so that their numbers are easy to say."""

_MASK = NUMBERS - 1


class Generator:
    """SplitMix64: the one source of chance in the project.

    >>> Generator(0).next64()
    16294208416658607535
    """

    def __init__(self, seed: int) -> None:
        """Start at `seed`, taken modulo 2^64."""
        self._state = seed & _MASK

    def next64(self) -> int:
        """Return the next integer from 0 to 2^64 - 1."""
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Return an integer from 0 to `bound` - 1, every one equally likely."""
        limit = NUMBERS - NUMBERS % bound
        drawn = self.next64()
        while drawn >= limit:
            drawn = self.next64()
        return drawn % bound

    def shuffle(self, items: list[T]) -> None:
        """Put `items` into a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


@dataclass(frozen=True, slots=True)
class Deal:
    """A pack of `rules` in a fixed order, first card first; `number` is None for listed cards."""

    rules: Rules
    cards: tuple[Card, ...]
    number: int | None = None

    @property
    def bases(self) -> tuple[Card, ...]:
        """The cards laid out before play, one for each foundation; none in Sir Tommy.

        In Calculation they are the first ace, two, three and four, in order of the pack.
        """
        firsts = [self.rules.sequence(f)[0] for f in range(len(self.rules.steps))]
        return tuple(next(card for card in self.cards if card.rank == rank) for rank in firsts)

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards that will be turned, in order, the bases left out."""
        laid_out = frozenset(self.bases)
        return tuple(card for card in self.cards if card not in laid_out)

    def __str__(self) -> str:
        """Return the number, or the cards run together: the inverse of `parse_deal`."""
        return "".join(map(str, self.cards)) if self.number is None else str(self.number)


def numbered_deal(rules: Rules, number: int) -> Deal:
    """Return the deal of a number.

    Raises:
        DealError: The number is not in 0 to 2^64 - 1.
    """
    if not 0 <= number < NUMBERS:
        message = f"deal {number} does not exist: deal numbers go from 0 to {NUMBERS - 1}"
        raise DealError(message)
    cards = list(pack(rules.ranks, rules.suits))
    Generator(number).shuffle(cards)
    return Deal(rules, tuple(cards), number)


def listed_deal(rules: Rules, cards: Iterable[Card]) -> Deal:
    """Return the deal with these cards in this order.

    Raises:
        DealError: A card is missing, there twice, or not in the pack of `rules`.
    """
    listed = tuple(cards)
    whole = pack(rules.ranks, rules.suits)
    counts = Counter(listed)
    twice = [str(card) for card, count in counts.items() if count > 1]
    foreign = [str(card) for card in counts if card.rank > rules.ranks or card.suit >= rules.suits]
    missing = [str(card) for card in whole if card not in counts]
    faults = [
        f"{what}: {' '.join(codes)}"
        for what, codes in (
            ("there more than once", twice),
            ("not in this pack", foreign),
            ("missing", missing),
        )
        if codes
    ]
    if faults:
        message = (
            f"these {len(listed)} cards are not a pack of {len(whole)} for {rules}: "
            + "; ".join(faults)
        )
        raise DealError(message)
    return Deal(rules, listed)


def parse_deal(rules: Rules, text: str) -> Deal:
    """Return the deal written as a number or as cards, with or without spaces between them.

    >>> str(parse_deal(Rules(ranks=2, suits=2), "2H AS AH 2S"))
    '2HASAH2S'

    Raises:
        DealError: The text is neither; or the cards are not a pack of `rules`.
    """
    joined = "".join(text.split())
    if joined and joined.isascii() and joined.isdigit():
        return numbered_deal(rules, parse_number(text.strip()))
    if not joined or len(joined) > 4 * rules.cards + 64:
        message = f"{shown(text)} is not a deal: write a number, or the cards in order (AS 4S ...)"
        raise DealError(message)
    codes = [joined[place : place + 2] for place in range(0, len(joined), 2)]
    try:
        cards = [parse_card(code) for code in codes]
    except CardError as error:
        message = f"{shown(text)} is not a deal: it is no number, and {error}"
        raise DealError(message) from None
    return listed_deal(rules, cards)


def parse_number(text: str) -> int:
    """Return the deal number that `text` writes in plain digits.

    Raises:
        DealError: Anything but ASCII digits, leading zeros, or a number of 2^64 and more.
    """
    plain = text.isascii() and text.isdigit()
    if not plain or len(text) > len(str(_MASK)) or (len(text) > 1 and text[0] == "0"):
        message = (
            f"{shown(text)} is not a deal number: write digits from 0 to {_MASK} "
            "without leading zeros"
        )
        raise DealError(message)
    number = int(text)
    if number > _MASK:
        message = f"deal {text} does not exist: deal numbers go from 0 to {_MASK}"
        raise DealError(message)
    return number
