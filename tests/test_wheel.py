"""The wheel in a stranger's hands: an empty environment, another theme, a card played."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sirtommy.sphinxext.runtime import FOLDER
from tests.server import StaticServer
from tests.site.board import Board

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.conftest import Watch

ROOT = Path(__file__).resolve().parents[1]
CONF = """
project = copyright = "Elsewhere"
version = "1"
extensions = ["sirtommy.sphinxext"]
html_theme = "alabaster"
"""
PAGE = """
Elsewhere
=========

.. sirtommy-game::
   :name: theirs

   title: A game elsewhere
   deal: 4
   rules: sir-tommy ranks=4 suits=2 piles=2

   3H/1 AS^ 2H^ 1^
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the tree as it is."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*command, str(ROOT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_wheel_holds_all_that_a_page_needs(wheel: Path) -> None:
    """The engine, its data, the scripts, the prepared runtime and the notices; no test, no site."""
    names = zipfile.ZipFile(wheel).namelist()
    wanted = {
        "sirtommy/session.py",
        "sirtommy/weights.json",
        "sirtommy/weights-calculation.json",
        *(f"sirtommy/static/{path.name}" for path in (ROOT / "sirtommy" / "static").iterdir()),
        *(f"sirtommy/sphinxext/runtime-files/{path.name}" for path in FOLDER.iterdir()),
    }

    assert wanted <= set(names)
    assert {Path(name).name for name in names if "/licenses/" in name} == {"LICENSE", "NOTICES"}
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"sirtommy"}


@pytest.mark.slow
def test_strangers_project_plays(
    wheel: Path, tmp_path: Path, browser: Browser, watch: Watch
) -> None:
    """In an environment without Node.js the wheel and one line in conf.py give live boards."""
    watch.expect(r"favicon\.ico")
    home = tmp_path / "env"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    place = Path(sysconfig.get_path("purelib", vars={"base": str(home)}))
    # Sphinx is the one of this environment, which does not hold the package itself.
    (place / "sphinx.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    source, output = tmp_path / "source", tmp_path / "html"
    source.mkdir()
    (source / "conf.py").write_text(CONF, "utf-8")
    (source / "index.rst").write_text(PAGE, "utf-8")
    nowhere = {"PATH": str(tmp_path), "HOME": str(tmp_path), "LANG": os.environ.get("LANG", "C")}
    found = subprocess.run(
        [python, "-c", "import sirtommy; print(sirtommy.__file__)"],
        cwd=tmp_path,
        env=nowhere,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.startswith(str(place))
    subprocess.run(
        [python, "-m", "sphinx", "-W", "-n", "-q", source, output],
        cwd=tmp_path,
        env=nowhere,
        check=True,
    )

    context = browser.new_context()
    watch.follow(context)
    with StaticServer(output) as server:
        page = context.new_page()
        page.goto(f"{server.url}index.html")
        board = Board(page, "theirs")
        board.play()
        board.lay(1)
        board.says("Turned: 2 of spades.")
    context.close()
