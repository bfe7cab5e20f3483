"""Records: parsing and printing are inverse, and every error has line, column, found, expected."""

import itertools
import pickle
import textwrap
from pathlib import Path

import pytest
from hypothesis import given

from sirtommy.deal import numbered_deal, parse_deal
from sirtommy.errors import RecordError
from sirtommy.record import (
    DEPTH,
    FAULTS,
    GLYPHS,
    HEADERS,
    LENGTH,
    Line,
    Node,
    Record,
    faults,
    parse_record,
    steps,
    tidy,
)
from sirtommy.rules import parse_rules
from sirtommy.state import BuildTop, Lay, legal_moves, play, start
from tests.strategies import records
from tests.tables import cards

MINI = parse_rules("sir-tommy ranks=3 suits=2 piles=2")
HEAD = "deal: 3S2HAS2S3HAH\nrules: sir-tommy ranks=3 suits=2 piles=2\n\n"
GAME = "3S/1 2H/2 AS^ 2^ 1^ 2S/1 3H/2 AH^ 1^ 2^"

EXAMPLE = r"""title: A game of six cards
deal: 3S2HAS2S3HAH
rules: sir-tommy ranks=3 suits=2 piles=2
author: Anybody
source: made up
date: 1815-06-18

{Two suits, three ranks, two piles: see how the 3S waits.} 3S/1 2H/2!? {Not on the 3S,
though a brace \} or two { would not mind.} ( 2H/1? {Now the 3S is buried.} AS^ 1^ ( 1^ )
1^ ) AS^ 2^ 1^ 2S/1 3H/2 AH^ 1^ 2^!!
"""


def test_the_example_says_everything() -> None:
    """One record with every part: headers, comments, glyphs, side lines inside each other."""
    record = parse_record(EXAMPLE)
    assert (record.title, record.author) == ("A game of six cards", "Anybody")
    assert (record.source, record.date) == ("made up", "1815-06-18")
    assert record.deal == parse_deal(MINI, "3S2HAS2S3HAH")
    assert record.line.comment == "Two suits, three ranks, two piles: see how the 3S waits."
    assert " ".join(map(str, record.line.moves)) == GAME
    second = record.line.nodes[1]
    assert second == Node(
        Lay(cards("2H")[0], 2),
        "!?",
        "Not on the 3S, though a brace } or two { would not mind.",
        second.sides,
    )
    (side,) = second.sides
    assert " ".join(map(str, side.moves)) == "2H/1 AS^ 1^ 1^"
    assert side.nodes[0].glyph == "?"
    assert side.nodes[2].sides == (Line("", (Node(BuildTop(1)),)),)
    assert record.line.nodes[-1].glyph == "!!"
    assert parse_record(str(record)) == record
    assert str(parse_record(str(record))) == str(record)


@given(records())
def test_parsing_and_printing_are_inverse(record: Record) -> None:
    """Every record, with side lines in side lines and any comment, is read back as it was.

    No line of moves is wider than 88 signs unless one word is, and none ends in a space.
    """
    text = str(record)
    assert parse_record(text) == record
    assert faults(text) == ()
    assert str(parse_record(text)) == text
    for line in text.split("\n\n", 1)[1].splitlines():
        assert len(line) <= 88 or " " not in line
        assert line == line.strip()


@pytest.mark.parametrize(
    ("comment", "printed"),
    [
        ("a } b", r"{a \} b}"),
        ("}", r"{\}}"),
        ("{", "{{}"),
        ("\\", "{\\ }"),
        ("a\\", "{a\\ }"),
        ("\\}", r"{\\}}"),
        (r"\\}" + "\\", r"{\\\}" + "\\ }"),
        ("<script>alert('5H')</script>", "{<script>alert('5H')</script>}"),
        ("(2H/1) 3S/1 !?", "{(2H/1) 3S/1 !?}"),
        ("title: x", "{title: x}"),
    ],
)
def test_comments_hold_any_text(comment: str, printed: str) -> None:
    r"""Comments are plain text: `\}` is a brace, and nothing else is markup."""
    record = Record(parse_deal(MINI, "3S2HAS2S3HAH"), Line(comment))
    assert str(record) == HEAD + printed + "\n"
    assert parse_record(str(record)) == record


def test_moves_and_comments_are_folded_at_88_signs() -> None:
    """A line takes every word that fits in 88 signs; a longer word stays whole, hyphens and all."""
    words = ["well-known"] * 40
    folded = str(Record(parse_deal(MINI, "3"), Line(" ".join(words)))).split("\n\n")[1].splitlines()
    for line, following in itertools.pairwise(folded):
        assert len(line) <= 88 < len(line) + 1 + len(following.split()[0])
        assert not line.endswith("-")
    long = "ever-" * 30 + "after"
    assert long in str(Record(parse_deal(MINI, "3"), Line(f"for {long} more")))
    exact = f"{'x' * 42} {'x' * 42}"
    for last, fits in (("z", True), ("zz", False)):
        text = str(Record(parse_deal(MINI, "3"), Line(f"{exact} {last} y")))
        assert (f"{exact} {last}\n" in text) == fits


def body(text: str) -> Record:
    """Return the record of the mini game with these moves."""
    return parse_record(HEAD + text)


def test_white_space_in_comments_and_headers_is_folded() -> None:
    """Lines, tabs and spaces in a comment are one space each; an empty comment is none."""
    assert body("{ a\n\tb   c } 3S/1 {} {d}\n{e}").line == Line(
        "a b c", (Node(Lay(cards("3S")[0], 1), "", "d e"),)
    )
    assert body("{a} {b} 3S/1").line.comment == "a b"
    assert parse_record("title:   a \t b  \n" + HEAD).title == "a b"
    assert tidy("  a \n b ") == "a b"


def test_comments_on_both_sides_of_a_side_line_are_one() -> None:
    """What is said of a move after its side line is joined to what was said before it."""
    (node,) = body("3S/1 {a} (3S/2) {b}").line.nodes
    assert node.comment == "a b"
    assert str(body("3S/1 {a} (3S/2) {b}")) == HEAD + "3S/1 {a b} ( 3S/2 )\n"


@pytest.mark.parametrize("glyph", GLYPHS)
def test_a_glyph_follows_its_move(glyph: str) -> None:
    """With or without a space, and printed without."""
    for text in (f"3S/1{glyph}", f"3S/1 {glyph}", f"3S/1 {{a}} {glyph}"):
        assert body(text).line.nodes[0].glyph == glyph
    assert str(body(f"3S/1 {glyph}")) == HEAD + f"3S/1{glyph}\n"


def test_words_need_no_space_beside_braces_and_parentheses() -> None:
    """A comment or side line may touch its move."""
    assert body("{x}3S/1{a}(3S/2{b})2H/2") == body("{x} 3S/1 {a} ( 3S/2 {b} ) 2H/2")


def test_headers_in_any_order_and_without_a_blank_line() -> None:
    """Headers may come in any order; moves may follow at once; blank lines before are skipped."""
    plain = body("3S/1")
    text = "\n\nrules: sir-tommy ranks=3 suits=2 piles=2\ndeal: 3S 2H AS 2S 3H AH\n3S/1"
    assert parse_record(text) == plain
    assert parse_record("deal: 17\n").deal == numbered_deal(parse_rules("sir-tommy"), 17)
    assert parse_record("deal:17").line == Line()


def test_headers_are_printed_in_order_when_they_say_something() -> None:
    """Only headers with a value are printed, deal and rules always, in one order."""
    record = Record(numbered_deal(MINI, 3), date="today", title="Three")
    assert str(record).splitlines()[:4] == [
        "title: Three", "deal: 3", "rules: sir-tommy ranks=3 suits=2 piles=2", "date: today",
    ]  # fmt: skip
    assert HEADERS == ("title", "deal", "rules", "author", "source", "date")


def test_windows_line_ends_and_a_byte_order_mark_lose_nothing() -> None:
    """CRLF and BOM are taken as if they were not there."""
    assert parse_record("\ufeff" + EXAMPLE.replace("\n", "\r\n")) == parse_record(EXAMPLE)


def place(text: str, sign: str) -> tuple[int, int]:
    """Return line and column, from 1, where `sign` first stands in a text."""
    rows = text[: text.index(sign)].split("\n")
    return len(rows), len(rows[-1]) + 1


WANTED = "a move, a comment, a glyph, a side line or the end"


@pytest.mark.parametrize(
    ("text", "at", "found", "expected"),
    [
        ("3S/1 nonsense", "nonsense", "'nonsense'", WANTED),
        ("3S/1\n2H/2\n  3X/1", "3X/1", "'3X/1'", WANTED),
        ("3s/1", "3s/1", "'3s/1'", WANTED),
        ("3S/1!!!", "3S/1!!!", "'3S/1!!!'", WANTED),
        ("3S/1 ! ?", "?", "'?'", WANTED),
        ("! 3S/1", "!", "'!'", WANTED),
        ("(3S/1)", "(", "'('", WANTED),
        ("3S/1 )", ")", "')'", WANTED),
        ("3S/1 }", "}", "'}'", WANTED),
        ("3S/1 ()", "()"[1:], "')'", "a move in the side line"),
        ("3S/1 ({a})", ")", "')'", "a move in the side line"),
        ("3S/1 (3S/2 {b}", None, "the end", "a closing parenthesis"),
        ("3S/1 (", None, "the end", "a closing parenthesis"),
        ("3S/1 {cut off mid-com", "{", "'{cut off mid-com'", "a closing brace after it"),
        ("3S/1 {cut off at a \\}", "{", "'{cut off at a \\}'", "a closing brace after it"),
        ("3S/1 {cut off \\} on", "{", "'{cut off \\} on'", "a closing brace after it"),
        ("{", "{", "'{'", "a closing brace after it"),
        (
            "2S/1", "2S/1", "'2S/1'",
            "a legal move: The turned card is the 3 of spades, not the 2 of spades.",
        ),
        ("3S/3", "3S/3", "'3S/3'",
         "a legal move: There is no pile 3: they are numbered 1 to 2."),
        ("3S/1 2H/2 AS/1", "AS/1", "'AS/1'",
         "a legal move: The ace of spades can be built, so it must be built."),
        ("3S/1 2H/2 (2H/1 AS/1)", "AS/1", "'AS/1'",
         "a legal move: The ace of spades can be built, so it must be built."),
        ("3S/1 2H/2 AS^ 2S/1", "2S/1", "'2S/1'",
         "a legal move: No card is turned: build the 2 of hearts on pile 2 first."),
        (GAME + " 1^", None, "'1^'", "a legal move: The game is over: every card is up."),
        ("3S/1 !!?", "!!?", "'!!?'", WANTED),
        ("3S/1 2H/2?!!", "2H/2?!!", "'2H/2?!!'", WANTED),
    ],
)  # fmt: skip
def test_every_error_has_line_column_found_expected(
    text: str, at: str | None, found: str, expected: str
) -> None:
    """What is wrong is said with its place, what stands there, and what would have been right."""
    whole = HEAD + text
    with pytest.raises(RecordError) as caught:
        parse_record(whole)
    error = caught.value
    assert (error.found, error.expected) == (found, expected)
    if at is not None:
        row, column = place(text, at)
        assert (error.line, error.column) == (row + HEAD.count("\n"), column)
    elif found == "the end":
        assert (error.line, error.column) == (text.count("\n") + 4, len(text) + 1)
    assert str(error) == (
        f"line {error.line}, column {error.column}: found {found}; expected {expected}"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: found no deal; expected a header such as 'deal: 17'"),
        ("3S/1", "line 1, column 1: found no deal; expected a header such as 'deal: 17'"),
        (
            "title: x\n\n3S/1",
            "line 1, column 1: found no deal; expected a header such as 'deal: 17'",
        ),
        (
            "deal: 17\nplayer: x",
            (
                "line 2, column 1: found 'player'; expected a header: "
                "title, deal, rules, author, source, date"
            ),
        ),
        ("deal: 1\ndeal: 2", "line 2, column 1: found a second deal; expected each header once"),
        (
            "deal: 17\nrules:  patience",
            (
                "line 2, column 9: found 'patience'; expected a game: 'patience' is not a game: "
                "write one of sir-tommy, sir-tommy-optional, calculation"
            ),
        ),
        (
            "deal: 007",
            (
                "line 1, column 7: found '007'; expected a deal: '007' is not a deal number: "
                "write digits from 0 to 18446744073709551615 without leading zeros"
            ),
        ),
        (
            "title: x\ndeal: 18446744073709551616\n",
            (
                "line 2, column 7: found '18446744073709551616'; expected a deal: "
                "deal 18446744073709551616 does not exist: "
                "deal numbers go from 0 to 18446744073709551615"
            ),
        ),
        (
            "rules: sir-tommy ranks=2 suits=2\ndeal: AS AH 2S",
            (
                "line 2, column 7: found 'AS AH 2S'; expected a deal: these 3 cards are not a pack "
                "of 4 for sir-tommy ranks=2 suits=2: missing: 2H"
            ),
        ),
        (
            "deal: -1",
            (
                "line 1, column 7: found '-1'; expected a deal: '-1' is not a deal: it is no "
                "number, and '-1' is not a card: write a rank of A23456789TJQK and a suit of SHDC"
            ),
        ),
    ],
)
def test_headers_that_are_wrong(text: str, message: str) -> None:
    """Unknown and second headers, games and deals that do not exist are refused at their place."""
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("sign", "name"),
    [
        ("\0", "U+0000"), ("\x0b", "U+000B"), ("\x1b", "U+001B"), ("\r", "U+000D"),
        ("\x7f", "U+007F"), ("\x85", "U+0085"), ("\u00a0", "U+00A0"), ("\u200e", "U+200E"),
        ("\u200f", "U+200F"), ("\u2028", "U+2028"), ("\u202e", "U+202E"), ("\u2066", "U+2066"),
        ("\u2069", "U+2069"), ("\ufeff", "U+FEFF"), ("\u3000", "U+3000"),
    ],
)  # fmt: skip
def test_signs_that_do_not_show_are_refused(sign: str, name: str) -> None:
    """NUL, right-to-left marks and their like could make a record look like another one."""
    for text, row, column in (
        (HEAD + f"3S/1 {{a{sign}b}}", 4, 8),
        (f"title: a{sign}b\n" + HEAD, 1, 9),
        (HEAD + f"3S/1 {sign} 2H/2", 4, 6),
    ):
        with pytest.raises(RecordError) as caught:
            parse_record(text)
        assert (caught.value.line, caught.value.column) == (row, column)
        assert caught.value.found == f"the control character {name}"
        assert caught.value.expected == "text without control characters"


def test_a_record_of_10_megabytes_is_refused_at_once() -> None:
    """Longer texts than any record are not read at all; the longest allowed are."""
    with pytest.raises(RecordError) as caught:
        parse_record("x" * 10_000_000)
    assert str(caught.value) == (
        "line 1, column 1: found 10000000 characters; expected a record of at most 1000000"
    )
    text = HEAD + "{" + "x" * (LENGTH - len(HEAD) - 2) + "}"
    assert len(parse_record(text).line.comment) == len(text) - len(HEAD) - 2
    with pytest.raises(RecordError, match="found 1000001 characters"):
        parse_record(text + "\n")


def test_side_lines_may_stand_16_deep() -> None:
    """Side lines nest 16 deep and no deeper; 10,000 parentheses are refused at once."""
    deep = HEAD + "3S/1 " + "(3S/2 " * DEPTH + ")" * DEPTH
    line = parse_record(deep).line
    for _ in range(DEPTH):
        (line,) = line.nodes[0].sides
    assert line.nodes[0].sides == ()
    for text in (
        HEAD + "3S/1 " + "(3S/2 " * (DEPTH + 1) + ")" * (DEPTH + 1),
        HEAD + "3S/1 " + "(3S/2 " * 10_000 + ")" * 10_000,
    ):
        with pytest.raises(RecordError) as caught:
            parse_record(text)
        assert caught.value.found == "'('"
        assert caught.value.expected == f"side lines at most {DEPTH} deep"
        assert caught.value.column == len("3S/1 " + "(3S/2 " * DEPTH) + 1


@pytest.mark.parametrize(
    "text",
    ["{" * 300_000, "{ " * 150_000, "{" + "\\}" * 300_000, "(" * 300_000, ")" * 300_000,
     "3S/1 " + "{a}" * 100_000, "3S/1 " + "! " * 300_000, "x " * 300_000, "\n" * 900_000,
     "{" + "\\" * 300_000, "3S/1 " + "(3S/2)" * 5_000],
    ids=range(11),
)  # fmt: skip
def test_long_nonsense_is_read_in_one_pass(text: str) -> None:
    """However a long text is made up, reading it is quick: an error or a record, never a hang."""
    found = faults(HEAD + text)
    assert len(found) <= FAULTS
    assert all(len(str(error)) < 300 for error in found)


def test_deep_down_other_faults_are_still_told_apart() -> None:
    """In the deepest side line only a parenthesis is too deep; a word is just no move."""
    deep = HEAD + "3S/1 " + "(3S/2 " * DEPTH + "what" + ")" * DEPTH
    assert [(one.found, one.expected) for one in faults(deep)] == [("'what'", WANTED)]


def test_faults_lists_every_fault_in_order() -> None:
    """All faults are listed, in the order of the text; after an illegal move the rest is spelt."""
    text = HEAD.replace("deal", "player: x\ndeal") + "3S/1 what 2H/7 AS/1 (2H/1 AS/1) } 2^ {open"
    found = faults(text)
    assert [(one.line, one.column, one.found) for one in found] == [
        (1, 1, "'player'"),
        (5, 6, "'what'"),
        (5, 11, "'2H/7'"),
        (5, 33, "'}'"),
        (5, 38, "'{open'"),
    ]
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert str(caught.value) == str(found[0])


def test_moves_after_an_unknown_deal_are_still_spelt() -> None:
    """Without a deal no move is judged, but what is no move at all is still found."""
    found = faults("deal: 007\n\n3S/1 2H/9 what (AS^ 1^) )")
    assert [one.found for one in found] == ["'007'", "'what'", "')'"]


def test_a_side_line_after_an_illegal_move_is_judged() -> None:
    """The position before an illegal move is known, so what replaces the move is judged."""
    found = faults(HEAD + "2S/1 (3S/1 2H/2 AS/1) (2S/2)")
    assert [(one.column, one.found) for one in found] == [
        (1, "'2S/1'"), (17, "'AS/1'"), (24, "'2S/2'"),
    ]  # fmt: skip


def test_at_most_a_hundred_faults_are_listed() -> None:
    """A text that is no record at all does not give a list as long as itself."""
    assert FAULTS == 100
    assert len(faults(HEAD + "x " * 1000)) == FAULTS
    assert len(faults("nonsense: x\n" * 1000)) <= FAULTS + 1
    assert len(faults("\0" * 1000)) == 1


def test_errors_cross_process_borders_whole() -> None:
    """A `RecordError` is pickled with its place."""
    (error,) = faults(HEAD + "what")
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert isinstance(copy, RecordError)
    assert (str(copy), copy.line, copy.column) == (str(error), error.line, error.column)


def test_moves_are_kept_as_they_are_printed() -> None:
    """A foundation that need not be named is dropped when a record is read."""
    record = parse_record("deal: ASAH2S2H\nrules: sir-tommy ranks=2 suits=2\n\nAS^2 AH^ 2S^2")
    assert [str(move) for move in record.line.moves] == ["AS^", "AH^", "2S^"]
    assert parse_record(str(record)) == record


def played(text: str) -> tuple[int, ...]:
    """Return the ends of the steps of the mini game, stopping after moves written with a dot."""
    words = text.split()
    stops = frozenset(place for place, word in enumerate(words, 1) if word.endswith("."))
    moves = body(" ".join(word.rstrip(".") for word in words)).line.moves
    return steps(start(parse_deal(MINI, "3S2HAS2S3HAH")), moves, stops)


def test_a_step_is_one_turned_card_with_all_that_follows() -> None:
    """One turned card with all that follows from it, stopping at a comment."""
    assert played(GAME) == (1, 2, 5, 6, 7, 10)
    assert played("3S/1 2H/2 AS^. 2^ 1^ 2S/1 3H/2 AH^ 1^. 2^") == (1, 2, 3, 5, 6, 7, 9, 10)
    assert played("3S/1 2H/2 AS^ 2^") == (1, 2, 4)
    assert played("3S/1") == (1,)
    assert played("") == ()


def test_a_step_stops_at_a_choice_in_a_run() -> None:
    """A build that a player has to choose begins a step of its own."""
    rules = parse_rules("sir-tommy ranks=3 suits=3 piles=3")
    deal = parse_deal(rules, "2S 3S 2H 3H AS 2D 3D AH AD")
    state = start(deal)
    moves = []
    for label in ("2S/1", "3S/1", "2H/2", "3H/3", "AS^", "2^", "3^"):
        moves.append(next(move for move in legal_moves(state) if str(move) == label))
        state = play(state, moves[-1])
    assert steps(start(deal), tuple(moves)) == (1, 2, 3, 4, 6, 7)


def test_the_files_in_the_documentation_are_read() -> None:
    """Every record file of the project is a legal game and is printed as it stands in a page."""
    root = Path(__file__).parent.parent
    for path in sorted(root.glob("docs/**/*.deal")) + sorted(root.glob("tutorials/**/*.deal")):
        record = parse_record(path.read_text("utf-8"))
        assert parse_record(str(record)) == record, path


def test_the_module_s_own_example_is_read() -> None:
    """The example in the module's docstring shows the form; with a fitting deal it is legal."""
    text = textwrap.dedent(
        r"""
        title: A first game
        deal: 3S2HAS2S3HAH
        rules: sir-tommy ranks=3 suits=2 piles=2

        {What is said before the first move.}
        3S/1 2H/2!? {Why.} (2H/1 {What else could be done.}) AS^
        """
    )
    assert len(parse_record(text).line.nodes) == 3
