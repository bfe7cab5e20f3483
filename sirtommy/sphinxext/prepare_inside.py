"""The part of preparing the runtime that runs inside Pyodide: compile, trim and compress.

Reads `/request.json` and `/wasm`, writes `/python_stdlib.zip` and `/pyodide.asm.wasm.gz`,
all in Pyodide's own file system.  What is kept, and why, is told in prepare.py.
"""

import gzip
import importlib
import importlib.util
import json
import marshal
import sys
import zipfile
from pathlib import Path

LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
FIRST_DATE_OF_ZIP = (1980, 1, 1, 0, 0, 0)
HASH_BASED_UNCHECKED = (1).to_bytes(4, "little")


def module_name(path: str) -> str:
    """The module's dotted name, from its path in the library's archive."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def compiled(path: str, source: bytes) -> bytes:
    """A .pyc that is never compared with its source: no date, no docstrings, no asserts."""
    code = compile(source, f"{LIBRARY}/{path}", "exec", dont_inherit=True, optimize=2)
    hashed = importlib.util.source_hash(source)
    return importlib.util.MAGIC_NUMBER + HASH_BASED_UNCHECKED + hashed + marshal.dumps(code)


def main() -> None:
    """Write both files."""
    for name in json.loads(Path("/request.json").read_text("utf-8"))["imports"]:
        importlib.import_module(name)
    with (
        zipfile.ZipFile(LIBRARY) as library,
        zipfile.ZipFile("/python_stdlib.zip", "w") as trimmed,
    ):
        for path in sorted(library.namelist()):
            if path.endswith(".py") and module_name(path) in sys.modules:
                entry = zipfile.ZipInfo(path + "c", FIRST_DATE_OF_ZIP)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                trimmed.writestr(entry, compiled(path, library.read(path)), compresslevel=9)
    Path("/pyodide.asm.wasm.gz").write_bytes(
        gzip.compress(Path("/wasm").read_bytes(), compresslevel=9, mtime=0),
    )


main()
