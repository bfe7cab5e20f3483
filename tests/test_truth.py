"""Every sentence of the commentary is true: read as printed, recounted from the position.

The judge in `truth` shares nothing with the program but the position on the table.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from sirtommy.commentary import advise
from sirtommy.deal import numbered_deal
from sirtommy.hint import AT_ONCE, Choice, Hint, choices, conclude
from sirtommy.hint import hint as hint_at
from sirtommy.kernel import decide, move_of, table_of
from sirtommy.players import player
from sirtommy.rules import parse_rules
from sirtommy.run import settled
from sirtommy.state import BuildTop, Lay, Move, Seen, play, seen, start
from tests.tabletop import Option, Position
from tests.truth import faults
from tests.truth_words import RANKS

GAMES = {
    "sir-tommy": 30,
    "sir-tommy-optional": 12,
    "calculation": 40,
    "sir-tommy ranks=4 suits=3 piles=2": 150,
    "sir-tommy ranks=5 suits=4 piles=3": 80,
    "sir-tommy ranks=7 suits=2 piles=2": 100,
    "sir-tommy ranks=3 suits=4 piles=1": 60,
    "sir-tommy ranks=9 suits=3 piles=7": 30,
    "sir-tommy-optional ranks=5 suits=3 piles=3": 80,
    "calculation ranks=7 suits=3 piles=3": 60,
    "calculation forced=true": 25,
}
"""How many deals of each game are played."""

PLAYERS = ("random", "shortest", "least-burying")


def views(game: str, deals: int) -> Iterator[Seen]:
    """Yield decisions from deals of a game, each played by the next of the players."""
    rules = parse_rules(game)
    for number in range(deals):
        policy = player(PLAYERS[number % len(PLAYERS)], number)
        state = settled(start(numbered_deal(rules, number)))
        while not state.over:
            yield seen(state)
            move = decide(table_of(seen(state)), policy)
            state = settled(play(state, move_of(state, move)))


def rated(view: Seen, random: Random) -> Hint:
    """Return a hint on odds made up by chance: any choice may come out best, by any margin."""
    tried = random.choice((10, 200, 1000))
    plain = conclude(view, (0,) * len(choices(view)), tried, "least-burying")
    spread = random.choice((0, 2, tried // 10, tried))
    base = random.randrange(tried - spread + 1)
    if random.random() < 0.15:
        spread = base = 0
    known: dict[object, int] = {}
    rated = []
    for choice in plain.choices:
        won = 0 if choice.lost else base + random.randrange(spread + 1)
        move = choice.move
        # Piles that are alike share one count, as they do in a real tally.
        if isinstance(move, Lay | BuildTop):
            ranks = tuple(card.rank for card in view.piles[move.pile - 1])
            won = known.setdefault((type(move), ranks, getattr(move, "foundation", 0)), won)
        rated.append(replace(choice, won=won))
    judge = random.choice(("deep", AT_ONCE, "least-burying"))
    if judge == AT_ONCE:
        # An opinion is never nothing, but for a proof.
        rated = [replace(choice, won=choice.won or (0 if choice.lost else 0.5)) for choice in rated]
    rated.sort(key=lambda choice: -choice.won)
    return replace(plain, choices=tuple(rated), player=judge)


def raw(hint: Hint, advised: Move) -> Position:
    """Return the position and the odds of a hint in the judge's own terms."""
    view = hint.seen
    options = {choice.move: option(choice.move, choice.won) for choice in hint.choices}
    unseen = [0] * 14
    for card in view.unseen:
        unseen[card.rank] += 1
    return Position(
        ranks=view.rules.ranks,
        suits=view.rules.suits,
        steps=range(1, view.rules.suits + 1) if view.rules.calculation else (),
        turned=view.turned.rank if view.turned else 0,
        piles=[[card.rank for card in pile] for pile in view.piles],
        heights=[len(pile) for pile in view.foundations],
        unseen=unseen,
        options=list(options.values()),
        tried=hint.choices[0].tried,
        advised=options[advised],
        judged=hint.player in ("deep", AT_ONCE),
    )


def option(move: Move, won: float) -> Option:
    """Return a move in the judge's own terms."""
    if isinstance(move, Lay):
        return Option("lay", move.pile, 0, won)
    what, pile = ("top", move.pile) if isinstance(move, BuildTop) else ("turned", 0)
    return Option(what, pile, move.foundation or 0, won)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_is_true(game: str) -> None:
    """Whatever the odds, no hint says anything false or anything that cannot be checked."""
    random = Random(1)
    previous = ""
    read = 0
    for view in views(game, GAMES[game]):
        hint = rated(view, random)
        advice = advise(hint, previous)
        position = raw(hint, advice.move)
        assert not faults(advice.sentence, position), (advice.sentence, position)
        assert advice.sentence.split()[:1] != previous.split()[:1]
        previous = advice.sentence
        read += 1
    assert read > 50


def test_hints_of_the_strongest_player_are_true() -> None:
    """With real odds, as the page gives them at the first press, nothing false is said either."""
    previous = ""
    for number in (1, 2):
        state = settled(start(numbered_deal(parse_rules("sir-tommy"), number)))
        while not state.over:
            found = hint_at(seen(state), 2)
            advice = advise(found, previous)
            assert not faults(advice.sentence, raw(found, advice.move)), advice.sentence
            previous = advice.sentence
            state = settled(play(state, advice.move))


@cache
def sentences(count: int) -> list[tuple[str, Position]]:
    """Return true sentences with their positions, from several games, without repeats."""
    random = Random(2)
    told: dict[str, Position] = {}
    for game in ("sir-tommy", "calculation", "sir-tommy-optional ranks=5 suits=3 piles=3"):
        fresh = 0
        for view in views(game, 12):
            hint = rated(view, random)
            advice = advise(hint)
            if advice.sentence not in told:
                told[advice.sentence] = raw(hint, advice.move)
                fresh += 1
            if fresh == count:
                break
    return list(told.items())


def test_a_wrong_rank_is_found() -> None:
    """Any rank in any sentence, changed for another, makes the judge object.

    Only a few claims stay true by chance: that a two is buried under a queen as well as a king.
    """
    random = Random(3)
    changed = found = 0
    for sentence, position in sentences(150):
        for match in re.finditer(rf"\b({'|'.join(RANKS)})(?=s?\b)", sentence):
            other = random.choice([word for word in RANKS if word != match[1]])
            wrong = sentence[: match.start(1)] + other + sentence[match.end(1) :]
            wrong = re.sub(r"\ban? (?=(ace|eight)?)", lambda m: "an " if m[1] else "a ", wrong)
            changed += 1
            found += bool(faults(wrong, position))
    assert changed > 500
    assert found > 0.98 * changed


def test_a_wrong_pile_is_found() -> None:
    """Any pile number in any sentence, changed for another, makes the judge object."""
    random = Random(4)
    changed = found = 0
    for sentence, position in sentences(150):
        numbers = range(1, len(position.piles) + 1)
        for match in re.finditer(r"(?<=pile )\d", sentence):
            other = random.choice([number for number in numbers if number != int(match[0])])
            changed += 1
            found += bool(
                faults(f"{sentence[: match.start()]}{other}{sentence[match.end() :]}", position)
            )
    assert changed > 200
    assert found > 0.98 * changed


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("one rank", "two ranks"), ("nothing lower", "nothing needed sooner"),
        ("anywhere else", "only there"), ("covers", "buries"), ("each other", "one another"),
        ("close thing", "clear thing"), (" on ", " under "), ("can follow", "must follow"),
        ("still to come", "up"), ("little", "much"), ("odds", "cards"),
    ],
)  # fmt: skip
def test_other_words_are_not_let_through(true: str, false: str) -> None:
    """A sentence with words that the judge does not know, or that are false here, is refused."""
    for sentence, position in sentences(150):
        if true in sentence:
            assert faults(sentence.replace(true, false), position)


def test_facts_that_are_wrong_are_found() -> None:
    """When the facts behind a hint are falsified, the judge objects to what is said of them."""
    random = Random(5)
    told = found = 0
    for view in views("sir-tommy ranks=9 suits=3 piles=4", 30):
        hint = rated(view, random)
        broken = replace(hint, choices=tuple(map(falsified, hint.choices)))
        advice, plain = advise(broken), advise(hint)
        if advice.sentence != plain.sentence and advice.move == plain.move:
            told += 1
            found += bool(faults(advice.sentence, raw(hint, advice.move)))
    assert told > 100
    assert found > 0.9 * told


def falsified(choice: Choice) -> Choice:
    """Return a choice whose facts name other cards and other numbers than the true ones."""
    wrong = (
        replace(fact, other=fact.other % 9 + 1, over=fact.over % 9 + 1, count=fact.count + 1)
        for fact in choice.facts
    )
    return replace(choice, facts=tuple(wrong))
