"""Registry of agents: every agent's name, and how it is made.

An agent of every game stands in `GENERAL`; a game's own bots stand in its spec.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from croupier.agents.agent import Agent
from croupier.core.errors import ConfigError, FileError, require, unknown
from croupier.core.game import Game

AgentMaker = Callable[[str, Game], Agent]


def _random(argument: str, game: Game) -> Agent:
    from croupier.agents.random import RandomAgent

    if argument:
        raise ConfigError(f"random takes nothing behind a colon, not {argument!r}")
    del game
    return RandomAgent()


def _human(argument: str, game: Game) -> Agent:
    from croupier.agents.human import HumanAgent

    if argument:
        raise ConfigError(f"human takes nothing behind a colon, not {argument!r}")
    del game
    return HumanAgent()


def _net(argument: str, game: Game) -> Agent:
    from croupier.agents.policy import PolicyAgent

    if argument:
        return PolicyAgent(argument, game)
    from croupier.agents.shipped import shipped_policy

    path = shipped_policy(game)
    try:
        return PolicyAgent(path, game)
    except FileError as error:
        raise ConfigError(f"the player that ships with croupier does not play {game!r}: {error}") from error


GENERAL: dict[str, tuple[AgentMaker, str, str]] = {
    "random": (_random, "any legal action, each equally likely", "random"),
    "net": (
        _net,
        "a trained policy: of a file, or without one the player that ships with croupier (skull-king)",
        "net:runs/pig/policy.onnx",
    ),
    "human": (_human, "a person at the terminal", "human"),
}
"""Agents of every game: maker, help, example. A game's own bots stand in its spec."""


def agent_names(game: Game) -> dict[str, tuple[str, str]]:
    """The agents that can play a game: help and example by name."""
    own = {name: (entry.help, entry.example) for name, entry in game.spec.bots.items()}
    return {name: (text, example) for name, (_, text, example) in GENERAL.items()} | own


def require_libraries(names: Iterable[str]) -> None:
    """Check, before anything is compiled or played, that the libraries of some agents are installed.

    Args:
        names: names of agents, as `make_agent` takes them.

    Raises:
        ConfigError: one is missing; the message names it and the extra that installs it.
    """
    if any(name.partition(":")[0] == "net" for name in names):
        require("a policy", "onnxruntime")


def make_agent(name: str, game: Game) -> Agent:
    """Make an agent by name.

    Args:
        name: like ``random``, ``bot``, ``bot:hold-25``, ``optimal`` or ``net:FILE``.
        game: the game it is to play.

    Returns:
        The agent.

    Raises:
        ConfigError: no such agent for this game (the message gives the near names), or a bad argument.
        FileError: a policy's file cannot be used.
    """
    head, _, argument = name.partition(":")
    if head in GENERAL:
        agent = GENERAL[head][0](argument, game)
    elif head in game.spec.bots:
        from croupier.agents.bots import BotAgent

        agent = BotAgent(game.spec.bots[head].make(argument, game.options))
    else:
        raise unknown(f"agent for {game.name}", name, agent_names(game))
    agent.name = name
    return agent
