"""What games share that are played in tricks with a deck of 52 cards; no game by itself.

Read `cards.py`, then `words.py` and `claims.py`. The folder imports `core`, and no game. What two of these
games need goes here; what one needs, into its own folder.

- `cards`: the deck, names of cards, and who wins a trick
- `hidden`: determinization, where some cards can be only in some hands
- `pictures`: the cards, and a table with a trick and a hand
- `search`: what a deal gains, and hidden cards exchanged between places
- `positions`: to read and check positions
- `words`: `TrickWords`, which reads answers and says what happened; `english`: its sentences; `view`: views
- `training`: presets, and what an oracle sees
- `claims`: a claim of all remaining tricks, judged by what the seat that leads may know
"""
