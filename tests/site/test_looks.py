"""The board in every state against the pictures that are kept of it, and the measure itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.looks import FOLDER, TOLERANCE, VIEWS, Scheme, difference, path_of, pictures

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.server import StaticServer


@pytest.mark.parametrize(("width", "scheme"), VIEWS, ids=[f"{w}-{s}" for w, s in VIEWS])
def test_each_state_looks_as_it_did(
    width: int, scheme: Scheme, browser: Browser, site_server: StaticServer, tmp_path: Path
) -> None:
    """No board differs to the eye from its picture; after a change that is meant, renew them.

    `python -m tests.looks` does that.
    """
    found = {}
    for name, taken in pictures(browser, site_server.url, width, scheme):
        taken.save(tmp_path / f"{name}.png")
        kept = Image.open(path_of(name)).convert("RGB")
        if (share := difference(kept, taken)) > TOLERANCE:
            found[name] = f"{share:.3f} of it differs, see {tmp_path}"

    assert found == {}


def test_every_picture_is_of_a_board() -> None:
    """Pictures are few and small: 400 KB together at most."""
    assert 0 < sum(path.stat().st_size for path in FOLDER.glob("*.png")) < 400_000


@pytest.mark.parametrize("name", ["sink-long-360-light", "sink-hint-1280-dark"])
def test_measure_tells_a_broken_layout(name: str) -> None:
    """A table moved by an eighth of its width is seen, edges smoothed or darkened are not."""
    kept = Image.open(path_of(name)).convert("RGB")
    moved = kept.copy()
    moved.paste(kept.crop((0, 0, kept.width * 7 // 8, kept.height)), (kept.width // 8, 0))
    smooth = kept.resize((kept.width * 2, kept.height * 2), Image.Resampling.BICUBIC)
    smooth = smooth.resize(kept.size, Image.Resampling.BILINEAR).point(lambda value: value * 0.97)

    assert difference(kept, moved) > TOLERANCE
    assert difference(kept, smooth) < TOLERANCE / 4
