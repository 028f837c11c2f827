"""Commands that are refused, each in the one line that was recorded; nothing is written before."""

import shlex
from pathlib import Path

import pytest

from tests.cli.recorded import contents, fill, here, recorded, refusal


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """What the commands name, and what is in it; as no command may change it, all of them have the same."""
    made = tmp_path_factory.mktemp("here")
    fill(made)
    return made, contents(made)


@pytest.mark.parametrize(
    ("command", "line"),
    [
        pytest.param(command, line, marks=pytest.mark.compiled if command.startswith("compile") else ())
        for command, line in recorded().items()
    ],
)
def test_a_refusal_is_the_line_that_was_recorded_and_nothing_is_left(
    command: str, line: str, folder: tuple[Path, dict[str, bytes]], toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, filled = folder
    monkeypatch.chdir(place)
    assert here(refusal(*shlex.split(command))) == line, "as meant? python -m tests.cli.recorded"
    assert contents(place) == filled
