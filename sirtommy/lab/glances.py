"""How good a glance is: `python -m sirtommy.lab.glances` measures hints and warnings at once.

In positions of three players, strong and weak, the full hint is the judge: of what the player who
answers at once would choose, of what a hint of a few continuations would, and of the choices that
the coach would warn of.
"""

from collections import Counter
from collections.abc import Iterator

from sirtommy.coach import WORSE
from sirtommy.deal import numbered_deal
from sirtommy.hint import CONTINUATIONS, QUICK, Choice, Hint, at_once_hint, conclude, tally
from sirtommy.kernel import decide, move_of, table_of
from sirtommy.players import player
from sirtommy.rules import GAMES
from sirtommy.run import settled
from sirtommy.scene import twins
from sirtommy.state import State, play, seen, start

PLAYERS = ("at-once", "least-burying", "random")
POSITIONS = 200
FIRST = 700_000
"""The deal of the first position; each comes from a deal of its own."""
MUCH, LITTLE = 0.1, 0.05
"""What a choice that is warned of should cost, and what it should not cost less than."""


def positions() -> Iterator[State]:
    """Yield the positions, after from 3 to 33 choices of a player."""
    for place in range(POSITIONS):
        policy = player(PLAYERS[place % len(PLAYERS)], seed=place)
        state = settled(start(numbered_deal(GAMES["sir-tommy"], FIRST + place)))
        for _ in range(3 + place * 7 % 31):
            here = seen(state)
            after = settled(play(state, move_of(here, decide(table_of(here), policy))))
            if after.over:
                break
            state = after
        yield state


def same(full: Hint, one: Hint) -> tuple[bool, float]:
    """Return whether a hint names the choice of the full one, and what that one thinks of it."""
    known = {choice.move: choice for choice in full.choices}
    chosen = known[one.best.move]
    return chosen is full.best or twins(full, chosen, full.best), chosen.win


def warned(full: Hint, glance: Hint) -> Iterator[float]:
    """Yield what each choice costs, by the full hint, that the coach would warn of."""
    known: dict[object, Choice] = {choice.move: choice for choice in full.choices}
    for choice in glance.choices:
        if glance.best.win - choice.win >= WORSE and not choice.lost:
            yield full.best.win - known[choice.move].win


def main() -> None:
    """Measure and print."""
    tally_of: Counter[str] = Counter()
    worth = dict.fromkeys(("at once", "quick", "full"), 0.0)
    for state in positions():
        here = seen(state)
        few = tally(here, 0, QUICK["deep"])
        rest = tally(here, QUICK["deep"], CONTINUATIONS["deep"])
        full = conclude(here, tuple(map(sum, zip(few, rest, strict=True))), CONTINUATIONS["deep"])
        glance = at_once_hint(here)
        hints = {"at once": glance, "quick": conclude(here, few, QUICK["deep"]), "full": full}
        for name, one in hints.items():
            agrees, win = same(full, one)
            tally_of[name] += agrees
            worth[name] += win
        tally_of["choices"] += len(glance.choices)
        for cost in warned(full, glance):
            tally_of["warned"] += 1
            tally_of["much"] += cost >= MUCH
            tally_of["little"] += cost < LITTLE
    print(f"{POSITIONS} positions, {tally_of['choices']} choices")
    for name in ("at once", "quick", "full"):
        share = worth[name] / POSITIONS
        print(f"{name}: names the full hint's choice in {tally_of[name]}, worth {share:.1%}")
    print(f"warned of {tally_of['warned']}, by a proof of loss not counted; of these cost")
    print(f"{MUCH} of a win or more: {tally_of['much']}, less than {LITTLE}: {tally_of['little']}")


if __name__ == "__main__":
    main()
