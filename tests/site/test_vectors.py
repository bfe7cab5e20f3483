"""The published deal numbers, dealt by the engine that runs in the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sirtommy.cards import parse_card
from sirtommy.deal import listed_deal
from sirtommy.notation import full_text
from sirtommy.rules import parse_rules
from sirtommy.state import Move, legal_moves, play, start

if TYPE_CHECKING:
    from tests.site.conftest import OpenPage

DATA = Path(__file__).parents[1] / "data" / "deals.json"
VECTORS: list[dict[str, str]] = json.loads(DATA.read_text("utf-8"))["deals"]

ASK = """async (requests) => {
  const board = document.querySelector('sirtommy-board');
  const { src } = document.querySelector('script[src*="board.js"]');
  const { Engine } = await import(new URL('engine.js', src).href);
  const engine = new Engine(new URL(board.dataset.runtime, document.baseURI).href);
  return Promise.all(requests.map((request) => engine.ask(request)));
}"""


def whole_game(rules: str, text: str) -> str:
    """A game to its end over listed cards, the first legal move each time, in full notation.

    A game ends once every card has been turned, and a turned card is laid or built by its name.
    """
    cards = [parse_card(text[at : at + 2]) for at in range(0, len(text), 2)]
    state = start(listed_deal(parse_rules(rules), cards))
    moves: list[Move] = []
    while not state.over:
        moves.append(legal_moves(state)[0])
        state = play(state, moves[-1])
    return full_text(tuple(moves))


def exchanged(text: str) -> str:
    """The cards with the last two the other way round."""
    return text[:-4] + text[-2:] + text[-4:-2]


@pytest.mark.parametrize("wrong", [False, True], ids=["as published", "two cards exchanged"])
def test_numbers_mean_the_published_cards_in_the_page(
    open_page: OpenPage,
    wrong: bool,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    """Under the Python of the page every number deals the published cards, in their order."""
    chosen = [vector for vector in VECTORS if not wrong or len(vector["cards"]) > 2 * 20]
    requests = [
        {
            "ask": "show",
            "rules": vector["rules"],
            "deal": vector["number"],
            "moves": whole_game(
                vector["rules"], exchanged(vector["cards"]) if wrong else vector["cards"]
            ),
        }
        for vector in chosen
    ]
    replies = open_page().evaluate(ASK, requests)
    assert len(replies) == len(chosen)
    for vector, reply in zip(chosen, replies, strict=True):
        if wrong:
            assert "error" in reply, vector
        else:
            assert reply.get("over") in {"won", "lost"}, (vector, reply)
            assert reply["cards"] * 2 == len(vector["cards"])
