"""Pictures of Hearts: the cards, and the table as a seat sees it."""

from __future__ import annotations

from croupier.core import Picture, Pictures, SeatView, joined
from croupier.games.hearts.english import say
from croupier.games.hearts.text import WORDS, told_deal
from croupier.games.tricks.pictures import BACK, FACES, draw_trick_table


def draw_table(view: SeatView) -> Picture:
    """What the seats have taken, the trick or the last one, and the own hand."""
    table = view["table"]
    told = [
        say("picture.seat", taken=taken, score=score)
        for taken, score in zip(table["taken"], table["scores"], strict=True)
    ]
    turn = say("picture.pass", player=view["player"]) if view["phase"] == "PASS" else None
    return draw_trick_table(view, joined(" ", told_deal(table)), WORDS.winners(table), told, turn)


PICTURES = Pictures(
    faces=FACES,
    back=BACK,
    table=draw_table,
    legend="A card shows its rank and its suit; a jack has a cap, a queen a crown, a king a beard too.",
    example=(
        "hearts players=6 deal=4 hands=2C,3C,2H,3H,4H,5H,6H,QS/4C,5C,4D,5D,6D,7D,8D,9D/6C,7C,10D,JD,QD,KD,AD,7H/"
        "8C,9C,4S,5S,6S,7S,8S,9S/10C,JC,8H,9H,10S,JS,KS,AS/QC,KC,AC,10H,JH,QH,KH,AH plays=2C,5C,6C,9C,10C"
    ),
)
