"""A failing test says what was played, and a browser that is missing how many tests it costs."""

import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app
from croupier.core.base.errors import IllegalAction
from croupier.core.engine.game import State
from tests.conftest import missing_browser
from tests.played import MOST, played
from tests.server.instant import Gathering, InstantWorld


def failing(moves: int) -> BaseException:
    """An error in the middle of a game, in whose frames lie its state, and others before it."""
    state = croupier.make("pig", winning_score=20).new_initial_state(7)
    others = [state.clone() for _ in range(MOST + 1)]
    for number, other in enumerate(others):
        for _ in range(number):
            other.apply_action(1)
    try:
        for _ in range(moves):
            state.apply_action(state.legal_actions()[0])
        state.apply_action(99)
    except ValueError as error:
        return error
    raise AssertionError


def test_an_error_tells_game_seed_and_actions_and_a_command_that_plays_them_again(tmp_path: Path) -> None:
    told = played(failing(6).__traceback__)
    first, command = told[-1].splitlines()
    assert "winning_score=20" in first
    assert "seed=7" in first
    assert f"actions {[0] * 6}" in first
    words = shlex.split(command)
    assert (words[0], " ".join(words[2:])) == ("echo", "> game.json && uv run croupier replay game.json")
    (tmp_path / "game.json").write_text(words[1])
    shown = CliRunner().invoke(app, ["replay", str(tmp_path / "game.json")])
    assert shown.exit_code == 0, shown.output


def test_what_plays_beside_a_reference_is_told_too() -> None:
    both: Any = SimpleNamespace(state=croupier.make("pig").new_initial_state(7))
    with pytest.raises(TypeError) as error:
        len(both)  # an assert would keep the state beside it
    assert "seed=7" in played(error.value.__traceback__)[0]


def again(told: str) -> State:
    """The position that the command of what is told begins from."""
    words = shlex.split(told.splitlines()[1])
    assert words[:5] == ["uv", "run", "croupier", "play", "--position"]
    return croupier.open_position(words[5])


def test_of_a_batch_rows_are_told_with_seeds_and_positions_to_play_from() -> None:
    batch = croupier.make("pig").batch(5, seed=3)
    batch.step(batch.legal_actions[:, 0].astype(np.int64))
    with pytest.raises(IllegalAction) as error:
        batch.step(np.full(5, -1))
    first, *others = played(error.value.__traceback__)
    assert f"seed={batch.seeds[0]}, game 0 of row 0 of 5" in first
    assert again(first).records.tobytes() == batch.records[:1].tobytes()
    assert len(others) == MOST - 1


def test_of_a_server_the_games_of_its_tables_are_told() -> None:
    world = InstantWorld()
    at = Gathering(world.start(seed=1))
    with pytest.raises(TypeError) as error:
        len(at)  # type: ignore[arg-type]  # it fails
    (told,) = played(error.value.__traceback__)
    world.end()
    assert told.startswith(f"{at.game.state!r}, actions [")
    assert "uv run croupier replay" in told


@pytest.mark.parametrize("skipped", [0, 93])
def test_a_browser_that_is_missing_is_one_line_with_what_it_costs(skipped: int) -> None:
    reports: list[Any] = [
        SimpleNamespace(longrepr=("conftest.py", 1, "Skipped: no browser is installed: x"))
    ] * skipped
    reports.append(SimpleNamespace(longrepr=("test_ray.py", 1, "Skipped: no Ray")))
    line = missing_browser(reports)
    assert line.startswith("93 tests of pages were left out: no browser is installed") if skipped else line == ""
