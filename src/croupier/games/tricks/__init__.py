"""Shared parts of games played in tricks with a deck of 52 cards; not a game.

Read `cards.py` first, then `words.py` and `claims.py`. The folder imports `core`, and no game. Code for two or
more of these games goes here, code for one into its own folder.

- `cards`: the deck, names of cards, and winners of tricks
- `hidden`: determinization, if some cards can be only in some hands
- `pictures`: the cards, and a table with a trick and a hand
- `search`: the gain of a deal, and exchanges of hidden cards
- `positions`: reading and checking positions
- `words`: `TrickWords`, which reads answers and describes events; `english`: its sentences; `view`: views
- `training`: presets, and the oracle's features
- `claims`: a claim of all remaining tricks, judged by the leading seat's knowledge
"""
