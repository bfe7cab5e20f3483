"""Drills: proposals from played games, and the figures of a drill that is being written.

`python -m sirtommy.lab.drills propose` goes through games of the player by hand, who comes to
positions that people come to, and writes drills into a folder, one file each: choices where one
leads and one idea explains it, positions that are lost whatever comes or look so, and positions in
which some rank is waited for. The comments are the engine's, to be read, tried and written anew by
hand. The same deals give the same proposals.

`python -m sirtommy.lab.drills check FILES` tells what is right in drills, and with `--again`
whether it stays so over other orders of the unseen cards.

`python -m sirtommy.lab.drills rate` counts what the head of a drill holds: rates, and where words
are the answers, the order that is won and the players who answer right.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sirtommy.asking import (
    LADDER,
    QUESTIONS,
    WORDED,
    accepted,
    best_ranks,
    ladder_of,
    rank_wins,
    rate,
    rates_of,
    rates_text,
    winning_order,
)
from sirtommy.commentary import advise
from sirtommy.deal import Deal, numbered_deal
from sirtommy.drill import Drill, parse_drill
from sirtommy.facts import HEADINGS
from sirtommy.hint import CONTINUATIONS, Hint, player_for
from sirtommy.kernel import decide, move_of, table_of
from sirtommy.notation import full_text, parse_moves
from sirtommy.objections import objection_to
from sirtommy.phrases import share_phrase
from sirtommy.players import player
from sirtommy.rules import parse_rules
from sirtommy.run import automatic
from sirtommy.scene import Scene, twins
from sirtommy.state import Lay, Move, State, legal_moves, plain, play, seen, start

QUICK = 16
"""Continuations for a first look."""
LEAD = 0.12
"""By how much the best choice must lead all others that differ from it."""
GAP = 0.15
"""By how much the ranks waited for must lead the others."""
WAITED = 3
"""The most ranks that may be right."""
ORDERS = 2000
"""How many orders are looked through for one that is won."""
AGAIN = 1 << 40
"""The orders with which stored drills are rated once more begin here."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A position that may make a drill."""

    deal: Deal
    moves: tuple[Move, ...]
    state: State
    theme: str
    question: str

    @property
    def name(self) -> str:
        """A name until it has a better one."""
        return f"{self.question}-{self.deal}-{len(self.moves)}"


def game(deal: Deal) -> Iterator[tuple[tuple[Move, ...], State]]:
    """Yield the moves up to each decision of the player by hand, and the position."""
    by_hand = player("by-hand")
    state = start(deal)
    moves: list[Move] = []
    while not state.over:
        move = automatic(state)
        if move is None:
            here = seen(state)
            if len(legal_moves(state)) > 1:
                yield tuple(moves), state
            move = plain(state, move_of(here, decide(table_of(here), by_hand)))
        moves.append(move)
        state = play(state, move)


def budget_of(state: State) -> int:
    """Return how many continuations a drill stores of each choice."""
    return CONTINUATIONS[player_for(state.rules)]


def choices_of(deal: Deal) -> Iterator[Proposal]:
    """Yield the choice of a game in which one leads most clearly, if one idea explains it."""
    found = []
    for moves, state in game(deal):
        if not state.rules.forced and all(isinstance(m, Lay) for m in legal_moves(state)):
            continue
        if _leads(rate(state, QUICK)) < LEAD:
            continue
        rated = rate(state, budget_of(state))
        theme = _theme(rated) if state.rules.forced else "holding-back"
        if theme and _leads(rated) >= LEAD and len(accepted(rated)) == _alike(rated):
            question = _question(state, rated)
            found.append((_leads(rated), Proposal(deal, moves, state, theme, question)))
    if found:
        yield max(found, key=lambda pair: pair[0])[1]


def verdicts_of(deal: Deal) -> Iterator[Proposal]:
    """Yield the first position of a game that is proved lost, or else its least hopeful one."""
    worst: tuple[float, Proposal] | None = None
    for moves, state in game(deal):
        rated = rate(state, QUICK)
        proposal = Proposal(deal, moves, state, "locks", "lost")
        if rated.best.lost:
            yield proposal
            return
        if worst is None or rated.best.win < worst[0]:
            worst = rated.best.win, proposal
    if worst and worst[0] < LEAD and winning_order(worst[1].state, range(ORDERS)) is not None:
        yield worst[1]


def waits_of(deal: Deal) -> Iterator[Proposal]:
    """Yield the position of a game in which a few ranks would help most."""
    found = []
    for moves, state in game(deal):
        if not state.turned:
            continue
        wins = sorted(rank_wins(state, QUICK).values(), reverse=True)
        few = next((n for n in range(1, len(wins)) if wins[n - 1] - wins[n] >= GAP * QUICK), 0)
        if 1 <= few <= WAITED:
            gap = wins[few - 1] - wins[few]
            found.append((gap, Proposal(deal, moves, state, "counting", "rank")))
    if found:
        yield max(found, key=lambda pair: pair[0])[1]


KINDS = {"choices": choices_of, "verdicts": verdicts_of, "waits": waits_of}
"""What may be proposed."""


def head(state: State, question: str, rates: Mapping[str, float]) -> list[str]:
    """Return the lines of a drill's head that are counted."""
    budget = budget_of(state)
    lines = [f"budget: {budget}", f"rates: {rates_text(rates)}"]
    if question not in WORDED:
        return lines
    if question == "lost":
        lost = rate(state, QUICK).best.lost
        right = frozenset({"yes" if lost else "no"})
        if not lost:
            lines.append(f"order: {winning_order(state, range(ORDERS))}")
    else:
        right = best_ranks(rates, budget)
    return [*lines, f"ladder: {ladder_of(state, question, right, budget)}"]


def text(proposal: Proposal) -> str:
    """Return a proposal as a drill."""
    state, question = proposal.state, proposal.question
    budget = budget_of(state)
    rates = rates_of(state, budget, question)
    lines = [
        f"id: {proposal.name}",
        f"theme: {proposal.theme}",
        f"question: {question}",
        "hint: To be written.",
        *head(state, question, rates),
    ]
    sides: list[str] = []
    if question == "lost":
        lines += ["yes: To be written.", "no: To be written."]
    elif question == "rank":
        lines += [
            f"{rank}: {share_phrase(won, budget)}. To be written." for rank, won in rates.items()
        ]
    else:
        sides = _answers(state)
    rules = f"rules: {state.rules}"
    record = [
        "title: To be written.",
        f"deal: {proposal.deal}",
        rules,
        "",
        full_text(proposal.moves),
        *sides,
    ]
    return "\n".join((*lines, "", *record, ""))


def _answers(state: State) -> list[str]:
    """Return the right move and the others, each with the engine's sentence."""
    rated = rate(state, budget_of(state))
    best, *others = rated.choices
    scene = Scene(rated, best, tuple(others), 0)
    lines = [f"{plain(state, best.move)} {{{advise(rated).sentence}}}"]
    for choice in others:
        if twins(rated, best, choice):
            continue
        against = objection_to(scene, choice) if isinstance(choice.move, Lay) else None
        words = against.text if against else "By the odds."
        lines.append(f"({plain(state, choice.move)} {{{words}}})")
    return lines


def _question(state: State, rated: Hint) -> str:
    if not state.rules.forced:
        return "build"
    return "pile" if isinstance(rated.best.move, Lay) else "top"


def _leads(rated: Hint) -> float:
    others = [c.win for c in rated.choices if not twins(rated, rated.best, c)]
    return rated.best.win - max(others) if others else 0.0


def _alike(rated: Hint) -> int:
    return sum(twins(rated, rated.best, choice) for choice in rated.choices)


def _theme(rated: Hint) -> str:
    """Return the one heading that explains the advice; empty where none or several do."""
    headings = {HEADINGS[kind] for kind in advise(rated).kinds}
    return headings.pop() if len(headings) == 1 else ""


def _propose(options: argparse.Namespace) -> None:
    first, _, last = options.deals.partition("-")
    options.into.mkdir(parents=True, exist_ok=True)
    for number in range(int(first), int(last or first) + 1):
        for proposal in KINDS[options.kind](numbered_deal(parse_rules(options.rules), number)):
            written = text(proposal)
            drill = parse_drill(written)
            (options.into / f"{drill.id}.drill").write_text(written, "utf-8")
            print(f"{drill.id}: {drill.theme}, {_told(written)}", flush=True)


def _rate(options: argparse.Namespace) -> None:
    deal = numbered_deal(parse_rules(options.rules), options.deal)
    state = start(deal)
    for move in parse_moves(deal, options.moves):
        state = play(state, move)
    question = options.question
    print("\n".join(head(state, question, rates_of(state, budget_of(state), question))))


def _check(options: argparse.Namespace) -> None:
    for path in options.files:
        written = path.read_text("utf-8")
        print(f"{path.stem}: {_told(written)}", flush=True)
        for change in changes(parse_drill(written)) if options.again else ():
            print(f"  rated again: {change}", flush=True)


def changes(drill: Drill, first: int = AGAIN) -> tuple[str, ...]:
    """Return what is no longer so when the drill is rated over orders from number `first` on.

    A right answer may not be beaten by more than luck explains (its 95 % interval reaches the best
    share), and a wrong one may not come so near to the best that it would be accepted.
    What is proved, that a game is lost or not, needs no odds.
    """
    if drill.question == "lost":
        return ()
    if drill.question == "rank":
        wins = rates_of(drill.state, drill.budget, "rank", first)
        near = reached = {str(rank) for rank in best_ranks(wins, drill.budget)}
    else:
        rated = rate(drill.state, drill.budget, first)
        near = {str(move) for move in accepted(rated)}
        reached = near | {str(choice.move) for choice in rated.rivals}
    return tuple(
        f"{reply.answer} is {'clearly beaten' if reply.right else 'as good as the best'}"
        for reply in drill.replies
        if (str(reply.answer) not in reached if reply.right else str(reply.answer) in near)
    )


def _told(written: str) -> str:
    drill = parse_drill(written)
    answers = "; ".join(f"{reply.answer} {reply.chance}" for reply in drill.replies)
    return f"{drill.grade} ({drill.ladder} of {len(LADDER)} right); {answers}"


def main() -> None:
    """Propose drills, count what a drill's head holds, or tell what drills say."""
    parser = argparse.ArgumentParser(description="make drills")
    commands = parser.add_subparsers(required=True)
    propose = commands.add_parser("propose", help="write proposals into a folder")
    propose.add_argument("--deals", default="1-100", help="deal numbers, as 1-100")
    propose.add_argument("--kind", default="choices", choices=KINDS)
    propose.add_argument("--into", type=Path, default=Path("build/drills"), help="folder")
    propose.add_argument("--rules", default="sir-tommy", help="the game, by name")
    propose.set_defaults(run=_propose)
    rate_one = commands.add_parser("rate", help="count rates, order and ladder of a position")
    rate_one.add_argument("--deal", type=int, required=True)
    rate_one.add_argument("--moves", required=True, help="the moves that lead to the question")
    rate_one.add_argument("--question", default="pile", choices=QUESTIONS)
    rate_one.add_argument("--rules", default="sir-tommy", help="the game, by name")
    rate_one.set_defaults(run=_rate)
    check = commands.add_parser("check", help="tell the answers and the grade of drills")
    check.add_argument("files", type=Path, nargs="+")
    check.add_argument("--again", action="store_true", help="rate again, over other orders")
    check.set_defaults(run=_check)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
