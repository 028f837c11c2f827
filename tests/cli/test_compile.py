"""``croupier compile``."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ahead import start


def croupier(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "croupier", *words], check=False, env=os.environ | environment, capture_output=True,
        text=True, timeout=200,
    )  # fmt: skip


@pytest.mark.thorough
@pytest.mark.compiled
def test_a_game_is_compiled_ahead_once(tmp_path: Path) -> None:
    first = croupier("compile", "pig", "--json", CROUPIER_CACHE_DIR=str(tmp_path))
    assert first.returncode == 0, first.stderr
    kept = json.loads(first.stdout)
    assert kept["game"] == "pig"
    assert kept["kernels"] > 10
    assert Path(kept["folder"]).is_relative_to(tmp_path)
    again = croupier("compile", "pig", CROUPIER_CACHE_DIR=str(tmp_path))
    assert "Pig Dice is compiled" in again.stdout
    assert again.stderr == ""  # nothing was compiled, so nothing is announced
    assert f"{kept['kernels']} kernels of all games lie in {kept['folder']}." in again.stdout
    ran = croupier("arena", "pig", "bot", "random", "--deals", "20", CROUPIER_CACHE_DIR=str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    assert len(list(Path(kept["folder"]).glob("*.nbi"))) == kept["kernels"]  # all that it calls was compiled
    assert start(tmp_path) == [False, True, False, False, True, False]  # a table starts no second compilation
    folder = Path(kept["folder"])
    for file in [*folder.glob(".ahead-*"), *folder.glob("croupier.core.engine.loops.step.*")]:
        file.unlink()
    assert start(tmp_path) == [True, True, False, False, True, False]  # but of what is gone it starts one


def test_where_nothing_is_compiled_it_says_so() -> None:
    ran = croupier("compile", "pig", CROUPIER_KERNELS="interpreted")
    assert ran.returncode == 2
    assert "nothing is compiled here" in ran.stderr


def test_where_nothing_can_be_kept_it_says_so_and_compiles_nothing(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("")
    ran = croupier("compile", "pig", "--json", CROUPIER_CACHE_DIR=str(tmp_path / "a-file"))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("croupier: compiled code cannot be kept: Not a directory at ")
    assert ran.stderr.count("\n") == 1
