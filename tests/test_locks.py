"""The locks pin everything by content and say nothing about where it comes from."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LOCKS = sorted(ROOT.glob("requirements-*.txt"))


def pins(lock: Path) -> dict[str, str]:
    """Package -> version."""
    text = lock.read_text("utf-8")
    return dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_a_python_lock_has_hashes_and_no_addresses(lock: Path) -> None:
    """Each requirement is one exact version with at least one SHA-256, from anywhere."""
    text = re.sub(r"^#.*\n", "", lock.read_text("utf-8"), flags=re.MULTILINE)
    entries = re.split(r"\n(?=\S)", text)
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry
        assert "://" not in entry, entry


def test_the_site_is_built_with_the_versions_that_the_tests_use() -> None:
    """What both locks name has one version in both."""
    site, dev = (pins(ROOT / f"requirements-{name}.txt") for name in ("site", "dev"))
    assert site.items() <= dev.items()


def test_the_npm_lock_has_hashes_and_no_addresses() -> None:
    """Each package carries its integrity; none says where it was downloaded."""
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    for name, facts in lock["packages"].items():
        if name:
            assert facts["integrity"].startswith("sha512-"), name
            assert "resolved" not in facts, name


def test_npm_versions_are_exact() -> None:
    """package.json names versions, not ranges: the byte code is made for one Python."""
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    for version in (package["dependencies"] | package["devDependencies"]).values():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
