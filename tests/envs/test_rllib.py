"""The example of RLlib, which pins an older Gymnasium: in a group of its own, see CONTRIBUTING.md."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from croupier.core.spec import registry

ray = pytest.importorskip("ray", reason="RLlib is not installed: uv sync --no-default-groups --group ray")

from ray.rllib.utils.pre_checks.env import check_multiagent_environments  # noqa: E402

from examples.rllib_ppo import EverySeat, main  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")  # RLlib's own are many
BUILT_IN = [entry.name for entry in registry.BUILT_IN]


class Folding(EverySeat):
    """For RLlib's checker, which samples actions without the mask: numbers count through the legal ones."""

    def step(self, action_dict: Any) -> Any:
        (agent,) = action_dict
        legal = np.flatnonzero(self._seen([agent])[0][agent]["action_mask"])
        return super().step({agent: int(legal[int(action_dict[agent]) % len(legal)])})


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_checker_of_rllib_finds_nothing(name: str) -> None:
    for _ in range(5):
        check_multiagent_environments(Folding({"game": name}))
    if name == "pig":  # where every action is legal, as it is
        check_multiagent_environments(EverySeat({"game": name}))


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


def test_the_example_trains_and_counts_decisions(cluster: None, capsys: pytest.CaptureFixture[str]) -> None:
    main("pig", 2, train_batch_size_per_learner=100, minibatch_size=50, num_epochs=1).stop()
    first, second = map(float, capsys.readouterr().out.split())
    assert second > first >= 100
