"""Write the counts in tests/data/perft.txt, by the judge alone: `python -m tests.count_perft`.

Deals are listed card by card, so that neither the engine nor its shuffle has a part in them.
"""

import json
from pathlib import Path

from tests import bruteforce
from tests.bruteforce import Game

DATA = Path(__file__).parent / "data"

HEADER = """\
# Sequences of exactly d legal moves from the start, for d = 1, 2, 3 and so on.
# Piles are numbered and no symmetry is used; a forced build is a move, turning a card is not, and
# games that end earlier count nothing.
# Where the counts end with 0 the game has been walked through to its end.
# Counted by tests/count_perft.py with tests/bruteforce.py, which shares no code with the engine.
# game | deal | counts
"""

GAMES = (
    ("sir-tommy", Game(13, 4, 4, forced=True), 7),
    ("sir-tommy-optional", Game(13, 4, 4, forced=False), 5),
    ("calculation", Game(13, 4, 4, forced=False, calculation=True), 5),
    ("calculation forced=true", Game(13, 4, 4, forced=True, calculation=True), 7),
    ("sir-tommy piles=9", Game(13, 4, 9, forced=True), 4),
    ("sir-tommy-optional ranks=7 suits=2 piles=3", Game(7, 2, 3, forced=False), 7),
    ("sir-tommy ranks=5 suits=2 piles=2", Game(5, 2, 2, forced=True), 30),
    ("sir-tommy ranks=4 suits=3 piles=2", Game(4, 3, 2, forced=True), 30),
    ("sir-tommy ranks=2 suits=4 piles=3", Game(2, 4, 3, forced=True), 30),
    ("sir-tommy-optional ranks=3 suits=2 piles=2", Game(3, 2, 2, forced=False), 30),
    ("sir-tommy-optional ranks=4 suits=2 piles=1", Game(4, 2, 1, forced=False), 30),
    ("sir-tommy-optional ranks=5 suits=1 piles=3", Game(5, 1, 3, forced=False), 30),
    ("calculation ranks=5 suits=2 piles=1", Game(5, 2, 1, forced=False, calculation=True), 30),
    (
        "calculation ranks=5 suits=4 piles=1 forced=true",
        Game(5, 4, 1, forced=True, calculation=True),
        40,
    ),
    ("calculation ranks=7 suits=2 piles=1", Game(7, 2, 1, forced=False, calculation=True), 40),
)


def deals(game: Game) -> list[str]:
    """Return the pinned deals of a pack of this size; of smaller packs those cut out of them."""
    vectors = json.loads((DATA / "deals.json").read_text("utf-8"))["deals"]
    whole = [one["cards"] for one in vectors if one["number"] in {"999999", "4294967296"}]
    ranks, suits = "A23456789TJQK"[: game.ranks], "SHDC"[: game.suits]
    return [
        "".join(
            code
            for code in (cards[place : place + 2] for place in range(0, 104, 2))
            if code[0] in ranks and code[1] in suits
        )
        for cards in whole
    ]


def counts(game: Game, cards: str, depth: int) -> list[int]:
    """Return the counts of a deal for each depth from 1, up to a depth or the end of the game."""
    order = tuple("A23456789TJQK".index(rank) + 1 for rank in cards[::2])
    layers = bruteforce.layers(game, bruteforce.start(game, order), depth)
    return [layer.total() for layer in layers[1:]]


def main() -> None:
    """Write the file."""
    rows = []
    for words, game, depth in GAMES:
        for cards in deals(game):
            found = " ".join(map(str, counts(game, cards, depth)))
            rows.append(f"{words} | {cards} | {found}\n")
    (DATA / "perft.txt").write_text(HEADER + "".join(rows), "utf-8")


if __name__ == "__main__":
    main()
