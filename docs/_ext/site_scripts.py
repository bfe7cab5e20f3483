"""Scripts that a single page asks for: what the settings of the site name in `site_scripts`.

`{engine}` in a path stands for the folder of the boards' own scripts, which is named after what it
holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def add_script(
    app: Sphinx, pagename: str, _templatename: str, _context: dict[str, Any], _doctree: object
) -> None:
    """Let a page ask for its script, if it has one of its own."""
    path = app.config.site_scripts.get(pagename)
    if path and app.builder.name in {"html", "dirhtml"}:
        app.add_js_file(path.format(engine=f"sirtommy/{app.config.sirtommy_digest}"), type="module")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the setting and the hook."""
    app.add_config_value("site_scripts", {}, "html", types=frozenset({dict}))
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
