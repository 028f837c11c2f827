"""Pictures of Hearts: the cards, and the table as a seat sees it."""

from __future__ import annotations

from croupier.core import Picture, Pictures, SeatView, joined
from croupier.games.hearts.english import say
from croupier.games.hearts.text import WORDS, told_deal
from croupier.games.tricks.pictures import FACES, TrickTable, back_called, draw_trick_table, last_or_current


def draw_table(view: SeatView) -> Picture:
    """What the seats have taken, the trick or the last one, and the own hand."""
    table, player = view["table"], view["player"]
    status = WORDS.winners(table)
    if not view["over"]:
        turn = "picture.pass" if view["phase"] == "PASS" else "picture.turn"
        status = say("picture.none") if player is None else say(turn, player=player)
    sides = [
        (say("player", player=seat), say("picture.seat", taken=taken, score=table["scores"][seat]))
        for seat, taken in enumerate(table["taken"])
    ]
    return draw_trick_table(
        TrickTable(
            title=joined(" ", told_deal(table)),
            status=status,
            sides=sides,
            player=player,
            hand=say("picture.hand") if table["hand"] else "",
            held=table["hand"] or (),
            **last_or_current(table, say("picture.trick"), say("picture.last"), lambda k: say("player", player=k)),
        )
    )


PICTURES = Pictures(
    faces=FACES,
    back=back_called(say("picture.back")),
    table=draw_table,
    legend="A card shows its rank and its suit; a jack has a cap, a queen a crown, a king a beard too.",
    example=(
        "hearts players=6 deal=4 hands=2C,3C,2H,3H,4H,5H,6H,QS/4C,5C,4D,5D,6D,7D,8D,9D/6C,7C,10D,JD,QD,KD,AD,7H/"
        "8C,9C,4S,5S,6S,7S,8S,9S/10C,JC,8H,9H,10S,JS,KS,AS/QC,KC,AC,10H,JH,QH,KH,AH plays=2C,5C,6C,9C,10C"
    ),
)
