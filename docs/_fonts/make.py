"""Make the site's four small font files; needs fonttools and brotli and is run by hand.

    python docs/_fonts/make.py node_modules/source-serif/TTF

The argument is the TTF folder of the npm package `source-serif` 4.5.1 (Source Serif 4.005).
Three cuts are reduced to the letters, figures and signs that the site's English uses,
the suit symbols are drawn here, and `docs/_static/fonts/` receives the results.
The licence reserves the name of the original to the original, so the reduced fonts are
called "Tommy Serif".
"""
# ruff: noqa: INP001, T201 - a script run by hand, which says what it made

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

OUT = Path(__file__).parent.parent / "_static" / "fonts"

ASCII = "".join(map(chr, range(0x20, 0x7F)))
PUNCTUATION = "\u00a0\u2009–—‘’“”…"
ACCENTS = "ÀÄÆÇÈÉÖØÜŒßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœ"
SIGNS = "£§©°±·¼½¾×•†′″⅓⅔←↑→↓−≈≤≥"

# file, characters, OpenType features kept: old-style figures for prose (onum, pnum),
# figures of one width for tables (tnum); bold needs neither.
CUTS = (
    ("Regular", "serif", ASCII + PUNCTUATION + ACCENTS + SIGNS, "kern liga onum pnum tnum"),
    ("It", "serif-italic", ASCII + PUNCTUATION + ACCENTS, "kern liga onum pnum"),
    ("Semibold", "serif-bold", ASCII + PUNCTUATION + "Éàçèéêöü×½", "kern liga"),
)

# Outlines on a square of 1000 units: "M x y", "L x y", "Q cx cy x y", as in an SVG path.
SUITS = {
    "♠": "M 500 740 Q 430 610 260 460 Q 150 360 150 240 Q 150 90 290 90 Q 400 90 455 190"
    " Q 440 60 340 0 L 660 0 Q 560 60 545 190 Q 600 90 710 90 Q 850 90 850 240"
    " Q 850 360 740 460 Q 570 610 500 740 Z",
    "♥": "M 500 -10 Q 450 110 290 270 Q 140 420 140 540 Q 140 720 305 720 Q 450 720 500 560"
    " Q 550 720 695 720 Q 860 720 860 540 Q 860 420 710 270 Q 550 110 500 -10 Z",
    "♦": "M 500 760 Q 400 570 210 365 Q 400 160 500 -30 Q 600 160 790 365 Q 600 570 500 760 Z",
    "♣": "M 500 740 Q 330 740 330 580 Q 330 510 380 450 Q 290 480 220 440 Q 130 390 130 290"
    " Q 130 110 295 110 Q 400 110 455 220 Q 440 70 340 0 L 660 0 Q 560 70 545 220"
    " Q 600 110 705 110 Q 870 110 870 290 Q 870 390 780 440 Q 710 480 620 450"
    " Q 670 510 670 580 Q 670 740 500 740 Z",
}


def cut(source: Path, target: Path, characters: str, features: str) -> None:
    """Write one reduced and renamed cut of the text face."""
    options = Options()
    options.flavor = "woff2"
    options.hinting = False
    options.layout_features = features.split()
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in {1, 3, 4, 6}:
            name = "Tommy Serif" if record.nameID != 6 else "TommySerif"
            record.string = f"{name} {target.stem}".replace(" ", "" if record.nameID == 6 else " ")
    font.flavor = "woff2"
    font.save(target)


def glyph(path: str) -> object:
    """Turn one outline written as a path into a TrueType glyph."""
    pen = TTGlyphPen(None)
    words = path.split()
    while words:
        verb = words.pop(0)
        if verb == "Z":
            pen.closePath()
            continue
        first = float(words.pop(0))
        if verb == "M":
            pen.moveTo((first, float(words.pop(0))))
        elif verb == "L":
            pen.lineTo((first, float(words.pop(0))))
        else:
            y, x2, y2 = (float(words.pop(0)) for _ in range(3))
            pen.qCurveTo((first, y), (x2, y2))
    return pen.glyph()


def suits(target: Path) -> None:
    """Write a face of the four suits, so that no phone shows them as emoji."""
    builder = FontBuilder(1000, isTTF=True)
    names = {".notdef": None, **{f"suit{i}": c for i, c in enumerate(SUITS, 1)}}
    builder.setupGlyphOrder(list(names))
    builder.setupCharacterMap({ord(c): n for n, c in names.items() if c})
    empty = TTGlyphPen(None).glyph()
    builder.setupGlyf({n: glyph(SUITS[c]) if c else empty for n, c in names.items()})
    builder.setupHorizontalMetrics({n: (1000 if c else 500, 0) for n, c in names.items()})
    for name, c in names.items():  # trim the sides: 90 units of air left and right
        if c:
            table = builder.font["glyf"]
            shape = table[name]
            shape.recalcBounds(table)
            shape.coordinates.translate((90 - shape.xMin, 0))
            shape.recalcBounds(table)
            builder.font["hmtx"][name] = (shape.xMax + 90, shape.xMin)
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupNameTable({"familyName": "Tommy Suits", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-200, usWinAscent=900, usWinDescent=200)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = 3_800_000_000  # 2024
    builder.font.recalcTimestamp = False
    builder.font.flavor = "woff2"
    builder.save(target)


def main(folder: str) -> None:
    """Make all four files and print their sizes."""
    OUT.mkdir(parents=True, exist_ok=True)
    for original, name, characters, features in CUTS:
        target = OUT / f"{name}.woff2"
        cut(Path(folder) / f"SourceSerif4-{original}.ttf", target, characters, features)
    suits(OUT / "suits.woff2")
    for file in sorted(OUT.glob("*.woff2")):
        print(f"{file.stat().st_size:6} {file.name}")


if __name__ == "__main__":
    main(sys.argv[1])
