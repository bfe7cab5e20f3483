"""The look of the site: colours that can be read, fonts that weigh little and lack no letter."""

import re
import unicodedata
from itertools import chain, product
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "docs" / "_static"
CSS = (STATIC / "site.css").read_text("utf-8")
COLOURS = {
    name: (light, dark)
    for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);", CSS)
}
PAGES = [
    ROOT / "index.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "tutorials").rglob("*.md")),
]


def luminance(colour: str) -> float:
    """Return the relative luminance of "#rrggbb", as WCAG 2.2 defines it."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("front", "back"),
    list(product(("ink", "ink-soft", "green", "wine"), ("paper", "wash", "green-wash"))),
)
def test_text_can_be_read_on_every_ground(front: str, back: str, scheme: int) -> None:
    """Text of every colour has a contrast of 4.5 to 1 on every ground, by day and by night."""
    assert contrast(COLOURS[front][scheme], COLOURS[back][scheme]) >= 4.5


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("back", ["paper", "wash"])
def test_edges_of_controls_can_be_seen(back: str, scheme: int) -> None:
    """The border of a field or a button has a contrast of 3 to 1."""
    assert contrast(COLOURS["edge"][scheme], COLOURS[back][scheme]) >= 3


def test_every_setting_says_what_it_is_for() -> None:
    """Each colour and each measure among the variables of site.css carries a comment."""
    settings = CSS[: CSS.index("/* The theme's names")]

    silent = [line for line in settings.splitlines() if re.match(r"\s+--.*;\s*$", line)]

    assert silent == []


def test_fonts_are_light_and_licensed() -> None:
    """All fonts together weigh at most 45 KB, and their licence lies beside them."""
    fonts = list((STATIC / "fonts").glob("*.woff2"))

    assert sum(font.stat().st_size for font in fonts) <= 45_000
    assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts" / "OFL.txt").read_text("utf-8")


def test_fonts_keep_the_reserved_name_to_the_original() -> None:
    """No name that a reduced font is called by contains the original's reserved name."""
    for path in (STATIC / "fonts").glob("*.woff2"):
        names = TTFont(path)["name"].names

        assert not [str(n) for n in names if n.nameID in {1, 3, 4, 6} and "Source" in str(n)]


def test_fonts_hold_every_letter_of_the_pages() -> None:
    """Each letter, figure, dash, quotation mark and suit on a page is in one of the fonts."""
    held = set(
        chain.from_iterable(
            TTFont(STATIC / "fonts" / f"{name}.woff2").getBestCmap() for name in ("serif", "suits")
        )
    )
    kinds = {"Lu", "Ll", "Nd", "Pd", "Pi", "Pf"}

    lacking = {
        (path.name, character)
        for path in PAGES
        for character in set(path.read_text("utf-8"))
        if (unicodedata.category(character) in kinds or character in "♠♥♦♣←↑→↓×−")
        and ord(character) not in held
    }

    assert lacking == set()


def test_nothing_is_asked_of_another_host() -> None:
    """Neither the styles nor the templates name an address of another host to load from."""
    texts = [CSS, *(p.read_text("utf-8") for p in (ROOT / "docs" / "_templates").glob("*.html"))]

    assert not [hit for text in texts for hit in re.findall(r"(?:url\(|src=|href=).?https?:", text)]
