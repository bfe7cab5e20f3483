"""Prepare the Python that runs in the page: `python -m sirtommy.sphinxext.prepare`.

The npm package `pyodide` boots in a module worker from four files.
They are taken as they are, but for two:

`python_stdlib.zip`
    The package ships the standard library as source, and compiling it is three quarters of a start.
    Ours holds compiled modules, and of those only what a start imports, what the engine imports,
    and `SPARE`, what those import later, when something happens.
    The package's own Python compiles them, so that the byte code fits; docstrings are left out.
    Modules carry a hash of their source in place of a date, and it is never checked.
`pyodide.asm.wasm.gz`
    The worker inflates it. A start then takes the same bytes from a host that compresses nothing,
    and no host's idea of the type of a `.wasm` file matters.

The same input gives the same bytes, on any machine.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sirtommy.sphinxext.runtime import FOLDER, MANIFEST, RuntimeMissingError, load

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["engine_imports", "node_program", "prepare"]

PACKAGE = Path(__file__).resolve().parent
ENGINE = PACKAGE.parent

PAGE_ENTRY = "session"

COPIED = ("pyodide.mjs", "pyodide.asm.mjs")
MADE = ("python_stdlib.zip", "pyodide.asm.wasm.gz")

SPARE = (
    "_ast_unparse",  # annotations given as text
    "dataclasses",
    "difflib",  # suggestions in a traceback
    "encodings.ascii",
    "encodings.cp437",  # names in a zip file
    "encodings.latin_1",
    "enum",
    "functools",
    "hashlib",
    "heapq",
    "importlib.metadata",  # importlib.invalidate_caches()
    "importlib.readers",  # data files in a package that is a zip file
    "importlib.resources",
    "itertools",
    "json",
    "re",
    "traceback",
)


def engine_imports(engine: Path = ENGINE) -> tuple[str, ...]:
    """The standard modules that the page's engine imports, anywhere in its files, sorted.

    The page's engine is `session.py` and what that imports of the files beside it.
    """
    standard: set[str] = set()
    waiting, seen = [PAGE_ENTRY], set[str]()
    while waiting:
        if (module := waiting.pop()) in seen:
            continue
        seen.add(module)
        path = engine / f"{module}.py"
        for name in _imported(ast.parse(path.read_bytes(), path)):
            package, _, rest = name.partition(".")
            if package != ENGINE.name:
                standard.add(name)
            elif (engine / f"{rest}.py").is_file():
                waiting.append(rest)
    return tuple(sorted(standard))


def node_program() -> str:
    """The path of Node.js: the environment's own, else the system's."""
    own = Path(sys.executable).with_name("node")
    found = str(own) if own.is_file() else shutil.which("node")
    if found is None:
        raise RuntimeMissingError("There is no Node.js here: run `make setup`, which installs it.")
    return found


def prepare(pyodide: Path, folder: Path = FOLDER) -> bool:
    """Prepare `folder` from the npm package in `pyodide`; False when it was up to date.

    Raises:
        RuntimeMissingError: there is no package there, no Node.js, or Node.js failed.
    """
    if not (pyodide / "pyodide.asm.wasm").is_file():
        raise RuntimeMissingError(f"No npm package in {pyodide}: run `make setup`.")
    version = json.loads((pyodide / "package.json").read_text("utf-8"))["version"]
    request = json.dumps({"imports": sorted({*SPARE, *engine_imports()})})
    key = _digest(
        *(path.read_bytes() for path in sorted(PACKAGE.glob("prepare*.*"))),
        *((pyodide / name).read_bytes() for name in (*COPIED, "pyodide-lock.json")),
        request.encode(),
    )
    if _prepared_from(folder) == key:
        return False
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".runtime-") as scratch:
        made = Path(scratch)
        _run_node(pyodide, made, request)
        for name in COPIED:
            shutil.copyfile(pyodide / name, made / name)
        contents = {name: (made / name).read_bytes() for name in sorted((*COPIED, *MADE))}
        lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
        manifest: dict[str, Any] = {
            "pyodide": version,
            "info": lock["info"],
            "folder": f"pyodide-{version}-{_digest(*contents.values())[:8]}",
            "key": key,
            "files": {
                name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                for name, data in contents.items()
            },
        }
        (made / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        # The manifest goes last: a folder without it was not finished.
        for name in (*contents, MANIFEST):
            (made / name).replace(folder / name)
    return True


def main(arguments: list[str] | None = None) -> int:
    """The command; 1 with a sentence on stderr when it cannot be done."""
    parser = argparse.ArgumentParser(
        prog="python -m sirtommy.sphinxext.prepare",
        description="Prepare the Python that runs in the page.",
    )
    parser.add_argument(
        "--pyodide",
        type=Path,
        default=ENGINE.parent / "node_modules" / "pyodide",
        help="the unpacked npm package (node_modules/pyodide)",
    )
    parser.add_argument("--output", type=Path, default=FOLDER, help="where to (%(default)s)")
    options = parser.parse_args(arguments)
    try:
        if prepare(options.pyodide, options.output):
            runtime = load(options.output)
            size = sum(path.stat().st_size for path in runtime.files) / 1e6
            print(f"Prepared Pyodide {runtime.version} for the page: {size:.1f} MB")
    except RuntimeMissingError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _imported(tree: ast.Module) -> Iterator[str]:
    """Dotted names of modules, and of what may be one: `from a import b` gives a and a.b."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            if node.module == ENGINE.name:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _prepared_from(folder: Path) -> str | None:
    try:
        load(folder)
    except RuntimeMissingError:
        return None
    return str(json.loads((folder / MANIFEST).read_text("utf-8"))["key"])


def _run_node(pyodide: Path, made: Path, request: str) -> None:
    command = [node_program(), str(PACKAGE / "prepare.mjs"), str(pyodide), str(made)]
    done = subprocess.run(command, input=request, text=True, capture_output=True, check=False)
    if done.returncode:
        # Pyodide's script is one line of a megabyte, and Node.js quotes it.
        said = [line for line in (done.stderr or done.stdout).splitlines() if len(line) < 500]
        raise RuntimeMissingError("\n".join(["Node.js could not prepare the runtime:", *said]))


def _digest(*parts: bytes) -> str:
    """One SHA-256 of all parts and of where each ends."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


if __name__ == "__main__":
    sys.exit(main())
