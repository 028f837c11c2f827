"""The process that compiles ahead: it leaves compiled code, and nothing depends on it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from croupier.agents import ahead
from croupier.agents.ahead import Ahead, is_done, usual_agents

pytestmark = pytest.mark.compiled


NOWHERE = """
import json, warnings
import croupier
from croupier.agents.ahead import Ahead, is_done
from croupier.core.base.tiers import needs_compiling
warnings.simplefilter("ignore")  # it is said that nothing can be kept
game = croupier.make("pig")
with Ahead(game, ["bot"]) as compiling:
    found = [compiling.running]
print(json.dumps([*found, is_done(game, ["bot"]), needs_compiling(game.loops.step)]))
"""


def test_without_a_folder_that_can_be_written_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("")
    environment = os.environ | {"CROUPIER_CACHE_DIR": str(tmp_path / "a-file" / "cache")}
    result = subprocess.run(
        [sys.executable, "-c", NOWHERE], check=False, env=environment, capture_output=True, text=True, timeout=200
    )
    assert result.stdout == "[false, true, true]\n", result.stderr


@pytest.fixture
def undone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was compiled before."""
    monkeypatch.setattr(ahead, "is_done", lambda *_: False)


@pytest.mark.usefixtures("undone")
def test_it_is_stopped_at_the_end_and_leaves_no_zombie() -> None:
    with Ahead(croupier.make("pig"), ["bot"]) as running:
        process = running._process
        assert process is not None
        assert running.running
    assert process.returncode is not None
    running.wait()  # after the end it does nothing


@pytest.mark.usefixtures("undone")
def test_one_that_fails_or_cannot_start_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    for program in ("/bin/false", "/no/such/program"):
        monkeypatch.setattr(sys, "executable", program)
        with Ahead(croupier.make("pig"), ["bot"]) as running:
            running.wait()


@pytest.mark.usefixtures("undone")
def test_it_ends_when_the_process_that_started_it_is_gone() -> None:
    running = Ahead(croupier.make("skull-king"), ["bot"])
    process = running._process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()  # as the system does for a process that was killed
    assert process.wait(60) == 1


def test_without_agents_that_need_compiled_code_nothing_is_started() -> None:
    assert not Ahead(croupier.make("pig"), []).running


def test_another_order_is_not_done_by_this_one() -> None:
    game = croupier.make("pig")
    assert not is_done(game, ["bot", "bot:hold-3"])
    assert usual_agents(game)[0] in game.spec.bots
