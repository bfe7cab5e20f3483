"""Facts: each kind in positions by hand, and recounted from the cards in positions by chance."""

from random import Random

import pytest

from sirtommy.deal import numbered_deal
from sirtommy.facts import Fact, Kind, facts, locked, longest_run
from sirtommy.kernel import LAY, TOP, TURNED, WIDTH, Table, decide, move_of, table_of
from sirtommy.players import player
from sirtommy.rules import parse_rules
from sirtommy.run import settled
from sirtommy.state import play, seen, start
from tests.tables import position


def table(turned: str, piles: str, up: tuple[str, ...] = (), rules: str = "sir-tommy") -> Table:
    """Return a position by hand as a table; piles with bars between; three aces still unseen."""
    state = position(
        parse_rules(rules),
        turned=turned,
        piles=[pile.strip() for pile in piles.split("/")],
        foundations=up,
        stock="AH AD AC 5H 5C",
    )
    return table_of(seen(state))


def only(table: Table, move: int, kind: Kind) -> Fact:
    """Return the one fact of a kind about a move."""
    (fact,) = (fact for fact in facts(table, move) if fact.kind is kind)
    return fact


def kinds(table: Table, move: int) -> set[Kind]:
    """Return the kinds of fact about a move."""
    return {fact.kind for fact in facts(table, move)}


def test_lower_cards_are_covered_soonest_first() -> None:
    """Each lower rank in the pile is named with its depth and the copies to come."""
    found = facts(table("9S", "3D 5S 7H / / /"), LAY)
    assert [(fact.kind, fact.other, fact.depth, fact.count) for fact in found[:3]] == [
        (Kind.COVERS, 3, 3, 0), (Kind.COVERS, 5, 2, 2), (Kind.COVERS, 7, 1, 0),
    ]  # fmt: skip
    assert only(table("9S", "3D 5S 7H / / /"), LAY, Kind.COMING).count == 0


def test_the_next_rank_needed_is_told_apart() -> None:
    """A card that a foundation takes next is said to be, with how many foundations want it."""
    here = table("9S", "5D 7H / / /", ("AS 2S 3S 4S", "", "", ""))
    fact = only(here, LAY, Kind.COVERS_NEXT)
    assert (fact.other, fact.depth, fact.wants, fact.count, fact.builds) == (5, 2, 1, 2, 0)
    assert only(here, LAY, Kind.COVERS).builds == 2


def test_what_is_buried_already_is_not_covered_again() -> None:
    """A lower card under one at least as high as the turned card loses nothing."""
    found = facts(table("9S", "3D QS 2H TH / / /"), LAY)
    assert [(fact.kind, fact.other, fact.over) for fact in found[:2]] == [
        (Kind.ALREADY, 2, 10), (Kind.ALREADY, 3, 12),
    ]  # fmt: skip
    found = facts(table("9S", "3D QS 6H / / /"), LAY)
    assert [(fact.kind, fact.other) for fact in found[:2]] == [(Kind.COVERS, 6), (Kind.ALREADY, 3)]


@pytest.mark.parametrize(
    ("pile", "kind", "builds"),
    [("9H", Kind.EQUAL, 0), ("TH", Kind.TIGHT, 1), ("JH", Kind.TIGHT, 2), ("QH", Kind.STEP, 3)],
)
def test_steps_down(pile: str, kind: Kind, builds: int) -> None:
    """The step from the top of the pile down to the card is none, tight or longer."""
    assert only(table("9S", f"{pile} / / /"), LAY, kind).builds == builds


def test_a_wide_step() -> None:
    """A step of five or more is wide."""
    assert only(table("8S", "KH / / /"), LAY, Kind.WIDE).builds == 5


def test_empty_piles() -> None:
    """The last empty pile is told from one of several."""
    assert only(table("9S", "KH / / /"), LAY + 1, Kind.EMPTY).count == 2
    assert Kind.LAST_EMPTY in kinds(table("9S", "KH / QH / JH /"), LAY + 3)


def test_clean_and_high_piles() -> None:
    """A pile without a lower card is clean; one of the three highest ranks is a kings' pile."""
    assert {Kind.CLEAN, Kind.HIGH_PILE} <= kinds(table("9S", "KH QS / / /"), LAY)
    assert only(table("9S", "KH QS / / /"), LAY, Kind.HIGH_PILE).other == 12
    assert Kind.HIGH_PILE not in kinds(table("9S", "KH TS / / /"), LAY)
    assert Kind.CLEAN not in kinds(table("9S", "8H TS / / /"), LAY)


def test_all_copies_over_a_lower_card() -> None:
    """The last card of its rank laid over a lower one locks it in; copies that are up count."""
    fact = only(table("9S", "3D 9H 9D 9C / / /"), LAY, Kind.UNDER_ALL)
    assert (fact.rank, fact.other, fact.count) == (3, 9, 0)
    assert Kind.UNDER_ALL not in kinds(table("9S", "9H 3D 9D 9C / / /"), LAY)
    up = " ".join(f"{rank}H" for rank in "A23456789")
    fact = only(table("9S", "3D 9D 9C / / /", (up, "", "", "")), LAY, Kind.UNDER_ALL)
    assert fact.count == 1


def test_a_locked_pile_is_known() -> None:
    """A pile whose lower card lies under all that is left of a rank can be pointed at."""
    here = table("9S", "3D KH KD KC KS / 4S KH / /")
    fact = locked(here, 0)
    assert fact is not None
    assert (fact.rank, fact.other) == (3, 13)
    assert locked(here, 1) is None


def test_a_card_wanted_soon() -> None:
    """One more build, and a foundation takes the card."""
    assert only(table("5S", "KH / / /", ("AS 2S 3S", "", "", "")), LAY, Kind.SOON).other == 4
    assert Kind.SOON not in kinds(table("6S", "KH / / /", ("AS 2S 3S", "", "", "")), LAY)


def test_facts_of_a_build() -> None:
    """A build frees or empties, opens a rank, and lets a run go on."""
    here = table("", "6D 5S / 5D / 6C 5C / ", ("AS 2S 3S 4S", "", "", ""))
    freed = only(here, TOP, Kind.FREES)
    assert (freed.rank, freed.other, freed.count) == (5, 6, 1)
    assert Kind.CLEARS in kinds(here, TOP + WIDTH)
    assert only(here, TOP, Kind.OPENS).other == 6
    assert only(here, TOP, Kind.RUN).count == 2
    assert only(here, TOP + WIDTH, Kind.RUN).count == 1


def test_a_harmless_build() -> None:
    """An ace is never worth keeping back, nor a card once all of the rank below are up."""
    aces = ("AS", "AH", "AD", "AC")
    assert Kind.SAFE in kinds(table("2S", "KH / / /", aces, "sir-tommy-optional"), TURNED)
    assert Kind.SAFE not in kinds(table("2S", "KH / / /", aces[:3], "sir-tommy-optional"), TURNED)
    assert Kind.SAFE in kinds(table("AS", "KH / / /", (), "sir-tommy-optional"), TURNED)


def test_the_longest_run() -> None:
    """All orders of the tops are tried."""
    here = table("", "6D 5S / 7C 6S 5D / / ", ("AS 2S 3S 4S", "", "", ""))
    assert longest_run(here) == 3


def test_calculation_counts_builds_and_compares_no_ranks() -> None:
    """In Calculation what is needed sooner is told by builds; no proof and no kings' pile."""
    here = table("8S", "7H 3D / / /", ("AS", "2H", "3S", "4D"), "calculation")
    # The foundation of fours takes an eight at once: nothing can be needed sooner.
    assert Kind.CLEAN in kinds(here, LAY)
    here = table("TS", "8H 3D / / /", ("AS", "2H", "3S", "4D"), "calculation")
    fact = only(here, LAY, Kind.COVERS_NEXT)
    assert (fact.other, fact.builds, fact.wants) == (8, 0, 1)
    assert only(here, LAY, Kind.COVERS).other == 3
    assert not {Kind.UNDER_ALL, Kind.HIGH_PILE, Kind.SOON} & kinds(here, LAY)


@pytest.mark.parametrize("game", ["sir-tommy", "sir-tommy-optional", "calculation"])
def test_facts_fit_the_position(game: str) -> None:
    """In games by chance each lay has facts, all fields are in range, and depths are right."""
    rules = parse_rules(game)
    random = Random(1)
    for number in range(6):
        state = settled(start(numbered_deal(rules, number)))
        policy = player("random", number)
        while not state.over:
            here = table_of(seen(state))
            for move in here.legal():
                found = facts(here, move)
                assert found or move >= TURNED
                for fact in found:
                    assert 1 <= fact.rank <= 13
                    assert 0 <= fact.other <= 13
                    assert 0 <= fact.count <= 52
                    assert all(1 <= pile <= 4 for pile in fact.piles)
                    if fact.kind in {Kind.COVERS, Kind.COVERS_NEXT, Kind.ALREADY}:
                        assert here.piles[move][-fact.depth] == fact.other
            before = here.copy()
            facts(here, random.choice(here.legal()))
            assert here == before
            state = settled(play(state, move_of(state, decide(here, policy))))
