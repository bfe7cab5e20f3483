"""The Python that runs in the page, as `prepare.py` left it: four files, a manifest, byte code.

They lie in `FOLDER`, which Git ignores and the wheel carries.  `manifest.json` there says

    {"pyodide": "314.0.7",            version of the npm package
     "info": {...},                   what `lockFileContents: {info, packages: {}}` needs to boot
     "folder": "pyodide-314.0.7-…",   name for the folder in a site; changes when a byte does
     "key": "…", "engine": "…",       what files and byte code were made from
     "files": {name: {"bytes": n, "sha256": "…"}}}

`engine-code.zip` holds the engine's modules as that Python's byte code: `SHA256-OF-SOURCE.pyc`.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from pathlib import Path

__all__ = ["FOLDER", "MANIFEST", "Runtime", "RuntimeMissingError", "engine_code", "load"]

FOLDER = Path(__file__).resolve().parent / "runtime-files"
MANIFEST = "manifest.json"
LIBRARY = "python_stdlib.zip"
ENGINE_CODE = "engine-code.zip"


class RuntimeMissingError(Exception):
    """The runtime is not prepared, or cannot be; the text says what to run."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """The prepared files and what a worker must know to boot from them."""

    version: str
    info: dict[str, str]
    site_folder: str
    files: tuple[Path, ...]


def load(folder: Path = FOLDER) -> Runtime:
    """The runtime prepared in `folder`.

    Raises:
        RuntimeMissingError: it is not there, or a file of it is missing or has another size.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except FileNotFoundError:
        raise RuntimeMissingError(
            f"No Pyodide runtime in {folder}: run `make setup`, then build again.",
        ) from None
    for name, facts in manifest["files"].items():
        path = folder / name
        if not path.is_file() or path.stat().st_size != facts["bytes"]:
            raise RuntimeMissingError(f"{path} is missing or damaged: run `make setup`.")
    files = tuple(folder / name for name in sorted(manifest["files"]))
    return Runtime(manifest["pyodide"], manifest["info"], manifest["folder"], files)


def engine_code(folder: Path = FOLDER) -> dict[str, bytes]:
    """Byte code for the page's Python, by the SHA-256 of the source it was compiled from.

    Empty where no runtime is prepared; without the code of a source that has changed since.
    """
    try:
        with zipfile.ZipFile(folder / ENGINE_CODE) as archive:
            return {
                entry.filename.removesuffix(".pyc"): archive.read(entry)
                for entry in archive.infolist()
            }
    except FileNotFoundError:
        return {}
