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


SHARES = (
    (0.02, "1 in 50"), (0.05, "1 in 20"), (0.1, "1 in 10"), (0.2, "1 in 5"), (0.25, "1 in 4"),
    (0.3, "3 in 10"), (1 / 3, "1 in 3"), (0.4, "2 in 5"), (0.5, "1 in 2"), (0.6, "3 in 5"),
    (2 / 3, "2 in 3"), (0.7, "7 in 10"), (0.75, "3 in 4"), (0.8, "4 in 5"), (0.9, "9 in 10"),
    (0.95, "19 in 20"), (0.98, "49 in 50"),
)  # fmt: skip
"""The shares that a chance is rounded to, with their words."""


def share_phrase(won: float, tried: int) -> str:
    """Return a share as a player says it: "about 2 in 5", "not once in 200"."""
    if not tried:
        return "not tried yet"
    if won == 0:
        return f"not once in {tried}"
    if won == tried:
        return f"{tried} times in {tried}"
    share = won / tried
    if share < 0.01:
        return "less than 1 in 100"
    if share > 0.99:
        return "more than 99 in 100"
    return "about " + min(SHARES, key=lambda pair: abs(pair[0] - share))[1]


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
