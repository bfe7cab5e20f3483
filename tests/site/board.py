"""A board in a page, as a test handles it: by the names that a reader hears."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

START_MS = 60_000
"""How long Python may take to start on a busy machine."""

expect.set_options(timeout=15_000)


class Board:
    """One board of a page."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self.element = page.locator(f"#{name}")
        self.status = self.element.locator(".st-main [role=status].st-status")

    def button(self, name: str) -> Locator:
        """The button of this name."""
        return self.element.get_by_role("button", name=name, exact=True)

    def pile(self, number: int) -> Locator:
        """The button of a waste pile."""
        return self.element.get_by_role("button", name=f"Waste pile {number}:")

    def lay(self, number: int) -> None:
        """Press a pile once it can be pressed."""
        self.pile(number).click()

    def says(self, text: str) -> None:
        """Expect a text in the status line."""
        expect(self.status).to_contain_text(text, timeout=START_MS)

    def state(self, name: str) -> None:
        """Expect a state of the element."""
        expect(self.element).to_have_attribute("data-state", name, timeout=START_MS)

    def play(self) -> None:
        """Press Play and wait until the board is live."""
        self.element.get_by_role("button", name="Play from").click()
        expect(self.element).to_have_attribute("data-mode", "play", timeout=START_MS)

    def focus(self) -> None:
        """Give the board the keys."""
        self.element.focus()
