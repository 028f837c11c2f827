"""``--players``: in every command that takes a game with options, with one meaning."""

import json
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from croupier.cli import COMMANDS, home
from croupier.cli.common import GameOptions, Players
from tests.cli.conftest import Run
from tests.cli.recorded import recorded


def commands(*, with_options: bool) -> list[str]:
    """The commands that take the options of a game, or that do not."""
    taken = {name: "option" in _parameters(name) for name in COMMANDS}
    return [name for name, takes in taken.items() if takes is with_options]


def _parameters(name: str) -> dict[str, object]:
    module, called = home(name)
    function = getattr(import_module(module), called)
    return {each.name: each.annotation for each in signature(function, eval_str=True).parameters.values()}


def test_every_command_that_takes_options_takes_players_and_no_other() -> None:
    # a protocol, boards, and a command that refuses them for some games: their tests are envs/test_mcp.py,
    # measure/test_board.py and cli/test_solve.py
    apart = ("mcp", "benchmark make", "solve")
    refused = [command for command in recorded() if "--players 99" in command]
    for name in set(commands(with_options=True)).difference(apart):
        assert any(each.startswith(f"{name} ") for each in refused), f"nobody recorded what {name} refuses"
    for name in commands(with_options=True):
        assert (_parameters(name)["option"], _parameters(name)["players"]) == (GameOptions, Players), name
    assert not [name for name in commands(with_options=False) if _parameters(name).get("players") == Players]


@pytest.mark.parametrize("given", [("--players", "3"), ("-o", "players=3"), ("--players", "3", "-o", "players=3")])
def test_players_means_the_option(given: tuple[str, ...], run: Run, toy: None, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run("record", "toy", "random", "--games", "2", "--out", str(out), *given)
    assert len(json.loads(out.read_text().splitlines()[0])["agents"]) == 3
    assert json.loads(run("games", "toy", "--json", *given).stdout)["players"] == 3
