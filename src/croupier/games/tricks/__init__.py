"""What games share that are played in tricks with a deck of 52 cards; no game by itself.

- `claims`: a claim of all remaining tricks, by what the seat that leads may know
- `cards`: the deck, names of cards, and who wins a trick
- `hidden`: to deal anew what a seat cannot know, where some cards can be in some hands alone
- `pictures`: the cards, and a table with a trick and a hand
- `search`: what a deal gains, and hidden cards exchanged between places
- `positions`: to read and check positions
- `replies`: to read an answer in brackets
- `training`: presets, and what an oracle sees
"""
