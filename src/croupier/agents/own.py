"""Agents of a user's own, from a Python module: the agent ``py``."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from typing import Any

from croupier.agents.agent import Agent
from croupier.agents.names import AgentName
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game


def make_own(name: AgentName, game: Game, *_models: object) -> Agent:
    """Make an agent from a class or function of a user's module, which runs the module's code."""
    # The name is like ``py/depth=3:my_agents:Cautious``, with ``my_agents.py`` in the working directory or
    # installed. The class or function is called with the game, and with the name's settings as keyword arguments,
    # all of them texts. The result needs a method ``act(turns)``, see `croupier.agents.agent.Agent`.
    module, _, attribute = (name.argument or "").partition(":")
    if not module or not attribute:
        raise ConfigError(f"{name.text!r} names no agent: write py:MODULE:NAME, like py:my_agents:Cautious")
    try:
        make = _found(module, attribute)
        try:
            inspect.signature(make).bind(game, **name.settings)
        except (TypeError, ValueError) as error:
            raise ConfigError(f"{name.text!r}: {attribute} is to be called with the game: {error}") from error
        agent: Agent = make(game, **name.settings)
    except SystemExit as left:
        raise ConfigError(f"{name.text!r} has left the program instead of making an agent: {left!r}") from left
    return agent


def _found(module: str, attribute: str) -> Any:
    """The class or function; the working directory is searched too, and stays on the path."""
    here = os.getcwd()  # noqa: PTH109  # sys.path holds texts
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    if module.startswith("."):
        raise ConfigError(f"{module!r} is relative to no package: name the module in full")
    try:
        found = importlib.import_module(module)
    except (ImportError, SyntaxError) as error:
        raise ConfigError(f"the module {module!r} cannot be imported: {error}") from error
    made = getattr(found, attribute, None)
    if not callable(made):
        known = ", ".join(name for name, value in vars(found).items() if inspect.isclass(value)) or "none"
        raise ConfigError(f"the module {module!r} has no class or function {attribute!r}; its classes: {known}")
    return made
