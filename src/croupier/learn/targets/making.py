"""Search targets are made: games at mixed tables, with an agent that searches in some of the seats."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent
from croupier.agents.names import AgentName
from croupier.agents.recipes import files_of
from croupier.agents.registry import make_agent, make_searcher
from croupier.arena.play.match import deal_seeds, play_tables
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress, silent
from croupier.core.engine.game import Game
from croupier.learn.settings.mixes import OptionMix
from croupier.learn.targets.data_set import SearchTargets, TargetFolder
from croupier.learn.targets.searched import Searched

GAMES_A_PART = 16
"""Games between two savings: a minute of a fast search, about."""
_DRAWN = 0.5
"""Share of the parts whose options are drawn by a mix."""
_SEATS = 1 << 34
"""Number of the generator that draws options and seats: far behind those of the deals."""


@dataclass(frozen=True, kw_only=True)
class TargetSettings:
    """How search targets are made; the same settings make the same parts.

    Attributes:
        agent: what searches, like ``search/fast``.
        others: who plays beside it, each seat drawn among them and the search itself.
        games: how many games, rounded up to a multiple of `GAMES_A_PART`.
        share: share of its decisions that are searched; its blueprint plays the others.
        mix: name of the game's mix by which the options of half of the parts are drawn, or `NO_MIX`.
        seed: of deals, seats, options and searches.
    """

    agent: str
    others: tuple[str, ...]
    games: int
    share: float
    mix: str
    seed: int

    @property
    def parts(self) -> int:
        """How many files."""
        return -(-self.games // GAMES_A_PART)


def make_targets(
    game: Game, how: TargetSettings, out: Path, *, threads: int = 1, progress: Progress = silent
) -> dict[str, Any]:
    """Make search targets, or go on where it was stopped.

    Args:
        game: the game.
        how: how they are made. More `games` may be asked for later; nothing else changes.
        out: the folder.
        threads: threads that share the parts, which do not depend on them.
        progress: called with the share that is done.

    Returns:
        How many parts there are, games and decisions, as plain data.

    Raises:
        ConfigError: an agent that cannot be made, a share out of range, or a mix that the game has not.
        FileError: the folder was begun with other settings, or cannot be written.
    """
    if not 0.0 < how.share <= 1.0:
        raise ConfigError(f"share must be above 0 and at most 1, not {how.share:g}")
    if how.games < 1:
        raise ConfigError(f"games must be at least 1, not {how.games}")
    options = OptionMix(game, how.mix, _DRAWN)
    folder = TargetFolder(out)
    folder.begin(_about(_table(game, how), how))  # what cannot be made is refused before anything is written
    missing = [number for number in range(how.parts) if not folder.has(number)]
    done = how.parts - len(missing)
    pool = ThreadPoolExecutor(threads, "croupier-targets")
    try:
        for number, part in zip(missing, pool.map(partial(_played, options, how), missing), strict=True):
            folder.write(number, part)
            done += 1
            progress(done / how.parts)
    finally:
        pool.shutdown(cancel_futures=True)
    decisions = sum(len(part) for part in folder.read(game))
    return {"file": str(out), "parts": how.parts, "games": how.parts * GAMES_A_PART, "decisions": decisions}


def _about(table: _Table, how: TargetSettings) -> dict[str, Any]:
    """All that the parts follow from but how many they are."""
    game, spec, searched = table.game, table.game.spec, table.searcher
    agents = {each.name: files_of(each, game) for each in table.others}
    settings = {name: value for name, value in asdict(how).items() if name != "games"}
    return {
        "game": spec.name, "game_version": spec.version, "options": game.options,
        "observation_version": spec.spaces.observation_version, "observation_size": game.observation_size,
        "num_actions": game.num_actions, "search": asdict(searched.settings),
        "files": files_of(AgentName.parse(how.agent), game), "agents": agents,
        **settings, "others": list(how.others),
    }  # fmt: skip


class _Table:
    """Who plays a game with some options."""

    def __init__(self, game: Game, how: TargetSettings) -> None:
        self.game = game
        self.searcher = make_searcher(AgentName.parse(how.agent), game)
        self.others: list[Agent] = [make_agent(name, game) for name in how.others]


@lru_cache(maxsize=64)
def _table(game: Game, how: TargetSettings) -> _Table:
    return _Table(game, how)


def _played(options: OptionMix, how: TargetSettings, number: int) -> SearchTargets:
    """The search targets of one part."""
    first = number * GAMES_A_PART
    seeds = deal_seeds(how.seed, np.arange(first, first + GAMES_A_PART))
    rng = np.random.Generator(np.random.PCG64([how.seed, _SEATS, number]))
    table = _table(_drawn(options, how, number), how)
    searched = Searched(table.searcher, how.share)
    seating: npt.NDArray[np.int64] = rng.integers(0, 1 + len(table.others), (len(seeds), table.game.num_players))
    alone = rng.integers(0, table.game.num_players, len(seeds))
    seating[np.arange(len(seeds)), alone] = 0  # the search has a seat at every table
    play_tables(table.game, [searched, *table.others], seating, seeds)
    return searched.take(table.game)


def _drawn(options: OptionMix, how: TargetSettings, number: int) -> Game:
    """The game of a part, with the options that are drawn for it."""
    if not options.active:
        return options.own
    (codes,) = options.codes(deal_seeds(how.seed, np.array([_SEATS + number])))
    declared = options.own.spec.options
    drawn: Mapping[str, Any] = {
        option.name: option.decode(int(code)) for option, code in zip(declared, codes, strict=True)
    }
    return _game(options.own, tuple(drawn.items()))


@lru_cache(maxsize=64)
def _game(own: Game, options: tuple[tuple[str, Any], ...]) -> Game:
    return Game(own.spec, **dict(options))
