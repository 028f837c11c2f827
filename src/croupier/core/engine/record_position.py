"""A position read from one record: for words and views, and as one line of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from croupier.core.base.copies import copy
from croupier.core.base.english import say
from croupier.core.base.errors import PositionError
from croupier.core.base.tiers import tiered
from croupier.core.base.types import Records
from croupier.core.engine.loops import View
from croupier.core.engine.ruleset import Ruleset
from croupier.core.spec.position import ActionView, SeatView, TableView
from croupier.core.spec.spec import TERMINAL, Floats, GameSpec


def one_line(game: Ruleset, records: Records) -> str:
    """The text of a position, shape (1,), including everything hidden."""
    options = [f"{name}={option_word(value)}" for name, value in game.changed_options().items()]
    fields = game.spec.notation.format_position(records)
    return " ".join([game.name, *options, *(f"{key}={value}" for key, value in fields.items())])


def option_word(value: object) -> str:
    """The value of an option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def split(spec: GameSpec, text: str) -> tuple[dict[str, object], dict[str, str]]:
    """Read the options from a position's text."""
    name, *words = text.split() or [""]
    if name != spec.name:
        raise PositionError(say("position.game", name=name, game=spec.name))
    declared = {option.name: option for option in spec.options}
    given: dict[str, object] = {}
    fields: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise PositionError(say("position.word", word=word))
        if key in given or key in fields:
            raise PositionError(say("position.twice", name=key))
        if key in declared:
            given[key] = declared[key].parse(value)
        else:
            fields[key] = value
    return given, fields


def set_up(game: Ruleset, text: str) -> Records:
    """Set up a position, shape (1,), from its text; a chance event may be due in it."""
    options, fields = split(game.spec, text)
    named = Ruleset(game.spec, **options)
    if named.options != game.options:
        raise PositionError(say("position.options", named=repr(named), game=repr(game)))
    records = game.new_records()
    game.spec.notation.parse_position(records, fields)
    game.spec.notation.validate(records)
    return records


_KEPT = 1024
"""Number of cached tables: those around one decision in hundreds of games; some kilobytes each."""
_View = Callable[[Records, int | None], dict[str, Any]]
_NONE: Mapping[int | None, TableView] = {}


class RecordPosition:
    """A `croupier.core.spec.position.Position` made from a single record, like a row of a batch."""

    def __init__(self, game: Ruleset, records: Records, tables: Mapping[int | None, TableView] = _NONE) -> None:
        """Wrap a record, which is not copied, with known tables of it by seat."""
        self.game = game
        self.records = records  # shape (1,); a chance event may be due in it
        self._tables = tables

    def current_player(self) -> int:
        """The seat to move; -1 if a chance event is due, -4 if the game is over."""
        return int(self.records[0]["player"])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player() == TERMINAL

    @property
    def phase(self) -> str:
        """Name of the phase, like ``BIDDING``."""
        return self.game.phase_name(int(self.records[0]["phase"]))

    def returns(self) -> Floats:
        """Final utilities, float32, shape (players,); zeros while the game goes on."""
        out = np.zeros((1, self.game.num_players), dtype=np.float32)
        if self.is_terminal():
            self.game.loops.tiered.returns(self.records, out)
        row: Floats = out[0]
        return row

    def points(self) -> Floats:
        """Scores so far in the game's own points, float32, shape (players,)."""
        out = np.zeros((1, self.game.num_players), dtype=np.float32)
        self.game.loops.tiered.points(self.records, out)
        row: Floats = out[0]
        return row

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending; empty if nobody is to move."""
        if self.current_player() < 0:
            return []
        rows = View.empty(self.game.num_actions, 1)
        self.game.loops.tiered.choices(self.records, 0, 1, rows[:])
        return sorted(rows.actions[0, : rows.counts[0]].tolist())

    def table(self, seat: int | None) -> TableView:
        """The game's own part of a seat's view, or a spectator's (None); do not change it."""
        known = self._tables.get(seat)
        if known is not None:
            return known
        return _table(self.game.spec.view.view, self.records.dtype, self.records.tobytes(), seat)

    def view(self, seat: int | None) -> SeatView:
        """Everything that a seat, or a spectator (None), may see, as plain data of the caller's own."""
        # A spectator sees only what every seat may see; see `croupier.core.engine.view`.
        return self._view_with(seat, self.game.spec.view.view(self.records, seat))

    def _view_with(self, seat: int | None, table: dict[str, Any]) -> SeatView:
        """The view of a seat around its table."""
        player = self.current_player()
        deciding, over = player >= 0, self.is_terminal()
        here = RecordPosition(self.game, self.records, {seat: table})
        legal = self.legal_actions() if deciding and player == seat else []
        return SeatView(
            game=self.game.name,
            seat=seat,
            player=player if deciding else None,
            phase=self.phase if deciding else None,
            over=over,
            points=self.points().tolist(),
            returns=self.returns().tolist() if over else None,
            actions=[ActionView(action=action, text=here.action_to_string(action)) for action in legal],
            table=table,
        )

    def action_to_string(self, action: int) -> str:
        """Short text of an action."""
        return self.game.spec.words.text.action_to_string(self, action)

    def observation_string(self, seat: int) -> str:
        """The observation of a seat as text, made from its view."""
        return self.game.spec.words.text.observation_string(self._view_with(seat, dict(self.table(seat))))

    def played(self, action: int) -> RecordPosition:
        """The position right after a legal action, before any chance event."""
        after = copy(self.records)
        tiered(self.game.spec.rules.play)(after[0], action)
        return RecordPosition(self.game, after)


@lru_cache(maxsize=_KEPT)
def _table(view: _View, state: np.dtype[np.void], record: bytes, seat: int | None) -> TableView:
    """A table, cached by the bytes of its record, since words read the same tables again and again."""
    return view(np.frombuffer(bytearray(record), dtype=state), seat)  # kernels take no read-only array
