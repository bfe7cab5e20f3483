"""A review as a page shows it: the chance over the game as a picture and as a table, and a record.

Buttons carry in `data-at` how many choices were made before the position that they lead to.
"""

from collections.abc import Sequence

from sirtommy.board import escape, hidden, move_words
from sirtommy.judgement import Decision
from sirtommy.record import GLYPHS
from sirtommy.review import Review
from sirtommy.state import BuildTop

WIDTH, HEIGHT = 240, 60
"""The size of the picture, in its own units."""


def report_html(found: Review, places: Sequence[int]) -> str:
    """Return a review as HTML; `places` tells how many choices were made before each decision."""
    words = "".join(f"<p>{escape(sentence)}</p>" for sentence in found.summary)
    hindsight = f"<p>With hindsight: {escape(found.no_return)}</p>"
    return "".join((words, hindsight, _again(found, places), _chart(found), _table(found, places),
                    _record(found)))  # fmt: skip


def _again(found: Review, places: Sequence[int]) -> str:
    """Return the button that leads back to where the game turned."""
    marked = [pair for pair in zip(found.decisions, places, strict=True) if "?" in pair[0].glyph]
    if not marked:
        return ""
    worst, place = max(marked, key=lambda pair: pair[0].cost)
    button = _button(place, f"Try again from card {worst.number}")
    return f'<div class="st-buttons">{button}</div>'


def _chart(found: Review) -> str:
    """Return the chance after each choice as a line that keys move along.

    The page's script says what each point is, in the words of the table.
    """
    size = len(found.decisions)
    if size < 2:
        return ""
    dots = [
        (WIDTH * number / (size - 1), HEIGHT * (1 - decision.after))
        for number, decision in enumerate(found.decisions)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
    marks = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="currentColor"></circle>'
        for (x, y), decision in zip(dots, found.decisions, strict=True)
        if "?" in decision.glyph
    )
    return (
        '<div class="st-chance" role="slider" tabindex="0" aria-label="Chance over the game" '
        f'aria-valuemin="1" aria-valuemax="{size}" aria-valuenow="{size}">'
        f'<svg class="st-chart" viewBox="-4 -4 {WIDTH + 8} {HEIGHT + 8}" aria-hidden="true" '
        'focusable="false"><polyline fill="none" stroke="currentColor" stroke-width="1.2" '
        f'points="{line}"></polyline>{marks}'
        f'<line class="st-cursor" x1="{WIDTH}" x2="{WIDTH}" y1="-4" y2="{HEIGHT + 4}" '
        'stroke="currentColor" stroke-dasharray="2 2"></line></svg>'
        '<p class="st-point" aria-hidden="true"></p></div>'
    )


def _table(found: Review, places: Sequence[int]) -> str:
    rows = "".join(
        _row(decision, place) for decision, place in zip(found.decisions, places, strict=True)
    )
    heads = "".join(
        f'<th scope="col">{head}</th>' for head in ("Card", "Choice", "Best", "Chance", "Mark")
    )
    caption = f"Chances by {found.budget} continuations a choice, the best place and the one taken"
    return (
        "<details><summary>Every choice</summary><table>"
        f"<caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        "</details>"
    )


def _row(decision: Decision, place: int) -> str:
    glyph = decision.glyph
    mark = f'<span aria-hidden="true">{glyph}</span>{hidden(GLYPHS[glyph])}' if glyph else ""
    cells = (
        str(decision.number),
        _button(place, _words(decision, taken=True)),
        escape(_words(decision, taken=False)),
        f"{decision.before:.0%} → {decision.after:.0%}",
        mark,
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _words(decision: Decision, *, taken: bool) -> str:
    """Return the choice made, or the one advised, in a few words."""
    move = decision.chosen.move if taken else decision.advice.move
    piles = decision.hint.seen.piles
    card = piles[move.pile - 1][-1] if isinstance(move, BuildTop) else move.card
    return move_words(card, move)


def _button(place: int, words: str) -> str:
    return f'<button type="button" data-at="{place}">{escape(words)}</button>'


def _record(found: Review) -> str:
    text = escape(str(found.annotated()))
    buttons = "".join(
        f'<button type="button" data-report="{do}">{word}</button>'
        for do, word in (("copy", "Copy"), ("download", "Download"))
    )
    return (
        f'<details><summary>As a record</summary><div class="st-buttons">{buttons}</div>'
        f'<output></output><pre tabindex="0">{text}</pre></details>'
    )
