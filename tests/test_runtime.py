"""The Python for the page: complete, the same each time, and plain about what is missing."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from sirtommy.sphinxext.prepare import (
    COPIED,
    ENGINE,
    MADE,
    engine_imports,
    main,
    node_program,
    prepare,
)
from sirtommy.sphinxext.runtime import (
    ENGINE_CODE,
    FOLDER,
    MANIFEST,
    RuntimeMissingError,
    engine_code,
    load,
)

ROOT = Path(__file__).resolve().parents[1]
PYODIDE = ROOT / "node_modules" / "pyodide"


def test_the_manifest_describes_the_files() -> None:
    """Each file has the size and the SHA-256 that the manifest gives it."""
    files = json.loads((FOLDER / MANIFEST).read_text("utf-8"))["files"]
    assert set(files) == {*COPIED, *MADE}
    for name, facts in files.items():
        data = (FOLDER / name).read_bytes()
        assert facts == {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def test_making_it_again_gives_the_same_bytes(tmp_path: Path) -> None:
    """A second preparation, elsewhere, agrees with the first to the last byte."""
    assert prepare(PYODIDE, tmp_path / "again")
    for path in FOLDER.iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes(), path.name


def test_the_engines_code_is_found_by_its_source() -> None:
    """Each module's byte code is there, under the SHA-256 of the source as it is now."""
    code = engine_code()
    for path in ENGINE.glob("*.py"):
        assert hashlib.sha256(path.read_bytes()).hexdigest() in code, f"{path}: make setup"


def test_after_a_change_of_the_engine_only_its_code_is_made_anew(tmp_path: Path) -> None:
    """The prepared Python makes the same code as the package's own did, and nothing else."""
    folder = tmp_path / "copy"
    shutil.copytree(FOLDER, folder)
    (folder / ENGINE_CODE).unlink()
    (folder / "pyodide.asm.wasm.gz").touch()
    before = (folder / "pyodide.asm.wasm.gz").stat().st_mtime_ns
    assert engine_code(folder) == {}
    assert prepare(PYODIDE, folder)
    assert engine_code(folder) == engine_code()
    assert (folder / "pyodide.asm.wasm.gz").stat().st_mtime_ns == before
    assert not prepare(PYODIDE, folder)


def test_it_is_made_once() -> None:
    """With nothing changed there is nothing to do."""
    assert not prepare(PYODIDE)


def test_the_library_is_compiled() -> None:
    """Only .pyc files, undated, whose sources are never looked for."""
    with zipfile.ZipFile(FOLDER / "python_stdlib.zip") as library:
        for entry in library.infolist():
            assert entry.filename.endswith(".pyc")
            assert entry.date_time == (1980, 1, 1, 0, 0, 0)
            assert library.read(entry)[4:8] == b"\x01\0\0\0"


def test_the_engine_starts_on_it() -> None:
    """Pyodide boots from the trimmed library and imports all of the page's engine."""
    done = subprocess.run(
        [node_program(), ROOT / "tests" / "boot.mjs", PYODIDE, FOLDER, ENGINE],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "sirtommy.rules" in done.stdout.split()


def test_engine_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    """From session.py on: inside functions too, and nothing that only the commands need."""
    files = {
        "session": "import json\nfrom sirtommy import cards\nfrom sirtommy.deal import Deal\n",
        "cards": "def f():\n    from collections.abc import Set\n",
        "deal": "import sirtommy.cards, re\n",
        "cli": "import argparse\n",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    assert engine_imports(tmp_path) == ("collections.abc", "json", "re")


def test_without_the_files_it_says_what_to_run(tmp_path: Path) -> None:
    """No folder: the reader is told of `make setup`."""
    with pytest.raises(RuntimeMissingError, match="make setup"):
        load(tmp_path / "nowhere")


def test_a_truncated_file_is_noticed(tmp_path: Path) -> None:
    """A file of another size is named."""
    shutil.copytree(FOLDER, tmp_path / "copy")
    (tmp_path / "copy" / "python_stdlib.zip").write_bytes(b"PK")
    with pytest.raises(RuntimeMissingError, match=r"python_stdlib\.zip is missing or damaged"):
        load(tmp_path / "copy")


def test_without_the_npm_package_the_command_fails_plainly(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit status 1 and one sentence."""
    assert main(["--pyodide", str(tmp_path), "--output", str(tmp_path / "out")]) == 1
    assert "make setup" in capsys.readouterr().err
