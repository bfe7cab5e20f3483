"""The command line: `python -m sirtommy COMMAND`.

Exit status: 0; 1 where the answer is no; 3 for gave up; 2 where the command itself was wrong, with
one line on standard error that says what and where.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, TypeAlias

from sirtommy import commands
from sirtommy.commands import OK, WRONG
from sirtommy.errors import SirTommyError
from sirtommy.hint import CONTINUATIONS
from sirtommy.players import BUDGET, PLAYERS
from sirtommy.rules import GAMES
from sirtommy.solver import BUDGET as POSITIONS


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {message}\n")


Run = Callable[[argparse.Namespace], int]
# argparse has no public name for what it adds commands to.
_Rows: TypeAlias = "argparse._SubParsersAction[_Parser]"  # noqa: SLF001


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parser = _make_parser()
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has closed it; there is nobody left to tell.
        sys.stdout = None
        return OK
    except (SirTommyError, OSError) as error:
        print(f"{parser.prog} {options.command}: {error}", file=sys.stderr)
        return WRONG
    return status


def _make_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="sirtommy", description="Sir Tommy, the game of four waste piles.")
    rows = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    deal = _command(
        rows, "deal", commands.print_deal, "print the cards of a deal, in the order turned"
    )
    _add_deal(deal, required=False)

    show = _command(rows, "show", commands.show_position, "print a position and what can be played")
    _add_position(show)

    check = _command(rows, "check", commands.check_files, "list every fault of record files")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="record to check")

    hint = _command(rows, "hint", commands.give_hint, "rate every choice of a position and say why")
    _add_position(hint)
    hint.add_argument("--policy", help=f"{_policies()}; the strongest for the game without it")
    usual = ", ".join(f"{number} for {name}" for name, number in CONTINUATIONS.items())
    hint.add_argument("--budget", type=int, metavar="N",
                      help=f"continuations tried for each choice (usually {usual})")  # fmt: skip

    solution = _command(
        rows, "solve", commands.solve_position, "say whether a deal can be won in hindsight"
    )
    _add_position(solution)
    _add_budget(solution, POSITIONS, "positions looked at before giving up")

    report = _command(rows, "review", commands.review_game, "say what each choice of a game cost")
    report.add_argument("file", type=Path, metavar="FILE", help="record of the game")
    report.add_argument("--annotate", action="store_true",
                        help="print the record with glyphs and better choices")  # fmt: skip
    report.add_argument("--budget", type=int, metavar="N",
                        help=f"continuations tried for each choice (usually {usual})")  # fmt: skip

    many = _command(rows, "simulate", commands.simulate_deals, "play many deals with one player")
    _add_rules(many)
    many.add_argument("--policy", required=True, help=_policies())
    many.add_argument("--deals", required=True, metavar="A-B", help="deal numbers, as 1-1000")
    _add_budget(many, BUDGET, "continuations a choice, for players who play on")
    many.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N",
                      help="worker processes; the answer does not depend on them")  # fmt: skip

    count = _command(
        rows, "perft", commands.count_sequences, "count the sequences of exactly N legal moves"
    )
    _add_position(count)
    count.add_argument("--depth", type=int, required=True, metavar="N", help="how many moves")
    return parser


def _command(rows: _Rows, name: str, run: Run, text: str) -> argparse.ArgumentParser:
    command = rows.add_parser(name, help=text, description=text)
    command.set_defaults(run=run)
    command.add_argument("--json", action="store_true", help="print JSON")
    return command


def _add_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument("--rules", default="sir-tommy", metavar="NAME",
                         help=f"one of {', '.join(GAMES)}, settings allowed")  # fmt: skip
    command.add_argument("--set", action="append", default=[], metavar="NAME=VALUE",
                         help="change a setting, as piles=2; may be repeated")  # fmt: skip


def _add_deal(command: argparse.ArgumentParser, *, required: bool) -> None:
    _add_rules(command)
    text = "a deal number, or the cards in order" + ("" if required else "; default: a new deal")
    command.add_argument("--deal", required=required, metavar="DEAL", help=text)


def _add_position(command: argparse.ArgumentParser) -> None:
    _add_deal(command, required=True)
    command.add_argument("--moves", default="", help="moves from the start, in full or compact")


def _add_budget(command: argparse.ArgumentParser, default: int, text: str) -> None:
    command.add_argument("--budget", type=int, default=default, metavar="N",
                         help=f"{text} (default {default})")  # fmt: skip


def _policies() -> str:
    return "one of " + ", ".join(PLAYERS)
