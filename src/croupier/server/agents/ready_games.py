"""The games of the tables: played at once, interpreted at first, while another process compiles the searches."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from croupier.agents.ahead import MODULE, is_done, order, usual_agents
from croupier.core.base.errors import ConfigError
from croupier.core.base.tiers import at_a_table
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.spec.registry import registered_games
from croupier.server.agents.child import start_process, stop_process
from croupier.server.base.runtime import Runtime
from croupier.server.storage.log import LOGGER

_MOST = 128
_LOOK_SECONDS = 0.5


class ReadyGames:
    """Games by their options; each game's searches are compiled once.

    Attributes:
        preparing: names of the games that are being compiled.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.preparing: list[str] = []
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._compiled: dict[str, asyncio.Task[None]] = {}
        self._ahead: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Compile what was never compiled here, game by game in the registry's order; it serves meanwhile."""
        at_a_table()
        self._ahead = self._runtime.spawn(self._compile_all())

    async def close(self) -> None:
        """Stop compiling."""
        tasks = [*self._compiled.values(), *([] if self._ahead is None else [self._ahead])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def game(self, name: str, options: Mapping[str, Any]) -> Game:
        """A game with some options."""
        key = json.dumps([name, dict(sorted(options.items()))])
        game = self._games.get(key)
        if game is None:
            game = await self._runtime.in_thread(make, name, **options)
            self._games[key] = game
            if len(self._games) > _MOST:
                self._games.popitem(last=False)
        self._games.move_to_end(key)
        return game

    async def compiled(self, name: str) -> None:
        """Wait until what searches in a game is compiled; only who needs a search waits."""
        if name not in self._compiled:
            self._compiled[name] = self._runtime.spawn(self._compile(name))
        await asyncio.shield(self._compiled[name])

    def must_compile(self, name: str) -> bool:
        """Whether who needs a search in a game waits until it is compiled, or known to be."""
        return name not in self._compiled or not self._compiled[name].done()

    async def _compile_all(self) -> None:
        for name in registered_games():
            while self.preparing:  # what somebody waits for comes first
                await self._runtime.sleep(_LOOK_SECONDS)
            await self.compiled(name)

    async def _compile(self, name: str) -> None:
        self.preparing.append(name)
        try:
            with contextlib.suppress(ConfigError):  # what is wrong with a game is told to who asks for it
                game = await self._runtime.in_thread(make, name)
                if not await self._runtime.in_thread(is_done, game, usual_agents(game)):
                    await _compile_apart(game, self._runtime)
        finally:
            self.preparing.remove(name)


async def _compile_apart(game: Game, runtime: Runtime) -> None:
    """Let a process compile what a game's agents need; what it leaves is compiled where it is called."""
    try:
        process = await start_process(
            runtime, sys.executable, "-P", "-m", MODULE,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
    except OSError as error:
        LOGGER.warning("%s is not compiled ahead: %s", game.name, error)
        return
    try:
        assert process.stdin is not None  # noqa: S101  # a pipe, as was asked
        assert process.stderr is not None  # noqa: S101  # likewise
        process.stdin.write(order(game, usual_agents(game)).encode())
        said = await process.stderr.read()
        if await process.wait():
            last = said.decode(errors="replace").strip().rpartition("\n")[2]
            LOGGER.warning("%s is not compiled ahead: %s", game.name, last or process.returncode)
    finally:
        await stop_process(runtime, process)
