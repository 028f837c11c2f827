"""Workers give the same results as one process, digit for digit, whatever happens to them.

They are processes, and workers of Ray. Ray is in a group of its own, see CONTRIBUTING.md: where it is missing its
tests are skipped.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

import croupier
from croupier.agents.registry import make_agent
from croupier.agents.shipped import shipped_policy
from croupier.cli import app
from croupier.core.base.errors import ConfigError, FileError, IllegalAction
from croupier.core.base.progress import silent
from croupier.measure import load
from croupier.measure.costs.valued import values
from croupier.measure.play.executor import Executor, Kept, cluster, processes
from croupier.measure.play.record import record_games
from croupier.measure.play.tournament import play_tournament
from croupier.measure.reports.player import Plan, evaluate
from croupier.measure.stats.comparison import compare
from croupier.measure.stats.promotion import promote

pytestmark = pytest.mark.filterwarnings("default")  # Ray's own
pig = croupier.make("pig", winning_score=30, max_turns=60)
cards = croupier.make("skull-king", players=3, schedule="one")
NAMES = ["random", "bot:hold-9", "bot:hold-5"]
OWN = """
import os, signal
import numpy as np


class First:
    def __init__(self, game):
        self.name = "first"

    def act(self, turns):
        return np.argmax(turns.masks, axis=1).astype(np.int64)


class Dies(First):
    '''Ends its process in the middle of a chunk, once.'''

    def act(self, turns):
        if not os.path.exists("died"):
            open("died", "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().act(turns)


class AlwaysDies(First):
    def act(self, turns):
        os.kill(os.getpid(), signal.SIGKILL)


class Wrong(First):
    def act(self, turns):
        return np.full(len(turns), 77, dtype=np.int64)
"""


@contextmanager
def made(kind: str) -> Iterator[Executor]:
    """Two processes, or one or two workers of Ray."""
    if kind == "processes":
        with processes(2) as found:
            yield found
        return
    pytest.importorskip("ray", reason="Ray is not installed: uv sync --no-default-groups --group ray")
    with cluster("local", int(kind.removeprefix("ray "))) as found:
        yield found


@pytest.fixture(scope="module", params=["processes", "ray 1", "ray 2"])
def workers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Executor]:
    """Workers in a folder with agents of one's own."""
    folder, before = tmp_path_factory.mktemp("own"), Path.cwd()
    (folder / "own_agents.py").write_text(OWN)
    os.chdir(folder)
    try:
        with made(request.param) as found:
            yield found
    finally:
        os.chdir(before)
        sys.path[:] = [place for place in sys.path if place != str(folder)]
        sys.modules.pop("own_agents", None)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of fifty tables."""
    monkeypatch.setattr("croupier.agents.agent.TABLES_AT_ONCE", 50)


@pytest.mark.thorough
def test_all_that_is_measured_and_recorded_is_the_same_digit_for_digit(workers: Executor, tmp_path: Path) -> None:
    agents = [make_agent(name, cards) for name in ("random", "net", "bot:simple")]
    plan, told = Plan(deals=20, ability_deals=30, seed=5), list[float]()

    def all_of_it(executor: Executor | None = None) -> list[object]:
        file = tmp_path / f"{executor is None}.jsonl"
        record_games(cards, agents, 200, 4, file, executor=executor)
        return [
            file.read_text(),
            play_tournament(pig, NAMES, 100, 3, progress=told.append, executor=executor).as_dict(),
            compare(cards, "net", "bot", 40, 2, among=["bot:simple"], executor=executor).as_dict(),
            promote(pig, "bot:hold-9", "random", 1000, 1, executor=executor).as_dict(),
            evaluate(cards, lambda table: make_agent("net", table), plan, silent, executor=executor),
            play_tournament(cards, ["pimc/worlds=4", "random", "random"], 3, 3, executor=executor).as_dict(),
        ]

    found = all_of_it(workers)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(set(told)) > 10
    assert json.dumps(found) == json.dumps(all_of_it())


def test_a_worker_that_is_killed_in_the_middle_of_a_chunk_changes_nothing(workers: Executor) -> None:
    Path("died").unlink(missing_ok=True)
    found = play_tournament(pig, ["py:own_agents:Dies", "random"], 100, executor=workers)
    assert Path("died").exists()
    alone = play_tournament(pig, ["py:own_agents:Dies", "random"], 100)
    assert found.as_dict() == alone.as_dict()


def test_errors_are_those_of_one_process(workers: Executor, tmp_path: Path) -> None:
    with pytest.raises(
        IllegalAction, match=r"'py:own_agents:Wrong' .* at table 0 .* chose action 77, which is not legal"
    ) as raised:
        play_tournament(pig, ["py:own_agents:Wrong", "random"], 100, executor=workers)
    assert (raised.value.action, raised.value.phase) == (77, "TURN")
    with pytest.raises(ConfigError, match="'human' answers in one place"):
        play_tournament(pig, ["human", "random"], 100, executor=workers)
    file = tmp_path / "policy.onnx"
    file.write_bytes(shipped_policy(cards).read_bytes())
    agent = make_agent(f"pimc/worlds=1:net:{file}", cards)
    file.unlink()
    with pytest.raises(FileError, match=r"policy\.onnx cannot be read: .* \(on .* put the same one on"):
        play_tournament(cards, [agent, "random", "random"], 1, executor=workers)


@pytest.mark.thorough
def test_work_that_kills_every_worker_is_given_up(workers: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.measure.play.executor.RETRIES", 1)
    with pytest.raises(ConfigError, match="workers died 2 times over the same work"):
        play_tournament(pig, ["py:own_agents:AlwaysDies", "random"], 10, executor=workers)


@pytest.mark.thorough
@pytest.mark.parametrize("how", [["--workers", "2"], ["--ray", "--workers", "2"]], ids=["processes", "ray"])
def test_a_command_goes_on_with_the_chunks_that_are_kept_and_reports_the_same(
    how: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "--ray" in how:
        pytest.importorskip("ray")
    words = ["arena", "pig", "random", "bot:hold-9", "--deals", "200", "--seed", "5", "--valued", "0", "--json"]
    there = [*words, *how, "--out", str(tmp_path / "there")]
    with monkeypatch.context() as kept:
        kept.setattr(Kept, "remove", lambda _: None)
        assert CliRunner().invoke(app, there).exit_code == 0
    first, *others = (tmp_path / "there" / "chunks").rglob("*.npz")
    first.unlink()
    again, alone = (CliRunner().invoke(app, each) for each in (there, words))
    assert f"{len(others)} finished chunks in" in again.stderr
    assert ("Ray: 2 workers here." in again.stderr) == ("--ray" in how)
    found, wanted = (json.loads(each.stdout) for each in (again, alone))
    assert len(others) > 2
    assert found | {"provenance": 0} == wanted | {"provenance": 0}
    assert [file.name for file in (tmp_path / "there").iterdir() if file.is_dir()] == []


def test_nobody_at_an_address_is_said_in_one_line() -> None:
    pytest.importorskip("ray")
    command = [sys.executable, "-m", "croupier", "arena", "pig", "random", "bot", "--ray", "127.0.0.1:1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    said = "croupier: no cluster of Ray answers at 127.0.0.1:1: Connection refused"
    assert done.stderr.splitlines()[-1].startswith(said)


def test_values_on_workers_are_those_of_one_process(workers: Executor) -> None:
    states = [cards.new_initial_state(seed) for seed in range(9)]
    for state in states[4:]:
        state.apply_action(state.legal_actions()[0])
    told: list[float] = []
    found = values(cards, states, executor=workers, agent="bot", worlds=16, seed=3, progress=told.append)
    assert found == values(cards, states, agent="bot", worlds=16, seed=3, threads=1)
    assert told[-1] == 1.0
    with pytest.raises(ConfigError, match="values need from 2"):
        values(cards, states[:1], executor=workers, worlds=1)
    other = croupier.make("skull-king", players=4, schedule="one").new_initial_state(0)
    with pytest.raises(ConfigError, match="where values of"):
        values(cards, [states[0], other], executor=workers, agent="bot", worlds=2)


@pytest.mark.thorough
def test_second_values_of_a_judge_are_the_same_on_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.provenance.command_line", lambda: "croupier judge")
    rows = load("skull-king-1").rows[:12]
    assert len({tuple(row.options.items()) for row in rows}) > 1
    words = ["judge", "bot", "--set", "skull-king-1", "--count", "12", "--again", "bot", "--worlds", "8", "--json"]
    here, there = (CliRunner().invoke(app, [*words, *more]) for more in ([], ["--workers", "2"]))
    assert here.exit_code == there.exit_code == 0, there.output
    assert here.stdout == there.stdout
    refused = CliRunner().invoke(app, ["judge", "bot", "--set", "skull-king-1", "--workers", "2"])
    assert "--workers lets processes make the second values: add --again AGENT" in refused.stderr
