"""Reviews: what choices cost, glyphs by their thresholds, hindsight, a record that parses."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sirtommy.board import escape
from sirtommy.cli import main
from sirtommy.commands import OK, WRONG
from sirtommy.deal import numbered_deal
from sirtommy.errors import RequestError
from sirtommy.facts import HEADINGS
from sirtommy.hindsight import hindsight, next_point
from sirtommy.judgement import BLUNDER, BRILLIANT, DUBIOUS, GOOD, MISTAKE
from sirtommy.notation import compact, parse_moves
from sirtommy.record import Line, Node, Record, parse_record
from sirtommy.review import IDEAS, Review, concluded, data, decided, review, solved, tallied
from sirtommy.reviewing import LOOKED_AT, REVIEWED
from sirtommy.rules import parse_rules
from sirtommy.session import answer
from sirtommy.solver import solve
from sirtommy.state import play, start

LOSS = Path("docs/deals/a-loss.deal")
BUDGET = 40


def game(number: int, moves: str, rules: str = "sir-tommy") -> Record:
    """Return the record of a numbered deal with moves in compact text."""
    deal = numbered_deal(parse_rules(rules), number)
    return Record(deal, Line("", tuple(map(Node, parse_moves(deal, moves)))))


@pytest.fixture(scope="module")
def loss() -> Review:
    """The review of a small game that was lost."""
    return review(parse_record(LOSS.read_text("utf-8")), BUDGET)


def test_only_choices_are_decisions() -> None:
    """The first card, a forced build and a run that plays itself are no decisions."""
    record = parse_record(LOSS.read_text("utf-8"))
    counts = decided(record.deal, record.line.moves)

    assert 0 not in counts
    assert counts == tuple(sorted(set(counts)))
    assert str(record.line.nodes[counts[0]].move) == "5S/2"


def test_cost_is_the_chance_given_away(loss: Review) -> None:
    """What a choice cost is the best chance less its own, never below nothing."""
    assert loss.decisions
    for decision in loss.decisions:
        assert decision.cost == decision.before - decision.after >= 0
        assert decision.before == max(choice.win for choice in decision.hint.choices)


def test_glyphs_follow_the_thresholds(loss: Review) -> None:
    """A mark down costs what its threshold says and is no luck; a mark up costs nothing."""
    least = {"??": BLUNDER, "?": MISTAKE, "?!": DUBIOUS}
    for decision in loss.decisions:
        if decision.glyph in least:
            assert decision.cost >= least[decision.glyph]
            assert decision.chosen.high < decision.before
        elif decision.glyph:
            assert decision.lead >= GOOD
            assert not decision.obvious
    assert "??" in {decision.glyph for decision in loss.decisions}


def test_the_thresholds_are_on_the_page() -> None:
    """The reference page gives each mark its threshold."""
    page = Path("docs/reference/reviews.md").read_text("utf-8")
    least = {"?!": DUBIOUS, "?": MISTAKE, "??": BLUNDER, "!": GOOD, "!!": BRILLIANT}
    for glyph, threshold in least.items():
        assert re.search(rf"^\| `{re.escape(glyph)}` \|.*\| `{threshold}` \|$", page, re.MULTILINE)


def test_slices_make_the_same_review(loss: Review) -> None:
    """However the choices are cut, and in whatever order points are solved, nothing changes."""
    record = loss.record
    size = len(loss.decisions)
    won = [*tallied(record, 0, 2, BUDGET), *tallied(record, 2, size, BUDGET)]
    known = {point: solved(record, point) for point in range(size, -1, -1)}
    again = concluded(record, won, BUDGET, known)

    assert again.decisions == loss.decisions
    assert again.hindsight == loss.hindsight
    assert data(again) == data(loss)


def test_hindsight_names_the_choice_that_lost_for_good(loss: Review) -> None:
    """Before the named choice the solver wins, after it every way of playing loses."""
    lost = loss.hindsight.lost
    assert lost is not None
    record = loss.record
    state = start(record.deal)
    verdicts = []
    for node in record.line.nodes:
        verdicts.append(solve(state).verdict)
        state = play(state, node.move)
    turning = loss.decisions[lost - 1].count

    assert verdicts[turning] == "won"
    assert set(verdicts[turning + 1 :]) == {"lost"}
    assert "proved" in loss.no_return


def test_points_are_halved_until_the_border_is_known() -> None:
    """Few points are asked about, and what is not decided is not claimed."""
    for border in range(12):
        known: dict[int, str] = {}
        while (point := next_point(known, 10)) is not None:
            known[point] = "won" if point < border else "lost"
        found = hindsight(known, 10)
        assert found.lost == (border if border <= 10 else None)
        assert found.won == (border - 1 if border else None)
        assert len(known) <= 5
    unsure: dict[int, str] = {}
    while (point := next_point(unsure, 10)) is not None:
        unsure[point] = "won" if point < 3 else "gave up" if point < 7 else "lost"
    assert (hindsight(unsure, 10).won, hindsight(unsure, 10).lost) == (2, 7)


def test_the_annotated_record_parses(loss: Review) -> None:
    """It reads back as it was, keeps the moves and the words, and shows the better choices."""
    record = loss.annotated()

    assert parse_record(str(record)) == record
    assert record.line.moves == loss.record.line.moves
    assert all(sentence in record.line.comment for sentence in loss.summary)
    for old, new in zip(loss.record.line.nodes, record.line.nodes, strict=True):
        assert old.comment in new.comment
        assert new.sides[: len(old.sides)] == old.sides
    for decision in loss.decisions:
        node = record.line.nodes[decision.count]
        assert node.glyph == decision.glyph
        if "?" in decision.glyph:
            assert decision.advice.sentence in node.comment + str(node.sides)


def test_what_is_not_proved_is_not_absolved() -> None:
    """With few continuations a bad choice may go unmarked; then it is named as doubtful."""
    found = review(parse_record("deal: 17\n\nJC/3 3C/3 KD/1 6D/4"), REVIEWED)
    worst = max(found.decisions, key=lambda decision: decision.cost)

    assert not any(decision.glyph for decision in found.decisions)
    assert worst.cost >= MISTAKE
    assert found.summary[0].startswith(
        f"No choice is surely a mistake; card {worst.number} may have cost most: {worst.made} left"
    )


def test_a_game_without_a_fault_is_not_doubted() -> None:
    """Where no choice costs much by any estimate, none is named, and no idea."""
    won = parse_record(Path("docs/deals/a-win.deal").read_text("utf-8"))
    found = review(won, REVIEWED)

    assert max(decision.cost for decision in found.decisions) < MISTAKE
    assert found.summary[:2] == (
        "No choice stands out as a mistake.",
        "No idea stands out as neglected.",
    )


def test_the_summary_has_three_sentences(loss: Review) -> None:
    """Where the game turned, which idea was neglected, and what went well."""
    turned, neglected, well = loss.summary
    worst = max(loss.decisions, key=lambda decision: decision.cost)

    assert f"turned at card {worst.number}:" in turned
    assert any(idea in neglected for idea in IDEAS.values())
    assert f"of {len(loss.decisions)} choices" in well
    assert set(IDEAS) == set(HEADINGS.values())


def test_a_whole_pack_is_reviewed_by_the_deep_player() -> None:
    """An unfinished game of the whole pack is rated too; the same game gives the same review."""
    record = game(57, "1213")
    found = review(record, 2, 2000)

    assert found.player == "deep"
    assert len(found.decisions) == 3
    assert data(review(record, 2, 2000)) == data(found)


@pytest.mark.parametrize(
    ("rules", "moves", "player"),
    [
        ("sir-tommy-optional ranks=5 suits=2 piles=2", "112", "least-burying"),
        ("calculation", "12341234", "deep"),
    ],
)
def test_other_games_are_reviewed(rules: str, moves: str, player: str) -> None:
    """Optional play is rated by the player who buries least, Calculation by its learned one."""
    found = review(game(3, moves, rules), 20, 500)

    assert found.player == player
    assert found.decisions
    assert parse_record(str(found.annotated())) == found.annotated()


def test_nothing_to_review_is_refused() -> None:
    """A game without moves, and budgets below one, are refused in a sentence."""
    record = game(1, "1")
    with pytest.raises(RequestError, match="no moves"):
        review(replace(record, line=Line()))
    with pytest.raises(RequestError, match="0 continuations"):
        review(record, 0)
    with pytest.raises(RequestError, match="budget of 0"):
        review(record, 1, 0)
    quiet = review(record, 1, 10)
    assert quiet.decisions == ()
    assert quiet.summary[0].startswith("Nothing was decided")


def test_the_command_prints_the_review(capsys: pytest.CaptureFixture[str]) -> None:
    """In words, as data, and as a record; each key of the data is on the reference page."""
    words = ["review", str(LOSS), "--budget", str(BUDGET)]
    found = review(parse_record(LOSS.read_text("utf-8")), BUDGET)

    assert main(words) == OK
    printed = capsys.readouterr().out
    assert all(sentence in printed for sentence in (*found.summary, found.no_return))
    assert main([*words, "--json"]) == OK
    read = json.loads(capsys.readouterr().out)
    assert read == data(found)
    page = Path("docs/reference/command-line.md").read_text("utf-8")
    for key in {*read, *read["decisions"][0]}:
        assert f"`{key}`" in page, key
    assert main([*words, "--annotate"]) == OK
    assert parse_record(capsys.readouterr().out) == found.annotated()


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("deal: 1\n\n", [], "no moves"),
        ("deal: 1\n\nKS/9\n", [], "line 3"),
        ("deal: 17\n\nJC/1\n", ["--budget", "0"], "0 continuations"),
        ("deal: 17\n\nJC/1\n", ["--json", "--annotate"], "not allowed with"),
    ],
)
def test_a_wrong_review_says_what_and_where(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, words: list[str], said: str
) -> None:
    """One line on standard error, status 2."""
    path = tmp_path / "game.deal"
    path.write_text(text)
    try:
        status = main(["review", str(path), *words])
    except SystemExit as stop:
        status = int(stop.code or 0)

    assert status == WRONG
    assert said in capsys.readouterr().err


def asked(record: Record, piece: int) -> dict[str, Any]:
    """Return the last reply to a review that is asked for in pieces of so many continuations."""
    request: dict[str, object] = {
        "ask": "review",
        "rules": str(record.deal.rules),
        "deal": str(record.deal),
        "moves": compact(record.deal, record.line.moves),
        "count": piece,
    }
    while True:
        reply: dict[str, Any] = json.loads(json.dumps(answer(request)))
        if reply.get("done") or "error" in reply:
            return reply
        request |= {"found": reply["found"], "tried": reply["tried"]}


def test_a_page_gets_the_same_review_in_pieces(loss: Review) -> None:
    """However it is cut, and through JSON, the report is that of the whole."""
    bare = replace(loss.record, line=Line("", tuple(map(Node, loss.record.line.moves))), title="")
    whole = review(bare, REVIEWED, LOOKED_AT)
    first, second = asked(bare, 5), asked(bare, 32)

    assert first == second
    assert first["say"] == whole.summary[0]
    assert f'<pre tabindex="0">{escape(str(whole.annotated()))}</pre>' in first["more"]
    assert first["score"].count('class="st-glyph"') == sum(
        bool(decision.glyph) for decision in whole.decisions
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"moves": ""}, "no moves"),
        ({"moves": "9"}, "legal move"),
        ({"found": [1, 2]}, "what is found so far"),
        ({"found": [[["x"]], {}]}, "what is found so far"),
        ({"found": [[], {"x": "won"}]}, "what is found so far"),
        ({"tried": -1}, "out of range"),
        ({"tried": 10_000}, "out of range"),
        ({"tried": 64, "found": [[], {}]}, "what is found so far"),
        ({"tried": 1, "found": [[[1.0]], {}]}, "what is found so far"),
        ({"found": [[], {"0": "perhaps"}]}, "what is found so far"),
    ],
)
def test_a_wrong_request_for_a_review_is_told(change: dict[str, object], said: str) -> None:
    """Whatever a page sends, the reply says what is wrong with it."""
    request = {"ask": "review", "rules": "sir-tommy", "deal": "17", "moves": "1234", "count": 1}
    assert said in str(answer({**request, **change}).get("error"))
