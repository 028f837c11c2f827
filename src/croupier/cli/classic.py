"""``croupier play spite-malice --classic``: the terminal interface of the game's programming assignment.

Board, questions and order are those of `croupier.games.spite_malice.classic.terminal`, on standard output; nothing
else goes there. Who sits where, and the seed, are said on standard error.
"""

from __future__ import annotations

import random
import sys
from itertools import count
from typing import TYPE_CHECKING

import typer

from croupier.cli.common import INTERRUPTED, announce_compiling, deal, fail, note
from croupier.core.errors import ConfigError, PositionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.core.game import Game
    from croupier.games.spite_malice.classic import Game as ClassicGame

GAME = "spite-malice"
_UNFINISHED = "the game was not finished; nothing was saved"


def check_classic(game: Game, position: str | None, refused: Sequence[str]) -> None:
    """Check that a game can be played at its classic terminal.

    Args:
        game: the game that was named, with its options.
        position: text of the position to begin from, if one was given.
        refused: options that were given and do not go with ``--classic``.

    Raises:
        ConfigError: another game, one of those options, or goal piles that the assignment does not deal.
    """
    if game.name != GAME:
        raise ConfigError(f"--classic is the terminal of the assignment behind {GAME}; {game.name} has none")
    if refused:
        raise ConfigError(f"--classic shows and keeps nothing but the board: leave out {' and '.join(refused)}")
    size = game.options["goal_size"]
    if position is None and size != 15:
        raise ConfigError(f"--classic deals goal piles of 15 cards (SM-2), so goal_size cannot be {size}")


def play_classic(game: Game, names: Sequence[str], position: str | None, seed: int) -> None:
    """Play a game to its end, as the assignment shows it.

    Args:
        game: the engine's game, for its options and for the agents.
        names: who is PlayerA and who is PlayerB: ``human`` or an agent.
        position: text of the position to begin from; without it the cards are dealt.
        seed: of all shuffles, by the assignment's own way of shuffling, and of the agents' choices.

    Raises:
        ConfigError: there is no such agent.
        FileError: an agent's file cannot be used.
        PositionError: the position is broken, impossible, or of a finished game.
        typer.Exit: the input ended or was interrupted.
    """
    from croupier.games.spite_malice.classic.terminal import PLAYERS, play_terminal

    seated = dict(zip(PLAYERS, names, strict=True))
    programs = {player: name for player, name in seated.items() if name != "human"}
    if programs or position is not None:
        announce_compiling(game)
    agents = {player: _chooser(game, name, seed) for player, name in programs.items()}
    classic = _begin(game, position, seed)
    who = ", ".join(f"Player{player} is {name}" for player, name in seated.items())
    note(f"{game.spec.title}, seed {seed}. {who}.")
    try:
        play_terminal(classic, _ask, typer.echo, agents)
    except EOFError:
        fail(f"the input ended: {_UNFINISHED}")
    except KeyboardInterrupt:
        fail(f"interrupted: {_UNFINISHED}", INTERRUPTED)


def _begin(game: Game, position: str | None, seed: int) -> ClassicGame:
    """Deal a classic game, or set up a position of it."""
    from croupier.games.spite_malice.classic import Game as ClassicGame
    from croupier.games.spite_malice.position import read

    shuffles, limit = random.Random(seed), int(game.options["max_turns"])  # noqa: S311  # a game, not a secret
    if position is None:
        return ClassicGame(shuffles, maxTurns=limit)
    state = deal(game, position, seed)
    if state.is_terminal():
        raise PositionError("the game is over in this position: --classic goes on from one in which it lasts")
    return ClassicGame.fromPosition(read(state.records), shuffles, maxTurns=limit)


def _chooser(game: Game, name: str, seed: int) -> Callable[[ClassicGame], int]:
    """An agent of the engine that chooses the actions of a classic game: both number them alike."""
    import numpy as np

    from croupier.agents.agent import Turns
    from croupier.agents.registry import make_agent
    from croupier.core.rng import choice_words
    from croupier.games.spite_malice.position import to_records
    from croupier.table.asking import ask_turn

    agent, decisions = make_agent(name, game), count()

    def choose(classic: ClassicGame) -> int:
        keys = choice_words(np.array([seed], dtype=np.uint64), np.array([next(decisions)]))
        return ask_turn(agent, Turns(game, to_records(classic), keys), seed)

    return choose


def _ask() -> str:
    """One line of a person; the question stands on the screen already."""
    if sys.stdin is None or sys.stdout is None:  # closed before the start
        raise EOFError
    return input()
