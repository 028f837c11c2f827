"""A game under its options, as given to its own parts: names, seats, phases, sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from croupier.core.base.types import Records
from croupier.core.spec.options import Value
from croupier.core.spec.phases import Block, Head, Phase


class GameShape(Protocol):
    """What words and parts of a game may ask of the game; `croupier.core.engine.game.Game` answers it.

    They are fields of the spec, and a `Game` stands on its spec: so they are typed by this protocol.
    """

    @property
    def name(self) -> str:
        """Name in the registry."""
        ...

    @property
    def options(self) -> Mapping[str, Value]:
        """Every option by name."""
        ...

    @property
    def num_players(self) -> int:
        """Number of seats."""
        ...

    @property
    def phases(self) -> tuple[Phase, ...]:
        """Kinds of decision."""
        ...

    @property
    def heads(self) -> tuple[Head, ...]:
        """The distinct slices of the actions."""
        ...

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Named parts of the observation."""
        ...

    @property
    def block_slices(self) -> Mapping[str, slice]:
        """Where each block lies in the observation."""
        ...

    @property
    def num_actions(self) -> int:
        """Size of the flat action space."""
        ...

    @property
    def observation_size(self) -> int:
        """Number of float32 features."""
        ...

    def new_records(self, count: int = 1) -> Records:
        """Empty tables with the game's options, before any chance event; shape (count,)."""
        ...
