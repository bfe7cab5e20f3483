"""The commentary: one pile and one reason, in good English, resting on facts alone."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from sirtommy.cards import pack
from sirtommy.commentary import Advice, Chance, advise, chances
from sirtommy.deal import numbered_deal
from sirtommy.facts import HEADINGS, Kind
from sirtommy.hint import Hint, conclude, hint
from sirtommy.phrases import a_rank, listed, rank_plural, rank_word, share_phrase
from sirtommy.rules import parse_rules
from sirtommy.state import seen, start
from tests.tables import position
from tests.test_truth import raw
from tests.truth import faults


@dataclass(frozen=True)
class Case:
    """A position by hand, the wins in 100 of each choice in legal order, and what is said."""

    turned: str
    piles: str
    won: tuple[float, ...]
    says: str
    kinds: tuple[Kind, ...]
    up: tuple[int, ...] = ()
    """How many cards are on each foundation, spades first."""
    rules: str = "sir-tommy"


def rated(case: Case) -> Hint:
    """Return the hint that a case describes."""
    rules = parse_rules(case.rules)
    foundations = [
        " ".join("A23456789TJQK"[rank] + suit for rank in range(height))
        for suit, height in zip("SHDC", case.up, strict=False)
    ]
    if rules.calculation:
        foundations = ["AS", "2H", "3S", "4D"]
    piles = [pile.strip() for pile in case.piles.split("/")]
    used = " ".join([case.turned, *piles, *foundations]).split()
    stock = " ".join(str(card) for card in pack(rules.ranks, rules.suits) if str(card) not in used)
    view = seen(
        position(rules, turned=case.turned, piles=piles, foundations=foundations, stock=stock)
    )
    return conclude(view, case.won, 100, "least-burying")


CASES = [
    Case("8S", "9S / KH / KD 2S / 7C", (90, 20, 10, 40),
         "it fits on the nine, while the king on pile 2 would be a wide step.",
         (Kind.TIGHT, Kind.WIDE)),
    Case("5D", "9S / QH / 3C /", (90, 20, 20, 20),
         "the nine there is the closest fit.", (Kind.STEP,)),
    Case("5D", "KS / QH / 3C /", (20, 20, 20, 90),
         "elsewhere the step down would be wide, or it would cover something lower.",
         (Kind.LAST_EMPTY, Kind.WIDE)),
    Case("9D", "9S / 7H 4C / 3D 8S / TC 2C", (90, 20, 20, 40),
         "it joins another nine and buries nothing new.", (Kind.EQUAL,)),
    Case("QD", "5S / 7H 4C / KD QS / TC", (10, 20, 90, 40),
         "that is the kings' pile, with nothing lower than a queen in it.", (Kind.HIGH_PILE,)),
    Case("JD", "2S 4S / 5H 6H / KC / KH", (20, 20, 90, 90),
         "only kings lie there.", (Kind.HIGH_PILE,), (1, 1, 1, 2)),
    Case("9D", "8S / 7H 4C / / ", (90, 20, 20, 20),
         "it covers an eight, but the empty piles can be kept.", (Kind.COVERS, Kind.EMPTY)),
    Case("5D", "TS / 4H 3C / 2C / 3S", (90, 20, 20, 20),
         "only there does it cover nothing lower.", (Kind.CLEAN, Kind.COVERS)),
    Case("9D", "8S / 7H 4C / 3D 5S / TC 2C", (90, 20, 20, 40),
         "it covers something lower wherever it goes, and here the lowest is an eight.",
         (Kind.COVERS,)),
    Case("9D", "JS / 7H 4C / 3D QS 2H / 3H KC", (10, 20, 10, 90),
         "that pile is spoilt already, with its three under a king.",
         (Kind.ALREADY,)),
    Case("6D", "7S 6C / 6H 7H / 5C / TC", (10, 20, 90, 40),
         ", though it covers a five.", (Kind.COVERS,)),
    Case("9D", "7H / 7S 4C / 8C 6S / 8D 3D", (20, 20, 90, 40),
         ", though it covers a six; it can go up itself as soon as an eight has.",
         (Kind.COVERS, Kind.SOON), (7, 1)),
    Case("JD", "2S 4S / 5H 6H / KC / ", (20, 88, 90, 90),
         "while a foundation wants one next and three are left in the stock.",
         (Kind.COVERS_NEXT, Kind.COMING), (1,)),
    Case("JD", "2S JS JH JC / 5H 6H / KC / ", (0, 20, 90, 20),
         "Not on the jack: there every jack would lie over the two.",
         (Kind.HIGH_PILE, Kind.UNDER_ALL), (1,)),
    Case("JD", "TS JS JC JH / 7S 4C / 8C 6S / 8D 3D", (0, 0, 0, 0),
         "there it would leave piles 1 and 2 waiting for each other.", (Kind.WAITING,)),
    Case("", "8S 5S / KH 5H / / ", (90, 20),
         "it uncovers an eight, and no other build uncovers anything so low.", (Kind.FREES,), (4,)),
    Case("", "6S 5S / KH 5H / / ", (90, 20),
         "it frees a six, which can go up at once.", (Kind.FREES,), (4,)),
    Case("", "8S 7S 6S 5S / KH 5H / / ", (90, 20),
         "then four cards can go up in a row, otherwise one at most.", (Kind.RUN,), (4,)),
    Case("", "5S / KH 5H / / ", (90, 20), "it empties the pile.", (Kind.CLEARS,), (4,)),
    Case("4S", "9H 5S / 8S 5H / 2H / ", (90, 20, 20, 20, 20),
         "one of the fives on piles 1 and 2 can follow.", (Kind.OPENS,), (3,),
         "sir-tommy-optional"),
    Case("AS", "9H 5S / 8S 5H / 3H / ", (90, 20, 20, 20, 20),
         "an ace is never worth keeping back.", (Kind.SAFE,), (), "sir-tommy-optional"),
    Case("QD", "TS KS / 9H 5H / JD / KH", (20, 90, 20, 20),
         "of the tops needed after it, the five there comes first.", (Kind.TIGHT,), (),
         "calculation"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.says)
def test_each_fact_is_put_into_words(case: Case) -> None:
    """A hint says what sets its choice apart, names the kinds it rests on, and says no more."""
    found = rated(case)
    advice = advise(found)
    assert advice.sentence.endswith(case.says) or case.says in advice.sentence, advice.sentence
    assert advice.kinds == case.kinds
    assert not faults(advice.sentence, raw(found, advice.move))


def test_every_kind_of_fact_is_spoken() -> None:
    """No fact is collected in vain: each kind is the ground of some sentence."""
    assert {kind for case in CASES for kind in case.kinds} == set(Kind)


def test_every_kind_has_a_heading() -> None:
    """Each kind links to a heading of the strategy pages, and the heading is there."""
    pages = Path(__file__).parent.parent / "docs" / "strategy"
    text = "\n".join(page.read_text("utf-8") for page in pages.glob("*.md"))
    assert set(HEADINGS) == set(Kind)
    assert [anchor for anchor in HEADINGS.values() if f"({anchor})=\n" not in text] == []


def said(turned: str, piles: str, won: tuple[float, ...], **more: object) -> str:
    """Return the sentence about a position."""
    return advise(rated(Case(turned, piles, won, "", (), **more))).sentence  # type: ignore[arg-type]


def test_equal_piles_are_one_choice() -> None:
    """Where all piles are empty or alike nothing is made of it."""
    assert said("3S", "/ / /", (9, 9, 9, 9)) in {
        "Any pile will do: all are empty.", "All piles are empty: take any.",
    }  # fmt: skip
    assert "alike" in said("8D", "6S / 6H / 6D / 6C", (9, 9, 9, 9))


def test_rivals_within_the_interval_are_named_together() -> None:
    """Two piles that the odds do not tell apart will both do."""
    sentence = said("8S", "9S / KH / KD 2S / 7C", (90, 88, 10, 40))
    assert "pile 1 or pile 2" in sentence
    assert sentence.endswith("it covers nothing lower either way.")


def test_one_bad_pile_among_equals_is_named() -> None:
    """Where all piles but one are as good, the one is warned of and another proposed."""
    sentence = said("9S", "TS / KH / KD 2S / JC", (90, 88, 10, 89))
    assert "pile 3" in sentence
    assert "pile 1" in sentence
    assert "there it would cover a two" in sentence


def test_nothing_to_tell_the_piles_apart() -> None:
    """Where the odds tell nothing the sentence admits it."""
    sentence = said("9S", "TS / KH / KD 2S / JC", (90, 90, 90, 90))
    assert any(word in sentence for word in ("little in it", "close thing", "hardly tell"))


def test_no_win_at_all_is_admitted() -> None:
    """Where no continuation was won, and nothing is proved, hope is thin; the tidiest pile wins."""
    found = rated(Case("9S", "KH / TS / KD 2S / JC", (0, 0, 0, 0), "", ()))
    advice = advise(found)
    assert str(advice.move) == "9S/2"
    assert "100 tries" in advice.sentence


def test_without_any_continuation_the_facts_decide() -> None:
    """Before anything has been tried the tidiest pile is proposed, and no record is claimed."""
    found = rated(Case("9S", "KH / TS / KD 2S / JC", (0, 0, 0, 0), "", ()))
    untried = replace(found, choices=tuple(replace(choice, tried=0) for choice in found.choices))
    advice = advise(untried)
    assert str(advice.move) == "9S/2"
    assert "tries" not in advice.sentence
    assert {chance.phrase for chance in chances(untried)} == {"not tried yet"}


def test_parts_of_wins_are_odds_too() -> None:
    """Continuations judged before their end count in parts; tiny odds are called thin hope."""
    found = rated(Case("9S", "KH / TS / KD 2S / JC", (0.25, 0.5, 0, 0.125), "", ()))
    assert "in a hundred" in advise(found).sentence
    assert chances(found)[0].phrase == "less than 1 in 100"
    assert not faults(advise(found).sentence, raw(found, advise(found).move))


def test_lost_is_said_with_its_proof() -> None:
    """A proved loss is said as one; piles wait for each other only where the proof needs both."""
    one = said("3S", "2S KS KH KD KC / / /", (0, 0, 0, 0))
    assert "pile 1 can never be cleared, for every king lies over its two" in one
    two = said("5S", "2S 2D 3S / 2H 2C 3H / /", (0, 0, 0, 0))
    assert "piles 1 and 2 wait for each other" in two


def test_the_last_hope_is_named() -> None:
    """Where one choice alone is not proved lost, that is the reason."""
    sentence = said("3S", "2S 3H /", (0, 50), rules="sir-tommy ranks=3 suits=2 piles=2")
    assert "the empty pile" in sentence
    assert "anywhere else" in sentence
    assert "certain" in sentence


def test_honest_where_the_facts_speak_for_another_pile() -> None:
    """When the best choice looks worse than another, the sentence says so and invents nothing."""
    sentence = said("8S", "9S / KH / KD 2S / 7C", (40, 10, 90, 20))
    assert "odds" in sentence
    assert sentence.endswith(", though it covers a two.")


def test_honest_where_another_build_would_bring_more() -> None:
    """When another top would uncover a lower card, the sentence concedes it."""
    sentence = said("", "9S 5S / KH 5H / / ", (20, 90), up=(4,))
    assert "the five on pile 2" in sentence.lower()
    assert sentence.endswith("though the five on pile 1 would uncover a nine.")


def test_a_card_may_be_held_back() -> None:
    """In optional play the best choice may be to keep a card that could be built."""
    sentence = said(
        "4D", "9H 5S / 8S 5H / 3H /", (20, 20, 20, 20, 90, 20), up=(3, 2, 2, 2),
        rules="sir-tommy-optional",
    )  # fmt: skip
    assert sentence.startswith(("Hold the four back", "Do not build the four yet"))


def test_a_harmless_build_comes_first_among_equals() -> None:
    """In optional play an ace goes up where the odds do not tell it from a lay."""
    found = rated(Case("AS", "9H 5S / 8S 5H / 3H /", (88, 90, 20, 20, 20), "", (),
                       rules="sir-tommy-optional"))  # fmt: skip
    assert str(advise(found).move) == "AS^"


def test_calculation_compares_no_ranks() -> None:
    """In Calculation nothing is called lower or higher."""
    for wins in ((90, 20, 20, 20), (20, 90, 20, 20), (20, 20, 90, 20), (9, 9, 9, 9)):
        sentence = said("QD", "TS KS / 9H 5H / JD / KH", wins, rules="calculation")
        assert "lower" not in sentence
        assert "higher" not in sentence


def test_two_sentences_never_open_alike() -> None:
    """Whatever was said last, the next sentence opens with another word."""
    for case in CASES:
        found = rated(case)
        first = advise(found).sentence
        again = advise(found, first).sentence
        assert again.split()[0] != first.split()[0]


def test_advice_is_the_same_every_time() -> None:
    """The same hint gives the same words."""
    assert all(advise(rated(case)) == advise(rated(case)) for case in CASES)


def test_chances_are_phrases_with_the_figures_behind_them() -> None:
    """Each choice gets its chance in words and the wins, interval and player in figures."""
    found = rated(CASES[0])
    first, *rest = chances(found)
    assert first == Chance(
        advise(found).move,
        "about 9 in 10",
        "won 90 of 100 continuations played on by least burying, 95 % interval 83 % to 94 %",
    )
    assert [chance.phrase for chance in rest] == ["about 2 in 5", "about 1 in 5", "about 1 in 10"]
    assert str(first).startswith("8S/1: about 9 in 10 (won 90 of 100")


def test_a_proved_loss_has_no_chance() -> None:
    """A choice that is proved lost is said to be lost, not unlikely."""
    found = rated(CASES[13])
    assert CASES[13].kinds[1] is Kind.UNDER_ALL
    assert chances(found)[-1].phrase == "lost"


@pytest.mark.parametrize(
    ("won", "tried", "phrase"),
    [
        (0, 200, "not once in 200"), (200, 200, "200 times in 200"), (83, 200, "about 2 in 5"),
        (100, 200, "about 1 in 2"), (1, 1000, "less than 1 in 100"),
        (199, 200, "more than 99 in 100"),
        (4, 200, "about 1 in 50"), (67, 200, "about 1 in 3"), (0, 0, "not tried yet"),
    ],
)  # fmt: skip
def test_shares_in_words(won: int, tried: int, phrase: str) -> None:
    """A share is rounded to one that people say."""
    assert share_phrase(won, tried) == phrase


def test_ranks_in_words() -> None:
    """Ranks are spoken: an ace, an eight, sixes."""
    assert [rank_word(rank) for rank in (1, 2, 10, 11, 13)] == ["ace", "two", "ten", "jack", "king"]
    assert [rank_plural(rank) for rank in (1, 6, 12)] == ["aces", "sixes", "queens"]
    assert [a_rank(rank) for rank in (1, 2, 8, 11)] == ["an ace", "a two", "an eight", "a jack"]
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"], "or") == "a, b or c"


def test_a_real_hint_speaks() -> None:
    """From a real deal with real continuations comes advice about a legal move."""
    view = seen(start(numbered_deal(parse_rules("sir-tommy ranks=5 suits=2 piles=2"), 3)))
    found = hint(view, 20)
    advice = advise(found)
    assert isinstance(advice, Advice)
    assert advice.move in [choice.move for choice in found.choices]
    assert not faults(advice.sentence, raw(found, advice.move))
    assert advise(replace(found, choices=found.choices), advice.sentence) != advice
