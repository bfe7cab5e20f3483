"""How many cards of each rank are still to come, as a row of HTML: what a player may count."""

from collections import Counter

from sirtommy.cards import Card
from sirtommy.rules import rank_phrase
from sirtommy.state import State


def to_come_html(state: State) -> str:
    """Return the row, a rank with its count each; ranks in the order of the cards."""
    left = Counter(card.rank for card in state.stock)
    items = "".join(
        f'<li><span class="st-sr">{rank_phrase(rank)}: {left[rank]}</span>'
        f'<span aria-hidden="true"><b>{Card(rank, 0).index}</b> {left[rank]}</span></li>'
        for rank in range(1, state.rules.ranks + 1)
    )
    return f'<ul role="list" aria-label="Still to come">{items}</ul>'
