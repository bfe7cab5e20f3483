"""The README's session runs, and its test command is the one that continuous integration runs."""

import doctest
from pathlib import Path


def test_the_session_runs() -> None:
    """Every example prints what the README says."""
    failures, tried = doctest.testfile("../README.md")

    assert failures == 0
    assert tried > 3


def test_ci_runs_the_test_command() -> None:
    """`.ci/run` does nothing that the README does not say."""
    script = Path(".ci/run").read_text("utf-8")
    steps = [line for line in script.splitlines() if line and not line.startswith("#")]

    assert steps == ['cd "$(dirname "$0")/.." && exec make test']
    assert "\nmake test " in Path("README.md").read_text("utf-8")
