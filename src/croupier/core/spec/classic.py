"""Types of a classic terminal: a game shown at a terminal just as its source prescribes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from croupier.core.base.types import Records
from croupier.core.spec.options import Options

Ask = Callable[[], str]
"""Gives one line that a person types; raises EOFError where no more lines come."""
Tell = Callable[[str], None]
"""Shows one line."""


@dataclass(frozen=True)
class ClassicAgent:
    """An agent at a classic terminal.

    Attributes:
        name: the agent's name.
        choose: ``choose(records, ply)``: the action that it plays in a position, a one-row array of records, in
            which this many decisions were made before, by all seats.
        watch: ``watch(records, action)``: told of every decision, of all seats, before it is played; None where
            nobody wants to know.
    """

    name: str
    choose: Callable[[Records, int], int]
    watch: Callable[[Records, int], None] | None = None


Play = Callable[[Ask, Tell, Mapping[int, ClassicAgent]], None]
"""``play(ask, tell, agents)`` plays a game to its end; seats without an agent are asked. Raises EOFError where
no more lines come, and IllegalAction, with the agent's name, where one chose what is not legal."""


@dataclass(frozen=True, kw_only=True)
class ClassicTerminal:
    """The classic terminal of a game.

    Attributes:
        players: what the source calls who sits in each seat.
        check: ``check(options, dealt)``: raises ConfigError where the source knows no game with these options,
            dealt or set up from a position.
        begin: ``begin(options, records, seed)``: a game that goes on from a position, a one-row array of records,
            or one that is dealt where it is None. The seed is that of all shuffles. Raises PositionError where the
            position cannot be played on.
    """

    players: tuple[str, ...]
    check: Callable[[Options, bool], None]
    begin: Callable[[Options, Records | None, int], Play]
