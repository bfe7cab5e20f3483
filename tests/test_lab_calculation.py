"""Tests of the laboratory's Calculation: it plays what the engine plays, and trains alike."""

import json
from hashlib import sha256
from itertools import pairwise

import numpy as np
import pytest

from sirtommy import turns as engine
from sirtommy.at_once import AtOnce
from sirtommy.deal import numbered_deal
from sirtommy.kernel import finish, table_of
from sirtommy.lab import nets, school, sums, tasks, train_sums, turns
from sirtommy.lab.tasks import TRAINING, Task
from sirtommy.rules import Rules, parse_rules
from sirtommy.state import seen, start
from sirtommy.value_calculation import Position, position_of
from sirtommy.weights import read_weights

NET, CHANCES = nets.load(nets.CALCULATION)
GAMES = ("calculation", "calculation ranks=7 suits=3 piles=2", "calculation ranks=5 piles=6")


def piles(s: np.ndarray) -> tuple[tuple[int, ...], ...]:
    """Return the piles of the laboratory's position."""
    found = []
    for number in range(int(s[sums.PILES])):
        first = sums.PILE + number * sums.DEPTH
        found.append(tuple(s[first : first + int(s[sums.LENGTH + number])].tolist()))
    return tuple(found)


def beginning(rules: Rules, number: int) -> tuple[np.ndarray, list[int], Position]:
    """Return the start of a deal in the laboratory, its cards, and the start in the engine."""
    s, order = np.empty(sums.SIZE, np.int8), np.empty(52, np.int64)
    cards = sums.start(s, rules.ranks, rules.suits, rules.piles, np.uint64(number), order)
    state = start(numbered_deal(rules, number))
    table = table_of(seen(state))
    ranks = [table.turned, *(card.rank for card in state.stock)]
    assert order[:cards].tolist() == ranks
    table.unseen[table.turned] += 1
    table.turned = 0
    return s, ranks, position_of(table)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("ahead", "deals"), [(False, 12), (True, 2)], ids=["evaluation", "ahead"])
def test_every_turn_is_played_alike(game: str, deals: int, *, ahead: bool) -> None:
    """After every card of sampled deals both have the same piles, and the same evaluation."""
    rules = parse_rules(game)
    rows = np.empty(4096, np.int32)
    best = engine.best_end_ahead if ahead else engine.best_end
    for number in range(1, deals + 1):
        s, order, position = beginning(rules, number)
        for rank in order:
            position = best(position.turned(rank), rank).position
            if ahead:
                turns.step_ahead(s, NET, CHANCES, rank, rows)
            else:
                turns.step(s, NET, rank, turns.HOLD, rows)
            assert piles(s) == position.piles
            assert s[sums.HEIGHT : sums.HEIGHT + rules.suits].tolist() == list(position.heights)
            assert sums.evaluate(s, NET, rows) == position.evaluation()


@pytest.mark.parametrize("rules", [parse_rules(game) for game in GAMES[:2]], ids=str)
def test_players_win_the_same_deals(rules: Rules) -> None:
    """A piece of the laboratory names exactly the deals that the engine's player wins."""
    shape = rules.ranks, rules.suits, rules.piles
    task = Task("evaluation", 1, 24, 0, *shape, calculation=True)
    expected = []
    for number in range(1, 25):
        state = start(numbered_deal(rules, number))
        order = [card.rank for card in state.stock]
        expected.append(finish(table_of(seen(state)), order, AtOnce(ahead=False)))
    assert tasks.play(task) == "".join(str(int(won)) for won in expected)


def test_training_learns_from_the_rows_that_play_adds_up() -> None:
    """The rows written for learning sum up to the evaluation."""
    rows = np.empty(4096, np.int32)
    s, order, _ = beginning(Rules(forced=False, calculation=True), 3)
    reached = train_sums.reachable()
    for rank in order[:-1]:
        turns.step(s, NET, rank, turns.HOLD, rows)
        count = sums.rows_of(s, rows)
        layer = NET[1] + NET[0][rows[:count]].sum(0)
        assert sums.second_layer(s, layer.astype(NET[1].dtype), NET) == sums.evaluate(s, NET, rows)
        sums.rows_of(s, rows)
        assert reached[rows[:count]].all()


def test_training_and_measuring_share_no_deal() -> None:
    """Training plays deals from 2^63 up, each once."""
    spans = [range(stage.first, stage.last) for stage in school.CALCULATION]
    assert spans[0].start == 0
    assert all(one.stop <= two.start for one, two in pairwise(spans))
    assert (spans[-1].stop + 1) * 64 < TRAINING


CHECKSUM = "47f27b1c113e621d82664ba05e621303abf2b879a6d1af6a90f5eb8616d8648d"


@pytest.mark.slow
def test_a_training_run_gives_the_same_weights_every_time() -> None:
    """A short course from the seed gives weights of a fixed checksum."""
    stages = (school.Stage(0, 30, 40, 0.2, keeps=False), school.Stage(30, 40, 40, keeps=True))
    net = school.learn(school.begin(school.SEED, stages), stages)
    text = school.weights_file(net, school.SEED, stages)
    layers = json.dumps([json.loads(text)[name] for name in ("checksum", "out", "out_bias")])
    assert sha256(layers.encode()).hexdigest() == CHECKSUM


def test_the_shipped_weights_say_how_to_make_them() -> None:
    """The weights file tells the course that `make train` takes."""
    data = read_weights(nets.CALCULATION.read_text(encoding="ascii"), sums.ROWS, sums.HIDDEN)
    assert data["made"] == school.described(school.SEED, school.CALCULATION)
    assert data["rules"] == "calculation"
