"""A board as it stands in an HTML page, before any script has run and after.

What is served can be read without scripts: the position, the moves with all comments, and where the
game ends.
The buttons are there from the start, so that nothing moves when the script takes over; style sheets
hide them where scripts are off.
"""

from dataclasses import dataclass

from sirtommy.board import View, escape, situation, spoken, table
from sirtommy.frames import Frame, Step, Walk, deepest, walk
from sirtommy.record import GLYPHS, Record
from sirtommy.score import comment_html, score_html
from sirtommy.session import title
from sirtommy.sphinxext.answers import Worded, walk_of_moves, walk_of_words

STEPS = (
    ("first", "«", "First"),
    ("back", "‹", "Back"),
    ("next", "›", "Next"),
    ("last", "»", "Last"),
)
PLAY = (("undo", "Undo"), ("redo", "Redo"), ("hint", "Hint"), ("new", "New deal"))

NEEDS = '<p class="st-needs">Play needs JavaScript and a web server.</p>'
"""Shown where the script does not run; `needs.css` tells when."""

PLAY_START, PLAY_HERE = "Play from the start", "Play from here"


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a board shows."""

    kind: str
    """"game", "position" or "puzzle"."""
    record: Record
    chances: tuple[str, ...] = ()
    """Of a puzzle: the chance of each answer in words, the played move first, then its sides."""
    at_end: bool = False
    """Whether the board opens at the end of the record."""
    classes: tuple[str, ...] = ()
    """Further classes of the element."""
    note: str = ""
    """What stands beside the title: how hard a drill is, and what it is about."""
    hint: str = ""
    """What a drill says to those who want a nudge before the solution."""
    right: tuple[bool, ...] = ()
    """Of a drill: whether each answer is right, in the order of `chances`."""
    words: tuple[Worded, ...] = ()
    """Of a drill that no move answers: its answers."""
    face_down: bool = False
    """Whether the card that waits is not shown."""

    @property
    def walk(self) -> Walk:
        """The frames of the board."""
        if self.words:
            return walk_of_words(self.record, self.words, hidden=self.face_down)
        return walk_of_moves(self.record) if self.kind == "puzzle" else walk(self.record)


@dataclass(frozen=True, slots=True)
class Links:
    """Where a page finds what its board needs, relative to the page."""

    frames: str
    runtime: str
    """The folder of the Python runtime; empty where the site was built without it."""


def opening_frame(sheet: Sheet, walked: Walk) -> int:
    """Return the number of the frame that a board shows first."""
    steps = walked.main.steps
    if sheet.kind == "puzzle":
        return walked.frames[steps[0].frames[0]].parent
    return steps[-1].frames[-1] if steps and (sheet.at_end or sheet.kind == "position") else 0


def board_html(sheet: Sheet, name: str, links: Links) -> str:
    """Return the custom element with all that is in it."""
    walked = sheet.walk
    number = opening_frame(sheet, walked)
    frame = walked.frames[number]
    rules = sheet.record.deal.rules
    table_html = _table(frame, deepest(walked.frames))
    attributes = {
        "class": " ".join(("st-board", *sheet.classes)),
        "id": name,
        "data-state": "static",
        "data-kind": sheet.kind,
        "data-at": str(number),
        "data-title": title(sheet.record.deal),
        "data-deal": str(sheet.record.deal),
        "data-rules": str(rules),
        "data-frames": links.frames,
        "data-runtime": links.runtime,
    }
    listed = " ".join(f'{key}="{escape(value)}"' for key, value in attributes.items())
    return (
        f"<sirtommy-board {listed}>{_caption(sheet, walked)}"
        f'<div class="st-main">{table_html}{_status(frame)}{_controls(sheet, walked, number)}</div>'
        f"{_panel(sheet, walked)}{_final(sheet, walked, number)}</sirtommy-board>\n"
    )


def still_html(sheet: Sheet, name: str) -> str:
    """Return the board for a book: nothing to press, everything open."""
    walked = sheet.walk
    number = opening_frame(sheet, walked)
    frame = walked.frames[number]
    table_html = _table(frame, deepest(walked.frames))
    status = f'<p class="st-status">{escape(frame.now)}</p>'
    classes = escape(" ".join(("st-board", "st-still", *sheet.classes)))
    return (
        f'<div class="{classes}" id="{escape(name)}">{_caption(sheet, walked)}'
        f'<div class="st-main">{table_html}{status}'
        f"</div>{_panel(sheet, walked)}{_final(sheet, walked, number)}</div>\n"
    )


def _table(frame: Frame, depth: int) -> str:
    return "".join(table(frame.state, View(depth=depth, moved=frame.card)))


def _caption(sheet: Sheet, walked: Walk) -> str:
    named = f"<strong>{escape(sheet.record.title)}</strong> " if sheet.record.title else ""
    made = (sheet.record.author, sheet.record.source, sheet.record.date)
    credit = ", ".join(filter(None, (sheet.note, *made)))
    credits_html = f' <span class="st-credit">{escape(credit)}</span>' if credit else ""
    deal = f'<span class="st-deal">{escape(title(sheet.record.deal))}</span>'
    asked = walked.main.comment if sheet.kind == "puzzle" else ""
    question = f'<p class="st-question">{comment_html(asked)}</p>' if asked else ""
    nudge = f"<summary>A hint first</summary><p>{comment_html(sheet.hint)}</p>"
    folded = f'<details class="st-nudge">{nudge}</details>' if sheet.hint else ""
    return f'<p class="st-caption">{named}{deal}{credits_html}</p>{question}{folded}'


def _status(frame: Frame) -> str:
    return f'<p class="st-status" role="status">{escape(frame.now)}</p>'


def _controls(sheet: Sheet, walked: Walk, number: int) -> str:
    """Return the buttons; all are off until the script has taken over."""
    steps = ""
    if sheet.kind != "puzzle":
        buttons = "".join(
            f'<button type="button" data-do="{do}" data-focus="{do}" aria-label="{word}" '
            f'disabled="">{sign}</button>'
            for do, sign, word in STEPS
        )
        steps = f'<div class="st-buttons st-walk" role="group" aria-label="Steps">{buttons}</div>'
    words = _words(sheet, walked)
    more = (("undo", "Try another"),) if sheet.kind == "puzzle" else PLAY
    play = "".join(
        f'<button type="button" data-do="{do}" data-focus="{do}" disabled="">{word}</button>'
        for do, word in (("play", PLAY_HERE if number else PLAY_START), *more)
    )
    return (
        f'<div class="st-controls">{words}{steps}'
        f'<div class="st-buttons st-play" role="group" aria-label="Play">{play}</div>'
        '<details class="st-more" hidden=""><summary>How sure is that?</summary>'
        f"<div></div></details>{_keys()}</div>{NEEDS}"
    )


def _words(sheet: Sheet, walked: Walk) -> str:
    """Return a button for each answer in words."""
    buttons = "".join(
        f'<button type="button" data-at="{step.frames[-1]}" data-focus="{answer.name}" disabled="">'
        f"{answer.shown if answer.shown == answer.name else spoken(answer.shown, answer.name)}"
        "</button>"
        for answer, step in zip(sheet.words, walked.main.steps, strict=False)
    )
    group = '<div class="st-buttons st-words" role="group" aria-label="Answers">'
    return f"{group}{buttons}</div>" if buttons else ""


def _keys() -> str:
    """Return the list of keys, folded."""
    rows = "".join(
        f"<li><kbd>{escape(key)}</kbd> {escape(does)}</li>"
        for key, does in (
            ("1-9", "choose a pile"),
            ("^", "build the turned card"),
            ("← →", "back and next; from pile to pile when one has the focus in play"),
            ("Space", "next"),
            ("Home End", "first and last"),
            ("H", "hint, once more for the chances"),
            ("U R", "undo and redo"),
            ("Esc", "fold what is open, then leave the board"),
            ("?", "this list"),
        )
    )
    return f'<details class="st-keys"><summary>Keys</summary><ul role="list">{rows}</ul></details>'


def _panel(sheet: Sheet, walked: Walk) -> str:
    if sheet.kind == "puzzle":
        return f'<div class="st-panel">{_answers(sheet, walked)}</div>'
    if sheet.kind == "position":
        last = walked.main.steps[-1].comment if walked.main.steps else walked.main.comment
        said = f'<p class="st-comment">{comment_html(last)}</p>' if last else ""
        return f'<div class="st-panel">{said}<div class="st-score"></div></div>'
    body = score_html(walked.main, walked.frames)
    # It scrolls, so it must be reached by keys even before the script makes its steps pressable.
    score = f'<div class="st-score" role="group" aria-label="Moves" tabindex="0">{body}</div>'
    return f'<div class="st-panel">{score}</div>'


def _final(sheet: Sheet, walked: Walk, number: int) -> str:
    """Return where the game ends, for readers who cannot step there."""
    last = walked.main.steps[-1].frames[-1] if walked.main.steps else 0
    if sheet.kind != "game" or last == number:
        return ""
    words = escape(situation(walked.last.state))
    return (
        f'<div class="st-final"><p class="st-end">The end. {words}</p>'
        f"{_table(walked.last, 0)}</div>"
    )


def answer_heads(sheet: Sheet, walked: Walk) -> tuple[tuple[Step, str, str], ...]:
    """Return each answer of a puzzle with its heading and its chance in words."""
    if sheet.words:
        steps = zip(walked.main.steps, sheet.words, strict=True)
        return tuple((step, answer.head, answer.chance) for step, answer in steps)
    heads = []
    for step, chance in zip(walked.main.steps, sheet.chances, strict=True):
        did = walked.frames[step.frames[0]].did
        glyph = f", {GLYPHS[step.glyph]}" if step.glyph else ""
        heads.append((step, f"{did[0].upper()}{did[1:]}{glyph}", chance))
    return tuple(heads)


def _answers(sheet: Sheet, walked: Walk) -> str:
    items = []
    for number, (step, head, chance) in enumerate(answer_heads(sheet, walked)):
        words = f'<span class="st-chance">{escape(chance)}</span>' if chance else ""
        said = f'<p class="st-comment">{comment_html(step.comment)}</p>' if step.comment else ""
        right = ' data-right=""' if number < len(sheet.right) and sheet.right[number] else ""
        items.append(
            f'<li data-at="{step.frames[-1]}"{right}>'
            f'<p class="st-answer"><strong>{escape(head)}</strong> '
            f"{words}</p>{said}</li>"
        )
    return (
        '<details class="st-answers"><summary>All answers</summary>'
        f'<ul role="list">{"".join(items)}</ul></details>'
        '<div class="st-score"></div>'
    )
