"""Recipes: agents as plain data, from which another process makes them again.

A recipe holds names, numbers and the bytes of a policy, never code. A name may stand for something else on another
machine, so `recipe_of` adds digests of the files behind it, and `make_again` compares them.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from croupier.agents.agent import Agent
from croupier.agents.names import AgentName, file_named
from croupier.agents.registry import blueprint, entry, make_agent, points
from croupier.agents.search.settings import WATCHED, parse_settings
from croupier.agents.shipped import policy_path
from croupier.agents.traits import traits_of
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.kept_code import package_digest
from croupier.core.engine.game import Game

AgentRecipe = dict[str, Any]
_PACKAGE = Path(__file__).parents[1]
NAME, POLICY, PHASES, UNSEEN, FILES = "name", "policy", "phases", "unseen", "files"
"""Keys of a recipe: how the agent is called; the bytes of a policy; the phases that another agent decides; the
ability whose sight is taken away; digests of files by name."""


def can_be_made_again(agents: Iterable[Agent]) -> bool:
    """Whether another process can make all of these agents: they have names, and nobody answers for them."""
    return all(traits.computes and traits.recipe is not None for traits in map(traits_of, agents))


def recipe_of(agent: Agent, game: Game) -> AgentRecipe:
    """How an agent can be made again."""
    traits = traits_of(agent)
    if traits.recipe is None:
        raise ConfigError(
            f"{agent.name!r} is an object of this process, which another one cannot make again: "
            "name the agent, as py:MODULE:NAME if it is one of your own"
        )
    if not traits.computes:
        raise ConfigError(f"{agent.name!r} answers in one place: only agents that compute can play elsewhere")
    return _signed({**traits.recipe, NAME: agent.name}, game)


def files_of(agent: Agent | AgentName | str, game: Game) -> dict[str, str]:
    """Digests (SHA-256) of what an agent's choices follow from beside croupier's code, by the name of the file.

    Nothing is known of an object of this process, and nothing there is of a person or a language model.
    """
    if isinstance(agent, str | AgentName):
        return _files(AgentName.of(agent), game)
    recipe = traits_of(agent).recipe
    return {} if recipe is None else _signed_files(_signed({**recipe, NAME: agent.name}, game), game)


def _signed_files(recipe: AgentRecipe, game: Game) -> dict[str, str]:
    """The digests in a signed recipe, and those of the bytes that it brings."""
    if PHASES in recipe or UNSEEN in recipe:
        parts = [recipe[part] for part in ("agent", "other") if part in recipe]
        return {name: digest for part in parts for name, digest in _signed_files(part, game).items()}
    if POLICY in recipe:
        return {called(Path(recipe["path"]), game): sha256(recipe[POLICY]).hexdigest()}
    return dict(recipe[FILES])


def called(path: Path, game: Game) -> str:
    """What a file of weights is called beside its digest: one that ships has the same name on every machine."""
    ships = path.parent == game.spec.policies or path.is_relative_to(_PACKAGE)
    return f"{path.name} of croupier" if ships else str(path)


def _signed(recipe: AgentRecipe, game: Game) -> AgentRecipe:
    """A recipe with the digests of what its names stand for."""
    if PHASES in recipe:
        return recipe | {part: _signed(recipe[part], game) for part in ("agent", "other")}
    if UNSEEN in recipe:
        return recipe | {"agent": _signed(recipe["agent"], game)}
    if POLICY in recipe:
        return recipe
    return recipe | {FILES: _files(AgentName.parse(recipe[NAME]), game)}


def _files(name: AgentName, game: Game) -> dict[str, str]:
    """Digests of what the choices of a named agent follow from, beside croupier's own code."""
    if name.head == "net":
        return _policy_file(name.argument, game)
    if name.head == "solved":
        return {str(name.argument): _digest(file_named(name.argument or ""))}
    if name.head == "py":
        package = (name.argument or "").partition(":")[0].partition(".")[0]
        return {f"the module {package}": package_digest(package)}
    digests = {}
    if name.head in points():
        package = points()[name.head].module.partition(".")[0]
        digests[f"the package {package}"] = package_digest(package)
    digests |= {called(path, game): _digest(path) for path in _weights(name, game)}
    for inner in wrapped(name, game):
        digests |= _files(inner, game)
    return digests


def _weights(name: AgentName, game: Game) -> list[Path]:
    """Files of weights that ship with a game and that an agent plays by, other than policies."""
    if name.head in game.spec.bots:
        weights = game.spec.bots[name.head].make(name.argument or "", game.options).weights
        return [] if weights is None else [weights]
    choices = game.spec.search_part.choices if name.head == "search" else None
    return [choices().weights] if choices is not None and parse_settings(name).opponents == WATCHED else []


def wrapped(name: AgentName, game: Game) -> list[AgentName]:
    """The agent that one wraps, if it wraps any."""
    found = entry(name.head)
    if found is None or not found.wraps:
        return []
    inner = name.inner or (blueprint(game) if name.head == "search" else None)
    return [] if inner is None else [inner]


def _policy_file(argument: str | None, game: Game) -> dict[str, str]:
    path = policy_path(argument, game)
    return {called(path, game): _digest(path)}


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
    name = AgentName.parse(recipe[NAME])
    here = _files(name, game)
    for file, digest in recipe[FILES].items():
        if here.get(file) != digest:
            raise FileError(
                f"{file} is another file on {platform.node()} than where {name.text!r} was named: "
                "put the same one on every machine"
            )
    return make_agent(name, game)


def _unseeing(recipe: AgentRecipe, game: Game) -> Agent:
    from croupier.agents.combined import UnseeingAgent

    ability = str(recipe[UNSEEN])
    unseen = {} if game.spec.evaluation is None else game.spec.evaluation().unseen
    if ability not in unseen:
        raise ConfigError(f"{game.name} has no ability {ability!r} whose sight could be taken away")
    return UnseeingAgent(make_again(recipe["agent"], game), ability, unseen[ability], recipe[NAME])
