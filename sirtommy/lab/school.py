"""A whole training: its stages, its state on disk, and the weights file it ends with."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from sirtommy.errors import SirTommyError
from sirtommy.lab import train_sums
from sirtommy.lab.compiled import Array, Net
from sirtommy.lab.export import weights_text
from sirtommy.lab.tasks import TRAINING
from sirtommy.lab.train import BATCH, CHANCES, fresh, train

SEED = 1
RATE = 0.003
"""The size of Adam's steps until they shrink."""
SLICE = 100
"""Batches between two savings."""
COARSE = 23
"""The largest weight for Calculation: finer ones play no better, and the file is half the size."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Batches `first` to `last` of a course of `of` batches, the last left out.

    The steps keep their size for the first half of a course and shrink to nothing in the second.
    A batch plays the training deals of its own number. Adam starts each stage without memory.
    """

    first: int
    last: int
    of: int
    shaping: float = 0.0
    """The share of the course during which cards up count beside the outcome, less and less."""
    keeps: bool | None = None
    """In Calculation, whether cards that can be built may be kept; None in Sir Tommy."""


SHIPPED: tuple[Stage, ...] = (Stage(0, 31_250, 31_250, 0.015),)
"""The course that made the weights the engine ships with: two million games."""

CALCULATION: tuple[Stage, ...] = (
    Stage(0, 5_000, 7_000, 0.04, keeps=False),
    Stage(5_000, 5_800, 5_800, keeps=True),
)
"""The course that made the weights for Calculation: 371,200 games, nearly all by players who build
whatever can be built, four times as quick as those who keep cards and end the course."""


def short(games: int, *, keeps: bool | None = None) -> tuple[Stage, ...]:
    """Return one whole course of about `games` games."""
    batches = max(1, round(games / BATCH))
    return (Stage(0, batches, batches, 0.2, keeps),)


@dataclass(slots=True)
class Pupil:
    """The state of a training: where it is, the net, and Adam's memory."""

    stage: int
    done: int
    net: Net
    mean: Net
    square: Net
    falls: Array


def begin(seed: int, stages: tuple[Stage, ...]) -> Pupil:
    """Return a pupil who has learned nothing."""
    net = fresh(seed) if stages[0].keeps is None else train_sums.fresh(seed)
    return _rested(0, stages[0].first, net)


def _rested(stage: int, done: int, net: Net) -> Pupil:
    return Pupil(stage, done, net, _blank(net), _blank(net), np.ones(2))


def _blank(net: Net) -> Net:
    weights, bias, out, out_bias = map(np.zeros_like, net)
    return weights, bias, out, out_bias


def learn(
    pupil: Pupil,
    stages: tuple[Stage, ...],
    save: Callable[[Pupil], None] | None = None,
    told: Callable[[str], None] | None = None,
) -> Net:
    """Train to the end of the last stage; return the net."""
    gradient = _blank(pupil.net)
    while pupil.stage < len(stages):
        stage = stages[pupil.stage]
        while pupil.done < stage.last:
            batches = min(SLICE, stage.last - pupil.done)
            lesson = (
                pupil.net,
                gradient,
                pupil.mean,
                pupil.square,
                np.uint64(TRAINING),
                batches,
                pupil.done,
                stage.of,
                RATE,
                stage.shaping,
                CHANCES,
                pupil.falls,
            )
            wins, up, loss, places = (
                train(*lesson) if stage.keeps is None else train_sums.train(*lesson, stage.keeps)
            )
            pupil.done += batches
            if told:
                games = batches * BATCH
                told(
                    f"stage {pupil.stage + 1}, batch {pupil.done} of {stage.last}: "
                    f"{wins / games:.1%} won, {up / games:.2f} cards up, loss {loss / places:.4f}"
                )
            if save:
                save(pupil)
        following = pupil.stage + 1
        first = stages[following].first if following < len(stages) else 0
        pupil = _rested(following, first, pupil.net)
    return pupil.net


PARTS = ("weights", "bias", "out", "out_bias")


def save_to(path: Path, seed: int, stages: tuple[Stage, ...]) -> Callable[[Pupil], None]:
    """Return a function that keeps a pupil in `path`, whole or not at all."""

    def save(pupil: Pupil) -> None:
        arrays = {
            "made": np.array(described(seed, stages)),
            "falls": pupil.falls,
            "at": np.array([pupil.stage, pupil.done]),
        }
        for kind in ("net", "mean", "square"):
            for name, part in zip(PARTS, getattr(pupil, kind), strict=True):
                arrays[f"{kind}_{name}"] = part
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.with_suffix(".part").open("wb") as file:
            np.savez(file, allow_pickle=False, **arrays)
        path.with_suffix(".part").replace(path)

    return save


def resume(path: Path, seed: int, stages: tuple[Stage, ...]) -> Pupil | None:
    """Return the pupil kept in `path`; None where there is none.

    Raises:
        SirTommyError: The file is of another training, or damaged.
    """
    if not path.exists():
        return None
    try:
        with path.open("rb") as file, np.load(file) as data:
            kept: dict[str, Array] = {name: data[name] for name in data.files}
        if str(kept["made"]) != described(seed, stages):
            message = f"{path} is of another training: remove it or name another file"
            raise SirTommyError(message)
        net, mean, square = (_part(kept, kind) for kind in ("net", "mean", "square"))
        stage, done = map(int, kept["at"])
    except (OSError, KeyError, ValueError, BadZipFile) as problem:
        if isinstance(problem, SirTommyError):
            raise
        message = f"{path} is damaged and cannot be resumed: remove it to begin again"
        raise SirTommyError(message) from problem
    return Pupil(stage, done, net, mean, square, kept["falls"])


def _part(kept: dict[str, Array], kind: str) -> Net:
    weights, bias, out, out_bias = (kept[f"{kind}_{name}"] for name in PARTS)
    return weights, bias, out, out_bias


_KEEPS = {None: "", False: ", all built that fits", True: ", cards kept"}


def described(seed: int, stages: tuple[Stage, ...]) -> str:
    """Return how a training is made, in a line."""
    games = sum(stage.last - stage.first for stage in stages) * BATCH
    parts = "; ".join(
        f"batches {stage.first}-{stage.last - 1} of {stage.of}, shaping {stage.shaping:g}"
        f"{_KEEPS[stage.keeps]}"
        for stage in stages
    )
    last = TRAINING + BATCH * max(stage.last for stage in stages) - 1
    return (
        f"self-play of {games} games on deals from {TRAINING} to {last}, seed {seed}, "
        f"Adam with steps of {RATE:g}, batches of {BATCH} games: {parts}"
    )


def weights_file(net: Net, seed: int, stages: tuple[Stage, ...]) -> str:
    """Return the text of the weights file for a trained net."""
    if stages[0].keeps is None:
        return weights_text(net, described(seed, stages))
    return weights_text(net, described(seed, stages), "calculation", COARSE)
