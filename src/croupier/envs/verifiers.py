"""Environment for the library verifiers: games in words with several models, and croupier's agents in other seats.

>>> from croupier.envs.verifiers import load_environment
>>> env = load_environment("skull-king", players=4, opponents="bot", models=2)

Models of the role ``player`` are trained or evaluated; those of the role ``rival`` may be another model, and are
never trained. A task holds the deal's seed and who sits where, so the same task is the same deal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

from pydantic import Field

from croupier.core.base.errors import ConfigError, missing
from croupier.core.engine.game import Game
from croupier.envs.episode import Episode, Reward, SeatAgents, model_tables
from croupier.table.events import ERROR_ALLOWANCE, ReplyPolicy

try:
    import verifiers.v1 as vf
    from openai import AsyncOpenAI
    from verifiers.v1.dialects.chat import message_to_wire
    from verifiers.v1.runtimes import ProgramResult, SubprocessConfig
except ImportError as error:
    raise ImportError(missing("croupier.envs.verifiers", "verifiers")) from error

__all__ = [
    "CroupierData",
    "CroupierEnvConfig",
    "CroupierHarness",
    "CroupierHarnessConfig",
    "CroupierInteractionEnv",
    "CroupierTask",
    "CroupierTaskset",
    "CroupierTasksetConfig",
    "load_environment",
]

ID = "croupier-verifiers"
"""Name by which the library's commands find the environment; `croupier_verifiers` is its module."""


def _tables(
    name: str, opponents: Sequence[str], models: int, options: Mapping[str, Any]
) -> tuple[Game, Callable[[int], SeatAgents]]:
    """What `model_tables` gives; a single opponent takes all the other seats."""
    return model_tables(
        name, opponents=opponents[0] if len(opponents) == 1 else opponents, models=models, **options
    )


class CroupierHarnessConfig(vf.HarnessConfig):  # type: ignore[misc]  # verifiers is not installed where types are checked
    """A harness without settings."""


class CroupierHarness(vf.Harness[CroupierHarnessConfig]):  # type: ignore[misc]  # likewise
    """One request for each reply, without a program of its own: a game has hundreds of them."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: Any,
        trace: Any,
        runtime: Any,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: Any,
    ) -> Any:
        """Ask the model for its reply to the conversation so far."""
        del trace, runtime, mcp_urls
        system, prompt = self.resolve_prompt(data)
        messages: list[Any] = [] if system is None else [{"role": "system", "content": system}]
        if isinstance(prompt, str):
            messages.append({"role": "user", "content": prompt})
        else:
            messages += [message_to_wire(message) for message in prompt or []]
        async with AsyncOpenAI(base_url=endpoint, api_key=secret) as client:
            await client.chat.completions.create(model=ctx.model, messages=messages)
        return ProgramResult(0, "", "")


class CroupierData(vf.TaskData):  # type: ignore[misc]  # likewise
    """A deal and who plays it.

    Attributes:
        opponents: names of the agents in the seats that are no models'.
        models: seats of the role ``player``.
        rivals: seats of the role ``rival``, after them.
        first: the first model's seat.
        seed: seed of the deal.
    """

    game: str
    options: dict[str, Any]
    opponents: list[str]
    models: int
    rivals: int
    first: int
    seed: int

    def begin(self, policy: ReplyPolicy) -> Episode:
        """Deal the game.

        Raises:
            ConfigError: an option, an agent or a number of seats is not valid.
        """
        game, seats = _tables(self.game, self.opponents, self.models + self.rivals, self.options)
        return Episode(game, self.seed, seats(self.first), policy)


class CroupierTask(vf.Task[CroupierData, vf.State, vf.TaskConfig]):  # type: ignore[misc]  # likewise
    """One game."""

    async def validate(self, runtime: Any) -> bool:
        """Whether the game is dealt and can be played to its end by replies in words."""
        del runtime
        episode = await asyncio.to_thread(_played, self.data)
        return episode.over and episode.table.forfeited is None


def _played(data: CroupierData) -> Episode:
    """A game in which models give legal replies in turn."""
    episode = data.begin(ReplyPolicy(0))
    while not episode.over:
        legal = episode.legal()
        episode.reply(legal[len(episode.state.history) % len(legal)])
    return episode


class CroupierTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]  # likewise
    """Which games are played, under ``--env.taskset.*``."""

    game: str = ""  # the library makes the defaults before it reads what is given
    """A game or a variant that has a text environment; it must be named."""
    options: dict[str, Any] = Field(default_factory=dict)
    """The game's options."""
    opponents: list[str] = Field(default_factory=lambda: ["bot"])
    """Names of agents: one for all other seats, or one for each."""
    models: int = Field(1, ge=1)
    """Seats of the role `player`."""
    rivals: int = Field(0, ge=0)
    """Seats of the role `rival`."""
    deals: int = Field(100, ge=1)
    """Deals; each is a task once for every seat that the first model can have."""
    seed: int = Field(0, ge=0)
    """Seed of the first deal; the others follow it."""


class CroupierTaskset(vf.Taskset[CroupierTask, CroupierTasksetConfig]):  # type: ignore[misc]  # likewise
    """Deals by their seeds, each with the models in every seat."""

    def load(self) -> Iterable[CroupierTask]:
        """The tasks: all rotations of the first deal, then of the next."""
        config = self.config
        if not config.game:
            raise ConfigError("no game is named: give one by --env.taskset.game (vf-validate: --taskset.game)")
        game, _ = _tables(config.game, config.opponents, config.models + config.rivals, config.options)
        for number in range(config.deals * game.num_players):
            deal, first = divmod(number, game.num_players)
            yield CroupierTask(
                CroupierData(
                    name=f"{game.name}#{config.seed + deal}@{first}",
                    game=config.game,
                    options=config.options,
                    opponents=config.opponents,
                    models=config.models,
                    rivals=config.rivals,
                    first=first,
                    seed=config.seed + deal,
                ),
                config.task,
            )


class CroupierEnvConfig(vf.EnvConfig):  # type: ignore[misc]  # likewise
    """Who plays, and what is rewarded, under ``--env.*``."""

    player: vf.AgentConfig = vf.AgentConfig(runtime=SubprocessConfig())
    """The model that is evaluated or trained."""
    rival: vf.AgentConfig = vf.AgentConfig(runtime=SubprocessConfig())
    """The model in the rivals' seats; it is never trained."""
    reward: Reward = "win"
    """Share of the win, or the utility above the worst loss; see `croupier.envs.episode.Episode.rewards`."""
    error_allowance: int = Field(ERROR_ALLOWANCE, ge=0)
    """Invalid replies in a row that do not lose the game."""


class CroupierInteractionEnv(vf.Env[CroupierEnvConfig]):  # type: ignore[misc]  # likewise
    """One game an episode: an interaction for each model's seat, agents in between."""

    async def setup(self, agents: Any) -> None:
        """Keep the rivals' tokens out of training."""
        agents.rival.trainable = False

    async def run(self, task: Any, agents: Any) -> None:
        """Play the task's game to its end."""
        data = task.data
        episode = await asyncio.to_thread(data.begin, ReplyPolicy(self.config.error_allowance))
        talks: dict[int, Any] = {}
        async with AsyncExitStack() as stack:
            for number in range(data.models + data.rivals):
                seat = (data.first + number) % episode.game.num_players
                told = {"prompt": None, "system_prompt": episode.system(seat)}
                own = type(task)(data.model_copy(update=told), task.config)
                role = agents.player if number < data.models else agents.rival
                talks[seat] = await stack.enter_async_context(role.interaction(own))
            while (due := episode.seat) is not None:
                segment = await talks[due].turn(episode.question())
                if segment.terminated:
                    self._give_up(episode, due, talks[due].trace)
                else:
                    await asyncio.to_thread(episode.reply, segment.last_reply)
        rewards = episode.rewards(self.config.reward)
        for seat, talk in talks.items():
            talk.trace.record_reward("game", rewards[seat])
            talk.trace.record_metrics(episode.metrics(seat))
            talk.trace.info["croupier"] = {"seat": seat, **episode.table.data()}

    def _give_up(self, episode: Episode, seat: int, trace: Any) -> None:
        """Let a seat forfeit whose model may say nothing more.

        Raises:
            RuntimeError: its endpoint has failed, which is no fault of the model: the game is void.
        """
        if trace.errors:
            raise RuntimeError(f"the model of Player {seat} cannot be asked: {trace.errors[-1].message}")
        episode.table.forfeit(seat, f"gives no reply ({trace.stop_condition})", episode.table.number)


def load_environment(
    game: str,
    *,
    opponents: str | list[str] = "bot",
    models: int = 1,
    rivals: int = 0,
    deals: int = 100,
    seed: int = 0,
    reward: Reward = "win",
    error_allowance: int = ERROR_ALLOWANCE,
    **options: Any,
) -> CroupierInteractionEnv:
    """Make the environment.

    Args:
        game: a game or a variant that has a text environment.
        opponents: names of agents: one for all other seats, or one for each, in order after the last model.
        models: seats of the model that is evaluated or trained.
        rivals: seats of another model, after those.
        deals: deals; each is a task for every seat that the first model can have.
        seed: seed of the first deal; the others follow it.
        reward: share of the win, or the game's utility above that of the worst loss; a loss by ``win`` and a
            forfeit earn 0.
        error_allowance: invalid replies in a row that do not lose the game.

    Raises:
        ConfigError: no such game, option or agent, or a number of seats that does not fit.
    """
    agents = [opponents] if isinstance(opponents, str) else list(opponents)
    _tables(game, agents, models + rivals, options)
    taskset = CroupierTasksetConfig(
        id=ID, game=game, options=options, opponents=agents, models=models, rivals=rivals, deals=deals, seed=seed
    )
    return CroupierInteractionEnv(
        CroupierEnvConfig(taskset=taskset, reward=reward, error_allowance=error_allowance)
    )
