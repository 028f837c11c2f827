"""Game and State: a game with chosen options, and one game in progress.

Each makes the other, so they share a module. The work is in plain functions of `croupier.core.engine.ruleset`,
`croupier.core.engine.record_position`, `croupier.core.engine.saved` and the compiled `croupier.core.engine.loops`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from croupier.core.base.copies import copy
from croupier.core.base.english import say
from croupier.core.base.errors import ConfigError, IllegalAction, PositionError, SecretError, as_whole
from croupier.core.base.rng import as_seed
from croupier.core.base.tiers import tiered
from croupier.core.base.types import Generators, Records
from croupier.core.engine import record_position, saved
from croupier.core.engine.batch import Batch
from croupier.core.engine.deal_secret import Deal, DealSecret, run_chance
from croupier.core.engine.loops import View
from croupier.core.engine.past import (
    Past,
    SeenMoment,
    information_hash,
    information_size,
    information_state,
    information_tensor,
    seen_again,
)
from croupier.core.engine.record_position import RecordPosition
from croupier.core.engine.ruleset import Ruleset
from croupier.core.engine.trail import Trail, Trails
from croupier.core.spec import registry
from croupier.core.spec.position import SeatView
from croupier.core.spec.spec import Bools, Floats

_ROW = np.zeros(1, dtype=np.int64)


class Game(Ruleset):
    """A game with its options. Immutable; make one with `croupier.make`.

    Its attributes (`spec`, `options`, `num_players`, `phases`, `num_actions`...) are those of `Ruleset`.
    """

    def new_initial_state(self, seed: Deal | None = None) -> State:
        """Deal one game.

        Args:
            seed: 0 .. 2**64 - 1, or a secret; the same one gives the same game on every machine. None draws a
                random seed, which `State.seed` gives.

        Returns:
            The state at its first decision.

        Raises:
            ValueError: the seed is out of range.
        """
        return State.dealt(self, seed)

    def batch(self, size: int, seed: int = 0, **settings: Any) -> Batch:
        """Deal many games that are stepped together; the settings are those of `Batch`."""
        return Batch(self, size, seed, **settings)

    def position(self, text: str, seed: Deal = 0) -> State:
        """Set up a position from its one-line text.

        Examples:
            >>> import croupier
            >>> state = croupier.make("pig").position("pig scores=80,92 turn=0 total=17 turns=9")
            >>> state.legal_actions(), state.points().tolist()
            ([0, 1], [80.0, 92.0])

        Args:
            text: a text as `State.position` gives it; options in it must agree with this game's.
            seed: the seed, or the secret, of later chance events.

        Raises:
            PositionError: the text is broken or the position impossible.
            ConfigError: an option in it is not valid.
        """
        return State.placed(self, record_position.set_up(self, text), seed)

    def information_state_tensor_shape(self) -> list[int]:
        """Shape of `State.information_state_tensor`, the same for all seats and decisions."""
        return [information_size(self)]

    def serialize(self, state: State) -> bytes:
        """Bytes of a state: the game, its options, the record, the generator and the actions so far."""
        return state.serialize()

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[str, dict[str, Any]]]:
        """Pickle by name and options, for libraries that send environments to workers.

        Raises:
            TypeError: the registry has another game of that name, or none.
        """
        if self.name not in registry.registered_games() or registry.spec(self.name) is not self.spec:
            raise TypeError(f"{self!r} cannot be pickled: the registry has no such game of that name")
        return _remade, (self.name, self.options)

    def deserialize_state(self, data: bytes) -> State:
        """Restore the bytes of `State.serialize`.

        Every restored state can be played on, whatever the bytes are.

        Raises:
            PositionError: the bytes are truncated, changed, or of another game, version or option set.
        """
        return State(self, *saved.deserialize(self, data))


def _remade(name: str, options: Mapping[str, Any]) -> Game:
    """Unpickle a game from its name and options."""
    return Game(registry.spec(name), **options)


class State(RecordPosition):
    """One game in progress. The names of its methods are OpenSpiel's.

    Examples:
        >>> import croupier
        >>> state = croupier.make("pig").new_initial_state(seed=7)
        >>> [state.action_to_string(action) for action in state.legal_actions()]
        ['[roll]', '[hold]']
        >>> state.apply_action(0)
        >>> state.current_player(), state.position()
        (0, 'pig scores=0,0 turn=0 total=3 turns=0')

    Chance events are resolved at once, by the state's own generator. ``copy.copy`` and ``copy.deepcopy`` do the
    same as `clone`. A state can be pickled if its game is in the registry. Methods that take a seat raise
    ValueError if there is no such seat.

    Attributes:
        records: the record, shape (1,).
        rngs: the generator's state, uint64, shape (1,).
        seed: seed of the deal and all chance events; with a secret, only of agents' choices.
        secret: source of the deal and all chance events in place of the seed; None if the game has a seed.
        start: text of the position that the game began from; empty if it was dealt.
    """

    def __init__(
        self,
        game: Game,
        records: Records,
        rngs: Generators,
        seed: int,
        start: str,
        history: Sequence[int] | Past,
        earlier: int = 0,
        *,
        trail: Trail | None = None,
        secret: DealSecret | None = None,
        events: int = 0,
    ) -> None:
        super().__init__(game, records)
        self.game: Game = game
        self._earlier = earlier
        self.secret, self._events = secret, events  # chance events so far, counted only with a secret
        self.rngs = rngs
        self.seed = seed
        self.start = start
        self._past = history.copy() if isinstance(history, Past) else Past(history)
        self._view = View.empty(game.num_actions, 1)
        self._refresh()
        self._replay: _Replay | None = None
        self._given_trail = False
        if trail is not None:
            self._replay, self._given_trail = _Replay(self.clone(), trail), True

    @classmethod
    def dealt(cls, game: Game, seed: Deal | None) -> State:
        """Deal a game; see `Game.new_initial_state`."""
        seed = secrets.randbits(64) if seed is None else seed
        if isinstance(seed, DealSecret):
            return cls._by_secret(game, game.new_records(), seed, "")
        records = np.zeros(1, dtype=game.spec.rules.state)
        seeds = np.array([as_seed(seed)])
        rngs = seeds.copy()
        game.loops.tiered.begin(records, rngs, game.codes[None, :], seeds, 0, 1)
        return cls(game, records, rngs, int(seed), "", [])

    @classmethod
    def placed(cls, game: Game, records: Records, seed: Deal) -> State:
        """Go on from a position, shape (1,), which is not copied; see `Game.position`."""
        start = record_position.one_line(game, records)  # before chance events that are due are drawn
        if isinstance(seed, DealSecret):
            return cls._by_secret(game, records, seed, start)
        rngs = np.array([as_seed(seed)])
        game.loops.tiered.resume(records, rngs, 0, 1)
        return cls(game, records, rngs, int(seed), start, [])

    @classmethod
    def _by_secret(cls, game: Game, records: Records, secret: DealSecret, start: str) -> State:
        rngs = np.zeros(1, dtype=np.uint64)
        events = run_chance(game.spec.rules, records, rngs, secret, 0)
        return cls(game, records, rngs, secret.seed, start, [], secret=secret, events=events)

    @property
    def deal(self) -> Deal:
        """The secret, or else the seed, from which `Game.new_initial_state` deals this game."""
        return self.seed if self.secret is None else self.secret

    def _refresh(self) -> None:
        self.game.loops.tiered.choices(self.records, 0, 1, self._view[:])

    @property
    def history(self) -> list[int]:
        """All known actions so far; of a state that was a row of a batch, only those since then."""
        return self._past.actions

    @history.setter
    def history(self, actions: list[int]) -> None:
        self._past = Past(actions)

    @property
    def plies(self) -> int:
        """Decisions made since the deal, or since the starting position, including those that `history` lacks."""
        return self._earlier + len(self._past)

    def current_player(self) -> int:
        """The seat to move, or -4 if the game is over."""
        return int(self._view.current_players[0])

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; empty if the game is over."""
        return sorted(int(action) for action in self._view.actions[0, : self._view.counts[0]])

    def legal_actions_mask(self) -> Bools:
        """The legal actions as a mask, bool, shape (num_actions,)."""
        mask: Bools = self._view.masks[0].copy()
        return mask

    def apply_action(self, action: int) -> None:
        """Play an action and resolve the chance events that follow.

        Raises:
            IllegalAction: the action is not legal; nothing is changed.
        """
        chosen = as_whole(action)
        if chosen is None or not 0 <= chosen < self.game.num_actions or not self._view.masks[0, chosen]:
            raise self._illegal(action)
        tiered(self.game.spec.rules.play)(self.records[0], chosen)
        if self.secret is None:
            self.game.loops.tiered.resume(self.records, self.rngs, 0, 1)
        else:
            rules = self.game.spec.rules
            self._events = run_chance(rules, self.records, self.rngs, self.secret, self._events)
        self._past.append(chosen)
        self._refresh()

    def _illegal(self, action: object, message: str | None = None) -> IllegalAction:
        legal, player, phase = self.legal_actions(), self.current_player(), self.phase
        if message is None and self.is_terminal():
            message = say("action.over", action=action)
        elif message is None:
            names = ", ".join(f"{a} {self.action_to_string(a)}" for a in legal)
            message = say("action.illegal", action=action, player=player, phase=phase, legal=names)
        return IllegalAction(message, action=action, player=player, phase=phase, legal=legal)

    def rewards(self) -> Floats:
        """Utilities gained by the last action, float32, shape (players,); zeros until the game is over."""
        return self.returns()

    def _seat(self, seat: int | None) -> int:
        chosen = self.current_player() if seat is None else as_whole(seat)
        if chosen is None or not 0 <= chosen < self.game.num_players:
            shown = chosen if seat is None else repr(seat)
            raise ValueError(f"seat {shown} is not one of 0..{self.game.num_players - 1}")
        return chosen

    def observation_tensor(self, seat: int | None = None) -> Floats:
        """The observation of a seat, float32, shape (observation_size,); by default of the seat to move."""
        out = np.zeros((1, self.game.observation_size), dtype=np.float32)
        self.game.loops.tiered.observe(self.records, np.array([self._seat(seat)]), out)
        row: Floats = out[0]
        return row

    def view(self, seat: int | None) -> SeatView:
        """Everything that a seat may see of the table, as plain data for JSON; see `croupier.core.engine.view`.

        Args:
            seat: the seat; None is a spectator, who sees only what every seat may see.
        """
        return super().view(None if seat is None else self._seat(seat))

    def svg(self, seat: int | None) -> str:
        """A picture of the table as a seat sees it; see `croupier.core.spec.pictures`.

        Args:
            seat: the seat; None is a spectator, who sees only what every seat may see.

        Raises:
            ConfigError: the game has no pictures.
        """
        if self.game.spec.pictures is None:
            raise ConfigError(f"{self.game.name} has no pictures: its spec has no part of that name")
        return self.game.spec.pictures().table(self.view(seat)).svg

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows, for a spectator; None if the game has no pictures."""
        return None if self.game.spec.pictures is None else self.svg(None)

    def observation_string(self, seat: int | None = None) -> str:
        """The observation of a seat as text, made from its `view`; by default of the seat to move."""
        return super().observation_string(self._seat(seat))

    def string_to_action(self, text: str) -> int:
        """Read an action from text.

        Raises:
            IllegalAction: the text names no action, or one that is not legal now.
        """
        try:
            action = self.game.spec.words.text.string_to_action(self, text)
        except ValueError as error:
            raise self._illegal(text, str(error)) from error
        if not self._view.masks[0, action]:
            raise self._illegal(action)
        return action

    def trail(self) -> Trail | None:
        """The decisions of this game so far, for agents that read history; see `croupier.core.engine.trail`.

        This replays the game: from its start at the first call, and later from the last call on.

        Returns:
            The trail; None if the game has no `search` part, or if `history` does not lead to this position, as in
            a row of a batch without trails, or after `resample_hidden`.
        """
        if self.game.spec.search is None or (self._earlier and not self._given_trail):
            return None
        try:
            if self._replay is None:
                self._replay = _Replay(self.initial_state())
            return self._replay.follow(self)
        except (ConfigError, IllegalAction, PositionError):  # a saved state may hold any history
            return None

    def information_state_string(self, seat: int | None = None) -> str:
        """Everything that a seat has seen since the deal, as text; by default the seat to move.

        It has one line for each change of the seat's view, and one for each of its own decisions. This replays the
        game.

        Raises:
            ValueError: `history` does not lead to this position, as in a row of a batch.
        """
        return information_state(self.game, self._seen(), self._seat(seat))

    def _seen(self) -> SeenMoment:
        again = self.initial_state()
        seen = seen_again(again, again.apply_action, self.history)
        if self._earlier or again.records.tobytes() != self.records.tobytes():
            raise ValueError("the information state is not known: the history does not lead to this position")
        return seen

    def information_state_tensor(self, seat: int | None = None) -> Floats:
        """Everything that a seat has seen since the deal, as features; by default the seat to move.

        The observation, and 512 features that hash the `information_state_string` (feature hashing); see
        `croupier.core.engine.past.information_tensor`. Equal strings give equal features, and different strings
        different ones. float32, of the shape `Game.information_state_tensor_shape`. This replays the game.

        Raises:
            ValueError: `history` does not lead to this position, as in a row of a batch.
        """
        return information_tensor(self.game, self._seen(), self._seat(seat))

    def information_state_hash(self, seat: int | None = None) -> str:
        """Hash of the `information_state_string`: 32 hexadecimal digits, the same on every machine."""
        return information_hash(self.information_state_string(seat))

    def initial_state(self) -> State:
        """The state that this game began with."""
        if self.start:
            return self.game.position(self.start, self.deal)
        return self.game.new_initial_state(self.deal)

    def clone(self) -> State:
        """An independent copy with the same future.

        Examples:
            >>> import croupier
            >>> state = croupier.make("pig").new_initial_state(seed=7)
            >>> copy = state.clone()
            >>> copy.apply_action(0)
            >>> copy.history, state.history
            ([0], [])
        """
        parts = (copy(self.records), self.rngs.copy(), self.seed, self.start, self._past, self._earlier)
        trail = self.trail() if self._given_trail else None
        return State(self.game, *parts, trail=trail, secret=self.secret, events=self._events)

    def __copy__(self) -> State:
        return self.clone()  # a copy that shared the record would play on in both

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        if self.secret is not None:
            raise SecretError("a game that was dealt from a secret is not pickled: the bytes would hold it")
        trail = self.trail() if self._given_trail else None  # others are replayed
        return {**self.__dict__, "_replay": trail, "_given_trail": trail is not None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _replay=None, _given_trail=False)
        if state["_given_trail"]:
            self._replay, self._given_trail = _Replay(self.clone(), state["_replay"]), True

    def resample_hidden(self, seat: int, seed: int) -> State:
        """A determinization: a copy with a full deal consistent with what a seat knows, and another future.

        The seed is for this deal and all later chance events. The copy has no secret.
        """
        world = self.clone()
        world.secret = None
        world.rngs[0] = as_seed(seed)
        self.game.loops.tiered.redeal(world.records, np.array([self._seat(seat)]), world.rngs)
        world._refresh()
        return world

    def serialize(self) -> bytes:
        """Bytes that `Game.deserialize_state` restores.

        Raises:
            SecretError: the game was dealt from a secret; once it is over, its file contains the secret.
        """
        if self.secret is not None:
            raise SecretError(
                "a game that was dealt from a secret is kept as its file once it is over, not as bytes"
            )
        parts = saved.Saved(self.records, self.rngs, self.seed, self.start, self.history)
        return saved.serialize(self.game, parts)

    def position(self) -> str:
        """One line of text for this position, including everything hidden."""
        return record_position.one_line(self.game, self.records)

    def __str__(self) -> str:
        return self.position()

    def __repr__(self) -> str:
        """Without hidden information."""
        deal = f"seed={self.seed}" if self.secret is None else "dealt from a secret"
        due = "over" if self.is_terminal() else f"player={self.current_player()}"
        return f"<State of {self.game!r}, {deal}, plies={self.plies}, {due}>"

    def __eq__(self, other: object) -> bool:
        """Whether it is the same game with the same past and the same future, as a clone has."""
        return self._whole() == other._whole() if isinstance(other, State) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable

    def _whole(self) -> tuple[object, ...]:
        game = (self.game.name, self.game.spec.version, self.game.options)
        return *game, self.records.tobytes(), self.rngs.tobytes(), self.deal, self.start, self.history, self.plies


class _Replay:
    """A game replayed to get a state's trail."""

    def __init__(self, state: State, trail: Trail | None = None) -> None:
        """Begin at a state, which is played on; `trail` leads to it, or begins at it."""
        self._state, self._trails = state, Trails.of(state.game.spec, state.records)
        if self._trails is not None:
            self._trails.resume(_ROW, [trail])

    def follow(self, state: State) -> Trail | None:
        """Replay a state's new actions and return its trail; None if they do not lead to its record."""
        if self._trails is None:
            return None
        for action in state.history[len(self._state._past) :]:
            self._state.apply_action(action)
            self._trails.note(np.array([action]))
        same = self._state.records.tobytes() == state.records.tobytes()
        return self._trails.trail(0) if same else None
