"""The course, the strategy pages and the annotated games keep what they promise."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sirtommy.asking import rate
from sirtommy.byhand import BUILDING, LAYING, PREFACE, ByHand
from sirtommy.facts import HEADINGS
from sirtommy.kernel import decide, move_of, table_of
from sirtommy.record import Record, faults, parse_record
from sirtommy.run import automatic
from sirtommy.sphinxext.puzzle import decision, with_all_answers
from sirtommy.state import Move, State, plain, play, seen, start

ROOT = Path(__file__).parents[1]
LESSONS = sorted((ROOT / "tutorials").glob("[0-9][0-9]-*.md"))
STRATEGY = sorted((ROOT / "docs" / "strategy").glob("*.md"))
GAMES = sorted((ROOT / "docs" / "games").glob("*.md"))
RECORDS = sorted((ROOT / "docs" / "deals").glob("*.deal"))
PAGES = [
    ROOT / "index.md",
    *sorted((ROOT / "tutorials").glob("*.md")),
    ROOT / "docs" / "rules.md",
    *STRATEGY,
    *GAMES,
]
"""The pages of the course and what belongs to it."""
BOARD = re.compile(
    r"^(`{3,})\{sirtommy-(game|position|puzzle)\}([^\n]*)\n((?::[^\n]*\n)*)(.*?)^\1$",
    re.DOTALL | re.MULTILINE,
)
WORDS = 700
FIRST_SCREEN = 60
"""Words that may stand before a lesson's first board."""


class Board(NamedTuple):
    """A board in a page."""

    page: Path
    name: str
    kind: str
    file: str
    text: str

    @property
    def record(self) -> Record:
        """The record that the board shows."""
        return parse_record(self.text)


def boards() -> Iterator[Board]:
    """Yield every board of the pages."""
    for page in PAGES:
        for _, kind, argument, options, content in BOARD.findall(page.read_text("utf-8")):
            file = argument.strip()
            text = (page.parent / file).read_text("utf-8") if file else content
            named = re.search(r":name: (\S+)", options)
            yield Board(page, named[1] if named else "", kind, file, text)


BOARDS = list(boards())
IDS = [f"{board.page.stem}-{board.name}" for board in BOARDS]


def words(text: str) -> int:
    """Count the words of a page that are read as prose, boards left out."""
    return len(BOARD.sub("", text).split())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_replays(path: Path) -> None:
    """A record file has no fault in its moves, side lines or comments."""
    assert list(map(str, faults(path.read_text("utf-8")))) == []


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_record_is_shown(path: Path) -> None:
    """No record lies about that no page shows."""
    assert any(board.file.endswith(f"deals/{path.name}") for board in BOARDS)


@pytest.mark.parametrize("board", BOARDS, ids=IDS)
def test_every_board_replays(board: Board) -> None:
    """What stands in a page is a record without a fault, and the board has a name."""
    assert list(map(str, faults(board.text))) == []
    assert board.name


def test_names_are_unique() -> None:
    """No two boards share a name, or links to one would lead to the other."""
    names = Counter(board.name for board in BOARDS)

    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize(
    "board",
    [board for board in BOARDS if board.kind == "puzzle"],
    ids=[name for board, name in zip(BOARDS, IDS, strict=True) if board.kind == "puzzle"],
)
def test_every_answer_has_a_comment(board: Board) -> None:
    """Each legal answer of a puzzle is answered, save the twin of a pile that has been."""
    *_, last = with_all_answers(board.record).line.nodes
    silent = [
        str(side.nodes[0].move)
        for side in last.sides
        if not (side.comment or side.nodes[0].comment)
    ]
    state = decision(board.record)
    empty = sum(not pile for pile in state.piles)

    assert last.comment
    assert len(silent) <= max(0, empty - 1), silent


@pytest.mark.parametrize("page", LESSONS, ids=lambda page: page.stem)
def test_a_lesson_is_short_and_complete(page: Path) -> None:
    """A lesson has a goal, a board at once, things to try, a summary and a next step."""
    text = page.read_text("utf-8")
    before = text[: re.search(BOARD, text).start()]  # type: ignore[union-attr]
    kinds = [board.kind for board in BOARDS if board.page == page]

    assert words(text) <= WORDS, f"a lesson has {WORDS} words at most"
    assert len(before.split()) <= FIRST_SCREEN, f"a board comes after {FIRST_SCREEN} words at most"
    assert "**Goal:**" in before, "the goal stands before the first board"
    assert kinds.count("puzzle") >= 2, "a lesson asks two questions at least"
    assert "## In short" in text, "a lesson ends with a summary"
    assert "**Next:**" in text, "a lesson says what comes next"


LESSON_IDS = (
    "your-first-deal", "foundations-and-runs", "do-not-bury", "what-is-wanted-next", "four-piles",
    "the-sacrifice-pile", "four-jobs", "equals-and-locks", "counting", "the-last-twelve",
    "a-game-won", "a-game-lost", "your-own-game", "calculation",
)  # fmt: skip
"""The ids by which readers' progress is kept; one that has been published never changes."""


def test_the_ids_of_lessons_stay() -> None:
    """A lesson keeps its id, whatever becomes of its file and its place, so progress is kept."""
    heads = [re.match(r"---\nlesson: (\S+)\n---\n", page.read_text("utf-8")) for page in LESSONS]
    ids = [head[1] if head else "" for head in heads]

    assert len(set(ids)) == len(LESSONS)
    assert set(LESSON_IDS) <= set(ids)


def test_no_lesson_is_missing_from_the_map() -> None:
    """The map of the course links to every lesson, and its contents list it."""
    text = (ROOT / "tutorials" / "index.md").read_text("utf-8")

    assert [page.name for page in LESSONS if f"({page.name})" not in text] == []
    assert [page.stem for page in LESSONS if f"\n{page.stem}\n" not in text] == []


@pytest.mark.parametrize("slug", sorted(set(HEADINGS.values())))
def test_every_fact_has_its_heading(slug: str) -> None:
    """What a hint speaks of is explained on the strategy page of that name, at that anchor."""
    page = ROOT / "docs" / "strategy" / f"{slug}.md"

    assert f"({slug})=\n" in page.read_text("utf-8")


@pytest.mark.parametrize("folder", ["strategy", "games"])
def test_contents_are_complete(folder: str) -> None:
    """Every page of a section stands in its contents."""
    pages = sorted((ROOT / "docs" / folder).glob("*.md"))
    text = (ROOT / "docs" / folder / "index.md").read_text("utf-8")

    assert [p.stem for p in pages if p.stem != "index" and f"\n{p.stem}\n" not in text] == []


TRIES = 16
"""The continuations a choice on which marks are checked, the same for all: few, so that a mark is
only refuted and not made by them."""


def marked(record: Record) -> Iterator[tuple[State, Move, str]]:
    """Yield each choice that carries a glyph: of the main line, or of a side line in its place."""
    state = start(record.deal)
    for node in record.line.nodes:
        if automatic(state) is None:
            for one in (node, *(side.nodes[0] for side in node.sides)):
                if one.glyph:
                    yield state, plain(state, one.move), one.glyph
        state = play(state, node.move)


MARKED = {board.text: board for board in BOARDS if any(True for _ in marked(board.record))}


@pytest.mark.parametrize("board", MARKED.values(), ids=lambda board: board.name)
def test_marks_agree_with_the_review(board: Board) -> None:
    """A mark up stands at a choice that the odds do not tell from the best, a mark down below it.

    The chances are those of a review with `TRIES` continuations a choice.
    """
    for state, move, glyph in marked(board.record):
        rated = rate(state, TRIES)
        (chosen,) = (choice for choice in rated.choices if plain(state, choice.move) == move)
        if glyph in {"!", "!!"}:
            assert chosen.high >= rated.best.win, (move, glyph)
        elif glyph in {"?", "??"}:
            assert chosen.lost or chosen.win < rated.best.win, (move, glyph)


def by_hand() -> str:
    """Return the rules of the player by hand as the pages print them."""
    laying = "\n".join(f"{n}. {rule.text}" for n, rule in enumerate(LAYING, 1))
    building = "\n".join(f"{n}. {rule.text}" for n, rule in enumerate(BUILDING, len(LAYING) + 1))
    preface = PREFACE.replace(". ", ".\n")
    return f"{preface}\n\nLaying a card:\n\n{laying}\n\nWhen several tops fit:\n\n{building}\n"


def test_the_printed_rules_are_the_played_ones() -> None:
    """The rules by hand read as the player that follows them has them."""
    printed = (ROOT / "docs" / "strategy" / "by-hand-rules.txt").read_text("utf-8")

    assert by_hand() == printed


def test_the_game_by_hand_is_played_by_hand() -> None:
    """Every choice of the game that claims it is the one that the rules make."""
    record = parse_record((ROOT / "docs" / "deals" / "by-hand.deal").read_text("utf-8"))
    state = start(record.deal)
    player = ByHand()
    for node in record.line.nodes:
        if automatic(state) is None:
            here = seen(state)
            assert move_of(here, decide(table_of(here), player)) == node.move
        state = play(state, node.move)

    assert state.won


def listing() -> str:
    """Return the page that lists every board."""
    head = (
        "# All games and boards\n\nEvery board of this site by the page it stands on.\n"
        "A decision asks one question; a game is stepped through.\n"
        "The [drills](../drills/index.md) have a list of their own.\n"
    )
    parts = [head]
    for page in PAGES:
        mine = [board for board in BOARDS if board.page == page]
        if not mine:
            continue
        where = Path("../..") / page.relative_to(ROOT)
        if page.parts[-2] == "games":
            where = Path(page.name)
        title = re.search(r"^# (.+)$", page.read_text("utf-8"), re.MULTILINE)
        parts.append(f"\n## {title[1] if title else page.stem}\n\n")
        for board in mine:
            kind = {"puzzle": "a decision", "game": "a game", "position": "a position"}
            deal = str(board.record.deal)
            number = f", deal {deal}" if deal.isdigit() else ""
            link = f"[{board.record.title}]({where}#{board.name})"
            parts.append(f"- {link}: {kind[board.kind]}{number}\n")
    return "".join(parts)


def test_the_list_of_boards_is_complete() -> None:
    """The page of all boards is what the pages hold, in their order.

    `python -m tests.test_course` writes it anew.
    """
    assert listing() == (ROOT / "docs" / "games" / "all.md").read_text("utf-8")


if __name__ == "__main__":
    (ROOT / "docs" / "games" / "all.md").write_text(listing(), "utf-8")
    (ROOT / "docs" / "strategy" / "by-hand-rules.txt").write_text(by_hand(), "utf-8")
