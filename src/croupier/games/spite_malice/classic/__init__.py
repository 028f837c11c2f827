"""Public names of the Mini Spite and Malice assignment: Card, PlayStack, Hand, shuffle and ClassicGame.

The first four stand in `cards`, the whole game in `game`; `terminal` lets people play it, and so does
``croupier play spite-malice --classic``. Methods are named in camelCase because the assignment names them so
(`getValue`, `playCard`): what solves it must answer to its names. `cards` and `game` alone are exempt from
the linter's rules on names.
"""

from croupier.games.spite_malice.classic.cards import Card, Hand, PlayStack, shuffle
from croupier.games.spite_malice.classic.game import ClassicGame

__all__ = ["Card", "ClassicGame", "Hand", "PlayStack", "shuffle"]
