"""One game in progress: whose turn it is, answers (also sealed ones), messages, transcripts.

>>> import croupier
>>> from croupier.table import Table
>>> table = Table(croupier.make("pig").new_initial_state(seed=7))
>>> due = table.due()
>>> table.submit(due.seat, "[roll]", due.number)

A table never asks anybody and never waits: it has a decision due, and takes answers. Its caller (a terminal, a
server, an environment) asks people and agents and submits their answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from croupier.agents.agent import Agent, Turns
from croupier.core.base.errors import AnswerError, ConfigError, as_whole
from croupier.core.engine.game import Game, State
from croupier.core.spec.position import EndedRound, SealedTurns, SeatView, is_sealed, sealed_turns
from croupier.core.spec.prompts import Message, ReplyError, ReplyFault
from croupier.table.english import say
from croupier.table.events import Due, Event, Move, Numbered, ReplyPolicy
from croupier.table.game_file import forfeit_returns, game_data
from croupier.table.narration import heard, invalid_notice, left_to_win, openings, read, told


@dataclass
class SealedAnswers:
    """The answers of one phase of sealed decisions."""

    began: int = 1  # number of the event that began it; answers to earlier ones are late
    done: frozenset[int] = frozenset()  # seats whose answers were played in it
    answers: dict[int, int] = field(default_factory=dict, repr=False)  # waiting answers, by seat
    _turns: tuple[int, SealedTurns] | None = field(default=None, repr=False)

    def copy(self) -> SealedAnswers:
        """A copy for a copied table."""
        return replace(self, answers=dict(self.answers))

    def follow(self, move: Move, number: int) -> None:
        """Record a decision; it ends the phase if the next decision is not part of it."""
        mover, after = move.before.current_player(), move.after
        done = self.done | {mover}
        same = is_sealed(move.before) and is_sealed(after) and after.phase == move.before.phase
        if same and after.current_player() not in done and not (move.before.rngs != after.rngs).any():
            self.done = done
            self.answers.pop(mover, None)
        else:
            self.began, self.done, self.answers = number, frozenset(), {}

    def restart(self, moves: Iterable[Move], number: int) -> None:
        """Drop waiting answers after decisions were taken back."""
        self.done, self.answers = frozenset(), {}
        for move in moves:
            self.follow(move, number)
        self.began = number

    def turns(self, state: State) -> SealedTurns:
        """The seats still to be asked; see `croupier.core.spec.position`."""
        if not is_sealed(state):
            return {}
        at = len(state.history)
        if self._turns is None or self._turns[0] != at:
            self._turns = at, sealed_turns(state, self.done)
        return self._turns[1]

    def check(self, state: State, seat: int, action: int, number: int, now: int) -> None:
        """Check that an answer can be stored; see `Table.seal`."""
        whole, turns = as_whole(number), self.turns(state)
        if whole is None or not (self.began if turns else now) <= whole <= now:
            raise AnswerError("stale", say("stale", number=number, now=now))
        if not turns:
            raise AnswerError("not-your-turn", say("sealed.not"))
        chosen = as_whole(seat)
        if chosen is None or chosen not in turns:
            raise AnswerError("not-your-turn", say("sealed.late", seat=seat))
        _check_legal(state, action, turns[chosen])
        if self.answers.get(chosen) == action:
            raise AnswerError("stale", say("sealed.same"))

    def misses(self, state: State, people: Sequence[bool]) -> bool:
        """Whether a person's answer is missing."""
        return any(people[seat] and seat not in self.answers for seat in self.turns(state))

    def asked(self, state: State, seat: int) -> State:
        """The game in which a seat answers, with any legal action in place of the others' sealed answers."""
        turns = self.turns(state)
        if seat not in turns:
            raise ValueError(f"Player {seat} is not to be asked now")
        shown = state.clone()
        for other, legal in turns.items():
            if other == seat:
                break
            shown.apply_action(legal[0])
        return shown


def _check_legal(state: State, action: int, legal: Sequence[int]) -> None:
    if as_whole(action) not in legal:
        listed = ", ".join(f"{each} {state.action_to_string(each)}" for each in legal)
        raise AnswerError("illegal-action", say("illegal", action=repr(action), legal=listed), legal=legal)


class Table:
    """One game in progress. Its methods must be called by one thread at a time.

    Attributes:
        names: name of the player in each seat, for the game's file.
        policy: the policy for invalid replies.
        events: all events, in order. They contain secrets; players get `messages`.
        moves: the decisions that were not taken back, in order.
        rounds: for each of these, the scores of the round that it ended, or None.
        forfeited: the seat that forfeited; None if none did.
    """

    def __init__(
        self,
        state: State,
        seats: Sequence[Agent | None] = (),
        *,
        names: Sequence[str] = (),
        policy: ReplyPolicy | None = None,
        boards: bool = True,
        played: Iterable[int] = (),
    ) -> None:
        """Start a game.

        Args:
            state: the initial state, which the table then owns.
            seats: the agent in each seat, None for a person; empty if all answers come from outside.
            names: name of the player in each seat. Default: the agents' names, and ``human``.
            policy: the policy for invalid replies. By default they cost nothing.
            boards: whether messages show the table in words after a decision; False if views are shown.
            played: actions to play first, of a game that continues.

        Raises:
            AnswerError: one of these actions is not legal, or the game is over before it.
            ConfigError: the number of agents or names is not that of the seats.
        """
        self.game: Game = state.game
        players = self.game.num_players
        agents = list(seats) or [None] * players
        called = list(names) or ["human" if agent is None else agent.name for agent in agents]
        for what, given in (("agents", agents), ("names", called)):
            if len(given) != players:
                raise ConfigError(f"{self.game.name} has {players} seats, so {players} {what}, not {len(given)}")
        self.names: tuple[str, ...] = tuple(called)
        self.policy = ReplyPolicy() if policy is None else policy
        self.moves: list[Move] = []
        self.rounds: list[EndedRound | None] = []
        self.forfeited: int | None = None
        self._agents = agents
        self._state = state
        self._boards = boards
        self._invalid = 0  # in a row, by the seat to move
        self._sealed = SealedAnswers()
        self.events: list[Event] = [Event(1, "begin", messages=tuple(openings(self._state)))]
        for action in played:
            mover = self._state.current_player()
            self.check(mover, action, self.number)
            self._play(mover, action)

    def __copy__(self) -> Table:
        """An independent copy with the same agents."""
        made = object.__new__(type(self))
        lists = {name: list(value) for name, value in self.__dict__.items() if isinstance(value, list)}
        own = {"_state": self._state.clone(), "_sealed": self._sealed.copy()}
        made.__dict__.update({**self.__dict__, **lists, **own})
        return made

    def __deepcopy__(self, memo: dict[int, object]) -> Table:
        return self.__copy__()

    @property
    def state(self) -> State:
        """The current state. It contains all secrets and is not for players."""
        return self._state

    @property
    def number(self) -> int:
        """Number of the last event. It counts all events, including undo, and never decreases."""
        return len(self.events)

    @property
    def over(self) -> bool:
        """Whether the game is over, by its rules or by a forfeit."""
        return self.forfeited is not None or self._state.is_terminal()

    def due(self) -> Due | None:
        """The decision that the table waits for; None if the game is over."""
        if self.over:
            return None
        seat = self._state.current_player()
        return Due(self.number, seat, self._agents[seat], Turns.of_state(self._state))

    def submit(self, seat: int, answer: int | str, number: int) -> Event:
        """Submit a seat's answer to the decision that is due.

        Args:
            seat: the seat that answers.
            answer: an action, or a reply in words, which the game's prompts read.
            number: the number of the `Due`.

        Returns:
            An ``action``; for words that name no legal action ``invalid``, or ``forfeit`` if the policy ends the
            game.

        Raises:
            AnswerError: refused without a change: the game is over (code ``over``), the number is not that of the
                last event (``stale``), another seat is to move (``not-your-turn``), or the action is not legal
                (``illegal-action``).
        """
        if isinstance(answer, str):
            self.check_turn(seat, number)
            return self._reply(int(seat), answer)
        self.check(seat, answer, number)
        return self._play(int(seat), int(answer))

    def check(self, seat: int, action: int, number: int) -> None:
        """Check that `submit` would play an action, for callers that store it first.

        Args:
            seat: the seat that answers.
            number: the number of the `Due`.

        Raises:
            AnswerError: it would be refused; see `submit`.
        """
        self.check_turn(seat, number)
        _check_legal(self._state, action, self._state.legal_actions())

    @property
    def sealing(self) -> Mapping[int, Sequence[int]]:
        """The legal actions of the seats still to be asked in a sealed phase, by seat; otherwise empty."""
        return {} if self.over else self._sealed.turns(self._state)

    @property
    def sealed(self) -> Mapping[int, int]:
        """The sealed answers that wait, by seat. They are secret and not for other players."""
        return self._sealed.answers

    def seal(self, seat: int, action: int, number: int) -> None:
        """Store a seat's answer in a sealed phase until `reveal` plays it.

        It may come before the seat's turn. A later answer of the same seat replaces it.

        Args:
            seat: the seat that answers.
            number: the number of any event since this phase began.

        Raises:
            AnswerError: refused without a change: the game is over (``over``); the number is older than the phase,
                or the same answer is sealed already (``stale``); the decision is not sealed, or the seat is no
                longer asked (``not-your-turn``); or the action is not legal for it (``illegal-action``).
        """
        self.check_seal(seat, action, number)
        self._sealed.answers[int(seat)] = int(action)

    def check_seal(self, seat: int, action: int, number: int) -> None:
        """Check that `seal` would store an answer; raises as it does."""
        if self.over:
            raise AnswerError("over", say("over"))
        self._sealed.check(self._state, seat, action, number, self.number)

    def reveal(self) -> Event | None:
        """Play the next sealed answer, in the game's order.

        Returns:
            The event; None if a person's answer is missing, or an agent is to move.
        """
        if self.over or self._sealed.misses(self._state, [agent is None for agent in self._agents]):
            return None
        mover = self._state.current_player()
        action = self._sealed.answers.get(mover)
        return None if action is None else self._play(mover, action)

    def asked(self, seat: int) -> State:
        """The game in which a seat in `sealing` answers; other open seats have played any legal action."""
        return self._sealed.asked(self._state, seat)

    def check_turn(self, seat: int, number: int) -> None:
        """Check that a seat's answer to a `Due` is expected, whatever it is; raises as `submit` does."""
        self._check_number(number)
        mover = self._state.current_player()
        if as_whole(seat) != mover:
            raise AnswerError("not-your-turn", say("turn", mover=mover, seat=seat))

    def _check_number(self, number: int, over: bool | None = None) -> None:
        if self.over if over is None else over:
            raise AnswerError("over", say("over"))
        if as_whole(number) != self.number:
            raise AnswerError("stale", say("stale", number=number, now=self.number))

    def _reply(self, seat: int, reply: str) -> Event:
        """Read a reply in words, by the game's prompts if it has some."""
        try:
            action = read(self._state, reply, strict=self.policy.strict)
        except ReplyError as error:
            return self._refuse(seat, heard(self._state, seat, reply), str(error), error.fault)
        return self._play(seat, action, reply)

    def _play(self, seat: int, action: int, reply: str | None = None) -> Event:
        said = self._state.action_to_string(action) if reply is None else reply
        before = self.moves[-1].after if self.moves else self._state.clone()
        messages = heard(self._state, seat, said)
        self._state.apply_action(action)
        self._invalid = 0
        after = self._state.clone()
        self.moves.append(Move(before, action, after))
        self.rounds.append(self.game.spec.words.ended_round(before, action, after))
        messages += told(before, action, after, boards=self._boards)
        text = before.action_to_string(action)
        event = self._happen(Event(self.number + 1, "action", seat, action, text, messages=tuple(messages)))
        self._sealed.follow(self.moves[-1], event.number)
        return event

    def refuse(self, seat: int, refusal: str, number: int, fault: ReplyFault = "unparsable") -> Event:
        """Count a reply as invalid that the caller has read.

        The others hear nothing of it, since it may contain secrets.

        Args:
            seat: the seat that replied.
            refusal: why it is invalid; told to the seat.
            number: the number of the `Due`.
            fault: the kind of fault.

        Returns:
            ``invalid``, or ``forfeit`` if the policy ends the game.

        Raises:
            AnswerError: no answer of the seat is expected; see `submit`.
        """
        self.check_turn(seat, number)
        return self._refuse(int(seat), [], refusal, fault)

    def _refuse(self, seat: int, echo: list[Message], refusal: str, fault: ReplyFault) -> Event:
        """Tell a seat that its reply is invalid, and end the game if it was one too many."""
        allowance = self.policy.allowance
        self._invalid += 1
        left = 0 if allowance is None else allowance - self._invalid
        notice = invalid_notice(refusal, None if allowance is None else left)
        messages = (*echo, Message(notice, "notice", to=seat))
        if left < 0:
            lost = f"Player {seat} loses by an invalid reply"
            return self._forfeit(seat, lost, f"{lost}: {refusal}.", messages, refusal, fault)
        return self._happen(
            Event(self.number + 1, "invalid", seat, refusal=refusal, fault=fault, messages=messages)
        )

    def forfeit(self, seat: int, why: str, number: int) -> Event:
        """Let a seat forfeit at once: it has left, its time is up, or its program has failed.

        Args:
            seat: the seat that loses; it need not be to move.
            why: told to everybody, like ``leaves the game``.
            number: number of the last event.

        Raises:
            AnswerError: the game is over, or the number is another; nothing is changed.
            ValueError: there is no such seat.
        """
        self._check_number(number)
        seat = self._checked_seat(seat)
        lost = f"Player {seat} {why}"
        return self._forfeit(seat, lost, f"{lost}.")

    def _forfeit(
        self, seat: int, lost: str, reason: str, messages: tuple[Message, ...] = (), refusal: str = "",
        fault: ReplyFault = "",
    ) -> Event:  # fmt: skip
        # the refusal may name cards of the player's hand: only the first part goes to everyone
        self.forfeited = seat
        said = (*messages, Message(f"{lost}; {left_to_win(self.game, seat)}."))
        return self._happen(Event(self.number + 1, "forfeit", seat, None, "", refusal, fault, reason, said))

    def undo(self, number: int, decisions: int = 1) -> Event:
        """Take back the last decisions. Chance events depend on seed and actions, so they repeat.

        A finished game can be resumed this way, a forfeited one cannot. Waiting sealed answers are dropped.

        Args:
            number: number of the last event.
            decisions: number of decisions.

        Raises:
            AnswerError: the number is another (``stale``), or the game was forfeited (``over``).
            ValueError: fewer decisions were made.
        """
        self._check_number(number, over=self.forfeited is not None)
        count = as_whole(decisions)
        if count is None or not 1 <= count <= len(self.moves):
            raise ValueError(f"{len(self.moves)} decisions were made, so {decisions!r} cannot be taken back")
        self._state = self.moves[-count].before.clone()
        del self.moves[-count:]
        del self.rounds[-count:]
        self._invalid = 0
        self._sealed.restart(self.moves, self.number + 1)
        many = "The last decision is" if count == 1 else f"The last {count} decisions are"
        told = (Message(f"{many} taken back."),)
        return self._happen(Event(self.number + 1, "undo", self._state.current_player(), messages=told))

    def _happen(self, event: Event) -> Event:
        self.events.append(event)
        return event

    def _checked_seat(self, seat: int) -> int:
        players = self.game.num_players
        chosen = as_whole(seat)
        if chosen is None or not 0 <= chosen < players:
            raise ValueError(f"seats are 0 to {players - 1}, not {seat!r}")
        return chosen

    def messages(self, seat: int | None, since: int = 0) -> list[Numbered]:
        """The messages that a seat has received.

        Args:
            seat: the seat; None for a spectator, who gets the messages to everyone.
            since: leave out messages of events up to this number.

        Raises:
            ValueError: there is no such seat.
        """
        seat = None if seat is None else self._checked_seat(seat)
        return [
            Numbered(event.number, message)
            for event in self.events[max(since, 0) :]
            for message in event.messages
            if message.to is None or message.to == seat
        ]

    def view(self, seat: int | None) -> SeatView:
        """The table as a seat may see it, as plain data; None for a spectator. See `croupier.core.engine.view`.

        Raises:
            ValueError: there is no such seat.
        """
        view = self._state.view(None if seat is None else self._checked_seat(seat))
        if self.forfeited is not None:
            view["over"], view["player"], view["phase"] = True, None, None
            view["actions"] = []
        return view

    def transcript(self, seat: int) -> str:
        """All messages to a seat so far, joined by line breaks.

        Raises:
            ValueError: there is no such seat.
        """
        return "\n".join(str(entry.message) for entry in self.messages(seat))

    def returns(self) -> tuple[float, ...]:
        """The utility of each seat; zeros while the game goes on.

        A forfeit gives its seat the least utility of the game, and the others NaN, as the game does not count for
        them.
        """
        if self.forfeited is None:
            return tuple(float(value) for value in self._state.returns())
        return tuple(forfeit_returns(self.game, self.forfeited))

    def data(self) -> dict[str, Any]:
        """The content of the game's file, without decisions that were taken back."""
        return game_data(self._state, self.names, self.forfeited)
