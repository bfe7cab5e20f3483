"""Find the browsers for the tests, or bring them: `python -m tests.browser`.

Taken is, in this order: the program that CHROME_PATH names, an installed Chromium or Chrome,
Playwright's own, its download (given up when nothing comes for 20 seconds),
and, as root where there is apt-get, the package `chromium`.
Of Firefox: the program that FIREFOX_PATH names, an installed one, the package `firefox-esr`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

CHROMIUM_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FIREFOX_NAMES = (
    "firefox-esr",
    "firefox",
    "/Applications/Firefox.app/Contents/MacOS/firefox",
)
PATIENCE_S = 20

# Besides quiet: no lookup leaves this machine, whatever a page asks for.
CHROMIUM_FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
# For tests, which open some hundreds of windows and start Python in most.
TEST_FLAGS = (
    # What V8 would compile once more, for speed, is thrown away with the page, and is as much work
    # again as the start.
    "--js-flags=--liftoff-only",
    # The suggestions below the address bar are two more pages for each window.
    # Only the last list of this kind counts, so what Playwright switches off and we might meet
    # stands here again.
    "--disable-features="
    + ",".join(
        (
            *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
            *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose"),
            *("HttpsUpgrades", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints"),
            *("PaintHolding", "ThirdPartyStoragePartitioning", "Translate"),
        )
    ),
)


class BrowserMissingError(Exception):
    """No browser is here and none could be brought; the text says what to install."""


def find_chromium() -> str | None:
    """The path of an installed Chromium or Chrome, Playwright's included."""
    return _first_that_runs(os.environ.get("CHROME_PATH"), *CHROMIUM_NAMES, _playwrights_own())


def require_chromium() -> str:
    """As `find_chromium`.

    Raises:
        BrowserMissingError: there is none.
    """
    if path := find_chromium():
        return path
    raise BrowserMissingError(
        "The browser tests need Chromium: run `make setup`, or install the package chromium"
        " (or Google Chrome), or name the program in CHROME_PATH.",
    )


def bring_chromium() -> str:
    """As `require_chromium`, but tries to install one first."""
    if path := find_chromium():
        return path
    if _download() and (path := find_chromium()):
        return path
    _apt_install("chromium")
    return require_chromium()


def find_firefox() -> str | None:
    """The path of an installed Firefox."""
    return _first_that_runs(os.environ.get("FIREFOX_PATH"), *FIREFOX_NAMES)


def require_firefox() -> str:
    """As `find_firefox`.

    Raises:
        BrowserMissingError: there is none.
    """
    if path := find_firefox():
        return path
    raise BrowserMissingError(
        "The browser tests need Firefox: run `make setup` as root, or install the package"
        " firefox-esr (or Firefox), or name the program in FIREFOX_PATH.",
    )


def bring_firefox() -> str:
    """As `require_firefox`, but tries to install one first."""
    if path := find_firefox():
        return path
    _apt_install("firefox-esr")
    return require_firefox()


def launch_chromium(playwright: Playwright, *more: str) -> Browser:
    """A headless Chromium that reaches 127.0.0.1 and nothing else; `more` are flags of its own."""
    flags = [*CHROMIUM_FLAGS, *more, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    return playwright.chromium.launch(executable_path=require_chromium(), args=flags)


def launch_firefox(playwright: Playwright) -> Browser:
    """A headless Firefox as the distribution ships it, driven by WebDriver BiDi."""
    return playwright.firefox.launch(channel="moz-firefox", executable_path=require_firefox())


def _first_that_runs(*names: str | None) -> str | None:
    for name in names:
        path = shutil.which(name) if name else None
        if (
            path
            and not subprocess.run(
                [path, "--version"],
                capture_output=True,
                check=False,
            ).returncode
        ):
            return path
    return None


def _playwrights_own() -> str | None:
    """Where Playwright keeps a browser that it has downloaded."""
    root = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache/ms-playwright")
    return next((str(path) for path in sorted(root.glob("chromium-*/chrome-linux*/chrome"))), None)


def _download() -> bool:
    """Let Playwright download its Chromium; False when it fails or nothing comes."""
    print("No browser found; trying Playwright's own", flush=True)
    with subprocess.Popen(
        [sys.executable, "-m", "playwright", "install", "chromium"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": str(PATIENCE_S * 1000)},
    ) as process:
        alive = [time.monotonic()]

        def follow() -> None:
            for line in process.stdout or ():
                # A retry is no progress.
                if "% of" in line:
                    alive[0] = time.monotonic()

        threading.Thread(target=follow, daemon=True).start()
        while process.poll() is None:
            if time.monotonic() - alive[0] > PATIENCE_S:
                process.kill()
                return False
            time.sleep(0.2)
        return process.returncode == 0


def _apt_install(package: str) -> None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing the package {package}", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-y", "-qq", package]):
            subprocess.run(
                ["apt-get", *command],
                check=False,
                stdout=subprocess.DEVNULL,
                env=environment,
            )


def main() -> int:
    """Bring the browsers and see them start; 1 with a sentence on stderr when that fails."""
    try:
        paths = {"Chromium": bring_chromium(), "Firefox": bring_firefox()}
        with sync_playwright() as playwright:
            for launch, (name, path) in zip(
                (launch_chromium, launch_firefox), paths.items(), strict=True
            ):
                print(f"Browser for the tests: {name} {launch(playwright).version} ({path})")
    except BrowserMissingError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
