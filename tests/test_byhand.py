"""The player by hand: each rule does what its sentence says, and its stored figures are its own."""

import json
from pathlib import Path

import pytest

from sirtommy.byhand import BUILDING, LAYING, PREFACE, RULES, ByHand, glance
from sirtommy.deal import numbered_deal
from sirtommy.hint import wilson
from sirtommy.kernel import TOP, TURNED, WIDTH, Table, finish, table_of
from sirtommy.lab.byhand import PLAYERS, difference, main, wins
from sirtommy.rules import Rules, parse_rules
from sirtommy.state import seen, start
from tests.tables import position

FORCED = Rules()
OPTIONAL = parse_rules("sir-tommy-optional")
CALCULATION = parse_rules("calculation")
STORED = json.loads(Path("docs/data/by-hand.json").read_text("utf-8"))


def table(rules: Rules, turned: str, *piles: str, foundations: tuple[str, ...] = ()) -> Table:
    """Return a table made by hand."""
    state = position(rules, turned=turned, piles=piles, foundations=foundations)
    return table_of(seen(state))


def without(name: str) -> ByHand:
    """Return the player without the rule of that name."""
    assert name in {rule.name for rule in RULES}
    return ByHand(
        [rule for rule in LAYING if rule.name != name],
        [rule for rule in BUILDING if rule.name != name],
    )


def won(first: int, last: int) -> int:
    """Return how many of the numbered deals the player wins."""
    count = 0
    for number in range(first, last + 1):
        state = start(numbered_deal(FORCED, number))
        order = [card.rank for card in state.stock]
        count += finish(table_of(seen(state)), order, ByHand())
    return count


THREE = ("AS 2S 3S",)


@pytest.mark.parametrize(
    ("rule", "turned", "piles", "chosen", "why"),
    [
        ("one-higher", "5H", ("KS", "2S 6S", "5S", ""), (1, 2), "a 5 on a 6, whatever it covers"),
        ("wanted-soon", "9H", ("4S", "8S 7S 6S", "4D", "4C"), (1, 0), "the 4 is next"),
        ("wanted-soon", "9H", ("5S", "8S 7S 6S", "5D", "5C"), (1, 0), "the 5 is next but one"),
        ("wanted-soon", "9H", ("2D", "8S 7S 6S", "2H", "2C"), (1, 0), "the 2 has been passed"),
        ("few-lower", "9H", ("QS", "8S JD", "7S JC", "6S JH"), (0, 1), "none rather than one"),
        ("few-lower", "9H", ("6S 8S", "6D", "7H 6H 8D", "6C 8C"), (1, 2), "one rather than two"),
        (
            "few-lower",
            "9H",
            ("8S 6S 7S", "6C 7C", "8H 6H 7H", "8D 6D 7D"),
            (1, 0),
            "two, not three",
        ),
        ("close-fit", "5H", ("9S", "8S", "TS", "JS"), (1, 0), "the lowest of the higher tops"),
        ("close-fit", "5H", ("7S", "5S", "8S", "9S"), (1, 0), "its equal best of all"),
        ("close-fit", "5H", ("", "KS", "QS", "JS"), (3, 1), "an empty pile after any higher top"),
        ("close-fit", "JH", ("6S", "8S", "7S", "6D"), (1, 0), "else the highest of the lower tops"),
        ("longest", "5H", ("8S", "KS 8D", "8C", "8H"), (1, 0), "the longest pile"),
    ],
)
def test_each_rule_for_laying_decides_by_its_sentence(
    rule: str, turned: str, piles: tuple[str, ...], chosen: tuple[int, int], why: str
) -> None:
    """In a position made for it a rule decides, and without it another pile is chosen."""
    on = table(FORCED, turned, *piles, foundations=THREE)
    assert (ByHand().lay(on), without(rule).lay(on)) == chosen, why


@pytest.mark.parametrize(
    ("turned", "piles", "chosen", "why"),
    [
        ("9H", ("5S", "8S 7S 6S", "6D", "5C"), 2, "a 6 is further off than next but one"),
        ("JH", ("6D 7D 8D", "9S 7S 6S 6C 9C", "", "QH QC"), 3, "the rules are asked in order"),
        ("JH", ("6D 7D 8D", "9S 7S 6S 6C 9C", "7C 8C 6H", "6S 8H 7H"), 1, "three, five: alike"),
        ("3H", ("3S", "3D", "3C", "2H"), 0, "what is equal in the end goes to the leftmost"),
        ("5H", ("", "", "4S", "3S"), 0, "an empty pile covers nothing"),
    ],
)
def test_rules_together(turned: str, piles: tuple[str, ...], chosen: int, why: str) -> None:
    """The first rule that leaves one pile decides."""
    assert ByHand().lay(table(FORCED, turned, *piles, foundations=THREE)) == chosen, why


@pytest.mark.parametrize(
    ("rule", "piles", "chosen", "otherwise", "why"),
    [
        ("tangled", ("KS 4S", "9S TS 4D"), 1, 0, "a 10 lies on a 9"),
        ("tangled", ("KS 4S", "KD 2C 4D"), 1, 1, "the top itself may be the higher card"),
        ("lowest", ("9S TS 4S", "2D KD 4D"), 1, 0, "a 2 is lower than a 4"),
        ("lowest", ("9S 7S 4S", "9D 4D"), 1, 0, "of equals the shorter pile"),
    ],
)
def test_each_rule_for_building_decides_by_its_sentence(
    rule: str, piles: tuple[str, ...], chosen: int, otherwise: int, why: str
) -> None:
    """Of several tops the rules pick the one that goes first."""
    on = table(FORCED, "", *piles, foundations=("AS 2S 3S", "AH"))
    moves = [TOP, TOP + WIDTH]
    assert ByHand().build(on, moves) == moves[chosen], why
    assert without(rule).build(on, moves) == moves[otherwise], why


def test_the_tallest_foundation_sets_the_level() -> None:
    """Before the first ace the twos are next but one; once a king is up everything is passed."""
    suit = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
    assert glance(table(FORCED, "5H")).soon == 2
    assert glance(table(FORCED, "5H", foundations=("AS 2S", "AH"))).soon == 4
    assert glance(table(FORCED, "KH", foundations=(suit, "AH"))).soon >= 13
    assert glance(table(FORCED, "5H", foundations=(f"{suit} KS", "AH"))).soon >= 13


def test_in_optional_play_the_turned_card_waits_for_tops() -> None:
    """A top is built before the turned card, which is built when no top can be."""
    on = table(OPTIONAL, "2C", "2S", "KH 2D", foundations=("AS",))
    assert on.builds() == [TURNED, TOP, TOP + WIDTH]
    assert ByHand().build(on, on.builds()) == TOP
    assert ByHand().build(on, [TURNED]) == TURNED


def test_in_calculation_lower_means_needed_sooner() -> None:
    """Laying and building go by the number of builds before a foundation takes a rank."""
    bases = ("AS", "2S", "3S", "4S")
    on = table(CALCULATION, "9D", "4H", "TD", "KC", "2C", foundations=bases)
    # Needed after 1 build: the 9; a 4 or 2 at once, a 10 after 3, a king after 11.
    assert ByHand().lay(on) == 1
    tops = table(CALCULATION, "", "KC 2H", "4C KD 2D", foundations=bases)
    moves = tops.builds()
    assert ByHand().build(tops, moves) == moves[-1]


@pytest.mark.parametrize(
    "words",
    [
        "sir-tommy ranks=2 suits=1 piles=1",
        "sir-tommy ranks=5 suits=2 piles=2",
        "sir-tommy piles=9",
        "sir-tommy-optional ranks=6 suits=3 piles=3",
        "calculation",
        "calculation ranks=5 suits=2 piles=2",
    ],
)
def test_every_game_is_played_to_its_end(words: str) -> None:
    """The rules know what to do with small packs, many piles, and Calculation."""
    rules = parse_rules(words)
    for number in range(1, 21):
        state = start(numbered_deal(rules, number))
        on = table_of(seen(state))
        finish(on, [card.rank for card in state.stock], ByHand())
        assert on.left == 0
        assert on.built + sum(map(len, on.piles)) == rules.cards


def test_the_card_can_be_read_aloud() -> None:
    """There are at most seven rules, in whole sentences, without a figure or a formula."""
    assert len(RULES) <= 7
    for text in (PREFACE, *(rule.text for rule in RULES)):
        assert text[0].isupper()
        assert text.endswith(".")
        assert all(sign.isalpha() or sign in " .,;-" for sign in text)
        assert "  " not in text
    assert len({rule.name for rule in RULES}) == len(RULES)


def test_wins_on_the_first_deals() -> None:
    """The rules win exactly so many of deals 1-300; a change of any of them shows here."""
    assert won(1, 300) == 66


def test_stored_figures_are_whole() -> None:
    """The stored card is the card, every player is there, and rates follow from the counts."""
    assert STORED["rules"] == [
        {"number": number, "name": rule.name, "text": rule.text}
        for number, rule in enumerate(RULES, 1)
    ]
    assert STORED["preface"] == PREFACE
    assert [entry["name"] for entry in STORED["players"]] == [player.name for player in PLAYERS]
    first, last = STORED["deals"]
    base = STORED["players"][0]
    for entry in STORED["players"]:
        assert entry["deals"] == last - first + 1
        low, high = wilson(entry["won"], entry["deals"])
        assert (entry["low"], entry["high"]) == (round(low, 5), round(high, 5))
        if entry is not base:
            gap = entry["difference"]
            assert gap["won_only_here"] - gap["won_only_by_hand"] == entry["won"] - base["won"]
            assert gap["low"] <= gap["mean"] <= gap["high"]


def test_the_rules_win_a_fifth_of_the_deals() -> None:
    """Deals 1-20,000: the published "1 in 5 for skilled players" is true of seven plain rules."""
    base = STORED["players"][0]
    assert STORED["deals"] == [1, 20_000]
    assert base["low"] > 0.2


@pytest.mark.slow
def test_the_stored_sample_replays() -> None:
    """Every player wins as many deals of the stored sample as the file says."""
    first, last = STORED["sample"]
    results = [wins(number) for number in range(first, last + 1)]
    counts = [sum(column) for column in zip(*results, strict=True)]
    assert counts == [entry["won_in_sample"] for entry in STORED["players"]]


def test_the_command_writes_the_file(tmp_path: Path) -> None:
    """A short run writes the same kind of file, however the deals are split."""
    one, two = tmp_path / "a" / "one.json", tmp_path / "two.json"
    main(["--first", "5", "--last", "70", "--out", str(one)])
    main(["--first", "5", "--last", "70", "--processes", "2", "--out", str(two)])
    assert one.read_text("utf-8") == two.read_text("utf-8")
    written = json.loads(one.read_text("utf-8"))
    assert written.keys() == STORED.keys()
    assert written["players"][0]["won"] == won(5, 70)


def test_a_paired_difference_by_hand() -> None:
    """Two players differ by the deals that only one of them wins."""
    ours, theirs = [True, True, False, False], [True, False, False, False]
    gap = difference(ours, theirs)
    assert gap["mean"] == 0.25
    assert (gap["won_only_here"], gap["won_only_by_hand"]) == (1, 0)
    assert gap["high"] - gap["mean"] == pytest.approx(1.96 * (0.1875 / 4) ** 0.5, abs=1e-5)
