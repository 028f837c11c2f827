"""State: one game in progress, for people and adapters. Its names are OpenSpiel's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from croupier.core.bundles import View
from croupier.core.errors import IllegalAction
from croupier.core.rng import as_seed
from croupier.core.spec import TERMINAL, Bools, Floats, Records

if TYPE_CHECKING:
    from croupier.core.game import Game


class State:
    """One game in progress. Chance events are resolved at once, by the state's own generator.

    Attributes:
        game: the game with its options.
        records: the one record, shape (1,).
        rngs: the generator's state, shape (1,).
        seed: seed of the deal and of all chance events.
        start: text of the position it began from, or "" where it was dealt.
        history: all actions so far.
    """

    def __init__(
        self,
        game: Game,
        records: Records,
        rngs: npt.NDArray[np.uint64],
        seed: int,
        start: str,
        history: Sequence[int],
    ) -> None:
        self.game = game
        self.records = records
        self.rngs = rngs
        self.seed = seed
        self.start = start
        self.history = list(history)
        self._view = View.empty(game.num_actions, 1)
        self._refresh()

    @classmethod
    def dealt(cls, game: Game, seed: int) -> State:
        """Deal a game; see `Game.new_initial_state`."""
        records = np.zeros(1, dtype=game.spec.state)
        seeds = np.array([as_seed(seed)])
        rngs = seeds.copy()
        game.loops.begin(records, rngs, game.codes[None, :], seeds, 0, 1)
        return cls(game, records, rngs, int(seed), "", [])

    @classmethod
    def from_fields(cls, game: Game, fields: Mapping[str, str], seed: int) -> State:
        """Set up a position from its fields; see `Game.position`."""
        records = game.new_records()
        game.spec.text.parse_position(records, fields)
        game.spec.text.validate(records)
        start = _one_line(game, records)  # before what is due is drawn, and before anybody is asked for a decision
        rngs = np.array([as_seed(seed)])
        game.loops.resume(records, rngs, 0, 1)
        return cls(game, records, rngs, int(seed), start, [])

    def _refresh(self) -> None:
        self.game.loops.choices(self.records, 0, 1, self._view)

    def current_player(self) -> int:
        """The seat to move, or -4 when the game is over."""
        return int(self._view.players[0])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == TERMINAL

    @property
    def phase(self) -> str:
        """Name of the phase, like ``BIDDING``."""
        value = int(self._view.phases[0])
        return self.game.phase_names.get(value, f"phase {value}")

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; empty when the game is over."""
        return sorted(int(action) for action in self._view.actions[0, : self._view.counts[0]])

    def legal_actions_mask(self) -> Bools:
        """The same as a mask, bool, shape (num_actions,)."""
        mask: Bools = self._view.masks[0].copy()
        return mask

    def apply_action(self, action: int) -> None:
        """Play an action and resolve the chance events that follow it.

        Raises:
            IllegalAction: it is not legal; nothing is changed.
        """
        whole = isinstance(action, int | np.integer) and not isinstance(action, bool | np.bool_)
        if not whole or not 0 <= action < self.game.num_actions or not self._view.masks[0, action]:
            raise self._illegal(action)
        self.game.spec.play(self.records[0], action)
        self.game.loops.resume(self.records, self.rngs, 0, 1)
        self.history.append(int(action))
        self._refresh()

    def _illegal(self, action: object) -> IllegalAction:
        legal = self.legal_actions()
        if self.is_terminal():
            message = f"action {action!r} refused: the game is over"
        else:
            names = ", ".join(f"{a} {self.action_to_string(a)}" for a in legal)
            message = (
                f"action {action!r} is not legal for player {self.current_player()} in phase {self.phase}; "
                f"legal: {names}"
            )
        return IllegalAction(message, action=action, player=self.current_player(), phase=self.phase, legal=legal)

    def returns(self) -> Floats:
        """Final utilities, float32, shape (players,); zeros while the game goes on."""
        out = np.zeros((1, self.game.players), dtype=np.float32)
        if self.is_terminal():
            self.game.loops.returns(self.records, out)
        row: Floats = out[0]
        return row

    def rewards(self) -> Floats:
        """Utilities gained by the last action, float32, shape (players,): all of it comes at the end."""
        return self.returns()

    def points(self) -> Floats:
        """Each seat's score in the game's own points so far, float32, shape (players,)."""
        out = np.zeros((1, self.game.players), dtype=np.float32)
        self.game.loops.points(self.records, out)
        row: Floats = out[0]
        return row

    def _seat(self, seat: int | None) -> int:
        chosen = self.current_player() if seat is None else seat
        if not 0 <= chosen < self.game.players:
            raise ValueError(f"seat {chosen} is not one of 0..{self.game.players - 1}")
        return chosen

    def observation_tensor(self, seat: int | None = None) -> Floats:
        """What a seat may know as features, float32, shape (observation_size,).

        Args:
            seat: the seat; the one to move where none is given.

        Raises:
            ValueError: there is no such seat.
        """
        out = np.zeros((1, self.game.observation_size), dtype=np.float32)
        self.game.loops.observe(self.records, np.array([self._seat(seat)]), out)
        row: Floats = out[0]
        return row

    def observation_string(self, seat: int | None = None) -> str:
        """What a seat may know, as text."""
        return self.game.spec.text.observation_string(self.records, self._seat(seat))

    def action_to_string(self, action: int) -> str:
        """Short text of an action."""
        return self.game.spec.text.action_to_string(self.records, action)

    def string_to_action(self, text: str) -> int:
        """Read an action from text.

        Raises:
            IllegalAction: the text names no action, or one that is not legal now.
        """
        try:
            action = self.game.spec.text.string_to_action(self.records, text)
        except ValueError as error:
            legal = self.legal_actions()
            raise IllegalAction(
                str(error), action=text, player=self.current_player(), phase=self.phase, legal=legal
            ) from error
        if not self._view.masks[0, action]:
            raise self._illegal(action)
        return action

    def clone(self) -> State:
        """An independent copy, with the same future."""
        return State(self.game, self.records.copy(), self.rngs.copy(), self.seed, self.start, self.history)

    def redealt(self, seat: int, seed: int) -> State:
        """A copy in which everything that a seat cannot know, and all future chance, is drawn anew."""
        copy = self.clone()
        copy.rngs[0] = as_seed(seed)
        self.game.loops.redeal(copy.records, np.array([self._seat(seat)]), copy.rngs)
        copy._refresh()
        return copy

    def serialize(self) -> bytes:
        """Bytes that `Game.deserialize_state` restores."""
        return self.game.serialize(self)

    def position(self) -> str:
        """The one-line text form of this position, hidden parts included."""
        return _one_line(self.game, self.records)

    def __str__(self) -> str:
        return self.position()


def _one_line(game: Game, records: Records) -> str:
    options = [f"{name}={_word(value)}" for name, value in game.changed_options().items()]
    fields = game.spec.text.format_position(records)
    return " ".join([game.name, *options, *(f"{key}={value}" for key, value in fields.items())])


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
