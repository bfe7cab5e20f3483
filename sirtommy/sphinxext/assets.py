"""Files that pages with a board need, and where they lie in the output.

    _static/sirtommy/<digest>/    scripts, styles and the engine, named after what they hold
    _static/sirtommy/pyodide-<version>-<digest>/   the Python runtime, where it has been prepared
    _static/sirtommy/boards/      the frames of each board

Folders named after their contents may be cached for ever, and no page mixes two versions.
"""

import hashlib
import io
import json
import shutil
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.osutil import relative_uri

from sirtommy.frames import bundle
from sirtommy.sphinxext import runtime

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sirtommy.sphinxext.page import Sheet

ENGINE = Path(__file__).parent.parent
SCRIPTS = ENGINE / "static"
ROOT = "_static/sirtommy"
STYLES = ("table.css", "board.css")
"""The styles of a page with a board, in their order."""
BEGINNING_OF_ZIP_TIME = (1980, 1, 1, 0, 0, 0)


def connect(app: "Sphinx") -> None:
    """Hook into the build."""
    app.connect("config-inited", _note_digest)
    app.connect("builder-inited", _copy)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("html-page-context", _add_to_page)
    app.connect("build-finished", _sweep)


def boards(env: "BuildEnvironment") -> dict[str, list[str]]:
    """Return the names of the boards of each document."""
    if not hasattr(env, "sirtommy_boards"):
        env.sirtommy_boards = {}  # type: ignore[attr-defined]
    known: dict[str, list[str]] = env.sirtommy_boards  # type: ignore[attr-defined]
    return known


def engine_zip() -> bytes:
    """Return the engine as the browser gets it: flat modules and data files, no dates.

    A module goes as the byte code that was prepared from this very source, where there is one;
    compiling in the page would take a third of the engine's start.
    """
    code = runtime.engine_code()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(ENGINE.iterdir()):
            if path.is_file() and not path.name.startswith("."):
                data = path.read_bytes()
                compiled = code.get(hashlib.sha256(data).hexdigest(), b"")
                name = f"{path.name}c" if compiled and path.suffix == ".py" else path.name
                entry = zipfile.ZipInfo(f"{ENGINE.name}/{name}", BEGINNING_OF_ZIP_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, compiled or data, compresslevel=9)
    return buffer.getvalue()


def files() -> dict[str, bytes]:
    """Return the files of the folder that changes with the engine and the scripts."""
    found = {path.name: path.read_bytes() for path in sorted(SCRIPTS.glob("*.*"))}
    return {**found, "engine.zip": engine_zip()}


def digest(contents: dict[str, bytes]) -> str:
    """Return a short name for what files hold."""
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    return hashlib.sha256(json.dumps(sums, sort_keys=True).encode()).hexdigest()[:12]


def runtime_folder() -> str:
    """Return the runtime's folder in the output, empty where none has been prepared."""
    try:
        return f"{ROOT}/{runtime.load().site_folder}/"
    except runtime.RuntimeMissingError:
        return ""


def frames_path(docname: str, name: str) -> str:
    """Return where the frames of a board lie in the output."""
    return f"{ROOT}/boards/{docname}/{name}.json"


def write_frames(builder: "Builder", path: str, sheet: "Sheet") -> str:
    """Write the frames of a board and return their address, relative to the page being written."""
    packed = bundle(sheet.record.deal, sheet.walk)
    text = json.dumps(packed, ensure_ascii=False, separators=(",", ":"))
    target = Path(builder.outdir) / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, "utf-8", newline="\n")
    version = hashlib.sha256(text.encode()).hexdigest()[:8]
    return f"{link(builder, path)}?v={version}"


def link(builder: "Builder", path: str) -> str:
    """Return the address of a file of the output, relative to the page being written."""
    here = builder.get_target_uri(builder.current_docname)  # type: ignore[attr-defined]
    return relative_uri(here, path)


def _note_digest(_app: "Sphinx", config: "Config") -> None:
    # A page drawn by another engine is out of date, so the engine counts as configuration.
    config.sirtommy_digest = digest(files())


def _copy(app: "Sphinx") -> None:
    """Put the files where pages will look for them, and remove those of other versions."""
    if app.builder.format != "html":
        return
    contents = files()
    if app.builder.name == "epub":
        contents = {name: data for name, data in contents.items() if name.endswith(".css")}
    folders = {f"{app.config.sirtommy_digest}": contents}
    if app.builder.name != "epub" and runtime_folder():
        prepared = runtime.load()
        paths = (*prepared.files, runtime.FOLDER / runtime.MANIFEST)
        folders[prepared.site_folder] = {path.name: path.read_bytes() for path in paths}
    root = Path(app.outdir) / ROOT
    for old in root.glob("*"):
        if old.name != "boards" and old.name not in folders:
            shutil.rmtree(old)
    for folder, held in folders.items():
        target = root / folder
        target.mkdir(parents=True, exist_ok=True)
        for name, data in held.items():
            if not (target / name).is_file() or (target / name).read_bytes() != data:
                (target / name).write_bytes(data)


def _add_to_page(
    app: "Sphinx",
    _page: str,
    _template: str,
    _context: dict[str, object],
    doctree: "nodes.document | None",
) -> None:
    """Add script and styles to a page with a board, and to no other."""
    from sirtommy.sphinxext.nodes import board  # noqa: PLC0415 - it imports this module

    if doctree is None or not any(True for _ in doctree.findall(board)):
        return
    folder = f"sirtommy/{app.config.sirtommy_digest}"
    for name in STYLES:
        app.add_css_file(f"{folder}/{name}")
    if app.builder.name != "epub":
        app.add_css_file(f"{folder}/needs.css")
        app.add_js_file(f"{folder}/board.js", type="module")


def _purge(_app: "Sphinx", env: "BuildEnvironment", docname: str) -> None:
    boards(env).pop(docname, None)


def _merge(
    _app: "Sphinx", env: "BuildEnvironment", docnames: set[str], other: "BuildEnvironment"
) -> None:
    for docname in sorted(docnames):
        if docname in boards(other):
            boards(env)[docname] = boards(other)[docname]


def _sweep(app: "Sphinx", exception: Exception | None) -> None:
    """Remove the frames of boards that are gone."""
    root = Path(app.outdir) / ROOT / "boards"
    if exception or not root.is_dir():
        return
    wanted = {
        Path(app.outdir) / frames_path(docname, name)
        for docname, names in boards(app.env).items()
        for name in names
    }
    for path in sorted(root.rglob("*.json")):
        if path not in wanted:
            path.unlink()
