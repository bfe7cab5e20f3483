"""Boards that are played, with the Python that the site carries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.site.board import START_MS, Board

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.conftest import Watch
    from tests.server import StaticServer

    OpenPage = Callable[..., Page]

REMEMBER_WORKERS = """
window.workers = [];
const Plain = Worker;
window.Worker = class extends Plain {
  constructor(...all) { super(...all); window.workers.push(this); }
};
"""


def test_mini_pack_is_won(open_page: OpenPage) -> None:
    """A game played in the page is won, the win is announced and stands in the address."""
    page = open_page()
    board = Board(page, "mini")
    board.play()
    for pile in (1, 1, 2):
        board.lay(pile)

    board.says("Won: all 8 cards are up.")
    expect(board.element).to_have_attribute("data-over", "won")
    assert page.url.endswith("#board=mini&deal=4&moves=112")


def test_mini_pack_is_lost_by_keys(open_page: OpenPage) -> None:
    """The keys 1 and 2 lay cards; the loss is announced."""
    page = open_page()
    board = Board(page, "mini")
    board.play()
    board.focus()
    for _ in range(4):
        page.keyboard.press("1")

    board.says("Lost: ")
    expect(board.element).to_have_attribute("data-over", "lost")
    page.keyboard.press("1")
    board.says("The game is over: it is lost.")


def test_choices_do_not_pile_up_while_python_loads(open_page: OpenPage) -> None:
    """Who presses again and again until Python is there has laid the one card that was seen."""
    page = open_page("free.html")
    board = Board(page, "free")
    expect(board.element.locator(".st-controls button[disabled]")).to_have_count(0)
    for _ in range(5):
        board.pile(1).evaluate("pile => pile.click()")

    board.says("3 of hearts to pile 1.")
    expect(board.element).to_have_attribute("data-state", "ready")
    page.wait_for_timeout(300)
    assert page.url.endswith("&moves=1")


def test_top_is_chosen_in_a_run(open_page: OpenPage) -> None:
    """Where two tops fit, the board asks which goes first, and obeys."""
    page = open_page("index.html#board=choice&deal=198&moves=1111212")
    board = Board(page, "choice")

    board.says("Choose which goes up first:")
    expect(board.element.locator("[data-legal=build]")).to_have_count(2)
    board.lay(2)
    board.says("Won: all 12 cards are up.")


def test_illegal_choice_is_answered(open_page: OpenPage) -> None:
    """A press that breaks a rule changes nothing and says why in the engine's words."""
    page = open_page(reduced_motion="reduce")
    board = Board(page, "mini")
    board.play()
    board.lay(1)
    board.says("Turned: 2 of spades.")
    address = page.url
    page.evaluate(
        "document.querySelector('#mini [data-number=\"2\"]').dataset.move = 'KH/2'",
    )
    board.lay(2)

    board.says("The turned card is the 2 of spades, not the king of hearts.")
    assert page.url == address


def test_undo_and_redo_are_choices(open_page: OpenPage) -> None:
    """Undo takes back to the last choice in one press, whatever followed it; Redo restores."""
    page = open_page()
    board = Board(page, "mini")
    board.play()
    board.lay(1)
    board.says("Turned: 2 of spades.")
    board.button("Undo").click()
    board.says("Turned: 3 of hearts.")
    board.button("Redo").click()
    board.says("Turned: 2 of spades.")
    board.button("Back to the record").click()

    expect(board.element).to_have_attribute("data-mode", "record")
    assert "#" not in page.url


def test_hint_gives_a_reason_then_chances(open_page: OpenPage) -> None:
    """The first press names one pile and one reason, the second the chances."""
    page = open_page("index.html#board=whole&moves=12312")
    board = Board(page, "whole")
    board.state("ready")
    board.button("Hint").click()
    expect(board.element.locator(".st-advice")).to_have_count(1, timeout=START_MS)
    reason = board.status.inner_text()
    board.button("Hint").click()

    expect(board.element.locator(".st-advice")).to_have_count(4, timeout=START_MS)
    assert "pile" in reason
    # It is said once all continuations are played.
    more = board.element.get_by_text("How sure is that?")
    expect(more).to_be_visible(timeout=START_MS)
    assert board.status.inner_text() != reason
    more.click()
    expect(board.element.get_by_text("95 % interval").first).to_be_visible()


def test_click_interrupts_a_hint(open_page: OpenPage) -> None:
    """A press while the hint is being thought about is carried out, and the hint is dropped."""
    page = open_page("index.html#board=whole&moves=12")
    board = Board(page, "whole")
    board.state("ready")
    page.evaluate(
        """() => {
          document.querySelector('#whole [data-do=hint]').click();
          document.querySelector('#whole [data-number="3"]').click();
        }""",
    )

    expect(board.element).to_have_attribute("data-state", "ready")
    page.wait_for_url("**&moves=123")
    page.wait_for_timeout(500)
    expect(board.element.locator(".st-advice")).to_have_count(0)


def test_copied_link_restores_the_position(open_page: OpenPage) -> None:
    """A copied address opens the same position in another browser."""
    page = open_page()
    board = Board(page, "mini")
    board.play()
    board.lay(1)
    board.says("Turned: 2 of spades.")
    other = Board(open_page(f"index.html{page.url[page.url.index('#') :]}"), "mini")

    other.says("Turned: 2 of spades. Choose a pile.")
    expect(other.element).to_have_attribute("data-mode", "play")


def test_bad_links_say_what_is_wrong(open_page: OpenPage) -> None:
    """A bad link is named, and the board works on."""
    page = open_page("index.html#board=mini&deal=4&moves=19")
    board = Board(page, "mini")
    board.says("This link does not work: line 1, column 2")
    page.goto("index.html#board=mini&deal=04")
    board.says("without leading zeros")
    page.goto("index.html#board=nowhere&deal=4")
    board.says('there is no board "nowhere" on this page')
    page.goto("index.html#board=mini&deal=4&rules=sir-tomy")
    board.says("This link does not work: ")
    board.button("Next").click()

    board.says("3 of hearts to pile 1.")


def test_new_deal_and_the_way_back(open_page: OpenPage) -> None:
    """New deal deals by the board's rules; the browser's Back brings the old game back."""
    page = open_page()
    board = Board(page, "mini")
    board.play()
    board.lay(1)
    board.says("Turned: 2 of spades.")
    old = page.url
    board.button("New deal").click()
    expect(board.element.locator(".st-deal")).not_to_have_text(
        "Sir Tommy, deal 4 (8 cards, 2 piles)"
    )
    page.go_back()

    board.says("Turned: 2 of spades.")
    assert page.url == old


def test_two_boards_share_one_engine(open_page: OpenPage, boards: StaticServer) -> None:
    """Two boards are played in turn with one worker, and neither disturbs the other."""
    page = open_page()
    page.evaluate("window.before = performance.getEntriesByType('resource').length")
    mini, pair = Board(page, "mini"), Board(page, "pair")
    mini.play()
    pair.play()
    mini.lay(1)
    pair.lay(2)
    mini.says("Turned: 2 of spades.")
    pair.says("4 of hearts to pile 2.")
    mini.focus()
    page.keyboard.press("2")

    mini.says("2 of spades to pile 2.")
    pair.says("4 of hearts to pile 2.")
    assert len([path for path in boards.requests if path.endswith("worker.js")]) == 1
    assert len(page.workers) == 1


def test_missing_runtime_file_is_said(
    open_page: OpenPage, boards: StaticServer, watch: Watch
) -> None:
    """A file that is missing, cut short or refused is named; stepping works; Try again works."""
    watch.expect("Failed to load resource|wasm instantiation failed|could not be loaded")
    for fault, words in (
        ("missing", "the server says 404"),
        ("truncated", "pyodide.asm.wasm.gz could not be loaded"),
    ):
        boards.faults["pyodide.asm.wasm.gz"] = fault  # type: ignore[assignment]
        page = open_page()
        board = Board(page, "mini")
        board.button("Play from the start").click()
        board.state("failed")
        board.says(words)
        board.button("Next").click()
        board.says("3 of hearts to pile 1.")
        boards.faults.clear()
        board.button("Try again").click()

        expect(board.element).to_have_attribute("data-mode", "play", timeout=START_MS)


def test_mime_types_do_not_matter(open_page: OpenPage, boards: StaticServer) -> None:
    """Hosts that send other types for the runtime's data files do no harm."""
    boards.faults |= {".gz": "mistyped", ".zip": "mistyped", ".json": "mistyped"}
    board = Board(open_page(), "mini")
    board.play()
    board.lay(1)

    board.says("Turned: 2 of spades.")


def test_killed_worker_is_replaced(open_page: OpenPage, boards: StaticServer) -> None:
    """When the worker dies the game stays, and the next press is answered without a reload."""
    page = open_page("hostile.html")
    page.add_init_script(REMEMBER_WORKERS)
    page.goto("index.html")
    board = Board(page, "mini")
    board.play()
    board.lay(1)
    board.says("Turned: 2 of spades.")
    page.evaluate("workers.at(-1).terminate()")
    board.lay(1)

    board.says("Turned: 4 of spades.")
    assert len([path for path in boards.requests if path.endswith("worker.js")]) == 2


def test_back_and_forward_keep_the_game(open_page: OpenPage) -> None:
    """Leaving the page and coming back, from the cache or not, finds the game as it was."""
    page = open_page()
    board = Board(page, "mini")
    board.play()
    board.lay(1)
    board.says("Turned: 2 of spades.")
    page.goto("hostile.html")
    page.go_back()

    board.says("Turned: 2 of spades.")
    board.lay(1)
    board.says("Turned: 4 of spades.")
