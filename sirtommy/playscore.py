"""The score of a game in play: its lines as buttons that lead to every step of each.

A button carries in `data-at` how many choices were made, and in `data-line` the choices of its
line where that is not the line played.
"""

from sirtommy.board import escape
from sirtommy.branches import Branch, Lines, Notes, branched
from sirtommy.frames import Frame, Part, Step, cards_turned
from sirtommy.score import score_html
from sirtommy.state import BuildTop, moved_card, start


def game_score(lines: Lines, notes: Notes) -> str:
    """Return the lines of a table as HTML, with what is said of them, side lines folded."""
    writer = _Writer(notes, [Frame(start(lines.main.deal))], {})
    part = writer.part(branched(lines), (0,), "")
    opening = notes.get("", ("", ""))[1]
    places = writer.places
    return score_html(
        Part(opening, part.steps), writer.frames, live=True, place=lambda s: places[s.frames[-1]]
    )


class _Writer:
    """Gathers the frames of all lines; `places` tells where the button of a frame leads."""

    def __init__(self, notes: Notes, frames: list[Frame], places: dict[int, str]) -> None:
        self.notes, self.frames, self.places = notes, frames, places

    def part(self, branch: Branch, before: tuple[int, ...], line: str) -> Part:
        """Return a line in steps; `before` holds a frame for each position that it shares."""
        game = branch.game
        numbers = list(before)
        groups: list[list[int]] = []
        for count in range(branch.first, len(game.played)):
            done = game.played[count]
            # As in a record, a step is a turned card with all that follows, up to the next choice.
            new = not isinstance(done.move, BuildTop) or count in game.choices
            if new or not groups:
                groups.append([])
            card = moved_card(done.before, done.move)
            self.frames.append(Frame(done.after, numbers[-1], done.move, card))
            numbers.append(len(self.frames) - 1)
            groups[-1].append(count)
        return Part("", tuple(self._step(branch, group, numbers, line) for group in groups))

    def _step(self, branch: Branch, group: list[int], numbers: list[int], line: str) -> Step:
        game, first = branch.game, group[0]
        frames = tuple(numbers[count + 1] for count in group)
        where = f' data-line="{escape(line)}"' if line else ""
        self.places[frames[-1]] = f'data-at="{branch.choices_at(group[-1])}"{where}'
        glyph, comment = "", ""
        if first in game.choices:
            glyph, comment = self.notes.get(branch.text_at(first), ("", ""))
        sides = tuple(
            self.part(side, tuple(numbers[: first + 1]), side.game.text)
            for side in branch.sides
            if side.first == first
        )
        return Step(cards_turned(game.played[first].before), frames, glyph, comment, sides)
