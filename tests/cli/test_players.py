"""``--players``: in every command that takes a game with options, with one meaning."""

import json
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from croupier.cli import COMMANDS, home
from croupier.cli.common import GameOptions, Players
from tests.cli.conftest import Run


def commands(*, with_options: bool) -> list[str]:
    """The commands that take the options of a game, or that do not."""
    taken = {name: "option" in _parameters(name) for name in COMMANDS}
    return [name for name, takes in taken.items() if takes is with_options]


def _parameters(name: str) -> dict[str, object]:
    module, called = home(name)
    function = getattr(import_module(module), called)
    return {each.name: each.annotation for each in signature(function, eval_str=True).parameters.values()}


WORDS: dict[str, tuple[str, ...]] = {
    "games": ("GAME",),
    "play": ("GAME", "--vs", "random"),
    "train": ("GAME", "--out", "out"),
    "export": ("model.zip", "GAME", "--out", "policy.onnx"),
    "arena": ("GAME", "random", "random", "--deals", "2"),
    "record": ("GAME", "random", "--games", "2", "--out", "games.jsonl"),
    "compile": ("GAME",),
    "analyse": ("GAME",),
    "judge make": ("GAME", "--out", "mine.jsonl.gz"),
}
"""What stands behind each command; GAME is replaced by a game."""


def test_every_command_that_takes_options_takes_players_and_no_other() -> None:
    # a protocol, boards, and a command that refuses them for some games: their tests are envs/test_mcp.py,
    # measure/test_board.py and cli/test_solve.py
    apart = ("mcp", "benchmark make", "solve")
    assert {name for name in commands(with_options=True) if name not in apart} == set(WORDS)
    for name in commands(with_options=True):
        assert (_parameters(name)["option"], _parameters(name)["players"]) == (GameOptions, Players), name
    assert not [name for name in commands(with_options=False) if _parameters(name).get("players") == Players]


@pytest.mark.parametrize("command", WORDS)
def test_what_does_not_fit_is_refused_before_any_work(
    command: str, refused: Callable[..., str], toy: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def words(game: str) -> tuple[str, ...]:
        return (*command.split(), *(game if word == "GAME" else word for word in WORDS[command]))

    assert "--players is for games whose number of players may be chosen; that of pig is fixed" in refused(
        *words("pig"), "--players", "2"
    )
    assert "--players 3 and --option players=2 differ: give one of them" in refused(
        *words("toy"), "--players", "3", "-o", "players=2"
    )
    assert "option players must be an integer from 2 to 4, not 99" in refused(*words("toy"), "--players", "99")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("given", [("--players", "3"), ("-o", "players=3"), ("--players", "3", "-o", "players=3")])
def test_players_means_the_option(given: tuple[str, ...], run: Run, toy: None, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run("record", "toy", "random", "--games", "2", "--out", str(out), *given)
    assert len(json.loads(out.read_text().splitlines()[0])["agents"]) == 3
    assert json.loads(run("games", "toy", "--json", *given).stdout)["players"] == 3


def test_options_of_no_game_are_refused(refused: Callable[..., str]) -> None:
    assert "--option and --players are of one game: name it" in refused("games", "--players", "3")


def test_a_run_that_goes_on_takes_no_other_players(refused: Callable[..., str], tmp_path: Path) -> None:
    assert "--resume goes on with a run as it was" in refused("train", "--resume", str(tmp_path), "--players", "3")
