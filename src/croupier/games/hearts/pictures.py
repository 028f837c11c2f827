"""Pictures of Hearts: the cards, and the table as a seat sees it."""

from __future__ import annotations

from croupier.games.hearts.text import WORDS
from croupier.games.tricks.pictures import pictures_of

PICTURES = pictures_of(
    WORDS,
    "hearts players=6 deal=4 hands=2C,3C,2H,3H,4H,5H,6H,QS/4C,5C,4D,5D,6D,7D,8D,9D/6C,7C,10D,JD,QD,KD,AD,7H/"
    "8C,9C,4S,5S,6S,7S,8S,9S/10C,JC,8H,9H,10S,JS,KS,AS/QC,KC,AC,10H,JH,QH,KH,AH plays=2C,5C,6C,9C,10C",
)
