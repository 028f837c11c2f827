"""Policy network with the constructor and forward pass of Skull King's source document."""

from __future__ import annotations

import torch
from torch import Tensor

from croupier.core.base.errors import ConfigError
from croupier.core.engine.making import make
from croupier.games.skull_king.record.state import DecisionPhase
from croupier.learn.network import network
from croupier.learn.settings.plan import NetworkShape


class MultiHeadPolicy(network.PolicyNetwork):
    """A shared encoder of two layers, a linear head for each kind of decision, and a value head.

    The heads are those of Skull King: ``bid`` 11, ``card`` 13, ``rosie`` 8 (the source has room for six),
    ``bendt`` 13, ``roatan`` 3, ``harry`` 3, and two that the source lacks, ``jade`` 1 and ``tigress`` 2. It can
    load the weights of a network trained with ``architecture=heads``, ``card_head=linear`` and two layers of
    equal width.
    """

    def __init__(self, obs_dim: int = 230, hidden_dim: int = 256, seed: int = 0) -> None:
        """Make the layers and draw their weights.

        Args:
            obs_dim: number of features. The source estimates 230; croupier's observation has 359.
            hidden_dim: size of both layers of the encoder.
            seed: seed of the weights; no global generator is used.

        Raises:
            ConfigError: a size below 1.
        """
        for name, size in (("obs_dim", obs_dim), ("hidden_dim", hidden_dim)):
            if size < 1:
                raise ConfigError(f"{name} must be at least 1, not {size}")
        game = make("skull-king")
        generator = torch.Generator().manual_seed(seed)
        super().__init__(NetworkShape(obs_dim, game.heads, (hidden_dim, hidden_dim)), generator)
        self._head_names = {phase.value: phase.head for phase in game.phases}

    def forward(self, obs: Tensor, phase: DecisionPhase | int | Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Run the encoder, the head of a phase, and the value head.

        Args:
            obs: float32, shape (K, obs_dim) or (obs_dim,).
            phase: the phase of all rows, by member or number. For rows of several phases give masks of the legal
                actions, bool, shape (K, num_actions), or None for all logits.

        Returns:
            Logits of the phase's head, float32, shape (K, size of the head), and values, shape (K, 1), without K
            for a single observation. With masks or None: logits of all actions, shape (K, num_actions), and
            values, shape (K,).

        Raises:
            ConfigError: the game has no such phase.
        """
        if phase is None or (isinstance(phase, Tensor) and phase.dtype == torch.bool):
            return super().forward(obs, phase)
        head = self.heads[self._head_name(phase)]
        latent = network.encoded(self.encoder, obs)
        return head(latent), self.value(latent)

    def _head_name(self, phase: DecisionPhase | int | Tensor) -> str:
        if isinstance(phase, Tensor) and phase.numel() != 1:
            raise ConfigError(
                f"one phase serves all rows, not {phase.numel()}: for rows of several phases give the masks of "
                "their legal actions"
            )
        if int(phase) not in self._head_names:
            known = ", ".join(f"{each.value} {each.name}" for each in DecisionPhase)
            raise ConfigError(f"{phase!r} is no phase of Skull King; there are {known}")
        return self._head_names[int(phase)]
