"""The order of the engine's modules: each imports the standard library and earlier ones only."""

import ast
import sys
from pathlib import Path

import pytest

LAYERS = (
    "errors",
    "cards",
    "rules",
    "deal",
    "state",
    "run",
    "notation",
    "record",
    "perft",
    "kernel",
    "weights",
    "value",
    "weights_calculation",
    "value_calculation",
    "turns",
    "holding",
    "at_once",
    "policy",
    "facts",
    "hopeless",
    "byhand",
    "deep",
    "players",
    "successors",
    "solver",
    "hint",
    "phrases",
    "scene",
    "builds",
    "objections",
    "lays",
    "verdicts",
    "commentary",
    "simulate",
    "hindsight",
    "judgement",
    "coach",
    "review",
    "asking",
    "drill_head",
    "drill",
    "to_come",
    "board",
    "frames",
    "score",
    "game",
    "branches",
    "playscore",
    "report",
    "request",
    "livetable",
    "hinting",
    "reviewing",
    "session",
    "commands",
    "cli",
    "__main__",
)
"""The engine from left to right; this is the one place where the order stands."""

ENGINE = Path(__file__).parent.parent / "sirtommy"

MODULES = sorted(path.stem for path in ENGINE.glob("*.py") if path.stem != "__init__")


def imports(module: str) -> set[str]:
    """Return all that a module imports, at its top or anywhere inside, by full name."""
    tree = ast.parse((ENGINE / f"{module}.py").read_text("utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by a relative name"
            found.add(node.module or "")
            if node.module == "sirtommy":
                found |= {f"sirtommy.{alias.name}" for alias in node.names}
                found.discard("sirtommy")
    return found


def test_every_module_has_its_place() -> None:
    """A new module is entered into the order, once."""
    assert set(MODULES) <= set(LAYERS)
    assert len(set(LAYERS)) == len(LAYERS)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_the_standard_library_and_earlier_layers(module: str) -> None:
    """Data flows one way, and the engine runs in a page: nothing else is imported."""
    earlier = {f"sirtommy.{name}" for name in LAYERS[: LAYERS.index(module)]}
    for name in imports(module):
        if name.partition(".")[0] == "sirtommy":
            assert name in earlier, f"{module} imports {name}, which is not to its left"
        else:
            assert name.partition(".")[0] in sys.stdlib_module_names, f"{module} imports {name}"


def test_importing_the_package_imports_nothing() -> None:
    """The package itself imports none of its modules, so that each is paid for when used."""
    tree = ast.parse((ENGINE / "__init__.py").read_text("utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
