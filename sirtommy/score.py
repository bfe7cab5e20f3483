"""The score of a game: its numbered moves with glyphs, comments and side lines, as HTML.

Text that people wrote is escaped; a card code in a comment is shown as a card, and nothing else in
it is markup.
"""

import re
from collections.abc import Callable

from sirtommy.board import escape, hidden, mention, spoken
from sirtommy.cards import parse_card
from sirtommy.frames import Frame, Part, Step
from sirtommy.record import GLYPHS

CARD_CODE = re.compile(r"(?<![A-Za-z0-9])[A2-9TJQK][SHDC](?![A-Za-z0-9])")
"""A card as comments name it."""

Place = Callable[[Step], str]
"""Tells the attributes of a step's button: `data-at` and what else says where it leads."""


def last_frame(step: Step) -> str:
    """Return the number of the frame at which a step ends, as an attribute."""
    return f'data-at="{step.frames[-1]}"'


def comment_html(text: str) -> str:
    """Return a comment as HTML, its card codes shown as cards."""
    pieces = []
    end = 0
    for match in CARD_CODE.finditer(text):
        pieces += [escape(text[end : match.start()]), mention(parse_card(match[0]))]
        end = match.end()
    return "".join([*pieces, escape(text[end:])])


def comment_text(text: str) -> str:
    """Return a comment as plain text, its card codes as signs."""
    return CARD_CODE.sub(lambda match: parse_card(match[0]).sign, text)


def comment_words(text: str) -> str:
    """Return a comment as it is read out, its card codes as names."""
    return CARD_CODE.sub(lambda match: parse_card(match[0]).name, text)


def score_html(
    part: Part, frames: list[Frame], *, live: bool = False, place: Place = last_frame
) -> str:
    """Return a line in steps as a list; with `live`, each step is a button."""
    opening = _comment(part.comment)
    if not part.steps:
        return opening
    items = []
    shown = 0
    for step in part.steps:
        number = step.number if step.number != shown else 0
        shown = step.number
        sides = "".join(_side(side, frames, live, place) for side in step.sides)
        items.append(
            f"<li>{_step(step, number, frames, live, place)}{_comment(step.comment)}{sides}</li>"
        )
    return f'{opening}<ol class="st-steps" role="list">{"".join(items)}</ol>'


def step_signs(step: Step, frames: list[Frame]) -> str:
    """Return a step in signs: "5♥→2 A♠↑"."""
    return " ".join(frames[number].sign for number in step.frames)


def _step(step: Step, number: int, frames: list[Frame], live: bool, place: Place) -> str:  # noqa: FBT001
    words = ", ".join(frames[frame].did for frame in step.frames)
    glyph = f", {GLYPHS[step.glyph]}" if step.glyph else ""
    mark = f'<span class="st-glyph">{escape(step.glyph)}</span>' if step.glyph else ""
    count = f'<span class="st-no">{number}</span>' if number else ""
    body = spoken(
        f"{count}{escape(step_signs(step, frames))}{mark}", f"{step.number}. {words}{glyph}"
    )
    if live:
        return f'<button type="button" class="st-step" {place(step)}>{body}</button>'
    return f'<span class="st-step" {place(step)}>{body}</span>'


def _side(side: Part, frames: list[Frame], live: bool, place: Place) -> str:  # noqa: FBT001
    first = escape(step_signs(side.steps[0], frames))
    summary = f"<summary>{hidden('Side line:')} instead {first}</summary>"
    body = score_html(side, frames, live=live, place=place)
    # On paper everything is open; the page folds what it can unfold.
    unfolded = "" if live else ' open=""'
    return f'<details class="st-side"{unfolded}>{summary}{body}</details>'


def _comment(text: str) -> str:
    return f'<p class="st-comment">{comment_html(text)}</p>' if text else ""
