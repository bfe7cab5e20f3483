"""Write a Content-Security-Policy into every page once the build is finished.

The policy allows what the site itself serves and nothing else.
Inline scripts are allowed by their hash; the theme insists on one, which sets the colour
scheme before the first paint.
What a policy of this kind would block (a style attribute, a style element, an inline handler,
an address of another host) is reported as a warning with the page's name, so that it shows at
build time and not in a reader's console.

`site_csp = False` (`-D site_csp=0`) leaves the policy out, for servers that reload pages.
"""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

logger = logging.getLogger(__name__)

MARK = '<meta charset="utf-8">'
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{hashes}; style-src 'self'; "
    "img-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'self'; form-action 'self'"
)
SCRIPT_TYPES = {None, "", "module", "text/javascript", "application/javascript"}
SIZED = re.compile(r'(?<=\s)style="(?:\s*(?:width|height): \d+(?:\.\d+)?px;?)+"')
SIZE = re.compile(r"(width|height): (\d+)")
LOADED = {("img", "src"), ("script", "src"), ("iframe", "src"), ("source", "src")}


class Page(HTMLParser):
    """Collect a page's inline scripts and what the policy would block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.scripts: list[str] = []
        self.faults: list[tuple[int, str]] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the policy would block, and the start of an inline script."""
        values = dict(attrs)
        if tag == "style" or "style" in values:
            self.faults.append((self.getpos()[0], f"inline style on <{tag}>"))
        self.faults += [
            (self.getpos()[0], f"{name} on <{tag}>")
            for name, value in attrs
            if name.startswith("on")
            or ((tag, name) in LOADED and (value or "").startswith(("http:", "https:", "//")))
        ]
        if tag == "script" and "src" not in values and values.get("type") in SCRIPT_TYPES:
            self._inside = True
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        """Keep the text of an inline script."""
        if self._inside:
            self.scripts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        """Note the end of a script."""
        if tag == "script":
            self._inside = False


def as_attributes(match: re.Match[str]) -> str:
    """Turn the style that docutils gives a sized image into the attributes that say the same."""
    return " ".join(f'{name}="{value}"' for name, value in SIZE.findall(match[0]))


def secure(html: str) -> tuple[str, list[tuple[int, str]]]:
    """Return a page with its policy written in, and the faults that the policy would block."""
    html = SIZED.sub(as_attributes, html)
    page = Page()
    page.feed(html)
    hashes = {
        f" 'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'": None
        for script in page.scripts
    }
    policy = POLICY.format(hashes="".join(hashes))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return html.replace(MARK, f"{MARK}\n    {meta}", 1), page.faults


def write_policies(app: Sphinx, exception: Exception | None) -> None:
    """Give each page that was written in this build its policy."""
    if exception or app.builder.name not in {"html", "dirhtml"} or not app.config.site_csp:
        return
    for path in sorted(Path(app.outdir).rglob("*.html")):
        html = path.read_text(encoding="utf-8")
        if "Content-Security-Policy" in html[:2000] or MARK not in html:
            continue
        html, faults = secure(html)
        for line, fault in faults:
            where = f"{path}:{line}"
            logger.warning("%s: blocked by the site's policy", fault, location=where)
        path.write_text(html, encoding="utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the switch and the build step."""
    app.add_config_value("site_csp", default=True, rebuild="html", types=frozenset({bool}))
    app.connect("build-finished", write_policies)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
