"""The helper process of a game's first start: it compiles what the agents need, and nothing depends on it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.agents import warmup
from croupier.agents.warmup import Warmup

pytestmark = pytest.mark.compiled

PLAYED = """
import json
import numpy as np
import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.agents.warmup import Warmup
game = croupier.make("pig")
with Warmup(game, ["bot", "nobody"]) as warmup:
    helped = warmup._helper is not None
    warmup.wait()
    agent = make_agent("bot", game)
    state = game.new_initial_state(1)
    agent.act(Turns(game, state.records.copy(), np.zeros(1, dtype=np.uint64)))
    stats = agent._act.stats
    print(json.dumps([helped, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""


LATER = """
import json
import croupier
from croupier.agents.registry import make_agent
from croupier.agents.warmup import Warmup
from croupier.core.base.tiers import needs_compiling
game = croupier.make("pig")
loop = make_agent("search/worlds=2:bot", game).searcher.rollouts._advance
before = needs_compiling(loop)
with Warmup(game, ["bot"], ["search/worlds=2:bot"]) as warmup:
    print(json.dumps([before, warmup._helper.wait(150), needs_compiling(loop)]))
"""


def start(cache: Path, program: str = PLAYED, **more: str) -> Any:
    """Run a program in a new process, by default one that plays; gives what it prints.

    That is whether there was a helper, and how often the bot was loaded and compiled.
    """
    environment = os.environ | {"CROUPIER_CACHE_DIR": str(cache)} | more
    result = subprocess.run(
        [sys.executable, "-c", program], check=False, env=environment, capture_output=True, text=True, timeout=200
    )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="a helper needs a second core")
def test_the_helper_compiles_the_agents_and_the_second_start_has_none(tmp_path: Path) -> None:
    assert start(tmp_path) == [True, 1, 0]
    assert start(tmp_path) == [False, 1, 0]


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="a helper needs a second core")
def test_what_may_be_asked_later_is_compiled_last(tmp_path: Path) -> None:
    assert start(tmp_path, LATER) == [True, 0, False]


def test_without_a_folder_that_can_be_written_there_is_no_helper(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("")
    assert start(tmp_path / "a-file" / "cache") == [False, 0, 1]


@pytest.fixture
def helped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every start is taken for the first."""
    monkeypatch.setattr(warmup, "_worthwhile", lambda _: True)


@pytest.mark.usefixtures("helped")
def test_a_helper_that_still_runs_is_stopped_and_leaves_no_zombie() -> None:
    with Warmup(croupier.make("pig"), ["bot"]) as running:
        helper = running._helper
        assert helper is not None
        assert helper.poll() is None
    assert helper.returncode is not None
    running.wait()  # after the end it does nothing


@pytest.mark.usefixtures("helped")
def test_a_helper_that_fails_or_cannot_start_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    for program in ("/bin/false", "/no/such/program"):
        monkeypatch.setattr(sys, "executable", program)
        with Warmup(croupier.make("pig"), ["bot"]) as running:
            running.wait()


@pytest.mark.usefixtures("helped")
def test_the_helper_ends_when_the_process_that_started_it_is_gone() -> None:
    running = Warmup(croupier.make("skull-king"), ["bot"])
    helper = running._helper
    assert helper is not None
    assert helper.stdin is not None
    helper.stdin.close()  # as the system does for a process that was killed
    assert helper.wait(timeout=60) is not None
    running.close()
