"""Jobs for workers: a game in progress and a task, as plain data that can be sent to their processes.

This module creates jobs and parses the game again; `croupier.server.agents.worker` parses the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from json import dumps, loads
from pathlib import Path
from typing import Any

from croupier.agents.names import AgentName
from croupier.agents.registry import entry
from croupier.core.engine.deal_secret import Deal, deal_data, read_deal
from croupier.core.engine.game import Game, State
from croupier.core.engine.making import make
from croupier.server.base.settings import ServerSettings
from croupier.table.game_file import PlayedGame

ACT, HINT, REVIEW, WEIGH = "act", "hint", "review", "weigh"
"""Kinds of jobs: ask an agent, analyse a decision, review a whole game, weigh a decision of a game."""
JobData = dict[str, Any]


def act_job(state: State, agent: AgentName, settings: ServerSettings, table: str) -> JobData:
    """A job that asks an agent for an action."""
    job = {"do": ACT, "agent": agent.text, **_sent(state)}
    known = entry(agent.head)
    if known is not None and known.traits.speaks:
        folder = str(Path(settings.replies) / table) if settings.replies else ""
        job |= {"llm_url": settings.llm_url, "llm_settings": settings.llm_settings, "replies": folder}
    return job


def hint_job(state: State) -> JobData:
    """A job that analyses the next decision of a game."""
    return {"do": HINT, **_sent(state)}


def review_job(played: PlayedGame, seats: Sequence[int]) -> JobData:
    """A job that reviews a finished game for some seats."""
    seated = {"agents": list(played.agents), "seats": list(seats), "forfeited": played.forfeited}
    return {"do": REVIEW, **_sent(played.state), **seated}


def weigh_job(state: State, seats: Sequence[int], first: int) -> JobData:
    """A job that weighs the next decision of some seats, from a ply on."""
    return {"do": WEIGH, **_sent(state), "seats": list(seats), "first": first}


def _sent(state: State) -> JobData:
    """A game with its secret, so that it can be replayed."""
    return {
        "game": state.game.name, "options": dict(state.game.options), **deal_data(state.deal),
        "start": state.start, "actions": list(state.history),
    }  # fmt: skip


@dataclass(frozen=True)
class SentGame:
    """A game in progress, from a job."""

    game: Game
    deal: Deal
    start: str  # text of its start position, if it was set up
    actions: tuple[int, ...]

    @classmethod
    def read(cls, job: Mapping[str, Any]) -> SentGame:
        """Parse the game of a job."""
        game = _game(job["game"], dumps(job["options"], sort_keys=True))
        return cls(game, read_deal(job), job.get("start") or "", tuple(job["actions"]))

    def opening(self) -> State:
        """The initial state of the game."""
        if self.start:
            return self.game.position(self.start, self.deal)
        return self.game.new_initial_state(self.deal)

    def state(self) -> State:
        """The current state of the game."""
        state = self.opening()
        for action in self.actions:
            state.apply_action(action)
        return state


@lru_cache(maxsize=8)
def _game(name: str, options: str) -> Game:
    return make(name, **loads(options))
