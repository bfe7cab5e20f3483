"""Proofs of loss: sound and, in small decks, complete, against a search that spares nothing."""

from random import Random

import pytest

from sirtommy.deal import numbered_deal
from sirtommy.hopeless import waiting_piles
from sirtommy.kernel import Table, table_of
from sirtommy.rules import Rules, parse_rules
from sirtommy.state import seen, start


def table(rules: str, piles: str, up: str = "") -> Table:
    """Return a position: piles as digits with blanks between, heights of foundations as digits."""
    rules_record = parse_rules(rules)
    found = table_of(seen(start(numbered_deal(rules_record, 0))))
    heights = [int(height) for height in up] or [0] * rules_record.suits
    return arranged(found, [[int(rank) for rank in pile] for pile in piles.split()], heights)


def arranged(found: Table, piles: list[list[int]], heights: list[int]) -> Table:
    """Return a table with these piles and heights; all other cards are unseen."""
    ranks = found.rules.ranks
    found.piles = piles + [[] for _ in range(found.rules.piles - len(piles))]
    found.wanted = [0] * (ranks + 1)
    for height in heights:
        found.wanted[height + 1 if height < ranks else 0] += 1
    found.turned = 0
    found.unseen = [0] * (ranks + 1)
    for rank in range(1, ranks + 1):
        laid = sum(pile.count(rank) for pile in found.piles)
        found.unseen[rank] = sum(height < rank for height in heights) - laid
    return found


def stuck(table: Table) -> bool:
    """Whether the piles cannot be cleared, every unseen card being free at any time: by search."""
    ranks = table.rules.ranks
    agenda = [(tuple(map(tuple, table.piles)), tuple(table.wanted), tuple(table.unseen))]
    known = set(agenda)
    while agenda:
        piles, wanted, free = agenda.pop()
        if not any(piles):
            return False
        following = [
            ((*piles[:number], pile[:-1], *piles[number + 1 :]), pile[-1], free)
            for number, pile in enumerate(piles)
            if pile and wanted[pile[-1]]
        ]
        following += [
            (piles, rank, (*free[:rank], free[rank] - 1, *free[rank + 1 :]))
            for rank in range(1, ranks + 1)
            if free[rank] and wanted[rank]
        ]
        for left, rank, spare in following:
            wants = list(wanted)
            wants[rank] -= 1
            wants[rank + 1 if rank < ranks else 0] += 1
            position = (left, tuple(wants), spare)
            if position not in known:
                known.add(position)
                agenda.append(position)
    return True


def anywhere(random: Random) -> Table:
    """Return any position of a small deck, whether play can reach it or not."""
    ranks, suits, piles = random.randint(2, 6), random.randint(1, 4), random.randint(1, 4)
    while ranks * suits > 14:
        ranks, suits = random.randint(2, 6), random.randint(1, 4)
    found = table_of(seen(start(numbered_deal(Rules(ranks, suits, piles), 0))))
    heights = [random.choice((0, 0, random.randint(0, ranks))) for _ in range(suits)]
    cards = [rank for height in heights for rank in range(height + 1, ranks + 1)]
    random.shuffle(cards)
    heaps: list[list[int]] = [[] for _ in range(piles)]
    for rank in cards[: random.randint(0, len(cards))]:
        random.choice(heaps).append(rank)
    return arranged(found, heaps, heights)


def test_exactly_the_positions_that_no_order_wins() -> None:
    """In thousands of positions of small decks a proof is found if and only if there is one."""
    random = Random(1)
    proved = 0
    for _ in range(8000):
        position = anywhere(random)
        waiting = waiting_piles(position)
        assert bool(waiting) == stuck(position), (position.piles, position.wanted, position.unseen)
        proved += bool(waiting)
    assert 1000 < proved < 7000


def test_a_proof_rests_on_the_fewest_piles() -> None:
    """The piles named cannot be cleared though all else is free; with any of them free they can."""
    random = Random(2)
    for _ in range(4000):
        position = anywhere(random)
        waiting = waiting_piles(position)
        for spared in (None, *waiting):
            kept = [pile for pile in waiting if pile != spared]
            alone = position.copy()
            for number, pile in enumerate(position.piles):
                if number not in kept:
                    for rank in pile:
                        alone.unseen[rank] += 1
                    alone.piles[number] = []
            assert stuck(alone) == (spared is None and bool(waiting))


@pytest.mark.parametrize(
    ("rules", "piles", "up", "waiting"),
    [
        ("sir-tommy ranks=3 suits=1 piles=2", "23", "", (0,)),
        ("sir-tommy ranks=3 suits=1 piles=2", "32", "", ()),
        ("sir-tommy ranks=3 suits=2 piles=2", "23 23", "", (0, 1)),
        ("sir-tommy ranks=3 suits=2 piles=2", "23 2", "", ()),
        ("sir-tommy ranks=3 suits=2 piles=2", "23", "30", (0,)),
        ("sir-tommy ranks=4 suits=3 piles=3", "24 24 24", "", (0, 1, 2)),
        ("sir-tommy", "2", "", ()),
    ],
)
def test_by_hand(rules: str, piles: str, up: str, waiting: tuple[int, ...]) -> None:
    """Short positions that a player can check: a card over its lower neighbour, crossed pairs."""
    assert waiting_piles(table(rules, piles, up)) == waiting


def test_order_of_tops_is_searched() -> None:
    """A greedy order of the tops would call positions lost that another order wins."""
    random = Random(3)
    greedy = 0
    for _ in range(3000):
        position = anywhere(random)
        if not waiting_piles(position) and _stuck_by_greed(position):
            greedy += 1
    assert greedy > 0


def _stuck_by_greed(table: Table) -> bool:
    """Whether building the leftmost top, and a free card only when no top goes, gets stuck."""
    piles = [pile[:] for pile in table.piles]
    wanted, free = table.wanted[:], table.unseen[:]
    while any(piles):
        tops = [pile for pile in piles if pile and wanted[pile[-1]]]
        spare = [rank for rank in range(1, len(free)) if free[rank] and wanted[rank]]
        if tops:
            rank = tops[0].pop()
        elif spare:
            rank = spare[-1]
            free[rank] -= 1
        else:
            return True
        wanted[rank] -= 1
        wanted[rank + 1 if rank < table.rules.ranks else 0] += 1
    return False


def test_too_few_positions_prove_nothing() -> None:
    """A search that is cut short claims no loss."""
    position = table("sir-tommy ranks=3 suits=2 piles=2", "23 23")
    assert waiting_piles(position, positions=1) in {(), (0, 1)}
    random = Random(4)
    for _ in range(500):
        position = anywhere(random)
        if waiting_piles(position, positions=2):
            assert stuck(position)


def test_nothing_is_proved_in_calculation() -> None:
    """The proof is one of Sir Tommy; in Calculation none is given."""
    position = table_of(seen(start(numbered_deal(parse_rules("calculation"), 1))))
    assert waiting_piles(position) == ()
