"""What a network learns of searched decisions, in those that it learns from and in those that it has not seen.

Run: ``uv run python -m benchmarks.search_targets DIR --policy FILE [--passes N] [--rate R] [--threads N]``, where
`croupier targets` has made DIR around the policy in FILE. The last tenth of its parts is held out; a copy of the
policy goes through a quarter, a half and all of the others, as `croupier train` does. Printed are, for both:

- the Kullback-Leibler divergence of the network's policy from that of the search, in nats;
- in which share of the decisions the likeliest action is the same;
- the mean gain, in the search's unit over its `eta`, of the network's likeliest action over the policy's: what the
  search found an action clearly better by, or worse, worked back from its policy.

A gain in what was learnt and none in what was held out is noise that was learnt by heart.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

import croupier
from croupier.agents.search.choice import difference, logs_of
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Floats
from croupier.learn.network.initial import fitting_weights
from croupier.learn.network.network import PolicyNetwork, masked_log_softmax
from croupier.learn.settings.network_shape import network_shape
from croupier.learn.settings.presets import preset
from croupier.learn.targets.data_set import SearchTargets, TargetFolder
from croupier.learn.update.imitation import imitate

HELD_OUT = 10
"""One part of so many is held out."""
SHARES = (0.25, 0.5, 1.0)
_ROWS = 8192
_MINIBATCH = 1024


class Measured(NamedTuple):
    """How a network does in some decisions.

    Attributes:
        divergence: from the search's policy, in nats.
        same: share of the decisions with the same likeliest action.
        gain: mean gain of its likeliest action over the blueprint's.
        error: the gain's standard error.
    """

    divergence: float
    same: float
    gain: float
    error: float


def logs_in(network: torch.nn.Module, targets: SearchTargets) -> Floats:
    """Logarithms of a network's probabilities, shape (K, num_actions); those of illegal actions are very low."""
    parts = []
    with torch.no_grad():
        for first in range(0, len(targets), _ROWS):
            rows = np.arange(first, min(first + _ROWS, len(targets)))
            observations, masks, _ = (torch.from_numpy(each) for each in targets.dense(rows))
            logs = masked_log_softmax(network(observations)[0].float(), masks)
            parts.append(torch.where(masks, logs, -1e9).numpy())
    return np.concatenate(parts)


def gains_of(shares: Floats, target: Floats) -> npt.NDArray[np.float64]:
    """By what a search found each action clearly better than the blueprint's likeliest.

    Args:
        shares: the blueprint's probabilities of the legal actions, shape (actions,).
        target: the policy that the search moved to; see `croupier.agents.search.choice.improved`.

    Returns:
        Gains times eta, shape (actions,); an action that was dropped counts as the worst that was not.
    """
    kept = target > 0.0
    gains = np.full(len(target), np.nan)
    gains[kept] = np.log(target[kept].astype(np.float64)) - logs_of(shares)[kept]
    gains -= gains[kept].max() if not kept[shares.argmax()] else gains[shares.argmax()]
    gains[~kept] = gains[kept].min()
    return gains


def measured(network: torch.nn.Module, blueprint: Floats, targets: SearchTargets) -> Measured:
    """How a network does in some decisions.

    Args:
        network: it.
        blueprint: `logs_in` of the policy that was searched around.
        targets: the decisions.
    """
    logs = logs_in(network, targets)
    _, masks, wanted = targets.dense(np.arange(len(targets)))
    divergence = (wanted * (np.log(np.maximum(wanted, 1e-30)) - np.where(masks, logs, 0.0))).sum(axis=1)
    gains = np.zeros(len(targets))
    for row, chosen in enumerate(logs.argmax(axis=1)):
        legal = np.flatnonzero(masks[row])
        gains[row] = gains_of(np.exp(blueprint[row, legal]), wanted[row, legal])[legal == chosen].item()
    mean, error = difference(gains.astype(np.float32), np.zeros(1, dtype=np.float32))
    return Measured(float(divergence.mean()), float((logs.argmax(axis=1) == wanted.argmax(axis=1)).mean()),
                    float(mean), float(error))  # fmt: skip


def network_of(policy: Path, game: Game) -> PolicyNetwork:
    """A network with the weights of a policy's file, of the architecture of the game's presets."""
    settings = preset(game, "standard").network
    network = PolicyNetwork(network_shape(game, settings), torch.Generator().manual_seed(0))
    weights = fitting_weights(policy, game, network)
    network.load_state_dict({name: torch.from_numpy(each) for name, each in weights.items()}, strict=False)
    return network


def learnt(policy: Path, game: Game, targets: SearchTargets, passes: int, rate: float) -> PolicyNetwork:
    """A copy of a policy that has gone through some decisions."""
    network = network_of(policy, game)
    optimiser = torch.optim.Adam(network.parameters(), lr=rate)
    for seed in range(passes):
        imitate(network, optimiser, [targets], _MINIBATCH, np.random.default_rng(seed), _no_progress)
    return network


def _no_progress(loss: float, right: float) -> None:
    del loss, right


def table(rows: Mapping[str, tuple[Measured, Measured]]) -> Sequence[str]:
    """A table in Markdown, by lines: how networks do in what they learnt and in what was held out, by name."""
    head = ["| decisions learnt | nats | same choice | gain | held out: nats | same choice | gain |",
            "|---|---:|---:|---:|---:|---:|---:|"]  # fmt: skip
    cells = {
        name: " | ".join(f"{m.divergence:.3f} | {m.same:.1%} | {m.gain:+.3f} ± {1.96 * m.error:.3f}" for m in both)
        for name, both in rows.items()
    }
    return [*head, *(f"| {name} | {each} |" for name, each in cells.items())]


def main() -> None:
    """Learn and print."""
    parser = argparse.ArgumentParser(description="What a network learns of searched decisions")
    parser.add_argument("folder", type=Path, help="what croupier targets has made")
    parser.add_argument("--policy", type=Path, required=True, help="the policy that was searched around")
    parser.add_argument("--passes", type=int, default=4, help="passes over what is learnt")
    parser.add_argument("--rate", type=float, default=3e-4, help="learning rate")
    parser.add_argument("--threads", type=int, default=1, help="threads of torch")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    about = TargetFolder(given.folder).about()
    game = croupier.make(about["game"], **about["options"])
    parts = list(TargetFolder(given.folder).read(game))
    if len(parts) < HELD_OUT:
        parser.error(f"{given.folder} has {len(parts)} parts; {HELD_OUT} are needed to hold one out")
    count = len(parts) - len(parts) // HELD_OUT
    held_out, blueprint = SearchTargets.joined(parts[count:]), network_of(given.policy, game)
    unseen = logs_in(blueprint, held_out)
    rows: dict[str, tuple[Measured, Measured]] = {}
    for share in (0.0, *SHARES):
        some = SearchTargets.joined(parts[: max(1, int(count * share))])
        network = learnt(given.policy, game, some, given.passes if share else 0, given.rate)
        name = f"{len(some):,}" if share else "none"
        rows[name] = measured(network, logs_in(blueprint, some), some), measured(network, unseen, held_out)
        print(f"{name}: {rows[name]}", flush=True)
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
