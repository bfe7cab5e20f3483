"""The session: one request, one reply, nothing remembered, and never an exception."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sirtommy.commentary import advise
from sirtommy.deal import numbered_deal, parse_deal
from sirtommy.hint import QUICK, hint
from sirtommy.notation import compact, parse_moves
from sirtommy.record import parse_record
from sirtommy.rules import Rules, parse_rules
from sirtommy.session import answer
from sirtommy.state import play, seen, start

MINI = {"rules": "sir-tommy ranks=4 suits=2 piles=2", "deal": "4"}


def ask(what: str, **more: object) -> dict[str, Any]:
    """Ask about the mini pack; the reply must survive the way through JSON."""
    return json.loads(json.dumps(answer({"ask": what, **MINI, **more})))  # type: ignore[no-any-return]


def test_game_is_played_to_its_end() -> None:
    """Each move's reply carries the line so far, until the game is won."""
    moves = ""
    for pile in ("3H/1", "2S/1", "4S/2"):
        reply = ask("play", moves=moves, move=pile)
        moves = "".join(reply["tokens"])

    assert moves == "112"
    assert reply["over"] == "won"
    assert reply["up"] == 8


def test_run_is_told_and_shown() -> None:
    """What follows a move by itself is told in the sentence, and shown table by table."""
    reply = ask("play", moves="", move="3H/1")

    assert reply["did"] == (
        "3 of hearts to pile 1. Ace of spades up, 2 of hearts up, 3 of hearts up."
    )
    assert len(reply["run"]) == 3
    assert reply["now"] == "Turned: 2 of spades. Choose a pile."


def test_illegal_move_gives_its_objection() -> None:
    """An illegal move has the engine's sentence and no table."""
    assert ask("play", moves="", move="KH/1") == {
        "objection": "The turned card is the 3 of hearts, not the king of hearts."
    }


def test_every_place_of_a_line_can_be_shown() -> None:
    """`at` walks the line without cutting it; the score stays that of the whole line."""
    shown = [ask("show", moves="112", at=at) for at in range(4)]

    assert {reply["score"] for reply in shown} == {shown[0]["score"]}
    assert [reply["at"] for reply in shown] == [0, 1, 2, 3]
    assert shown[0]["now"] == "Turned: 3 of hearts. Choose a pile."
    assert shown[3]["over"] == "won"
    assert re.findall(r'data-at="(\d)"', shown[0]["score"]) == list("11122333")


def test_full_text_is_taken_too() -> None:
    """A record's full text opens the same position as its compact form."""
    assert ask("show", moves="3H/1 AS^ 2H^ 1^")["tokens"] == ["1"]
    assert ask("play", moves="3H/1 AS^", move="2S/2")["tokens"] == ["1", "2"]


def test_hint_in_slices_is_the_hint_at_once() -> None:
    """Slices of a hint, whatever their size, add up to the engine's own hint."""
    position = {"deal": "17", "moves": "12312"}
    reply: dict[str, Any] = {"tally": [], "tried": 0}
    slices = 0
    while not reply.get("done"):
        request = {"ask": "hint", "level": 1, "count": 3, **position}
        reply = answer(request | {"tally": reply["tally"], "tried": reply["tried"]})
        slices += 1
    deal = numbered_deal(Rules(), 17)
    state = start(deal)
    for move in parse_moves(deal, "12312"):
        state = play(state, move)

    assert slices == -(-QUICK["deep"] // 3)
    assert reply["say"] == advise(hint(seen(state), QUICK["deep"])).sentence


def test_hint_at_a_glance_plays_nothing_on() -> None:
    """With level 0 one pile and one reason come in a single reply; its move is on the table."""
    reply = answer({"ask": "hint", "deal": "17", "moves": "12312", "level": 0})

    assert reply["done"]
    assert "tally" not in reply
    assert str(reply["table"]).count("st-advice") == 1
    assert f'data-move="{reply["move"]}"' in str(reply["table"])


def test_chances_sharpen_slice_by_slice() -> None:
    """Until it is done each slice of the second hint tells how every choice stands."""
    position = {"ask": "hint", "deal": "17", "moves": "12312", "level": 2}
    first: dict[str, Any] = answer(position | {"count": 4})

    assert len(first["marks"]) == 4
    assert [best for _, _, best in first["marks"]] == [True, False, False, False]
    assert "table" not in first
    assert not first.get("done")


def test_warning_before_a_move() -> None:
    """`warn` says nothing of a sound choice or an illegal one, and something of a blunder."""
    blunder: dict[str, object] = {"deal": "17", "moves": "1231211", "ask": "warn"}
    said = {
        str(pile): answer(blunder | {"move": f"{_turned(blunder)}/{pile}"})["say"]
        for pile in range(1, 5)
    }

    assert "" in said.values()
    assert all(not words or "keeps" in str(words) for words in said.values())
    assert answer(blunder | {"move": "KH/1"}) == {"say": ""}
    assert answer(blunder | {"move": "5H"}) == {
        "error": "'5H' is not a move: write it like 5H/2, AS^ or 2^"
    }


def _turned(position: dict[str, object]) -> str:
    """Return the code of the turned card."""
    table = str(answer(position | {"ask": "show"})["table"])
    return str(re.findall(r'st-now" data-key="(..)"', table)[0])


def test_line_that_is_left_becomes_a_side_line() -> None:
    """Playing on elsewhere keeps the old line; playing it again goes on in it and loses nothing."""
    other = ask("play", moves="1", line="112", move="2S/2")
    assert (other["tokens"], other["sides"], other["at"]) == (["1", "2"], ["112"], 2)

    back = ask("play", moves="1", line="12", sides=["112"], move="2S/1")
    assert (back["tokens"], back["sides"], back["at"]) == (["1", "1", "2"], ["12"], 2)
    assert 'data-line="12"' in back["score"]


def test_record_is_read_and_written() -> None:
    """A record opens as a game before its first move, and comes out again with all it holds."""
    text = (
        "title: Two ways\ndeal: 4\nrules: sir-tommy ranks=4 suits=2 piles=2\n\n"
        "{First.} 3H/1! AS^ 2H^ 1^ 2S/1 (2S/2 {Better.}) 4H^ 4S/2"
    )
    opened = answer({"ask": "read", "text": text})

    assert opened["did"] == "“Two ways” is on the table."
    assert (opened["tokens"], opened["sides"], opened["at"]) == (["1", "1", "2"], ["12"], 0)
    again = ask("record", moves="112", sides=opened["sides"], notes=opened["notes"])["record"]
    assert parse_record(again).line.comment == "First."
    assert answer({"ask": "read", "text": again})["notes"] == opened["notes"]
    assert "line 4, column 1" in str(answer({"ask": "read", "text": "deal: 17\n\n\n5H"})["error"])


def test_second_hint_gives_every_chance() -> None:
    """With level 2 every choice has its chance on the table and its interval in the detail."""
    reply = answer({"ask": "hint", "deal": "17", "moves": "12312", "level": 2, "count": 200})

    assert str(reply["table"]).count("st-advice") == 4
    assert str(reply["more"]).count("95 % interval") == 4


def test_hint_after_the_end_is_refused() -> None:
    """There is nothing to choose in a game that is over."""
    assert ask("hint", moves="112")["error"].startswith("There is nothing to choose.")


def test_new_deal_keeps_the_rules() -> None:
    """A new deal has a short number, and the rules that were asked for."""
    reply = ask("new")

    assert reply["rules"] == MINI["rules"]
    assert int(reply["deal"]) < 1_000_000
    assert reply["tokens"] == []


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({}, "the request has no ask"),
        ({"ask": "dance"}, "'dance' cannot be asked"),
        ({"ask": "show"}, "the request has no deal"),
        ({"ask": "show", "deal": "017"}, "without leading zeros"),
        ({"ask": "show", "deal": "17", "rules": "poker"}, "poker"),
        ({"ask": "show", "deal": "17", "moves": "x"}, "line 1, column 1"),
        ({"ask": "show", "deal": "17", "moves": "", "at": 3}, "at=3 is out of range"),
        ({"ask": "show", "deal": 17}, "deal is not a text"),
        ({"ask": "play", "deal": "17", "move": "5H"}, "'5H' is not a move"),
        ({"ask": "hint", "deal": "17", "tally": "x"}, "the tally is not a list"),
        ({"ask": "hint", "deal": "17", "tally": [1]}, "the tally"),
        ({"ask": "show", "deal": "17", "sides": [1]}, "sides is not a list of texts"),
        ({"ask": "show", "deal": "17", "sides": ["x"]}, "line 1, column 1"),
        ({"ask": "show", "deal": "17", "notes": {"1": "!"}}, "notes is not"),
        ({"ask": "read", "text": "nonsense"}, "line 1, column 1"),
    ],
)
def test_faults_come_back_as_sentences(request_: dict[str, object], words: str) -> None:
    """Whatever is wrong with a request is said, never raised."""
    reply = answer(request_)

    assert list(reply) == ["error"]
    assert words in str(reply["error"])


values = st.one_of(st.text(max_size=8), st.integers(-5, 300), st.none(), st.lists(st.integers()))


@given(
    st.fixed_dictionaries(
        {
            "ask": st.sampled_from(["show", "play", "hint", "warn", "record"]),
            "deal": st.sampled_from(["4", "x"]),
        },
        optional={
            "rules": st.just(MINI["rules"]) | values,
            "moves": st.text("1234^ab", max_size=6) | values,
            "move": values | st.sampled_from(["3H/1", "1^", "3H^"]),
            "at": values,
            "line": st.text("12^", max_size=4) | values,
            "sides": st.lists(st.text("12^", max_size=4), max_size=3) | values,
            "notes": st.dictionaries(st.text(max_size=2), st.just(["!", "x"])) | values,
            "tally": values,
            "tried": values,
            "count": st.integers(0, 3) | values,
            "level": values,
        },
    )
)
def test_no_request_raises(request_: dict[str, object]) -> None:
    """Whatever a page sends, a reply comes back."""
    assert isinstance(answer(request_), dict)


def test_another_order_of_a_run_restores_the_position() -> None:
    """A record that built in another order than the program's goes on from the same position."""
    record = parse_record(
        "deal: 198\nrules: sir-tommy ranks=6 suits=2 piles=2\n\n"
        "6S/1 5S/1 4S/1 2H/1 5H/2 AH^ 1^ 4H/1 AS^ 6H/2 3H^ 1^ 2S^ 3S^ 1^ 1^ 2^ 2^ 1^"
    )
    deal = parse_deal(parse_rules("sir-tommy ranks=6 suits=2 piles=2"), "198")

    reply = answer(
        {
            "ask": "show",
            "rules": str(deal.rules),
            "deal": "198",
            "moves": " ".join(map(str, record.line.moves)),
        }
    )
    assert reply["over"] == "won"
    assert "".join(reply["tokens"]) == compact(deal, record.line.moves)  # type: ignore[arg-type]


@pytest.mark.parametrize("moves", ["", "JC/1", "1"])
def test_an_empty_pile_has_nothing_to_build(moves: str) -> None:
    """Wherever the game comes from, a link or a record, the reply says why it cannot be."""
    reply = answer(
        {"ask": "play", "rules": "sir-tommy", "deal": "17", "moves": moves, "move": "4^"}
    )
    assert reply == {"objection": "Pile 4 is empty: it has no card to build."}
