"""What a hint may claim of a build, each claim with the recount that shows it true or false."""

import re

from tests.truth_words import PILES, Sentence, Table, count, rank


def _frees(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    if position.advised.what != "top" or not _uncovers(sentence, match, pile):
        return False
    if match["another"] and rank(match["low"]) != sentence.card:
        return False
    return rank(match["low"]) in position.built(position.advised).wanted()


def _uncovers(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    if sentence.position.advised.what != "top":
        return False
    return sentence.position.piles[pile - 1][-2:-1] == [rank(match["low"])]


def _uncovers_lowest(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    if not _uncovers(sentence, match, pile) or sentence.position.steps:
        return False
    return all(
        (sentence.position.piles[option.pile - 1][-2:-1] or [99])[0] > rank(match["low"])
        for option in sentence.distinct(sentence.position.options)
        if option.what == "top"
    )


def _longer_run(sentence: Sentence, match: re.Match[str], _pile: int) -> bool:
    position = sentence.position
    lengths = {
        option: 1 + position.built(option).run()
        for option in position.options
        if option.what == "top"
    }
    rest = max(lengths[option] for option in sentence.distinct(list(lengths)))
    return lengths[position.advised] == count(match["n"]) and rest == count(match["m"])


def _can_follow(sentence: Sentence, match: re.Match[str], _pile: int) -> bool:
    position = sentence.position
    after, groups = position.built(position.advised), match.groupdict()
    low = rank(groups.get("low") or groups["lows"])
    if low in position.wanted() or low not in after.wanted():
        return False
    tops = {n for n, cards in enumerate(after.piles, 1) if cards and cards[-1] == low}
    if "piles" not in groups:
        return after.turned == low
    return tops == set(map(int, re.findall(r"\d", groups["piles"])))


def _safe(sentence: Sentence, match: re.Match[str], _pile: int) -> bool:
    position = sentence.position
    below = rank(match["rank"])
    return (
        not position.steps
        and sentence.card == below + 1
        and all(height >= below for height in position.heights)
    )


def _would_free(sentence: Sentence, match: re.Match[str], _pile: int) -> bool:
    option = sentence.build(match["build"])
    if option is None or option.what != "top" or option == sentence.position.advised:
        return False
    under = sentence.position.piles[option.pile - 1][-2:-1]
    low = rank(match["low"])
    return under == [low] and low in sentence.position.built(option).wanted()


def _would_uncover(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    option = sentence.build(match["build"])
    if option is None or option.what != "top" or option == sentence.position.advised:
        return False
    low = rank(match["low"])
    mine = sentence.position.piles[pile - 1][-2:-1] if pile else []
    theirs = sentence.position.piles[option.pile - 1][-2:-1]
    return theirs == [low] and (not mine or mine[0] > low) and not sentence.position.steps


def _empties(sentence: Sentence, _match: re.Match[str], pile: int) -> bool:
    top = sentence.position.advised.what == "top"
    return top and len(sentence.position.piles[pile - 1]) == 1


def _ace(sentence: Sentence, _match: re.Match[str], _pile: int) -> bool:
    return sentence.card == 1 and not sentence.position.steps


REASONS: Table = [
    ("it frees (?:an?|(?P<another>another)) {low}, which can go up at once", _frees),
    ("the {low} under it can follow at once(?P<another>)", _frees),
    ("then {n} cards can go up in a row, otherwise {m} at most", _longer_run),
    ("it uncovers {a low}, and no other build uncovers anything so low", _uncovers_lowest),
    ("it empties the pile", _empties),
    ("the turned {low} can follow", _can_follow),
    (f"the {{low}} on {PILES} can follow", _can_follow),
    (f"one of the {{lows}} on {PILES} can follow", _can_follow),
    ("an ace is never worth keeping back", _ace),
    ("every {rank} is up, so nothing is gained by waiting", _safe),
    ("it uncovers {a low}", _uncovers),
]

CONCESSIONS: Table = [
    ("{build} would uncover {a low}", _would_uncover),
    ("{build} would free (?:an?|(?P<another>another)) {low}", _would_free),
]
