"""The names that the sources print, used as they print them. A test's name begins with source and section."""

import importlib
import subprocess
import sys
from enum import IntEnum
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.utils.env_checker import check_env
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

import croupier
from croupier import sources
from croupier.core.base.errors import ConfigError
from croupier.core.spec.spec import Floats
from croupier.games import skull_king
from croupier.games.skull_king import rewards
from croupier.games.skull_king.record import state
from croupier.learn.network import network as learner
from croupier.learn.runs.checkpoint import Checkpoint
from croupier.learn.settings.config import Config, NetworkSettings
from croupier.learn.settings.plan import network_shape
from croupier.sources import (
    ABILITY_PHASES,
    Card,
    DecisionPhase,
    Hand,
    MultiHeadPolicy,
    PlayStack,
    SkullKingEnvMasked,
    shuffle,
)

table = croupier.make("skull-king", players=3, schedule="fives")


def test_importing_the_names_loads_no_heavy_library_and_the_cards_load_none_either() -> None:
    code = (
        "import sys, croupier.sources as s; dir(s); s.Card, s.PlayStack, s.Hand, s.shuffle; "
        "print([name for name in ('numba', 'torch', 'gymnasium') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert result.stdout == "[]\n"


def test_every_name_is_there_and_no_other() -> None:
    assert dir(sources) == sorted(sources.__all__)
    for name in sources.__all__:
        assert getattr(sources, name) is not None
    with pytest.raises(AttributeError, match=r"'croupier\.sources' has no attribute 'DecisionPhases'"):
        getattr(sources, "DecisionPhases")  # noqa: B009  # the type checker knows that it is missing


@pytest.mark.parametrize(
    ("name", "library", "extra"),
    [("MultiHeadPolicy", "torch", "train"), ("SkullKingEnvMasked", "gymnasium", "gymnasium")],
)
def test_a_missing_library_is_named_with_the_extra_that_installs_it(name: str, library: str, extra: str) -> None:
    code = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "import croupier.sources\n"
        f"try: croupier.sources.{name}\n"
        "except croupier.ConfigError as error: print(error)"
    )
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    command = f"pip install '.[{extra}]' in a checkout of croupier"
    assert result.stdout == f"{name} needs {library}, which is not installed: {command}\n"


def test_002_tasks_1_to_4_are_importable_with_the_names_of_the_assignment() -> None:
    classic = importlib.import_module("croupier.games.spite_malice.classic")
    assert (Card, PlayStack, Hand, shuffle) == (classic.Card, classic.PlayStack, classic.Hand, classic.shuffle)
    stack, hand = PlayStack(), Hand()
    hand.add(shuffle([Card(value) for value in (4, -1, 0)]))
    hand.sort()
    assert str(hand) == "[[*][0][4]]"
    assert stack.playCard(hand.pop(1)) == []
    assert str(stack) == "|[0]|"


@pytest.mark.parametrize(
    ("name", "winning_score", "max_turns"),
    [("PigDice-v0", 100, 100), ("PigDice-v0-short", 50, 50), ("PigDice-v0-long", 500, 500)],
)
def test_003_variants_have_the_parameters_of_the_table(name: str, winning_score: int, max_turns: int) -> None:
    options = croupier.make(name).options
    assert (options["winning_score"], options["max_turns"]) == (winning_score, max_turns)


def test_004_2_1_decision_phase_has_the_values_that_the_source_prints() -> None:
    printed = {
        "BIDDING": 0, "PLAYING": 1, "ABILITY_ROSIE": 2, "ABILITY_BENDT_1": 3, "ABILITY_BENDT_2": 4,
        "ABILITY_ROATAN": 5, "ABILITY_JADE": 6, "ABILITY_HARRY": 7,
    }  # fmt: skip
    assert {phase.name: phase.value for phase in DecisionPhase} == {**printed, "TIGRESS": 8}
    assert issubclass(DecisionPhase, IntEnum)
    assert [phase.value for phase in ABILITY_PHASES] == [2, 3, 4, 5, 6, 7]


def test_004_2_1_decision_phase_is_the_definition_that_the_game_uses() -> None:
    assert skull_king.DecisionPhase is DecisionPhase is state.DecisionPhase
    assert {phase.name: phase.value for phase in table.phases} == {p.name: p.value for p in DecisionPhase}
    constants = (
        state.BIDDING, state.PLAYING, state.ROSIE_PHASE, state.BENDT_1, state.BENDT_2, state.ROATAN_PHASE,
        state.JADE_PHASE, state.HARRY_PHASE, state.TIGRESS_PHASE,
    )  # fmt: skip
    assert constants == tuple(DecisionPhase)
    assert {type(constant) for constant in constants} == {int}
    assert table.new_initial_state(1).phase == DecisionPhase.BIDDING.name


def test_004_2_3_the_policy_is_made_from_the_sizes_that_the_source_prints_with_room_for_eight_seats() -> None:
    policy = MultiHeadPolicy(obs_dim=230, hidden_dim=256)
    assert [np.shape(weight) for name, weight in policy.encoder.state_dict().items() if "weight" in name] == [
        (256, 230),
        (256, 256),
    ]
    sizes = {"bid": 11, "card": 13, "rosie": 8, "bendt": 13, "roatan": 3, "harry": 3, "jade": 1, "tigress": 2}
    assert {name: head.out_features for name, head in policy.heads.items()} == sizes
    assert policy.value.out_features == 1
    assert isinstance(policy, learner.PolicyNetwork)
    assert differing(policy, MultiHeadPolicy()) == []


def differing(a: torch.nn.Module, b: torch.nn.Module) -> list[str]:
    others = b.state_dict()
    return [name for name, weight in a.state_dict().items() if not torch.equal(weight, others[name])]


HEAD_OF = {
    DecisionPhase.BIDDING: "bid", DecisionPhase.PLAYING: "card", DecisionPhase.ABILITY_ROSIE: "rosie",
    DecisionPhase.ABILITY_BENDT_1: "bendt", DecisionPhase.ABILITY_BENDT_2: "bendt",
    DecisionPhase.ABILITY_ROATAN: "roatan", DecisionPhase.ABILITY_JADE: "jade",
    DecisionPhase.ABILITY_HARRY: "harry", DecisionPhase.TIGRESS: "tigress",
}  # fmt: skip


def test_004_2_3_weights_of_the_learners_network_fit_and_give_the_same_logits() -> None:
    game = croupier.make("skull-king")
    trained = learner.PolicyNetwork(
        network_shape(game, NetworkSettings(widths=(32, 32))), torch.Generator().manual_seed(5)
    )
    policy = MultiHeadPolicy(obs_dim=game.observation_size, hidden_dim=32)
    assert differing(policy, trained) != []
    policy.load_state_dict(trained.state_dict())
    obs = torch.rand(7, game.observation_size, generator=torch.Generator().manual_seed(2))
    every, values = trained(obs)
    for phase in game.phases:
        logits, value = policy(obs, DecisionPhase(phase.value))
        torch.testing.assert_close(logits, every[:, phase.actions])
        torch.testing.assert_close(value[:, 0], values)


def test_004_2_3_the_policy_of_a_checkpoint_fits_without_what_serves_training_alone() -> None:
    game, config = croupier.make("skull-king"), Config().changed(widths=(16, 16))
    generator = torch.Generator().manual_seed(6)
    trained = learner.PolicyNetwork(network_shape(game, config.network, {"bid": 7}, privileged_size=9), generator)
    tensors = {f"mean.{name}": weight.numpy() for name, weight in trained.state_dict().items()}
    saved = Checkpoint(game, config, "source", {**tensors, "network.value.bias": np.ones(1)}, {})
    policy = MultiHeadPolicy(game.observation_size, 16)
    policy.load_state_dict({name: torch.from_numpy(array) for name, array in saved.policy().items()})
    assert differing(policy, trained) == []


def test_004_2_3_rows_of_several_phases_take_masks_as_the_learners_network_does() -> None:
    policy = MultiHeadPolicy(obs_dim=20, hidden_dim=16, seed=3)
    obs = torch.rand(4, 20, generator=torch.Generator().manual_seed(2))
    logits, values = policy(obs, torch.ones(4, 54, dtype=torch.bool))
    assert logits.shape == (4, 54)
    assert values.shape == (4,)
    assert torch.equal(policy(obs)[0], logits)
    with pytest.raises(ConfigError, match=r"one phase serves all rows, not 4: .* give the masks"):
        policy(obs, torch.tensor([0, 1, 1, 7]))
    assert torch.equal(policy(obs, torch.tensor(7))[0], policy(obs, DecisionPhase.ABILITY_HARRY)[0])


def test_004_2_3_the_seed_decides_the_weights_and_no_global_generator_is_read() -> None:
    before = torch.get_rng_state()
    assert differing(MultiHeadPolicy(30, 8, seed=1), MultiHeadPolicy(30, 8, seed=1)) == []
    assert "encoder.0.weight" in differing(MultiHeadPolicy(30, 8, seed=1), MultiHeadPolicy(30, 8, seed=2))
    assert torch.equal(torch.get_rng_state(), before)


def test_004_2_3_sizes_and_phases_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ConfigError, match="obs_dim must be at least 1, not 0"):
        MultiHeadPolicy(obs_dim=0)
    with pytest.raises(ConfigError, match="hidden_dim must be at least 1, not -1"):
        MultiHeadPolicy(hidden_dim=-1)
    with pytest.raises(ConfigError, match=r"9 is no phase of Skull King; there are 0 BIDDING, .*8 TIGRESS"):
        MultiHeadPolicy(10, 8)(torch.zeros(1, 10), 9)


class Counting(SkullKingEnvMasked):
    """For `check_env`, which samples actions without a look at the mask: numbers count through the legal ones."""

    def step(self, action: np.int64 | int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        legal = np.flatnonzero(self.action_masks())
        return super().step(legal[int(action) % len(legal)])


def test_004_5_1_the_environment_passes_gymnasiums_checker() -> None:
    check_env(Counting(num_players=3, opponents="random", render_mode="ansi"), skip_render_check=True)


def test_004_5_1_maskable_ppo_finds_the_masks_and_learns() -> None:
    env = SkullKingEnvMasked(num_players=4, opponents="random", schedule="one")
    assert is_masking_supported(env)
    env.reset(seed=2)
    assert np.array_equal(get_action_masks(env), env.action_masks())
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=8, n_epochs=1, seed=1, device="cpu")
    assert model.learn(32).num_timesteps == 32


def test_004_5_1_decision_phase_and_mask_follow_the_game() -> None:
    env = SkullKingEnvMasked(num_players=4, opponents="bot:simple", seat=1)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.decision_phase  # noqa: B018  # asked for to see it refused
    generator = np.random.default_rng(1)
    seen: set[DecisionPhase] = set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            phase = env.decision_phase
            seen.add(phase)
            assert phase.name == info["phase"]
            mask = env.get_action_mask(phase)
            part = next(each for each in env.game.phases if each.value == phase)
            assert len(mask) == env.game.heads[[h.name for h in env.game.heads].index(HEAD_OF[phase])].size
            assert mask.sum() == env.action_masks().sum() > 0
            chosen = part.start + int(generator.choice(np.flatnonzero(mask)))
            _, _, over, _, info = env.step(chosen)
        assert not env.get_action_mask().any()
    assert seen == set(DecisionPhase)


def test_004_2_4_bids_are_masked_up_to_the_round_number() -> None:
    env = SkullKingEnvMasked(num_players=4)
    env.reset(seed=1)
    assert env.get_action_mask(DecisionPhase.BIDDING).tolist() == [1, 1] + [0] * 9
    with pytest.raises(
        ConfigError, match=r"the decision that is due is BIDDING \(0\), not <DecisionPhase.PLAYING"
    ):
        env.get_action_mask(DecisionPhase.PLAYING)


def test_004_3_the_environment_rewards_as_the_source_says_unless_it_is_told_otherwise() -> None:
    def total(**settings: Any) -> tuple[float, float]:
        env = SkullKingEnvMasked(num_players=3, schedule="one", seat=0, **settings)
        _, info = env.reset(seed=4)
        rewarded, over = 0.0, False
        while not over:
            _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            rewarded += reward
        return rewarded, float(info["return"])

    assert total() == total(shaping=rewards.WEIGHTS)
    assert total()[0] != total()[1]
    rewarded, utility = total(shaping=None)
    assert rewarded == utility
    with pytest.raises(ConfigError, match="give the number of people as num_players"):
        SkullKingEnvMasked(players=3)
