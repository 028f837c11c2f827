"""Commands that are refused, each in the one line that was recorded; nothing is written before."""

import shlex
from pathlib import Path

import pytest

from tests.cli.recorded import contents, fill, here, recorded, refusal


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands name; as no command may change it, all of them have the same."""
    made = tmp_path_factory.mktemp("here")
    fill(made)
    return made


@pytest.mark.parametrize(
    ("command", "line"),
    [
        pytest.param(command, line, marks=pytest.mark.compiled if command.startswith("compile") else ())
        for command, line in recorded().items()
    ],
)
def test_a_refusal_is_the_line_that_was_recorded_and_nothing_is_left(
    command: str, line: str, folder: Path, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    before = contents(folder)
    assert here(refusal(*shlex.split(command))) == line, "as meant? python -m tests.cli.recorded"
    assert contents(folder) == before
