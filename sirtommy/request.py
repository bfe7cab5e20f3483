"""What a request of a page holds, read with care: every fault is a sentence."""

from sirtommy.deal import Deal, parse_deal
from sirtommy.errors import RequestError
from sirtommy.game import Game, open_game
from sirtommy.rules import parse_rules

Reply = dict[str, object]

MOST = 1000
"""No request may ask for more continuations than this."""


def read_text(request: dict[str, object], name: str, default: str | None = None) -> str:
    """Return a text of the request; raises RequestError where it has none and no default."""
    value = request.get(name, default)
    if not isinstance(value, str):
        message = f"the request has no {name}" if value is None else f"{name} is not a text"
        raise RequestError(message)
    return value


def read_count(request: dict[str, object], name: str, default: int, most: int) -> int:
    """Return a number of the request from 0 to `most`; raises RequestError."""
    value = request.get(name, default)
    if not isinstance(value, int) or not 0 <= value <= most:
        message = f"{name}={value} is out of range: it goes from 0 to {most}"
        raise RequestError(message)
    return value


def read_deal(request: dict[str, object]) -> Deal:
    """Return the deal of the request; raises an error of its own where it is none."""
    rules = parse_rules(read_text(request, "rules", "sir-tommy"))
    return parse_deal(rules, read_text(request, "deal"))


def read_game(request: dict[str, object]) -> Game:
    """Return the game of the request."""
    return open_game(read_deal(request), read_text(request, "moves", ""))
