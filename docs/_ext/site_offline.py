"""What reading and playing without a network takes: the list of the site's files, and its worker.

Written when all else is: `offline.json` says of each file how many bytes it has and with what its
SHA-256 begins, and `service-worker.js`, which browsers look at again now and then, carries the
checksum of that list.  So a change of any file is noticed, and two builds of the same are the same.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SOURCE = Path(__file__).parents[1] / "_offline" / "service-worker.js"
LIST, WORKER = "offline.json", "service-worker.js"
# For hosts, search engines and other manuals; no page asks for them.
OTHERS = {LIST, WORKER, "404.html", "objects.inv", "sitemap.xml"}
COMMENTS = re.compile(r"^\s*(//.*|/\*\*(?:.|\n)*?\*/)\n|/\*\*.*?\*/ ?", re.MULTILINE)


def listed(folder: Path) -> dict[str, tuple[int, str]]:
    """Return bytes and the first 16 digits of the SHA-256 of each file that a page may ask for."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in OTHERS and not name.startswith((".", "_sources/")):
            data = path.read_bytes()
            found[name] = (len(data), hashlib.sha256(data).hexdigest()[:16])
    return found


def write(root: Path) -> None:
    """Write the list and the worker into the folder of a finished site."""
    files = listed(root)
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12]
    text = json.dumps({"version": version, "files": files}, separators=(",", ":"))
    (root / LIST).write_text(text, "utf-8", newline="\n")
    script = re.sub(r"^ +", "", COMMENTS.sub("", SOURCE.read_text("utf-8")), flags=re.MULTILINE)
    (root / WORKER).write_text(script.replace("VERSION", version), "utf-8", newline="\n")


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Do so once a site for browsers is built."""
    if not exception and app.builder.name in {"html", "dirhtml"}:
        write(Path(app.outdir))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the step; after those that write or remove files."""
    app.connect("build-finished", finish, priority=990)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
