"""Environment for the library verifiers: games in words with several models, and agents in other seats.

Examples:
    >>> from croupier.envs.verifiers import load_environment
    >>> env = load_environment("skull-king", players=4, schedule="fives", opponents="bot", models=2)

Models of the role ``player`` are trained or evaluated. Those of the role ``rival`` may be another model, and are
never trained. A task contains the deal's seed and the seats, so the same task is the same deal. In the mode
``decision`` a task is one decision of a set, with one reply:

Examples:
    >>> env = load_environment("pig", mode="decision", decisions="pig-2")
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict
from functools import lru_cache
from math import isnan
from typing import Any, Literal

from pydantic import Field

from croupier.core.base.errors import ConfigError, missing, one_of
from croupier.core.engine.game import Game
from croupier.envs.decision import DecisionTasks, Mode, check_no_options
from croupier.envs.episode import Episode, SeatAgents, model_tables
from croupier.envs.training import Reward, Rewards, Split, playable_deals
from croupier.measure.costs.sets import Row
from croupier.table.events import ERROR_ALLOWANCE, ReplyPolicy

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

try:
    import verifiers.v1 as vf
    from openai import AsyncOpenAI
    from verifiers.v1.dialects.chat import message_to_wire
    from verifiers.v1.runtimes import ProgramResult, SubprocessConfig
except ImportError as error:
    raise ImportError(missing("croupier.envs.verifiers", "verifiers")) from error


def tables_of(
    name: str, opponents: Sequence[str], models: int, options: Mapping[str, Any]
) -> tuple[Game, Callable[[int], SeatAgents]]:
    """The result of `model_tables`; a single opponent takes all other seats."""
    return model_tables(
        name, opponents=opponents[0] if len(opponents) == 1 else opponents, models=models, **options
    )


@lru_cache(maxsize=8)
def _decisions(source: str, penalty: float, digest: str) -> DecisionTasks:
    """The set of some tasks, read once a process."""
    return DecisionTasks(source, penalty=penalty, digest=digest)


class CroupierData(vf.TaskData):  # type: ignore[misc]  # verifiers is not installed where types are checked
    """A deal and its seats.

    Attributes:
        opponents: names of the agents in the other seats.
        models: seats of the role ``player``.
        rivals: seats of the role ``rival``, after them.
        first: the first model's seat.
        seed: seed of the deal.
        decisions: the set of a decision; empty if the task is a game. The row determines the rest.
        row: the decision's id.
        digest: the set's digest.
    """

    game: str
    options: dict[str, Any]
    opponents: list[str] = Field(default_factory=list)
    models: int = 1
    rivals: int = 0
    first: int = 0
    seed: int = 0
    decisions: str = ""
    row: str = ""
    digest: str = ""

    def begin(self, policy: ReplyPolicy) -> Episode:
        """Deal the game.

        Raises:
            ConfigError: an option, an agent or a number of seats is not valid.
        """
        game, seats = tables_of(self.game, self.opponents, self.models + self.rivals, self.options)
        roles = ["player"] * self.models + ["rival"] * self.rivals
        names = {(self.first + number) % game.num_players: role for number, role in enumerate(roles)}
        return Episode(game, self.seed, seats(self.first), policy, names)

    def decision(self, penalty: float = 0.0) -> tuple[DecisionTasks, Row]:
        """The decision with its set.

        Raises:
            ConfigError: the set differs from the one that the task was made from.
            FileError: it cannot be read.
        """
        found = _decisions(self.decisions, penalty, self.digest)
        return found, found.set.row(self.row)


class CroupierTask(vf.Task[CroupierData, vf.State, vf.TaskConfig]):  # type: ignore[misc]  # as above
    """One game, or one decision."""

    async def validate(self, runtime: Any) -> bool:
        """Whether the game can be played to its end by replies in words, or the decision exists."""
        del runtime
        if self.data.decisions:
            return await asyncio.to_thread(_answered, self.data)
        episode = await asyncio.to_thread(_played, self.data)
        return episode.over and episode.table.forfeited is None


def _played(data: CroupierData) -> Episode:
    """A game in which models give legal replies in turn."""
    episode = data.begin(ReplyPolicy(0))
    while not episode.over:
        legal = episode.legal()
        episode.reply(legal[len(episode.state.history) % len(legal)])
    return episode


def _answered(data: CroupierData) -> bool:
    """Whether every legal action of a decision is read, and one of them earns 1."""
    decisions, row = data.decision()
    graded = [decisions.grade(row, text) for text in row.texts]
    return tuple(each.action for each in graded) == row.legal and max(each.reward for each in graded) == 1.0


class CroupierTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]  # as above
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
    """Deals; each is a task once for every seat that the first model can have. Those that are over before a
    model is asked are left out, and others stand in for them."""
    split: Split = "eval"
    """Which deals: `train` and `eval` have none in common. Name `train` where a model is trained."""
    seed: int | None = Field(None, ge=0)
    """Plain seeds from this one on, in place of the deals of a split."""
    mode: Mode = "game"
    """Whether a task is a whole game, or one decision of a set: then of the settings above only `game` counts."""
    decisions: str = ""
    """Mode `decision`: a set that ships, or a file."""
    prompt: Literal["list", "nolist"] = "list"
    """Mode `decision`: whether the legal actions are listed."""


class CroupierTaskset(vf.Taskset[CroupierTask, CroupierTasksetConfig]):  # type: ignore[misc]  # as above
    """Deals by their seeds, each with the models in every seat; or the decisions of a set."""

    def load(self) -> Iterable[CroupierTask]:
        """The tasks: all rotations of the first deal, then of the next; or a set's rows in order."""
        if self.config.mode == "decision":
            check_no_options(self.config.options)
            return self._rows()
        return self._deals()

    def _rows(self) -> Iterable[CroupierTask]:
        config = self.config
        found = DecisionTasks(config.decisions, game=config.game, prompt=config.prompt)
        for row in found.rows:
            system, user = (message["content"] for message in found.chat(row))
            yield CroupierTask(
                CroupierData(
                    name=f"{found.set.name}#{row.id}",
                    system_prompt=system,
                    prompt=user,
                    game=row.game,
                    options=dict(row.options),
                    decisions=config.decisions,
                    row=row.id,
                    digest=found.set.digest,
                ),
                config.task,
            )

    def _deals(self) -> Iterable[CroupierTask]:
        config = self.config
        game, seats = tables_of(
            named_game(config.game), config.opponents, config.models + config.rivals, config.options
        )
        for number, seed in playable_deals(game, seats, config.deals, split=config.split, seed=config.seed):
            named = f"{config.split}-{number}" if config.seed is None else f"{seed}"
            for first in range(game.num_players):
                yield CroupierTask(
                    CroupierData(
                        name=f"{game.name}#{named}@{first}",
                        game=config.game,
                        options=config.options,
                        opponents=config.opponents,
                        models=config.models,
                        rivals=config.rivals,
                        first=first,
                        seed=seed,
                    ),
                    config.task,
                )


def named_game(game: str) -> str:
    """The name of the game; raises ConfigError if it is empty."""
    if not game:
        raise ConfigError("no game is named: give one by --env.taskset.game (vf-validate: --taskset.game)")
    return game


ID = "croupier-verifiers"
"""Name of the environment for the library's commands; `croupier_verifiers` is its module."""


class CroupierHarnessConfig(vf.HarnessConfig):  # type: ignore[misc]  # as above
    """A harness without settings."""


class CroupierHarness(vf.Harness[CroupierHarnessConfig]):  # type: ignore[misc]  # as above
    """Sends one request for each reply, without a separate program, since a game has hundreds of replies."""

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


class CroupierEnvConfig(vf.EnvConfig):  # type: ignore[misc]  # as above
    """Who plays, and what is rewarded, under ``--env.*``."""

    player: vf.AgentConfig = vf.AgentConfig(runtime=SubprocessConfig())
    """The model that is evaluated or trained."""
    rival: vf.AgentConfig = vf.AgentConfig(runtime=SubprocessConfig())
    """The model in the rivals' seats; it is never trained."""
    reward: Reward = "win"
    """What the end is rewarded with; see `croupier.envs.training.Rewards`."""
    round_points: float = Field(0.0, ge=0.0)
    """By how much a round's points count."""
    kept_bid: float = Field(0.0, ge=0.0)
    """What a round earns in which the bid is kept, minus what a bid of 0 would have earned."""
    scale: float | None = Field(None, gt=0.0)
    """Points that count as 1; those of a usual game where it is left out."""
    error_allowance: int = Field(ERROR_ALLOWANCE, ge=0)
    """Invalid replies in a row that do not lose the game."""
    penalty: float = Field(0.0, ge=0.0)
    """Mode `decision`: by how much a reply that names no legal action earns less than the worst legal action."""


class CroupierInteractionEnv(vf.Env[CroupierEnvConfig]):  # type: ignore[misc]  # as above
    """One game an episode, with an interaction for each model's seat; or one decision with one reply."""

    async def setup(self, agents: Any) -> None:
        """Exclude the rivals' tokens from training."""
        agents.rival.trainable = False

    async def run(self, task: Any, agents: Any) -> None:
        """Play the task's game to its end, or ask its decision once."""
        data = task.data
        if data.decisions:
            await self._decide(task, agents.player)
            return
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
        rewards = await asyncio.to_thread(self._earned, episode)
        for seat, talk in talks.items():
            if not isnan(rewards[seat]):  # NaN if another seat has forfeited, so the game does not count
                talk.trace.record_reward("game", rewards[seat])
            known = {name: value for name, value in episode.metrics(seat).items() if not isnan(value)}
            talk.trace.record_metrics(known)
            talk.trace.info["croupier"] = {"seat": seat, **episode.table.data()}

    def _earned(self, episode: Episode) -> list[float]:
        config = self.config
        how = Rewards.of(
            episode.game, config.reward, round_points=config.round_points, kept_bid=config.kept_bid,
            scale=config.scale,
        )  # fmt: skip
        return episode.earned(how)

    async def _decide(self, task: Any, player: Any) -> None:
        """Ask a decision once; raises RuntimeError if the endpoint failed, which makes the decision void."""
        decisions, row = await asyncio.to_thread(task.data.decision, self.config.penalty)
        trace = await player.run(task)
        if trace.errors:
            raise RuntimeError(f"the model cannot be asked: {trace.errors[-1].message}")
        graded = decisions.grade(row, trace.last_reply, cut_off=trace.is_truncated)
        trace.record_reward("decision", graded.reward)
        trace.record_metrics(graded.metrics())
        trace.info["croupier"] = {**decisions.about(), "row": row.id, **asdict(graded)}

    def _give_up(self, episode: Episode, seat: int, trace: Any) -> None:
        """Let a seat forfeit if its model cannot reply; if its endpoint failed, RuntimeError voids the game."""
        if trace.errors:
            raise RuntimeError(f"the model of Player {seat} cannot be asked: {trace.errors[-1].message}")
        episode.table.forfeit(seat, f"gives no reply ({trace.stop_condition})", episode.table.number)


def load_environment(
    game: str = "",
    *,
    opponents: str | list[str] = "bot",
    models: int = 1,
    rivals: int = 0,
    deals: int = 100,
    split: Split = "eval",
    seed: int | None = None,
    reward: Reward = "win",
    round_points: float = 0.0,
    kept_bid: float = 0.0,
    scale: float | None = None,
    error_allowance: int = ERROR_ALLOWANCE,
    mode: Mode = "game",
    decisions: str = "",
    prompt: Literal["list", "nolist"] = "list",
    penalty: float = 0.0,
    **options: Any,
) -> CroupierInteractionEnv:
    """Make the environment.

    The settings are those of `CroupierTasksetConfig` (the tasks) and `CroupierEnvConfig` (rewards and replies).

    Args:
        game: a game or a variant with a text environment. In the mode ``decision`` it may be left out.
        opponents: names of agents: one for all other seats, or one for each, in order after the last model.
        **options: the game's options; in the mode ``decision`` there are none.

    Raises:
        ConfigError: there is no such mode, game, option, agent or set, or the number of seats does not fit.
        FileError: the file of a set cannot be read.
    """
    agents = [opponents] if isinstance(opponents, str) else list(opponents)
    if one_of("mode", mode, Mode) == "decision":
        check_no_options(options)
        DecisionTasks(decisions, game=game, prompt=prompt, penalty=penalty)
    else:
        made, _ = tables_of(named_game(game), agents, models + rivals, options)
        Rewards.of(made, reward, round_points=round_points, kept_bid=kept_bid, scale=scale)
    taskset = CroupierTasksetConfig(
        id=ID, game=game, options=options, opponents=agents, models=models, rivals=rivals, deals=deals,
        split=split, seed=seed, mode=mode, decisions=decisions, prompt=prompt,
    )  # fmt: skip
    return CroupierInteractionEnv(
        CroupierEnvConfig(
            taskset=taskset,
            reward=reward,
            round_points=round_points,
            kept_bid=kept_bid,
            scale=scale,
            error_allowance=error_allowance,
            penalty=penalty,
        )
    )
