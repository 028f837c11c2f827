"""Pictures of Oh Hell: the cards, and the table as a seat sees it."""

from __future__ import annotations

from croupier.core import Picture, Pictures, SeatView, joined
from croupier.games.oh_hell.english import say
from croupier.games.oh_hell.text import WORDS, told_round
from croupier.games.tricks.pictures import FACES, TrickTable, back_called, draw_trick_table, last_or_current


def draw_table(view: SeatView) -> Picture:
    """Bids, tricks and points of the seats, the trick or the last one, and the own hand."""
    table, player = view["table"], view["player"]
    status = WORDS.winners(table)
    if not view["over"]:
        status = say("picture.none") if player is None else say("picture.turn", player=player)
    sides = []
    for seat, (bid, tricks) in enumerate(zip(table["bids"], table["won"], strict=True)):
        said = say("bid.none") if bid is None else str(bid)
        told = say("picture.seat", bid=said, won=tricks, score=table["scores"][seat])
        sides.append((say("player", player=seat), told))
    return draw_trick_table(
        TrickTable(
            title=joined(" ", told_round(table)),
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
    example="oh-hell round=3 hands=AH,3C,9D/10H,2C,JS/2H,KS,4D/QH,5C,7C turned=9H bids=1,0,1,2 plays=3C,2C,KS",
)
