"""Pictures of Oh Hell: the cards, and the table as a seat sees it."""

from __future__ import annotations

from croupier.games.oh_hell.text import WORDS
from croupier.games.tricks.pictures import pictures_of

PICTURES = pictures_of(
    WORDS, "oh-hell round=3 hands=AH,3C,9D/10H,2C,JS/2H,KS,4D/QH,5C,7C turned=9H bids=1,0,1,2 plays=3C,2C,KS"
)
