"""The public face of the package."""

import re
import subprocess
import sys
from pathlib import Path

import croupier
from croupier import replays
from croupier.table import game_file

DOCS = Path(__file__).parents[2] / "docs"


def test_every_public_name_is_there_also_after_games_were_loaded() -> None:
    croupier.make("pig")
    for name in croupier.__all__:
        assert getattr(croupier, name)
        assert callable(getattr(croupier, name))
    assert "pig" in croupier.registered_games()


def test_importing_the_package_loads_neither_numba_nor_a_game() -> None:
    code = (
        "import sys, croupier; croupier.registered_games(); "
        "print([name for name in sys.modules if name.split('.')[0] in ('numba', 'torch', 'textarena')"
        " or name.startswith('croupier.games')])"
    )
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert result.stdout == "[]\n"


def test_game_files_have_the_public_names_that_the_docs_use() -> None:
    pages = "".join(page.read_text() for page in DOCS.rglob("*.md"))
    used = set(re.findall(r"croupier\.replays\.(\w+)", pages))
    for names in re.findall(r"from croupier\.replays import ([\w, ]+)", pages):
        used |= set(names.split(", "))
    assert used
    assert used <= set(replays.__all__)
    assert all(getattr(replays, name) is getattr(game_file, name) for name in replays.__all__)
