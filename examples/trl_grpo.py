"""Train a language model on Pig with TRL: GRPO, one tool an action, rewards from the game's end.

Run: ``python examples/trl_grpo.py MODEL [STEPS]``, where MODEL is a folder or a name that transformers can load.
"""

import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Any

from datasets import Dataset
from trl import GRPOConfig, GRPOTrainer

from croupier import ConfigError
from croupier.core import ActionTool, ToolWords
from croupier.envs.episode import Episode, Rewards, chosen_deal, model_seat, model_tables, playable_deals
from croupier.table import ReplyPolicy

OVER = "The game is over. Say so, and call no more tools."
TYPES = {"int": int, "str": str}


class ToolEnvironment:
    """One game for one model. TRL takes the public methods as tools, so everything else begins with ``_``."""

    _episode: Episode | None = None

    def reset(self, seed: int | None = None, seat: int | None = None, **_: Any) -> str:
        """Deal the game of a row of the data; without a seed one is drawn to train on."""
        dealt, _ = chosen_deal("train", seed, None)
        self._seat = model_seat(self._game, dealt, seat)
        self._episode = Episode(self._game, dealt, self._seats(self._seat), self._policy)
        return f"You are Player {self._seat} of {self._game.num_players}.\n{self._told()}"

    def _begun(self) -> Episode:
        if self._episode:
            return self._episode
        raise RuntimeError("no game has begun; call reset first")

    def _told(self) -> str:
        return self._begun().news(self._seat) + (f"\n{OVER}" if self._begun().over else "")

    def _call(self, tool: ActionTool, given: Sequence[Any], named: dict[str, Any]) -> str:
        """Play what a call says; wrong arguments count as a reply that cannot be read."""
        if self._begun().over:
            return OVER
        try:
            arguments = signature(tool).bind(self, *given, **named).arguments
        except TypeError as error:
            self._begun().refuse(f"{tool.name}: {error}")
        else:
            self._begun().reply(tool.text.format(**arguments))
        return self._told()


def environment_class(
    name: str, *, opponents: Any = "bot", policy: ReplyPolicy | None = None, reward: Any = None, **options: Any
) -> type[ToolEnvironment]:
    """The class for ``environment_factory``; ``reward`` is what `Rewards.of` takes, by name."""
    game, seats = model_tables(name, opponents=opponents, **options)
    words = game.spec.words.prompts
    if not isinstance(words, ToolWords):
        raise ConfigError(f"{game.name} has no tools: its prompts have no TOOLS")
    how = Rewards.of(game, **(reward or {}))
    settings = {"_game": game, "_seats": staticmethod(seats), "_rewards": how, "_policy": policy}
    return type("Game", (ToolEnvironment,), settings | {tool.name: method(tool) for tool in words.TOOLS})


def signature(tool: ActionTool) -> inspect.Signature:
    """What a tool takes."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    own = [inspect.Parameter(each.name, kind, annotation=TYPES[each.kind]) for each in tool.parameters]
    return inspect.Signature([inspect.Parameter("self", kind), *own], return_annotation=str)


def method(tool: ActionTool) -> Callable[..., str]:
    """A method with the tool's name, signature and docstring, from which TRL tells the model of it."""

    def called(self: ToolEnvironment, *given: Any, **named: Any) -> str:
        return self._call(tool, given, named)

    takes = "".join(f"    {each.name}: {each.help}\n" for each in tool.parameters)
    parts = [tool.help, takes and f"Args:\n{takes}", "Returns:\n    What happened until you decide again."]
    called.__doc__ = "\n\n".join(filter(None, parts))
    called.__name__, called.__signature__ = tool.name, signature(tool)
    called.__annotations__ = {each.name: TYPES[each.kind] for each in tool.parameters} | {"return": str}
    return called


def rows(kind: Any, deals: int = 100, seed: int | None = None, split: str = "train") -> list[dict[str, Any]]:
    """Training data: every deal with the model in every seat; seeds from ``seed`` on, or those of the split."""
    told = (
        f"Play {kind._game.spec.title} to the end. Act by tools only: call the tool of an action, one at a time."
    )
    seeds = [dealt for _, dealt in playable_deals(kind._game, kind._seats, deals, split=split, seed=seed)]
    seats, prompt = range(kind._game.num_players), [{"role": "user", "content": told}]
    return [{"prompt": prompt, "seed": dealt, "seat": seat} for dealt in seeds for seat in seats]


def game_reward(environments: Sequence[ToolEnvironment], log_metric: Any = None, **_: Any) -> list[float]:
    """What the games earned; logs the rates of invalid calls, forfeits and finished games."""
    rates = [each._begun().metrics(each._seat) for each in environments]
    for name in rates[0] if log_metric else ():
        log_metric(f"game/{name}", sum(each[name] for each in rates) / len(rates))
    return [each._begun().earned(each._rewards)[each._seat] for each in environments]


def main(model: str, steps: int = 100, length: int = 4096, **settings: Any) -> GRPOTrainer:
    """Train on short games against a bot; the length is that of a whole game, tool answers included."""
    pig = environment_class("pig", winning_score=20, max_turns=30)
    settings |= {"max_steps": steps, "max_completion_length": length, "logging_steps": 1, "report_to": "none"}
    data, arguments = Dataset.from_list(rows(pig, deals=1000)), GRPOConfig(output_dir="runs/grpo", **settings)
    trainer = GRPOTrainer(model, game_reward, arguments, data, environment_factory=pig)
    trainer.train()
    return trainer


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
