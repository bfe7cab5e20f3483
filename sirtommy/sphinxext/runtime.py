"""The Python that runs in the page, as `prepare.py` left it: four files and a manifest.

They lie in `FOLDER`, which Git ignores and the wheel carries.  `manifest.json` there says

    {"pyodide": "314.0.7",            version of the npm package
     "info": {...},                   what `lockFileContents: {info, packages: {}}` needs to boot
     "folder": "pyodide-314.0.7-…",   name for the folder in a site; changes when a byte does
     "key": "…",                      what the files were made from; the same key, no new work
     "files": {name: {"bytes": n, "sha256": "…"}}}
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

__all__ = ["FOLDER", "MANIFEST", "Runtime", "RuntimeMissingError", "load"]

FOLDER = Path(__file__).resolve().parent / "runtime-files"
MANIFEST = "manifest.json"


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
