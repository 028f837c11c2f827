"""Warm thinkers: a process's first hint in a game loads compiled code for seconds, so one is made at the start."""

from __future__ import annotations

import asyncio
import contextlib

from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import compiled
from croupier.core.engine.game import Game
from croupier.core.spec.registry import registered_games
from croupier.server.agents.jobs import hint_job
from croupier.server.agents.process_pool import ProcessPool, ThinkerError
from croupier.server.agents.ready_games import ReadyGames
from croupier.server.base.refusal import RefusalError

_SECONDS = 300.0


async def warm(ready: ReadyGames, pool: ProcessPool, thinkers: int) -> None:
    """Let every thinker make a hint in each game, one game after the other, once its searches are compiled.

    Under ``CROUPIER_KERNELS=interpreted`` nothing is done.
    """
    if not compiled():  # a hint takes minutes then
        return
    for name in registered_games():
        await ready.compiled(name)
        with contextlib.suppress(ConfigError):  # what is wrong with a game is told to who asks for it
            game = await ready.game(name, {})
            await asyncio.gather(*(_one(game, pool, number) for number in range(thinkers)))


async def _one(game: Game, pool: ProcessPool, number: int) -> None:
    job = hint_job(game.new_initial_state(seed=0))
    with contextlib.suppress(ThinkerError, RefusalError):  # the pool has noted it down; people's hints come first
        await pool.run(job, timeout=_SECONDS, owner=f"warm {number}")
