"""Agents and options that people may choose: none that read files, run foreign code or cost money."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from croupier.agents.names import AgentName
from croupier.agents.registry import agent_names, entry, make_agent
from croupier.agents.search.settings import PRESETS
from croupier.agents.shipped import releases
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game
from croupier.core.engine.making import make, make_table
from croupier.core.spec.evaluation import LEVELS, Strength, read_strengths
from croupier.core.spec.registry import spec
from croupier.core.spec.spec import GameSpec
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room.chairs import RoomSettings

_SEARCHES = ("search", "pimc")
_MOST_OPTIONS = 64


def free(name: AgentName, game: Game) -> bool:
    """Whether anybody may seat an agent: one of croupier or of the game, without files and settings."""
    if name.head in game.spec.bots:
        return not name.settings
    if any(value or key not in PRESETS for key, value in name.settings.items()):
        return False
    if name.head == "random":
        return name.argument is None and not name.settings
    if name.head == "net":
        return not name.settings and (name.argument is None or name.argument in releases(game))
    if name.head not in _SEARCHES:
        return False
    return name.inner is None or (name.inner.head not in _SEARCHES and free(name.inner, game))


def check_seatable(text: str, game: Game, allowed: Sequence[str]) -> AgentName:
    """Check that people may seat an agent, and parse its name."""
    try:
        name = AgentName.parse(text)
    except ConfigError as error:
        raise RefusalError("malformed", str(error)) from error
    if text in allowed:
        if not _plays(name, game.name):
            raise RefusalError("forbidden", say("agent.game", agent=text, game=game.spec.title))
        return name
    if not free(name, game) or (name.head != "net" and not _plays(name, game.name)):
        names = ", ".join(each["name"] for each in listed(game, allowed))
        raise RefusalError("forbidden", say("agent.not_here", agent=text, agents=names))
    if name.head == "net" and importlib.util.find_spec("onnxruntime") is None:
        raise RefusalError("forbidden", say("agent.net"))
    return name


def check_stand_in(text: str, game: Game, allowed: Sequence[str]) -> AgentName:
    """The agent that plays for an absent person: the chosen one, or the usual one if it is no longer allowed."""
    try:
        return check_seatable(text, game, allowed)
    except RefusalError:  # withdrawn by the server's owner, or unknown to this version
        return check_seatable(RoomSettings().stand_in, game, ())


@lru_cache(maxsize=256)
def _plays(name: AgentName, game: str) -> bool:
    """Whether an allowed agent plays a game; the server checked at its start that it plays some game."""
    found = entry(name.head)
    if found is not None and found.wraps:
        return name.inner is None or _plays(name.inner, game)
    if found is not None and name.head != "net":
        return True  # a language model, or the user's own program
    try:
        make_agent(name, make(game))
    except (ConfigError, FileError):
        return False
    return True


def listed(game: Game, allowed: Sequence[str]) -> list[dict[str, Any]]:
    """The agents that people may seat at a game, with a description and their strength."""
    # Agents with a level come first, weakest first, and then the game's own.
    known = agent_names(game)
    path = game.spec.strengths
    measured = () if path is None else read_strengths(path)
    heads = [*game.spec.bots, *(head for head in known if head not in game.spec.bots and ":" not in head)]
    heads += [each.agent for each in measured if each.level]
    owned = [name.text for name in map(AgentName.parse, allowed) if _plays(name, game.name)]
    names = dict.fromkeys([*(head for head in heads if free(AgentName.parse(head), game)), *owned])
    found = [_described(name, known, measured) for name in names]
    return sorted(found, key=lambda each: LEVELS.index(each["level"]) if each["level"] else len(LEVELS))


def _described(name: str, known: Mapping[str, Sequence[str]], measured: Sequence[Strength]) -> dict[str, Any]:
    """An agent in the list: its description, measured strength and level."""
    own = [each for each in measured if each.agent == name]
    head = AgentName.parse(name).head
    about = known.get(head, known.get(f"{head}:FILE", (say("agent.owner"),)))[0]
    level = next((each.level for each in own if each.level), None)
    figures = [{**asdict(each), "shares": each.shares, "equal_share": each.equal_share} for each in own]
    return {"name": name, "help": about, "level": level, "strengths": figures}


def is_quick(name: AgentName, game: Game) -> bool:
    """Whether an agent answers within a fraction of a second, so that a thread of the server can ask it."""
    return name.head in ("random", "net") or (name.head in game.spec.bots and entry(name.head) is None)


def checked_options(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Complete and checked options of a table (``malformed``)."""
    if len(options) > _MOST_OPTIONS:
        raise RefusalError("malformed", say("options.many", count=len(options)))
    try:
        return dict(make_table(game, **options).options)
    except (ConfigError, TypeError) as error:
        raise RefusalError("malformed", str(error)) from error


def game_of(name: str) -> str:
    """The name of the game of a name or variant."""
    try:
        return make(name).name
    except ConfigError as error:
        raise RefusalError("not-found", str(error)) from error


def spec_of(game: str) -> GameSpec:
    """A game by its name (``not-found``)."""
    try:
        return spec(game)
    except ConfigError as error:
        raise RefusalError("not-found", str(error)) from error


def version_of(game: str) -> int | None:
    """The version of a game's rules on this server; None without the game."""
    try:
        return spec(game).version
    except ConfigError:
        return None
