"""``croupier games``: the games, their options and their agents."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.common import GameOptions, Json, Players, argument, echo, make_game, print_json
from croupier.core.base.errors import ConfigError

if TYPE_CHECKING:
    from croupier.core.engine.game import Game


def games(
    game: Annotated[str | None, argument("GAME", "Tell all about this game or variant.")] = None,
    option: GameOptions = None,
    players: Players = None,
    as_json: Json = False,
) -> None:
    """List the games, or one game's options and agents.

    Example: croupier games pig
    """
    if game is None:
        if option or players is not None:
            raise ConfigError("--option and --players are of one game: name it")
        _list(as_json)
        return
    data = describe(make_game(game, option, players))
    if as_json:
        print_json(data)
        return
    _print(data)


def _list(as_json: bool) -> None:
    from croupier.core.spec.registry import registered_games

    if as_json:
        listed = [
            {"name": entry.name, "summary": entry.summary, "variants": list(entry.variants)}
            for entry in registered_games().values()
        ]
        print_json({"games": listed})
        return
    for entry in registered_games().values():
        echo(f"{entry.name}: {entry.summary}")
        if entry.variants:
            echo(f"    variants: {', '.join(entry.variants)}")
    echo("\ncroupier games GAME tells its options and agents.")


def describe(game: Game) -> dict[str, Any]:
    """Everything declared about a game, as plain data."""
    from croupier.agents.registry import agent_names

    spec = game.spec
    return {
        "name": spec.name,
        "title": spec.title,
        "summary": spec.summary,
        "version": spec.version,
        "players": game.num_players,
        "actions": game.num_actions,
        "observation": {block.name: block.size for block in game.blocks},
        "facts": asdict(game.facts),
        "options": [
            {
                "name": option.name,
                "value": game.options[option.name],
                "default": option.default,
                "range": option.range_text,
                "help": option.help,
                "rule": option.rule,
            }
            for option in spec.options
        ],
        "variants": {name: dict(values) for name, values in spec.variants.items()},
        "agents": [
            {"name": name, "help": text, "example": example} for name, (text, example) in agent_names(game).items()
        ],
    }


def _print(data: dict[str, Any]) -> None:
    echo(f"{data['title']} ({data['name']}, version {data['version']}): {data['summary']}")
    echo(f"{data['players']} players, {data['actions']} actions, {sum(data['observation'].values())} features")
    facts = data["facts"]
    longest = "no limit of" if facts["max_game_length"] is None else f"at most {facts['max_game_length']}"
    utilities = f"utilities from {facts['min_utility']:g} to {facts['max_utility']:g}"
    echo(f"{facts['information']} information, chance: {facts['chance']}, {utilities}, {longest} decisions\n")
    echo("Options (--option NAME=VALUE):")
    for option in data["options"]:
        rule = f" ({option['rule']})" if option["rule"] else ""
        value = str(option["value"]).lower() if isinstance(option["value"], bool) else option["value"]
        echo(f"  {option['name']}={value}  {option['help']}; {option['range']}{rule}")
    if data["variants"]:
        echo("\nVariants:")
    for name, values in data["variants"].items():
        echo(f"  {name}  {', '.join(f'{key}={value}' for key, value in values.items()) or 'the defaults'}")
    echo("\nAgents:")
    for agent in data["agents"]:
        echo(f"  {agent['name']}  {agent['help']}; like {agent['example']}")
