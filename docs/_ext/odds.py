"""The odds in prose, tables and charts, from stored results alone.

* ``{odds}`NAME``` prints a result; ``{odds}`NAME about```, ``wins``, ``interval``, ``full`` and
  the other variants of `odds_data.VARIANTS` print it otherwise; ``{odds}`NAME times OTHER``` says
  how many times as large it is as another.
* ``{odds-results} CAPTION`` makes a table of the results named in its body, one a line, each with
  a label behind a bar; ``:chart:`` draws them above it,
  ``:folded:`` shows the table when it is asked for.
  A name with a question mark is left out until it is measured.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

import odds_chart
import odds_data
from docutils import nodes
from docutils.parsers.rst import directives
from history_nodes import PAINTERS, HistoryDirective
from odds_data import OddsDataError, Result, percent
from sphinx.util.docutils import SphinxRole

from sirtommy.hint import wilson

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

CHARTS = (*odds_chart.SCALES, "calibration")
BINS = 10

GAMES = {
    "sir-tommy": "Sir Tommy, forced",
    "sir-tommy-optional": "Sir Tommy, optional",
    "calculation": "Calculation",
}
"""The rules as a table has them; settings follow."""


def results(env: BuildEnvironment) -> dict[str, Result]:
    """Return the stored results and let the page at hand depend on them."""
    folder = Path(env.srcdir) / cast("str", env.config.odds_data)
    for name in ("odds.json", "odds.schema.json", "by-hand.json"):
        env.note_dependency(str(folder / name))
    return odds_data.everything(folder)


class OddsRole(SphinxRole):
    """A stored figure in words."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the words, or a message that says what is missing."""
        try:
            words = odds_data.figure(results(self.env), self.text)
        except OddsDataError as error:
            message = self.inliner.reporter.error(str(error), line=self.lineno)
            return [self.inliner.problematic(self.rawtext, self.rawtext, message)], [message]
        return [nodes.inline(self.rawtext, words.replace(" %", "\u00a0%"), classes=["odds"])], []


class OddsResultsDirective(HistoryDirective):
    """A chart and a table of results of one kind."""

    required_arguments: ClassVar[int] = 1
    final_argument_whitespace: ClassVar[bool] = True
    has_content: ClassVar[bool] = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "chart": lambda word: directives.choice(word, CHARTS),
        "folded": directives.flag,
        "name": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Return the chart, if one is wanted, and the table."""
        try:
            known = results(self.env)
            rows = [row for written in self.content if (row := self.named(known, written))]
        except OddsDataError as error:
            raise self.error(str(error)) from error
        kinds = {result["measure"] for _, result in rows}
        if len(kinds) != 1:
            raise self.error("a table needs results of one kind, and at least one")
        kind = kinds.pop()
        head, make = TABLES[kind]
        cells = [row for label, result in rows for row in make(label, result)]
        found: list[nodes.Node] = []
        if "folded" in self.options:
            caption = self.arguments[0]
            found.append(nodes.paragraph(caption, caption, classes=["odds-caption"]))
        if "chart" in self.options:
            found.append(self.chart(kind, rows))
        figures = table(self.arguments[0], head, cells)
        if "folded" not in self.options:
            return [*found, figures]
        summary = '<details class="odds-figures"><summary>The figures</summary>'
        fold = [nodes.raw("", html, format="html") for html in (summary, "</details>")]
        return [*found, fold[0], figures, fold[1]]

    def named(self, known: dict[str, Result], written: str) -> tuple[str, Result] | None:
        """Return the label and the result of a line of the body; None where there is none yet."""
        name, _, label = (part.strip() for part in written.partition("|"))
        if not name or (name.endswith("?") and name[:-1] not in known):
            return None
        name = name.removesuffix("?")
        if name not in known:
            raise OddsDataError(f"there is no result {name!r}")
        return label or known[name].get("player", name), known[name]

    def chart(self, kind: str, rows: list[tuple[str, Result]]) -> nodes.Node:
        """Return the node of the drawing."""
        ident = "odds-" + nodes.make_id(self.options.get("name", self.arguments[0]))
        data: dict[str, Any] = {"ident": ident, "title": self.arguments[0]}
        if kind == "calibration":
            drawn = [
                (row[0], f"won {row[3]}", won / said, *wilson(won, said))
                for _, result in rows
                for row, (said, won) in zip(
                    calibration_rows("", result), calibration_bins(result), strict=True
                )
            ]
            return self.drawing("odds-calibration", {**data, "rows": drawn})
        words = odds_data.VARIANTS["points" if kind == "pair" else ""]
        drawn = [
            (
                label,
                words(one).partition(" points")[0],
                odds_data.value(one),
                *odds_data.bounds(one),
            )
            for label, one in rows
        ]
        return self.drawing(
            "odds-whiskers", {**data, "rows": drawn, "scale": self.options["chart"]}
        )


def rules(result: Result) -> str:
    """Return the rules of a result as a table has them."""
    name, _, settings = result["rules"].partition(" ")
    return ", ".join([GAMES[name], *(" ".join(s.split("=")[::-1]) for s in settings.split())])


def deals(result: Result) -> str:
    """Return the deals of a result."""
    return f"{result['first']:,}–{result['last']:,}"


def win_row(label: str, result: Result) -> list[list[str]]:
    """Return the row of a rate."""
    rate, low_high = percent(odds_data.share(result)), odds_data.interval(result)
    won = f"{result['won']:,}"
    return [[label, rules(result), deals(result), won, rate, low_high, result["command"]]]


def pair_row(label: str, result: Result) -> list[list[str]]:
    """Return the row of a paired difference."""
    games = result["games"]
    with_it = percent((result["both"] + result["only"]) / games)
    without = percent((result["both"] + result["other"]) / games)
    change = odds_data.points(odds_data.value(result))
    low_high = odds_data.interval(result)
    return [[label, deals(result), without, with_it, change, low_high, result["command"]]]


def run_row(label: str, result: Result) -> list[list[str]]:
    """Return the row of a count of choices."""
    games = result["games"]
    each = [f"{result[key] / games:.2f}" for key in ("runs", "choices")]
    some = percent(result["with"] / games)
    return [[label, deals(result), *each, some, odds_data.interval(result), result["command"]]]


def hindsight_row(label: str, result: Result) -> list[list[str]]:
    """Return the row of a solver's answers."""
    counts = [result["won"], len(result["lost"]), len(result["undecided"]), result["budget"]]
    words = [f"{count:,}" for count in counts]
    return [[label, rules(result), deals(result), *words, odds_data.interval(result),
             result["command"]]]  # fmt: skip


def calibration_bins(result: Result) -> list[tuple[int, int]]:
    """Return for each tenth of the chance how often it was said and how often then won."""
    return [(result[f"said_{n}"], result[f"won_{n}"]) for n in range(BINS) if result[f"said_{n}"]]


def calibration_rows(_label: str, result: Result) -> list[list[str]]:
    """Return a row for each tenth of the chance."""
    rows = []
    for n in range(BINS):
        said, won = result[f"said_{n}"], result[f"won_{n}"]
        if said:
            low, high = wilson(won, said)
            span = f"{100 * n // BINS} to {100 * (n + 1) // BINS} %"
            between = f"{percent(low)} to {percent(high)}"
            rows.append([span, f"{said:,}", f"{won:,}", percent(won / said), between])
    return rows


AGAIN = "Made by"
INTERVAL = "95 % interval"

TABLES: dict[str, tuple[list[str], Callable[[str, Result], list[list[str]]]]] = {
    "wins": (["Player", "Rules", "Deals", "Won", "Rate", INTERVAL, AGAIN], win_row),
    "pair": (["Change", "Deals", "Without", "With", "Points", INTERVAL, AGAIN], pair_row),
    "runs": (
        ["Player", "Deals", "Runs a game", "With a choice", "Games with one", INTERVAL, AGAIN],
        run_row,
    ),
    "hindsight": (
        [
            "Play",
            "Rules",
            "Deals",
            "Won",
            "Lost",
            "Undecided",
            "Positions a level",
            "Share won",
            AGAIN,
        ],
        hindsight_row,
    ),
    "hindsight-engine": (
        ["Solver", "Rules", "Deals", "Won", "Lost", "Undecided", "Positions", "Share won", AGAIN],
        hindsight_row,
    ),
    "calibration": (["Chance said", "Times", "Then won", "Share", INTERVAL], calibration_rows),
}
"""For each kind of result the head of its table and the maker of its rows."""


def table(caption: str, head: list[str], rows: list[list[str]]) -> nodes.table:
    """Return a table whose commands are set as code."""
    whole = nodes.table("", nodes.title("", caption), classes=["odds-table", "wide"])
    group = nodes.tgroup(cols=len(head))
    whole += group
    group += [nodes.colspec(colwidth=1) for _ in head]

    def row(cells: list[str]) -> nodes.row:
        found = nodes.row()
        for cell in cells:
            code = cell.startswith("python ")
            words = nodes.literal(cell, cell) if code else nodes.Text(cell.replace(" %", "\u00a0%"))
            found += nodes.entry("", nodes.paragraph("", "", words))
        return found

    group += nodes.thead("", row(head))
    group += nodes.tbody("", *map(row, rows))
    return whole


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the role, the directive, the drawings and the style sheet."""
    app.setup_extension("history_nodes")
    app.add_config_value("odds_data", "docs/data", "env", frozenset({str}))
    app.add_role("odds", OddsRole())
    app.add_directive("odds-results", OddsResultsDirective)
    PAINTERS["odds-whiskers"] = odds_chart.whiskers
    PAINTERS["odds-calibration"] = odds_chart.calibration
    app.add_css_file("odds.css")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
