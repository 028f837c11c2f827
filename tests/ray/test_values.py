"""Values of decisions by workers of Ray are those of one process, digit for digit."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app
from croupier.core.base.errors import ConfigError
from croupier.measure import load
from croupier.measure.costs.cluster_values import values_on
from croupier.measure.costs.valued import values
from croupier.measure.play.cluster import Cluster, cluster

ray = pytest.importorskip("ray", reason="Ray is not installed: uv sync --no-default-groups --group ray")

pytestmark = pytest.mark.filterwarnings("default")  # Ray's own


@pytest.fixture
def workers() -> Iterator[Cluster]:
    with cluster("local", 2) as found:
        yield found


def test_values_on_workers_are_those_of_one_process(workers: Cluster) -> None:
    game = croupier.make("skull-king", players=3, schedule="one")
    states = [game.new_initial_state(seed) for seed in range(9)]
    for state in states[4:]:
        state.apply_action(state.legal_actions()[0])
    told: list[float] = []
    found = values_on(workers, game, states, agent="bot", worlds=16, seed=3, progress=told.append)
    assert found == values(game, states, agent="bot", worlds=16, seed=3, threads=1)
    assert told[-1] == 1.0


def test_what_cannot_be_valued_is_said_as_by_one_process(workers: Cluster) -> None:
    game = croupier.make("skull-king", players=3, schedule="one")
    with pytest.raises(ConfigError, match="values need from 2"):
        values_on(workers, game, [game.new_initial_state(0)], worlds=1)
    other = croupier.make("skull-king", players=4, schedule="one")
    with pytest.raises(ConfigError, match="where values of"):
        values_on(workers, game, [game.new_initial_state(0), other.new_initial_state(0)], agent="bot", worlds=2)


def test_second_values_of_a_judge_are_the_same_on_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.provenance.command_line", lambda: "croupier judge")
    rows = load("skull-king-1").rows[:12]
    assert len({tuple(row.options.items()) for row in rows}) > 1
    words = ["judge", "bot", "--set", "skull-king-1", "--count", "12", "--again", "bot", "--worlds", "8", "--json"]
    here, there = (CliRunner().invoke(app, [*words, *more]) for more in ([], ["--ray", "--workers", "2"]))
    assert here.exit_code == there.exit_code == 0, there.output
    assert here.stdout == there.stdout
    assert "Ray: 2 workers here." in there.stderr
    refused = CliRunner().invoke(app, ["judge", "bot", "--set", "skull-king-1", "--ray"])
    assert "--ray lets workers make the second values: add --again AGENT" in refused.stderr
