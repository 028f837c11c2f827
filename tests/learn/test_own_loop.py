"""What the page on training says of tensors and rewards."""

import re
from pathlib import Path

import numpy as np
import torch

import croupier

PAGE = (Path(__file__).parents[2] / "docs" / "training.md").read_text()
PIG = croupier.make("pig")


def test_arrays_of_a_batch_are_tensors_of_the_same_memory_and_change_with_the_next_step() -> None:
    batch = PIG.batch(8, seed=1, count_points=True)
    named = re.search(r"^\| (.*) \| `torch.from_numpy\(...\)` \| none; `.clone\(\)`", PAGE, re.MULTILINE)
    assert named is not None
    names = re.findall(r"`(?:batch\.)?(\w+)`", named[1])
    shared = {name: torch.from_numpy(getattr(batch, name)) for name in names}
    assert set(shared) == {"observations", "rewards", "points_gained", "dones"}
    kept = shared["observations"].clone()
    batch.step(torch.zeros(8, dtype=torch.int64).numpy())
    for name, tensor in shared.items():
        assert tensor.data_ptr() == getattr(batch, name).ctypes.data
        assert np.array_equal(tensor.numpy(), getattr(batch, name))
    assert not torch.equal(kept, shared["observations"])
    masks = torch.tensor(batch.masks)
    assert masks.data_ptr() != batch.masks.ctypes.data
    movers = torch.from_numpy(batch.current_players).long()
    assert movers.dtype == torch.int64
    assert movers.data_ptr() != batch.current_players.ctypes.data


def test_rewards_of_ones_own_see_finished_games_as_they_ended() -> None:
    code = re.search(r"```python\n(import numpy as np\n\nimport croupier\n.*?)```", PAGE, re.DOTALL)
    assert code is not None
    names: dict[str, object] = {}
    exec(code[1], names)  # noqa: S102
    assert isinstance(names["rewards"], np.ndarray)
    assert names["rewards"].shape == (1024,)
    batch, seen = croupier.make("pig", winning_score=10).batch(64, seed=1, autoreset=False), 0
    for _ in range(60):
        batch.step(np.where(batch.records["total"] < 10, 0, 1) * batch.masks[:, 1])
        over = np.flatnonzero(batch.dones)
        assert (batch.points()[over].max(axis=1) >= 10).all()
        seen += len(over)
        batch.deal_again(over)
        assert not (batch.points()[over]).any()
    assert seen > 10
