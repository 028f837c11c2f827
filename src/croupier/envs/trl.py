"""Environment for TRL: games as tools, one method an action, for ``GRPOTrainer(environment_factory=...)``.

>>> from croupier.envs.trl import environment_class, game_reward, rows
>>> Pig = environment_class("pig", opponents="bot")
>>> data = Dataset.from_list(rows(Pig))
>>> GRPOTrainer(model, environment_factory=Pig, reward_funcs=game_reward, train_dataset=data, ...).train()

In the mode ``decision`` there is no environment: each row is one decision of a set, answered in words.

>>> from croupier.envs.trl import decision_task
>>> data, reward = decision_task("pig-2")
>>> GRPOTrainer(model, reward_funcs=reward, train_dataset=Dataset.from_list(data), ...).train()

Nothing here imports TRL: an environment is a plain class whose public methods are its tools.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.core.spec.prompts import ActionTool, ToolWords
from croupier.envs.decision import DecisionTasks
from croupier.envs.episode import Episode, SeatAgents, model_seat, model_tables
from croupier.envs.learner import Opponents
from croupier.envs.training.deals import drawn_seed, playable_deals
from croupier.envs.training.rewards import Rewards
from croupier.table.events import ERROR_ALLOWANCE, ReplyPolicy

__all__ = ["decision_task", "environment_class", "game_reward", "rows"]

_TYPES: dict[str, type] = {"int": int, "str": str}
_OVER = "The game is over. Say so, and call no more tools."


class ToolEnvironment:
    """One game for one model. `environment_class` makes its subclasses, which have the game's tools as methods.

    Its public methods are what the model may call, so everything else begins with an underscore; `_episode` is the
    game in progress, None before the first `reset`.
    """

    _game: ClassVar[Game]
    _seats: ClassVar[Callable[[int], SeatAgents]]
    _rewards: ClassVar[Rewards]
    _policy: ClassVar[ReplyPolicy]

    def __init__(self) -> None:
        self._episode: Episode | None = None
        self._seat = 0

    def reset(self, seed: int | None = None, seat: int | None = None, **row: Any) -> str:
        """Deal a game; the trainer calls it with a row of the data.

        Args:
            seed: seed of the deal and of the opponents' choices; None draws one to train on.
            seat: the model's seat; None for the seed modulo the number of players.
            **row: the row's other columns, which are not used.

        Returns:
            What the model is told first.

        Raises:
            ConfigError: there is no such seat.
        """
        del row
        dealt = drawn_seed("train") if seed is None else int(seed)
        self._seat = model_seat(self._game, dealt, None if seat is None else int(seat))
        seats = type(self)._seats(self._seat)
        self._episode = Episode(self._game, dealt, seats, self._policy)
        return f"You are Player {self._seat} of {self._game.num_players}.\n{self._told()}"

    def _told(self) -> str:
        """What happened since the last call, and that the game is over if it is."""
        episode = self._begun()
        news = episode.news(self._seat)
        return f"{news}\n{_OVER}" if episode.over else news

    def _begun(self) -> Episode:
        if self._episode is None:
            raise RuntimeError("no game has begun; call reset first")
        return self._episode

    def _call(self, tool: ActionTool, given: Sequence[Any], named: dict[str, Any]) -> str:
        """Make the decision that a call says; wrong arguments count as a reply that cannot be read."""
        episode = self._begun()
        if episode.over:
            return _OVER
        try:
            arguments = _signature(tool).bind(self, *given, **named).arguments
        except TypeError as error:
            episode.refuse(f"{tool.name}: {error}")
            return self._told()
        episode.reply(tool.text.format(**arguments))
        return self._told()


def environment_class(
    game: str,
    *,
    opponents: Opponents = "bot",
    reward: str = "win",
    round_points: float = 0.0,
    kept_bid: float = 0.0,
    scale: float | None = None,
    error_allowance: int = ERROR_ALLOWANCE,
    **options: Any,
) -> type[ToolEnvironment]:
    """The class of a game's environment, which TRL takes as ``environment_factory``.

    Args:
        game: a game or a variant whose actions are told as tools.
        opponents: agents or their names: one for all other seats, or one for each, in order after the model.
        reward: what `game_reward` gives for the end: ``win``, ``utility``, ``points`` or ``duplicate``.
        round_points: by how much a round's points count; see `croupier.envs.training.rewards.Rewards`.
        kept_bid: what a round earns in which the bid is kept, minus what a bid of 0 would have earned.
        scale: points that count as 1; those of a usual game where it is left out.
        error_allowance: invalid calls in a row that do not lose the game.

    Raises:
        ConfigError: one of them is not valid, or the game tells no tools.
    """
    made, seats = model_tables(game, opponents=opponents, **options)
    words: object = made.spec.words.prompts
    if not isinstance(words, ToolWords):
        raise ConfigError(f"{made.name} has no tools: its prompts have no TOOLS")
    methods = {tool.name: _method(tool) for tool in words.TOOLS}
    settings = {
        "_game": made,
        "_seats": staticmethod(seats),
        "_rewards": Rewards.of(made, reward, round_points=round_points, kept_bid=kept_bid, scale=scale),
        "_policy": ReplyPolicy(error_allowance),
        "__doc__": f"{made.spec.title} for one model, by tools.",
        "__module__": __name__,
    }
    title = "".join(part.capitalize() for part in made.name.replace("-", "_").split("_"))
    return type(f"{title}Environment", (ToolEnvironment,), {**settings, **methods})


def _signature(tool: ActionTool) -> inspect.Signature:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    own = [inspect.Parameter("self", kind)]
    own += [inspect.Parameter(each.name, kind, annotation=_TYPES[each.kind]) for each in tool.parameters]
    return inspect.Signature(own, return_annotation=str)


def _method(tool: ActionTool) -> Callable[..., str]:
    """A method with the tool's name, signature and docstring, from which the trainer tells the model of it."""

    def method(self: ToolEnvironment, *given: Any, **named: Any) -> str:
        return self._call(tool, given, named)

    lines = [tool.help, ""]
    if tool.parameters:
        lines += ["Args:", *(f"    {each.name}: {each.help}" for each in tool.parameters), ""]
    lines += ["Returns:", "    What happened since, until you are to decide again."]
    method.__name__ = method.__qualname__ = tool.name
    method.__doc__ = "\n".join(lines)
    method.__annotations__ = {**{each.name: _TYPES[each.kind] for each in tool.parameters}, "return": str}
    method.__signature__ = _signature(tool)  # type: ignore[attr-defined]  # what inspect reads
    return method


def rows(
    environment: type[ToolEnvironment], deals: int = 100, seed: int | None = None, *, split: str = "train"
) -> list[dict[str, Any]]:
    """Training data: every deal with the model in every seat. Deals that are over before it is asked are left out.

    Args:
        environment: what `environment_class` gave.
        deals: how many deals; another stands in for each that is left out.
        seed: seed of the first deal; the others follow it. None for the deals of a split.
        split: ``train`` or ``eval``, which have no deal in common.

    Returns:
        Rows of ``prompt``, ``seed`` and ``seat``, for ``datasets.Dataset.from_list``.
    """
    game = environment._game
    told = (
        f"Play {game.spec.title} to the end. You act by tools alone: where you are told of an action in brackets, "
        "call the tool for it. Call one tool at a time.\n"
    )
    prompt = [{"role": "user", "content": told}]
    return [
        {"prompt": prompt, "seed": dealt, "seat": seat}
        for _, dealt in playable_deals(game, environment._seats, deals, split=split, seed=seed)
        for seat in range(game.num_players)
    ]


def game_reward(
    environments: Sequence[ToolEnvironment], log_metric: Callable[[str, float], None] | None = None, **_: Any
) -> list[float]:
    """Reward function: what the games earned by their ends and rounds; see `Episode.earned`.

    Args:
        environments: one for each completion, as the trainer gives them.
        log_metric: the trainer's; rates of invalid calls, forfeits and finished games are logged by it.

    Returns:
        A reward for each.
    """
    found = []
    rates: list[dict[str, float]] = []
    for each in environments:
        episode, seat = each._begun(), each._seat
        found.append(episode.earned(each._rewards)[seat])
        rates.append(episode.metrics(seat))
    _log("game", rates, log_metric)
    return found


def _log(prefix: str, rates: Sequence[dict[str, float]], log_metric: Callable[[str, float], None] | None) -> None:
    """Log the means of some metrics."""
    if log_metric is not None and rates:
        for name in rates[0]:
            log_metric(f"{prefix}/{name}", sum(each[name] for each in rates) / len(rates))


def decision_task(
    decisions: str | Path, *, game: str = "", prompt: str = "list", penalty: float = 0.0
) -> tuple[list[dict[str, Any]], Callable[..., list[float]]]:
    """The mode ``decision``: a set's decisions as training data, and the reward of replies to them.

    Args:
        decisions: a set that ships, or a file of ``croupier judge make``.
        game: the game that it must be of; any where it is left out.
        prompt: ``list`` or ``nolist``: whether the legal actions are listed.
        penalty: by how much a reply that names no legal action earns less than the worst legal action.

    Returns:
        Rows of ``prompt`` (messages) and ``decision`` (the row's id), for ``datasets.Dataset.from_list``; and the
        reward function, which logs the means of `croupier.envs.decision.Graded.metrics` as ``decision/NAME``. A
        completion that a limit of tokens cut off is read as far as it goes: TRL does not tell it from others.

    Raises:
        ConfigError: see `croupier.envs.decision.DecisionTasks`; likewise the next.
        FileError: the file cannot be read.
    """
    tasks = DecisionTasks(decisions, game=game, prompt=prompt, penalty=penalty)
    data = [{"prompt": tasks.chat(row), "decision": row.id} for row in tasks.rows]
    by_id = {row.id: row for row in tasks.rows}

    def decision_reward(
        completions: Sequence[Sequence[dict[str, str]]],
        decision: Sequence[str],
        log_metric: Callable[[str, float], None] | None = None,
        **_: Any,
    ) -> list[float]:
        graded = [
            tasks.grade(by_id[name], "".join(message["content"] for message in said))
            for said, name in zip(completions, decision, strict=True)
        ]
        _log("decision", [each.metrics() for each in graded], log_metric)
        return [each.reward for each in graded]

    return data, decision_reward
