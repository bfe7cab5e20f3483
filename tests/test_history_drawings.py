"""The drawings of the history pages: readable, linked, the same every time, safe to serve."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import history_data
import history_names
import history_plates
import history_timeline
import history_tree
import pytest

DATA = Path(__file__).parent.parent / "docs" / "history" / "data"
SVG = "{http://www.w3.org/2000/svg}"


def addresses(name: str) -> dict[str, str]:
    """Return an address for every label that a picture may ask for."""
    data = history_data.load(DATA, name)
    labels = {event["link"] for event in data.get("events", [])}
    labels |= {use["link"] for entry in data.get("names", []) for use in entry["uses"]}
    labels |= {f"name-{entry['id']}" for entry in data.get("names", [])}
    labels |= {f"game-{entry['id']}" for entry in data.get("games", [])}
    labels |= {f"branch-{entry['id']}" for entry in data.get("branches", [])}
    return {label: f"page.html#{label}" for label in labels}


def draw(name: str) -> str:
    """Draw one of the five pictures."""
    if name.startswith("plate-"):
        return history_plates.paint(name.removeprefix("plate-"), {})
    painter = {
        "timeline": history_timeline.paint,
        "names": history_names.paint,
        "family": history_tree.paint,
    }[name]
    return painter(history_data.load(DATA, name), addresses(name))


ALL = ["timeline", "names", "family", "plate-sir-tommy", "plate-calculation"]


@pytest.mark.parametrize("name", ALL)
def test_a_drawing_is_accessible(name: str) -> None:
    """A drawing is well-formed, named and described, and each of its links has a name."""
    root = ET.fromstring(draw(name))  # noqa: S314 - our own drawing
    ids = {element.get("id"): element.text for element in root.iter() if element.get("id")}

    assert ids[root.get("aria-labelledby")]
    assert ids[root.get("aria-describedby")]
    assert all(a.get("aria-label") and a.get("href") for a in root.iter(f"{SVG}a"))


@pytest.mark.parametrize("name", ALL)
def test_a_drawing_obeys_a_strict_content_policy(name: str) -> None:
    """A drawing has no script, no style of its own, and loads nothing."""
    svg = draw(name)

    assert not re.search(r"\sstyle=|<style|<script|\son\w+=|<image|url\(|https?://(?!www\.w3)", svg)


@pytest.mark.parametrize("name", ALL)
def test_a_drawing_is_the_same_every_time(name: str) -> None:
    """The same data give the same bytes."""
    assert draw(name) == draw(name)


@pytest.mark.parametrize("name", ["timeline", "names", "family"])
def test_words_stay_inside_a_telephone(name: str) -> None:
    """At 360 pixels no word leaves the drawing: an estimate of six units a character."""
    root = ET.fromstring(draw(name))  # noqa: S314 - our own drawing
    width = float(root.get("viewBox", "").split()[2])
    outside = []
    for text in root.iter(f"{SVG}text"):
        words = "".join(text.itertext())
        start, length = float(text.get("x", "0")), 6 * len(words)
        anchor = text.get("text-anchor", "start")
        left = start - {"start": 0, "middle": length / 2, "end": length}[anchor]
        if left < -2 or left + length > width + 2:
            outside.append(words)

    assert width <= 340
    assert outside == []


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("timeline", len(history_data.load(DATA, "timeline")["events"])),
        ("names", sum(len(n["uses"]) + 1 for n in history_data.load(DATA, "names")["names"])),
        ("family", len(history_data.load(DATA, "family")["games"]) + 3),
    ],
)
def test_every_mark_is_a_link(name: str, count: int) -> None:
    """Every event, use, name, game and bough leads somewhere."""
    assert draw(name).count("<a ") == count


def test_a_mark_without_an_address_is_still_drawn() -> None:
    """A label that leads nowhere is drawn without a link."""
    svg = history_timeline.paint(history_data.load(DATA, "timeline"), {})

    assert "<a " not in svg
    assert "Sixty" in svg


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ([], []),
        ([5], [5]),
        ([0, 100], [0, 100]),
        ([10, 10], [5, 15]),
        ([10, 10, 10], [0, 10, 20]),
        ([0, 30, 31], [0, 25.5, 35.5]),
        ([0, 1, 30], [-4.5, 5.5, 30]),
    ],
)
def test_labels_are_spread_as_little_as_needed(wanted: list[float], expected: list[float]) -> None:
    """Labels keep their order and their distance and move from their places together."""
    assert history_timeline.spread(wanted, 10) == pytest.approx(expected)


def test_the_first_plate_shows_a_position_the_rules_allow() -> None:
    """No card is shown twice, and no top card of the plate could be built."""
    svg, _ = history_plates.sir_tommy()
    shown = re.findall(r'class="rank">(\w+)<.*?class="pip-(solid|hollow)"', "".join(svg))
    foundations, piles = [3, 2, 1, 0], [9, 7, 5, 6]

    assert len(shown) == 3 + 10
    assert not {rank + 1 for rank in foundations} & set(piles)
    assert "9" in {rank for rank, _ in shown}


def test_the_ladders_of_the_second_plate_climb_by_their_steps() -> None:
    """Each ladder of Calculation goes up by the number of its base, round thirteen ranks."""
    svg = "".join(history_plates.calculation()[0])
    ghosts = re.findall(r'class="ghost"[^>]*>(\w+)<', svg)
    values = [{"Qn": 12}.get(rank) or int(rank) for rank in ghosts]
    ladders = [values[i : i + 3][::-1] for i in (0, 3, 6, 9)]

    for step, ladder in enumerate(ladders, start=1):
        assert ladder == [(step * n - 1) % 13 + 1 for n in (2, 3, 4)]
