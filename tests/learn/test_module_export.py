"""Torch modules of one's own as policies: the same numbers from the file, and a refusal of what it cannot hold."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

import croupier
from croupier.agents.agent import Turns
from croupier.agents.policy import PolicyAgent, trained_game
from croupier.agents.registry import make_agent
from croupier.agents.search.network import read_heads
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game
from croupier.learn import export_module
from croupier.measure import play_tournament

PIG = croupier.make("pig", winning_score=30)
OH_HELL = croupier.make("oh-hell", players=3)
"""A game with several heads."""


class Shared(nn.Module):
    """One encoder, ReLU; the value by an index."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        layers = [nn.Linear(game.observation_size, 24), nn.ReLU(), nn.Linear(24, 16), nn.ReLU()]
        self.encoder = nn.Sequential(*layers)
        self.logits, self.value = nn.Linear(16, game.num_actions), nn.Linear(16, 1)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        features = self.encoder(observations)
        return self.logits(features), self.value(features)[:, 0]


class Apart(nn.Module):
    """Two networks, Tanh and functions, dropout, a layer without a bias, a join; the value by squeeze."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.policy, self.critic = (nn.Linear(game.observation_size, 12) for _ in range(2))
        self.wide, self.drop, self.end = nn.Linear(24, 8, bias=False), nn.Dropout(0.5), nn.Identity()
        self.logits, self.value = nn.Linear(8 + game.observation_size, game.num_actions), nn.Linear(12, 1)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.drop(torch.tanh(self.policy(observations)))
        both = functional.relu(self.wide(torch.cat([seen, seen], dim=-1)))
        logits = self.logits(torch.cat((both, observations), 1))
        return self.end(logits), self.value(self.critic(observations).relu()).squeeze(1)


def turns_of(game: Game, rows: int = 64) -> Turns:
    batch = game.batch(rows, seed=3)
    generators, actions = np.arange(rows, dtype=np.uint64), np.zeros(rows, dtype=np.int64)
    for _ in range(25):
        batch.random_actions(generators, actions)
        batch.step(actions)
    return Turns(game, batch.records.copy(), np.zeros(rows, dtype=np.uint64))


@pytest.mark.parametrize("game", [PIG, OH_HELL], ids=["pig", "oh-hell"])
@pytest.mark.parametrize("kind", [Shared, Apart])
def test_the_file_gives_the_modules_numbers(kind: Callable[[Game], nn.Module], game: Game, tmp_path: Path) -> None:
    torch.manual_seed(5)
    module, file, turns = kind(game), tmp_path / "own.onnx", turns_of(game)
    export_module(module, file, game, {"loop": "mine"})
    assert module.training  # as it was
    agent = PolicyAgent(file, game)
    assert agent.metadata["training"] == '{"loop": "mine"}'
    assert repr(trained_game(file.read_bytes(), str(file))) == repr(game)
    module.eval()
    with torch.no_grad():
        logits, values = module(torch.from_numpy(turns.observations))
    assert np.allclose(agent.logits(turns), logits.numpy(), atol=1e-5)
    assert np.allclose(agent.values(turns), values.numpy(), atol=1e-5)
    assert logits.std() > 0.01


def test_it_plays_in_the_arena_and_with_search_around_it(tmp_path: Path) -> None:
    file = tmp_path / "own.onnx"
    export_module(Shared(OH_HELL), file, OH_HELL)
    agents = [make_agent(name, OH_HELL) for name in (f"net:{file}", f"search/fast,worlds=4:net:{file}", "random")]
    report = play_tournament(OH_HELL, agents, 1)
    assert len(report.agents) == 3


def test_a_search_compiles_a_linear_layer_behind_rectifiers_and_runs_the_graph_of_another(tmp_path: Path) -> None:
    for kind, compiled in ((Shared, True), (Apart, False)):
        file = tmp_path / f"{kind.__name__}.onnx"
        export_module(kind(OH_HELL), file, OH_HELL)
        assert (read_heads(file.read_bytes(), OH_HELL) is not None) == compiled


class Odd(Shared):
    """A module that does one thing more to what it gives."""

    def __init__(self, game: Game, change: Callable[[Tensor, Tensor], object]) -> None:
        super().__init__(game)
        self.change = change

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        return self.change(*super().forward(observations))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda out, value: (torch.sigmoid(out), value), r"cannot hold sigmoid \(sigmoid\); it holds Linear"),
        (lambda out, value: (out + out, value), "cannot hold add"),
        (lambda out, value: (out, out[:, 0] if value else value), "cannot be exported"),
        (lambda out, value: (out, torch.cat([out, value[:, None]], 1)[:, 0]), "cannot hold getitem"),
        (lambda out, value: [out, value], r"gives \['list'\] for two observations of croupier.make\('pig'"),
        (lambda out, value: (out, value[:, None]), r"gives \[\(2, 2\), \(2, 1\)\]"),
        (lambda out, value: (value, out), r"have the shapes \[\(2, 2\), \(2,\)\]"),
        (lambda out, value: (out if out.sum() > 0 else -out, value), "Odd cannot be exported: symbolic"),
    ],
)
def test_what_a_policys_file_cannot_hold_is_named(
    change: Callable[[Tensor, Tensor], object], message: str, tmp_path: Path
) -> None:
    file = tmp_path / "odd.onnx"
    with pytest.raises(ConfigError, match=message):
        export_module(Odd(PIG, change), file, PIG)
    assert not file.exists()


def test_a_module_for_another_game_and_a_file_that_exists_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "own.onnx"
    with pytest.raises(ConfigError, match=r"Shared cannot be exported: .*mat1 and mat2 shapes"):
        export_module(Shared(OH_HELL), file, PIG)
    export_module(Shared(PIG), file, PIG)
    with pytest.raises(FileError, match="exists already"):
        export_module(Shared(PIG), file, PIG)


def test_arguments_in_another_order_are_refused_with_the_order(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"^export_module\(module, target, game\): .*, not Shared, Game, .*Path$"
    ):
        export_module(Shared(PIG), PIG, tmp_path / "own.onnx")  # type: ignore[arg-type]
