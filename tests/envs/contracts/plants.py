"""Doors that are broken on purpose: for each door and for each contract a fault that the case must find.

A fault is put into the door's own code, as a change of its would bring it; adapters and cases stay as they are.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

Break = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Plant:
    """A fault, and how the case that finds it says so."""

    what: str  # what the door does
    door: str
    contract: str  # that this breaks
    game: str  # with which it shows
    said: str  # a part of what the case says
    put: Break  # puts it into the door


PLANTS: list[Plant] = []


def plant(
    what: str, door: str, contract: str, said: str, game: str = "skull-king of 2"
) -> Callable[[Break], Break]:
    """Keep a fault."""

    def kept(put: Break) -> Break:
        PLANTS.append(Plant(what, door, contract, game, said, put))
        return put

    return kept


@plant("a seed is accepted and ignored", "state", "same-seed", "give another game")
def _ignored_seed(patch: pytest.MonkeyPatch) -> None:
    from croupier.core.engine.game import Game, State

    dealt, fresh = State.dealt.__func__, itertools.count(100)  # type: ignore[attr-defined]
    patch.setattr(
        Game, "new_initial_state", lambda self, seed=None: dealt(State, self, next(fresh) + 0 * (seed or 0))
    )


@plant("a copy shares the records", "batch", "copies", "has changed the original", "leduc")
def _shared_records(patch: pytest.MonkeyPatch) -> None:
    from croupier.core.engine.batch import Batch

    def shallow(self: Batch) -> Batch:
        made = object.__new__(Batch)
        made.__dict__.update(self.__dict__)
        return made

    patch.setattr(Batch, "__copy__", shallow)


@plant("a refused step has advanced the generator", "batch", "illegal", "has changed something", "leduc")
def _drawn_before_the_check(patch: pytest.MonkeyPatch) -> None:
    from croupier.core.engine.batch import Batch

    step_rows = Batch.step_rows

    def drawing(self: Batch, rows: Any, actions: Any) -> None:
        self.rngs[rows] += self.rngs.dtype.type(1)
        step_rows(self, rows, actions)

    patch.setattr(Batch, "step_rows", drawing)


@plant("a reset falls back to the last seed", "gymnasium", "same-seed", "has the seed of the one before", "leduc")
def _seeded_reset(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.gymnasium import CroupierEnv

    reset, last = CroupierEnv.reset, [0]

    def falling_back(self: CroupierEnv, *, seed: int | None = None, options: Any = None) -> Any:
        last[0] = last[0] if seed is None else seed
        return reset(self, seed=last[0] if self._begun else seed, options=options)

    patch.setattr(CroupierEnv, "reset", falling_back)


@plant("the reward is that of the seat after the learner", "gymnasium", "reward", "is paid", "pig")
def _paid_to_the_next(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.learner import LearnerBatch

    collect = LearnerBatch._collect

    def of_the_next(self: LearnerBatch, rows: Any) -> None:
        seats = self.seats
        self.seats = (seats + 1) % self.game.num_players
        collect(self, rows)
        self.seats = seats

    patch.setattr(LearnerBatch, "_collect", of_the_next)


@plant("each table has the mask of the one before", "gymnasium-vector", "mask", "is not that of", "liars-dice")
def _rolled_masks(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.learner import LearnerBatch

    patch.setattr(LearnerBatch, "masks", property(lambda self: self.batch.masks[[-1, *range(len(self) - 1)]]))


@plant("closing does nothing", "sb3", "closed", "goes on", "pig")
def _nothing_closed(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.sb3 import BatchVecEnv

    patch.setattr(BatchVecEnv, "close", lambda _: None)


@plant("every agent has the mask of the one to move", "pettingzoo", "mask", "are not to move")
def _one_mask_for_all(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.pettingzoo import raw_env

    observe = raw_env.observe

    def everybodys(self: raw_env, agent: str) -> Any:
        self.infos[agent]["action_mask"] = self._table.mask()
        return {**observe(self, agent), "action_mask": self._table.mask()}

    patch.setattr(raw_env, "observe", everybodys)


@plant("who did not act is paid again", "pettingzoo", "reward", "is paid", "leduc")
def _paid_twice(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.pettingzoo import raw_env

    accumulate = raw_env._accumulate_rewards

    def twice(self: raw_env) -> None:
        accumulate(self)
        for agent in self.agents[1:]:
            self._cumulative_rewards[agent] += self.rewards[agent]

    patch.setattr(raw_env, "_accumulate_rewards", twice)


@plant("the observation is the whole position", "open-spiel", "hidden", "can tell worlds apart")
def _position_told(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.open_spiel import CroupierObserver

    patch.setattr(CroupierObserver, "string_from", lambda _, state, player: f"{player}: {state}")


@plant("a clone shares the record", "open-spiel-deals", "copies", "has changed the original")
def _shared_record(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.chance_table import ChanceTable

    patch.setattr(
        ChanceTable, "__deepcopy__",
        lambda self, _: ChanceTable(
            self.settings, self.records, self.decisions, self.events, self.before, self.action, self.last
        ),
    )  # fmt: skip


@plant("anybody may answer for the seat to move", "table", "illegal", "DID NOT RAISE")
def _anybody_answers(patch: pytest.MonkeyPatch) -> None:
    from croupier.table import Table

    patch.setattr(Table, "check_turn", lambda *_: None)


@plant("a reply that cannot be read is the first legal action", "text", "illegal", "invalid_move")
def _replaced_reply(patch: pytest.MonkeyPatch) -> None:
    from croupier.core.spec.prompts import ReplyError
    from croupier.table import table

    read = vars(table)["read"]

    def lenient(state: Any, reply: str, *, strict: bool) -> int:
        try:
            return int(read(state, reply, strict=strict))
        except ReplyError:
            return int(state.legal_actions()[0])

    patch.setattr(table, "read", lenient)


@plant("what is told to one seat is told to all", "text", "hidden", "can tell worlds apart")
def _told_to_all(patch: pytest.MonkeyPatch) -> None:
    from croupier.table import Table
    from croupier.table.events import Numbered

    patch.setattr(
        Table, "messages",
        lambda self, _, since=0: [
            Numbered(event.number, message) for event in self.events[max(since, 0) :] for message in event.messages
        ],
    )  # fmt: skip


@plant("after the end any reply is taken in silence", "textarena", "closed", "goes on", "pig")
def _silent_end(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.text import TextEnv

    step = TextEnv.step
    patch.setattr(TextEnv, "step", lambda self, reply: (True, {}) if self.done else step(self, reply))


@plant("the tool that looks tells the position", "mcp", "hidden", "can tell worlds apart")
def _looks_behind(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.mcp import ModelSeat

    look = ModelSeat.look
    patch.setattr(ModelSeat, "look", lambda self: {**look(self), "position": self.table.state.position()})


@plant("the position stands in the question", "models", "hidden", "tells? (worlds apart|hidden things)")
def _position_in_the_question(patch: pytest.MonkeyPatch) -> None:
    from croupier.table import briefing

    situation = briefing.situation

    def with_the_position(table: Any, view: Any, **how: Any) -> str:
        return f"{situation(table, view, **how)} {table.state.position()}"

    patch.setattr(briefing, "situation", with_the_position)


@plant("the last legal action is left out", "programs", "mask", "is not that of its decision")
def _mask_cut_off(patch: pytest.MonkeyPatch) -> None:
    from croupier.table import Table

    view = Table.view

    def cut(self: Table, seat: int | None) -> Any:
        seen = view(self, seat)
        return {**seen, "actions": seen["actions"][:-1]}

    patch.setattr(Table, "view", cut)


@plant("the model earns what the seat after it has earned", "trl", "reward", "is paid", "pig")
def _earned_by_another(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.episode import Episode

    earned = Episode.earned

    def of_the_next(self: Episode, how: Any) -> list[float]:
        first, *rest = earned(self, how)
        return [*rest, first]

    patch.setattr(Episode, "earned", of_the_next)


@plant("a move of another seat is played for the one to move", "server", "illegal", "DID NOT RAISE", "leduc")
def _moved_for_another(patch: pytest.MonkeyPatch) -> None:
    from croupier.table import Table

    check = Table.check_turn

    def for_whoever_moves(self: Table, _: int, number: int) -> None:
        check(self, self.state.current_player(), number)

    patch.setattr(Table, "check_turn", for_whoever_moves)


@plant("a reset falls back to a fixed seed", "rllib", "same-seed", "games are the same", "leduc")
def _fixed_without_a_seed(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.pettingzoo import AllSeats

    reset = AllSeats.reset

    def fixed(self: AllSeats, seed: int | None = None, options: Any = None) -> None:
        reset(self, 0 if seed is None else seed, options)

    patch.setattr(AllSeats, "reset", fixed)


@plant("legal actions of the position before are told", "openenv", "mask", "is not that of", "liars-dice")
def _mask_of_before(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.episode import Episode

    legal, before = Episode.legal, dict[int, list[str]]()

    def late(self: Episode) -> list[str]:
        now = legal(self)
        found = before.get(id(self), now)
        before[id(self)] = now
        return found

    patch.setattr(Episode, "legal", late)


@plant("a question tells the position", "verifiers", "hidden", "tells? (worlds apart|hidden things)")
def _asked_with_all(patch: pytest.MonkeyPatch) -> None:
    from croupier.envs.episode import Episode

    question = Episode.question
    patch.setattr(Episode, "question", lambda self: f"{question(self)} {self.state.position()}")
