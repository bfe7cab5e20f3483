"""The engine against the judge: every position of hundreds of small decks, counted by both."""

from collections import Counter

import pytest

from sirtommy.deal import Deal, listed_deal, numbered_deal
from sirtommy.rules import Rules, parse_rules
from sirtommy.run import position
from sirtommy.state import State, legal_moves, play, start
from tests import bruteforce
from tests.tables import cards, game_of, label_of, layers, order_of, split, spot_of

WHOLE = (
    ("sir-tommy ranks=2 suits=1 piles=1", 2),
    ("sir-tommy ranks=2 suits=2 piles=1", 12),
    ("sir-tommy ranks=2 suits=2 piles=9", 6),
    ("sir-tommy ranks=2 suits=4 piles=2", 10),
    ("sir-tommy ranks=3 suits=1 piles=2", 6),
    ("sir-tommy ranks=3 suits=2 piles=2", 40),
    ("sir-tommy ranks=3 suits=2 piles=3", 25),
    ("sir-tommy ranks=3 suits=3 piles=2", 25),
    ("sir-tommy ranks=3 suits=4 piles=1", 25),
    ("sir-tommy ranks=4 suits=1 piles=4", 15),
    ("sir-tommy ranks=4 suits=2 piles=2", 40),
    ("sir-tommy ranks=4 suits=3 piles=1", 25),
    ("sir-tommy ranks=5 suits=1 piles=3", 20),
    ("sir-tommy ranks=5 suits=2 piles=1", 30),
    ("sir-tommy ranks=5 suits=2 piles=2", 8),
    ("sir-tommy ranks=6 suits=1 piles=2", 20),
    ("sir-tommy-optional ranks=2 suits=1 piles=1", 2),
    ("sir-tommy-optional ranks=2 suits=2 piles=1", 12),
    ("sir-tommy-optional ranks=2 suits=2 piles=2", 12),
    ("sir-tommy-optional ranks=2 suits=3 piles=1", 12),
    ("sir-tommy-optional ranks=3 suits=1 piles=3", 6),
    ("sir-tommy-optional ranks=3 suits=2 piles=1", 25),
    ("sir-tommy-optional ranks=3 suits=2 piles=2", 6),
    ("sir-tommy-optional ranks=4 suits=1 piles=2", 15),
    ("sir-tommy-optional ranks=4 suits=2 piles=1", 20),
    ("sir-tommy-optional ranks=5 suits=1 piles=2", 12),
    ("calculation ranks=2 suits=1 piles=2", 2),
    ("calculation ranks=3 suits=2 piles=1", 12),
    ("calculation ranks=5 suits=1 piles=2", 15),
    ("calculation ranks=5 suits=2 piles=1", 20),
    ("calculation ranks=5 suits=2 piles=2 forced=true", 15),
    ("calculation ranks=5 suits=3 piles=1 forced=true", 15),
    ("calculation ranks=5 suits=4 piles=1 forced=true", 8),
    ("calculation ranks=7 suits=1 piles=1", 15),
    ("calculation ranks=7 suits=2 piles=1", 12),
    ("calculation ranks=7 suits=2 piles=2 forced=true", 3),
)
"""Decks small enough to walk through every sequence of moves, and how many of each."""

LARGER = (
    ("sir-tommy ranks=4 suits=3 piles=2", 6),
    ("sir-tommy ranks=4 suits=4 piles=2", 3),
    ("sir-tommy ranks=6 suits=2 piles=2", 3),
    ("sir-tommy ranks=13 suits=1 piles=1", 10),
    ("sir-tommy-optional ranks=3 suits=3 piles=2", 2),
    ("sir-tommy-optional ranks=4 suits=2 piles=2", 3),
    ("calculation ranks=5 suits=2 piles=2", 3),
    ("calculation ranks=5 suits=4 piles=1", 1),
    ("calculation ranks=7 suits=3 piles=1 forced=true", 4),
)
"""Decks whose positions are walked through once each, piles that have changed places as one."""


def engine_ends(state: State) -> set[State]:
    """Return every position in which play from here can end, by the engine."""
    seen = {(position(state), len(state.stock))}
    agenda, found = [state], set()
    while agenda:
        here = agenda.pop()
        moves = legal_moves(here)
        assert here.over == (not moves)
        if not moves:
            found.add(here)
        for move in moves:
            after = play(here, move)
            name = (position(after), len(after.stock))
            if name not in seen:
                seen.add(name)
                agenda.append(after)
    return found


def engine_wins(deal: Deal) -> bool:
    """Return whether the engine's search wins a deal whose order it knows."""
    return any(end.won for end in engine_ends(start(deal)))


def judge_wins(deal: Deal) -> bool:
    """Return whether the judge's search wins a deal whose order it knows."""
    game = game_of(deal.rules)
    return bruteforce.winnable(game, bruteforce.start(game, order_of(deal)))


def compare(deal: Deal) -> None:
    """Check every sequence of moves of a deal; a failure prints the split by first move."""
    game = game_of(deal.rules)
    state, spot = start(deal), bruteforce.start(game, order_of(deal))
    ours, judged = layers(state), bruteforce.layers(game, spot)
    for depth, (here, there) in enumerate(zip(ours, judged, strict=True)):
        positions: Counter[bruteforce.Spot] = Counter()
        for one, count in here.items():
            positions[spot_of(one)] += count
        if positions != there:
            pytest.fail(
                f"{deal.rules}, deal {deal}, depth {depth}, sequences by first move:\n"
                f"engine {split(state, depth)}\njudge  {bruteforce.split(game, spot, depth)}"
            )
    final = {one for layer in ours for one in layer if one.over}
    assert final == {one for layer in ours for one in layer if not legal_moves(one)}
    assert {bruteforce.unordered(game, spot_of(one)) for one in final} == bruteforce.ends(
        game, spot
    )
    assert any(one.won for one in final) == bruteforce.winnable(game, spot)


@pytest.mark.parametrize(("words", "deals"), WHOLE)
def test_every_sequence_of_moves(words: str, deals: int) -> None:
    """Engine and judge meet the same positions after d moves, as often, for every d."""
    rules = parse_rules(words)
    for number in range(deals):
        compare(numbered_deal(rules, number))


def test_hundreds_of_decks_are_walked_through() -> None:
    """The table above holds hundreds of decks, of all three games."""
    assert sum(deals for _, deals in WHOLE) >= 500
    for name in ("sir-tommy ", "sir-tommy-optional ", "calculation ranks=5", "calculation ranks=7"):
        assert sum(deals for words, deals in WHOLE if words.startswith(name)) > 10


@pytest.mark.parametrize(("words", "deals"), LARGER)
def test_the_ends_of_larger_decks(words: str, deals: int) -> None:
    """Engine and judge reach the same final positions, and so agree on what can be won."""
    rules = parse_rules(words)
    game = game_of(rules)
    for number in range(deals):
        deal = numbered_deal(rules, number)
        ours = {bruteforce.unordered(game, spot_of(end)) for end in engine_ends(start(deal))}
        assert ours == bruteforce.ends(game, bruteforce.start(game, order_of(deal)))


def test_the_judge_agrees_with_itself() -> None:
    """The judge counts sequences one by one and by layers of positions, to the same number."""
    for words in ("sir-tommy ranks=4 suits=2 piles=2", "calculation ranks=5 suits=2 piles=2"):
        game = game_of(parse_rules(words))
        spot = bruteforce.start(game, order_of(numbered_deal(parse_rules(words), 3)))
        for depth, layer in enumerate(bruteforce.layers(game, spot, 6)):
            assert layer.total() == bruteforce.sequences(game, spot, depth)
            if depth:
                assert sum(bruteforce.split(game, spot, depth).values()) == layer.total()


HOLD_BACK = "1 3 2 1 1 4 2 2 2 3 3 4 4 3 4 1"
"""Ranks of a deck that can be checked by hand: the first 4 that fits must wait on a pile."""


def hold_back(name: str) -> Deal:
    """Return the deal of `HOLD_BACK`, its suits in the order in which a rank comes up."""
    rules = parse_rules(f"{name} ranks=4 suits=4 piles=2")
    ranks = [*map(int, HOLD_BACK.split())]
    codes = [
        "A234"[rank - 1] + "SHDC"[ranks[:place].count(rank)] for place, rank in enumerate(ranks)
    ]
    return listed_deal(rules, cards(" ".join(codes)))


def test_a_deal_that_only_holding_back_wins() -> None:
    """Where every build is forced this deal cannot be won; holding back a 4 wins it (see below)."""
    assert not engine_wins(hold_back("sir-tommy"))
    assert not judge_wins(hold_back("sir-tommy"))


def line_of(deal: Deal, labels: str) -> State:
    """Return the position after moves given by their labels."""
    state = start(deal)
    for label in labels.split():
        state = play(state, next(m for m in legal_moves(state) if label_of(m) == label))
    return state


def test_holding_back_move_by_move() -> None:
    """The winning line in full: the third 4 waits on pile 2, under a 3, until all else is up."""
    deal = hold_back("sir-tommy-optional")
    before = line_of(deal, "^ /1 ^ ^ ^ /2 ^ 1^ 2^ ^ /1 ^ ^ ^")
    assert [len(pile) for pile in before.foundations] == [4, 4, 3, 0]
    assert [str(card) for pile in before.piles for card in pile] == ["2C"]
    assert before.turned is not None
    assert before.turned.rank == 4
    held = line_of(deal, "^ /1 ^ ^ ^ /2 ^ 1^ 2^ ^ /1 ^ ^ ^ /2 /2 ^ ^ 1^ 2^ 2^")
    assert held.won
    game = game_of(deal.rules)
    assert bruteforce.winnable(game, spot_of(before))
    built = play(before, next(m for m in legal_moves(before) if label_of(m) == "^"))
    assert not bruteforce.winnable(game, spot_of(built))


def test_holding_back_matters_now_and_then() -> None:
    """Some small decks are won by optional play and lost by forced play, none the other way."""
    gained = 0
    for number in range(60):
        forced = numbered_deal(parse_rules("sir-tommy ranks=5 suits=2 piles=1"), number)
        free = numbered_deal(parse_rules("sir-tommy-optional ranks=5 suits=2 piles=1"), number)
        assert engine_wins(free) == judge_wins(free)
        assert engine_wins(free) or not engine_wins(forced)
        gained += engine_wins(free) and not engine_wins(forced)
    assert gained


def is_safe(game: bruteforce.Game, spot: bruteforce.Spot, rank: int) -> bool:
    """Return whether building `rank` is safe: an ace, or all cards one lower are up."""
    below = sum(cards.count(rank - 1) for cards in spot.up)
    return bool(bruteforce.takers(game, spot, rank)) and (rank == 1 or below == game.suits)


def built_rank(spot: bruteforce.Spot, label: str) -> int:
    """Return the rank that a move builds; 0 where it lays."""
    if label == "^":
        return spot.hand or 0
    return 0 if label.startswith("/") else spot.heaps[int(label[0]) - 1][-1]


@pytest.mark.parametrize(
    ("words", "deals"),
    [
        ("sir-tommy-optional ranks=3 suits=2 piles=2", 4),
        ("sir-tommy-optional ranks=3 suits=3 piles=1", 4),
        ("sir-tommy-optional ranks=4 suits=2 piles=1", 15),
        ("sir-tommy-optional ranks=5 suits=2 piles=1", 8),
    ],
)
def test_safe_builds_lose_nothing(words: str, deals: int) -> None:
    """An ace, and rank r once all of rank r - 1 are up, may be built at once in optional play."""
    rules = parse_rules(words)
    game = game_of(rules)
    tried = 0
    for number in range(deals):
        won: dict[bruteforce.Spot, bool] = {}

        def wins(spot: bruteforce.Spot, won: dict[bruteforce.Spot, bool]) -> bool:
            name = bruteforce.unordered(game, spot)
            if name not in won:
                further = [after for _, after in bruteforce.moves(game, name)]
                values = [wins(after, won) for after in further]
                won[name] = any(values) or bruteforce.won(game, name)
            return won[name]

        wins(bruteforce.start(game, order_of(numbered_deal(rules, number))), won)
        for spot, value in tuple(won.items()):
            for label, after in bruteforce.moves(game, spot):
                rank = built_rank(spot, label)
                if rank and is_safe(game, spot, rank):
                    assert wins(after, won) == value, (spot, label)
                    tried += 1
    assert tried > 100


def test_rules_of_the_judge_are_the_engine_s() -> None:
    """The judge is asked about the very game: sequences of every foundation agree."""
    for words in ("sir-tommy", "sir-tommy-optional", "calculation", "calculation ranks=7 suits=3"):
        rules: Rules = parse_rules(words)
        for foundation in range(rules.suits):
            assert tuple(game_of(rules).climb(foundation)) == rules.sequence(foundation)
