"""Drills: what is right, a word on every answer, faults with their place, and the stored ones."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sirtommy.asking import (
    LADDER,
    WORDED,
    ladder_of,
    rates_of,
    rates_text,
    unturned,
    winning_order,
)
from sirtommy.deal import numbered_deal, parse_deal
from sirtommy.drill import GRADES, THEMES, decision, parse_drill
from sirtommy.errors import RecordError
from sirtommy.facts import HEADINGS
from sirtommy.lab.drills import KINDS, changes, text
from sirtommy.rules import parse_rules
from sirtommy.run import settled
from sirtommy.state import legal_moves, start

ROOT = Path(__file__).parents[1]
STORED = sorted((ROOT / "docs" / "drills").glob("*.drill"))

TOP = """\
id: two-fives
theme: runs
question: top
hint: What lies under each of the two?
budget: 50
rates: 1^ 0, 2^ 50

deal: 198
rules: sir-tommy ranks=6 suits=2 piles=2

6S/1 5S/1 4S/1 2H/1 5H/2 AH^ 1^ 4H/1 AS^ 6H/2 3H^ 1^ 2S^ 3S^ 1^ 1^
2^ {Yes: the five comes free.} (1^ {No: the five stays where it is.})
"""

LOST = """\
id: two-fives-down
theme: locks
question: lost
hint: What can ever free the two?
budget: 20
rates: 5H/1 0, 5H/2 0
ladder: 4
yes: Each five covers what the other waits for.
no: The five cannot be laid without locking the game.

deal: 13
rules: sir-tommy ranks=5 suits=2 piles=2

4H/2 2S/2 3S/1 5S/2
"""

WAIT = """\
id: three-laid
theme: counting
question: rank
hint: What takes a card next?
budget: 20
rates: A 14, 2 13, 4 5, 5 7
ladder: 4
A: An ace starts a foundation.
2: A two would follow the ace.
4 5: It would have to be laid.

deal: 3
rules: sir-tommy ranks=5 suits=2 piles=2

3S/1 4H/2 3H/2
"""


def build(source: Path, output: Path) -> str:
    """Build a site, warnings allowed, and return what Sphinx said."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-d", f"{output}.doctrees"]
    done = subprocess.run(
        [*command, str(source), str(output)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    return done.stderr


def site(folder: Path, text: str) -> Path:
    """Write a site of one page and return its folder."""
    folder.mkdir()
    shutil.copy(ROOT / "tests" / "site" / "boards" / "conf.py", folder)
    (folder / "index.md").write_text(f"# Page\n\n{text}", "utf-8")
    return folder


def test_right_is_what_reaches_the_best() -> None:
    """The answers come in the record's order, each with its chance, and the stored rates decide."""
    drill = parse_drill(TOP)

    assert [str(move) for move in drill.answers] == ["2^", "1^"]
    assert {str(move) for move in drill.accepted} == {"2^"}
    assert drill.replies[0].chance.startswith("right, ")
    assert drill.replies[1].chance.startswith("not the best, ")
    assert drill.grade in GRADES.values()
    assert set(GRADES) == set(range(len(LADDER) + 1))
    assert set(HEADINGS.values()) == THEMES


def test_lost_is_what_is_proved() -> None:
    """The answer "yes" is right where no order can win, and "no" rests on an order that is won."""
    drill = parse_drill(LOST)
    assert {"yes"} == drill.accepted
    assert drill.ladder == ladder_of(drill.state, "lost", drill.accepted, drill.budget)

    before = LOST.replace(" 5S/2\n", "\n").replace("5H/1 0, 5H/2 0", "5S/1 9, 5S/2 1")
    with pytest.raises(RecordError, match="a header order"):
        parse_drill(before)
    assert winning_order(parse_drill(LOST).state, range(20)) is None
    order = winning_order(decision(parse_drill(LOST).record), range(50))
    assert order is not None
    hopeful = parse_drill(before.replace("ladder", f"order: {order}\nladder"))
    assert {"no"} == hopeful.accepted


def test_a_rank_is_waited_for_before_it_is_turned() -> None:
    """Each rank still to come is an answer, the hidden card's too; ranks may share a comment."""
    drill = parse_drill(WAIT)

    assert drill.answers == ("A", "2", "4", "5")
    assert drill.accepted == {"A", "2"}
    assert drill.rates == rates_of(drill.state, drill.budget, "rank")
    assert drill.replies[2].comment == drill.replies[3].comment
    assert drill.ladder == ladder_of(drill.state, "rank", drill.accepted, drill.budget)
    before = unturned(drill.state)
    assert before.turned is None
    assert len(before.stock) == len(drill.state.stock) + 1


@pytest.mark.parametrize(
    ("text", "old", "new", "line", "words"),
    [
        (LOST, "yes: Each five covers what the other waits for.\n", "", 9, "no comment on yes"),
        (LOST, "ladder: 4\n", "", 9, "a header ladder"),
        (LOST, "ladder: 4", "ladder: 5", 7, "0 to 4"),
        (LOST, "ladder: 4", "ladder: 4\norder: 3", 8, "proved lost"),
        (LOST, "no: The", "5: The", 9, "answers yes, no"),
        (WAIT, "4 5: It", "4: It", 11, "no comment on 5"),
        (WAIT, "4 5: It", "3 4 5: It", 10, "the answer 3"),
        (WAIT, "2: A two", "A: A two", 9, "each header once"),
        (WAIT, "A 14, 2 13", "2 13", 6, "wins of A, 2, 4, 5"),
        (WAIT, "A 14", "A 21", 6, "at most 20"),
        (WAIT, "ladder: 4", "ladder: 4\norder: 3", 8, "none where"),
        (TOP, "budget: 50", "budget: 50\nyes: It is.", 6, "moves as answers"),
        (TOP, "budget: 50", "budget: 50\nladder: 4", 6, "none where"),
        (TOP, "question: top", "question: build", 12, "Build, or hold back?"),
    ],
)
def test_a_fault_in_worded_answers_is_told(
    text: str, old: str, new: str, line: int, words: str
) -> None:
    """Whatever is wrong in the answers of a drill is named with the line where it stands."""
    assert old in text
    with pytest.raises(RecordError, match=re.escape(words)) as caught:
        parse_drill(text.replace(old, new))
    assert caught.value.line == line


def test_stored_rates_are_those_that_are_counted() -> None:
    """The rates in the text are what rating the position gives."""
    drill = parse_drill(TOP)
    rates = rates_of(drill.state, drill.budget, drill.question)

    assert rates == drill.rates
    assert rates_text(rates) == "1^ 0, 2^ 50"


def test_alike_piles_need_one_comment() -> None:
    """Answers that differ by the place of equal piles share it."""
    text = (
        "id: first-card\ntheme: empty-piles\nquestion: pile\nhint: None is needed.\nbudget: 4\n"
        "rates: 5S/1 2, 5S/2 1, 5S/3 1\n\ndeal: 7\nrules: sir-tommy ranks=5 suits=2 piles=3\n\n"
    )
    state = settled(start(parse_deal(parse_rules("sir-tommy ranks=5 suits=2 piles=3"), "7")))
    card = str(state.turned)
    drill = parse_drill(text.replace("5S", card) + f"{card}/1 {{All are empty.}}\n")

    assert len(drill.answers) == 3
    sides = drill.record.line.nodes[-1].sides
    assert all("All are empty." in side.nodes[0].comment for side in sides)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("id: two-fives", "id: Two Fives", 1, "an id"),
        ("theme: runs", "theme: luck", 2, "a theme"),
        ("theme: runs\n", "", 6, "a header theme"),
        ("question: top", "question: pile", 12, "Which pile?"),
        ("question: top", "question: suit", 3, "a question"),
        ("hint: What lies under each of the two?", "hint:", 4, "what hint is"),
        ("budget: 50", "budget: 0", 5, "1 to"),
        ("budget: 50", "budget: 50\nbudget: 50", 6, "each header once"),
        ("1^ 0, 2^ 50", "1^ 0", 6, "wins of 1^, 2^"),
        ("1^ 0, 2^ 50", "1^ 0, 2^ 51", 6, "does not fit"),
        ("1^ 0, 2^ 50", "1^ 0; 2^ 50", 6, "with commas"),
        ("2^ {Yes: the five comes free.} (1^", "1^ {No} (2^", 12, "the best answer first: 2^"),
        ("(1^ {", "(3^ {", 12, "a legal move"),
        ("6S/1 5S/1", "6S/1 5S/9", 11, "a legal move"),
        (" {No: the five stays where it is.}", "", 12, "a comment on every answer"),
        (" (1^ {No: the five stays where it is.})", "", 12, "a comment on every answer"),
    ],
)
def test_a_fault_is_told_with_its_line(old: str, new: str, line: int, words: str) -> None:
    """Whatever is wrong in a drill is named with the line where it stands."""
    assert old in TOP
    with pytest.raises(RecordError, match=re.escape(words)) as caught:
        parse_drill(TOP.replace(old, new))
    assert caught.value.line == line


def test_the_page_asks_and_answers_without_scripts(tmp_path: Path) -> None:
    """Question, hint and answers stand in the page, the last two folded away."""
    source = site(tmp_path / "source", f"```{{sirtommy-drill}}\n{TOP}```\n")
    output = tmp_path / "out"

    assert build(source, output) == ""
    page = (output / "index.html").read_text("utf-8")
    question = page.index("Which top goes first?")
    hint = page.index("What lies under each of the two?")
    answer = page.index("Yes: the five comes free.")
    assert question < hint < answer
    assert page.rindex("<details", 0, hint) > question
    assert page.rindex("<details", 0, answer) > hint
    assert 'id="two-fives"' in page
    assert "right, 50 times in 50" in page
    assert (output / "_static/sirtommy/boards/index/two-fives.json").exists()


def test_a_wrong_drill_is_a_warning_with_its_place(tmp_path: Path) -> None:
    """An unknown theme, an illegal answer and an id used twice are warnings with file and line."""
    drill = "```{sirtommy-drill}\n%s```\n\n"
    illegal, luck = TOP.replace("(1^", "(3^"), TOP.replace("theme: runs", "theme: luck")
    said = build(site(tmp_path / "source", drill % luck + drill % illegal), tmp_path / "out")
    assert "index.md:5: WARNING: sirtommy-drill cannot be read" in said
    assert "index.md:30: WARNING: sirtommy-drill cannot be read" in said

    page = site(tmp_path / "again", drill % TOP + drill % TOP)
    said = build(page, tmp_path / "twice")
    assert re.search(r"index\.md:\d+: WARNING: the drill two-fives has the id of another", said)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_drills_can_be_read(path: Path) -> None:
    """Every stored drill is named after its id, has one right pile, and is no draft."""
    text = path.read_text("utf-8")
    drill = parse_drill(text)

    assert drill.id == path.stem
    assert "To be written" not in text
    assert "By the odds." not in text
    if drill.question not in WORDED:
        assert len(drill.answers) == len(legal_moves(drill.state))
    assert drill.record.title
    page = (path.parent / f"{drill.theme}.md").read_text("utf-8")
    assert f"```{{sirtommy-drills}} {drill.theme}\n" in page


@pytest.mark.slow
@pytest.mark.parametrize("path", STORED[::6], ids=lambda path: path.stem)
def test_other_orders_give_the_same_answer(path: Path) -> None:
    """A sample, rated over other orders of the unseen cards, has the same right answers."""
    assert not changes(parse_drill(path.read_text("utf-8")))


def test_the_same_deal_gives_the_same_proposal() -> None:
    """What is proposed can be read as it is, is marked as a draft, and comes out again alike."""
    deal = numbered_deal(parse_rules("sir-tommy ranks=6 suits=2 piles=2"), 2)
    kinds = set()
    for kind, propose in KINDS.items():
        first, again = ([text(found) for found in propose(deal)] for _ in range(2))
        assert first == again, kind
        kinds |= {kind} if first else set()
        for written in first:
            assert "To be written" in written
            parse_drill(written)
    assert {"choices", "waits"} <= kinds


def test_a_folder_of_drills_is_a_page_and_a_list(tmp_path: Path) -> None:
    """Files are shown by theme and listed, the wrong ones are warnings with file and line."""
    source = site(
        tmp_path / "source",
        "```{sirtommy-drill-list}\n```\n\n```{toctree}\nruns\nlocks\n```\n",
    )
    for theme in ("runs", "locks"):
        (source / f"{theme}.md").write_text(
            f"# Drills of {theme}\n\n```{{sirtommy-drills}} {theme}\n```\n", "utf-8"
        )
    for name, text_of in {
        "a": TOP,
        "b": LOST,
        "wrong": TOP.replace("theme: runs", "theme: luck"),
        "illegal": TOP.replace("(1^", "(3^"),
    }.items():
        (source / f"{name}.drill").write_text(text_of, "utf-8")
    said = build(source, tmp_path / "out")

    assert "wrong.drill:2: WARNING: " in said
    assert "illegal.drill:12: WARNING: " in said
    assert said.count("has the id of another") == 0
    listed = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert 'href="runs.html#two-fives"' in listed
    assert 'href="locks.html#two-fives-down"' in listed
    page = (tmp_path / "out" / "locks.html").read_text("utf-8")
    assert page.index(">Yes<") < page.index("Each five covers")
    assert "right, proved" in page

    (source / "c.drill").write_text(TOP, "utf-8")
    (source / "runs.md").write_text("# Runs\n\n```{sirtommy-drills} luck\n```\n", "utf-8")
    (source / "wrong.drill").unlink()
    said = build(source, tmp_path / "out")
    assert "runs.md:3: WARNING: sirtommy-drills: luck is no theme" in said
    (source / "runs.md").write_text("# Runs\n\n```{sirtommy-drills} runs\n```\n", "utf-8")
    said = build(source, tmp_path / "out")
    assert re.search(r"c\.drill:1: WARNING: the drill two-fives has the id of another", said)
