"""Check that a game's bots choose what is legal, by what their seat knows alone; part of `check_game`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np

from croupier.core.base.errors import ConfigError
from croupier.core.base.rng import choice_words
from croupier.core.base.tiers import tiered
from croupier.core.engine.game import Game
from croupier.core.engine.state import State
from croupier.core.spec.spec import Bot
from croupier.testing.check_failure import fail


class BotsCheck:
    """Asks each bot of a game with hidden information, in its plain form and as in its example, at every decision.

    `croupier.testing.agent_check.check_agent` does the same for any agent, with more worlds, and in games
    that it plays.
    """

    def __init__(self, game: Game) -> None:
        """Make the bots; those that do not play under the game's options are left out."""
        self._game = game
        self._bots: dict[str, Bot] = {}
        if game.facts.information == "open":
            return  # nothing that they could peek at; a bot may have to be solved first
        for name, entry in game.spec.bots.items():
            for argument in dict.fromkeys(("", entry.example.partition(":")[2])):
                with suppress(ConfigError):
                    self._bots[f"{name}:{argument}" if argument else name] = entry.make(argument, game.options)

    def node(self, state: State, worlds: Sequence[State]) -> None:
        """Look at a position before its decision."""
        seat, legal = state.current_player(), state.legal_actions()
        if len(legal) == 1:
            return
        world = worlds[seat]
        hidden = world.records.tobytes() != state.records.tobytes()
        for name, bot in self._bots.items():
            choice = _choice(bot, state, state)
            if choice not in legal:
                fail(f"the bot {name} chooses action {choice}, which is not legal", state)
            there = _choice(bot, state, world) if hidden else choice
            if there != choice:
                here = state.action_to_string(choice)
                other = state.action_to_string(there) if there in legal else f"action {there}"
                fail(
                    f"the bot {name} peeks: in seat {seat} it chooses {here}, and {other} where only what this "
                    f"seat cannot know is another\n  there: {world.position()}",
                    state,
                )


def _choice(bot: Bot, state: State, world: State) -> int:
    """What a bot chooses in a world, by the random word of the decision."""
    rngs = choice_words(np.array([state.seed], dtype=np.uint64), np.array([state.plies]))
    return int(tiered(bot.kernel)(world.records.copy()[0], world.legal_actions_mask(), bot.params, rngs, 0))
