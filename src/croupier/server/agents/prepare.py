"""Preparing a game: all that a table needs is compiled, or loaded from the cache folder.

At the first start of a game another process compiles it (``python -m croupier.server.agents.prepare GAME``): in
the process of the server that would keep it from answering. Where two servers prepare a game, one waits for the
other.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sys
import threading

from croupier.agents.registry import make_agent
from croupier.agents.warmup import Warmup
from croupier.core.base.kernel import cache_folder
from croupier.core.engine.deal_secret import SECRET_BYTES, DealSecret
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.table import Due, Table
from croupier.table.asking import ask_one
from croupier.table.driver import drive_blocking

_DECISIONS = 300
_BOT = "bot"


def make_ready(game: Game) -> None:
    """Compile or load what a game needs at a table: rules, views, words, determinization and its bot."""
    bots = [_BOT] if _BOT in game.spec.bots else []
    with Warmup(game, bots) as warmup:
        _play_through(game)
        warmup.wait()
    if bots:
        ask_one(make_agent(_BOT, game), game.new_initial_state(0))


def _play_through(game: Game) -> None:
    """Play so far into a game that every kernel behind views and words has been called."""
    game.new_initial_state(DealSecret(bytes(SECRET_BYTES)))
    table = Table(game.new_initial_state(0), boards=False)  # older tables, and worlds, draw from seeds
    table.state.resample_hidden(0, 0)
    if game.spec.search is not None:
        game.spec.search().horizon(table.state.records[0], table.state.records[0])

    def ask(due: Due) -> int | None:
        legal = table.state.legal_actions()
        return legal[due.number % len(legal)] if due.number < _DECISIONS else None

    drive_blocking(table, ask, lambda event: table.view(event.seat))


def main() -> None:
    """Prepare the game that is named, and end when that is done or the server is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    game = make(sys.argv[1])
    with (cache_folder() / f"prepare-{game.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make_ready(game)
    os._exit(0)  # the other thread still reads: Python aborts a process that ends with one that holds an input


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
