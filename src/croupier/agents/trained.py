"""Options that a policy was trained for: read from its file, and compared with those of a game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import groupby, product
from typing import Any

from croupier.agents.agent import parts_of
from croupier.agents.policy import PolicyAgent
from croupier.core.base.errors import FileError
from croupier.core.engine.game import Game
from croupier.core.engine.record_position import option_word
from croupier.core.spec.options import Value
from croupier.core.spec.training import NO_CURRICULUM, NO_MIX, mixes_by_name


@dataclass(frozen=True)
class Untrained:
    """An option of a game with a value that a policy was not trained for."""

    agent: str  # name of the policy
    option: str
    trained: tuple[Value, ...]  # the values that it was trained for
    present: Value  # the value of the game

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self) | {"trained": list(self.trained)}


def trained_values(metadata: Mapping[str, str], game: Game, name: str) -> dict[str, tuple[Value, ...]]:
    """The values of each option that a policy was trained for, by name; empty if the file has no options."""
    # They include the options of its run, those sampled by a mix, and those of a curriculum's stages.
    if "options" not in metadata:
        return {}
    try:
        own = json.loads(metadata["options"])
        config = json.loads(metadata.get("training", "{}")).get("config", {})
        found = {
            each.name: [each.decode(each.encode(own.get(each.name, each.default)))] for each in game.spec.options
        }
        mix, share = str(config.get("mix", NO_MIX)), float(config.get("mix_share", 1.0))
        curriculum = str(config.get("curriculum", NO_CURRICULUM))
    except (AttributeError, RecursionError, TypeError, ValueError) as error:
        raise FileError(f"{name} does not say what it was trained for: {error}") from error
    sampled = mixes_by_name(game.training, game.spec.options).get(mix)
    if sampled is not None and share > 0.0:
        for option, weights in sampled.options.items():
            found[option] = [*(found[option] if share < 1.0 else ()), *weights]
    for stage in game.training.curricula.get(curriculum, ()):
        for option, value in stage.options.items():
            found[option].append(value)
    return {option: tuple(dict.fromkeys(values)) for option, values in found.items()}


def untrained(
    agents: Iterable[object], games: Iterable[Game], name: str = ""
) -> tuple[list[Untrained], list[str]]:
    """Options of games that policies among some agents, and those they ask, were not trained for; and errors."""
    # `name` stands for the policies' own. The errors are of policies whose metadata cannot be read.
    parts = (part for agent in agents for part in parts_of(agent))
    policies = {part.name: part for part in parts if isinstance(part, PolicyAgent)}
    found, unread = [], []
    for game, policy in product(games, policies.values()):
        called = name or policy.name
        try:
            trained = trained_values(policy.metadata, game, called)
        except FileError as error:
            unread.append(str(error))
            continue
        for option, values in trained.items():
            if game.options[option] not in values:
                found.append(Untrained(called, option, values, game.options[option]))
    ordered = sorted(dict.fromkeys(found), key=lambda each: (each.agent, each.option))
    return ordered, list(dict.fromkeys(unread))


def lines(found: Iterable[Untrained]) -> list[str]:
    """One line for each policy."""
    said = []
    for agent, group in groupby(found, key=lambda each: each.agent):
        options = []
        for option, values in groupby(group, key=lambda each: each.option):
            first, *others = values
            present = " and ".join(option_word(each.present) for each in (first, *others))
            options.append(f"{option}={present} (trained: {_in_short(first.trained)})")
        said.append(f"{agent} was not trained for {', '.join(options)}")
    return said


def _in_short(values: tuple[Value, ...]) -> str:
    """Some values in words, like ``2 to 8``."""
    numbers = sorted(value for value in values if isinstance(value, int) and not isinstance(value, bool))
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(option_word(value) for value in values)
