"""The command line: what it prints, what it returns, and what it says when it is used wrongly."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sirtommy.cli import main
from sirtommy.commands import GAVE_UP, NO, OK, WRONG
from sirtommy.deal import numbered_deal
from sirtommy.notation import parse_moves
from sirtommy.players import PLAYERS
from sirtommy.rules import parse_rules
from sirtommy.state import play, start

PAGE = Path("docs/reference/command-line.md").read_text("utf-8")
SMALL = ["--rules", "sir-tommy", "--set", "ranks=6", "--set", "suits=2", "--set", "piles=2"]


def output(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """Run a command that must succeed with `--json` and return what it printed."""
    assert main([*words, "--json"]) == OK
    printed: dict[str, Any] = json.loads(capsys.readouterr().out)
    return printed


def wrong(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that must be refused and return its one line on standard error."""
    try:
        status = main(list(words))
    except SystemExit as stop:
        status = int(stop.code or 0)
    captured = capsys.readouterr()
    assert status == WRONG
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err.strip()


def test_deal_prints_its_cards(capsys: pytest.CaptureFixture[str]) -> None:
    """A numbered deal is the same here as in the engine."""
    data = output(capsys, "deal", "--deal", "17")

    assert data["number"] == 17
    assert data["cards"] == [
        str(card) for card in numbered_deal(parse_rules("sir-tommy"), 17).cards
    ]


def test_new_deals_have_short_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a deal one of the first million is picked."""
    assert 0 <= output(capsys, "deal")["number"] < 1_000_000


def test_show_tells_both_forms_of_the_moves(capsys: pytest.CaptureFixture[str]) -> None:
    """A position given in compact moves is shown with its full text, legal moves and outcome."""
    data = output(capsys, "show", *SMALL, "--deal", "198", "--moves", "1111212")

    assert data["moves"].startswith("6S/1 5S/1 4S/1 2H/1 5H/2 AH^ 1^")
    assert data["compact"] == "1111212"
    assert data["legal"] == ["1^", "2^"]
    assert data["outcome"] is None


def test_check_lists_every_fault(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each fault of each file is a line with its place; the status says that there are any."""
    good = tmp_path / "good.deal"
    good.write_text("deal: 17\n\nJC/1 3C/1\n")
    bad = tmp_path / "bad.deal"
    bad.write_text("deal: 17\nduel: 3\n\nJC/1 3C/9 ?!\n}")

    assert main(["check", str(good)]) == OK
    assert capsys.readouterr().out == ""
    assert main(["check", str(good), str(bad)]) == NO
    lines = capsys.readouterr().out.splitlines()
    assert [re.search(r"line (\d+), column (\d+)", line)[0] for line in lines] == [  # type: ignore[index]
        "line 2, column 1",
        "line 4, column 6",
        "line 5, column 1",
    ]
    assert main(["check", "--json", str(bad)]) == NO
    assert len(json.loads(capsys.readouterr().out)["faults"]) == 3


def test_hint_rates_every_choice_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    """Choices come best first with their interval, and the advice names the best one's pile."""
    data = output(capsys, "hint", *SMALL, "--deal", "198", "--moves", "1111212", "--budget", "40")
    best, other = data["choices"]

    assert best["move"] == "2^"
    assert (best["win"], other["win"]) == (1.0, 0.0)
    assert best["low"] <= best["win"] <= best["high"]
    assert other["lost"] is True
    assert "pile 2" in data["advice"]


def test_solve_returns_a_line_that_moves_accepts(capsys: pytest.CaptureFixture[str]) -> None:
    """A won deal comes with all its moves from the start, which win when replayed."""
    data = output(capsys, "solve", *SMALL, "--deal", "198", "--moves", "11")
    deal = numbered_deal(parse_rules("sir-tommy ranks=6 suits=2 piles=2"), 198)
    state = start(deal)
    for move in parse_moves(deal, data["line"]):
        state = play(state, move)

    assert data["verdict"] == "won"
    assert data["line"].startswith("6S/1 5S/1")
    assert state.won


def test_solve_tells_lost_from_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    """The status is 1 for a deal proved lost and 3 where the budget ran out."""
    lost = ["solve", "--rules", "sir-tommy ranks=5 suits=2 piles=1", "--deal", "0"]

    assert main(lost) == NO
    assert main(["solve", "--deal", "1", "--budget", "10"]) == GAVE_UP
    assert "gave up" in capsys.readouterr().out


def test_simulate_does_not_depend_on_processes(capsys: pytest.CaptureFixture[str]) -> None:
    """The same deals give the same count however they are split."""
    words = ["simulate", "--policy", "random", *SMALL, "--deals", "1-450"]
    alone = output(capsys, *words, "--processes", "1")
    together = output(capsys, *words, "--processes", "2")

    assert alone == together
    assert alone["games"] == 450
    assert alone["low"] < alone["rate"] < alone["high"]


def test_perft_counts_below_each_move(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole is the sum of its parts."""
    data = output(capsys, "perft", *SMALL, "--deal", "198", "--depth", "6")

    assert data["depth"] == 6
    assert data["sequences"] == sum(data["split"].values()) == 32


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("show", "--deal"),
        ("dance", "dance"),
        ("show --deal 007", "'007' is not a deal number"),
        ("show --deal -1", "-1"),
        ("show --deal 18446744073709551616", "18446744073709551616 does not exist"),
        ("show --deal 1 --rules bridge", "'bridge' is not a game"),
        ("show --deal 1 --set piles=0", "piles=0 is out of range"),
        ("show --deal 1 --set piles=3 --set piles=4", "piles is set twice"),
        ("show --deal 1 --moves 129", "line 1, column 3: found '9'"),
        ("hint --deal 1 --budget 0", "0 continuations"),
        ("hint --deal 1 --policy wizard", "'wizard' is not a player"),
        ("solve --deal 1 --budget 0", "a budget of 0"),
        ("simulate --policy random --deals 9-1", "no deals from 9 to 1"),
        ("simulate --policy random --deals one", "one is not a range"),
        ("simulate --policy random --deals 1-2 --processes 0", "--processes 0"),
        ("perft --deal 1 --depth -1", "a depth of -1"),
        ("perft --deal 1 --depth 1000", "1000 is out of range"),
        ("check nowhere.deal", "nowhere.deal"),
    ],
)
def test_a_wrong_command_says_what_and_where(
    capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    """One line on standard error, nothing on standard output, status 2."""
    assert said in wrong(capsys, *words.split())


def test_every_command_and_option_is_documented(capsys: pytest.CaptureFixture[str]) -> None:
    """The reference page has a heading for each command and names each of its JSON keys."""
    with pytest.raises(SystemExit):
        main(["--help"])
    commands = re.findall(r"^    (\w+) ", capsys.readouterr().out, re.MULTILINE)

    assert len(commands) >= 7
    for command in commands:
        assert f"\n## {command}\n" in PAGE
    keys = {
        *output(capsys, "deal", "--deal", "1"),
        *output(capsys, "show", "--deal", "1"),
        *output(capsys, "hint", "--deal", "1", "--budget", "1"),
        *output(capsys, "hint", "--deal", "1", "--budget", "1")["choices"][0],
        *output(capsys, "solve", *SMALL, "--deal", "198"),
        *output(capsys, "simulate", "--policy", "random", "--deals", "1-1"),
        *output(capsys, "perft", "--deal", "1", "--depth", "1"),
    }
    for key in keys:
        assert f"`{key}`" in PAGE, key


def test_every_player_plays(capsys: pytest.CaptureFixture[str]) -> None:
    """Each player named in the help plays a small deal to its end."""
    for name in PLAYERS:
        words = ["simulate", "--policy", name, "--deals", "1-1", "--budget", "2"]
        assert output(capsys, *words, "--processes", "1")["games"] == 1
