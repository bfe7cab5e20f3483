"""The five tips of the common account, each in at least two fair readings, as keys.

A tip is tried in three ways, each as a difference on the same deals:
`alone` against laying at random (the tip decides, chance breaks ties); `added` before and `within`
least burying; `removed` from a player who follows the first reading of all five.
"""

from dataclasses import replace

from sirtommy.lab.keys import Spec

TIPS = {
    "anticipate": ("wanted-top", "soonest"),
    "bury": ("buries", "any-lower", "high-over-lower"),
    "spread": ("overgrown", "length", "opens"),
    "sacrifice": ("sacrifice", "high-apart"),
    "cluster": ("cluster", "band"),
}
"""The keys of each tip, the fairest reading first."""

READINGS = {key: tip for tip, keys in TIPS.items() for key in keys}

BASE = Spec(("buries", "fit"))
"""Least burying, as `sirtommy.policy` has it."""

ALL = Spec(("buries", "wanted-top", "sacrifice", "overgrown", "cluster"))
"""All five tips: burying first, since with another before it they win less, and the one that
leaves the fewest piles equal last, so that each has a say."""


def alone(key: str) -> Spec:
    """Return the player who knows this tip and nothing else."""
    return Spec((key,), chance=True, build="chance")


def added(key: str) -> Spec:
    """Return least burying with the tip before all else."""
    return replace(BASE, keys=(key, *BASE.keys))


def within(key: str) -> Spec:
    """Return least burying with the tip where burying leaves piles equal."""
    return replace(BASE, keys=("buries", key, "fit"))


def removed(tip: str) -> Spec:
    """Return the player of all five without one."""
    return replace(ALL, keys=tuple(key for key in ALL.keys if READINGS[key] != tip))
