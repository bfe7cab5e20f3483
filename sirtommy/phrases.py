"""Words for the commentary: ranks, numbers, lists, and the choice of an opening.

Everything here is to be read aloud: "the queen", "two sixes", "piles 1 and 3".
"""

from collections.abc import Iterable, Sequence

_RANKS = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king",
)  # fmt: skip
_NUMBERS = ("no", "one", *_RANKS[1:10])


def rank_word(rank: int) -> str:
    """Return a rank in words: "ace", "six", "queen"."""
    return _RANKS[rank - 1]


def rank_plural(rank: int) -> str:
    """Return the plural of a rank: "aces", "sixes", "queens"."""
    word = rank_word(rank)
    return word + ("es" if word.endswith("x") else "s")


def a_rank(rank: int) -> str:
    """Return a rank with its article: "an ace", "an eight", "a six"."""
    word = rank_word(rank)
    return ("an " if word[0] in "aeiou" else "a ") + word


def number_word(number: int) -> str:
    """Return a small number in words, a larger one in digits."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Return words as a list: "a", "a and b", "a, b and c"."""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def pile_names(piles: Sequence[int], joint: str = "and") -> str:
    """Return piles by number: "pile 2", "piles 1 and 3"."""
    return ("pile " if len(piles) == 1 else "piles ") + listed(map(str, piles), joint)


def opening(sentence: str) -> str:
    """Return what two hints in a row must not share: the first word."""
    return sentence.split(maxsplit=1)[0] if sentence else ""


def fresh(wordings: Sequence[str], turn: int, previous: str) -> str:
    """Return a wording, taking turns, that does not open as `previous` did."""
    worn = opening(previous)
    for step in range(len(wordings)):
        wording = wordings[(turn + step) % len(wordings)]
        if opening(wording) != worn:
            return wording
    return wordings[turn % len(wordings)]
