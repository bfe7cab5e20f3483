"""The part of preparing the runtime that runs inside Pyodide: compile, trim and compress.

Reads `/request.json` and `/wasm`, writes `/engine-code.zip` and, when the request has imports,
`/python_stdlib.zip` and `/pyodide.asm.wasm.gz`, all in Pyodide's own file system.
What is kept, and why, is told in prepare.py.
"""

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


def compiled(path: str, source: bytes, optimize: int) -> bytes:
    """A .pyc that is never compared with its source, and holds no date."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=optimize)
    hashed = importlib.util.source_hash(source)
    return importlib.util.MAGIC_NUMBER + HASH_BASED_UNCHECKED + hashed + marshal.dumps(code)


def add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a file without a date."""
    entry = zipfile.ZipInfo(name, FIRST_DATE_OF_ZIP)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, data, compresslevel=9)


def write_engine(engine: dict[str, tuple[str, str]]) -> None:
    """Compile the engine's modules as they are, docstrings and assertions included."""
    with zipfile.ZipFile("/engine-code.zip", "w") as archive:
        for digest, (name, source) in engine.items():
            code = compiled(f"/engine/sirtommy/{name}", source.encode(), optimize=0)
            add(archive, f"{digest}.pyc", code)


def write_library(imports: list[str]) -> None:
    """Compile what is loaded now and what `imports` bring, without docstrings and assertions."""
    for name in imports:
        importlib.import_module(name)
    with (
        zipfile.ZipFile(LIBRARY) as library,
        zipfile.ZipFile("/python_stdlib.zip", "w") as trimmed,
    ):
        for path in sorted(library.namelist()):
            if path.endswith(".py") and module_name(path) in sys.modules:
                code = compiled(f"{LIBRARY}/{path}", library.read(path), optimize=2)
                add(trimmed, f"{path}c", code)


def write_wasm() -> None:
    """Compress Python itself."""
    import gzip  # noqa: PLC0415 - not in the trimmed library, which makes only the engine's code

    data = gzip.compress(Path("/wasm").read_bytes(), compresslevel=9, mtime=0)
    Path("/pyodide.asm.wasm.gz").write_bytes(data)


def main() -> None:
    """Write what the request asks for."""
    request = json.loads(Path("/request.json").read_text("utf-8"))
    write_engine(request["engine"])
    if "imports" in request:
        write_library(request["imports"])
        write_wasm()


main()
