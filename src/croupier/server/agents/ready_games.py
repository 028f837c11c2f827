"""Games that are ready to be played: compiled by another process and loaded in a thread; the server goes on."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import sys
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from croupier.core.base.errors import ConfigError
from croupier.core.base.kept_code import keeps_code
from croupier.core.base.tiers import needs_compiling
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.spec.registry import entries
from croupier.server.agents.prepare import make_ready
from croupier.server.base.runtime import Runtime

_MOST = 128
_LOOK_SECONDS = 0.5


class ReadyGames:
    """Games by their options; each game's rules are compiled once.

    Attributes:
        preparing: names of the games that are being compiled or loaded.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.preparing: list[str] = []
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._ready: dict[str, asyncio.Task[None]] = {}
        self._ahead: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Prepare the games that have never been compiled here, in the registry's order; it serves meanwhile."""
        self._ahead = self._runtime.spawn(self._prepare_all())

    async def close(self) -> None:
        """Stop preparing."""
        tasks = [*self._ready.values(), *([] if self._ahead is None else [self._ahead])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

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
            game = await self._runtime.in_thread(make, name, **options)
            await self._prepared(game)
            self._games[key] = game
            if len(self._games) > _MOST:
                self._games.popitem(last=False)
        self._games.move_to_end(key)
        return game

    async def _prepare_all(self) -> None:
        for name in entries():
            while self.preparing:  # what somebody waits for comes first
                await self._runtime.sleep(_LOOK_SECONDS)
            with contextlib.suppress(ConfigError):  # what is wrong with a game is told to who asks for it
                game = await self._runtime.in_thread(make, name)
                if _never_compiled(game):
                    await self._prepared(game)

    async def _prepared(self, game: Game) -> None:
        if game.name not in self._ready:
            self._ready[game.name] = self._runtime.spawn(self._prepare(game))
        await asyncio.shield(self._ready[game.name])

    async def _prepare(self, game: Game) -> None:
        self.preparing.append(game.name)
        try:
            if _never_compiled(game):
                await _compile_apart(game.name)
            await self._runtime.in_thread(make_ready, game)
            gc.freeze()  # compiled code stays, so the garbage collector need not look through it
        finally:
            self.preparing.remove(game.name)


def _never_compiled(game: Game) -> bool:
    """Whether another process can compile a game's kernels for this one."""
    return keeps_code() and needs_compiling(game.spec.rules.play)


async def _compile_apart(game: str) -> None:
    """Let a process compile a game's kernels; what it leaves is compiled here."""
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "croupier.server.agents.prepare", game,
            stdin=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
    except OSError:
        return
    try:
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
