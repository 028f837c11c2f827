"""A worker process: reads jobs from standard input, and writes answers, in lines of JSON.

`croupier.server.agents.jobs` creates the jobs; only data crosses the border. The worker replays the game once per
job. The server checks an agent's action by playing it at its own table.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from croupier.agents.agent import Agent
from croupier.agents.llm.settings import model_defaults
from croupier.agents.registry import make_agent
from croupier.agents.search.settings import FOR_PEOPLE
from croupier.agents.speech import TextAgent, speaks
from croupier.core.base.errors import ConfigError
from croupier.core.base.progress import Progress
from croupier.core.base.sentence import packed
from croupier.core.base.streams import output_apart
from croupier.core.engine.game import Game, State
from croupier.measure import Analyst, review
from croupier.measure.costs.review import chance_lost
from croupier.measure.reports.lines import footing
from croupier.measure.reports.lines import hint as hint_lines
from croupier.server.agents.jobs import ACT, HINT, REVIEW, WEIGH, JobData, SentGame
from croupier.server.agents.process_pool import LOW
from croupier.table.asking import ask_one
from croupier.table.game_file import PlayedGame
from croupier.table.model_run import ModelRun
from croupier.table.speaking import BlockingConversation, text_table

_RETRIES = 2
"""Refused replies of a text agent before it counts as failed."""


def main() -> None:
    """Run jobs one by one, until the server is gone."""
    if sys.argv[1:] == [LOW] and hasattr(os, "nice"):
        os.nice(19)
    jobs: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_read, args=(jobs,), daemon=True).start()
    with output_apart() as out:

        def say(answer: Mapping[str, Any]) -> None:
            print(json.dumps(packed(answer), separators=(",", ":")), file=out, flush=True)  # the answer

        while True:
            job = json.loads(jobs.get())
            try:
                answer = answer_to(job, lambda share: say({"progress": share}))
            except Exception as error:  # noqa: BLE001  # any error of an agent is reported to whoever asked
                answer = {"error": f"{type(error).__name__}: {error}"}
            say(answer)


def answer_to(job: Mapping[str, Any], on_progress: Progress) -> JobData:
    """Run a job."""
    sent = SentGame.read(job)
    if job["do"] == ACT:
        agent = _agent(job["agent"], sent.game, job.get("llm_url", ""), job.get("llm_settings", ""))
        if not speaks(agent):
            return {"action": ask_one(agent, sent.state())}
        return {"action": _reply(sent, agent, Path(job["replies"]) if job.get("replies") else None)}
    state = sent.state()
    if job["do"] == HINT:
        found = _analyst(state.game).analyse(state)
        return {"analysis": found.data(), "text": hint_lines(found), "footing": footing(found)}
    if job["do"] == REVIEW:
        played = PlayedGame(state, tuple(job["agents"]), job.get("forfeited"))
        return {"review": review(played, _analyst(state.game), tuple(job["seats"]), on_progress).data()}
    if job["do"] == WEIGH:
        return _weigh(job, state)
    raise ValueError(f"a job is {ACT}, {HINT}, {REVIEW} or {WEIGH}, not {job['do']!r}")


def _read(jobs: queue.Queue[bytes]) -> None:
    """Pass on lines from the server, and end the process when the server is gone."""
    for line in sys.stdin.buffer:
        jobs.put(line)
    os._exit(0)


@lru_cache(maxsize=8)
def _agent(text: str, game: Game, llm_url: str = "", llm_settings: str = "") -> Agent:
    models = model_defaults(llm_url or None, Path(llm_settings) if llm_settings else None)
    return make_agent(text, game, models=models)


@lru_cache(maxsize=4)
def _analyst(game: Game) -> Analyst:
    return Analyst(game, FOR_PEOPLE)


def _reply(sent: SentGame, agent: TextAgent, replies: Path | None) -> int:
    """The action of a text agent; questions and replies go into a folder, if there is one."""
    game, names = sent.game, [f"Player {seat}" for seat in range(sent.game.num_players)]
    table = text_table(sent.opening(), [agent] * len(names), names, _RETRIES, sent.actions)
    if replies is not None:
        replies.mkdir(0o700, parents=True, exist_ok=True)  # contains what a seat was shown of a game in progress
    with ModelRun(replies, piecemeal=True) as run:
        run.open(
            {
                "game": game.name,
                "version": game.spec.version,
                "options": dict(game.options),
                "seed": table.state.seed if table.state.secret is None else None,  # a secret is not stored
            }
        )
        with BlockingConversation(table, run) as spoken:
            event = spoken.decide(agent)
    if event is None:
        raise ConfigError("the game is over")
    if event.action is None:
        raise ConfigError(f"{_RETRIES + 1} replies in a row name no legal action; the last: {event.refusal}")
    return event.action


def _weigh(job: Mapping[str, Any], state: State) -> JobData:
    """The cost of the next decision with a choice of some seats, and the number of plies weighed after it."""
    for ply, (before, action, _) in enumerate(PlayedGame(state, ()).moves()):
        seat = before.current_player()
        if ply >= job["first"] and seat in job["seats"] and len(before.legal_actions()) > 1:
            return {"to": ply + 1, "seat": seat, "lost": chance_lost(before, action, _analyst(state.game))}
    return {"to": len(state.history)}


if __name__ == "__main__":
    main()
