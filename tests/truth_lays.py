"""What a hint may claim of a lay, each claim with the recount that shows it true or false."""

import re

from tests.truth_words import LOWER, Sentence, Table, count, rank


def _lower_word(sentence: Sentence, text: str) -> bool:
    """Whether "lower" is said in Sir Tommy and "needed sooner" in Calculation."""
    return text == ("needed sooner" if sentence.position.steps else "lower")


def _covers(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    """Whether the named card is the soonest needed of those that are newly covered."""
    position = sentence.position
    found = position.newly_covered(pile, position.turned)
    if not found or min(found, key=position.due) != rank(match["low"]):
        soonest = min(map(position.due, found), default=-1)
        if rank(match["low"]) not in found or position.due(rank(match["low"])) != soonest:
            return False
    following = match.groupdict().get("next")
    return (
        bool(following) == (rank(match["low"]) in position.wanted())
        or "next" not in match.re.groupindex
    )


def _covers_deep(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    cards, low = sentence.position.piles[pile - 1], rank(match["low"])
    if match["n"] and (low not in cards or cards[::-1].index(low) + 1 != count(match["n"])):
        return False
    return _covers(sentence, match, pile)


def _top_is(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    cards = sentence.position.piles[pile - 1]
    return bool(cards) and cards[-1] == rank(match["top"])


def _fits_closest(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    mine = position.gap(pile, position.turned)
    if mine is None or not _top_is(sentence, match, pile):
        return False
    return all(
        (theirs := position.gap(other, position.turned)) is None or theirs > mine
        for other in sentence.others()
    )


def _ranks_higher(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    right = not position.steps and _top_is(sentence, match, pile)
    return right and rank(match["top"]) - position.turned == count(match["n"])


def _elsewhere_covers(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position, card = sentence.position, sentence.position.turned
    if not _lower_word(sentence, match["lower"]) or position.newly_covered(pile, card):
        return False
    if match["strict"] and position.sooner(pile, card):
        return False
    return all(position.newly_covered(other, card) for other in sentence.others())


def _equal(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    cards = position.piles[pile - 1]
    named = rank(match["rank"]) == position.turned == (cards or [0])[-1]
    return named and not position.newly_covered(pile, position.turned)


def _already(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    cards, low, over = position.piles[pile - 1], rank(match["low"]), rank(match["over"])
    late = position.due(over) >= position.due(position.turned) > position.due(low)
    if not late or position.newly_covered(pile, position.turned):
        return False
    return low in cards and over in cards[cards.index(low) :]


def _high_pile(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    groups = match.groupdict()
    cards, low = position.piles[pile - 1], rank(groups.get("low") or groups["all"])
    high = position.ranks - 2
    if position.steps or min(cards, default=0) != low:
        return False
    if groups.get("all"):
        return low == position.ranks
    if groups.get("kings") and (rank(groups["kings"]) != position.ranks or low < high):
        return False
    return not groups.get("belongs") or position.turned >= high


def _keeps_empty(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    empty = sum(not cards for cards in sentence.position.piles)
    right = empty == 1 if match["kept"] == "the last empty pile" else empty > 1
    return right and _covers(sentence, match, pile)


def _elsewhere_sooner(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position, card = sentence.position, sentence.position.turned
    low = position.due(rank(match["low"]))
    if (
        not _lower_word(sentence, match["lower"])
        or rank(match["low"]) not in position.piles[pile - 1]
    ):
        return False
    if min(map(position.due, position.sooner(pile, card)), default=0) != low and not position.steps:
        return False
    return all(
        min(map(position.due, position.newly_covered(other, card)), default=99) < low
        for other in sentence.others()
    )


def _fewest(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position, card = sentence.position, sentence.position.turned
    few = len(position.sooner(pile, card))
    if position.steps or few != count(match["n"]):
        return False
    return all(len(position.sooner(other, card)) > few for other in sentence.others())


def _to_come(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    left = sentence.position.unseen[rank(match["low"])]
    if match["lows"]:
        return (
            left == count(match["n"]) > 1
            and rank(match["lows"]) == rank(match["low"])
            and _covers(sentence, match, pile)
        )
    return left == 1 and _covers(sentence, match, pile)


def _soon(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position, before = sentence.position, rank(match["rank"])
    wanted = position.wanted()
    right = not position.steps and before == position.turned - 1
    right = right and before in wanted and position.turned not in wanted
    return right and _covers_deep(sentence, match, pile)


def _wide_elsewhere(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position, card = sentence.position, sentence.position.turned
    other = sentence.place(match["place"])
    if position.piles[pile - 1] or not other or not _top_is(sentence, match, other):
        return False
    return (position.gap(other, card) or 0) >= 5


def _all_wide(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position, card = sentence.position, sentence.position.turned
    if match["some"] and not _lower_word(sentence, match["lower"]):
        return False
    fresh = [other for other in sentence.others() if position.newly_covered(other, card)]
    rest = [other for other in sentence.others() if other not in fresh]
    wide = all((position.gap(other, card) or 0) >= 5 for other in rest)
    return (
        not position.piles[pile - 1] and wide and bool(rest) and bool(fresh) == bool(match["some"])
    )


def _closer_fit(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position, card = sentence.position, sentence.position.turned
    other = sentence.place(match["place"])
    if not other or not _top_is(sentence, match, other) or position.newly_covered(other, card):
        return False
    mine, theirs = position.gap(pile, card), position.gap(other, card)
    if match["how"] == "it could also go on":
        return not position.piles[pile - 1] and theirs is not None
    if match["how"] == "it could join":
        return position.piles[other - 1][-1] == card
    return mine is not None and theirs is not None and theirs < mine


def _while_wide(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position, card = sentence.position, sentence.position.turned
    other = sentence.place(match["place"])
    if not other or position.piles[other - 1][-1] != rank(match["over"]) or position.steps:
        return False
    near = (position.gap(pile, card) or 99) <= 2 and _top_is(sentence, match, pile)
    return near and (position.gap(other, card) or 0) >= 5


def _nothing_there(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    right = _lower_word(sentence, match["lower"]) and bool(position.piles[pile - 1])
    return right and not position.sooner(pile, position.turned)


def _is_closer(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    return not sentence.position.steps and _closer_fit(sentence, match, pile)


def _last_empty(sentence: Sentence, _match: re.Match[str], pile: int) -> bool:
    piles = sentence.position.piles
    return not piles[pile - 1] and sum(not cards for cards in piles) == 1


def label(sentence: Sentence, text: str, pile: int) -> bool:
    """Whether "covers a six" and the like are true of a pile."""
    position, card = sentence.position, sentence.position.turned
    fresh = position.newly_covered(pile, card)
    if text == "buries nothing new":
        return not fresh
    if text.startswith("covers nothing "):
        right = _lower_word(sentence, text.removeprefix("covers nothing "))
        return right and not position.sooner(pile, card)
    named = re.fullmatch(r"covers an? (\w+)", text)
    low = rank(named[1]) if named else 0
    return low in fresh and position.due(low) == min(map(position.due, fresh))


COVERS = "it covers {a low}(?:(?P<next>, which is wanted next)|, {n} deep)?"

TOGETHER = "what is wanted late belongs together, and "

REASONS: Table = [
    ("that is the (?P<kings>\\w+)' pile, with nothing lower than {a low} in it", _high_pile),
    (f"(?P<belongs>{TOGETHER})?nothing lower than {{a low}} lies there", _high_pile),
    ("(?:only|there are only) (?P<all>\\w+) (?:lie )?there", _high_pile),
    ("another {rank} is on top there, so nothing new is buried", _equal),
    ("it joins another {rank} and buries nothing new", _equal),
    (f"(?P<strict>only there does it) cover nothing {LOWER}", _elsewhere_covers),
    (f"(?P<strict>)anywhere else it would (?:newly )?cover something {LOWER}", _elsewhere_covers),
    ("the {top} there is only {n} ranks? higher", _ranks_higher),
    ("it fits on the {top}, {n} ranks? down", _ranks_higher),
    ("no other top is as close a fit as the {top}", _fits_closest),
    ("the {top} there is the closest fit", _fits_closest),
    (f"it covers nothing {LOWER} there", _nothing_there),
    ("it fits on the {top}, while the {over} on {place} would be a wide step", _while_wide),
    ("of the tops needed after it, the {top} there comes first", _fits_closest),
    ("the {low} there already lies under {a over}, so nothing new is buried", _already),
    ("that pile is spoilt already, with its {low} under {a over}", _already),
    ("the step down from the {top} on {place} is wide", _wide_elsewhere),
    (
        f"elsewhere the step down would be wide(?P<some>, or it would cover something {LOWER})?",
        _all_wide,
    ),
    (
        "it covers {a low}(?P<next>, which is wanted next)?, but (?P<kept>.+) can be kept",
        _keeps_empty,
    ),
    (f"elsewhere it would cover something {LOWER} than {{a low}}", _elsewhere_sooner),
    (
        f"it covers something {LOWER} wherever it goes, and here the lowest is {{a low}}",
        _elsewhere_sooner,
    ),
    ("only {n} lower cards? lies? there, and more in every other pile", _fewest),
    ("it covers {a low}, but {n} more {lows} are still to come", _to_come),
    ("it covers {a low}, but one more is still to come(?P<lows>)", _to_come),
]

CONCESSIONS: Table = [
    (COVERS, _covers_deep),
    ("(?P<how>it could also go on|it could join) the {top} on {place}", _closer_fit),
    ("(?P<how>)the {top} on {place} is a closer fit", _is_closer),
    ("(?P<how>)the {top} on {place} comes sooner after it", _closer_fit),
    (
        f"{COVERS}; it can go up itself as soon as {{a rank}} has",
        _soon,
    ),
    ("that uses the last empty pile", _last_empty),
]
