"""``croupier play GAME --classic``: the terminal that a game's source prescribes.

Board, questions and order are those of the game's `ClassicTerminal`, on standard output; nothing else goes there.
Who sits where, and the seed, are said on standard error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.common import INTERRUPTED, deal, echo, fail, games_with, note
from croupier.core.base.errors import ConfigError
from croupier.core.base.streams import read_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.agents.agent import Agent
    from croupier.core.base.types import Records
    from croupier.core.engine.game import Game
    from croupier.core.engine.trail import Trail, Trails
    from croupier.core.spec.spec import ClassicAgent, ClassicTerminal

_UNFINISHED = "the game was not finished; nothing was saved"


def classic_of(game: Game) -> ClassicTerminal:
    """The classic terminal of a game."""
    if game.spec.classic is None:
        known = games_with(lambda other: other.classic is not None)
        raise ConfigError(f"--classic is the terminal of the assignment behind {known}; {game.name} has none")
    return game.spec.classic()


def check_classic(game: Game, position: str | None, refused: Sequence[str]) -> None:
    """Check that a game can be played at its classic terminal."""
    terminal = classic_of(game)
    if refused:
        raise ConfigError(f"--classic shows and keeps nothing but the board: leave out {' and '.join(refused)}")
    terminal.check(game.options, position is None)


def play_classic(game: Game, agents: Sequence[Agent | None], position: str | None, seed: int) -> None:
    """Play a game to its end, as its source shows it; None is a person."""
    terminal = classic_of(game)
    choosing = {
        seat: classic_agent_of(game, agent, seed) for seat, agent in enumerate(agents) if agent is not None
    }
    names = ["human" if agent is None else agent.name for agent in agents]
    play = terminal.begin(game.options, None if position is None else deal(game, position, seed).records, seed)
    who = ", ".join(f"{player} is {name}" for player, name in zip(terminal.players, names, strict=True))
    note(f"{game.spec.title}, seed {seed}. {who}.")
    try:
        play(read_line, echo, choosing)
    except EOFError:
        fail(f"the input ended: {_UNFINISHED}")
    except KeyboardInterrupt:
        fail(f"interrupted: {_UNFINISHED}", INTERRUPTED)


class _Watched:
    """The trail of a classic game, from the positions that an agent is shown."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._trails: Trails | None = None
        self._due: int | None = None  # an action whose outcome was not shown yet

    def see(self, records: Records) -> None:
        """Take in the position that the game has come to."""
        import numpy as np

        from croupier.core.engine.trail import Trails

        if self._trails is None:
            self._records = records.copy()
            self._trails = Trails.of(self._game.spec, self._records)
        elif self._due is not None:
            self._records[:] = records
            self._trails.note(np.array([self._due]))
        self._due = None

    def watch(self, records: Records, action: int) -> None:
        """Take in a decision."""
        self.see(records)
        self._due = action

    def trail(self, row: int) -> Trail | None:
        """The decisions up to the position that was seen last."""
        return None if self._trails is None else self._trails.trail(row)


def classic_agent_of(game: Game, agent: Agent, seed: int) -> ClassicAgent:
    """An agent of the engine as one that chooses the actions of a classic game: both number them alike."""
    import numpy as np

    from croupier.agents.agent import Turns
    from croupier.agents.traits import wants_trail
    from croupier.core.base.rng import choice_words
    from croupier.core.spec.spec import ClassicAgent
    from croupier.table.asking import ask_turn

    watched = _Watched(game)
    wanted = wants_trail([agent])

    def choose(records: Records, ply: int) -> int:
        keys = choice_words(np.array([seed], dtype=np.uint64), np.array([ply]))
        if wanted:
            watched.see(records)
        return ask_turn(agent, Turns(game, records, keys, watched.trail), seed)

    return ClassicAgent(agent.name, choose, watched.watch if wanted else None)
