"""Skull King's `net` distilled into smaller networks, all from the same games.

Run: ``uv run python -m benchmarks.distil DIR [--games N] [--widths 128x128 96x96 64x64]``. `net` plays games of
the mix `all` and draws its actions; the networks copy its probabilities, each decision once, with a step size that
comes down to 0. `croupier train` with ``teacher=net/temperature=1`` does so for one network and one step size.
Each network is written as ``DIR/WIDTHS.onnx``; its metadata says how many decisions it copied, and of which file.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

import croupier
from croupier.agents.registry import make_agent
from croupier.agents.shipped import shipped_policy
from croupier.learn.network.inference import torch_threads
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.runs.export import policy_bytes
from croupier.learn.settings.config import NetworkSettings
from croupier.learn.settings.mixes import OptionMix
from croupier.learn.settings.network_shape import in_policy, network_shape
from croupier.learn.update.imitation import Demonstrations, cross_entropy, teacher_demonstrations

TEACHER, MIX, MIX_SHARE = "net/temperature=1", "all", 0.8
_RATE, _MINIBATCH, _SEED, _GAMES_A_PART = 3e-3, 1024, 11, 256


class Student:
    """A network that learns from the same decisions as others."""

    def __init__(self, mix: OptionMix, widths: Sequence[int]) -> None:
        """Begin with random weights."""
        shape = network_shape(mix.game, NetworkSettings(widths=tuple(widths), card_head="pointer"))
        self._mix, self._decisions = mix, 0
        self._network = PolicyNetwork(shape, torch.Generator().manual_seed(1))
        self._optimiser = torch.optim.Adam(self._network.parameters(), _RATE, eps=1e-5, fused=True)

    def learn(
        self, part: Demonstrations, minibatches: Sequence[npt.NDArray[np.int64]], done: float, upto: float
    ) -> tuple[float, float]:
        """Copy some decisions.

        Args:
            part: the decisions.
            minibatches: rows of them.
            done: share of the learning that lies before.
            upto: share that is done with them.

        Returns:
            Mean cross-entropy in nats, and the share of decisions whose likeliest action is the teacher's.
        """
        lost, right = 0.0, 0
        for number, rows in enumerate(minibatches):
            share = done + (upto - done) * number / len(minibatches)
            for group in self._optimiser.param_groups:
                group["lr"] = _RATE * 0.5 * (1.0 + math.cos(math.pi * share))
            loss, same = cross_entropy(self._network, part, rows)
            self._optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]  # torch publishes no types for it
            self._optimiser.step()
            lost += float(loss.detach()) * len(rows)
            right += same
        self._decisions += len(part)
        return lost / len(part), right / len(part)

    def policy(self) -> bytes:
        """The network as a policy's file."""
        weights = {name: each.numpy() for name, each in self._network.state_dict().items() if in_policy(name)}
        teacher = shipped_policy(self._mix.own)
        told = {
            "config": {"mix": MIX, "mix_share": MIX_SHARE, "seed": _SEED},
            "decisions": self._decisions,
            "teacher": {teacher.name: sha256(teacher.read_bytes()).hexdigest()},
        }
        return policy_bytes(self._mix.own, weights, told)


def main() -> None:
    """Distil, and print how well each network copies."""
    parser = argparse.ArgumentParser(description="Skull King's net, distilled into smaller networks")
    parser.add_argument("out", type=Path, help="folder of the policies")
    parser.add_argument("--games", type=int, default=20_000, help="games that net plays")
    parser.add_argument(
        "--widths", nargs="+", default=["128x128", "96x96", "64x64"], help="layers of each network"
    )
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    mix = OptionMix(croupier.make("skull-king"), MIX, MIX_SHARE)
    students = {name: Student(mix, [int(width) for width in name.split("x")]) for name in given.widths}
    order, parts = np.random.default_rng(1), math.ceil(given.games / _GAMES_A_PART)
    shown = teacher_demonstrations(mix, make_agent(TEACHER, mix.game), given.games, _SEED)
    with torch_threads(1):
        for number, part in enumerate(shown):
            rows = np.array_split(order.permutation(len(part)), max(1, len(part) // _MINIBATCH))
            for name, student in students.items():
                lost, right = student.learn(part, rows, number / parts, (number + 1) / parts)
                print(
                    f"part {number + 1} of {parts}: {name} cross-entropy {lost:.4f}, the same {right:.1%}",
                    flush=True,
                )
    for name, student in students.items():
        (given.out / f"{name}.onnx").write_bytes(student.policy())


if __name__ == "__main__":
    main()
