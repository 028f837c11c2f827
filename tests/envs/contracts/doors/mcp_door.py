"""MCP: one seat of one game, by a model's tools; agents have the other seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError

from croupier.agents.bots import RandomAgent
from croupier.core.engine.game import Game, State
from croupier.envs.mcp import ModelSeat, make_server
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import Door, Refusal, Session, dealt
from tests.envs.contracts.doors.event_loop import EventLoop
from tests.envs.contracts.doors.text_door import named, wrong_words

SEAT = 1
LOOP = EventLoop()


class McpSession(Session):
    """The tools of a server, called as its transport calls them."""

    refusals = (ToolError,)

    def __init__(self, state: State) -> None:
        super().__init__(state.game, state.seed, [SEAT])
        agents: list[Any] = [RandomAgent() for _ in range(state.game.num_players)]
        agents[SEAT] = None
        self.own = ModelSeat(state, agents)
        self.server = make_server(self.own)
        self.heard: list[Any] = [self.call("look")]
        self.rules = self.call("rules")

    def call(self, tool: str, **arguments: str) -> Any:
        """What a tool answers."""
        found: Any = LOOP.run(self.server.call_tool(tool, arguments))
        data = found.structured_content
        return data["result"] if set(data) == {"result"} else data

    @property
    def truth(self) -> State:
        return self.own.table.state.clone()

    @property
    def mover(self) -> int | None:
        return SEAT if self.heard[-1]["your_turn"] else None

    def masks(self) -> dict[int, list[int]]:
        state = self.own.table.state
        return {SEAT: named(state, self.call("legal"))}

    def told(self, seat: int) -> Any:
        assert seat in self.seats
        return self.heard, self.rules

    def step(self, action: Any) -> dict[int, float]:
        words = action if isinstance(action, str) else self.own.table.state.action_to_string(action)
        self.heard = [*self.heard, self.call("play", action=words)]
        self.over = self.heard[-1]["over"]
        return {SEAT: self.heard[-1]["points"][SEAT]} if self.over else {}

    def wrong(self) -> list[Any]:
        return wrong_words(self.truth)

    def unchanged(self) -> Any:
        return super().unchanged(), self.own.table.number

    def earned(self, end: State) -> Sequence[float]:
        points: list[float] = end.points().tolist()
        return points

    def begun_at(self, state: State, seat: int) -> McpSession:
        del seat
        return McpSession(state)


def closed_mcp(game: Game) -> Iterator[Refusal]:
    session = McpSession(game.new_initial_state(1)).finish()
    assert session.call("legal") == []
    yield "a game that is over", lambda: session.call("play", action="[roll]"), ToolError


DOORS = [Door(BY_ID["mcp"], dealt(McpSession), closed_mcp, LOOP.end)]
