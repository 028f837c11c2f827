"""Deals and decisions as tasks of the library verifiers; `croupier.envs.verifiers` is their door."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from pydantic import Field

from croupier.core.base.errors import ConfigError, missing
from croupier.core.engine.game import Game
from croupier.envs.decision import DecisionTasks, Mode, check_no_options
from croupier.envs.episode import Episode, SeatAgents, model_tables
from croupier.envs.training.deals import Split, playable_deals
from croupier.measure.costs.row import Row
from croupier.table.events import ReplyPolicy

try:
    import verifiers.v1 as vf
except ImportError as error:
    raise ImportError(missing("croupier.envs.verifiers", "verifiers")) from error


def tables_of(
    name: str, opponents: Sequence[str], models: int, options: Mapping[str, Any]
) -> tuple[Game, Callable[[int], SeatAgents]]:
    """What `model_tables` gives; a single opponent takes all the other seats."""
    return model_tables(
        name, opponents=opponents[0] if len(opponents) == 1 else opponents, models=models, **options
    )


@lru_cache(maxsize=8)
def _decisions(source: str, penalty: float, digest: str) -> DecisionTasks:
    """The set of some tasks, read once by each process."""
    return DecisionTasks(source, penalty=penalty, digest=digest)


class CroupierData(vf.TaskData):  # type: ignore[misc]  # verifiers is not installed where types are checked
    """A deal and who plays it.

    Attributes:
        opponents: names of the agents in the seats that are no models'.
        models: seats of the role ``player``.
        rivals: seats of the role ``rival``, after them.
        first: the first model's seat.
        seed: seed of the deal.
        decisions: the set that a decision is from; empty where the task is a game. Its own row says the rest.
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
            ConfigError: the set is another than the one that the task was made from.
            FileError: it cannot be read.
        """
        found = _decisions(self.decisions, penalty, self.digest)
        return found, found.set.row(self.row)


class CroupierTask(vf.Task[CroupierData, vf.State, vf.TaskConfig]):  # type: ignore[misc]  # as above
    """One game, or one decision."""

    async def validate(self, runtime: Any) -> bool:
        """Whether the game is dealt and can be played to its end by replies in words, or the decision is there."""
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
        """The tasks: all rotations of the first deal, then of the next; or a set's rows in their order."""
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
    """A game's name."""
    if not game:
        raise ConfigError("no game is named: give one by --env.taskset.game (vf-validate: --taskset.game)")
    return game
