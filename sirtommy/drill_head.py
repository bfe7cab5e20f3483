"""The head of a drill's text: its headers, and the worded answers of questions without moves."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from sirtommy.cards import RANKS
from sirtommy.errors import RecordError, shown
from sirtommy.record import tidy

HEADERS = ("id", "theme", "question", "hint", "budget", "rates")
"""The headers of every drill, in the order in which they are printed."""

MORE = ("ladder", "order")
"""The further headers of drills whose answers are words."""

_ANSWER = re.compile(rf"yes|no|[{RANKS}](?: [{RANKS}])*")


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above the record of a drill."""

    headers: Mapping[str, tuple[int, str]]
    """Line and value of each header by name."""
    answers: Mapping[str, tuple[int, str]]
    """Line and comment of each worded answer: `yes`, `no`, or one rank letter."""

    def __getitem__(self, name: str) -> str:
        """Return the value of a header that is there."""
        return self.headers[name][1]

    def __contains__(self, name: str) -> bool:
        """Whether the header is there."""
        return name in self.headers

    @property
    def end(self) -> int:
        """The line below the last."""
        return max(line for line, _ in (*self.headers.values(), *self.answers.values())) + 1

    def wrong(self, name: str, expected: str) -> NoReturn:
        """Raise RecordError for the value of a header."""
        line, value = self.headers[name]
        raise RecordError(line, len(name) + 3, shown(value), expected)

    def one_of(self, name: str, known: Iterable[str]) -> str:
        """Return the value of a header that must be one of a few words."""
        names = tuple(known)
        if self[name] not in names:
            self.wrong(name, f"a {name}: {', '.join(names)}")
        return self[name]

    def matching(self, name: str, pattern: re.Pattern[str], expected: str) -> str:
        """Return the value of a header that must have a form."""
        if pattern.fullmatch(self[name]) is None:
            self.wrong(name, expected)
        return self[name]

    def need(self, *names: str) -> None:
        """Raise RecordError where a header is missing."""
        for name in names:
            if name not in self:
                raise RecordError(self.end, 1, f"no {name}", f"a header {name}")

    def refuse(self, why: str, *names: str) -> None:
        """Raise RecordError where a header stands that the drill has no use for."""
        for name in names:
            if name in self:
                raise RecordError(self.headers[name][0], 1, f"a header {name}", why)

    def worded(self, words: Iterable[str]) -> None:
        """Raise RecordError unless there is a comment for each of `words` and for nothing else."""
        known = tuple(words)
        for word, (line, _) in self.answers.items():
            if word not in known:
                expected = f"answers {', '.join(known)}" if known else "moves as answers"
                raise RecordError(line, 1, f"the answer {word}", expected)
        for word in known:
            if word not in self.answers:
                raise RecordError(self.end, 1, f"no comment on {word}", "a comment on every answer")


def parse_head(text: str) -> Head:
    """Return the headers and worded answers of a drill.

    Raises:
        RecordError: The first fault, with its line.
    """
    headers: dict[str, tuple[int, str]] = {}
    answers: dict[str, tuple[int, str]] = {}
    for number, row in enumerate(text.split("\n"), 1):
        name, colon, value = row.partition(":")
        worded = _ANSWER.fullmatch(name) is not None
        if not colon or not (worded or name in (*HEADERS, *MORE)):
            raise RecordError(number, 1, shown(row), f"a header: {', '.join(HEADERS)}")
        if not value.strip():
            raise RecordError(number, len(row) + 1, "nothing", f"what {name} is")
        found = answers if worded else headers
        for key in name.split(" "):
            if key in found:
                raise RecordError(number, 1, f"a second {key}", "each header once")
            found[key] = (number, tidy(value))
    head = Head(headers, answers)
    head.need(*HEADERS)
    return head
