"""The pictures of Skull King: all its cards, and the table."""

from croupier.core.spec.pictures import Pictures
from croupier.games.skull_king.english import say
from croupier.games.skull_king.pictures.table import BACK, FACES, draw_table

_EXAMPLE = (
    "skull-king players=5 loot=true kraken=true whale=true phase=PLAYING round=7 dealer=4 leader=0 tricks=1 "
    "scores=90,110,210,190,40 bids=1,2,2,3,1 won=1,0,0,0,0 gained=60,20,60,80,60 trick=sk,g10,y2 "
    "hands=y1,y6,p8,esc,kra/g3,g11,p11,b14,ben/g6,g13,b3,b9,ros/p1,p6,b10,b11,mer,mer/g7,g12,y9,p3,esc,roa "
    "pile=g1,g2,b1,g4,g5,b12,p14,g8,g9,loo,p10,b13,esc,g14,b7,p13,y3,y4,y5,esc,y7,har,p12,y10,y11,y12,y13,y14,b6,"
    "p2,b2,p4,p5,jad,p7,loo,p9,tig,y8 last=0/0/b8,b5,wha,esc,b4 specials=esc:3,sk:0,wha:2"
)

PICTURES = Pictures(faces=FACES, back=BACK, table=draw_table, legend=say("picture.legend"), example=_EXAMPLE)
"""All pictures of Skull King."""
