"""Matches as plain data: what other processes and cached chunks must agree on.

A description holds all that the games of a match follow from: versions and digests of the code of croupier and of
the game, the options, the recipes of the agents, the seed. Its digest names the match.
"""

from __future__ import annotations

import json
import platform
from hashlib import sha256
from typing import Any

import croupier
from croupier.agents.recipes import make_again, recipe_of
from croupier.core.base.errors import ConfigError
from croupier.core.base.kept_code import package_digest
from croupier.core.engine import making
from croupier.core.engine.game import Game
from croupier.core.spec import registry
from croupier.measure.play.chunks import Chunk, Match, merged

Description = dict[str, Any]


def describe(match: Match) -> Description:
    """A match as plain data, with the bytes of policies."""
    players, player_of = merged(match.agents)
    return game_described(match.game) | {
        "agents": [recipe_of(agent, match.game) for agent in players],
        "line_up": player_of.tolist(),
        "seed": match.seed,
        "noted": match.noted,
    }


def game_described(game: Game) -> Description:
    """A game with its options, and the code that plays it, as plain data."""
    if game.name not in registry.registered_games() or registry.spec(game.name) is not game.spec:
        raise ConfigError(f"{game!r} is a game of this process alone: register it, so that others find it")
    return {"game": game.name, "options": dict(game.options), **_code(game)}


def game_again(description: Description) -> Game:
    """The game of a description."""
    game = making.make(description["game"], **description["options"])
    for key, ours in _code(game).items():
        if description[key] != ours:
            raise ConfigError(
                f"{platform.node()} has another version of croupier or {game.name} than the one that asks "
                f"({key} is {ours}, not {description[key]}): install the same one on every machine"
            )
    return game


def _code(game: Game) -> Description:
    package = game.spec.rules.play.__module__.partition(".")[0]
    return {
        "croupier": croupier.__version__,
        "croupier_code": package_digest("croupier")[:16],
        "game_version": game.spec.version,
        "game_code": package_digest(package)[:16],
    }


def match_again(description: Description, threads: int = 1) -> Match:
    """The match of a description."""
    game = game_again(description)
    players = [make_again(recipe, game) for recipe in description["agents"]]
    line_up = [players[which] for which in description["line_up"]]
    return Match(game, line_up, description["seed"], description["noted"], threads)


def digest_of(description: Description) -> str:
    """Name of a match: sixteen hexadecimal digits that differ wherever its games could."""
    text = json.dumps(description, sort_keys=True, default=lambda data: sha256(data).hexdigest())
    return sha256(text.encode()).hexdigest()[:16]


def chunk_digest(chunk: Chunk) -> str:
    """Name of a chunk among those of its match."""
    return sha256(chunk.deals.tobytes() + b"\0" + chunk.seating.tobytes()).hexdigest()[:16]
