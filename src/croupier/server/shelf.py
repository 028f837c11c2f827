"""Games that are ready to be played: loaded and compiled in a thread, so that the server goes on meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from croupier.agents.warmup import Warmup
from croupier.core.game import Game
from croupier.core.registry import make
from croupier.table import Table

_MOST = 128


class Shelf:
    """Games by their options; each game's rules are compiled once.

    Attributes:
        preparing: names of the games that are being compiled or loaded.
    """

    def __init__(self) -> None:
        self.preparing: list[str] = []
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._ready: dict[str, asyncio.Task[None]] = {}

    async def game(self, name: str, options: Mapping[str, Any]) -> Game:
        """A game that can be played without delay.

        Args:
            name: the game's name.
            options: all its options, checked.

        Raises:
            ConfigError: there is no such game, or an option is not valid.
        """
        key = json.dumps([name, dict(sorted(options.items()))])
        game = self._games.get(key)
        if game is None:
            game = await asyncio.to_thread(make, name, **options)
            await self._prepared(game)
            self._games[key] = game
            if len(self._games) > _MOST:
                self._games.popitem(last=False)
        self._games.move_to_end(key)
        return game

    async def _prepared(self, game: Game) -> None:
        if game.name not in self._ready:
            self._ready[game.name] = asyncio.create_task(self._prepare(game))
        await asyncio.shield(self._ready[game.name])

    async def _prepare(self, game: Game) -> None:
        self.preparing.append(game.name)
        try:
            await asyncio.to_thread(_make_ready, game)
        finally:
            self.preparing.remove(game.name)


def _make_ready(game: Game) -> None:
    """Compile or load a game's rules, and in another process meanwhile its bot."""
    with Warmup(game, ["bot"] if "bot" in game.spec.bots else []) as warmup:
        _play_a_little(game)
        warmup.wait()


def _play_a_little(game: Game) -> None:
    """Compile or load all that a game needs at a table."""
    table = Table(game.new_initial_state(0))
    due = table.due()
    if due is not None:
        table.submit(due.seat, table.state.legal_actions()[0], due.number)
    for seat in (None, *range(game.num_players)):
        table.view(seat)
    table.state.resample_hidden(0, 0)
    if game.spec.search is not None:
        game.spec.search().horizon(table.state.records[0], table.state.records[0])
