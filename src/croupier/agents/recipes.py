"""Recipes: agents as plain data, from which another process makes them again.

A recipe holds names, numbers and the bytes of a policy, never code. A name may mean something else on another
machine, so `recipe_of` adds digests of its files, and `make_again` compares them.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from croupier.agents.agent import Agent, parts_of, traits_of
from croupier.agents.registry import make_agent
from croupier.agents.shipped import called
from croupier.core.base.code_cache import package_digest
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game

AgentRecipe = dict[str, Any]
NAME, POLICY, PHASES, UNSEEN, FILES = "name", "policy", "phases", "unseen", "files"
"""Keys of a recipe: the agent's name; the bytes of a policy; the phases that another agent decides; the ability
whose information is removed; digests of files by name."""


def can_be_made_again(agents: Iterable[Agent]) -> bool:
    """Whether another process can make all of these agents: they have recipes, and compute their choices."""
    return all(traits.computes and traits.recipe is not None for traits in map(traits_of, agents))


def recipe_of(agent: Agent, game: Game) -> AgentRecipe:
    """The recipe of an agent, with digests of its files."""
    traits = traits_of(agent)
    if traits.recipe is None:
        raise ConfigError(
            f"{agent.name!r} is an object of this process, which another one cannot make again: "
            "name the agent, as py:MODULE:NAME if it is one of your own"
        )
    if not traits.computes:
        raise ConfigError(f"{agent.name!r} answers in one place: only agents that compute can play elsewhere")
    return {**_signed(agent, game), NAME: agent.name}


def _signed(agent: Any, game: Game) -> AgentRecipe:
    """An agent's recipe with digests of the files of its names."""
    traits = traits_of(agent)
    recipe = traits.recipe or {}
    if POLICY in recipe:
        return recipe
    if PHASES in recipe or UNSEEN in recipe:
        asked = zip(("agent", "other"), traits.around, strict=False)
        return recipe | {part: _signed(each, game) for part, each in asked}
    return recipe | {FILES: files_of(agent, game)}


def files_of(agent: Agent, game: Game) -> dict[str, str]:
    """Digests (SHA-256) of the files that determine an agent's choices, except croupier's code, by file name."""
    # Empty for objects of this process, people and language models.
    found: dict[str, str] = {}
    for traits in map(traits_of, parts_of(agent)):
        found |= {
            name: _digest(by) if isinstance(by, Path) else package_digest(by)
            for name, by in traits.plays_by.items()
        }
        if traits.recipe is not None and POLICY in traits.recipe:
            path, data = Path(traits.recipe["path"]), traits.recipe[POLICY]
            found[called(path, game.spec.policies)] = sha256(data).hexdigest()
    return found


def _digest(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise FileError(f"{path} cannot be read on {platform.node()}: {error.strerror}") from error


def make_again(recipe: AgentRecipe, game: Game) -> Agent:
    """Make the agent of a recipe."""
    if PHASES in recipe:
        from croupier.agents.combined import CombinedAgent

        parts = [make_again(recipe[part], game) for part in ("agent", "other")]
        return CombinedAgent(parts[0], parts[1], tuple(recipe[PHASES]), recipe[NAME])
    if UNSEEN in recipe:
        return _unseeing(recipe, game)
    if POLICY in recipe:
        from croupier.agents.policy import PolicyAgent

        policy = PolicyAgent(recipe["path"], game, temperature=recipe["temperature"], data=recipe[POLICY])
        policy.name = recipe[NAME]
        return policy
    name, same = recipe[NAME], "put the same one on every machine"
    try:
        agent = make_agent(name, game)
        here = files_of(agent, game)
    except FileError as error:
        raise FileError(f"{error} (on {platform.node()}, for {name!r}): {same}") from error
    for file, digest in recipe[FILES].items():
        if here.get(file) != digest:
            raise FileError(f"{file} is another file on {platform.node()} than where {name!r} was named: {same}")
    return agent


def _unseeing(recipe: AgentRecipe, game: Game) -> Agent:
    from croupier.agents.combined import UnseeingAgent

    ability = str(recipe[UNSEEN])
    unseen = {} if game.spec.evaluation is None else game.spec.evaluation().unseen
    if ability not in unseen:
        raise ConfigError(f"{game.name} has no ability {ability!r} whose sight could be taken away")
    return UnseeingAgent(make_again(recipe["agent"], game), ability, unseen[ability], recipe[NAME])
