"""The rules of a game under chosen options: the base of states, batches and saved files."""

from __future__ import annotations

from typing import Self

import numpy as np

from croupier.core.base.types import Records
from croupier.core.engine.loops import Loops, loops
from croupier.core.spec import options as option_codes
from croupier.core.spec.exact import ExactSolver
from croupier.core.spec.options import Block, Facts, Head, Phase, Value, block_slices, heads
from croupier.core.spec.spec import GameSpec, phase_names
from croupier.core.spec.training import Training


class Ruleset:
    """A spec with chosen options, which never change: sizes, phases, codes and compiled loops."""

    def __init__(self, spec: GameSpec, **options: object) -> None:
        """Check the options; an unknown one or a value that is not valid raises ConfigError."""
        self.spec = spec
        self.options: dict[str, Value] = option_codes.complete(spec.options, options, spec.name)
        spec.check_options(self.options)
        self.codes = option_codes.encode(spec.options, self.options)
        self.num_players: int = spec.spaces.num_players(self.options)
        self.phases: tuple[Phase, ...] = spec.spaces.phases(self.options)
        self.phase_names = phase_names(self.phases)
        self.heads: tuple[Head, ...] = heads(self.phases)  # the distinct slices of the phases, in order
        self.blocks: tuple[Block, ...] = spec.spaces.blocks(self.options)
        self.block_slices = block_slices(self.blocks)
        self.facts: Facts = spec.facts(self.options)  # for adapters and searches
        self.num_actions = sum(head.size for head in self.heads)
        self.observation_size = sum(block.size for block in self.blocks)

    @property
    def name(self) -> str:
        """Name in the registry."""
        return self.spec.name

    @property
    def training(self) -> Training:
        """The game's part for training; an empty one if its spec has none."""
        return Training() if self.spec.training is None else self.spec.training()

    @property
    def solver(self) -> ExactSolver | None:
        """The exact solver, if the game has one that covers these options; otherwise None."""
        solver = None if self.spec.exact is None else self.spec.exact()
        return solver if solver is not None and solver.covers(self.options) else None

    @property
    def loops(self) -> Loops:
        """The compiled loops over many records."""
        return loops(self.spec.rules)

    def __repr__(self) -> str:
        changed = ", ".join(f"{name}={value!r}" for name, value in self.changed_options().items())
        return f"croupier.make({self.name!r}{', ' + changed if changed else ''})"

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self  # immutable, and its kernels and modules cannot be copied

    def phase_name(self, value: int) -> str:
        """Name of a phase by its number in a record, like ``BIDDING``."""
        return self.phase_names.get(value, f"phase {value}")

    def changed_options(self) -> dict[str, Value]:
        """The options that differ from their defaults."""
        return {o.name: self.options[o.name] for o in self.spec.options if self.options[o.name] != o.default}

    def new_records(self, count: int = 1) -> Records:
        """Empty tables with this game's options, before any chance event; shape (count,)."""
        records = np.zeros(count, dtype=self.spec.rules.state)
        for i in range(count):
            self.spec.rules.setup(records[i], self.codes)
        return records
