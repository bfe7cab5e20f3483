"""The odds page: stored results are replayed by the engine, prose has no figure of its own."""

import json
import re
from collections.abc import Iterator
from functools import cache
from math import isclose
from pathlib import Path
from typing import Any

import numpy as np
import odds_chart
import odds_data
import pytest
import yaml

from sirtommy.at_once import AtOnce
from sirtommy.deal import numbered_deal
from sirtommy.kernel import Policy, finish, move_of, table_of
from sirtommy.lab import catalogue, keyed, odds
from sirtommy.lab.keys import Keyed, Spec
from sirtommy.lab.measures import merge
from sirtommy.lab.peers import PEERS
from sirtommy.lab.solve import solve as compiled_solve
from sirtommy.lab.tips import ALL, READINGS, TIPS, alone, within
from sirtommy.players import player
from sirtommy.rules import GAMES, Rules, parse_rules
from sirtommy.state import play, seen, start

ROOT = Path(__file__).parent.parent
DATA = ROOT / "docs/data"
RESULTS = odds_data.load(DATA / "odds.json")
REPLAYED = 20
"""How many deals of each result the engine plays again, besides the examples that are listed."""


def engine_wins(rules: str, who: str | Spec, number: int) -> bool:
    """Return whether a player wins a deal, played by the engine in plain Python."""
    policy: Policy
    policy = Keyed(who, number) if isinstance(who, Spec) else player(who, number)
    return plays_out(parse_rules(rules), policy, number)


def plays_out(rules: Rules, policy: Policy, number: int) -> bool:
    """Return whether a policy wins a deal, played by the engine."""
    state = start(numbered_deal(rules, number))
    order = [card.rank for card in state.stock]
    return finish(table_of(seen(state)), order, policy)


def simple(measure: str) -> list[str]:
    """Return the names of the results whose players are described by keys."""
    return [
        name
        for name, entry in catalogue.ENTRIES.items()
        if entry.measure == measure
        and name in RESULTS
        and all(isinstance(one, Spec) for one in entry.players)
    ]


@pytest.mark.parametrize("name", simple("wins"))
def test_wins_replay(name: str) -> None:
    """The engine wins the deals that a result lists as the first ones won, and no earlier one."""
    entry, stored = catalogue.ENTRIES[name], RESULTS[name]
    won = stored["won_first"]

    assert len(won) == min(stored["won"], 5)
    for number in won[:2]:
        assert engine_wins(entry.rules, entry.players[0], number)
    for number in range(1, min([REPLAYED, *won])):
        assert not engine_wins(entry.rules, entry.players[0], number)


@pytest.mark.parametrize("name", simple("pair"))
def test_pairs_replay(name: str) -> None:
    """The engine agrees on deals that one player of a pair wins and the other does not."""
    entry, stored = catalogue.ENTRIES[name], RESULTS[name]
    for key, outcome in (("only_first", (True, False)), ("other_first", (False, True))):
        for number in stored[key][:1]:
            assert outcome == tuple(engine_wins(entry.rules, who, number) for who in entry.players)


@pytest.mark.parametrize(
    "name", [name for name in ("at-once", "at-once-6-piles", "by-hand") if name in RESULTS]
)
def test_engines_players_replay(name: str) -> None:
    """The engine's players win the deals listed as the first ones won, and no other up to them."""
    won = RESULTS[name]["won_first"]
    rules, who = RESULTS[name]["rules"], RESULTS[name]["player"]
    played = range(1, won[-1] + 1)

    assert [number for number in played if engine_wins(rules, who, number)] == won


def test_calculation_replays() -> None:
    """The engine wins the deals of Calculation listed as the first ones won, and no other."""
    won = RESULTS["evaluation-calculation"]["won_first"]
    rules = parse_rules("calculation")
    played = range(1, won[-1] + 1)

    assert [n for n in played if plays_out(rules, AtOnce(ahead=False), n)] == won


def test_by_hand_twice() -> None:
    """The player by hand won as often in its own table as in ours."""
    theirs = odds_data.by_hand(DATA / "by-hand.json")["by-hand"]
    ours = RESULTS["by-hand"]
    same = ("first", "last", "games", "won")

    assert [theirs[key] for key in same] == [ours[key] for key in same]


def test_measured_by_the_shipped_weights() -> None:
    """Every result of the learned evaluation was got with the weights that are shipped."""
    stale = [
        name
        for name, one in RESULTS.items()
        if "weights" in one and one["weights"] != odds.weights(catalogue.ENTRIES[name])
    ]

    assert not stale, "run `make odds`"


@pytest.mark.parametrize("name", ["hindsight", "hindsight-optional"])
def test_hindsight_replays(name: str) -> None:
    """A deal that is not listed as lost or undecided is won by moves that the engine allows."""
    stored = RESULTS[name]
    game = parse_rules(stored["rules"])
    hard = {*stored["lost"], *stored["undecided"]}

    assert stored["won"] + len(hard) == stored["games"]
    for number in sorted(set(range(1, 31)) - hard):
        found = compiled_solve(GAMES["sir-tommy"], number, stored["budget"])
        state = start(numbered_deal(game, number))
        for code in found.codes:
            state = play(state, move_of(seen(state), code))
        assert state.won, number


@pytest.mark.parametrize("name", ["hint-calibration", "evaluation-calibration"])
def test_chances_come_true(name: str) -> None:
    """Of what is said to win between so many tenths and the next, about so many did.

    Choices of one game win or lose together: that is what the 5 points on either side are for.
    """
    stored = RESULTS[name]
    for tenth in range(10):
        share = stored[f"won_{tenth}"] / stored[f"said_{tenth}"]
        assert tenth / 10 - 0.05 <= share <= (tenth + 1) / 10 + 0.05, tenth


def test_same_deals_same_counts() -> None:
    """Two results that share a player and deals agree on how often it wins."""
    for stored in RESULTS.values():
        if stored["measure"] == "pair":
            cells = (stored[key] for key in ("both", "only", "other", "neither"))
            assert sum(cells) == stored["games"]
        elif stored["measure"] == "runs":
            assert stored["with"] <= stored["choices"] <= stored["runs"]


TWINS = {
    **{name: catalogue.SIMPLE[name] for name in ("random", "shortest", "least-burying")},
    **PEERS,
    "all": ALL,
    **{f"{key} alone": alone(key) for key in READINGS},
    **{f"{key} within": within(key) for key in READINGS},
}


@pytest.mark.parametrize(
    "rules", ["sir-tommy ranks=6 suits=2 piles=3", "sir-tommy-optional piles=6", "calculation"]
)
def test_compiled_twins(rules: str) -> None:
    """Every compiled player wins the very deals that its plain twin wins."""
    for name, spec in TWINS.items():
        first, count = 700, 15
        won = keyed.play(parse_rules(rules), spec, first, count, np.empty(0, np.int64))
        expected = [engine_wins(rules, spec, number) for number in range(first, first + count)]
        assert expected == list(won), name


@pytest.mark.parametrize("name", ["random", "shortest", "least-burying"])
def test_keys_are_the_engines_players(name: str) -> None:
    """The players described by keys are those that the engine has under the same names."""
    for rules in ("sir-tommy piles=6", "calculation ranks=7 suits=3"):
        for number in range(1, 25):
            ours = engine_wins(rules, catalogue.SIMPLE[name], number)
            assert engine_wins(rules, name, number) == ours


def test_tips_have_two_readings() -> None:
    """Each of the five tips is tried in at least two readings, alone, added and taken out."""
    assert len(TIPS) == 5
    assert all(len(readings) >= 2 for readings in TIPS.values())
    assert {f"{key}-alone" for key in READINGS} <= set(catalogue.ENTRIES)
    assert {f"{tip}-removed" for tip in TIPS} <= set(catalogue.ENTRIES)


def test_resumed_and_cut_anyhow(tmp_path: Path) -> None:
    """A stopped run goes on where it was, and pieces of any size add up to the same result."""
    rules, spec = "sir-tommy ranks=6 suits=2 piles=2", Spec(("length",))
    whole = catalogue.Entry("x", "wins", rules, (spec,), 90, 90, ("x",))
    cut = catalogue.Entry("y", "wins", rules, (spec,), 90, 40, ("x",))
    steps = odds.run([cut], tmp_path)

    assert next(steps) == (1, 3)
    steps.close()
    part = odds.result(cut, tmp_path)
    assert part is not None
    assert (part["last"], part["games"]) == (40, 40)
    assert odds.result(whole, tmp_path) is None
    assert list(odds.run([cut, whole], tmp_path))[-1] == (3, 3)
    one, other = odds.result(whole, tmp_path), odds.result(cut, tmp_path)
    assert one is not None
    assert other is not None
    assert {key: one[key] for key in ("won", "games", "won_first")} == {
        key: other[key] for key in ("won", "games", "won_first")
    }
    assert 0 < one["won"] < 90


def test_merge_keeps_the_first_examples() -> None:
    """Counts are added, lists joined, examples cut to the first few."""
    one = {"won": 1, "lost": [4], "won_first": [1, 2, 3]}
    other = {"won": 2, "lost": [9], "won_first": [7, 8, 9]}

    assert merge([one, other]) == {"won": 3, "lost": [4, 9], "won_first": [1, 2, 3, 7, 8]}


def test_bad_names(capsys: pytest.CaptureFixture[str]) -> None:
    """A result that does not exist is named in the complaint, and nothing is measured."""
    with pytest.raises(SystemExit) as stopped:
        odds.main(["nonsense"])

    assert stopped.value.code == 2
    assert "nonsense is not a result" in capsys.readouterr().err


def test_csv_is_the_json() -> None:
    """The table to download has the rows of the results."""
    data = json.loads((DATA / "odds.json").read_text(encoding="utf-8"))

    assert odds.table(data["results"]) == (DATA / "odds.csv").read_text(encoding="utf-8")


def test_intervals() -> None:
    """A paired difference and its interval are those of the deals that only one player wins."""
    pair = {"measure": "pair", "both": 10, "only": 30, "other": 10, "neither": 50, "games": 100}
    low, high = odds_data.bounds(pair)

    assert isclose(odds_data.value(pair), 0.2)
    assert isclose((low + high) / 2, 0.2)
    assert isclose((high - low) / 2, 1.96 * ((0.4 - 0.04) / 100) ** 0.5)
    solved = {"measure": "hindsight", "won": 95, "undecided": [3, 4], "games": 100}
    assert odds_data.bounds(solved) == (0.95, 0.97)


@pytest.mark.parametrize(
    ("part", "percent", "about"),
    [
        (0.0, "0 %", "none"),
        (0.0000585, "0.0059 %", "1 in 17,000"),
        (0.14612, "14.6 %", "1 in 7"),
        (0.4, "40.0 %", "2 in 5"),
        (0.664, "66.4 %", "2 in 3"),
    ],
)
def test_words(part: float, percent: str, about: str) -> None:
    """Shares are said in per cent and as so many in so many."""
    assert odds_data.percent(part) == percent
    assert odds_data.about(part) == about


def test_role_complains() -> None:
    """A figure that is not stored, or cannot be said so, is named."""
    some = next(iter(RESULTS))
    for text in ("nothing", f"{some} sideways", f"{some} times nothing", f"{some} undecided"):
        with pytest.raises(odds_data.OddsDataError):
            odds_data.figure(RESULTS, text)


def test_charts_draw_every_row() -> None:
    """A chart has a dot and a whisker for each row, and its text says every figure."""
    rows = [("None & few", "0 %", 0.0, 0.0, 0.001), ("Most", "90.0 %", 0.9, 0.85, 0.93)]
    for scale in odds_chart.SCALES:
        data = {"ident": "odds-x", "title": "Two", "rows": rows, "scale": scale}
        svg = odds_chart.whiskers(data, {})
        assert svg.count("<circle") == 2
        assert "None &amp; few: 0 %; Most: 90.0 %" in svg
        assert "style=" not in svg


# ---- Figures in prose ---------------------------------------------------------------------

SMALL = "two|three|four|five|six|seven|eight|nine|ten|twenty|fifty"
PART = rf"(?:\d[\d,.]*|one|an?|{SMALL})"
WHOLE = rf"(?:\d[\d,]*|{SMALL}|(?:an? )?(?:hundred|thousand|million))"
THINGS = "deals?|games?|times?|choices?|cases?|tries|packs?|players?|hands?"
FIGURE = re.compile(
    rf"\d[\d.,]*(?:\s|\u00a0)?(?:%|per cent\b|percent\b)"
    rf"|\b{PART}(?: (?:{THINGS}))? (?:in|out of|of every) (?:every )?{WHOLE}\b"
    rf"(?! (?:columns?|piles?|rows?|suits?|ranks?|books?|lists?)\b)",
    re.IGNORECASE,
)
"""What counts as a figure of odds: per cent; so many, with or without deals, in so many."""

LEVEL = re.compile(r"95\s?% (?:Wilson )?interval|interval of 95\s?%")
"""The level of an interval is no measured figure."""

THRESHOLD = re.compile(r"\bby at least \d+(?: and \d+)* in \d+")
"""What the program is told to look for is no measured figure either."""

YEAR = re.compile(r"\bin 1[6-9]\d\d\b|\bin 20\d\d\b")
SILENT = re.compile(
    r"```.*?^```|:::.*?^:::|^---$.*?^---$|<!--.*?-->|\{odds\}`[^`]*`|(?<!\})`[^`]*`",
    re.DOTALL | re.MULTILINE,
)
"""Fences, head matter, comments, code and our own role say nothing by hand."""

CITED = re.compile(r"\{cite:?[pt]?\}`|\{claim\}`")


def stray(text: str) -> Iterator[str]:
    """Yield the figures of odds in Markdown that no source is named for in the same line.

    A line of our pages is a sentence, a row of a table or a list entry.
    """
    bare = SILENT.sub(lambda match: "\n" * match[0].count("\n"), text)
    for sentence in bare.splitlines():
        if not CITED.search(sentence):
            yield from FIGURE.findall(LEVEL.sub("", THRESHOLD.sub("", YEAR.sub("", sentence))))


@cache
def stored_words() -> set[str]:
    """Return every way in which the stored results can be put."""
    words = set()
    for result in odds_data.everything(DATA).values():
        for say in odds_data.VARIANTS.values():
            try:
                words.add(say(result))
            except KeyError:
                continue
    return words


def entries(value: object) -> Iterator[dict[str, Any]]:
    """Yield the mappings in nested lists."""
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict):
            yield item
        elif isinstance(item, list):
            yield from entries(item)


PAGES = sorted(
    path
    for folder in ("docs", "tutorials")
    for path in (ROOT / folder).rglob("*.md")
    if not any(part.startswith("_") for part in path.relative_to(ROOT).parts)
)


@pytest.mark.parametrize("page", [ROOT / "index.md", ROOT / "README.md", *PAGES], ids=str)
def test_no_figure_by_hand(page: Path) -> None:
    """Odds in prose come from the role, are among the stored results, or name their source."""
    found = [words for words in stray(page.read_text("utf-8")) if words not in stored_words()]

    assert not found


def test_no_figure_by_hand_in_history_data() -> None:
    """An entry of the history's data that has figures of odds names a source."""
    for path in sorted((ROOT / "docs/history/data").glob("*.yaml")):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        for entry in entries(list(data.values())):
            text = " ".join(str(value) for value in entry.values())
            assert CITED.search(text) or not list(stray(text)), entry


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Random play wins 1 in 17,000.", ["1 in 17,000"]),
        ("It wins 14.6 % of deals, and 20 per cent.", ["14.6 %", "20 per cent"]),
        ("One deal in five is won; nine in ten are not.", ["One deal in five", "nine in ten"]),
        ("Two in a hundred, three out of four.", ["Two in a hundred", "three out of four"]),
        ("It wins {odds}`random about`, `1 in 5` in code, with a 95 % interval.", []),
        ("One in five {cite:p}`semicolon`.", []),
        ("A book of one game in 1890; lay one in each pile, one in four piles.", []),
        ("Eight in one pile, the 2 in a seven, a queen in hand.", []),
        ("```text\n1 in 5\n```\nAnd 1 in 6.", ["1 in 6"]),
    ],
)
def test_the_search_for_figures(text: str, figures: list[str]) -> None:
    """The search finds the forms in which odds are written, and nothing else."""
    assert list(stray(text)) == figures
