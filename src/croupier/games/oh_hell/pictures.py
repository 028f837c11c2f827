"""Pictures of Oh Hell: the cards, and the table as a seat sees it."""

from __future__ import annotations

from croupier.core import Picture, Pictures, SeatView, joined
from croupier.games.oh_hell.english import say
from croupier.games.oh_hell.text import WORDS, told_round
from croupier.games.tricks.pictures import BACK, FACES, draw_trick_table


def draw_table(view: SeatView) -> Picture:
    """Bids, tricks and points of the seats, the trick or the last one, and the own hand."""
    table = view["table"]
    told = [
        say("picture.seat", bid=say("bid.none") if bid is None else str(bid), won=won, score=score)
        for bid, won, score in zip(table["bids"], table["won"], table["scores"], strict=True)
    ]
    return draw_trick_table(view, joined(" ", told_round(table)), WORDS.winners(table), told)


PICTURES = Pictures(
    faces=FACES,
    back=BACK,
    table=draw_table,
    legend="A card shows its rank and its suit; a jack has a cap, a queen a crown, a king a beard too.",
    example="oh-hell round=3 hands=AH,3C,9D/10H,2C,JS/2H,KS,4D/QH,5C,7C turned=9H bids=1,0,1,2 plays=3C,2C,KS",
)
