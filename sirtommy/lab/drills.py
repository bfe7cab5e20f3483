"""Proposals for drills: positions of played games where one choice leads and one idea explains it.

The games are those of the player by hand, who comes to positions that people come to.
Each proposal is a file in the form of `sirtommy.drill`, with the engine's sentences as comments, to
be read, tried and written anew by hand before it is moved to the drills.
The same deals give the same proposals.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sirtommy.commentary import advise, chances
from sirtommy.deal import Deal, numbered_deal
from sirtommy.drill import QUESTIONS, accepted, parse_drill, rate, rates_text
from sirtommy.facts import HEADINGS
from sirtommy.hint import CONTINUATIONS, Hint
from sirtommy.kernel import decide, move_of, table_of
from sirtommy.notation import full_text
from sirtommy.objections import objection_to
from sirtommy.players import player
from sirtommy.rules import GAMES
from sirtommy.run import automatic
from sirtommy.scene import Scene, twins
from sirtommy.state import Lay, Move, State, legal_moves, plain, play, seen, start

QUICK = 16
"""Continuations for a first look."""
LEAD = 0.12
"""By how much the best choice must lead all others that differ from it."""
BUDGET = CONTINUATIONS["deep"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A position that may make a drill."""

    deal: Deal
    moves: tuple[Move, ...]
    state: State
    rated: Hint
    theme: str


def proposals(first: int, last: int) -> Iterator[Proposal]:
    """Yield the proposals of the deals of a range, at most one a deal."""
    for number in range(first, last + 1):
        deal = numbered_deal(GAMES["sir-tommy"], number)
        found = max(_of_game(deal), key=lambda pair: pair[0], default=None)
        if found:
            yield found[1]


def text(proposal: Proposal) -> str:
    """Return a proposal as a drill."""
    best, *others = proposal.rated.choices
    scene = Scene(proposal.rated, best, tuple(others), 0)
    advice = advise(proposal.rated)
    sides = []
    for choice in others:
        if twins(proposal.rated, best, choice):
            continue
        against = objection_to(scene, choice) if isinstance(choice.move, Lay) else None
        sides.append(f"({choice.move} {{{against.text if against else 'By the odds.'}}})")
    return "\n".join(
        (
            f"id: {proposal.theme}-{proposal.deal}",
            f"theme: {proposal.theme}",
            f"question: {'pile' if isinstance(best.move, Lay) else 'top'}",
            "hint: To be written.",
            f"budget: {BUDGET}",
            f"rates: {rates_text(proposal.state, BUDGET)}",
            "",
            f"deal: {proposal.deal}",
            "rules: sir-tommy",
            "",
            full_text(proposal.moves),
            f"{plain(proposal.state, best.move)} {{{advice.sentence}}}",
            *sides,
            "",
        )
    )


def _of_game(deal: Deal) -> Iterator[tuple[float, Proposal]]:
    """Yield the fit positions of the game that the player by hand plays, with their leads."""
    by_hand = player("by-hand")
    state = start(deal)
    moves: list[Move] = []
    while not state.over:
        move = automatic(state)
        if move is None:
            here = seen(state)
            quick = rate(state, QUICK) if len(legal_moves(state)) > 1 else None
            if quick and _leads(quick) >= LEAD:
                rated = rate(state, BUDGET)
                theme = _theme(rated)
                if theme and _leads(rated) >= LEAD and len(accepted(rated)) == _alike(rated):
                    yield _leads(rated), Proposal(deal, tuple(moves), state, rated, theme)
            move = plain(state, move_of(here, decide(table_of(here), by_hand)))
        moves.append(move)
        state = play(state, move)


def _leads(rated: Hint) -> float:
    others = [c.win for c in rated.choices if not twins(rated, rated.best, c)]
    return rated.best.win - max(others) if others else 0.0


def _alike(rated: Hint) -> int:
    return sum(twins(rated, rated.best, choice) for choice in rated.choices)


def _theme(rated: Hint) -> str:
    """Return the one heading that explains the advice; empty where none or several do."""
    headings = {HEADINGS[kind] for kind in advise(rated).kinds}
    return headings.pop() if len(headings) == 1 else ""


def main() -> None:
    """Write the proposals of a range of deals into a folder."""
    parser = argparse.ArgumentParser(description="propose positions for drills")
    parser.add_argument("--deals", default="1-100", help="deal numbers, as 1-100")
    parser.add_argument("--into", type=Path, default=Path("build/drills"), help="folder")
    options = parser.parse_args()
    first, _, last = options.deals.partition("-")
    options.into.mkdir(parents=True, exist_ok=True)
    for proposal in proposals(int(first), int(last)):
        written = text(proposal)
        drill = parse_drill(written)
        (options.into / f"{drill.id}.drill").write_text(written, "utf-8")
        chance = ", ".join(f"{c.move} {c.phrase}" for c in chances(proposal.rated))
        print(f"{drill.id}: {QUESTIONS[drill.question]} {drill.grade}; {chance}", flush=True)


if __name__ == "__main__":
    main()
