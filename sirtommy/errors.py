"""The one family of errors: everything the engine refuses is a `SirTommyError`.

Each message is a sentence a player understands.
It names the rule that was broken and the place, so that the page, the command line and a
traceback can show the same words.
"""


class SirTommyError(ValueError):
    """Something handed to the engine was wrong; the message says what and where."""


class CardError(SirTommyError):
    """A text does not name a card."""


class RulesError(SirTommyError):
    """A name of a game is unknown, or a setting is out of its range."""


class DealError(SirTommyError):
    """A deal number or a list of cards is not a deal of the game."""


class IllegalMoveError(SirTommyError):
    """A move breaks a rule of the game in the position it was tried in."""


class RequestError(SirTommyError):
    """A request to the session, or a command's words, do not make sense."""


class RecordError(SirTommyError):
    """A record or a list of moves cannot be read.

    `line` and `column` count from 1 and point at what was `found`;
    `expected` says what would have been right there.
    """

    def __init__(self, line: int, column: int, found: str, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: found {found}; expected {expected}")
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected

    def __reduce__(self) -> tuple[type["RecordError"], tuple[int, int, str, str]]:
        """Pickle by the four facts, so that the error crosses process borders whole."""
        return RecordError, (self.line, self.column, self.found, self.expected)


def shown(text: str, limit: int = 24) -> str:
    """Return `text` quoted for a message: one line, control characters escaped, cut to `limit`."""
    cut = text if len(text) <= limit else text[:limit] + "…"
    return "'" + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in cut) + "'"
