"""Sentences that weigh nothing, with their recount: no choice, a loss proved, a last hope."""

import re
from collections.abc import Iterator

from tests.truth_losses import OBJECTIONS, PROOFS
from tests.truth_words import Frames, Sentence, rank


def _lost(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    yield from sentence.clause(match["proof"], PROOFS, 0)


def _all_alike(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    piles = sentence.position.piles
    if any(cards != piles[0] for cards in piles) or any(
        "empty" in match[0] and cards for cards in piles
    ):
        yield "the piles differ"
    if any(option.what != "lay" for option in sentence.position.options):
        yield "there is something to build"


def _one_option(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    options = sentence.position.options
    word = match.groupdict().get("rank")
    if len(options) != 1:
        yield "there are other moves"
    if ("place to go" in match[0] or "pile" in match[0]) != (options[0].what == "lay"):
        yield "a lay for a build"
    if word and rank(word) != sentence.card:
        yield "not the card that moves"


def _same_builds(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    if rank(match["rank"]) != sentence.card or len(sentence.position.options) < 2:
        yield "not the card that moves"
    if sentence.distinct(sentence.position.options):
        yield "the builds differ"


def _every_choice_loses(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    position = sentence.position
    if not all(position.after(option).lost() for option in position.options):
        yield "not every choice is proved lost"
    groups = match.groupdict()
    if "place" in groups:
        yield from sentence.turned(groups["rank"])
        yield from sentence.here(groups["place"])
        yield from sentence.clause(groups["why"], OBJECTIONS, sentence.pile)
    elif groups.get("build") and sentence.build(groups["build"]) != position.advised:
        yield "not the build advised"


def _last_hope(sentence: Sentence, match: re.Match[str]) -> Iterator[str]:
    position = sentence.position
    if not all(position.after(option).lost() for option in sentence.distinct(position.options)):
        yield "another choice is not proved lost"
    groups = match.groupdict()
    if "place" in groups:
        yield from sentence.here(groups["place"])
        yield from sentence.turned(groups["rank"])
    elif sentence.build(groups["build"]) != position.advised:
        yield "not the build advised"


LOST = "The game is lost already|Nothing can win this any more|It is lost, whatever comes"

VERDICTS: Frames = [
    (f"(?:{LOST}): (?P<proof>.+)\\.", _lost),
    ("Any pile will do: (?:they are all alike|all are empty)\\.", _all_alike),
    ("All piles are (?:alike|empty): take any\\.", _all_alike),
    ("The {rank} has only one place to go\\.|There is only one pile\\.", _one_option),
    ("The {rank} has to go up\\.", _one_option),
    ("Build the {rank}: there is no other move\\.", _one_option),
    ("Either {rank} can go first\\.", _same_builds),
    ("It is all the same which {rank} goes\\.", _same_builds),
    (
        "The game is lost wherever the {rank} goes\\. Say, on {place}: (?P<why>.+)\\.",
        _every_choice_loses,
    ),
    (
        "No pile for the {rank} saves the game now, not even {place}: (?P<why>.+)\\.",
        _every_choice_loses,
    ),
    ("Build {build}, but the game is lost\\.|The game is lost now\\.", _every_choice_loses),
    (
        "Only {place} keeps the game alive: anywhere else the {rank} is certain to lose it\\.",
        _last_hope,
    ),
    ("The {rank} must go on {place}: anywhere else the game is certainly lost\\.", _last_hope),
    ("Build {build}: anything else is certain to lose\\.", _last_hope),
    ("Only building {build} keeps the game alive\\.", _last_hope),
]
