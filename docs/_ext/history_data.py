"""The data files of the history pages: read once, checked against their schemas.

Each ``NAME.yaml`` in the data folder has a ``NAME.schema.json`` beside it (JSON Schema,
draft 2020-12). Nothing here knows Sphinx, so that tests and other programs can use it.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import jsonschema
import yaml

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("claims", "timeline", "names", "family", "grades")
"""The data files there are, without their ending."""


class HistoryDataError(ValueError):
    """A data file that does not fit its schema, or contradicts itself."""


def load(folder: Path, name: str) -> dict[str, Any]:
    """Return the content of ``folder/name.yaml``; callers share it, and change nothing.

    Raises:
        HistoryDataError: the file breaks its schema or repeats an id; says where.
    """
    path = folder / f"{name}.yaml"
    schema = path.with_suffix(".schema.json")
    return _checked(path.name, path.read_text("utf-8"), schema.read_text("utf-8"))


# Each claim and each name on a page asks for a whole file.
@cache
def _checked(name: str, text: str, schema: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(text)
    validator = jsonschema.Draft202012Validator(json.loads(schema))
    for error in sorted(validator.iter_errors(data), key=lambda e: list(map(str, e.path))):
        where = "/".join(str(part) for part in error.path)
        raise HistoryDataError(f"{name}: {where}: {error.message}")
    for key, entries in data.items():
        seen: set[str] = set()
        for entry in entries if isinstance(entries, list) else []:
            ident = entry.get("id")
            if ident in seen:
                raise HistoryDataError(f"{name}: {key}: the id {ident!r} stands twice")
            if ident is not None:
                seen.add(ident)
    return data


def by_id(entries: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Index *entries* by their ``id``."""
    return {entry["id"]: entry for entry in entries}
