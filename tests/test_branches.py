"""Lines of one table: none lost, none twice, and a record holds them all."""

from hypothesis import given
from hypothesis import strategies as st

from sirtommy.branches import branched, gathered, opened, record_of
from sirtommy.deal import numbered_deal
from sirtommy.game import Game, open_game
from sirtommy.playscore import game_score
from sirtommy.record import parse_record
from sirtommy.rules import parse_rules

DEAL = numbered_deal(parse_rules("sir-tommy"), 17)
MINI = "deal: 4\nrules: sir-tommy ranks=4 suits=2 piles=2\n\n"
"""A pack of eight cards."""


def game(text: str) -> Game:
    """Return a game of deal 17 by its choices; the first cards of it are all choices."""
    return open_game(DEAL, text)


def test_line_that_goes_on_takes_the_place_of_its_beginning() -> None:
    """What only repeats another line is left out; the longest line is the one that is played."""
    lines = gathered(game("12"), [game("1"), game("1234"), game("13"), game("134"), game("12")])

    assert lines.main.text == "1234"
    assert [side.text for side in lines.sides] == ["134"]


def test_side_lines_leave_where_the_choices_part() -> None:
    """Lines that leave at one place are one branch, and leave each other where they part."""
    branch = branched(gathered(game("1111"), [game("1222"), game("1233"), game("1112"), game("2")]))
    first, last, other = branch.sides

    assert [side.game.text for side in branch.sides] == ["1222", "1112", "2"]
    assert first.sides[0].game.text == "1233"
    assert [branch.text_at(side.first) for side in (first, last, other)] == ["11", "1111", "1"]
    assert first.text_at(first.sides[0].first) == "122"


choices = st.text("1234", min_size=1, max_size=6)


@given(choices, st.lists(choices, max_size=6))
def test_record_holds_every_line(main: str, others: list[str]) -> None:
    """A record of the lines, read again, gives the same lines; no line is lost on the way."""
    lines = gathered(game(main), map(game, others))
    again, notes = opened(parse_record(str(record_of(lines, {}))))

    assert again.main == lines.main
    assert {side.text for side in again.sides} == {side.text for side in lines.sides}
    assert notes == {}
    kept = [lines.main, *lines.sides]
    for text in (main, *others):
        assert any(line.tokens[: len(text)] == tuple(text) for line in kept)


def test_what_a_record_says_stays() -> None:
    """Comments and glyphs are kept at their places, before the first choice and in side lines."""
    text = f"{MINI}{{First.}} 3H/1 AS^ {{Up.}} 2H^ 1^ 2S/1? (2S/2! {{Better.}}) 4H^"
    lines, notes = opened(parse_record(text))

    assert notes == {"": ("", "First."), "1": ("", "Up."), "11": ("?", ""), "12": ("!", "Better.")}
    again = opened(parse_record(str(record_of(lines, notes))))
    assert again == (lines, notes)


def test_steps_of_a_side_line_lead_into_it() -> None:
    """In the score a step of a side line carries its line, folded below the step it replaces."""
    lines = gathered(game("1234"), [game("13")])
    html = game_score(lines, {"13": ("??", "A pity: 5H.")})

    assert 'data-at="2" data-line="13"' in html
    assert html.count("<details") == 1
    assert "open" not in html
    assert html.index('data-line="13"') > html.index('data-at="2">')
    assert "blunder" in html
    assert "5 of hearts" in html
