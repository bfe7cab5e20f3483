"""Hypothesis strategies for the engine's values, and the profile under which they are drawn.

The profile is deterministic, so that a run that passed passes again.
"""

from hypothesis import settings
from hypothesis import strategies as st

from sirtommy.cards import pack
from sirtommy.deal import NUMBERS, Deal, listed_deal, numbered_deal
from sirtommy.errors import RulesError
from sirtommy.record import DEPTH, GLYPHS, Line, Node, Record, tidy
from sirtommy.rules import Rules
from sirtommy.state import Move, State, legal_moves, play, start

settings.register_profile("fixed", derandomize=True, deadline=None, database=None, print_blob=True)
settings.load_profile("fixed")


def _all_rules() -> list[Rules]:
    found = []
    for ranks in range(2, 14):
        for suits in range(1, 5):
            for piles in range(1, 10):
                for forced in (True, False):
                    found.append(Rules(ranks, suits, piles, forced))
                    try:
                        found.append(Rules(ranks, suits, piles, forced, calculation=True))
                    except RulesError:
                        continue
    return found


ALL_RULES = _all_rules()
"""Every rule record there can be."""

SMALL_RULES = [rules for rules in ALL_RULES if rules.cards <= 16 and rules.piles <= 4]
"""Those whose games are short."""


def rules_records() -> st.SearchStrategy[Rules]:
    """Any rule record."""
    return st.sampled_from(ALL_RULES)


@st.composite
def deals(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Deal:
    """Any deal, by number or by a list of cards."""
    game = draw(rules_records() if rules is None else rules)
    if draw(st.booleans()):
        return numbered_deal(game, draw(st.integers(0, NUMBERS - 1)))
    return listed_deal(game, draw(st.permutations(pack(game.ranks, game.suits))))


@st.composite
def games(
    draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None
) -> tuple[Deal, tuple[Move, ...]]:
    """A deal with legal moves from its start, to the end or cut off at any point."""
    deal = draw(deals(rules))
    length = draw(st.integers(0, 2 * deal.rules.cards))
    choices = draw(st.randoms(use_true_random=False))
    moves: list[Move] = []
    state = start(deal)
    while len(moves) < length and not state.over:
        moves.append(choices.choice(legal_moves(state)))
        state = play(state, moves[-1])
    return deal, tuple(moves)


def prose() -> st.SearchStrategy[str]:
    """A comment or header as records keep it: braces, backslashes, markup and all, folded."""
    pieces = st.sampled_from(
        ["{", "}", "\\", "\\}", "(", ")", "<script>", "</script>", "5H", "5H/2", "!?", "title: x",
         "a", "Why not?", "♠", "ä", "&amp;", "-", "deal:"]
    )  # fmt: skip
    return st.lists(pieces | st.text(_LETTERS, max_size=6), max_size=6).flatmap(
        lambda words: st.sampled_from([tidy(" ".join(words)), tidy("".join(words))])
    )


_LETTERS = st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Zs", "Zl", "Zp", "Cs"))


@st.composite
def lines(draw: st.DrawFn, state: State, length: int, depth: int) -> Line:
    """A line of legal moves from `state`, with comments, glyphs and side lines in side lines."""
    nodes: list[Node] = []
    choices = draw(st.randoms(use_true_random=False))
    while len(nodes) < length and not state.over:
        move = choices.choice(legal_moves(state))
        sides = []
        if depth and draw(st.integers(0, 3)) == 0:
            for _ in range(draw(st.integers(1, 2))):
                side = draw(lines(state, draw(st.integers(1, 3)), depth - 1))
                sides.append(side)
        glyph = draw(st.sampled_from(["", *GLYPHS]))
        nodes.append(Node(move, glyph, draw(st.just("") | prose()), tuple(sides)))
        state = play(state, move)
    return Line(draw(st.just("") | prose()), tuple(nodes))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """An annotated game of any small deck."""
    deal = draw(deals(st.sampled_from(SMALL_RULES)))
    depth = draw(st.sampled_from([0, 1, 2, 3, DEPTH]))
    line = draw(lines(start(deal), draw(st.integers(0, 8)), depth))
    header = st.just("") | prose()
    return Record(deal, line, draw(header), draw(header), draw(header), draw(header))
