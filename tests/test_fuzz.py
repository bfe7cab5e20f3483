"""20,000 spoilt records, links and deals: a clear refusal or a right answer, and never a hang.

What is accepted is read again by a scanner of this file and played again by the judge.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import process_time

import pytest

from sirtommy.cards import parse_card
from sirtommy.deal import Deal, numbered_deal, parse_deal
from sirtommy.errors import SirTommyError
from sirtommy.notation import compact, full_text, parse_moves
from sirtommy.record import GLYPHS, Line, Node, Record, faults, parse_record
from sirtommy.rules import Rules, parse_rules
from sirtommy.state import BuildTop, Move, State, legal_moves, play, start
from tests import bruteforce
from tests.strategies import SMALL_RULES
from tests.tables import game_of, label_of, order_of

RECORDS, LINKS, DEALS, RULES = 11_000, 5_000, 3_000, 1_000

NASTY = [
    "{", "}", "\\", "\\}", "(", ")", "!", "?", "!!", "/", "^", ":", "=", " ", "\n", "\r\n", "\t",
    "\r", "\0", "\ufeff", "\u200f", "\u202e", "\u00a0", "１", "٣", "²", "ſ", "K", "0", "1", "2",
    "9", "a", "i", "A", "S", "H", "5H/2", "AS^", "2^", "1^2", "deal: ", "rules: ", "title: x\n",
    "\n\n", "<script>", "18446744073709551616", "-1", "007", "\ud800", "😀", "{}", "()", "♠",
]  # fmt: skip

SECONDS = 2.0
"""More of this process's own time than any text here may take."""


def comment(random: Random) -> str:
    """Return a comment such as people write, and worse."""
    words = ["Why?", "5H", "}", "{", "\\", "<script>", "a\\", "(2H/1)", "é", ""]
    return " ".join(" ".join(random.choice(words) for _ in range(random.randrange(4))).split())


def line(state: State, random: Random, length: int, depth: int) -> Line:
    """Return a random annotated line."""
    nodes: list[Node] = []
    while len(nodes) < length and not state.over:
        move = random.choice(legal_moves(state))
        sides: tuple[Line, ...] = ()
        if depth and random.random() < 0.2:
            sides = (line(state, random, random.randint(1, 3), depth - 1),)
        nodes.append(Node(move, random.choice(["", "", *GLYPHS]), comment(random), sides))
        state = play(state, move)
    return Line(comment(random), tuple(nodes))


def some_deal(random: Random) -> Deal:
    """Return a deal of a small deck, by number or listed."""
    deal = numbered_deal(random.choice(SMALL_RULES), random.randrange(1 << 64))
    return deal if random.random() < 0.5 else Deal(deal.rules, deal.cards)


def spoilt(text: str, other: str, random: Random) -> str:
    """Return a text with one to four things done to it that happen to texts."""
    for _ in range(random.randint(1, 4)):
        here, there = sorted(random.randrange(len(text) + 1) for _ in range(2))
        match random.randrange(8):
            case 0:
                text = text[:here] + text[there : there + 1] + text[here + 1 :]
            case 1:
                text = text[:here] + random.choice(NASTY) + text[here:]
            case 2:
                text = text[:here]
            case 3:
                text = text[:here] + text[min(there, here + 3) :]
            case 4:
                text = text[:here] + random.choice(NASTY) + text[here + 1 :]
            case 5:
                text = text[:there] + text[here:there] + text[there:]
            case 6:
                text = text[:here] + other[random.randrange(len(other) + 1) :]
            case _:
                text = text[:here] + text[here:there].swapcase() + text[there:]
    return text


class Judge:
    """Replays moves by the rules of `bruteforce`, and knows which card is turned."""

    def __init__(self, deal: Deal) -> None:
        self.game = game_of(deal.rules)
        order = list(deal.cards)
        self.bases = []
        for base in range(1, deal.rules.suits + 1 if deal.rules.calculation else 1):
            self.bases.append(next(card for card in order if card.rank == base))
            order.remove(self.bases[-1])
        self.order = order
        self.spot = bruteforce.start(self.game, order_of(deal))

    def play(self, spot: bruteforce.Spot, move: Move) -> bruteforce.Spot:
        """Return the spot after a move, which must be legal and name the turned card."""
        if not isinstance(move, BuildTop):
            assert spot.hand is not None
            assert move.card == self.order[len(self.order) - len(spot.order) - 1]
        return dict(bruteforce.moves(self.game, spot))[label_of(move)]

    def walk(self, line: Line, spot: bruteforce.Spot) -> None:
        """Check every move of a line and of its side lines."""
        for node in line.nodes:
            for side in node.sides:
                assert side.nodes
                self.walk(side, spot)
            spot = self.play(spot, node.move)


def comments_of(line: Line) -> Iterator[str]:
    """Yield all words of all comments of a line."""
    yield from line.comment.split()
    for node in line.nodes:
        yield from node.comment.split()
        for side in node.sides:
            yield from comments_of(side)


def nodes_of(line: Line) -> Iterator[Node]:
    """Yield all nodes of a line and its side lines."""
    for node in line.nodes:
        yield node
        for side in node.sides:
            yield from nodes_of(side)


def scan(text: str) -> tuple[Counter[str], int, int]:
    """Return the words in comments, and how many moves and glyphs stand outside them."""
    body = text.removeprefix("\ufeff").replace("\r\n", "\n").lstrip("\n\t ")
    rows = body.split("\n")
    while rows and re.match(r"[a-z]+:", rows[0]):
        rows.pop(0)
    outside, inside = "", ""
    deep = False
    place = 0
    body = "\n".join(rows)
    while place < len(body):
        sign = body[place]
        if deep and body[place : place + 2] == "\\}":
            inside += "}"
            place += 1
        elif deep and sign == "}":
            deep = False
            inside += " "
        elif deep:
            inside += sign
        elif sign == "{":
            deep = True
            outside += " "
        else:
            outside += sign
        place += 1
    assert not deep, "a comment that is cut off was accepted"
    moves = len(re.findall(r"[/^]", outside))
    return Counter(inside.split()), moves, len(re.findall(r"[!?]+", outside))


def right_pack(deal: Deal) -> bool:
    """Whether a deal holds every card of its pack once."""
    codes = [rank + suit for suit in "SHDC"[: deal.rules.suits]
             for rank in "A23456789TJQK"[: deal.rules.ranks]]  # fmt: skip
    return sorted(map(str, deal.cards)) == sorted(codes)


def check_record(text: str) -> None:
    """Read a record; what is accepted is read again and played again."""
    record = parse_record(text)
    assert faults(text) == ()
    assert right_pack(record.deal)
    Judge(record.deal).walk(record.line, Judge(record.deal).spot)
    words, moves, glyphs = scan(text)
    assert Counter(comments_of(record.line)) == words
    nodes = list(nodes_of(record.line))
    assert len(nodes) == moves
    assert sum(bool(node.glyph) for node in nodes) == glyphs
    assert parse_record(str(record)) == record


def check_moves(deal: Deal, text: str) -> None:
    """Read moves; what is accepted is played again, and printed as it was written."""
    moves = parse_moves(deal, text)
    judge = Judge(deal)
    spot = judge.spot
    for move in moves:
        spot = judge.play(spot, move)
    if re.search(r"[SHDC/\s]", text.strip()):
        words = [re.sub(r"\^[1-9]$", "^", word) for word in text.split()]
        assert [re.sub(r"\^[1-9]$", "^", word) for word in full_text(moves).split()] == words
    else:
        assert compact(deal, moves) == text.strip()


def check_deal(rules: Rules, text: str) -> None:
    """Read a deal; what is accepted is a plain number in range, or the whole pack."""
    deal = parse_deal(rules, text)
    assert right_pack(deal)
    if deal.number is not None:
        assert text.strip() == str(deal.number)
        assert 0 <= deal.number < 1 << 64
    else:
        assert "".join(text.split()) == "".join(map(str, deal.cards))
        assert [parse_card(str(card)) for card in deal.cards] == list(deal.cards)


def check_rules(text: str) -> None:
    """Read a game; what is accepted is within the ranges and is printed and read back."""
    rules = parse_rules(text)
    assert 2 <= rules.ranks <= 13
    assert 1 <= rules.suits <= 4
    assert 1 <= rules.piles <= 9
    assert parse_rules(str(rules)) == rules
    for setting in text.split()[1:]:
        name, value = setting.split("=")
        assert str(getattr(rules, name)).lower() == value.lstrip("0")


def attack(check: Callable[[str], None], text: str, accepted: list[str]) -> None:
    """Run a check on a text; any failure but a refusal shows the text."""
    begun = process_time()
    try:
        check(text)
        accepted.append(text)
    except SirTommyError as error:
        message = str(error)
        assert message, repr(text)
        assert len(message) < 1000, repr(text)
        assert "\n" not in message, repr(text)
    except Exception as error:  # noqa: BLE001
        pytest.fail(f"{text!r} led to {error!r}")
    assert process_time() - begun < SECONDS, repr(text)


def seeds(random: Random) -> list[Record]:
    """Return the records to be spoilt."""
    deals = [some_deal(random) for _ in range(150)]
    return [
        Record(deal, line(start(deal), random, random.randrange(1, 12), 3), "A game", source="s")
        for deal in deals
    ]


def test_spoilt_records() -> None:
    """A spoilt record is refused with a sentence, or is still a record, and then a right one."""
    random = Random(20_001)
    texts = [str(record) for record in seeds(random)]
    accepted: list[str] = []
    for text in texts:
        attack(check_record, text, accepted)
    assert len(accepted) == len(texts)
    accepted.clear()
    for _ in range(RECORDS):
        attack(check_record, spoilt(random.choice(texts), random.choice(texts), random), accepted)
    assert RECORDS * 0.01 < len(accepted) < RECORDS * 0.5


def test_spoilt_links() -> None:
    """A spoilt link is refused with a sentence, or its moves are legal and print as written."""
    random = Random(20_002)
    games = [(record.deal, record.line.moves) for record in seeds(random)]
    accepted: list[str] = []
    for number in range(LINKS):
        deal, moves = random.choice(games)
        text = full_text(moves) if number % 2 else compact(deal, moves)
        other = full_text(random.choice(games)[1])
        check = partial(check_moves, deal)
        attack(check, text, [])
        attack(check, spoilt(text, other, random), accepted)
    assert LINKS * 0.03 < len(accepted) < LINKS * 0.7


def test_spoilt_deals() -> None:
    """A spoilt deal is refused with a sentence, or is a whole pack, or a number in range."""
    random = Random(20_003)
    accepted: list[str] = []
    for _ in range(DEALS):
        deal, other = some_deal(random), some_deal(random)
        text = spoilt(str(deal), str(other), random)
        attack(partial(check_deal, deal.rules), text, accepted)
    assert DEALS * 0.1 < len(accepted) < DEALS * 0.9


def test_spoilt_rules() -> None:
    """A spoilt line of rules is refused with a sentence, or names a game in range."""
    random = Random(20_004)
    accepted: list[str] = []
    for _ in range(RULES):
        text = str(random.choice(SMALL_RULES))
        attack(check_rules, spoilt(text, str(random.choice(SMALL_RULES)), random), accepted)
    assert 5 < len(accepted) < RULES * 0.9


def test_twenty_thousand_texts() -> None:
    """The numbers above come to 20,000."""
    assert RECORDS + LINKS + DEALS + RULES == 20_000
