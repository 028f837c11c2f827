"""A thinker, as a process: reads jobs from its standard input, and writes answers, in lines of JSON.

A job names a game in progress by its options, seed or secret, and actions: nothing but data crosses the border.
``act`` asks an agent, ``hint`` analyses a decision, ``review`` a whole game.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from croupier.agents.agent import Agent
from croupier.agents.llm.settings import ModelDefaults, read_settings
from croupier.agents.registry import make_agent
from croupier.agents.search.settings import FOR_PEOPLE
from croupier.agents.speech import TextAgent, speaks
from croupier.analysis import Analyst, review
from croupier.analysis.lines import footing
from croupier.analysis.lines import hint as hint_lines
from croupier.core.base.errors import ConfigError
from croupier.core.engine.deal_secret import read_deal
from croupier.core.engine.game import Game, State
from croupier.core.engine.making import make
from croupier.table.asking import ask_one
from croupier.table.game_file import PlayedGame
from croupier.table.model_run import ModelRun
from croupier.table.speaking import BlockingConversation, text_table

Job = Mapping[str, Any]
_RETRIES = 2
"""Replies of an agent that answers in words that may be refused before it counts as failed."""


def main() -> None:
    """Do one job after the other, until the server is gone."""
    jobs: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_read, args=(jobs,), daemon=True).start()
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # an agent that prints must not speak in between

    def say(answer: Mapping[str, Any]) -> None:
        out.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
        out.flush()

    while True:
        job = json.loads(jobs.get())
        try:
            answer = _DO[job["do"]](job, lambda share: say({"progress": share}))
        except Exception as error:  # noqa: BLE001  # whatever an agent raises is told to who has asked it
            answer = {"error": f"{type(error).__name__}: {error}"}
        say(answer)


def _read(jobs: queue.Queue[bytes]) -> None:
    """Hand on what is read, and end the process when the other side is gone."""
    for line in sys.stdin.buffer:
        jobs.put(line)
    os._exit(0)


@lru_cache(maxsize=8)
def _game(name: str, options: str) -> Game:
    return make(name, **json.loads(options))


@lru_cache(maxsize=8)
def _agent(text: str, game: Game, llm_url: str = "", llm_settings: str = "") -> Agent:
    default, models = read_settings(Path(llm_settings)) if llm_settings else ({}, {})
    return make_agent(text, game, models=ModelDefaults(llm_url or None, default=default, models=models))


@lru_cache(maxsize=4)
def _analyst(game: Game) -> Analyst:
    return Analyst(game, FOR_PEOPLE)


def _state(job: Job) -> State:
    """The game that a job is about, as it stands."""
    game = _game(job["game"], json.dumps(job["options"], sort_keys=True))
    start, deal = job.get("start") or "", read_deal(job)
    state = game.position(start, deal) if start else game.new_initial_state(deal)
    for action in job["actions"]:
        state.apply_action(action)
    return state


def _act(job: Job, on_progress: Callable[[float], None]) -> dict[str, Any]:
    del on_progress
    state = _state(job)
    agent = _agent(job["agent"], state.game, job.get("llm_url", ""), job.get("llm_settings", ""))
    if speaks(agent):
        return {"action": _ask_aloud(agent, state, job.get("replies", ""))}
    return {"action": ask_one(agent, state)}


def _ask_aloud(agent: TextAgent, state: State, folder: str) -> int:
    """What an agent plays that answers in words: at a table where the game so far is played again.

    Args:
        agent: the agent.
        state: the game, where it is to move.
        folder: where questions and replies are kept; empty to keep none.

    Raises:
        ConfigError: none of its replies names a legal action.
        FileError: they cannot be kept.
    """
    names = [f"Player {seat}" for seat in range(state.game.num_players)]
    table = text_table(state.initial_state(), [agent] * len(names), names, _RETRIES)
    for action in state.history:
        table.submit(table.state.current_player(), action, table.number)
    due = table.due()
    if due is None:
        raise ConfigError("the game is over")
    run = ModelRun(Path(folder) if folder else None, piecemeal=True)
    run.open(
        {
            "game": state.game.name,
            "version": state.game.spec.version,
            "options": dict(state.game.options),
            "seed": state.seed if state.secret is None else None,  # a secret is kept nowhere else
        }
    )
    with BlockingConversation(table, run) as spoken:
        event = spoken.take_turn(due)
    if event.action is None:
        raise ConfigError(f"{_RETRIES + 1} replies in a row name no legal action; the last: {event.refusal}")
    return event.action


def _hint(job: Job, on_progress: Callable[[float], None]) -> dict[str, Any]:
    del on_progress
    state = _state(job)
    found = _analyst(state.game).analyse(state)
    return {"analysis": found.data(), "text": hint_lines(found), "footing": footing(found)}


def _review(job: Job, on_progress: Callable[[float], None]) -> dict[str, Any]:
    state = _state(job)
    played = PlayedGame(state, tuple(job["agents"]), job.get("forfeited"))
    return {"review": review(played, _analyst(state.game), tuple(job["seats"]), on_progress).data()}


_DO: dict[str, Callable[[Job, Callable[[float], None]], dict[str, Any]]] = {
    "act": _act,
    "hint": _hint,
    "review": _review,
}

if __name__ == "__main__":
    main()
