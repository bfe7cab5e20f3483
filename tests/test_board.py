"""The table as HTML: names, cards, buttons, and nothing that could become markup by accident."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirtommy.board import (
    Mark,
    View,
    escape,
    foundation_name,
    pile_name,
    situation,
    table,
    text_lines,
)
from sirtommy.deal import numbered_deal, parse_deal
from sirtommy.frames import bundle, deepest, path, walk
from sirtommy.notation import parse_moves
from sirtommy.record import parse_record
from sirtommy.rules import parse_rules
from sirtommy.score import comment_html, comment_text, comment_words, score_html
from sirtommy.state import BuildTop, Lay, State, legal_moves, play, start

GAMES = ("sir-tommy", "sir-tommy-optional", "calculation", "sir-tommy ranks=5 suits=2 piles=9")

RECORD = parse_record("""deal: 4
rules: sir-tommy ranks=4 suits=2 piles=2

{First. <i>} 3H/1 AS^ {An ace: AS.} 2H^ 1^ 2S/1? (2S/2! {So.} 4H^) 4H^ 4S/2 AH^ 1^ 3S^ 2^
""")


def state_after(rules: str, deal: str, moves: str = "") -> State:
    """Return the position after moves."""
    game = parse_deal(parse_rules(rules), deal)
    state = start(game)
    for move in parse_moves(game, moves):
        state = play(state, move)
    return state


def drawn(state: State, view: View) -> ET.Element:
    """Return the table as a tree; a parse error is a failure."""
    return ET.fromstring("".join(table(state, view)))  # noqa: S314 - our own HTML


@given(st.sampled_from(GAMES), st.integers(0, 500), st.lists(st.integers(0, 50), max_size=60))
def test_table_is_well_formed_and_shows_every_card(
    rules: str, number: int, picks: list[int]
) -> None:
    """Every card in sight is drawn once, and a live table's legal buttons are the legal moves."""
    state = start(numbered_deal(parse_rules(rules), number))
    for pick in picks:
        if moves := legal_moves(state):
            state = play(state, moves[pick % len(moves)])
    root = drawn(state, View(live=True))

    keys = [key for item in root.iter() if (key := item.get("data-key"))]
    tops = [card for pile in state.foundations for card in pile[-2:]]
    shown = [card for pile in state.piles for card in pile] + tops
    assert sorted(keys) == sorted(map(str, [*shown, *([state.turned] if state.turned else [])]))
    offered = {
        item.get("data-move") for item in root.iter("button") if item.get("data-legal") is not None
    }
    legal = {str(move) for move in legal_moves(state)}
    named = {f"{move.pile}^" for move in legal_moves(state) if isinstance(move, BuildTop)}
    assert legal <= offered
    assert offered <= legal | named


def test_pile_names_are_the_interface() -> None:
    """Piles are named by number, top card and size."""
    state = state_after("sir-tommy ranks=4 suits=2 piles=2", "4", "1")

    assert pile_name(state_after("sir-tommy", "3", "22"), 2) == (
        "Waste pile 2: 7 of clubs, 2 cards"
    )
    assert pile_name(state, 1) == "Waste pile 1: empty"
    assert foundation_name(state, 1) == "Foundation 1: 3 of hearts, needs 4 next"


def test_still_table_has_nothing_to_press() -> None:
    """A table that is not live has names and no buttons."""
    html = "".join(table(state_after("sir-tommy", "3", "22")))

    assert "<button" not in html
    assert "Waste pile 2: 7 of clubs, 2 cards" in html


def test_no_styles_no_handlers_no_images() -> None:
    """The renderer's HTML runs under the strictest policy: no inline style, handler or image."""
    html = "".join(table(state_after("calculation", "3", "1234"), View(live=True)))

    assert not re.search(r"\sstyle=|\son\w+=|<img|<script|<svg", html)


def test_choice_of_top_marks_both() -> None:
    """Where two tops fit, both piles are marked, and the sentence names them."""
    state = state_after("sir-tommy ranks=6 suits=2 piles=2", "198", "1111212")
    root = drawn(state, View(live=True))

    marked = [b.get("data-move") for b in root.iter("button") if b.get("data-legal") == "build"]
    assert marked == ["1^", "2^"]
    assert situation(state).startswith("Choose which goes up first: the 6 of ")


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("", "Turned: 3 of hearts. Choose a pile."),
        ("112", "Won: all 8 cards are up."),
        ("1111", "Lost: 5 of 8 cards are up, and no top card can be built."),
    ],
)
def test_situation_in_a_sentence(moves: str, words: str) -> None:
    """The sentence under the table says what is to be done, or how the game ended."""
    state = state_after("sir-tommy ranks=4 suits=2 piles=2", "4", moves)

    assert situation(state) == words


def test_room_is_kept_for_the_deepest_pile() -> None:
    """Room grows in steps, so that the page below seldom moves."""
    state = state_after("sir-tommy", "3", "22222")

    assert 'data-depth="8"' in table(state)[0]
    assert 'data-depth="12"' in table(state, View(depth=11))[0]


def test_advice_stands_at_its_pile() -> None:
    """A chance stands in the button of the pile that it is the chance of."""
    state = state_after("sir-tommy", "3")
    (lay, *_) = [move for move in legal_moves(state) if isinstance(move, Lay)]
    root = drawn(state, View(live=True, marks=(Mark(str(lay), "about 2 in 5", best=True),)))

    (button,) = [b for b in root.iter("button") if b.get("data-move") == str(lay)]
    assert "about 2 in 5" in "".join(button.itertext())


@given(st.text())
def test_comments_are_text(comment: str) -> None:
    """Whatever a comment holds, its HTML reads as the comment and has no markup of its own."""
    html = comment_html(comment)
    bare = re.sub(
        r'<span class="st-in st-\w+"><span class="st-sr">[^<]*</span>'
        r'<span aria-hidden="true">([^<]*)</span></span>',
        r"\1",
        html,
    )

    assert bare == escape(comment_text(comment))


def test_cards_in_comments() -> None:
    """A card code is a card in signs, in words when read out, and a word is left alone."""
    text = "The TH, not the ASH."

    assert comment_text(text) == "The 10♥, not the ASH."
    assert comment_words(text) == "The 10 of hearts, not the ASH."
    assert comment_html("a <b> & 5H").startswith("a &lt;b&gt; &amp; <span")


def test_frames_cover_main_and_side_lines() -> None:
    """Frames stand one a position; paths lead back to the start; steps end where a reader stops."""
    walked = walk(RECORD)
    moves = RECORD.line.moves

    assert len(walked.frames) == 1 + len(moves) + 2
    assert path(walked.frames, len(moves)) == moves
    assert [str(move) for move in path(walked.frames, len(moves) + 2)][-2:] == ["2S/2", "4H^"]
    assert [step.number for step in walked.main.steps] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert walked.last.state.won


def test_bundle_rebuilds_every_table() -> None:
    """The parts of each frame join to the live table, and moves lead to frames."""
    walked = walk(RECORD)
    data = bundle(RECORD.deal, walked)
    parts, frames = data["parts"], data["frames"]
    assert isinstance(parts, list)
    assert isinstance(frames, list)

    for number, frame in enumerate(walked.frames):
        html = "".join(parts[part] for part in frames[number]["parts"])
        view = View(live=True, depth=deepest(walked.frames), moved=frame.card)
        assert html == "".join(table(frame.state, view))
    assert frames[4]["next"] == {"2S/1": 5, "2S/2": 12}


def test_score_is_well_formed_and_escaped() -> None:
    """The score's HTML can be parsed; glyphs are named; text stays text."""
    walked = walk(RECORD)
    html = score_html(walked.main, walked.frames)
    root = ET.fromstring(f"<div>{html}</div>")  # noqa: S314 - our own HTML

    assert "First. <i>" in "".join(root.itertext())
    assert "mistake" in "".join(root.itertext())
    assert len(root.findall(".//details")) == 1


def test_text_lines_hold_the_same_cards() -> None:
    """The position in text names every card that the table shows, and the buried ones."""
    state = state_after("sir-tommy", "3", "2222")
    lines = " ".join(text_lines(state))

    for pile in (*state.piles, *state.foundations):
        for card in pile:
            assert card.sign in lines
