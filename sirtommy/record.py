"""Records: annotated games as plain text, read and printed.

    title: A first game
    deal: 7
    rules: sir-tommy ranks=4 suits=2 piles=2

    {What is said before the first move.}
    3S/1 2H/2!? {Why.} (2H/1 {What else could be done.}) AS^

Headers stand one on a line; a blank line follows; then the moves in full text.
A comment stands in braces at any point, `\\}` in it is a brace, and its white space is folded.
A glyph follows its move, with or without a space.
A side line in parentheses replaces the move before it.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sirtommy.deal import Deal, parse_deal
from sirtommy.errors import DealError, RecordError, RulesError, shown
from sirtommy.notation import MOVE, error_at, parse_move
from sirtommy.rules import GAMES, parse_rules
from sirtommy.run import automatic
from sirtommy.state import BuildTop, Move, State, objection, plain, play, start

GLYPHS = {
    "!!": "brilliant move",
    "!": "good move",
    "!?": "interesting move",
    "?!": "dubious move",
    "?": "mistake",
    "??": "blunder",
}
"""The glyphs and how they are spoken."""

HEADERS = ("title", "deal", "rules", "author", "source", "date")
"""The headers in the order in which they are printed; only `deal` must be there."""

LENGTH = 1_000_000
"""The longest record that is read, in characters."""

DEPTH = 16
"""How deep side lines may stand inside each other."""

_HEADER = re.compile(r"([a-z]+):(.*)")
_TOKEN = re.compile(
    r"\s+|(?P<comment>\{(?:[^\\}]|\\\}?)*\})|(?P<open>\()|(?P<close>\))"
    r"|(?P<word>[^\s(){}]+)|(?P<brace>[{}])"
)
_WORD = re.compile(rf"(?P<move>{MOVE.pattern})?(?P<glyph>[!?]{{1,2}})?")
_UNWANTED = re.compile("[^\\S \\n\\t]|[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x9f"
                       "\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]")  # fmt: skip
_WANTED = "a move, a comment, a glyph, a side line or the end"


@dataclass(frozen=True, slots=True)
class Node:
    """A move with what is said of it; each of `sides` is a line played in its stead."""

    move: Move
    glyph: str = ""
    comment: str = ""
    sides: tuple["Line", ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of moves; `comment` stands before the first."""

    comment: str = ""
    nodes: tuple[Node, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves alone, side lines left out."""
        return tuple(node.move for node in self.nodes)


@dataclass(frozen=True, slots=True)
class Record:
    """An annotated game. Comments and headers hold single spaces only, as `parse_record` gives."""

    deal: Deal
    line: Line = Line()
    title: str = ""
    author: str = ""
    source: str = ""
    date: str = ""

    def __str__(self) -> str:
        """Return the record as text, the inverse of `parse_record`."""
        values = {
            "title": self.title,
            "deal": str(self.deal),
            "rules": str(self.deal.rules),
            "author": self.author,
            "source": self.source,
            "date": self.date,
        }
        headers = [f"{name}: {values[name]}" for name in HEADERS if values[name]]
        words = list(_printed(self.line))
        body = textwrap.fill(
            " ".join(words), 88, break_long_words=False, break_on_hyphens=False
        )
        return "\n".join([*headers, "", body, ""])


def parse_record(text: str) -> Record:
    """Return the record that `text` writes; every move in it, side lines too, is legal.

    Windows line ends and a byte order mark at the start are taken as if they were not there.

    Raises:
        RecordError: What is wrong, with line, column, what was found and what was expected.
    """
    if len(text) > LENGTH:
        raise RecordError(1, 1, f"{len(text)} characters", f"a record of at most {LENGTH}")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    unwanted = _UNWANTED.search(text)
    if unwanted:
        sign = f"the control character U+{ord(unwanted[0]):04X}"
        raise error_at(text, unwanted.start(), sign, "text without control characters")
    headers, body = _headers(text)
    deal = _deal(text, headers)
    reader = _Reader(text, body)
    line = reader.line(start(deal), 0)
    named = {name: value for name, (_, value) in headers.items() if name not in {"deal", "rules"}}
    return Record(deal, line, **named)


def steps(state: State, moves: tuple[Move, ...], stops: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """Return after how many of `moves` each step ends, the last being all of them.

    A step is one turned card with all that follows from it; it also ends before a choice in a
    run, and after each number of moves in `stops` (where a comment wants to be read).
    """
    ends = []
    for count, move in enumerate(moves):
        goes_on = isinstance(move, BuildTop) and automatic(state) is not None
        if count and (not goes_on or count in stops):
            ends.append(count)
        state = play(state, move)
    return (*ends, len(moves)) if moves else ()


def tidy(text: str) -> str:
    """Return `text` with white space folded to single spaces, as records keep it."""
    return " ".join(text.split())


def _headers(text: str) -> tuple[dict[str, tuple[int, str]], int]:
    """Return each header's offset and value by name, and the offset where the moves begin."""
    found: dict[str, tuple[int, str]] = {}
    place = 0
    for row in text.splitlines(keepends=True):
        match = _HEADER.match(row)
        if match is None and row.strip():
            break
        if match:
            name, value = match[1], tidy(match[2])
            if name not in HEADERS:
                raise error_at(text, place, shown(name), "a header: " + ", ".join(HEADERS))
            if name in found:
                raise error_at(text, place, f"a second {name}", "each header once")
            gap = len(match[2]) - len(match[2].lstrip())
            found[name] = (place + match.start(2) + gap, value)
        elif found:
            return found, place
        place += len(row)
    return found, place


def _deal(text: str, headers: dict[str, tuple[int, str]]) -> Deal:
    if "deal" not in headers:
        raise RecordError(1, 1, "no deal", "a header such as 'deal: 17'")
    place, value = headers.get("rules", (0, next(iter(GAMES))))
    try:
        rules = parse_rules(value)
        place, value = headers["deal"]
        return parse_deal(rules, value)
    except (RulesError, DealError) as error:
        raise error_at(text, place, shown(value), f"something else: {error}") from None


class _Reader:
    """Reads moves from `place` on; `_next` holds the token to be read, None at the end."""

    def __init__(self, text: str, place: int) -> None:
        self._text = text
        self._tokens = (m for m in _TOKEN.finditer(text, place) if m.lastgroup)
        self._next = next(self._tokens, None)

    def line(self, state: State, depth: int) -> Line:
        """Return the line that starts in `state`, up to the end or a closing parenthesis."""
        opening = ""
        nodes: list[Node] = []
        before = state
        while (token := self._next) is not None and token.lastgroup != "close":
            if token.lastgroup == "comment":
                comment = tidy(token[0][1:-1].replace("\\}", "}"))
                if nodes:
                    nodes[-1] = replace(nodes[-1], comment=tidy(f"{nodes[-1].comment} {comment}"))
                else:
                    opening = tidy(f"{opening} {comment}")
                self._advance()
            elif token.lastgroup == "open" and nodes:
                self._advance()
                nodes[-1] = replace(nodes[-1], sides=(*nodes[-1].sides, self._side(before, depth)))
            elif token.lastgroup == "word":
                match = _WORD.fullmatch(token[0])
                if match and match["move"]:
                    before, state = state, self._move(match, state, nodes)
                elif match and match["glyph"] and nodes and not nodes[-1].glyph:
                    nodes[-1] = replace(nodes[-1], glyph=self._glyph(match["glyph"]))
                else:
                    raise self._error(_WANTED)
                self._advance()
            else:
                raise self._error(
                    "a closing brace after it" if token[0] == "{" else _WANTED
                )
        if depth == 0 and self._next is not None:
            raise self._error(_WANTED)
        return Line(opening, tuple(nodes))

    def _side(self, before: State, depth: int) -> Line:
        """Return the side line whose opening parenthesis has just been read."""
        if depth == DEPTH:
            raise self._error(f"side lines at most {DEPTH} deep")
        side = self.line(before, depth + 1)
        if self._next is None or not side.nodes:
            raise self._error("a closing parenthesis" if side.nodes else "a move in the side line")
        self._advance()
        return side

    def _move(self, match: re.Match[str], state: State, nodes: list[Node]) -> State:
        """Add the move of a word to `nodes` and return the position after it."""
        move = parse_move(match)
        reason = objection(state, move)
        if reason is not None:
            raise self._error(f"a legal move: {reason}")
        glyph = self._glyph(match["glyph"]) if match["glyph"] else ""
        nodes.append(Node(plain(state, move), glyph))
        return play(state, move)

    def _glyph(self, glyph: str) -> str:
        if glyph not in GLYPHS:
            raise self._error("a glyph: " + " ".join(GLYPHS))
        return glyph

    def _advance(self) -> None:
        self._next = next(self._tokens, None)

    def _error(self, expected: str) -> RecordError:
        if self._next is None:
            return error_at(self._text, len(self._text), "the end", expected)
        found = "a comment" if self._next.lastgroup == "comment" else shown(self._next[0])
        return error_at(self._text, self._next.start(), found, expected)


def _printed(line: Line) -> Iterator[str]:
    """Yield the words of a line; none contains a space that may not become a line end."""
    yield from _comment(line.comment)
    for node in line.nodes:
        yield f"{node.move}{node.glyph}"
        yield from _comment(node.comment)
        for side in node.sides:
            yield "("
            yield from _printed(side)
            yield ")"


def _comment(comment: str) -> Iterator[str]:
    if comment:
        end = " }" if comment.endswith("\\") else "}"
        yield "{" + comment.replace("}", "\\}") + end
