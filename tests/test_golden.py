"""Every built-in game has golden playthroughs, and plays them still."""

from pathlib import Path

import pytest

from tests import cases
from tests.golden import main, path, playthrough


@pytest.mark.parametrize("name", cases.NAMES)
def test_a_game_plays_as_it_did(name: str) -> None:
    assert playthrough(name) == path(name).read_text(), f"if this is meant, run: python -m tests.golden {name}"


def test_the_command_writes_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    expected, found = path("pig").read_text(), cases.of("pig", "PLAYTHROUGHS")
    monkeypatch.setattr(cases, "ROOT", tmp_path)
    monkeypatch.setattr(cases, "of", lambda *_: found)
    main(["pig"])
    assert (tmp_path / "tests/games/pig/data/playthrough.txt").read_text() == expected
    assert capsys.readouterr().out == "wrote tests/games/pig/data/playthrough.txt\n"
