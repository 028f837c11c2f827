"""``croupier mcp``: a table as an MCP server, where a model with tools takes a seat."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

from croupier.cli.common import (
    AnySeed,
    GameOptions,
    GameOrPosition,
    Players,
    PositionText,
    choose_game,
    deal,
    new_file,
    note,
    option,
)
from croupier.core.base.streams import output_apart


def mcp(
    game: GameOrPosition = None,
    vs: Annotated[
        list[str] | None, option("AGENT", "An opponent, bot by default; once, or for each seat.")
    ] = None,
    seat: Annotated[int | None, option("N", "The model is Player N; the first is 0.", min=0)] = None,
    players: Players = None,
    save: Annotated[Path | None, option("FILE", "Keep the game in a new file, once it is over.")] = None,
    position: PositionText = None,
    option: GameOptions = None,
    seed: AnySeed = None,
) -> None:
    """Serve one seat of a game to a model with tools, by MCP.

    It speaks on standard input and output and opens no port. The program that runs your model starts this
    command, which ends when its input does.

    Example: croupier mcp pig --vs optimal
    """
    from croupier.agents.registry import make_computing
    from croupier.cli.playing.play import seat_names
    from croupier.core.base.errors import require
    from croupier.core.base.tiers import at_a_table

    require("croupier mcp", "mcp")
    if save is not None:
        new_file(save)
    played = choose_game(game, option, position, players)
    seated = seat_names(played, vs or ["bot"], seat)
    at_a_table()
    with output_apart():  # while it serves, the protocol's library does this
        agents = [None if name is None else make_computing(name, played) for name in seated]
    from croupier.envs.mcp import ModelSeat, make_server

    server = make_server(
        ModelSeat(deal(played, position, secrets.randbits(64) if seed is None else seed), agents, save)
    )
    note(f"{played.spec.title}: a model sits as Player {agents.index(None)}; MCP on standard input and output.")
    server.run("stdio")
