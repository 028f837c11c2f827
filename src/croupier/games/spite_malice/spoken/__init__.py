"""Mini Spite and Malice in other words than its spelling (``goal to pile 2``), in five languages: for free text.

`signs` makes a text a row of signs: sources, piles, faces of cards, verbs, what joins them; `actions` finds a
source with a pile behind it.
"""

from croupier.games.spite_malice.spoken.actions import FILLERS, named

__all__ = ["FILLERS", "named"]
