"""The classic terminal with people and agents in its seats, for ``croupier play --classic``."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from croupier.core.base.errors import ConfigError, IllegalAction, PositionError
from croupier.core.base.types import Records
from croupier.core.spec.options import Options
from croupier.core.spec.spec import TERMINAL, Ask, ClassicAgent, ClassicTerminal, Play, Tell
from croupier.games.spite_malice.classic.game import GOAL_SIZE, ClassicGame
from croupier.games.spite_malice.classic.terminal import PLAYERS, play_terminal
from croupier.games.spite_malice.english import say
from croupier.games.spite_malice.notation import read, to_records


def check(options: Options, dealt: bool) -> None:
    """Check that the assignment allows these options."""
    size = options["goal_size"]
    if dealt and size != GOAL_SIZE:
        raise ConfigError(say("classic.goal_size", wanted=GOAL_SIZE, found=size))


def begin(options: Options, records: Records | None, seed: int) -> Play:
    """Deal a classic game, or set up a position of it; see `ClassicTerminal`."""
    shuffles, limit = random.Random(seed), int(options["max_turns"])  # noqa: S311  # a game, not a secret
    if records is None:
        classic = ClassicGame(shuffles, maxTurns=limit)
    elif records[0]["player"] == TERMINAL:
        raise PositionError(say("classic.over"))
    else:
        classic = ClassicGame.fromPosition(read(records), shuffles, maxTurns=limit)

    def play(ask: Ask, tell: Tell, agents: Mapping[int, ClassicAgent]) -> None:
        choosers = {PLAYERS[seat]: _chooser(agent) for seat, agent in agents.items()}
        watchers = [agent.watch for agent in agents.values() if agent.watch is not None]

        def watch(classic: ClassicGame, action: int) -> None:
            for told in watchers:
                told(to_records(classic), action)

        play_terminal(classic, ask, tell, choosers, watch if watchers else None)

    return play


def _chooser(agent: ClassicAgent) -> Callable[[ClassicGame, int], int]:
    """An agent of the engine in the classic game; both use the same action numbers."""

    def choose(classic: ClassicGame, ply: int) -> int:
        action = agent.choose(to_records(classic), ply)
        reason = classic.reason(action)
        if reason is not None:
            objection = say(reason.key, **reason.params)
            raise IllegalAction(
                say("classic.agent", name=agent.name, objection=objection),
                action=action, player=classic.player(), phase="TURN", legal=classic.legalActions(),
            )  # fmt: skip
        return action

    return choose


CLASSIC = ClassicTerminal(players=tuple(f"Player{player}" for player in PLAYERS), check=check, begin=begin)
