"""Parts of the network that settings switch: blocks that it does not see, and heads with layers of their own."""

from pathlib import Path

import numpy as np
import pytest
import torch

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.learn.network.inference import torch_threads
from croupier.learn.network.network import PolicyNetwork, make_network
from croupier.learn.runs.run import Run
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from tests.learn.small import EVERYTHING, differing, skull_king, trained

HIDING = EVERYTHING.changed(hidden_blocks=("table", "seats"), own_trunks=("bid",), mix="none", teacher="none")


def seen_by(game: Game, seed: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Observations and masks of many moments."""
    batch = game.batch(200, seed=seed)
    rngs, actions = np.arange(200, dtype=np.uint64), np.zeros(200, dtype=np.int64)
    for _ in range(23):
        batch.random_actions(rngs, actions)
        batch.step(actions)
    return batch.observations.copy(), batch.masks.copy()


def blocks_of(game: Game) -> tuple[str, str]:
    """Two blocks that are none of the own hand."""
    names = [block.name for block in game.blocks if block.name != "hand"]
    return names[0], names[-1]


@pytest.mark.parametrize("architecture", ["heads", "separate"])
def test_a_hidden_block_changes_neither_the_network_nor_its_file_also_after_training(architecture: str) -> None:
    game = skull_king()
    names = blocks_of(game)
    config = HIDING.changed(hidden_blocks=names, architecture=architecture)
    trainer = trained(config, 3)
    observations, masks = seen_by(game)
    changed = observations.copy()
    for name in names:
        changed[:, game.block_slices[name]] = 7.0
    with torch.inference_mode():
        pairs = [trainer.network(torch.from_numpy(rows)) for rows in (observations, changed)]
        privileged = torch.rand(200, trainer._collector.privileged_size)
        valued = [
            trainer.network.critic_values(torch.from_numpy(rows), privileged) for rows in (observations, changed)
        ]
    assert torch.equal(pairs[0][0], pairs[1][0])
    assert torch.equal(pairs[0][1], pairs[1][1])
    assert torch.equal(*valued)
    agent = Run(Path("nowhere"), trainer, "quick").agent()
    plain, other = agent._run(observations), agent._run(changed)
    np.testing.assert_array_equal(plain[0], other[0])
    np.testing.assert_array_equal(plain[1], other[1])
    open_block = next(block.name for block in game.blocks if block.name not in (*names, "hand"))
    changed[:, game.block_slices[open_block]] = 7.0
    assert not np.allclose(agent._run(changed)[0][masks], plain[0][masks])


def test_a_network_that_begins_with_a_policys_weights_and_its_file_see_nothing_of_what_is_hidden(
    tmp_path: Path,
) -> None:
    game = croupier.make("pig", winning_score=30, max_turns=60)
    name, head = game.blocks[0].name, game.heads[0].name
    seeing = Config().changed(
        num_tables=16, rollout_steps=8, minibatch_size=64, widths=(8,), threads=1, device="cpu", own_trunks=(head,)
    )
    first = Trainer(game, seeing)
    (tmp_path / "policy.onnx").write_bytes(Run(tmp_path, first, "quick").policy_bytes())
    config = seeing.changed(initial_policy=str(tmp_path / "policy.onnx"), hidden_blocks=(name,))
    trainer = Trainer(game, config)
    trainer.imitate(lambda *copied: pytest.fail(f"nothing is copied: {copied}"))
    hidden = game.block_slices[name]
    for key, weights in first.policy().items():
        if key in ("encoder.0.weight", f"own.{head}.0.weight"):
            weights[:, hidden] = 0.0
        np.testing.assert_array_equal(trainer.policy()[key], weights, err_msg="what is seen keeps its weights")
    observations = np.random.default_rng(1).random((50, game.observation_size)).astype(np.float32)
    changed = observations.copy()
    changed[:, hidden] = 7.0
    for _ in range(2):
        agent = Run(tmp_path, trainer, "quick").agent()
        for before, after in zip(agent._run(observations), agent._run(changed), strict=True):
            np.testing.assert_array_equal(before, after)
        exported = {key: torch.from_numpy(array) for key, array in trainer.policy().items()}
        network = make_network(game, config.network, torch.Generator())
        network.load_state_dict(exported)
        with torch.inference_mode():
            found = network(torch.from_numpy(observations))
        for ours, theirs in zip(found, agent._run(observations), strict=True):
            np.testing.assert_allclose(ours.numpy(), theirs, rtol=1e-4, atol=1e-5)
        with torch_threads(1):
            trainer.step()


def test_hidden_features_leave_the_other_weights_as_they_are_drawn() -> None:
    game = skull_king()
    name, _ = blocks_of(game)

    def drawn(config: Config) -> dict[str, torch.Tensor]:
        return make_network(game, config.network, torch.Generator().manual_seed(1), None, 9).state_dict()

    plain, hiding = drawn(EVERYTHING), drawn(EVERYTHING.changed(hidden_blocks=(name,)))
    hidden = game.block_slices[name]
    assert plain.keys() == hiding.keys()
    for key, weights in plain.items():
        if key in ("encoder.0.weight", "critic.0.weight"):
            assert not hiding[key][:, hidden].any()
            assert weights[:, hidden].any()
            weights[:, hidden] = 0.0
        assert torch.equal(weights, hiding[key]), key


def test_a_head_with_a_trunk_of_its_own_decides_by_it_alone() -> None:
    game = skull_king()
    config = EVERYTHING.changed(own_trunks=("bid", "card"))
    network = make_network(game, config.network, torch.Generator().manual_seed(1))
    assert list(network.own) == ["bid", "card"]
    observations, masks = (torch.from_numpy(each) for each in seen_by(game))
    with torch.inference_mode():
        before = network(observations)[0]
        assert torch.allclose(network(observations, masks)[0][masks], before[masks], atol=1e-6)
        for layer in network.encoder:
            layer.weight.zero_()  # type: ignore[operator]
        after = network(observations)[0]
    slices = {head.name: slice(head.start, head.start + head.size) for head in game.heads}
    assert torch.equal(before[:, slices["bid"]], after[:, slices["bid"]])
    assert torch.equal(before[:, slices["card"]], after[:, slices["card"]])
    assert not torch.equal(before[:, slices["rosie"]], after[:, slices["rosie"]])


def test_separate_abilities_and_other_trunks_go_together() -> None:
    config = EVERYTHING.changed(architecture="separate", own_trunks=("bid", "rosie"))
    network = make_network(skull_king(), config.network, torch.Generator())
    assert set(network.own) == {"rosie", "bendt", "roatan", "jade", "harry", "bid"}


def test_a_resumed_run_with_hidden_blocks_and_own_trunks_reaches_the_same_weights() -> None:
    config = HIDING.changed(hidden_blocks=blocks_of(skull_king()))
    first, undisturbed = trained(config, 3), trained(config, 6)
    resumed = Trainer(skull_king(), config)
    resumed.restore(first.tensors(), first.progress())
    with torch_threads(1):
        for _ in range(3):
            resumed.step()
    assert differing(resumed.tensors(), undisturbed.tensors()) == []
    kept = undisturbed._collector.league._past[0]
    assert isinstance(kept, PolicyNetwork)
    assert not kept.encoder[0].weight[:, skull_king().block_slices[blocks_of(skull_king())[0]]].any()  # type: ignore[index]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hidden_blocks": ("hnad",)}, "hidden_blocks: pig has no block 'hnad' in its observation, but "),
        ({"own_trunks": ("bid",)}, "unknown head of pig in own_trunks 'bid'"),
        ({"own_trunks": ("bid",), "architecture": "flat"}, "leave own_trunks empty"),
    ],
)
def test_names_that_the_game_has_not_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_network(croupier.make("pig"), Config().changed(**changes).network, torch.Generator())
