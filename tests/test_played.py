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
from croupier.core.base.errors import ConfigError, IllegalAction
from croupier.core.engine.game import State
from tests.conftest import missing_browser
from tests.played import MOST, played, told
from tests.server.instant import Gathering, InstantWorld


def failing(moves: int) -> BaseException:
    """An error in the middle of a game, in whose frames lie its state, and others before it."""
    state = croupier.make("pig", winning_score=20).new_initial_state(7)
    others = {f"other_{number}": state.clone() for number in range(MOST + 1)}
    for number, other in enumerate(others.values()):
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
    first, command = played(failing(6).__traceback__)[0].splitlines()
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


def again(text: str) -> State:
    """The position that a command begins from."""
    words = shlex.split(text.splitlines()[1])
    assert words[:5] == ["uv", "run", "croupier", "play", "--position"]
    return croupier.open_position(words[5])


def test_of_a_batch_the_first_rows_are_told_with_seeds_and_positions_to_play_from() -> None:
    batch = croupier.make("pig").batch(5, seed=3)
    batch.step(batch.legal_actions[:, 0].astype(np.int64))
    with pytest.raises(IllegalAction) as error:
        batch.step(np.full(5, -1))
    rows = played(error.value.__traceback__)
    assert len(rows) == MOST
    for row, each in enumerate(rows):
        assert f"seed={batch.seeds[row]}, plies=1" in each
        assert again(each).records.tobytes() == batch.records[row : row + 1].tobytes()


def test_what_seed_and_actions_do_not_lead_to_is_told_by_its_position() -> None:
    state = croupier.make("leduc").new_initial_state(7)
    worlds = [state.resample_hidden(0, seed) for seed in range(30)]
    world = next(each for each in worlds if each.records.tobytes() != state.records.tobytes())
    assert again(told(world)).position() == world.position()
    assert "croupier replay" in told(state)


def test_what_cannot_be_told_hides_nothing_else() -> None:
    state = croupier.make("pig").new_initial_state(7)
    with pytest.raises(ConfigError) as error:
        state.game.batch(0)  # in whose frame lies a batch without games
    half, whole = played(error.value.__traceback__)
    assert half.startswith("a Batch that cannot be told: AttributeError(")
    assert whole == told(state)


def test_of_a_server_the_games_of_its_tables_are_told() -> None:
    world = InstantWorld()
    try:
        at = Gathering(world.start(seed=1))
        state = at.game.state
        with pytest.raises(TypeError) as error:
            len(at)  # type: ignore[arg-type]  # it fails
    finally:
        world.end()
    assert played(error.value.__traceback__)[0] == told(state)


def test_middleware_with_an_app_is_no_server() -> None:
    app: Any = SimpleNamespace(app=SimpleNamespace(app=lambda: None))
    with pytest.raises(TypeError) as error:
        len(app)
    assert played(error.value.__traceback__) == []


@pytest.mark.parametrize("skipped", [0, 93])
def test_a_browser_that_is_missing_is_one_line_with_what_it_costs(skipped: int) -> None:
    reports: list[Any] = [
        SimpleNamespace(longrepr=("conftest.py", 1, "Skipped: no browser is installed: x"))
    ] * skipped
    reports.append(SimpleNamespace(longrepr=("test_ray.py", 1, "Skipped: no Ray")))
    line = missing_browser(reports)
    assert line.startswith("93 tests of pages were left out: no browser is installed") if skipped else line == ""
