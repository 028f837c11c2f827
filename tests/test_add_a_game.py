"""The pages "Add a game" and "The game contract": their code stands in real files and keeps the contract."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import app

ROOT = Path(__file__).parents[1]
PAGES = {name: (ROOT / "docs" / name).read_text() for name in ("add-a-game.md", "game-contract.md")}
PAGE = "\n".join(PAGES.values())
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
GAME, TRAINING = "src/my_game/__init__.py", "src/my_game/training.py"

DRIVER = """
import croupier
from my_game import SPEC
from croupier.core.engine.game import Game

game = Game(SPEC)
croupier.check_game(game, games=4)
training = SPEC.training()
print(training.privileged(game).size, *training.presets, *SPEC.page.files)
"""


def blocks(language: str) -> list[tuple[str, str]]:
    """Titles and texts of the pages' blocks in a language."""
    return [(title, text) for kind, title, text in BLOCK.findall(PAGE) if kind == language]


def write_package(folder: Path) -> None:
    """Write the game of `croupier new-game my-game`, with the training and the table of the contract's page."""
    result = CliRunner().invoke(app, ["new-game", "my-game", "--out", str(folder / "my-game")])
    assert result.exit_code == 0, result.output
    package, python = folder / "my-game" / "src" / "my_game", dict(blocks("python"))
    (package / "training.py").write_text(python[TRAINING])
    (package / "page").mkdir()
    for language in ("js", "css"):
        ((name, text),) = blocks(language)
        (package / name).write_text(text)
    added = [text for title, text in python.items() if title.startswith(f"{GAME}, ")]
    assert len(added) == 2
    source, spec = (package / "__init__.py").read_text(), "SPEC = GameSpec(\n"
    assert source.count(spec) == 1
    named = f"{spec}    training=training,\n    page=PAGE,\n"
    (package / "__init__.py").write_text(source.replace(spec, "\n\n".join((*added, named))))


@pytest.mark.thorough
def test_what_the_pages_add_to_the_written_game_keeps_the_contract(tmp_path: Path) -> None:
    write_package(tmp_path)
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tmp_path / "my-game" / "src")}
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", DRIVER],
        check=False, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr[-4000:]
    assert result.stdout == "6 quick standard table.js table.css\n"


def test_what_the_pages_quote_stands_in_the_files_that_they_name() -> None:
    template = ROOT / "src/croupier/cli/playing/new_game_template/game.py.txt"
    quoted = [(title, text) for title, text in blocks("python") if title == GAME or title.startswith("games/")]
    assert len(quoted) > 5
    for title, text in quoted:
        file = template if title == GAME else ROOT / "src" / "croupier" / title
        assert text in file.read_text(), f"{title}: {text[:60]}"
