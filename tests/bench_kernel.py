"""How fast the engine plays: decisions a second of `state`, of `kernel`, and of a bare loop.

All three play the same deals by the same policy, `shortest`, to the same wins.
The bare loop knows forced Sir Tommy alone and has the policy written into it: it is what the
kernel could reach at best in plain Python.
A decision is a point where the policy is asked: a card to be laid, or several tops that could go.

    python -m tests.bench_kernel [DEALS] [--json]
"""

import json
import sys
from collections.abc import Callable
from time import process_time

from sirtommy.deal import Deal, numbered_deal
from sirtommy.kernel import Table, decide, finish, move_of, table_of
from sirtommy.policy import Shortest
from sirtommy.rules import Rules
from sirtommy.state import legal_moves, play, seen, start

ROUNDS = 5
"""The best of so many rounds counts, since a busy machine only ever makes a round slower."""


class Counting(Shortest):
    """The policy, counting how often it is asked."""

    asked = 0

    def lay(self, table: Table) -> int:
        """Count, and lay."""
        self.asked += 1
        return super().lay(table)

    def build(self, table: Table, moves: list[int]) -> int:
        """Count, and build."""
        self.asked += 1
        return super().build(table, moves)


def by_state(deal: Deal) -> bool:
    """Play a deal through `state`: every position a value, every move checked."""
    state = start(deal)
    policy = Shortest()
    while not state.over:
        moves = legal_moves(state)
        move = moves[0]
        if len(moves) > 1:
            view = seen(state)
            move = move_of(view, decide(table_of(view), policy))
        state = play(state, move)
    return state.won


def by_kernel(ready: tuple[Table, list[int]]) -> bool:
    """Play a deal through the kernel."""
    table, order = ready
    return finish(table.copy(), order, Shortest())


def by_bare_loop(order: list[int]) -> bool:
    """Play a deal with nothing but lists of ranks, the policy written into the loop."""
    piles: list[list[int]] = [[], [], [], []]
    wanted = [0] * 15
    wanted[1] = 4
    for rank in order:
        if not wanted[rank]:
            shortest = piles[0]
            for pile in piles:
                if len(pile) < len(shortest):
                    shortest = pile
            shortest.append(rank)
            continue
        wanted[rank] -= 1
        wanted[rank + 1] += 1
        while True:
            lowest, chosen = 99, None
            for pile in piles:
                if pile and wanted[pile[-1]]:
                    under = pile[-2] if len(pile) > 1 else 15
                    if under < lowest:
                        lowest, chosen = under, pile
            if chosen is None:
                break
            top = chosen.pop()
            wanted[top] -= 1
            wanted[top + 1] += 1
    return wanted[14] == 4


def best_time(run: Callable[[], object]) -> float:
    """Return the seconds of the quickest of some rounds, this process's own time."""
    times = []
    for _ in range(ROUNDS):
        begun = process_time()
        run()
        times.append(process_time() - begun)
    return min(times)


def measure(deals: int) -> dict[str, float]:
    """Return decisions a second by each of the three, and how many decisions were made."""
    listed = [numbered_deal(Rules(), number) for number in range(deals)]
    ready = [(table_of(seen(start(d))), [card.rank for card in d.stock[1:]]) for d in listed]
    orders = [[card.rank for card in deal.cards] for deal in listed]
    policy = Counting()
    wins = [finish(table.copy(), order, policy) for table, order in ready]
    few = listed[: max(1, deals // 100)]
    assert wins == [by_bare_loop(order) for order in orders]
    assert wins[: len(few)] == [by_state(deal) for deal in few]
    asked = policy.asked
    slow = asked * len(few) / deals
    return {
        "decisions": asked,
        "state": round(slow / best_time(lambda: [by_state(deal) for deal in few])),
        "kernel": round(asked / best_time(lambda: [by_kernel(one) for one in ready])),
        "bare loop": round(asked / best_time(lambda: [by_bare_loop(order) for order in orders])),
    }


def main() -> None:
    """Measure and print."""
    words = [word for word in sys.argv[1:] if word != "--json"]
    figures = measure(int(words[0]) if words else 2000)
    figures["kernel to bare loop"] = round(figures["kernel"] / figures["bare loop"], 2)
    if "--json" in sys.argv:
        print(json.dumps(figures))  # noqa: T201
        return
    print(f"{figures.pop('decisions'):,} decisions, laying on the shortest pile:")  # noqa: T201
    ratio = figures.pop("kernel to bare loop")
    for name, rate in figures.items():
        print(f"{name:>10} {rate:>12,} decisions a second")  # noqa: T201
    print(f"the kernel reaches {ratio} of the bare loop's speed")  # noqa: T201


if __name__ == "__main__":
    main()
