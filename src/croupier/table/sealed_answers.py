"""Sealed answers: kept apart until all are in, then played in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from croupier.core.base.errors import AnswerError, as_whole
from croupier.core.engine.state import State
from croupier.core.spec.position import SealedTurns, is_sealed, sealed_turns
from croupier.table.english import say
from croupier.table.events import Move


@dataclass
class SealedAnswers:
    """The answers of one stretch of sealed decisions.

    Attributes:
        began: number of the event with which the stretch has begun; answers to earlier ones are late.
        done: the seats whose answers have been played in it.
        answers: those that wait, by seat.
    """

    began: int = 1
    done: frozenset[int] = frozenset()
    answers: dict[int, int] = field(default_factory=dict, repr=False)
    _turns: tuple[int, SealedTurns] | None = field(default=None, repr=False)

    def copy(self) -> SealedAnswers:
        """The same for a table that goes on apart from this one."""
        return replace(self, answers=dict(self.answers))

    def follow(self, move: Move, number: int) -> None:
        """Note a decision that was played; it ends the stretch where what is due then is not part of it."""
        mover, after = move.before.current_player(), move.after
        done = self.done | {mover}
        same = is_sealed(move.before) and is_sealed(after) and after.phase == move.before.phase
        if same and after.current_player() not in done and not (move.before.rngs != after.rngs).any():
            self.done = done
            self.answers.pop(mover, None)
        else:
            self.began, self.done, self.answers = number, frozenset(), {}

    def restart(self, moves: Iterable[Move], number: int) -> None:
        """Forget what waits, after decisions were taken back."""
        self.done, self.answers = frozenset(), {}
        for move in moves:
            self.follow(move, number)
        self.began = number

    def turns(self, state: State) -> SealedTurns:
        """The seats that are still to be asked; see `croupier.core.spec.position`."""
        if not is_sealed(state):
            return {}
        at = len(state.history)
        if self._turns is None or self._turns[0] != at:
            self._turns = at, sealed_turns(state, self.done)
        return self._turns[1]

    def check(self, state: State, seat: int, action: int, number: int, now: int) -> None:
        """Whether an answer can be kept; see `Table.seal`."""
        whole, turns = as_whole(number), self.turns(state)
        if whole is None or not (self.began if turns else now) <= whole <= now:
            raise AnswerError("stale", say("stale", number=number, now=now))
        if not turns:
            raise AnswerError("not-your-turn", say("sealed.not"))
        chosen = as_whole(seat)
        if chosen is None or chosen not in turns:
            raise AnswerError("not-your-turn", say("sealed.late", seat=seat))
        legal = turns[chosen]
        if as_whole(action) not in legal:
            listed = ", ".join(f"{each} {state.action_to_string(each)}" for each in legal)
            raise AnswerError("illegal-action", say("illegal", action=repr(action), legal=listed), legal=legal)
        if self.answers.get(chosen) == action:
            raise AnswerError("stale", say("sealed.same"))

    def misses(self, state: State, people: Sequence[bool]) -> bool:
        """Whether a person's answer is waited for."""
        return any(people[seat] and seat not in self.answers for seat in self.turns(state))

    def asked(self, state: State, seat: int) -> State:
        """The game as a seat answers in it. What others have sealed is not in it: they have said anything."""
        turns = self.turns(state)
        if seat not in turns:
            raise ValueError(f"Player {seat} is not to be asked now")
        shown = state.clone()
        for other, legal in turns.items():
            if other == seat:
                break
            shown.apply_action(legal[0])
        return shown
