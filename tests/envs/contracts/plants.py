"""Doors that are broken on purpose: for each door and for each contract a fault that the case must find.

A fault is put into the door's own code, as a change of its would bring it; adapters and cases stay as they are.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from croupier.core.spec.prompts import ReplyError
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
    "who did not act is paid again", "pettingzoo", "reward", "is paid",
    "envs.pettingzoo:raw_env._accumulate_rewards", "leduc",
)  # fmt: skip
def _paid_twice(accumulate: Any, env: Any) -> None:
    accumulate(env)
    for agent in env.agents[1:]:
        env._cumulative_rewards[agent] += env.rewards[agent]


@plant(
    "the observation is the whole position", "open-spiel", "hidden", "can tell worlds apart",
    "envs.open_spiel:CroupierObserver.string_from",
)  # fmt: skip
def _position_told(_: Any, __: Any, state: Any, player: int) -> str:
    return f"{player}: {state}"


@plant(
    "a clone shares the record", "open-spiel-deals", "copies", "has changed the original",
    "envs.chance_table:ChanceTable.__deepcopy__",
)  # fmt: skip
def _shared_record(_: Any, table: Any, __: Any) -> Any:
    fields = "settings", "records", "decisions", "events", "before", "action", "last"
    return type(table)(*(getattr(table, name) for name in fields))


@plant("anybody may answer for the seat to move", "table", "illegal", "DID NOT RAISE", "table:Table.check_turn")
def _anybody_answers(*_: Any) -> None:
    pass


@plant(
    "a reply that cannot be read is the first legal action", "text", "illegal", "invalid_move",
    "table.table:read",
)  # fmt: skip
def _replaced_reply(read: Any, state: Any, reply: str, *, strict: bool) -> int:
    try:
        return int(read(state, reply, strict=strict))
    except ReplyError:
        return int(state.legal_actions()[0])


@plant(
    "what is told to one seat is told to all", "text", "hidden", "can tell worlds apart", "table:Table.messages"
)
def _told_to_all(_: Any, table: Any, __: int, since: int = 0) -> list[Numbered]:
    return [Numbered(event.number, each) for event in table.events[max(since, 0) :] for each in event.messages]


@plant(
    "after the end any reply is taken in silence", "textarena", "closed", "goes on", "envs.text:TextEnv.step",
    "pig",
)  # fmt: skip
def _silent_end(step: Any, env: Any, reply: str) -> Any:
    return (True, {}) if env.done else step(env, reply)


@plant(
    "the tool that looks tells the position", "mcp", "hidden", "can tell worlds apart", "envs.mcp:ModelSeat.look"
)
def _looks_behind(look: Any, seat: Any) -> Any:
    return {**look(seat), "position": seat.table.state.position()}


@plant(
    "the position stands in the question", "models", "hidden", "tells? (worlds apart|hidden things)",
    "table.briefing:situation",
)  # fmt: skip
def _position_in_the_question(situation: Any, table: Any, view: Any, **how: Any) -> str:
    return f"{situation(table, view, **how)} {table.state.position()}"


@plant("the last legal action is left out", "programs", "mask", "is not that of its decision", "table:Table.view")
def _mask_cut_off(view: Any, table: Any, seat: int | None) -> Any:
    seen = view(table, seat)
    return {**seen, "actions": seen["actions"][:-1]}


@plant(
    "the model earns what the seat after it has earned", "trl", "reward", "is paid", "envs.episode:Episode.earned",
    "pig",
)  # fmt: skip
def _earned_by_another(earned: Any, episode: Any, how: Any) -> list[float]:
    first, *rest = earned(episode, how)
    return [*rest, first]


@plant(
    "a move of another seat is played for the one to move", "server", "illegal", "DID NOT RAISE",
    "table:Table.check_turn", "leduc",
)  # fmt: skip
def _moved_for_another(check: Any, table: Any, _: int, number: int) -> None:
    check(table, table.state.current_player(), number)


@plant(
    "a reset falls back to a fixed seed", "rllib", "same-seed", "games are the same",
    "envs.pettingzoo:AllSeats.reset", "leduc",
)  # fmt: skip
def _fixed_without_a_seed(reset: Any, seats: Any, seed: int | None = None, options: Any = None) -> None:
    reset(seats, 0 if seed is None else seed, options)


@plant(
    "legal actions of the position before are told", "openenv", "mask", "is not that of",
    "envs.episode:Episode.legal", "liars-dice",
)  # fmt: skip
def _mask_of_before(legal: Any, episode: Any) -> Any:
    now = legal(episode)
    before, episode.before = getattr(episode, "before", now), now
    return before


@plant(
    "a question tells the position", "verifiers", "hidden", "tells? (worlds apart|hidden things)",
    "envs.episode:Episode.question",
)  # fmt: skip
def _asked_with_all(question: Any, episode: Any) -> str:
    return f"{question(episode)} {episode.state.position()}"
