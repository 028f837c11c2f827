"""Doors that are broken on purpose: for each contract a fault that the case must find.

A fault is put into the door's own code, as a change of its would bring it; adapters and cases stay as they are.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from croupier.table.events import Numbered

Fault = Callable[..., Any]


@dataclass(frozen=True)
class Plant:
    """A fault, and how the case that finds it says so."""

    what: str  # what the door does
    door: str
    contract: str  # that this breaks
    said: str  # a part of what the case says
    place: str  # MODULE:NAME or MODULE:CLASS.NAME, in croupier, of what the fault takes the place of
    game: str  # with which it shows
    fault: Fault  # its first argument is what stood there

    def put(self, patch: pytest.MonkeyPatch) -> None:
        """Put it into the door."""
        module, _, path = self.place.partition(":")
        *owners, name = path.split(".")
        holder: Any = importlib.import_module(f"croupier.{module}")
        for owner in owners:
            holder = getattr(holder, owner)
        before = getattr(holder, name)

        def broken(*given: Any, **named: Any) -> Any:
            return self.fault(before, *given, **named)

        patch.setattr(holder, name, property(broken) if isinstance(before, property) else broken)


PLANTS: list[Plant] = []


def plant(
    what: str, door: str, contract: str, said: str, place: str, game: str = "skull-king of 2"
) -> Callable[[Fault], Fault]:
    """Keep a fault."""

    def kept(fault: Fault) -> Fault:
        PLANTS.append(Plant(what, door, contract, said, place, game, fault))
        return fault

    return kept


FRESH = itertools.count(100)


@plant(
    "a seed is accepted and ignored", "state", "same-seed", "give another game",
    "core.engine.game:Game.new_initial_state",
)  # fmt: skip
def _ignored_seed(begin: Any, game: Any, seed: int | None = None) -> Any:
    return begin(game, next(FRESH) + 0 * (seed or 0))


@plant(
    "a copy shares the records", "batch", "copies", "has changed the original", "core.engine.batch:Batch.__copy__",
    "leduc",
)  # fmt: skip
def _shared_records(_: Any, batch: Any) -> Any:
    made = object.__new__(type(batch))
    made.__dict__.update(batch.__dict__)
    return made


@plant(
    "a refused step has advanced the generator", "batch", "illegal", "has changed something",
    "core.engine.batch:Batch.step_rows", "leduc",
)  # fmt: skip
def _drawn_before_the_check(step_rows: Any, batch: Any, rows: Any, actions: Any) -> None:
    batch.rngs[rows] += batch.rngs.dtype.type(1)
    step_rows(batch, rows, actions)


@plant(
    "a reset falls back to the last seed", "gymnasium", "same-seed", "has the seed of the one before",
    "envs.gymnasium:CroupierEnv.reset", "leduc",
)  # fmt: skip
def _seeded_reset(reset: Any, env: Any, *, seed: int | None = None, options: Any = None) -> Any:
    del options
    env._last = getattr(env, "_last", 0) if seed is None else seed
    return reset(env, seed=env._last if env._begun else seed)


@plant(
    "the reward is that of the seat after the learner", "gymnasium", "reward", "is paid",
    "envs.learner:LearnerBatch._collect", "pig",
)  # fmt: skip
def _paid_to_the_next(collect: Any, batch: Any, rows: Any) -> None:
    seats = batch.seats
    batch.seats = (seats + 1) % batch.game.num_players
    collect(batch, rows)
    batch.seats = seats


@plant(
    "each table has the mask of the one before", "gymnasium-vector", "mask", "is not that of",
    "envs.learner:LearnerBatch.masks", "liars-dice",
)  # fmt: skip
def _rolled_masks(_: Any, tables: Any) -> Any:
    return tables.batch.masks[[-1, *range(len(tables) - 1)]]


@plant("closing does nothing", "sb3", "closed", "goes on", "envs.sb3:BatchVecEnv.close", "pig")
def _nothing_closed(_: Any, __: Any) -> None:
    pass


@plant(
    "every agent has the mask of the one to move", "pettingzoo", "mask", "are not to move",
    "envs.pettingzoo:raw_env.observe",
)  # fmt: skip
def _one_mask_for_all(observe: Any, env: Any, agent: str) -> Any:
    env.infos[agent]["action_mask"] = env._table.mask()
    return {**observe(env, agent), "action_mask": env._table.mask()}


@plant(
    "what is told to one seat is told to all", "text", "hidden", "can tell worlds apart", "table:Table.messages"
)
def _told_to_all(_: Any, table: Any, __: int, since: int = 0) -> list[Numbered]:
    return [Numbered(event.number, each) for event in table.events[max(since, 0) :] for each in event.messages]
