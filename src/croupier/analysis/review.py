"""Reviews of played games: what each decision cost against the best one, and luck told apart from choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from croupier.analysis.analyst import Analyst
from croupier.analysis.position import Analysis, Estimate
from croupier.arena.play.metrics import win_shares
from croupier.core.base.errors import ConfigError
from croupier.table.game_file import PlayedGame

MOMENTS = 3
"""Decisions that are named as those that mattered most."""


@dataclass(frozen=True)
class Decision:
    """A decision of a game, held against the best one.

    Attributes:
        ply: decisions of the game before it.
        seat: who made it.
        action: what was played.
        text: what that is called.
        best: what the best action is called; the same where it was played.
        cost: gain lost against the best one, in the same worlds; 0 where it was played.
        chance_to_win: the seat's chance to win with the best action, 0..1; None where the game has no outlook.
        chance_lost: chance to win lost against the best one; at least 0; None likewise.
        clear: whether the cost is more than noise: above three standard errors.
        analysis: all that was found.
    """

    ply: int
    seat: int
    action: int
    text: str
    best: str
    cost: Estimate
    chance_to_win: float | None
    chance_lost: float | None
    clear: bool
    analysis: Analysis


@dataclass(frozen=True)
class Seat:
    """A seat's game in short.

    Attributes:
        seat: which.
        decisions: decisions with a choice that it made.
        clear: how many of them cost more than noise.
        cost: gain that they cost.
        chance_lost: chance to win that they cost; None where the game has no outlook.
        expected: an equal share of the win.
        won: its share of the win; None where the game is not finished.
        luck: what neither an equal share nor its own choices explain of that: the deal, and the others' play.
    """

    seat: int
    decisions: int
    clear: int
    cost: float
    chance_lost: float | None
    expected: float
    won: float | None
    luck: float | None


@dataclass(frozen=True)
class Review:
    """A game, decision by decision.

    Attributes:
        unit: what gains are counted in.
        decisions: those of the seats that were reviewed which had a choice, in their order.
        seats: each of those seats in short.
        moments: the decisions that cost most, the dearest first; only clear ones.
        exact: whether the values are exact.
    """

    unit: str
    decisions: tuple[Decision, ...]
    seats: tuple[Seat, ...]
    moments: tuple[Decision, ...]
    exact: bool

    def data(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return asdict(self)


def review(
    played: PlayedGame, analyst: Analyst, seats: tuple[int, ...], on_progress: Callable[[float], None]
) -> Review:
    """Hold every decision of some seats against the best one.

    Args:
        analyst: analyses decisions of this game.
        seats: whose decisions.
        on_progress: called with the share that is done.

    Raises:
        ConfigError: there is no such seat, or none of them had a choice to make.
    """
    people = played.state.game.num_players
    for seat in seats:
        if not 0 <= seat < people:
            raise ConfigError(f"there is no Player {seat}: the seats are 0 to {people - 1}")
    decisions = []
    total = max(1, len(played.state.history))
    for ply, (before, action, _) in enumerate(played.moves()):
        if before.current_player() in seats and len(before.legal_actions()) > 1:
            decisions.append(_decision(ply, action, analyst.analyse(before, action)))
        on_progress((ply + 1) / total)
    if not decisions:
        raise ConfigError("none of these seats had a choice to make in this game")
    dearest = sorted((each for each in decisions if each.clear), key=lambda each: -_weight(each))
    return Review(
        decisions[0].analysis.unit,
        tuple(decisions),
        tuple(_seat(played, seat, [each for each in decisions if each.seat == seat]) for seat in seats),
        tuple(dearest[:MOMENTS]),
        analyst.exact,
    )


def _decision(ply: int, action: int, found: Analysis) -> Decision:
    taken = found.of(action)
    chance = found.best.chance_to_win
    lost = None
    if chance is not None and taken.chance_to_win is not None:
        lost = max(0.0, chance.mean - taken.chance_to_win.mean)
    return Decision(
        ply, found.seat, action, taken.text, found.best.text, taken.behind,
        None if chance is None else chance.mean, lost,
        clear=taken.clear, analysis=found,
    )  # fmt: skip


def _weight(decision: Decision) -> float:
    """How much a decision mattered: by the chance to win that it cost, or else by its cost."""
    return decision.cost.mean if decision.chance_lost is None else decision.chance_lost


def _seat(played: PlayedGame, seat: int, decisions: list[Decision]) -> Seat:
    state = played.state
    people = state.game.num_players
    clear = [each for each in decisions if each.clear]
    lost = [each.chance_lost for each in clear]
    chance_lost = None if None in lost else float(sum(each for each in lost if each is not None))
    won = _share_of_win(played, seat)
    luck = None
    if won is not None and chance_lost is not None:
        luck = won - 1.0 / people + chance_lost
    return Seat(
        seat, len(decisions), len(clear), float(sum(each.cost.mean for each in clear)), chance_lost,
        1.0 / people, won, luck,
    )  # fmt: skip


def _share_of_win(played: PlayedGame, seat: int) -> float | None:
    """A seat's share of the win in a finished game, 0..1."""
    state = played.state
    if not state.is_terminal():
        return None
    return float(win_shares(state.returns()[None, :])[0, seat])
