"""All extensions of the history pages in one: put ``history_ext`` into conf.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Set the parts up."""
    for part in ("claims", "bibliography", "cite", "figures"):
        app.setup_extension(f"history_{part}")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
