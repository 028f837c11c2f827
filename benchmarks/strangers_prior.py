"""What search begins with about people that it does not know: the weights of Skull King's choice model.

Run: ``uv run python -m benchmarks.strangers_prior --out FILE [--games N] [--steps N] [--seed N]``. Many kinds of
players play at mixed tables: `net`, `bot`, and bots with habits drawn at random. One network foretells all of
them, with a last layer for each kind; the file holds the network, the mean of those layers, and how far they are
from it. Kinds that are judged by, `bot:simple` and who saves strong cards (`bot:habit-saver`), are not in it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

import croupier
from croupier.agents.agent import Agent, Turns
from croupier.agents.bots import BotAgent
from croupier.agents.registry import make_agent
from croupier.agents.search.opponent_model import WIDTH
from croupier.core.base.files import writing
from croupier.core.spec.spec import Bot
from croupier.games.skull_king.bots.choices import SIZE, describe
from croupier.games.skull_king.bots.simple import BONUS, COUNTS, HABITS, PLUS, SLIPS, SPENDS, WORTH

MOST = 13
"""Legal actions of a decision that is described, at most."""
DRAWN = 40
"""Kinds with habits that are drawn at random."""
TABLES: tuple[dict[str, Any], ...] = (
    {},
    {},
    {},
    {"players": 3},
    {"players": 6},
    {"loot": True, "kraken": True, "whale": True},
)
_LEAST_SPREAD, _FARTHER = 0.05, 3.0
"""Standard deviation of what a feature counts for, at least; and how much farther than those that were fitted an
unknown kind may be from the mean."""


class Played(NamedTuple):
    """Decisions: what was described, how many actions there were, which was chosen, and by which kind."""

    described: torch.Tensor
    counts: torch.Tensor
    places: torch.Tensor
    kinds: torch.Tensor


def population(seed: int) -> list[Agent]:
    """The kinds, each an agent; none of them saves strong cards."""
    rng = np.random.default_rng(seed)
    game = croupier.make("skull-king")
    kinds: list[Agent] = [make_agent("net", game), make_agent("bot", game)]
    kinds += [BotAgent(bot) for name, bot in HABITS.items() if name != "saver"]
    base = next(iter(HABITS.values()))
    for _ in range(DRAWN):
        params = base.params.copy()
        params[SLIPS] = rng.choice([0.0, 0.0, rng.uniform(0.0, 0.3)])
        params[COUNTS] = rng.random() < 0.8
        params[SPENDS] = rng.random() < 0.4
        params[BONUS] = rng.choice([0.0, 0.0, 1.0, 60.0])
        params[PLUS] = rng.uniform(-0.6, 0.6)
        params[WORTH:] = np.clip(HABITS["spender"].params[WORTH:] * rng.uniform(0.4, 1.6, 8), 0.0, 1.2)
        kinds.append(BotAgent(Bot(base.kernel, params)))
    return kinds


def play(kinds: list[Agent], games: int, seed: int) -> Played:
    """Decisions of games at mixed tables."""
    rng, rows = np.random.default_rng(seed), []
    for number in range(games):
        game = croupier.make("skull-king", **TABLES[number % len(TABLES)])
        seated = rng.integers(len(kinds), size=game.num_players)
        agents = [make_agent("net", game) if kind == 0 else kinds[kind] for kind in seated]
        state = game.new_initial_state(int(rng.integers(1 << 40)))
        while not state.is_terminal():
            seat, turns = state.current_player(), Turns.of_state(state)
            action = int(agents[seat].act(turns)[0])
            legal = np.flatnonzero(turns.masks[0]).astype(np.int16)
            out = np.zeros((MOST, SIZE), dtype=np.float32)
            if len(legal) > 1 and describe(state.records[0], legal, len(legal), out):
                rows.append((out, len(legal), int(np.flatnonzero(legal == action)[0]), int(seated[seat])))
            state.apply_action(action)
    described, counts, places, of = zip(*rows, strict=True)
    return Played(torch.from_numpy(np.stack(described)), *(torch.tensor(each) for each in (counts, places, of)))


class Network(nn.Module):
    """The features, and a last layer by kind."""

    def __init__(self, kinds: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(SIZE, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.mean, self.apart = nn.Parameter(torch.zeros(WIDTH)), nn.Parameter(torch.zeros(kinds, WIDTH))

    def forward(self, described: torch.Tensor, kinds: torch.Tensor) -> torch.Tensor:
        """Logits of actions."""
        features = torch.relu(self.second(torch.relu(self.first(described))))
        logits: torch.Tensor = torch.einsum("daj,dj->da", features, self.mean + self.apart[kinds])
        return logits


def fit(played: Played, kinds: int, steps: int, seed: int) -> dict[str, np.ndarray]:
    """The weights."""
    torch.manual_seed(seed)
    network = Network(kinds)
    grouped = [{"params": [network.apart], "weight_decay": 0.0}, {
        "params": [each for name, each in network.named_parameters() if name != "apart"], "weight_decay": 1e-3,
    }]  # fmt: skip
    learner = torch.optim.AdamW(grouped, lr=4e-3)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(learner, steps)
    possible = torch.arange(MOST)[None] < played.counts[:, None]
    for step in range(steps):
        rows = torch.randint(len(played.counts), (1024,))
        logits = network(played.described[rows], played.kinds[rows]).masked_fill(~possible[rows], -1e9)
        loss = nn.functional.cross_entropy(logits, played.places[rows])
        whole = loss + 0.5 * (network.apart**2).sum() / len(played.counts)
        learner.zero_grad()
        whole.backward()  # type: ignore[no-untyped-call]  # of torch
        learner.step()
        slower.step()
        if step % 250 == 0:
            print(f"step {step}: {float(loss.detach()):.3f}", flush=True)
    with torch.no_grad():
        apart, mean = network.apart.numpy(), network.mean.numpy()
        return {
            "first": network.first.weight.numpy().T, "first_bias": network.first.bias.numpy(),
            "second": network.second.weight.numpy().T, "second_bias": network.second.bias.numpy(),
            "mean": mean + apart.mean(axis=0), "spread": _FARTHER * np.maximum(apart.std(axis=0), _LEAST_SPREAD),
        }  # fmt: skip


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(description="Weights that the choice model of search begins with")
    parser.add_argument("--out", type=Path, required=True, help="the file that is written, an .npz")
    parser.add_argument("--games", type=int, default=250, help="games at mixed tables")
    parser.add_argument("--steps", type=int, default=3000, help="steps of the fit")
    parser.add_argument("--seed", type=int, default=1, help="of games and weights")
    given = parser.parse_args()
    torch.set_num_threads(1)
    kinds = population(given.seed)
    played = play(kinds, given.games, given.seed)
    print(f"{len(played.counts):,} decisions of {len(kinds)} kinds", flush=True)
    weights = fit(played, len(kinds), given.steps, given.seed)
    with writing(given.out) as file:
        whole = {name: np.ascontiguousarray(each, dtype=np.float32) for name, each in weights.items()}
        np.savez(file, allow_pickle=False, **whole)


if __name__ == "__main__":
    main()
