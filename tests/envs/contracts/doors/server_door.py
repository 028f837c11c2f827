"""The server: a person in every seat, by a browser of its own, over requests and a socket."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

from croupier.core.base.errors import AnswerError
from croupier.core.engine.game import Game, State
from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.process import guard
from croupier.server.routes import socket
from croupier.server.storage.database import migrate
from croupier.table import Table
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import Door, Refusal, Session
from tests.server.clients import SOON, Browser, Seat, Server, mover_among

OPEN = 4
"""Tables whose sockets are open at a time."""


class Running:
    """The server of the cases, begun when the first asks for it, and its open tables."""

    def __init__(self) -> None:
        self._stack: ExitStack | None = None
        self.tables: list[ExitStack] = []

    def server(self) -> Server:
        """The server; it deals from seed 0 on."""
        if self._stack is None:
            self._stack = ExitStack()
            folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory()))
            for module in (guard, socket):  # nobody is too fast here
                self._stack.enter_context(patch.object(module, "_BURST", 1e9))
            address = database_address(None, folder)
            migrate(address)
            self._server = Server(ServerSettings(database=address, seed=0))
            self._stack.callback(self._server.stop)
        return self._server

    def opened(self) -> ExitStack:
        """Where the sockets of another table are kept; those of the table before the last few are closed."""
        while len(self.tables) >= OPEN:
            self.tables.pop(0).close()
        self.tables.append(ExitStack())
        return self.tables[-1]

    def end(self) -> None:
        """Close the tables and stop the server."""
        while self.tables:
            self.tables.pop().close()
        if self._stack is not None:
            self._stack.close()
        self._stack = None


RUNNING = Running()


class ServerSession(Session):
    """A table at which all people move from outside."""

    refusals = (AnswerError,)

    def __init__(self, game: Game, seed: int | None) -> None:
        server, self.stack = RUNNING.server(), RUNNING.opened()
        server.hub._deals = itertools.count(seed or 0)
        self.browsers = [Browser(server.port) for _ in range(game.num_players)]
        settings = {**SOON, "spectators": "open"}
        made = self.browsers[0].make(game.name, options=dict(game.options), settings=settings)
        for number, browser in enumerate(self.browsers[1:], start=1):
            browser.join(made, f"Friend {number}")
        self.id = made["table"]
        self.browsers[0].post(f"/api/tables/{self.id}/start", {"member": 0})
        self.sockets = [
            self.stack.enter_context(browser.sit(self.id, number)) for number, browser in enumerate(self.browsers)
        ]
        self.room = server.live(self.id).room
        super().__init__(game, self.table.state.seed, range(game.num_players))

    @property
    def table(self) -> Table:
        """The server's own table. While no message is on its way nothing happens there."""
        table = self.room.table
        assert table is not None
        return table

    @property
    def mover(self) -> int | None:
        """The seat to move; of those that answer sealed, the first that has not."""
        if self.over:
            return None
        waits = [seat for seat in self.table.sealing if seat not in self.table.sealed]
        return waits[0] if waits else self.table.state.current_player()

    @property
    def truth(self) -> State:
        sealing = not self.over and self.mover in self.table.sealing
        return self.table.asked(self.mover or 0) if sealing else self.table.state.clone()

    def masks(self) -> dict[int, list[int]]:
        """Who may answer besides, since answers are sealed, has a mask of its own, which is left out here."""
        besides = {seat: legal for seat, legal in self.table.sealing.items() if seat != self.mover}
        for seat, legal in besides.items():
            assert self.sockets[seat].legal() == ([] if seat in self.table.sealed else list(legal))
        return {seat: each.legal() for seat, each in enumerate(self.sockets) if seat not in besides}

    def told(self, seat: int) -> Any:
        said = self.sockets[seat].snapshot()
        table = self.browsers[seat].get(f"/api/tables/{self.id}?member={seat}")
        parts = ("you", "number", "turn", "view", "messages", "rounds", "sealed", "undo")
        return {part: said[part] for part in parts}, table["state"]["status"], table["state"]["seats"]

    def step(self, action: Any) -> dict[int, float]:
        seat, chosen, turn = action if isinstance(action, tuple) else (self.mover, action, None)
        own = self.sockets[seat]
        answer = own.ask("move", turn=own.turn if turn is None else turn, action=chosen)
        if answer["type"] == "refused":
            raise AnswerError(answer["code"], answer["message"])
        for each in self.sockets:
            each.catch_up(answer["number"])
        if not own.over:
            mover_among(self.sockets)  # nothing happens any more until somebody answers
        self.over = own.over
        if not self.over:
            assert all(each.view is not None and each.view["returns"] is None for each in self.sockets)
            return {}
        views = [each.view for each in self.sockets]
        return {seat: view["returns"][seat] for seat, view in enumerate(views) if view is not None}

    def wrong(self) -> list[Any]:
        mover, legal = self.mover or 0, self.truth.legal_actions()[0]
        stale = (mover, legal, self.sockets[mover].turn - 1)
        foreign = [((mover + 1) % self.game.num_players, legal, None)] if not self.table.sealing else []
        return [*super().wrong(), stale, *foreign]

    def unchanged(self) -> Any:
        return super().unchanged(), self.table.number, dict(self.table.sealed)

    def worlds(self, seat: int, seed: int) -> tuple[Session, Session]:
        here, table, true = Shown(self, seat), self.table, self.table.state
        table._state = true.resample_hidden(seat, seed)
        try:
            return here, Shown(self, seat)
        finally:
            table._state = true


class Shown(Session):
    """What a seat was told at some moment."""

    goes_on = False

    def __init__(self, session: ServerSession, seat: int) -> None:
        super().__init__(session.game, session.deal, session.seats)
        self._truth, self._told, self._masks = session.truth, session.told(seat), session.masks()

    @property
    def truth(self) -> State:
        return self._truth

    def masks(self) -> dict[int, list[int]]:
        return self._masks

    def told(self, seat: int) -> Any:
        assert seat in self.seats
        return self._told


def closed_server(game: Game) -> Iterator[Refusal]:
    session = ServerSession(game, 1).finish()
    seat: Seat = session.sockets[0]
    yield "a game that is over", lambda: seat.ask("move", turn=seat.turn, action=0)["message"], None


DOORS = [Door(BY_ID["server"], ServerSession, closed_server, RUNNING.end)]
