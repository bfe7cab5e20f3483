r"""Records: annotated games as plain text, read and printed.

An example::

    title: A first game
    deal: 7
    rules: sir-tommy ranks=4 suits=2 piles=2

    {What is said before the first move.}
    3S/1 2H/2!? {Why.} (2H/1 {What else could be done.}) AS^

Headers stand one on a line; a blank line follows; then the moves in full text.
A comment stands in braces at any point, `\}` in it is a brace, and its white space is folded.
A glyph follows its move, with or without a space.
A side line in parentheses replaces the move before it.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field

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

FAULTS = 100
"""How many faults of one record are listed."""

_HEADER = re.compile(r"([a-z]+):(.*)")
_TOKEN = re.compile(
    r"\s+|(?P<comment>\{(?:[^\\}]|\\(?!\})|\\\})*\})|(?P<open>\()|(?P<close>\))"
    r"|(?P<word>[^\s(){}]+)|(?P<brace>\{(?s:.*)|\})"
)
_WORD = re.compile(rf"(?P<move>{MOVE.pattern})?(?P<glyph>[!?]{{1,2}})?")
_UNWANTED = re.compile("[^\\S \\n\\t]|[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x9f"
                       "\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]")  # fmt: skip
_NO_DEAL = Deal(GAMES["sir-tommy"], ())
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
        body = textwrap.fill(" ".join(words), 88, break_long_words=False, break_on_hyphens=False)
        return "\n".join([*headers, "", body, ""])


def parse_record(text: str) -> Record:
    """Return the record that `text` writes; every move in it, side lines too, is legal.

    Windows line ends and a byte order mark at the start are taken as if they were not there.

    Raises:
        RecordError: The first fault, with line, column, what was found and what was expected.
    """
    record, found = _read(text)
    if found:
        raise found[0]
    return record


def faults(text: str) -> tuple[RecordError, ...]:
    """Return what is wrong with a record, in the order of the text, at most `FAULTS` of them.

    After an illegal move the rest of its line is only spelt, not played.
    """
    return tuple(_read(text)[1])


def steps(
    state: State, moves: tuple[Move, ...], stops: frozenset[int] = frozenset()
) -> tuple[int, ...]:
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


def _read(text: str) -> tuple[Record, list[RecordError]]:
    """Return the record, as far as it can be read, and its faults in order."""
    found: list[RecordError] = []
    if len(text) > LENGTH:
        found = [RecordError(1, 1, f"{len(text)} characters", f"a record of at most {LENGTH}")]
        return Record(_NO_DEAL), found
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    unwanted = _UNWANTED.search(text)
    if unwanted:
        sign = f"the control character U+{ord(unwanted[0]):04X}"
        found = [error_at(text, unwanted.start(), sign, "text without control characters")]
        return Record(_NO_DEAL), found
    headers, body = _headers(text, found)
    deal = _deal(text, headers, found)
    line = _Reader(text, body, found).line(start(deal) if deal else None, 0)
    named = {name: value for name, (_, value) in headers.items() if name not in {"deal", "rules"}}
    found.sort(key=lambda error: (error.line, error.column))
    return Record(deal or _NO_DEAL, line, **named), found


def _headers(text: str, found: list[RecordError]) -> tuple[dict[str, tuple[int, str]], int]:
    """Return each header's offset and value by name, and the offset where the moves begin."""
    headers: dict[str, tuple[int, str]] = {}
    place = 0
    for row in text.splitlines(keepends=True):
        match = _HEADER.match(row)
        if match is None and row.strip():
            break
        if match:
            name, value = match[1], tidy(match[2])
            if len(found) == FAULTS:
                break
            if name not in HEADERS:
                wanted = "a header: " + ", ".join(HEADERS)
                found.append(error_at(text, place, shown(name), wanted))
            elif name in headers:
                found.append(error_at(text, place, f"a second {name}", "each header once"))
            else:
                gap = len(match[2]) - len(match[2].lstrip())
                headers[name] = (place + match.start(2) + gap, value)
        elif headers:
            return headers, place
        place += len(row)
    return headers, place


def _deal(text: str, headers: dict[str, tuple[int, str]], found: list[RecordError]) -> Deal | None:
    place, value = headers.get("rules", (0, next(iter(GAMES))))
    try:
        rules = parse_rules(value)
        if "deal" in headers:
            place, value = headers["deal"]
            return parse_deal(rules, value)
        found.append(RecordError(1, 1, "no deal", "a header such as 'deal: 17'"))
    except RulesError as error:
        found.append(error_at(text, place, shown(value), f"a game: {error}"))
    except DealError as error:
        found.append(error_at(text, place, shown(value), f"a deal: {error}"))
    return None


@dataclass(slots=True)
class _Draft:
    """A node being read: what is said of it and played in its stead may go on."""

    move: Move
    glyph: str
    comments: list[str] = field(default_factory=list)
    sides: list[Line] = field(default_factory=list)

    def node(self) -> Node:
        """Return the node as far as it was read."""
        return Node(self.move, self.glyph, tidy(" ".join(self.comments)), tuple(self.sides))


class _Reader:
    """Reads moves from `place` on; `_next` holds the token to be read, None at the end."""

    def __init__(self, text: str, place: int, found: list[RecordError]) -> None:
        self._text = text
        self._found = found
        self._tokens = (m for m in _TOKEN.finditer(text, place) if m.lastgroup)
        self._next = next(self._tokens, None)

    def line(self, state: State | None, depth: int) -> Line:
        """Return the line that starts in `state`, up to the end or a closing parenthesis.

        Without a state, which is unknown after a fault, moves are only spelt.
        """
        opening: list[str] = []
        drafts: list[_Draft] = []
        before = state
        while (token := self._next) is not None and len(self._found) < FAULTS:
            match = _WORD.fullmatch(token[0])
            if token.lastgroup == "close" and depth:
                break
            if token.lastgroup == "comment":
                comments = drafts[-1].comments if drafts else opening
                comments.append(token[0][1:-1].replace("\\}", "}"))
            elif token.lastgroup == "open" and drafts and depth < DEPTH:
                self._advance()
                side = self.line(before, depth + 1)
                self._close(side)
                drafts[-1].sides.append(side)
            elif match and match["move"]:
                before, state = state, self._move(match, state, drafts)
            elif match and match["glyph"] and drafts and not drafts[-1].glyph:
                drafts[-1].glyph = match["glyph"]
            else:
                self._misplaced(token, depth, drafts)
            self._advance()
        return Line(tidy(" ".join(opening)), tuple(draft.node() for draft in drafts))

    def _misplaced(self, token: re.Match[str], depth: int, drafts: list[_Draft]) -> None:
        """Note a token that may not stand where it does."""
        if token[0].startswith("{"):
            self._fault("a closing brace after it")
        elif token.lastgroup == "open" and drafts and depth == DEPTH:
            self._fault(f"side lines at most {DEPTH} deep")
        else:
            self._fault(_WANTED)

    def _close(self, side: Line) -> None:
        """Note a side line that is not closed, or empty; its parenthesis is the next token."""
        if self._next is None:
            self._fault("a closing parenthesis")
        elif not side.nodes:
            self._fault("a move in the side line")

    def _move(
        self, match: re.Match[str], state: State | None, drafts: list[_Draft]
    ) -> State | None:
        """Add the move of a word to `drafts` and return the position after it, if known."""
        move = parse_move(match)
        glyph = match["glyph"] or ""
        reason = objection(state, move) if state else None
        if reason is not None:
            self._fault(f"a legal move: {reason}")
        if state is None or reason is not None:
            drafts.append(_Draft(move, glyph))
            return None
        drafts.append(_Draft(plain(state, move), glyph))
        return play(state, move)

    def _advance(self) -> None:
        self._next = next(self._tokens, None)

    def _fault(self, expected: str) -> None:
        """Note that something else than the next token was expected."""
        place, found = len(self._text), "the end"
        if self._next is not None:
            place, found = self._next.start(), shown(self._next[0])
        self._found.append(error_at(self._text, place, found, expected))


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
