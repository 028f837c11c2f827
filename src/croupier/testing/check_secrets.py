"""Check that no exit reveals hidden information to a seat, sealed decisions included; part of `check_game`.

An exit is anything that reaches a seat: observation, view, text, picture, legal actions, prompts, narration. After
a re-deal of the hidden information every exit must be the same. The re-deal itself must not depend on hidden
information: the same generator deals the same world from every record that looks the same to the seat.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from croupier.core.base.tiers import tiered
from croupier.core.engine.game import State
from croupier.core.spec.position import Position, SealedTurns, SeatView, is_sealed, sealed_turns
from croupier.core.spec.prompts import Message, TerminalWords, all_messages
from croupier.core.spec.spec import CHANCE, Floats
from croupier.testing.check_facts import fail, require
from croupier.testing.check_teaching import check_names


def check_sealed(state: State) -> None:
    """Check a sealed decision: for every answer, the same seats are asked next, and see the same."""
    if not is_sealed(state):
        return
    mover = state.current_player()
    turns = sealed_turns(state)
    known: tuple[int, SealedTurns, dict[int | None, SeatView]] | None = None
    for action in turns[mover]:
        after = state.played(action)
        rest = sealed_turns(after, (mover,))
        views = _views(after, mover) if rest else {}
        if known is None:
            known = action, rest, views
            continue
        first, first_rest, first_views = known
        both = f"{state.action_to_string(first)} and {state.action_to_string(action)} of seat {mover}"
        if rest != first_rest:
            where = f"phase {state.phase} is sealed, and what is legal in it depends on another seat's answer"
            fail(f"{where}: after {both} the seats {first_rest} and {rest} are asked", state)
        for seat, view in views.items():
            if view != first_views[seat]:
                who = "a spectator" if seat is None else f"seat {seat}"
                fail(f"phase {state.phase} is sealed, and {who} sees another table after {both}", state)


def _views(after: Position, mover: int) -> dict[int | None, SeatView]:
    """The views of all others."""
    others: list[int | None] = [seat for seat in range(after.game.num_players) if seat != mover]
    return {seat: after.view(seat) for seat in [*others, None]}


OTHER_ACTIONS = 3
"""Actions tried at each decision in addition to the played one."""


def check_exits(state: State) -> list[State]:
    """Check everything that is shown at a decision."""
    seats = range(state.game.num_players)
    views: dict[int | None, SeatView] = {seat: state.view(seat) for seat in (*seats, None)}
    for one, view in views.items():
        _check_shape(state, view, one)  # first, since words and pictures are made from views
        check_names(state, view)
    shown = [_own_exits(state, views[seat], seat) for seat in seats]
    everyones = _common_exits(state)
    worlds = []
    for seat in seats:
        world = state.resample_hidden(seat, len(state.history) + seat + 1)
        worlds.append(world)
        if world.records.tobytes() == state.records.tobytes():
            continue  # nothing is hidden from this seat
        _check_seat(state, world, seat)
        view = world.view(seat)
        where = _difference(views[seat], view)
        require(not where, f"the view of seat {seat} shows hidden things at {where}", state)
        where = _difference(views[None], world.view(None))
        require(not where, f"the spectator's view shows what is hidden from seat {seat} at {where}", state)
        for what, exit_ in _own_exits(world, view, seat).items():
            require(exit_ == shown[seat][what], what.format(seat=seat), state)
        for what, exit_ in _common_exits(world).items():
            require(exit_ == everyones[what], what.format(seat=seat), state)
        drawn = seat == len(state.history) % state.game.num_players  # one seat a decision, since drawing is slow
        if drawn and state.game.spec.pictures is not None:
            require(world.svg(seat) == state.svg(seat), f"the picture for seat {seat} shows hidden things", state)
            same = world.svg(None) == state.svg(None)
            require(same, f"the spectator's picture shows what is hidden from seat {seat}", state)
        _check_redeal(state, world, seat)
    return worlds


def check_end_exits(state: State) -> None:
    """Check everything that is shown when the game is over, without a re-deal, since the end may reveal all."""
    for seat in (*range(state.game.num_players), None):
        view = state.view(seat)
        _check_shape(state, view, seat)
        if seat is not None:
            state.game.spec.words.text.observation_string(view)
    prompts = state.game.spec.words.prompts
    if prompts is not None:
        require(prompts.outcome(state).strip(), "nothing is said of how the game came out", state)


def _own_exits(state: State, view: SeatView, seat: int) -> dict[str, object]:
    """The words and claims that reach a seat, by the message for a fault."""
    words = state.game.spec.words
    shown: dict[str, object] = {"seat {seat} reads hidden things": words.text.observation_string(view)}
    if words.prompts is not None:
        shown["the opening to seat {seat} tells hidden things"] = words.prompts.opening(state, seat)
    if state.game.spec.claims is not None and seat == state.current_player():
        part, s = state.game.spec.claims(), state.records[0]
        found = part.left(s) and (part.left(s), part.proven(s, seat), part.hand(s, seat))
        shown["what becomes of seat {seat}'s claim of the tricks depends on hidden things"] = found
    return shown


def _common_exits(state: State) -> dict[str, object]:
    """The words that reach everybody."""
    prompts = state.game.spec.words.prompts
    if prompts is None:
        return {}
    return {
        "the board shows what is hidden from seat {seat}": prompts.board(state),
        "who hears the reply depends on what is hidden from seat {seat}": sorted(prompts.hearers(state)),
    }


def _check_shape(state: State, view: SeatView, seat: int | None) -> None:
    """Check that a view is plain data with the properties of its schema."""
    who = "the spectator" if seat is None else f"seat {seat}"
    try:
        back = json.loads(json.dumps(view, allow_nan=False))
    except (TypeError, ValueError) as error:
        fail(f"the view of {who} is no plain data: {error}", state)
    require(back == view, f"the view of {who} changes in JSON at {_difference(view, back)}", state)
    schema, table = state.game.spec.view.SCHEMA, view["table"]
    unknown = [name for name in table if name not in schema.get("properties", {})]
    missing = [name for name in schema.get("required", ()) if name not in table]
    require(not unknown, f"the view of {who} has {', '.join(unknown)}, which its schema has not", state)
    require(not missing, f"the view of {who} lacks {', '.join(missing)}, which its schema requires", state)


def _check_seat(state: State, world: State, seat: int) -> None:
    """Check the exits of the rules for a seat."""
    same = np.array_equal(world.observation_tensor(seat), state.observation_tensor(seat))
    require(same, f"seat {seat} sees hidden things", state)
    player = state.current_player()
    require(world.current_player() == player, f"redealing for seat {seat} moved the turn", state)
    if seat == player:
        same = world.legal_actions() == state.legal_actions()
        require(same, f"seat {seat}'s actions tell hidden things", state)


def _check_redeal(state: State, world: State, seat: int) -> None:
    """Check that a generator deals the same world from the true record and from one that looks the same."""
    seed = len(state.history) + seat
    ours, theirs = state.resample_hidden(seat, seed), world.resample_hidden(seat, seed)
    fields = ", ".join(_different_fields(ours, theirs))
    where = f"in {fields}" if fields else "in what is left of the generator"
    require(
        not fields and ours.rngs[0] == theirs.rngs[0],
        f"redealing for seat {seat} depends on what is hidden from it: two records that are alike for the seat "
        f"give, with the same generator, worlds that differ {where}; begin from what the seat knows, as from the "
        f"hidden cards in ascending order",
        state,
    )


def _different_fields(one: State, other: State) -> list[str]:
    """Fields in which two positions differ, apart from where a card is stored."""
    layout = one.game.spec.rules.layout
    names = [name for name in one.records.dtype.names or () if name not in layout]
    return [name for name in names if not np.array_equal(one.records[name], other.records[name])]


def _difference(ours: Any, theirs: Any, place: str = "") -> str:
    """The first place where two pieces of plain data differ, like ``table.seats[1].bid``; empty if none."""
    if ours == theirs:
        return ""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        pairs = [(f"{place}.{key}".lstrip("."), ours[key], theirs[key]) for key in ours]
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = [(f"{place}[{k}]", *pair) for k, pair in enumerate(zip(ours, theirs, strict=True))]
    else:
        return place or "its root"
    return next(filter(None, (_difference(a, b, where) for where, a, b in pairs)), "")


# ------------------------------------------------------------------------------------------------ narration


class _Narrated:
    """A decision and its result, with the view and messages of each seat."""

    def __init__(self, before: State, action: int, after: State) -> None:
        self.before, self.action, self.after = before, action, after
        self.reply = before.action_to_string(action)
        self._messages: Sequence[Message] | None = None
        self._terminal: dict[int, list[str]] = {}
        self._views: dict[int, SeatView] = {}
        self._observations: dict[int, Floats] = {}

    @classmethod
    def of(cls, world: State, action: int, rng: np.uint64) -> _Narrated:
        """Play an action in some world, with this generator for the chance events that follow."""
        after = world.clone()
        after.rngs[0] = rng
        after.apply_action(action)
        return cls(world, action, after)

    def view(self, seat: int) -> SeatView:
        """The view of a seat after it."""
        if seat not in self._views:
            self._views[seat] = self.after.view(seat)
        return self._views[seat]

    def observation(self, seat: int) -> Floats:
        """The observation of a seat after it."""
        if seat not in self._observations:
            self._observations[seat] = self.after.observation_tensor(seat)
        return self._observations[seat]

    def looks_the_same_as(self, other: _Narrated, seat: int) -> bool:
        """Whether a seat sees the same after both."""
        same = np.array_equal(self.observation(seat), other.observation(seat))
        return same and self.view(seat) == other.view(seat)

    def messages(self, seat: int) -> list[str]:
        """The messages that reach a seat."""
        prompts = self.before.game.spec.words.prompts
        if prompts is None:
            return []
        if self._messages is None:
            self._messages = all_messages(prompts, self.before, self.action, self.after)
        return [str(message) for message in self._messages if message.to in (None, seat)]

    def told(self, seat: int) -> list[str]:
        """The words for a person at the terminal, if the game has any."""
        if seat not in self._terminal:
            prompts: object = self.before.game.spec.words.prompts
            if isinstance(prompts, TerminalWords):
                self._terminal[seat] = prompts.tell(self.before, self.action, self.after, seat)
            else:
                self._terminal[seat] = []
        return self._terminal[seat]

    def is_heard_by(self, seat: int) -> bool:
        """Whether a seat gets the raw reply of the player to move."""
        prompts = self.before.game.spec.words.prompts
        return prompts is not None and seat in prompts.hearers(self.before)


def check_narration(before: State, action: int, after: State, worlds: Sequence[State]) -> None:
    """Check that a seat that sees the same after two decisions gets the same messages for both."""
    # Compared are: the same action in the world re-dealt for this seat; for seats that do not decide, other
    # actions that leave something hidden; and, after a chance event, its result re-dealt for this seat.
    if before.game.spec.words.prompts is None:
        return
    true = _Narrated(before, action, after)
    others, random = _other_actions(true), _was_random(before, action) and not after.is_terminal()
    for seat, world in enumerate(worlds):
        for same in _same_actions(true, world):
            _compare(true, same, seat)
        if seat != before.current_player():
            for other in others:
                _compare(true, other, seat)
        if random:
            redealt = after.resample_hidden(seat, len(before.history) + seat)
            _compare(true, _Narrated(before, action, redealt), seat)


def _same_actions(true: _Narrated, world: State) -> list[_Narrated]:
    """The action with the same number and with the same text, in a world with other hidden information."""
    if world.records.tobytes() == true.before.records.tobytes():
        return []
    legal = world.legal_actions()
    actions = {a for a in legal if a == true.action or world.action_to_string(a) == true.reply}
    return [_Narrated.of(world, action, true.before.rngs[0]) for action in sorted(actions)]


def _other_actions(true: _Narrated) -> list[_Narrated]:
    """Some of the other actions that lead to another position."""
    # Two actions with the same result hide nothing: public information that is not recorded may be repeated.
    others = [action for action in true.before.legal_actions() if action != true.action]
    some = others[:: max(1, len(others) // OTHER_ACTIONS)][:OTHER_ACTIONS]
    told = [_Narrated.of(true.before, action, true.before.rngs[0]) for action in some]
    return [other for other in told if _different_fields(other.after, true.after)]


def _was_random(before: State, action: int) -> bool:
    record = before.records.copy()[0]
    tiered(before.game.spec.rules.play)(record, action)
    return bool(record["player"] == CHANCE)


def _compare(true: _Narrated, other: _Narrated, seat: int) -> None:
    if not true.looks_the_same_as(other, seat):
        return
    mover, state = true.before.current_player(), true.before
    hears = seat != mover and true.is_heard_by(seat) and true.reply != other.reply
    require(not hears, f"seat {seat} hears the reply of player {mover}, which tells hidden things", state)
    for what, ours, theirs in (
        (f"the messages to seat {seat}", true.messages(seat), other.messages(seat)),
        (f"the terminal's words to seat {seat}", true.told(seat), other.told(seat)),
    ):
        if ours != theirs:
            new = [line for line in ours if line not in theirs] or ours
            fail(f"{what} tell hidden things: {new}", state)
