"""What a hint may claim to be lost or in danger, each claim with its recount or its own proof."""

import re

from tests.tabletop import Option, Position
from tests.truth_words import PILES, Sentence, Table, count, rank


def _under_all(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    high, low = rank(match["over"]), rank(match["low"])
    cards = position.piles[pile - 1]
    if "would" in match[0]:
        cards = [*cards, position.turned]
    up = sum(height >= high for height in position.heights)
    over = cards[cards.index(low) :].count(high) if low in cards else 0
    return (
        not position.steps
        and high > low
        and over + up == position.suits
        and bool(match["up"]) == bool(up)
    )


def _would_wait(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    after = sentence.position.laid(Option("lay", pile, 0, 0))
    return _waits(after, match)


def _waits(position: Position, match: re.Match[str]) -> bool:
    names = [int(digit) for digit in re.findall(r"\d", match["piles"])]
    each = match.groupdict().get("each")
    if each and (len(names) < 2 or (each == "each other") != (len(names) == 2)):
        return False
    if not each and len(names) != 1:
        return False
    if any(position.stuck([name for name in names if name != left]) for left in names if each):
        return False
    return position.stuck(names)


def _would_cover(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    groups = match.groupdict()
    low = rank(groups["low"]) if groups.get("low") else position.piles[pile - 1][-1]
    found = position.newly_covered(pile, position.turned)
    if low not in found or position.due(low) > min(map(position.due, found)):
        return False
    if groups.get("none") and (rank(groups["none"]) != low or position.unseen[low]):
        return False
    if not groups.get("left"):
        return low not in position.wanted()
    left = {"none is": 0, "only one is": 1}.get(groups["left"])
    if left is None:
        left = count(groups["left"].split()[0])
    wants = position.wanted().count(low)
    words = groups["wants"].split()
    said = 1 if words[0] == "a" else count(words[1] if words[0] == "all" else words[0])
    everyone = words[0] != "all" or wants == position.suits
    return left == position.unseen[low] and said == wants and everyone


def _locks(sentence: Sentence, _match: re.Match[str], pile: int) -> bool:
    return sentence.position.laid(Option("lay", pile, 0, 0)).stuck([pile])


def _wait_now(sentence: Sentence, match: re.Match[str], _pile: int) -> bool:
    return _waits(sentence.position, match)


def _locked_now(sentence: Sentence, match: re.Match[str], _pile: int) -> bool:
    pile = int(match["piles"].removeprefix("pile "))
    return _waits(sentence.position, match) and _under_all(sentence, match, pile)


WANTS = "(?P<wants>(?:a|two|three|four|all three|all four) foundations? wants?)"
LEFT = "(?P<left>none is|only one is|two are|three are|four are) left in the stock"
EACH = "(?P<each>each other|one another)"

OBJECTIONS: Table = [
    ("there every {over}(?P<up> not yet up)? would lie over the {low}", _under_all),
    (f"there it would leave {PILES} waiting for {EACH}", _would_wait),
    (f"there it would leave {PILES} locked for good", _would_wait),
    ("there it would lock the pile for good", _locks),
    (f"there it would cover {{a low}}, while {WANTS} one next and {LEFT}", _would_cover),
    (f"{WANTS} one next, and {LEFT}", _would_cover),
    ("there it would cover {a low}", _would_cover),
    ("(?:there it would cover {a low}, and )?no other {none} is to come", _would_cover),
]
"""What may be said against laying on a pile."""

PROOFS: Table = [
    (f"{PILES} wait for {EACH}", _wait_now),
    (f"{PILES} can never be cleared, even with every other card to hand", _wait_now),
    (
        PILES + " can never be cleared, for every {over}(?P<up> not yet up)? lies over its {low}",
        _locked_now,
    ),
]
"""What may be said to prove a loss."""
