"""A `Table`: every seat answers by actions, and nobody else may answer for it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from croupier.core.base.errors import AnswerError
from croupier.core.engine.game import Game, State
from croupier.table import Table
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import Door, Refusal, Session, dealt


class TableSession(Session):
    """A table at which all answer from outside."""

    refusals = (AnswerError,)

    def __init__(self, state: State) -> None:
        super().__init__(state.game, state.seed, range(state.game.num_players))
        self.table = Table(state)

    @property
    def truth(self) -> State:
        return self.table.state.clone()

    @property
    def mover(self) -> int | None:
        due = self.table.due()
        return None if due is None else due.seat

    def masks(self) -> dict[int, list[int]]:
        return {seat: [each["action"] for each in self.table.view(seat)["actions"]] for seat in self.seats}

    def told(self, seat: int) -> Any:
        return self.table.transcript(seat), self.table.view(seat)

    def step(self, action: Any) -> dict[int, float]:
        table, before = self.table, self.table.returns()
        given = action if isinstance(action, tuple) else (table.state.current_player(), action, table.number)
        table.submit(*given)
        self.over = table.over
        return dict(enumerate(after - earlier for after, earlier in zip(table.returns(), before, strict=True)))

    def wrong(self) -> list[Any]:
        seat, number, legal = self.mover or 0, self.table.number, self.truth.legal_actions()[0]
        other = (seat + 1) % self.game.num_players
        foreign = [(other, legal, number), (seat, legal, number - 1), (-1, legal, number)]
        return [*super().wrong(), None, 0.5, *foreign]

    def unchanged(self) -> Any:
        return super().unchanged(), self.table.number, len(self.table.moves)

    def copy(self) -> TableSession:
        return self.apart("table")

    def begun_at(self, state: State, seat: int) -> TableSession:
        del seat
        made = copy.copy(self)
        made.table = Table(state)
        return made


def closed_table(game: Game) -> Iterator[Refusal]:
    over = TableSession(game.new_initial_state(1)).finish().table
    yield "a game that is over", lambda: over.submit(0, 0, over.number), AnswerError
    yield "the same in words", lambda: over.submit(0, "[roll]", over.number), AnswerError
    left = Table(game.new_initial_state(1))
    left.forfeit(0, "leaves", left.number)
    yield "a game that was given up", lambda: left.submit(left.state.current_player(), 0, left.number), AnswerError


DOORS = [Door(BY_ID["table"], dealt(TableSession), closed_table)]
