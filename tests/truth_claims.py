"""What a hint may claim of a pile or a build, each with the recount that shows it true or false."""

import re

from tests.tabletop import Option, Position
from tests.truth_words import Sentence, Table, count, rank


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


def _closest_clean(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position, card = sentence.position, sentence.position.turned
    mine = position.gap(pile, card)
    if mine is None or not _top_is(sentence, match, pile) or position.sooner(pile, card):
        return False
    return all(
        position.newly_covered(other, card)
        or (theirs := position.gap(other, card)) is None
        or theirs > mine
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
    cards, low = position.piles[pile - 1], rank(match["low"])
    high = position.ranks - 2
    if position.steps or min(cards, default=0) != low:
        return False
    groups = match.groupdict()
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
    return right and _covers(sentence, match, pile)


def _wide_elsewhere(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position, card = sentence.position, sentence.position.turned
    other = sentence.place(match["place"])
    if position.piles[pile - 1] or not other or not _top_is(sentence, match, other):
        return False
    return (position.gap(other, card) or 0) >= 5


def _all_wide(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position, card = sentence.position, sentence.position.turned
    return not position.piles[pile - 1] and all(
        position.newly_covered(other, card) or (position.gap(other, card) or 0) >= 5
        for other in sentence.others()
    )


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


def _longer_run(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    lengths = {
        option: 1 + position.built(option).run()
        for option in position.options
        if option.what == "top"
    }
    rest = max(lengths[option] for option in sentence.distinct(list(lengths)))
    return lengths[position.advised] == count(match["n"]) and rest == count(match["m"])


def _can_follow(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    after, groups = position.built(position.advised), match.groupdict()
    low = rank(groups.get("low") or groups["lows"])
    if low in position.wanted() or low not in after.wanted():
        return False
    tops = {n for n, cards in enumerate(after.piles, 1) if cards and cards[-1] == low}
    if "piles" not in groups:
        return after.turned == low
    return tops == set(map(int, re.findall(r"\d", groups["piles"])))


def _safe(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    position = sentence.position
    below = rank(match["rank"])
    return (
        not position.steps
        and sentence.card == below + 1
        and all(height >= below for height in position.heights)
    )


def _would_free(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    option = sentence.build(match["build"])
    if option is None or option.what != "top" or option == sentence.position.advised:
        return False
    under = sentence.position.piles[option.pile - 1][-2:-1]
    low = rank(match["low"])
    return under == [low] and low in sentence.position.built(option).wanted()


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


def _wide(sentence: Sentence, match: re.Match[str], pile: int) -> bool:
    late = sentence.position.gap(pile, sentence.position.turned) or 0
    return _top_is(sentence, match, pile) and late >= 5


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


def label(sentence: Sentence, text: str, pile: int) -> bool:
    """Whether "covers a six" and the like are true of a pile."""
    position, card = sentence.position, sentence.position.turned
    fresh = position.newly_covered(pile, card)
    if text == "buries nothing new":
        return not fresh
    if text.startswith("covers nothing "):
        right = _lower_word(sentence, text.removeprefix("covers nothing "))
        return right and not position.sooner(pile, card)
    low = rank(text.split()[-1])
    return low in fresh and position.due(low) == min(map(position.due, fresh))


LOWER = "(?P<lower>lower|needed sooner)"
PILES = r"(?P<piles>piles? \d(?:(?:, \d)* and \d)?)"
WANTS = "(?P<wants>(?:a|two|three|four|all three|all four) foundations? wants?)"
LEFT = "(?P<left>none is|only one is|two are|three are|four are) left in the stock"

REASONS: Table = [
    ("that is the (?P<kings>\\w+)' pile, with nothing lower than {a low} in it", _high_pile),
    ("(?P<belongs>it belongs with the high cards, and )?nothing lower than {a low} lies there", _high_pile),
    ("another {rank} is on top there, so nothing new is buried", _equal),
    ("it joins another {rank} and buries nothing new", _equal),
    (f"(?P<strict>only there does it) cover nothing {LOWER}", _elsewhere_covers),
    (f"(?P<strict>)anywhere else it would (?:newly )?cover something {LOWER}", _elsewhere_covers),
    ("the {top} there is only {n} ranks? higher", _ranks_higher),
    ("it fits on the {top}, {n} ranks? down", _ranks_higher),
    ("no other top is as close a fit as the {top}", _fits_closest),
    ("the {top} there is the closest fit", _fits_closest),
    ("it covers nothing needed sooner there", lambda s, _, pile: bool(s.position.steps and s.position.piles[pile - 1]) and not s.position.sooner(pile, s.position.turned)),
    ("of the tops needed after it, the {top} there comes first", _fits_closest),
    ("the {top} there is the closest fit that covers nothing lower", _closest_clean),
    ("the {low} there already lies under {a over}, so nothing new is buried", _already),
    ("that pile is spoilt already, with its {low} under {a over}", _already),
    ("the step down from the {top} on {place} is wide", _wide_elsewhere),
    ("the steps down elsewhere are wide or cover something", _all_wide),
    ("it covers {a low}(?P<next>, which is wanted next)?, but (?P<kept>.+) can be kept", _keeps_empty),
    (f"elsewhere it would cover something {LOWER} than {{a low}}", _elsewhere_sooner),
    (f"it covers something {LOWER} wherever it goes, and here the lowest is {{a low}}", _elsewhere_sooner),
    ("only {n} lower cards? lies? there, and more in every other pile", _fewest),
    ("it covers {a low}, but {n} more {lows} are still to come", _to_come),
    ("it covers {a low}, but one more is still to come(?P<lows>)", _to_come),
    ("it covers {a low}, but can go up as soon as {a rank} has", _soon),
    ("it frees (?:an?|(?P<another>another)) {low}, which can go up at once", _frees),
    ("the {low} under it can follow at once(?P<another>)", _frees),
    ("then {n} cards can go up in a row, otherwise {m} at most", _longer_run),
    ("it uncovers {a low}, and no other build uncovers anything so low", _uncovers_lowest),
    ("it empties the pile", lambda s, _, pile: s.position.advised.what == "top" and len(s.position.piles[pile - 1]) == 1),
    ("the turned {low} can follow", _can_follow),
    (f"the {{low}} on {PILES} can follow", _can_follow),
    (f"one of the {{lows}} on {PILES} can follow", _can_follow),
    ("an ace is never worth keeping back", lambda s, _, __: s.card == 1 and not s.position.steps),
    ("every {rank} is up, so nothing is gained by waiting", _safe),
    ("it uncovers {a low}", _uncovers),
]  # fmt: skip

CONCESSIONS: Table = [
    ("it covers {a low}(?P<next>, which is wanted next)?", _covers),
    ("(?P<how>it could also go on|it could join) the {top} on {place}", _closer_fit),
    ("(?P<how>)the {top} on {place} is a closer fit", lambda s, m, pile: not s.position.steps and _closer_fit(s, m, pile)),
    ("(?P<how>)the {top} on {place} comes sooner after it", _closer_fit),
    ("it is a wide step down from the {top}", _wide),
    ("that uses the last empty pile", lambda s, _, pile: not s.position.piles[pile - 1] and sum(not cards for cards in s.position.piles) == 1),
    ("{build} would free (?:an?|(?P<another>another)) {low}", _would_free),
]  # fmt: skip

OBJECTIONS: Table = [
    ("there every {over}(?P<up> not yet up)? would lie over the {low}", _under_all),
    (f"there it would leave {PILES} waiting for (?P<each>each other|one another)", _would_wait),
    (f"there it would leave {PILES} locked for good", _would_wait),
    ("there it would lock the pile for good", lambda s, _, pile: s.position.laid(Option("lay", pile, 0, 0)).stuck([pile])),
    (f"(?:there )?it would cover {{a low}}, while {WANTS} one next and {LEFT}", _would_cover),
    (f"{WANTS} one next, and {LEFT}", _would_cover),
    ("(?:there )?it would cover {a low}", _would_cover),
    ("(?:there )?it would cover {a low}, and no other {none} is to come", _would_cover),
]

PROOFS: Table = [
    (f"{PILES} wait for (?P<each>each other|one another)", lambda s, m, _: _waits(s.position, m)),
    (f"{PILES} can never be cleared, even with every other card to hand", lambda s, m, _: _waits(s.position, m)),
    (f"{PILES} can never be cleared, for every {{over}}(?P<up> not yet up)? lies over its {{low}}",
     lambda s, m, _: _waits(s.position, m) and _under_all(s, m, int(m["piles"][-1]))),
]  # fmt: skip
