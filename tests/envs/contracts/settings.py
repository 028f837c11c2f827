"""The games that the contracts are tried with: every game of the registry, as short as it can be."""

from __future__ import annotations

from typing import Any

from croupier.core.engine import making
from croupier.core.engine.game import Game

_SEA = {"loot": True, "kraken": True, "whale": True}
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "pig": ("pig", {"winning_score": 20, "max_turns": 8}),
    "leduc": ("leduc", {}),
    "liars-dice": ("liars-dice", {"players": 3, "dice": 2}),
    "hearts": ("hearts", {"players": 4, "target": 0, "max_deals": 1}),
    "oh-hell": ("oh-hell", {"players": 3, "largest": 2}),
    "spite-malice": ("spite-malice", {"goal_size": 1, "max_turns": 40}),
    "skull-king of 2": ("skull-king", {"players": 2, "schedule": "one", **_SEA}),
    "skull-king of 4": ("skull-king", {"players": 4, "schedule": "one"}),
    "skull-king of 8": ("skull-king", {"players": 8, "schedule": "one", **_SEA}),
}
GAMES: dict[str, Game] = {name: making.make(game, **options) for name, (game, options) in OPTIONS.items()}
"""By their names in the tests."""
