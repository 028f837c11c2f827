"""An agent that plays at random and keeps what it is given: the record and the trail of each decision."""

from __future__ import annotations

from typing import ClassVar

from croupier.agents.agent import AgentTraits, Turns
from croupier.agents.bots import RandomAgent
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game
from croupier.core.engine.trail import Trail

Told = tuple[bytes, list[tuple[bytes, list[int], list[int]]] | None]


def told(trail: Trail | None) -> list[tuple[bytes, list[int], list[int]]] | None:
    """All that a trail holds, as plain data; the present stretch is the last."""
    if trail is None:
        return None
    stretches = (*trail.finished, trail.present)
    return [(part.start.tobytes(), part.actions.tolist(), part.movers.tolist()) for part in stretches]


class Recorder:
    """Plays at random.

    Attributes:
        seen: record and trail of each decision, by its random word: a function of the deal and the decision's
            number. Where it was asked twice, as in branches of a game, the last.
        asked: all of them, in their order, with their words.
    """

    name = "recorder"
    traits = AgentTraits(wants_trail=True)
    made: ClassVar[list[Recorder]] = []

    def __init__(self, game: Game | None = None) -> None:
        del game
        self.seen: dict[int, Told] = {}
        self.asked: list[tuple[int, Told]] = []
        Recorder.made.append(self)

    def act(self, turns: Turns) -> Actions:
        for row in range(len(turns)):
            seen = turns.records[row].tobytes(), told(turns.trail(row))
            self.seen[int(turns.keys[row])] = seen
            self.asked.append((int(turns.keys[row]), seen))
        return RandomAgent().act(turns)
