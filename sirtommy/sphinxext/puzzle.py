"""Puzzles: a decision whose answers are all rated when the site is built."""

from dataclasses import replace

from sirtommy import commentary
from sirtommy.hint import hint
from sirtommy.record import Line, Node, Record
from sirtommy.state import State, legal_moves, plain, play, seen, start


def decision(record: Record) -> State:
    """Return the position before the last move of a record."""
    state = start(record.deal)
    for node in record.line.nodes[:-1]:
        state = play(state, node.move)
    return state


def with_all_answers(record: Record) -> Record:
    """Return the record with every legal answer beside its last move."""
    state = decision(record)
    *before, last = record.line.nodes
    named = {last.move, *(side.nodes[0].move for side in last.sides)}
    others = tuple(
        Line("", (Node(move),))
        for move in (plain(state, move) for move in legal_moves(state))
        if move not in named
    )
    whole = replace(last, sides=(*last.sides, *others))
    return replace(record, line=replace(record.line, nodes=(*before, whole)))


def chances(record: Record) -> tuple[str, ...]:
    """Return the chance of each answer in words: of the last move, then of its sides in order."""
    state = decision(record)
    last = record.line.nodes[-1]
    moves = (last.move, *(side.nodes[0].move for side in last.sides))
    rated = {
        plain(state, chance.move): chance.phrase for chance in commentary.chances(hint(seen(state)))
    }
    return tuple(rated[move] for move in moves)
