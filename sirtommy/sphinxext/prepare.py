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

Beside them goes `ENGINE_CODE`, the engine's own modules, compiled the same way but with nothing
left out, each under the SHA-256 of its source: a build ships those whose source is unchanged.
After a change of the engine this alone is made anew, by the prepared Python, which starts fast.

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

from sirtommy.sphinxext.runtime import (
    ENGINE_CODE,
    FOLDER,
    LIBRARY,
    MANIFEST,
    RuntimeMissingError,
    load,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["engine_imports", "node_program", "prepare"]

PACKAGE = Path(__file__).resolve().parent
ENGINE = PACKAGE.parent

PAGE_ENTRY = "session"

COPIED = ("pyodide.mjs", "pyodide.asm.mjs")
MADE = (LIBRARY, "pyodide.asm.wasm.gz")

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
    imports = sorted({*SPARE, *engine_imports()})
    sources = {
        hashlib.sha256(data).hexdigest(): (path.name, data.decode("utf-8"))
        for path in sorted(ENGINE.glob("*.py"))
        for data in [path.read_bytes()]
    }
    key = _digest(
        *(path.read_bytes() for path in sorted(PACKAGE.glob("prepare*.*"))),
        *((pyodide / name).read_bytes() for name in (*COPIED, "pyodide-lock.json")),
        *(name.encode() for name in imports),
    )
    engine_key = _digest(key.encode(), *(name.encode() for name in sources))
    before = _manifest(folder)
    request: dict[str, Any] = {"engine": sources}
    if before["key"] != key:
        request["imports"] = imports
    elif before["engine"] != engine_key:
        request["library"] = str(folder / LIBRARY)
    else:
        return False
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".runtime-") as scratch:
        made = Path(scratch)
        _run_node(pyodide, made, json.dumps(request))
        if "imports" in request:
            for name in COPIED:
                shutil.copyfile(pyodide / name, made / name)
            manifest = {**_described(made, pyodide), "key": key, "engine": engine_key}
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
        else:
            manifest = {**before, "engine": engine_key}
        (made / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
        # The manifest goes last: a folder without it was not finished.
        for path in sorted(made.iterdir(), key=lambda path: path.name == MANIFEST):
            path.replace(folder / path.name)
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
            print(f"Pyodide {runtime.version} is ready for the page: {size:.1f} MB")
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


def _manifest(folder: Path) -> dict[str, Any]:
    """What the folder's manifest says; two empty keys where something is missing."""
    try:
        load(folder)
    except RuntimeMissingError:
        return {"key": "", "engine": ""}
    manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text("utf-8"))
    return manifest if (folder / ENGINE_CODE).is_file() else {**manifest, "engine": ""}


def _described(made: Path, pyodide: Path) -> dict[str, Any]:
    """The manifest of the files in `made`, but for its keys."""
    version = json.loads((pyodide / "package.json").read_text("utf-8"))["version"]
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    contents = {name: (made / name).read_bytes() for name in sorted((*COPIED, *MADE))}
    return {
        "pyodide": version,
        "info": lock["info"],
        "folder": f"pyodide-{version}-{_digest(*contents.values())[:8]}",
        "files": {
            name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in contents.items()
        },
    }


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
