"""``croupier compile``: compile a game in advance."""

from __future__ import annotations

import time
import warnings
from typing import Annotated

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Players,
    choose_game,
    echo,
    option,
    print_json,
    progress,
)
from croupier.core.base.errors import ConfigError


def compile(  # noqa: A001  # the command's name
    game: GameName,
    agent: Annotated[
        list[str] | None, option("AGENT", "An agent besides the game's bots and the one for hints.")
    ] = None,
    option: GameOptions = None,
    players: Players = None,
    as_json: Json = False,
) -> None:
    """Compile a game ahead, with its bots, its search and arenas.

    This is needed once; after a change of code only what the change touches is compiled again. Training compiles
    a few loops of its own when it first starts.

    Example: croupier compile skull-king
    """
    import numpy as np

    from croupier.agents.ahead import compile_ahead, one_at_a_time, usual_agents
    from croupier.core.base.code_cache import INDEX, NOTICE, check_cache, kernel_folder
    from croupier.core.base.kernel import compiled
    from croupier.measure.play.match import deal_seeds

    if not compiled():
        raise ConfigError("nothing is compiled here: CROUPIER_KERNELS or NUMBA_DISABLE_JIT says interpreted")
    chosen = choose_game(game, option, None, players)
    agents = [*usual_agents(chosen), *(agent or [])]
    NOTICE.said = True  # its advice is this command
    begun = time.perf_counter()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "compiled code cannot be kept")  # here it is an error of its own
        check_cache()
        with progress(f"Compiling {chosen.spec.title}") as on_progress, one_at_a_time(chosen, agents):
            compile_ahead(chosen, agents, on_progress)
            deal_seeds(0, np.zeros(0, dtype=np.int64))  # the loop of arenas
            check_cache()
    seconds = time.perf_counter() - begun
    folder = kernel_folder()
    assert folder is not None  # noqa: S101  # checked before
    kernels = len(list(folder.glob(f"*{INDEX}")))
    if as_json:
        print_json({"game": chosen.name, "seconds": round(seconds, 3), "kernels": kernels, "folder": str(folder)})
        return
    echo(f"{chosen.spec.title} is compiled ({seconds:.1f} s).")
    echo(f"{kernels} kernels of all games lie in {folder}.")
