"""Suits in print: pdfLaTeX knows their letters only when they are declared."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

SIGNS = {
    "♠": r"\spadesuit",
    "♥": r"\heartsuit",
    "♦": r"\diamondsuit",
    "♣": r"\clubsuit",
    "→": r"\rightarrow",
    "↑": r"\uparrow",
    "−": "-",
}
"""What boards and records print beyond the letters of European languages, and its formula."""

DECLARED = "".join(
    f"\\DeclareUnicodeCharacter{{{ord(sign):04X}}}{{\\ensuremath{{{formula}}}}}\n"
    for sign, formula in SIGNS.items()
)


def connect(app: "Sphinx") -> None:
    """Hook into the build."""
    app.connect("config-inited", _declare)


def _declare(_app: "Sphinx", config: "Config") -> None:
    """Put the declarations before the project's own preamble; XeLaTeX and LuaLaTeX need none."""
    if config.latex_engine == "pdflatex":
        own = config.latex_elements.get("preamble", "")
        config.latex_elements = {**config.latex_elements, "preamble": DECLARED + own}
