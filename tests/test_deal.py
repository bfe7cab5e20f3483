"""Deals: the published shuffle, numbers and lists, and what is refused."""

import json
from collections import Counter
from itertools import permutations
from math import factorial
from pathlib import Path

import pytest
from hypothesis import given

from sirtommy.cards import pack, parse_card
from sirtommy.deal import (
    NUMBERS,
    SHORT_NUMBERS,
    Deal,
    Generator,
    listed_deal,
    numbered_deal,
    parse_deal,
    parse_number,
)
from sirtommy.errors import DealError
from sirtommy.rules import Rules, parse_rules
from tests.strategies import deals
from tests.tables import cards

VECTORS = json.loads((Path(__file__).parent / "data" / "deals.json").read_text("utf-8"))
"""Written by a separate program from the published algorithm, not by the engine."""

WHOLE = "".join(map(str, pack(13, 4)))


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda vector: vector["number"])
def test_a_number_means_the_same_deal_for_ever(vector: dict[str, str]) -> None:
    """The pinned numbers give the pinned cards, through either way in."""
    rules = parse_rules(vector["rules"])
    deal = numbered_deal(rules, int(vector["number"]))
    assert "".join(map(str, deal.cards)) == vector["cards"]
    assert parse_deal(rules, vector["number"]) == deal
    assert parse_deal(rules, vector["cards"]).cards == deal.cards


@pytest.mark.parametrize("vector", VECTORS["generator"], ids=lambda vector: vector["seed"])
def test_the_generator_is_splitmix64(vector: dict[str, str | list[str]]) -> None:
    """The first outputs from a seed are those of the published generator."""
    generator = Generator(int(str(vector["seed"])))
    assert [str(generator.next64()) for _ in range(3)] == vector["first"]


def test_a_known_output_of_splitmix64() -> None:
    """From 1234567 the first outputs are those that other implementations print as their test."""
    generator = Generator(1234567)
    assert [generator.next64() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_seeds_are_taken_modulo_2_to_the_64() -> None:
    """A generator's seed wraps round."""
    assert Generator(NUMBERS + 5).next64() == Generator(5).next64()


class Scripted(Generator):
    """A generator whose raw outputs are given."""

    def __init__(self, outputs: list[int]) -> None:
        super().__init__(0)
        self.outputs = outputs

    def next64(self) -> int:
        """Return the next of the given outputs."""
        return self.outputs.pop(0)


def test_a_draw_that_would_favour_some_cards_is_drawn_again() -> None:
    """Outputs at or above the largest multiple of the bound are thrown away, the one below kept."""
    limit = NUMBERS - NUMBERS % 52
    assert Scripted([limit, NUMBERS - 1, 5]).below(52) == 5
    assert Scripted([limit - 1, 5]).below(52) == 51
    assert Scripted([NUMBERS - 1]).below(1 << 63) == (1 << 63) - 1


def test_the_shuffle_goes_from_the_last_place_down() -> None:
    """Place i, from the last to the second, is swapped with a place from 0 to i."""
    items = list("abcd")
    Scripted([1, 2, 0]).shuffle(items)
    assert items == list("dacb")
    single = ["a"]
    Scripted([]).shuffle(single)
    assert single == ["a"]


def chi_squared(counts: list[int]) -> float:
    """Return the statistic of Pearson against equal expectations."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def test_every_card_is_as_likely_at_every_place() -> None:
    """Over 10,000 deals each card comes first, in the middle and last equally often.

    With 51 degrees of freedom the statistic exceeds 95 once in about 5,000 fair samples.
    """
    found = [Counter[object](), Counter[object](), Counter[object]()]
    for number in range(10_000):
        order = numbered_deal(Rules(), number).cards
        for counter, place in zip(found, (0, 25, 51), strict=True):
            counter[order[place]] += 1
    for counter in found:
        assert len(counter) == 52
        assert chi_squared(list(counter.values())) < 95


def test_every_order_is_as_likely() -> None:
    """Over 50,400 deals each of the 720 orders of six cards comes up about equally often.

    With 719 degrees of freedom the statistic exceeds 855 once in about 2,000 fair samples, and
    falls below 595 as seldom.
    """
    rules = Rules(ranks=3, suits=2)
    counts = Counter(numbered_deal(rules, number).cards for number in range(50_400))
    assert len(counts) == factorial(6)
    assert 595 < chi_squared(list(counts.values())) < 855


def test_neighbouring_numbers_give_unrelated_deals() -> None:
    """The first cards of deals n and n + 1 are independent: all pairs of ranks come up alike.

    With 168 degrees of freedom the statistic exceeds 240 once in about 5,000 fair samples.
    """
    firsts = [numbered_deal(Rules(), number).cards[0].rank for number in range(12_001)]
    pairs = Counter(zip(firsts[::2], firsts[1::2], strict=False))
    assert chi_squared([pairs[one, two] for one in range(1, 14) for two in range(1, 14)]) < 240


@given(deals())
def test_a_deal_is_a_whole_pack_and_is_read_back(deal: Deal) -> None:
    """Every deal holds each card once; printing and reading it are inverse."""
    assert sorted(deal.cards) == sorted(pack(deal.rules.ranks, deal.rules.suits))
    assert parse_deal(deal.rules, str(deal)) == deal
    assert sorted((*deal.bases, *deal.stock)) == sorted(deal.cards)


def test_new_deals_are_short_numbers() -> None:
    """New deals come from the first million."""
    assert SHORT_NUMBERS == 1_000_000


def test_the_bases_of_calculation() -> None:
    """The first A, 2, 3 and 4 in order of the pack are laid out; the others keep their order."""
    deal = parse_deal(parse_rules("calculation ranks=5 suits=2"), "5S 2H AS AH 2S 3S 4H 3H 5H 4S")
    assert deal.bases == cards("AS 2H")
    assert deal.stock == cards("5S AH 2S 3S 4H 3H 5H 4S")
    full = numbered_deal(parse_rules("calculation"), 17)
    assert [base.rank for base in full.bases] == [1, 2, 3, 4]
    assert len(full.stock) == 48
    assert [card for card in full.cards if card not in full.bases] == list(full.stock)


def test_sir_tommy_lays_nothing_out() -> None:
    """The whole pack of Sir Tommy is turned card by card."""
    deal = numbered_deal(Rules(), 17)
    assert deal.bases == ()
    assert deal.stock == deal.cards


@pytest.mark.parametrize("text", ["0", "7", "10", "1000000", str(NUMBERS - 1)])
def test_deal_numbers(text: str) -> None:
    """Plain digits from 0 to 2^64 - 1 are a deal number, with space around them too."""
    assert str(parse_number(text)) == text
    assert parse_deal(Rules(), f" {text}\n").number == int(text)


@pytest.mark.parametrize(
    "text", ["007", "00", "-1", "+1", "abc", "", " 1", "1 ", "1_000", "1.0", "1e3", "0x11",
             "１７", "١٧", "²", "9" * 21, "0" * 50]
)  # fmt: skip
def test_what_is_no_number(text: str) -> None:
    """Anything but plain digits without leading zeros is refused in one short sentence."""
    with pytest.raises(DealError) as caught:
        parse_number(text)
    assert "is not a deal number: write digits from 0 to 18446744073709551615 without leading " in (
        str(caught.value)
    )


def test_ten_million_digits_are_no_number() -> None:
    """A number of megabytes is refused at once, in a message that stays short."""
    for text in ("1" * 10_000_000, "0" * 10_000_000):
        with pytest.raises(DealError, match="is not a deal number") as caught:
            parse_number(text)
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("number", [-1, NUMBERS, NUMBERS + 17])
def test_numbers_out_of_range(number: int) -> None:
    """Numbers below 0 and from 2^64 on are no deals."""
    with pytest.raises(DealError) as caught:
        numbered_deal(Rules(), number)
    assert str(caught.value) == (
        f"deal {number} does not exist: deal numbers go from 0 to 18446744073709551615"
    )


def test_2_to_the_64_is_said_to_be_out_of_range() -> None:
    """A number of twenty digits that is too large is told apart from one that is no number."""
    for text in (str(NUMBERS), "99999999999999999999"):
        with pytest.raises(DealError, match=f"^deal {text} does not exist: deal numbers go from 0"):
            parse_number(text)


@pytest.mark.parametrize(
    "text", ["-1", "007", "abc", "１７", "1 7", "", "  ", "AS 2", "A", "AS,2S"]
)
def test_what_is_no_deal(text: str) -> None:
    """What is neither a number nor cards is refused with what was found."""
    with pytest.raises(DealError, match="is not a deal"):
        parse_deal(Rules(), text)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (WHOLE[2:], "51 cards are not a pack of 52 for sir-tommy: missing: AS"),
        (
            WHOLE + "5H",
            "53 cards are not a pack of 52 for sir-tommy: there more than once: 5H",
        ),
        (
            "KC" + WHOLE[2:],
            "52 cards are not a pack of 52 for sir-tommy: there more than once: KC; missing: AS",
        ),
    ],
    ids=["51", "53", "52"],
)
def test_a_list_with_a_card_twice_or_missing_says_which(text: str, faults: str) -> None:
    """Lists of 51 and 53 cards, and of 52 with one twice, are refused, and the cards named."""
    with pytest.raises(DealError) as caught:
        parse_deal(Rules(), text)
    assert str(caught.value) == f"these {faults}"


def test_a_list_with_cards_of_another_pack_says_which() -> None:
    """Cards of a rank or suit that the pack does not have are named."""
    rules = Rules(ranks=2, suits=2)
    with pytest.raises(DealError) as caught:
        parse_deal(rules, "AS AH 2S 3S")
    assert str(caught.value) == (
        "these 4 cards are not a pack of 4 for sir-tommy ranks=2 suits=2: "
        "not in this pack: 3S; missing: 2H"
    )
    with pytest.raises(DealError, match=r"not in this pack: AD; missing: 2H$"):
        listed_deal(rules, cards("AS AH 2S AD"))


def test_a_card_that_does_not_exist_is_named() -> None:
    """A list with a code that is no card says which."""
    with pytest.raises(DealError) as caught:
        parse_deal(Rules(ranks=2, suits=2), "AS 1H 2S 2H")
    assert "is not a deal: it is no number, and '1H' is not a card" in str(caught.value)


def test_long_texts_are_refused_at_once() -> None:
    """A text of megabytes is no deal, and is refused without reading card by card."""
    for text in ("AS" * 5_000_000, "A S" * 200, "x" * 10_000_000):
        with pytest.raises(DealError, match="is not a deal: write a number, or the cards"):
            parse_deal(Rules(), text)


def test_listed_deals_have_no_number() -> None:
    """A listed deal prints its cards run together, and reads with any white space."""
    order = next(iter(permutations(pack(2, 2))))
    deal = listed_deal(Rules(ranks=2, suits=2), order)
    assert deal.number is None
    assert str(deal) == "AS2SAH2H"
    assert parse_deal(deal.rules, "AS 2S\n AH\t2H") == deal
    assert deal.cards[0] == parse_card("AS")
