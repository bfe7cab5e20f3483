"""A judge of the commentary: it reads a printed sentence and recounts every claim in it.

It has its own words and its own rules, and knows nothing of the program that wrote the sentence.
A sentence with a part that it cannot read is as bad as one that is false.
"""

import re
from collections.abc import Iterator

from tests import truth_builds, truth_lays
from tests.tabletop import Position
from tests.truth_lays import label
from tests.truth_losses import OBJECTIONS
from tests.truth_verdicts import VERDICTS
from tests.truth_words import RANKS, Frames, Sentence, regex

REASONS = truth_lays.REASONS + truth_builds.REASONS
CONCESSIONS = truth_lays.CONCESSIONS + truth_builds.CONCESSIONS


def faults(text: str, position: Position) -> list[str]:
    """Return what cannot be read in a hint and what is false of `position`; empty for the truth."""
    if re.search(r"\ba (?:ace|eight)\b|\ban (?!ace|eight|empty)", text):
        return [f"a wrong article: {text!r}"]
    sentence = Sentence(text, position)
    for pattern, judge in FRAMES:
        match = re.fullmatch(regex(pattern), text)
        if match:
            return list(judge(sentence, match))
    return [f"cannot be read: {text!r}"]


def _tail(sentence: Sentence, text: str) -> Iterator[str]:
    """Judge what follows the move: ": reason" or ", though ..."."""
    if text.startswith(": "):
        yield from sentence.clause(text.removeprefix(": "), REASONS, sentence.pile)
    elif text:
        yield from sentence.clause(
            text.removeprefix(", though "),
            truth_lays.CONCESSIONS + truth_builds.CONCESSIONS,
            sentence.pile,
        )


def _best(sentence: Sentence) -> Iterator[str]:
    """Judge that the odds put the advised option before all others, beyond chance."""
    position = sentence.position
    if position.advised not in position.rivals() or sentence.distinct(position.rivals()):
        yield "the odds do not set the advised option apart"


def _among(sentence: Sentence, least: int = 1) -> Iterator[str]:
    """Judge that at least so many other options are as good by the odds."""
    position = sentence.position
    if position.advised not in position.rivals():
        yield "the advised option is not as good as others"
    if len(sentence.distinct(position.rivals())) < least:
        yield "others are not as good by the odds"


def _doubt(sentence: Sentence, text: str | None) -> Iterator[str]:
    if text:
        yield from _among(sentence)
    if text == " It can also wait.":
        rivals = sentence.distinct(sentence.position.rivals())
        if not any(option.what == "lay" for option in rivals):
            yield "no lay is as good"


def _no_win(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    position = sentence.position
    if any(option.won for option in position.options) or int(match["tries"]) != position.tried:
        yield "some tries were won"
    yield from _plain_lay(sentence, match)


def _few_wins(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    position = sentence.position
    most = max(option.won for option in position.options)
    if not 0 < 100 * most < position.tried or position.advised.won < most:
        yield "the odds are not so bad"
    yield from _plain_lay(sentence, match)


def _plain_lay(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    yield from sentence.turned(match["rank"])
    yield from sentence.here(match["place"])
    yield from _tail(sentence, match["tail"] or "")


def _hold_turned(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    option = sentence.build(match["build"])
    if option is None or option.what != "turned":
        yield "the turned card cannot be built"
    yield from _held(sentence, match)


def _hold_top(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    option = sentence.build(match["build"])
    if option is None or option.what != "top":
        yield "no such top can be built"
    yield from sentence.turned(match["rank"])
    yield from _held(sentence, match)


def _cover_top(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    option = sentence.build(match["build"])
    advised = sentence.position.advised
    if option is None or option.what != "top" or option.pile != advised.pile:
        yield "no such top can be built"
    if advised.what != "lay":
        yield "no lay is advised"
    yield from sentence.turned(match["rank"])
    yield from (_among if match["doubt"] else _best)(sentence)


def _held(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    yield from sentence.here(match["place"])
    yield from _tail(sentence, match["tail"] or "")
    yield from (_doubt if match["doubt"] else lambda s, _: _best(s))(sentence, match["doubt"])


def _close(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    yield from _plain_lay(sentence, match)
    position = sentence.position
    yield from _among(sentence, len(sentence.distinct(position.options)))


def _several(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    yield from _plain_lay(sentence, match)
    yield from _among(sentence, 2)


def _either(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    yield from sentence.turned(match["rank"])
    yield from sentence.here(match["place"])
    yield from _among(sentence)
    other = sentence.place(match["there"])
    position = sentence.position
    if {option.pile for option in sentence.distinct(position.rivals())} != position.alike(other):
        yield "not the other pile that is as good"
    why = re.fullmatch("it (.+) either way", match["why"])
    labels = [why[1], why[1]] if why else []
    if not why:
        two = re.fullmatch("on (.+) it (.+), on (.+) it (.+)", match["why"])
        if two is None:
            yield f"cannot be read: {match['why']!r}"
            return
        labels = [two[2], two[4]]
        if sentence.place(two[1]) not in position.alike(sentence.pile):
            yield "not the pile advised"
        if sentence.place(two[3]) not in position.alike(other):
            yield "not the other pile"
    for said, pile in zip(labels, (sentence.pile, other), strict=True):
        if not label(sentence, said, pile):
            yield f"false of pile {pile}: {said!r}"


def _anywhere_but(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    yield from sentence.turned(match["rank"])
    yield from sentence.here(match["place"])
    position = sentence.position
    there = sentence.place(match["there"])
    rest = sentence.distinct(position.options)
    good = sentence.distinct(position.rivals())
    worse = {option.pile for option in rest if option not in good}
    if worse != position.alike(there) or not good:
        yield "the odds say otherwise"
    yield from sentence.clause(match["why"], OBJECTIONS, there)


def _clear(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    yield from sentence.turned(match["rank"])
    yield from sentence.here(match["place"])
    yield from _best(sentence)
    yield from _tail(sentence, match["tail"] or "")
    warning = match.groupdict().get("warning")
    if warning:
        name, _, why = warning.removeprefix("Not on ").partition(": ")
        position = sentence.position
        pile = sentence.place(name)
        if not pile:
            tops = [
                n
                for n, cards in enumerate(position.piles, 1)
                if cards and f"the {RANKS[cards[-1] - 1]}" == name
            ]
            pile = tops[0] if len(tops) == 1 else 0
        if not pile or pile not in sentence.others():
            yield f"not a pile to warn of: {name!r}"
            return
        yield from sentence.clause(why, OBJECTIONS, pile)


def _build(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    position = sentence.position
    text = match["build"].replace("The", "the")
    if sentence.build(text) != position.advised:
        yield f"not the build advised: {text!r}"
    lays = any(option.what == "lay" for option in position.options)
    if bool(match["first"]) == lays:
        yield "first among what?"
    if match["f"] and int(match["f"]) != position.advised.foundation:
        yield "not the foundation advised"
    yield from _tail(sentence, match["tail"] or "")
    yield from _doubt(sentence, match["doubt"])


def _build_by_odds(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    yield from _best(sentence)
    yield from _build(sentence, match)


def _either_build(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    one, two = sentence.build(match["one"]), sentence.build(match["two"])
    if one != sentence.position.advised or two not in sentence.distinct(sentence.position.rivals()):
        yield "not the two builds that are as good"


def _either_foundation(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    position = sentence.position
    advised = position.advised
    if sentence.build(match["build"]) != advised or advised.foundation != int(match["f"]):
        yield "not the build advised"
    rest = sentence.distinct(position.rivals())
    if not any(
        (other.what, other.pile, other.foundation) == (advised.what, advised.pile, int(match["g"]))
        for other in rest
    ):
        yield "the other foundation is not as good"


DOUBT = "(?P<doubt> There is little in it\\.| It can also wait\\.)?"
HOW = "(?P<first> first)?(?: to foundation (?P<f>\\d))?{tail}\\."
ONE_TWO = "(?P<one>the .+?) or (?P<two>the .+?)"
WARNING = "\\.(?: (?P<warning>Not on .+)\\.)?"

FRAMES: Frames = [
    ("Hope is thin, below one in a hundred\\. The {rank} goes on {place}{tail}\\.", _few_wins),
    (
        "Not one game in a hundred is won from here\\. Put the {rank} on {place}{tail}\\.",
        _few_wins,
    ),
    *VERDICTS,
    (
        "Not one of (?P<tries>\\d+) tries was won from here\\. Put the {rank} on {place}{tail}\\.",
        _no_win,
    ),
    (
        "Hope is thin, with no win in (?P<tries>\\d+) tries\\. The {rank} goes on {place}{tail}\\.",
        _no_win,
    ),
    ("Hold {build} back, and put it on {place}{tail}\\." + DOUBT, _hold_turned),
    ("Do not build {build} yet\\. Put it on {place}{tail}\\." + DOUBT, _hold_turned),
    ("Leave {build} for now\\. Put the {rank} on {place}{tail}\\." + DOUBT, _hold_top),
    ("Keep {build} a while\\. The {rank} goes on {place}{tail}\\." + DOUBT, _hold_top),
    ("Cover {build} with the {rank}, though it could go up\\." + DOUBT, _cover_top),
    ("Lay the {rank} on {build} rather than build that\\." + DOUBT, _cover_top),
    ("There is little in it\\. Say, the {rank} on {place}{tail}\\.", _close),
    ("Try the {rank} on {place}{tail}\\. There is little in it\\.", _close),
    ("The odds hardly tell the piles apart\\. I would put the {rank} on {place}{tail}\\.", _close),
    ("Perhaps the {rank} on {place}{tail}\\. It is a close thing\\.", _close),
    ("Several piles will do for the {rank}\\. Say, {place}{tail}\\.", _several),
    ("Try the {rank} on {place}{tail}\\. Other piles are as good by the odds\\.", _several),
    ("Either {place} or {there} will do for the {rank}: (?P<why>.+)\\.", _either),
    ("The {rank} can go on {place} or {there}: (?P<why>.+)\\.", _either),
    ("Take {place} or {there} for the {rank}: (?P<why>.+)\\.", _either),
    (
        "Not on {there}: (?P<why>.+)\\. Anywhere else will do for the {rank}, say {place}\\.",
        _anywhere_but,
    ),
    ("Put the {rank} on {place}, or anywhere but {there}: (?P<why>.+)\\.", _anywhere_but),
    ("The odds favour {place} for the {rank}{tail}\\.", _clear),
    ("By the odds the {rank} goes on {place}{tail}\\.", _clear),
    ("(?:Put|Lay) the {rank} on {place}{tail}" + WARNING, _clear),
    ("The {rank} goes on {place}{tail}" + WARNING, _clear),
    ("{Place} for the {rank}{tail}" + WARNING, _clear),
    ("Either foundation will do for {build}: (?P<f>\\d) or (?P<g>\\d)\\.", _either_foundation),
    ("Send {build} to foundation (?P<f>\\d) or (?P<g>\\d)\\.", _either_foundation),
    ("Either " + ONE_TWO + " can go first\\.", _either_build),
    ("Start with " + ONE_TWO + "\\.", _either_build),
    ("{Build} goes up" + HOW + DOUBT, _build),
    ("By the odds {build} goes up" + HOW + DOUBT, _build_by_odds),
    (
        "{Build} goes up(?P<first> first)(?: to foundation (?P<f>\\d))? by the odds{tail}\\."
        + DOUBT,
        _build_by_odds,
    ),
    ("Build {build}" + HOW + DOUBT, _build),
    ("Send {build} up" + HOW + DOUBT, _build),
]
"""Every sentence that can be read, most particular first."""
