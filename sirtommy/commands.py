"""What each command of the command line prints, and the exit status it returns."""

import argparse
import json
import secrets
import sys
from collections.abc import Callable, Sequence

from sirtommy.board import situation, text_lines
from sirtommy.cards import RANK_NAMES
from sirtommy.commentary import advise, chances
from sirtommy.deal import SHORT_NUMBERS, Deal, numbered_deal, parse_deal
from sirtommy.errors import RequestError
from sirtommy.facts import Fact
from sirtommy.hint import (
    CONTINUATIONS,
    Choice,
    check_continuations,
    conclude,
    player_for,
    tally,
)
from sirtommy.notation import compact, full_text, parse_moves
from sirtommy.perft import perft, split
from sirtommy.players import player
from sirtommy.record import faults, parse_record
from sirtommy.review import data as review_data
from sirtommy.review import review
from sirtommy.rules import Rules, parse_rules, with_settings
from sirtommy.run import settled
from sirtommy.simulate import Task, simulate
from sirtommy.solver import solve
from sirtommy.state import State, legal_moves, play, seen, start

OK, NO, WRONG, GAVE_UP = range(4)
"""The exit statuses."""


def _rules(options: argparse.Namespace) -> Rules:
    return with_settings(parse_rules(options.rules), options.set)


def _position(options: argparse.Namespace) -> tuple[Deal, State]:
    deal = parse_deal(_rules(options), options.deal)
    state = start(deal)
    for move in parse_moves(deal, options.moves):
        state = play(state, move)
    return deal, state


def _print(options: argparse.Namespace, data: dict[str, object], lines: Sequence[str]) -> None:
    print(json.dumps(data, ensure_ascii=False) if options.json else "\n".join(lines))


def print_deal(options: argparse.Namespace) -> int:
    """Print the cards of a deal, of a new one where none is named."""
    rules = _rules(options)
    if options.deal is None:
        deal = numbered_deal(rules, secrets.randbelow(SHORT_NUMBERS))
    else:
        deal = parse_deal(rules, options.deal)
    cards = list(map(str, deal.cards))
    data: dict[str, object] = {"rules": str(rules), "number": deal.number, "cards": cards}
    name = "listed" if deal.number is None else str(deal.number)
    _print(options, data, [f"deal {name} of {rules}", " ".join(cards)])
    return OK


def show_position(options: argparse.Namespace) -> int:
    """Print a position and what can be played."""
    deal, state = _position(options)
    moves = parse_moves(deal, options.moves)
    legal = legal_moves(state)
    data: dict[str, object] = {
        "rules": str(deal.rules),
        "deal": str(deal),
        "moves": full_text(moves),
        "compact": compact(deal, moves),
        "foundations": [list(map(str, pile)) for pile in state.foundations],
        "piles": [list(map(str, pile)) for pile in state.piles],
        "turned": str(state.turned) if state.turned else None,
        "stock": len(state.stock),
        "built": state.built,
        "outcome": "won" if state.won else "lost" if state.lost else None,
        "legal": list(map(str, legal)),
    }
    lines = [*text_lines(state), situation(state)]
    if legal:
        lines.append(f"Legal: {full_text(legal)}")
    _print(options, data, lines)
    return OK


def check_files(options: argparse.Namespace) -> int:
    """Print every fault of record files; the answer is no where there is one."""
    rows = [
        (str(path), fault)
        for path in options.files
        for fault in faults(path.read_bytes().decode("utf-8", errors="replace"))
    ]
    data: dict[str, object] = {
        "faults": [
            {
                "file": name,
                "line": fault.line,
                "column": fault.column,
                "found": fault.found,
                "expected": fault.expected,
            }
            for name, fault in rows
        ]
    }
    if rows or options.json:
        _print(options, data, [f"{name}: {fault}" for name, fault in rows])
    return NO if rows else OK


def give_hint(options: argparse.Namespace) -> int:
    """Print the advice for a position and what was measured of every choice."""
    _, state = _position(options)
    here = seen(settled(state))
    usual = player_for(here.rules)
    name = options.policy or usual
    number = CONTINUATIONS.get(name, CONTINUATIONS[usual])
    number = number if options.budget is None else options.budget
    check_continuations(number)
    policy = None if name == usual else player(name, 0, number)
    found = conclude(here, tally(here, 0, number, policy), number, name)
    advice = advise(found)
    data: dict[str, object] = {
        "policy": name,
        "continuations": number,
        "advice": advice.sentence,
        "choices": [_choice(choice) for choice in found.choices],
    }
    _print(options, data, [advice.sentence, *map(str, chances(found))])
    return OK


def _choice(choice: Choice) -> dict[str, object]:
    return {
        "move": str(choice.move),
        "win": choice.win,
        "low": choice.low,
        "high": choice.high,
        "lost": choice.lost,
        "facts": [_fact(fact) for fact in choice.facts],
    }


def _fact(fact: Fact) -> dict[str, object]:
    return {
        "kind": str(fact.kind),
        "rank": RANK_NAMES[fact.rank - 1],
        "other": RANK_NAMES[fact.other - 1] if fact.other else None,
        "depth": fact.depth,
        "count": fact.count,
        "builds": fact.builds,
        "wants": fact.wants,
        "over": fact.over,
        "piles": list(fact.piles),
    }


def solve_position(options: argparse.Namespace) -> int:
    """Print whether a position can be won by a player who knows the stock."""
    _, state = _position(options)
    solution = solve(state, options.budget)
    before = parse_moves(parse_deal(_rules(options), options.deal), options.moves)
    line = full_text((*before, *solution.line)) if solution.verdict == "won" else ""
    data: dict[str, object] = {
        "verdict": solution.verdict,
        "line": line,
        "nodes": solution.positions,
    }
    text = f"{solution.verdict} ({solution.positions} positions)"
    _print(options, data, [text, line] if line else [text])
    return {"won": OK, "lost": NO, "gave up": GAVE_UP}[solution.verdict]


def review_game(options: argparse.Namespace) -> int:
    """Print what each choice of a recorded game cost."""
    if options.json and options.annotate:
        raise RequestError("--annotate prints a record: --json is not allowed with it")
    record = parse_record(options.file.read_bytes().decode("utf-8", errors="replace"))
    found = review(record, options.budget, progress=_progress("choices"))
    if options.annotate:
        print(str(found.annotated()), end="")
        return OK
    rows = [
        f"{row.number}. {found.record.line.nodes[row.count].move}{row.glyph}: "
        f"{row.after:.0%} of {row.before:.0%}. {row.advice.sentence}"
        for row in found.decisions
        if row.glyph
    ]
    _print(options, review_data(found), [*rows, *found.summary, found.no_return])
    return OK


def _progress(noun: str) -> Callable[[int, int], None]:
    """Return what shows on a terminal how much of long work is done; silent in a pipe."""

    def show(done: int, total: int) -> None:
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            print(f"\r{done} of {total} {noun}", end=end, file=sys.stderr, flush=True)

    return show


def simulate_deals(options: argparse.Namespace) -> int:
    """Print how many of a range of deals a player wins."""
    first, dash, last = options.deals.partition("-")
    if not (dash and first.isascii() and last.isascii() and first.isdigit() and last.isdigit()):
        message = f"--deals {options.deals} is not a range of deal numbers: write it like 1-1000"
        raise RequestError(message)
    if options.processes < 1:
        message = f"--processes {options.processes} is too few: give 1 or more"
        raise RequestError(message)
    task = Task(_rules(options), options.policy, int(first), int(last), options.budget)
    total = task.last - task.first + 1

    show = _progress("deals")
    score = simulate(task, options.processes, lambda played: show(played, total))
    low, high = score.interval
    data: dict[str, object] = {
        "rules": str(task.rules),
        "policy": task.name,
        "deals": options.deals,
        "games": score.games,
        "won": score.won,
        "rate": score.rate,
        "low": low,
        "high": high,
    }
    line = (
        f"{task.name} won {score.won} of {score.games} deals of {task.rules}: "
        f"{score.rate:.2%} (95 % interval {low:.2%} to {high:.2%})"
    )
    _print(options, data, [line])
    return OK


def count_sequences(options: argparse.Namespace) -> int:
    """Print how many sequences of legal moves of a length there are."""
    _, state = _position(options)
    below = split(state, options.depth) if options.depth else {}
    total = perft(state, options.depth)
    data: dict[str, object] = {
        "depth": options.depth,
        "sequences": total,
        "split": {str(move): count for move, count in below.items()},
    }
    lines = [f"{move} {count}" for move, count in below.items()]
    _print(options, data, [*lines, f"{total} sequences of {options.depth} moves"])
    return OK
