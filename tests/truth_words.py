"""The words of a hint, as the judge of the commentary reads them: ranks, numbers, piles, builds."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from tests.tabletop import Option, Position

RANKS = [
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king",
]  # fmt: skip
PLURALS = [word + ("es" if word == "six" else "s") for word in RANKS]
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


LOWER = "(?P<lower>lower|needed sooner)"
PILES = r"(?P<piles>piles? \d(?:(?:, \d)* and \d)?)"


class Sentence:
    """The sentence being judged: its claims are checked one after another."""

    def __init__(self, text: str, position: Position) -> None:
        """Remember what is said of what."""
        self.text = text
        self.position = position
        self.pile = position.advised.pile
        self.card = position.turned
        if position.advised.what == "top":
            self.card = position.piles[self.pile - 1][-1]

    def clause(self, text: str, table: "Table", pile: int) -> Iterator[str]:
        """Judge one clause about a pile, or about the build advised."""
        for pattern, judge in table:
            match = re.fullmatch(regex(pattern), text)
            if match:
                if not judge(self, match, pile):
                    yield f"false: {text!r}"
                return
        yield f"cannot be read: {text!r} in {self.text!r}"

    def place(self, text: str) -> int:
        """Return the pile that a place names; 0 where it names none or not the right ones."""
        text = text[0].lower() + text[1:]
        position = self.position
        empty = {n for n, pile in enumerate(position.piles, 1) if not pile}
        if text == "the empty pile":
            return min(empty) if len(empty) == 1 else 0
        if text == "an empty pile":
            return min(empty) if len(empty) > 1 else 0
        named = {int(number) for number in re.findall(r"\d+", text)}
        if not named or max(named) > len(position.piles):
            return 0
        pile = min(named)
        if text.endswith("(they are alike)") and position.alike(pile) != named:
            return 0
        return pile if position.piles[pile - 1] else 0

    def here(self, text: str) -> Iterator[str]:
        """Judge that a place is the one advised."""
        if self.position.advised.what != "lay":
            yield "a pile is named, but no lay is advised"
        elif self.place(text) not in self.position.alike(self.pile):
            yield f"not the pile advised: {text!r}"

    def turned(self, text: str) -> Iterator[str]:
        """Judge the name of the turned card."""
        if rank(text) != self.position.turned:
            yield f"not the turned card: {text!r}"

    def others(self) -> list[int]:
        """Return the piles other than the one advised and those like it."""
        alike = self.position.alike(self.pile)
        return [n for n in range(1, len(self.position.piles) + 1) if n not in alike]

    def distinct(self, options: list[Option]) -> list[Option]:
        """Return the options that are not just the advised one on a pile alike."""
        mine, found = self.position.advised, []
        for option in options:
            same = (option.what, option.foundation) == (mine.what, mine.foundation)
            if mine.pile and same and option.pile in self.position.alike(mine.pile):
                continue
            if option != mine:
                found.append(option)
        return found

    def build(self, text: str) -> Option | None:
        """Return the legal build of the card that a text names; None where none fits the name.

        Where the card fits several foundations it is the advised one, if that is among them.
        """
        match = re.fullmatch(r"the (turned )?(\w+)(?: on pile (\d))?", text)
        if match is None:
            return None
        piles = self.position.piles
        tops = [option for option in self.position.options if option.what == "top"]
        same = [top for top in tops if piles[top.pile - 1][-1] == rank(match[2])]
        if match[3]:
            found = [top for top in same if top.pile == int(match[3])]
        elif same and not match[1]:
            return None
        else:
            fits = self.position.turned == rank(match[2])
            found = [o for o in self.position.options if o.what == "turned" and fits]
        advised = [option for option in found if option == self.position.advised]
        return next(iter(advised + found), None)


Table = list[tuple[str, Callable[[Sentence, re.Match[str], int], bool]]]
"""Patterns of clauses, each with the judge of what it says of a pile."""

Frames = list[tuple[str, Callable[[Sentence, re.Match[str]], Iterator[str]]]]
"""Patterns of whole sentences, each with its judge, who tells the faults."""


def rank(word: str) -> int:
    """Return the rank that a word names, in the singular or the plural; 0 for any other word."""
    for names in (RANKS, PLURALS):
        if word in names:
            return 1 + names.index(word)
    return 0


def count(word: str) -> int:
    """Return the number that a word names."""
    return int(word) if word.isdigit() else NUMBERS.index(word)


@cache
def regex(pattern: str) -> str:
    """Return a pattern with its holes filled: {rank}, {low} and the like are words for ranks."""
    word = "|".join(RANKS)
    for name in ("rank", "low", "top", "over", "none"):
        pattern = pattern.replace(f"{{a {name}}}", f"an? (?P<{name}>{word})")
        pattern = pattern.replace(f"{{{name}}}", f"(?P<{name}>{word})")
        pattern = pattern.replace(f"{{{name}s}}", f"(?P<{name}s>{'|'.join(PLURALS)})")
    number = "|".join(NUMBERS) + r"|\d+"
    pattern = pattern.replace("{n}", f"(?P<n>{number})").replace("{m}", f"(?P<m>{number})")
    place = r"pile \d(?: or pile \d)* \(they are alike\)|pile \d|the empty pile|an empty pile"
    pattern = pattern.replace("{place}", f"(?P<place>{place})")
    pattern = pattern.replace("{there}", f"(?P<there>{place})")
    capital = place.replace("|pile", "|Pile").replace("|the", "|The")
    capital = "P" + capital[1:].replace("|an ", "|An ")
    pattern = pattern.replace("{Place}", f"(?P<place>{capital})")
    build = rf"he (?:turned )?(?:{word})(?: on pile \d)?"
    pattern = pattern.replace("{build}", f"(?P<build>t{build})")
    pattern = pattern.replace("{Build}", f"(?P<build>T{build})")
    return pattern.replace("{tail}", "(?P<tail>(?:: |, though ).+?)?")
