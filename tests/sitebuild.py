"""Build the site for the tests, once for each state of its sources: `python -m tests.sitebuild`.

Warnings are errors and references nitpicky, as everywhere.
Every worker of a parallel run, and the next run while nothing changed, takes the same folder.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sirtommy.sphinxext.runtime import FOLDER, MANIFEST, RuntimeMissingError, load

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
BUILDS = ROOT / "build" / "tests"
SOURCES = (
    "conf.py",
    "index.md",
    "docs",
    "tutorials",
    "sirtommy",
    "tests/data",
    "requirements-site.txt",
)
KEPT_S = 3600


class SiteBuildError(Exception):
    """Sphinx refused; the text is what it said."""


def built_site() -> Path:
    """The folder of the site, built from the sources as they are now.

    Raises:
        RuntimeMissingError: the Python for the page is not prepared.
        SiteBuildError: Sphinx failed or warned.
    """
    load()
    with _locked(BUILDS):
        folder = BUILDS / _state()
        if not (folder / "done").is_file():
            _forget_old_builds()
            shutil.rmtree(folder, ignore_errors=True)
            _build(folder)
            (folder / "done").touch()
        return folder / "html"


def sphinx_build(output: Path, *options: str, builder: str = "html", source: Path = ROOT) -> None:
    """Run Sphinx as strictly as the project does, with its working files beside `output`.

    Raises:
        SiteBuildError: Sphinx failed or warned.
    """
    strict = ("-W", "--keep-going", "-n", "-q", "-j", "2", "-d", f"{output}.doctrees")
    command = [sys.executable, "-m", "sphinx", *strict, "-b", builder, *options]
    command += [str(source), str(output)]
    environment = {key: value for key, value in os.environ.items() if key != "SITE_URL"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise SiteBuildError(f"The {builder} build failed:\n{done.stdout}{done.stderr}".rstrip())


def _build(folder: Path) -> None:
    sphinx_build(folder / "html")


def _state() -> str:
    """A name for the sources as they are now."""
    digest = hashlib.sha256()
    files = [path for name in SOURCES for path in _files(ROOT / name)]
    for path in (*files, FOLDER / MANIFEST):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT)} {len(data)}\n".encode() + data)
    return digest.hexdigest()[:12]


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return sorted(
        file
        for file in path.rglob("*")
        if file.is_file() and not {"__pycache__", FOLDER.name} & set(file.parts)
    )


def _forget_old_builds() -> None:
    for folder in BUILDS.iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > KEPT_S:
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Only one process at a time; the others wait."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> int:
    """Build, and say where; 1 with what Sphinx said on stderr."""
    try:
        print(f"The site for the tests: {built_site().relative_to(ROOT)}")
    except (RuntimeMissingError, SiteBuildError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
