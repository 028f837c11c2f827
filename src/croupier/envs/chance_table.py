"""Positions in which chance events are separate nodes: the base of the OpenSpiel adapter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from croupier.core.base.errors import IllegalAction
from croupier.core.base.rng import game_seed
from croupier.core.base.tiers import tiered
from croupier.core.base.types import Records
from croupier.core.engine import record_position
from croupier.core.engine.game import Game
from croupier.core.engine.loops import View
from croupier.core.engine.past import SeenMoment
from croupier.core.engine.record_position import RecordPosition
from croupier.core.spec.spec import CHANCE, TERMINAL


class ChanceWords:
    """Random words for sampled chance events: one sequence for all states of a game, which copies share."""

    def __init__(self, seed: int | None) -> None:
        self._generator = np.random.default_rng(seed)

    def draw(self) -> np.uint64:
        """Draw the next word."""
        return self._generator.integers(0, 1 << 64, dtype=np.uint64)

    def __deepcopy__(self, memo: dict[int, object]) -> ChanceWords:
        return self

    def __reduce__(self) -> tuple[Callable[..., ChanceWords], tuple[None]]:
        return ChanceWords, (None,)  # a state in another process continues with other chance events


@dataclass(frozen=True)
class ChanceSettings:
    """Settings shared by all states of a game; see the parameters of `croupier.envs.open_spiel.CroupierGame`.

    Attributes:
        deals: number of equally likely outcomes of a shuffle; 0 samples a new one each time, by `words`.
        limit: most decisions of a game.
        cuts: whether the limit can end a game before the rules do.
    """

    game: Game
    deals: int
    seed: int
    limit: int
    cuts: bool
    words: ChanceWords

    def __deepcopy__(self, memo: dict[int, object]) -> ChanceSettings:
        return self


@dataclass
class ChanceTable:
    """The position of a state: everything that OpenSpiel copies and serialises.

    Attributes:
        records: the position, shape (1,).
        events: number of chance events so far.
        before: the position of the last decision, shape (1,), since a position has no text if a chance event is
            due.
        action: that decision.
        last: the last moment that seats have seen; None before the first deal.
    """

    settings: ChanceSettings
    records: Records
    decisions: int = 0
    events: int = 0
    before: Records | None = None
    action: int = 0
    last: SeenMoment | None = None
    _view: View | None = None

    def __reduce__(self) -> tuple[Callable[..., ChanceTable], tuple[Any, ...]]:
        past = (self.decisions, self.events, self.before, self.action, self.last)
        return ChanceTable, (self.settings, self.records, *past)

    def __deepcopy__(self, memo: dict[int, object]) -> ChanceTable:
        made, (settings, records, *past) = self.__reduce__()
        return made(settings, records.copy(), *past)  # the past never changes

    def __post_init__(self) -> None:
        if self.last is None and self.records["player"][0] != CHANCE:
            self.last = SeenMoment(self.records.copy())

    @property
    def player(self) -> int:
        """The seat to move; -1 if a chance event is due, -4 if the game is over."""
        if self.settings.cuts and self.decisions >= self.settings.limit:
            return TERMINAL
        return int(self.records["player"][0])

    def view(self) -> View:
        """Masks and legal actions; only if a seat is to move."""
        if self._view is None:
            game = self.settings.game
            self._view = View.empty(game.num_actions, 1)
            game.loops.tiered.choices(self.records, 0, 1, self._view[:])
        return self._view

    def legal_actions(self) -> list[int]:
        """Legal actions of the seat to move, ascending."""
        view = self.view()
        return sorted(view.actions[0, : view.counts[0]].tolist())

    def play(self, action: int) -> None:
        """Play an action, without resolving a chance event that follows."""
        game, view, player = self.settings.game, self.view(), self.player
        over = player == TERMINAL
        if over or not (0 <= action < game.num_actions and view.masks[0, action]):
            phase, legal = game.phase_name(int(view.phases[0])), [] if over else self.legal_actions()
            wrong = f"is not legal for player {player} in phase {phase}; legal: {legal}; nothing was played"
            message = f"action {action} {'refused: the game is over' if over else wrong}"
            raise IllegalAction(message, action=action, player=player, phase=phase, legal=legal)
        self.before, self.action = self.records.copy(), action
        tiered(game.spec.rules.play)(self.records[0], action)
        self.last = SeenMoment(self.records.copy(), self.last, int(self.before["player"][0]), action)
        self.decisions += 1
        self._view = None

    def outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of the chance event now due, with their probabilities."""
        listed = self.settings.game.spec.rules.outcomes
        if listed is None:
            count = max(self.settings.deals, 1)
            return [(outcome, 1.0 / count) for outcome in range(count)]
        shares = np.zeros(self.settings.game.spec.rules.max_outcomes)
        count = listed(self.records[0], shares)
        return [(outcome, float(shares[outcome])) for outcome in range(count) if shares[outcome] > 0.0]

    def happen(self, outcome: int) -> None:
        """Resolve the chance event now due with this outcome."""
        known = [each for each, _ in self.outcomes()] if self.settings.deals < 2 else range(self.settings.deals)
        if outcome not in known:
            raise ValueError(f"chance outcome {outcome} is not one of {known[0]}..{known[-1]}")
        rules = self.settings.game.spec.rules
        if rules.play_outcome is not None:
            rules.play_outcome(self.records[0], outcome)
        else:
            deals = self.settings.deals
            seed = (
                game_seed(np.uint64(self.settings.seed), outcome, self.events)
                if deals
                else self.settings.words.draw()
            )
            self.settings.game.loops.tiered.resume(self.records, np.array([seed], dtype=np.uint64), 0, 1)
        if self.records["player"][0] != CHANCE:  # simultaneous events are seen together, as with a `State`
            self.last = SeenMoment(self.records.copy(), self.last)
        self.events += 1
        self._view = None

    def returns(self) -> list[float]:
        """Final utilities; zeros before the end, and equal shares if the game was cut short."""
        game = self.settings.game
        if self.player != TERMINAL:
            return [0.0] * game.num_players
        out = np.zeros((1, game.num_players), dtype=np.float32)
        if self.records["player"][0] == TERMINAL:
            game.loops.tiered.returns(self.records, out)
        else:
            out[:] = (game.facts.utility_sum or 0.0) / game.num_players
        row: list[float] = out[0].tolist()
        return row

    def position(self) -> RecordPosition:
        """The position, for the game's words and views."""
        return RecordPosition(self.settings.game, self.records)

    def __str__(self) -> str:
        game, due = self.settings.game, self.records["player"][0] == CHANCE
        if due and self.before is None:
            return f"{game.name} chance={self.events}"
        text = record_position.one_line(game, self.before if due and self.before is not None else self.records)
        if due:
            text += f" action={self.action} chance={self.events}"
        return f"{text} decisions={self.decisions}" if self.settings.cuts else text
