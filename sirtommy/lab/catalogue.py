"""All that the odds page measures: one entry a result."""

from collections.abc import Iterator
from dataclasses import dataclass

from sirtommy.hindsight import POSITIONS
from sirtommy.lab.keys import Spec
from sirtommy.lab.peers import PEERS
from sirtommy.lab.tips import ALL, BASE, READINGS, TIPS, added, alone, removed, within

FORCED, OPTIONAL, CALCULATION = "sir-tommy", "sir-tommy-optional", "calculation"

SIMPLE = {
    "random": Spec(chance=True, build="chance"),
    "shortest": Spec(("length",)),
    "least-burying": BASE,
    "all-tips": ALL,
    **PEERS,
}
"""The players described by keys; the first three are the engine's own."""


WIDEST = 32_768
"""How many positions a level the solver follows at most."""

CUTS = {"evaluation": 1_000, "at-once": 500, "deep": 20}
"""How many deals a piece holds where the laboratory plays; its own pieces are cut alike."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One result: a measure, its rules, its players, its deals from 1 to `last`."""

    name: str
    measure: str
    rules: str
    players: tuple[str | Spec, ...]
    last: int
    piece: int
    words: tuple[str, ...]
    """The players in words, as many as there are; for hindsight none."""
    budget: int | None = None

    @property
    def arguments(self) -> tuple[str | Spec | int, ...]:
        """What the measure is given before the first and last deal."""
        extra = () if self.budget is None or self.players else (self.budget,)
        return (self.rules, *self.players, *extra)


def _simple(name: str, rules: str, last: int, ident: str = "") -> Entry:
    return Entry(ident or name, "wins", rules, (SIMPLE[name],), last, 20_000, (name,))


def _net(name: str, rules: str, last: int, ident: str = "") -> Entry:
    return Entry(
        ident or name, "wins", rules, (name,), last, CUTS[name.split(maxsplit=1)[0]], (name,)
    )


def _ladder() -> Iterator[Entry]:
    yield _simple("always-first", FORCED, 400_000)
    yield _simple("random", FORCED, 1_000_000)
    yield _simple("shortest", FORCED, 400_000)
    for name in ("pysol-hint", "pysol-demo", "kings-pile", "all-tips", "least-burying"):
        yield _simple(name, FORCED, 200_000)
    yield Entry("by-hand", "wins", FORCED, ("by-hand",), 20_000, 500, ("by-hand",))
    yield _net("evaluation", FORCED, 20_000)
    yield _net("at-once", FORCED, 20_000)
    for budget in (64, 128, 512):
        yield _net(f"deep {budget}", FORCED, 1_000, f"deep-{budget}")


def _other_games() -> Iterator[Entry]:
    for name, last in (("random", 400_000), ("shortest", 200_000), ("least-burying", 100_000)):
        yield _simple(name, OPTIONAL, last, f"{name}-optional")
    for name, last in (("random", 400_000), ("shortest", 200_000), ("least-burying", 100_000)):
        yield _simple(name, CALCULATION, last, f"{name}-calculation")
    yield _net("evaluation", CALCULATION, 20_000, "evaluation-calculation")
    yield _net("at-once", CALCULATION, 2_000, "at-once-calculation")
    for piles in (3, 5, 6, 7, 8):
        rules = f"{FORCED} piles={piles}"
        yield _simple("random", rules, 100_000, f"random-{piles}-piles")
        yield _simple("least-burying", rules, 40_000, f"least-burying-{piles}-piles")
        yield _net("at-once", rules, 2_000, f"at-once-{piles}-piles")


def _pair(ident: str, one: Spec, other: Spec, last: int, words: tuple[str, str]) -> Entry:
    return Entry(ident, "pair", FORCED, (one, other), last, 10_000, words)


def _tips() -> Iterator[Entry]:
    for key in READINGS:
        words = (f"{key} alone", "random")
        yield _pair(f"{key}-alone", alone(key), SIMPLE["random"], 40_000, words)
    for key in READINGS:
        if key not in BASE.keys:
            words = (f"{key}, then least burying", "least-burying")
            yield _pair(f"{key}-added", added(key), BASE, 20_000, words)
            words = (f"least burying, then {key}", "least-burying")
            yield _pair(f"{key}-within", within(key), BASE, 20_000, words)
    for tip in TIPS:
        words = (f"all tips but {tip}", "all-tips")
        yield _pair(f"{tip}-removed", removed(tip), ALL, 20_000, words)
    without = Spec(("fit",))
    yield _pair("buries-removed", without, BASE, 20_000, ("tightest fit alone", "least-burying"))


def _choices() -> Iterator[Entry]:
    for name in ("random", "shortest", "pysol-hint", "pysol-demo", "kings-pile", "least-burying"):
        yield Entry(f"{name}-runs", "runs", FORCED, (SIMPLE[name],), 20_000, 10_000, (name,))
    yield Entry("at-once-runs", "runs", FORCED, ("at-once",), 2_000, 500, ("at-once",))


def _hindsight() -> Iterator[Entry]:
    for rules, ident in ((FORCED, "hindsight"), (OPTIONAL, "hindsight-optional")):
        yield Entry(ident, "hindsight", rules, (), 1_000, 50, (), budget=WIDEST)
    # As many positions as a review in the page looks at for each point of a game.
    yield Entry("hindsight-page", "hindsight-engine", FORCED, (), 1_000, 50, (), budget=POSITIONS)


def _calibration() -> Iterator[Entry]:
    for name, last, piece in (
        ("evaluation", 5_000, 500),
        ("at-once", 2_000, 500),
        ("hint", 200, 20),
    ):
        yield Entry(f"{name}-calibration", "calibration", FORCED, (name,), last, piece, (name,))


ENTRIES = {
    entry.name: entry
    for part in (_ladder, _other_games, _tips, _choices, _calibration, _hindsight)
    for entry in part()
}
"""Every result by name, the quick ones first."""
