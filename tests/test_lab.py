"""Tests of the laboratory: it plays exactly what the engine plays, and trains alike every time."""

import json
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from distributed import LocalCluster

from sirtommy.at_once import AtOnce
from sirtommy.deal import numbered_deal
from sirtommy.deep import BLOCK, LOST, LUCK, SEED_STEP, SURE, TRUST, Deep
from sirtommy.errors import RequestError, SirTommyError
from sirtommy.kernel import Policy, Table, finish, table_of
from sirtommy.lab import ahead, deep, game, nets, play, school, tasks
from sirtommy.lab.__main__ import main
from sirtommy.lab.tasks import TRAINING, Task, run
from sirtommy.players import player
from sirtommy.rules import Rules
from sirtommy.state import seen, start
from sirtommy.value import position_of
from sirtommy.weights import network, read_weights

NET, CHANCES = nets.load()
CONF = (BLOCK, LUCK, LOST, SURE, TRUST)


def ranks_of(rules: Rules, number: int) -> tuple[Table, list[int]]:
    """Return the table at the start of a deal and the ranks still to be turned."""
    state = start(numbered_deal(rules, number))
    return table_of(seen(state)), [card.rank for card in state.stock]


def beginning(rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """Return the laboratory's position before the first card, and its first layer."""
    s, acc = np.empty(game.SIZE, np.int8), np.empty_like(NET[1])
    game.start(s, acc, NET[0], NET[1], rules.ranks, rules.suits, rules.piles)
    return s, acc


def piles(s: np.ndarray) -> list[list[int]]:
    """Return the piles of the laboratory's position."""
    found = []
    for number in range(int(s[game.PILES])):
        first = game.PILE + number * game.DEPTH
        found.append(s[first : first + int(s[game.LENGTH + number])].tolist())
    return found


class Followed:
    """A player whose lays are noted, and whose table is compared at every choice of the engine."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.lays: list[int] = []

    def lay(self, table: Table) -> int:
        """Return the pile, and note it."""
        self.lays.append(self.policy.lay(table))
        return self.lays[-1]

    def build(self, table: Table, moves: list[int]) -> int:
        """Return the build."""
        return self.policy.build(table, moves)


SHAPES = (Rules(), Rules(ranks=6, suits=3, piles=3), Rules(piles=6))


@pytest.mark.parametrize("rules", SHAPES, ids=str)
def test_the_evaluation_is_the_same_to_the_last_digit(rules: Rules) -> None:
    """After every card of sampled deals engine and laboratory say the same integer."""
    tried, best = np.empty_like(NET[1]), np.empty_like(NET[1])
    full = np.empty_like(NET[1])
    compared = 0
    for number in range(1, 16):
        table, order = ranks_of(rules, number)
        s, acc = beginning(rules)
        policy = AtOnce(ahead=False)
        for rank in [table.turned, *order]:
            if not table.turned:
                table.turn(rank)
            play.step(s, acc, NET, rank, tried, best)
            finish_turn(table, policy)
            assert piles(s) == table.piles
            if table.won:
                break
            ours = position_of(table, network()).evaluation()
            assert ours == play.evaluate(s, acc, NET, full)
            compared += 1
    assert compared > 100


def finish_turn(table: Table, policy: Policy) -> None:
    """Play the turned card and all that has to follow."""
    while table.waits():
        builds = table.builds()
        if not builds:
            table.play(policy.lay(table))
        else:
            table.play(builds[0] if len(builds) == 1 else policy.build(table, builds))


def test_a_first_layer_kept_up_to_date_is_the_one_made_anew() -> None:
    """The rows that training learns from are those that play adds up."""
    s, acc = beginning(Rules())
    again, tried, best = np.empty_like(acc), np.empty_like(acc), np.empty_like(acc)
    order = np.empty(52, np.int64)
    for number in range(20):
        game.deal(np.uint64(number), 13, 4, order)
        game.start(s, acc, NET[0], NET[1], 13, 4, 4)
        for rank in order:
            play.step(s, acc, NET, int(rank), tried, best)
            game.refresh(s, again, NET[0], NET[1])
            assert (again == acc).all()


@pytest.mark.parametrize("rules", SHAPES, ids=str)
def test_at_once_decides_alike(rules: Rules) -> None:
    """Every lay and every result of the player who answers at once is the same in both."""
    for number in range(1, 13):
        table, order = ranks_of(rules, number)
        followed = Followed(AtOnce())
        s, acc = beginning(rules)
        lays = [
            pile
            for rank in [table.turned, *order]
            if (pile := ahead.step_ahead(s, acc, NET, CHANCES, rank)) >= 0
        ]
        won = finish(table, order, followed)
        assert followed.lays == lays
        assert won == bool(game.won(s))


@pytest.mark.parametrize("rules", SHAPES, ids=str)
def test_deep_decides_alike(rules: Rules) -> None:
    """Every position that the player who plays on leaves behind is the same in both."""
    room = (
        np.empty((64, game.SIZE), np.int8),
        np.empty((64, NET[1].size), NET[1].dtype),
        np.empty(64, np.int64),
    )
    spent = np.zeros(2, np.int64)
    for number in (1, 2, 3):
        table, order = ranks_of(rules, number)
        policy = Deep(number, 20)
        s, acc = beginning(rules)
        for rank in [table.turned, *order]:
            if not table.turned:
                table.turn(rank)
            first = np.uint64(number * SEED_STEP)
            deep.step_deep(s, acc, NET, CHANCES, rank, first, 20, CONF, room, spent)
            finish_turn(table, policy)
            assert piles(s) == table.piles
            if table.won:
                break


@pytest.mark.parametrize(
    ("name", "budget", "deals"),
    [("random", 0, 150), ("shortest", 0, 150), ("least-burying", 0, 150), ("at-once", 0, 12)],
)
def test_players_win_the_same_deals(name: str, budget: int, deals: int) -> None:
    """A piece of the laboratory names exactly the deals that the engine's player wins."""
    # Small decks are won often enough by everybody for the comparison to bite.
    for rules in (Rules(), Rules(ranks=5, suits=3, piles=3)):
        task = Task(name, 1, deals, budget, rules.ranks, rules.suits, rules.piles)
        expected = []
        for number in range(1, deals + 1):
            table, order = ranks_of(rules, number)
            expected.append(finish(table, order, player(name, number)))
        assert tasks.play(task) == "".join(str(int(won)) for won in expected)


@pytest.fixture
def threads() -> Iterator[Executor]:
    """Give two threads to play pieces on."""
    with ThreadPoolExecutor(2) as pool:
        yield pool


def test_a_split_answer_is_the_whole_answer(threads: Executor, tmp_path: Path) -> None:
    """Cut anywhere, played by anyone, kept on disk or not: the same deals are won."""
    whole = Task("least-burying", 49_000, 101_000)
    straight = tasks.play(whole)
    assert len(whole.pieces()) == 3
    assert run(whole, threads, tmp_path) == straight
    assert run(replace(whole, first=49_500), threads, tmp_path) == straight[500:]


def test_a_stopped_run_goes_on_where_it_was(threads: Executor, tmp_path: Path) -> None:
    """Pieces found on disk are not played again; damaged ones are."""
    task = Task("shortest", 0, 149_999)
    straight = run(task, threads, tmp_path)
    kept = sorted(tmp_path.iterdir())
    assert len(kept) == 3
    times = [path.stat().st_mtime_ns for path in kept[1:]]
    kept[0].write_text("{", encoding="ascii")
    assert run(task, threads, tmp_path) == straight
    assert [path.stat().st_mtime_ns for path in kept[1:]] == times
    assert json.loads(kept[0].read_text(encoding="ascii"))["won"] in straight


@pytest.mark.slow
def test_a_dask_cluster_gives_the_same_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A scheduler with two workers wins the same deals as this machine does."""
    words = "play --policy shortest --deals 0-120000 --json --processes 1 --store"
    assert main([*words.split(), str(tmp_path / "here")]) == 0
    here = capsys.readouterr().out
    quiet = {"silence_logs": 50, "dashboard_address": None}
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=False, **quiet)  # type: ignore[no-untyped-call]
    with cluster:
        there = [*words.split(), str(tmp_path / "there"), "--dask", cluster.scheduler_address]
        assert main(there) == 0
    assert capsys.readouterr().out == here
    names = [
        sorted(path.name for path in (tmp_path / place).iterdir()) for place in ("here", "there")
    ]
    assert names[0] == names[1]


def test_training_and_measuring_share_no_deal() -> None:
    """Training plays deals from 2^63 up, each once; measuring refuses them."""
    played: list[range] = []
    for stages in (school.SHIPPED, school.short(10_000)):
        spans = [range(stage.first, stage.last) for stage in stages]
        assert all(span.start >= 0 for span in spans)
        assert all(one.stop <= two.start for one, two in pairwise(spans))
        played += spans
    assert all((span.stop + 1) * 64 < TRAINING for span in played)  # so no number wraps round
    with pytest.raises(RequestError, match="for training"):
        Task("at-once", TRAINING, TRAINING).check()


CHECKSUM = "5dd19b39209a04047e7e5681dd0571468a107c0a861968d94a3838de925109e9"


@pytest.mark.slow
def test_a_training_run_gives_the_same_weights_every_time(tmp_path: Path) -> None:
    """10,000 games from the seed give a weights file of a fixed checksum, interrupted or not."""
    stages = school.short(10_000)
    assert sum(stage.last - stage.first for stage in stages) * 64 in range(9_968, 10_033)
    state = tmp_path / "state.npz"
    keep = school.save_to(state, school.SEED, stages)
    saved = []

    class StopError(Exception):
        """Somebody pressed Ctrl-C."""

    def save_and_stop(pupil: school.Pupil) -> None:
        keep(pupil)
        saved.append(pupil.done)
        raise StopError

    with pytest.raises(StopError):
        school.learn(school.begin(school.SEED, stages), stages, save_and_stop)
    pupil = school.resume(state, school.SEED, stages)
    assert pupil is not None
    assert pupil.done == saved[0] < stages[0].last
    text = school.weights_file(school.learn(pupil, stages), school.SEED, stages)
    assert read_weights(text)["made"] == school.described(school.SEED, stages)
    layers = json.dumps([json.loads(text)[name] for name in ("checksum", "out", "out_bias")])
    assert sha256(layers.encode()).hexdigest() == CHECKSUM


def test_the_shipped_weights_say_how_to_make_them() -> None:
    """The weights file tells the course that `make train` takes."""
    made = read_weights(nets.WEIGHTS.read_text(encoding="ascii"))["made"]
    assert made == school.described(school.SEED, school.SHIPPED)


def test_a_state_of_another_training_is_refused(tmp_path: Path) -> None:
    """A kept training goes on only as the training it is; a damaged one says so."""
    path = tmp_path / "state.npz"
    one, other = school.short(640), school.short(1_280)
    school.save_to(path, 1, one)(school.begin(1, one))
    assert school.resume(path, 1, one) is not None
    with pytest.raises(SirTommyError, match="another training"):
        school.resume(path, 1, other)
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(SirTommyError, match="damaged"):
        school.resume(path, 1, one)
    assert school.resume(tmp_path / "none.npz", 1, one) is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("play --policy deep --budget 0 --deals 1-2", "out of range"),
        ("play --policy deep --budget -3 --deals 1-2", "out of range"),
        ("play --policy deep --budget 99999999 --deals 1-2", "out of range"),
        ("play --policy random --deals 5-2", "rising"),
        ("play --policy random --deals all", "not a range"),
        ("play --policy random --deals 1-2 --processes 0", "too few"),
        ("play --policy random --deals 1-2 --dask tcp://127.0.0.1:9", "no Dask scheduler"),
    ],
)
def test_bad_words_are_told_in_a_line(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command names what is wrong on one line and exits with 2."""
    assert main(words.split()) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
