"""A board in plain words, for text, print, search and everything else that is not HTML."""

from collections.abc import Iterator

from docutils import nodes

from sirtommy.board import text_lines
from sirtommy.frames import Frame, Part, Walk
from sirtommy.score import comment_text, step_signs
from sirtommy.session import title
from sirtommy.sphinxext.page import Sheet, answer_heads, opening_frame


def children(sheet: Sheet) -> list[nodes.Element]:
    """Return the board as paragraphs: heading, position, moves with comments, final position."""
    walked = sheet.walk
    opening = opening_frame(sheet, walked)
    heading = ": ".join(filter(None, (sheet.record.title, title(sheet.record.deal))))
    made = (sheet.record.author, sheet.record.source, sheet.record.date)
    credit = ", ".join(filter(None, (sheet.note, *made)))
    result: list[nodes.Element] = [_strong(heading)]
    if credit:
        result.append(_paragraph(credit))
    result.append(_position(walked.frames[opening]))
    if sheet.kind == "puzzle":
        result += _puzzle(sheet, walked)
    elif sheet.kind == "position":
        last = walked.main.steps[-1].comment if walked.main.steps else walked.main.comment
        result += [_paragraph(comment_text(last))] if last else []
    else:
        result += _part(walked.main, walked)
        if walked.main.steps:
            result.append(_position(walked.last))
    return result


def _part(part: Part, walked: Walk) -> Iterator[nodes.Element]:
    """Yield a line: runs of moves as paragraphs, comments between them, side lines set in."""
    if part.comment:
        yield _paragraph(comment_text(part.comment))
    words: list[str] = []
    shown = 0
    for step in part.steps:
        number = f"{step.number}. " if step.number != shown else ""
        shown = step.number
        words.append(f"{number}{step_signs(step, walked.frames)}{step.glyph}")
        if step.comment or step.sides:
            yield _paragraph("  ".join(words))
            words = []
        if step.comment:
            yield _paragraph(comment_text(step.comment))
        for side in step.sides:
            quote = nodes.block_quote()
            quote.extend(_part(side, walked))
            yield quote
    if words:
        yield _paragraph("  ".join(words))


def _puzzle(sheet: Sheet, walked: Walk) -> Iterator[nodes.Element]:
    if walked.main.comment:
        yield _paragraph(comment_text(walked.main.comment))
    if sheet.hint:
        yield _paragraph(f"A hint first: {comment_text(sheet.hint)}")
    answers = nodes.bullet_list()
    for step, head, chance in answer_heads(sheet, walked):
        item = nodes.list_item("", _paragraph(f"{head}: {chance}" if chance else head))
        if step.comment:
            item.append(_paragraph(comment_text(step.comment)))
        answers.append(item)
    yield answers


def _position(frame: Frame) -> nodes.line_block:
    lines = (*text_lines(frame.state), frame.now)
    return nodes.line_block("", *(nodes.line("", text) for text in lines))


def _paragraph(text: str) -> nodes.paragraph:
    return nodes.paragraph("", text)


def _strong(text: str) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.strong("", text))
