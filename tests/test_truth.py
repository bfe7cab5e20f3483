"""Every sentence of the commentary is true: read as printed, recounted from the position.

The judge in `truth` shares nothing with the program but the position on the table.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from sirtommy.commentary import advise
from sirtommy.deal import numbered_deal
from sirtommy.hint import Hint, choices, conclude
from sirtommy.kernel import decide, move_of, table_of
from sirtommy.players import player
from sirtommy.rules import parse_rules
from sirtommy.run import settled
from sirtommy.state import BuildTop, Lay, Move, Seen, play, seen, start
from tests.tabletop import Option, Position
from tests.truth import faults

GAMES = {
    "sir-tommy": 40,
    "sir-tommy-optional": 25,
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
    plain = conclude(view, (0,) * len(choices(view)), tried)
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
    rated.sort(key=lambda choice: -choice.won)
    return replace(plain, choices=tuple(rated))


def raw(hint: Hint, advised: Move) -> Position:
    """Return the position and the odds of a hint in the judge's own terms."""
    view = hint.seen
    options = {choice.move: option(choice.move, choice.won) for choice in hint.choices}
    unseen = [0] * (view.rules.ranks + 1)
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
    )


def option(move: Move, won: int) -> Option:
    """Return a move in the judge's own terms."""
    if isinstance(move, Lay):
        return Option("lay", move.pile, 0, won)
    what, pile = ("top", move.pile) if isinstance(move, BuildTop) else ("turned", 0)
    return Option(what, pile, move.foundation or 0, won)


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
        assert advice.sentence.split()[0] != previous.split(maxsplit=1)[:1]
        previous = advice.sentence
        read += 1
    assert read > 50
