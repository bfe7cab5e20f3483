"""The data of the history pages: fits its schemas, agrees with itself, with pages and sources."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import history_data
import pytest
from pybtex.database import parse_file

ROOT = Path(__file__).parent.parent
HISTORY = ROOT / "docs" / "history"
DATA = HISTORY / "data"
PAGES = [*sorted(HISTORY.glob("*.md")), ROOT / "docs" / "family.md", ROOT / "docs" / "glossary.md"]
TEXTS = [*PAGES, *sorted(DATA.glob("*.yaml"))]


def read(name: str) -> dict[str, Any]:
    """Return one data file."""
    return history_data.load(DATA, name)


def cited(text: str) -> set[str]:
    """Return the keys that *text* cites."""
    roles = re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", text)
    return {key.strip() for role in roles for key in role.split(",")}


def labels() -> set[str]:
    """Return every label that the pages and the data define."""
    found = set()
    for page in PAGES:
        found |= set(re.findall(r"^\(([\w-]+)\)=$", page.read_text(encoding="utf-8"), re.MULTILINE))
    found |= {f"game-{game['id']}" for game in read("family")["games"]}
    return found | {f"claim-{claim['id']}" for claim in read("claims")["claims"]}


@pytest.mark.parametrize("name", history_data.NAMES)
def test_every_data_file_fits_its_schema(name: str) -> None:
    """A data file is accepted by the schema beside it."""
    assert read(name)


@pytest.mark.parametrize("name", history_data.NAMES)
def test_an_unknown_field_is_refused(name: str, tmp_path: Path) -> None:
    """A field that the schema does not know is an error that names the file."""
    for path in DATA.glob(f"{name}.*"):
        shutil.copy(path, tmp_path)
    with (tmp_path / f"{name}.yaml").open("a", encoding="utf-8") as file:
        file.write("\nsurprise: yes\n")

    with pytest.raises(history_data.HistoryDataError, match=rf"{name}\.yaml.*surprise"):
        history_data.load(tmp_path, name)


def test_a_repeated_id_is_refused(tmp_path: Path) -> None:
    """Two entries with one id are an error that names the id."""
    shutil.copy(DATA / "grades.schema.json", tmp_path)
    grade = {"id": "P", "title": "Primary", "meaning": "Seen."}
    (tmp_path / "grades.yaml").write_text(json.dumps({"grades": [grade, grade]}), encoding="utf-8")

    with pytest.raises(history_data.HistoryDataError, match="'P' stands twice"):
        history_data.load(tmp_path, "grades")


@pytest.mark.parametrize("broken", ["no quotation", "“quoted” without a source"])
def test_a_contradiction_quotes_a_source(broken: str, tmp_path: Path) -> None:
    """The verdict contradicted is refused unless a cited source is quoted against the claim."""
    shutil.copy(DATA / "claims.schema.json", tmp_path)
    claim = {
        "id": "x",
        "topic": "age",
        "claim": "It is so.",
        "by": "Somebody.",
        "verdict": "contradicted",
        "against": broken,
        "searched": "Everywhere.",
        "settle": "A page.",
    }
    (tmp_path / "claims.yaml").write_text(
        json.dumps({"claims": [claim], "log": []}), encoding="utf-8"
    )

    with pytest.raises(history_data.HistoryDataError, match="against"):
        history_data.load(tmp_path, "claims")


def test_all_claims_of_the_common_account_are_weighed() -> None:
    """The twenty-six claims of the account now commonly told are there, and others besides."""
    claims = read("claims")["claims"]

    assert sum(claim.get("common", False) for claim in claims) == 26
    assert len(claims) > 26


def test_the_log_knows_only_claims() -> None:
    """Every entry of the log is about a claim that exists, and ends with its present verdict."""
    claims = history_data.by_id(read("claims")["claims"])
    latest: dict[str, str] = {}
    for entry in read("claims")["log"]:
        if "claim" in entry:
            latest.setdefault(entry["claim"], entry["to"])

    assert {claim: claims[claim]["verdict"] for claim in latest} == latest


def test_every_claim_that_a_page_names_exists() -> None:
    """No page asks for the verdict on a claim that is not in the data."""
    known = {claim["id"] for claim in read("claims")["claims"]}
    asked = {
        ident
        for text in TEXTS
        for ident in re.findall(r"\{claim\}`([^`]+)`", text.read_text(encoding="utf-8"))
    }

    assert asked <= known
    assert asked


def test_every_entry_is_cited_and_every_citation_has_an_entry() -> None:
    """The bibliography holds what is cited, all of it and nothing else."""
    entries = set(parse_file(str(HISTORY / "references.bib"), bib_format="bibtex").entries)
    used = set().union(*(cited(text.read_text(encoding="utf-8")) for text in TEXTS))

    assert entries == used


def test_every_entry_has_a_grade_and_says_what_was_seen() -> None:
    """An entry carries a grade that is explained, and tells what of the source was seen."""
    grades = {grade["id"] for grade in read("grades")["grades"]}
    entries = parse_file(str(HISTORY / "references.bib"), bib_format="bibtex").entries

    assert {key for key, e in entries.items() if e.fields.get("grade") not in grades} == set()
    assert {key for key, e in entries.items() if not e.fields.get("seen")} == set()
    assert {e.fields["grade"] for e in entries.values()} == grades


def test_a_primary_source_that_was_seen_says_where() -> None:
    """An entry of the best grade names a scan, a transcription or an address."""
    entries = parse_file(str(HISTORY / "references.bib"), bib_format="bibtex").entries
    best = {key: e.fields for key, e in entries.items() if e.fields["grade"] == "P"}

    assert {key for key, fields in best.items() if not {"scan", "url"} & set(fields)} == set()


def test_quotations_are_short() -> None:
    """No quotation on the history pages is longer than twenty words."""
    long = [
        quotation
        for text in TEXTS
        for quotation in re.findall(r"“([^”]+)”", text.read_text(encoding="utf-8"))
        if len(quotation.split()) > 20
    ]

    assert long == []


@pytest.mark.parametrize(("name", "key"), [("timeline", "events"), ("names", "names")])
def test_every_mark_leads_to_an_entry(name: str, key: str) -> None:
    """Every mark of a drawing links to a label that some page defines."""
    known = labels()
    marks = read(name)[key]
    links = {mark["link"] for mark in marks if "link" in mark}
    links |= {use["link"] for mark in marks for use in mark.get("uses", [])}
    links |= {f"name-{mark['id']}" for mark in marks if "uses" in mark}

    assert links - known == set()


def test_every_game_hangs_on_the_tree() -> None:
    """Every game belongs to a group of the tree, and every group has a game."""
    family = read("family")
    groups = [group["id"] for branch in family["branches"] for group in branch["groups"]]

    assert {game["group"] for game in family["games"]} == set(groups)
    assert len(groups) == len(set(groups))


def test_the_story_has_its_measure() -> None:
    """The story is of 1,500 to 2,500 words and its box of about a hundred."""
    page = (HISTORY / "index.md").read_text(encoding="utf-8")
    box = re.search(r"```\{admonition\}.*?\n:class: .*?\n(.*?)```", page, re.DOTALL)
    assert box is not None
    body = re.sub(r"```.*?```|^---.*?^---", "", page, flags=re.DOTALL | re.MULTILINE)
    prose = re.sub(r"^\[\^.*?(?=\n\n)", "", body, flags=re.DOTALL | re.MULTILINE)
    prose = re.sub(r"\{\w+(?::\w+)?\}`[^`]*`|\[\^\w+\]", "", prose)

    assert 1500 <= len(prose.split()) <= 2500
    assert 90 <= len(box[1].split()) <= 110


def test_a_paragraph_of_the_story_has_one_note_at_most() -> None:
    """Sources stand as one note a paragraph, so that the story can be read."""
    page = (HISTORY / "index.md").read_text(encoding="utf-8")
    paragraphs = [part for part in page.split("\n\n") if not part.startswith("[^")]

    assert max(len(re.findall(r"\[\^\w+\]", part)) for part in paragraphs) == 1
