"""The table as HTML: one renderer for the page as served and for every move made in it.

`table` returns its HTML in parts, one for each pile and foundation, so that the frames of a game
share what a move left alone; joined, the parts are one well-formed element.
A live table has buttons that carry their move as text in `data-move`; what is legal is asked of
`state` and nobody else.
Every card carries its code in `data-key`, by which the page moves it from place to place.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sirtommy.cards import SUIT_NAMES, Card
from sirtommy.rules import rank_phrase
from sirtommy.state import Build, BuildTop, BuildTurned, Lay, Move, State, legal_moves

FIRST_COURT = 11
"""The rank of the jack: from here on a card shows a letter in place of pips."""

TALL = 9
"""Piles deeper than this are fanned more tightly."""

ROOM = 4
"""Room for piles is kept in steps of this many cards, so that the page below does not move."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a live table shows at a pile or at the turned card besides its cards."""

    move: str
    """The move as text, as its button carries it in `data-move`."""
    words: str = ""
    """The chance in words, "about 2 in 5"; empty where only the move is pointed out."""
    best: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """How a table is to be drawn."""

    live: bool = False
    """Whether piles are buttons."""
    depth: int = 0
    """Room is kept for piles of this many cards, more if there are more."""
    moved: Card | None = None
    """The card that moved last, marked."""
    marks: tuple[Mark, ...] = ()


STILL = View()


def escape(text: str) -> str:
    """Return `text` fit for an element's content and for a quoted attribute."""
    return text.translate(_ESCAPES)


_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def hidden(text: str) -> str:
    """Return a text for those who listen, unseen by those who look."""
    return f'<span class="st-sr">{escape(text)}</span>'


def spoken(shown: str, said: str) -> str:
    """Return HTML that shows one text and is read out as another."""
    return f'{hidden(said)}<span aria-hidden="true">{shown}</span>'


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 card", "3 cards"."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def face(card: Card, tag: str = "span", marked: str = "") -> str:
    """Return one card, face up."""
    court = f" st-{rank_phrase(card.rank)}" if card.rank >= FIRST_COURT else ""
    ace = " st-ace" if card.rank == 1 else ""
    return (
        f'<{tag} class="st-card st-{SUIT_NAMES[card.suit]}{court}{ace}{marked}" data-key="{card}">'
        f"{hidden(card.name)}"
        f'<span class="st-face" aria-hidden="true"><b>{card.index}</b><i></i></span></{tag}>'
    )


def mention(card: Card) -> str:
    """Return a card as it stands in a line of text."""
    return f'<span class="st-in st-{SUIT_NAMES[card.suit]}">{spoken(card.sign, card.name)}</span>'


def table(state: State, view: View = STILL) -> tuple[str, ...]:
    """Return the table in parts; each card of a pile is one, whatever frame it lies in."""
    rules = state.rules
    moves = legal_moves(state) if view.live else ()
    columns = max(rules.piles, rules.suits + 2)
    depth = max(view.depth, *map(len, state.piles), 1)
    room = -(-depth // ROOM) * ROOM
    opening = (
        f'<div class="st-table" data-columns="{columns}" data-depth="{room}"><div class="st-top">'
        f'<div class="st-deck">{_stock(state)}{_turned(state, view, moves)}</div>'
        '<ol class="st-foundations" role="list">'
    )
    return (
        opening,
        *(_foundation(state, number, view) for number in range(1, rules.suits + 1)),
        '</ol></div><ol class="st-piles" role="list">',
        *(
            part
            for number in range(1, rules.piles + 1)
            for part in _pile(state, number, view, moves)
        ),
        "</ol></div>",
    )


def pile_name(state: State, number: int) -> str:
    """Return the accessible name of a waste pile: "Waste pile 2: 5 of hearts, 3 cards"."""
    pile = state.piles[number - 1]
    if not pile:
        return f"Waste pile {number}: empty"
    return f"Waste pile {number}: {pile[-1].name}, {counted(len(pile), 'card')}"


def foundation_name(state: State, number: int) -> str:
    """Return the accessible name of a foundation: "Foundation 1: 3 of clubs, needs 4 next"."""
    pile = state.foundations[number - 1]
    top = pile[-1].name if pile else "empty"
    wanted = state.wanted(number)
    return f"Foundation {number}: {top}, " + (
        f"needs {rank_phrase(wanted)} next" if wanted else "complete"
    )


def pile_move(state: State, number: int) -> Move:
    """Return the move that choosing a pile means: lay the turned card there, else build its top."""
    return Lay(state.turned, number) if state.turned else BuildTop(number)


def text_lines(state: State) -> tuple[str, ...]:
    """Return the position in lines of text, for print, for search and for plain terminals."""
    lines = [
        f"Foundation {number}: "
        + (" ".join(card.sign for card in pile) or "empty")
        + (f" (needs {rank_phrase(wanted)})" if (wanted := state.wanted(number)) else " (complete)")
        for number, pile in enumerate(state.foundations, 1)
    ]
    lines += [
        f"Pile {number}: " + (" ".join(card.sign for card in pile) or "empty")
        for number, pile in enumerate(state.piles, 1)
    ]
    if state.turned:
        lines.append(f"Turned: {state.turned.sign}")
    lines.append(f"Stock: {counted(len(state.stock), 'card')}")
    return tuple(lines)


def situation(state: State) -> str:
    """Return what stands on the table for the player to decide, in one or two sentences."""
    total = state.rules.cards
    if state.won:
        return f"Won: all {total} cards are up."
    if state.lost:
        return f"Lost: {state.built} of {total} cards are up, and no top card can be built."
    if state.turned is None:
        return _choice_of_tops(state)
    turned = f"Turned: {state.turned.name}."
    if not state.fitting(state.turned.rank):
        return f"{turned} Choose a pile."
    return f"{turned} It goes up." if state.rules.forced else f"{turned} It can go up, or wait."


def _choice_of_tops(state: State) -> str:
    tops = [
        f"the {state.piles[pile - 1][-1].name} on pile {pile}" for pile in state.buildable_tops()
    ]
    if len(tops) == 1:
        return f"{tops[0].capitalize()} goes up."
    return f"Choose which goes up first: {', '.join(tops[:-1])} or {tops[-1]}."


def move_words(card: Card, move: Move) -> str:
    """Return a move in words: "5 of hearts to pile 2", "ace of spades up"."""
    if isinstance(move, Lay):
        return f"{card.name} to pile {move.pile}"
    return f"{card.name} up" + (f" on foundation {move.foundation}" if move.foundation else "")


def move_sign(card: Card, move: Move) -> str:
    """Return a move in signs: "5♥→2", "A♠↑"."""
    if isinstance(move, Lay):
        return f"{card.sign}→{move.pile}"
    return f"{card.sign}↑{move.foundation or ''}"


def _stock(state: State) -> str:
    left = len(state.stock)
    back = f'<span class="st-card st-back"><span class="st-count">{left}</span></span>'
    shown = back if left else '<span class="st-slot"></span>'
    words = f"Stock: {counted(left, 'card')}" if left else "Stock: empty"
    return f'<div class="st-stock" data-origin="">{spoken(shown, words)}</div>'


def _turned(state: State, view: View, moves: tuple[Move, ...]) -> str:
    if state.turned is None:
        body = spoken('<span class="st-slot"></span>', "No card is turned")
    else:
        body = hidden("Turned card:") + face(state.turned, marked=" st-now")
        builds = [move for move in moves if isinstance(move, BuildTurned)]
        body += _build_buttons(state.turned, builds, view)
    return f'<div class="st-turned">{body}</div>'


def _foundation(state: State, number: int, view: View) -> str:
    pile = state.foundations[number - 1]
    wanted = state.wanted(number)
    # The card underneath shows until the new one has travelled there.
    cards = "".join(face(card, marked=_mark(card, view)) for card in pile[-2:])
    slot = "" if pile else '<span class="st-slot"></span>'
    following = f"needs {Card(wanted, 0).index}" if wanted else "complete"
    shown = f'<span class="st-stack">{slot}{cards}</span><span class="st-next">{following}</span>'
    return f'<li class="st-foundation">{spoken(shown, foundation_name(state, number))}</li>'


def _pile(state: State, number: int, view: View, moves: tuple[Move, ...]) -> tuple[str, ...]:
    pile = state.piles[number - 1]
    tall = ' data-tall=""' if len(pile) > TALL else ""
    opening = (
        f'<li class="st-pile" data-pile="{number}"{tall}>'
        f"{_pile_label(state, number, view, moves)}"
        f'<span class="st-number" aria-hidden="true">{number}</span>'
    )
    if not pile:
        return (f'{opening}<span class="st-slot" aria-hidden="true"></span></li>',)
    builds = [
        move
        for move in moves
        if isinstance(move, BuildTop) and move.pile == number and state.turned
    ]
    return (
        f'{opening}<ol class="st-cards" role="list">',
        *(face(card, "li") for card in pile[:-1]),
        face(pile[-1], "li", _mark(pile[-1], view)),
        f"</ol>{_build_buttons(pile[-1], builds, view)}</li>",
    )


def _pile_label(state: State, number: int, view: View, moves: tuple[Move, ...]) -> str:
    """Return the pile's name, as the text of a button where the table is live."""
    name = hidden(pile_name(state, number))
    if not view.live:
        return name
    choice = pile_move(state, number)
    legal = ""
    if _allowed(choice, moves):
        legal = f' data-legal="{"lay" if isinstance(choice, Lay) else "build"}"'
    return (
        f'<button type="button" class="st-target" data-move="{choice}" '
        f'data-focus="pile-{number}" data-number="{number}"{legal}>'
        f"{name}{_advice(str(choice), view)}</button>"
    )


def _allowed(choice: Move, moves: tuple[Move, ...]) -> bool:
    """Whether `choice` is legal, or would be once a foundation is named."""
    return choice in moves or (
        isinstance(choice, BuildTop)
        and any(isinstance(move, BuildTop) and move.pile == choice.pile for move in moves)
    )


def _build_buttons(card: Card, builds: Sequence[Build], view: View) -> str:
    """Return a button for each build of a card that may also stay where it is."""
    return "".join(_build_button(card, build, view) for build in builds)


def _build_button(card: Card, build: Build, view: View) -> str:
    where = f" on foundation {build.foundation}" if build.foundation else ""
    shown = f"↑{build.foundation or ''}"
    return (
        f'<button type="button" class="st-build" data-move="{build}" data-focus="{build}" '
        f'data-legal="build">{spoken(shown, f"Build {card.name}{where}")}'
        f"{_advice(str(build), view)}</button>"
    )


def _advice(move: str, view: View) -> str:
    for mark in view.marks:
        if mark.move == move:
            best = " st-best" if mark.best else ""
            words = escape(mark.words) or spoken("✓", "suggested")
            return f'<span class="st-advice{best}"> {words}</span>'
    return ""


def _mark(card: Card, view: View) -> str:
    return " st-moved" if card == view.moved else ""
