"""The game itself: moves and sealed answers, the rest of the tricks, taking back, hints, and the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from croupier.core.base.errors import AnswerError
from croupier.core.base.sentence import Sentence
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.events.asking import ActionNumber, Count, said
from croupier.server.room.chairs import Rest, StandingMove, heard_by
from croupier.server.room.checks import game_of, name_of, own_seat, person_in, why_final
from croupier.server.room.event import RoomEvent, SeatEvent
from croupier.server.room.room import MOST_MOVES, Room, round_ended
from croupier.server.room.waiting import moves_left, note_move, note_undo, time_is_up
from croupier.server.storage.waits import Outage
from croupier.table import Table

CLOCK = "clock"
"""In the log, the player of a decision of a person whose clock has ended."""
REST = "rest"
"""In the log, the player of claimed tricks."""
MOST_CHANGES = 100
"""Most changes of a seat's sealed answer in one phase, since the log stores all of them."""


class MoveEvent(SeatEvent):
    """A decision is played, `by` a person, an agent, or for a person who was too slow."""

    kind = "move"
    plays = True
    turn: int | None = None  # `Table.number`
    by: str
    action: int
    text: str
    heard: list[int] | None  # seats that know the action; None for everybody
    sealed: bool = False  # whether it was a sealed answer

    def apply(self, room: Room, at: int) -> None:
        heard, table = None if self.heard is None else tuple(self.heard), room.table
        if table is not None:
            table.submit(self.seat, self.action, table.number)
        before, person = note_move(room, self.seat, self.action, at), self.by == "person"
        move = StandingMove(self.seat, person, self.action, self.text, heard, at, self.sealed, before)
        room.moves.append(move)
        if table is not None and room.settings.spectators == "delayed":
            room.delay.move(table.number, round_ended(room.state_at(room.delay.began[-1]), table))

    def words(self, room: Room) -> Sentence | None:
        """A sentence if a clock has ended; the game describes everything else."""
        return _clock_words(room, "time.clock-ended", self.seat) if self.by == CLOCK else None

    def scores(self, room: Room) -> bool:
        return room.table is not None and room.table.rounds[-1] is not None


class SealEvent(SeatEvent):
    """A person answers in a sealed phase, or `changes` the answer, which waits for the others."""

    kind = "seal"
    plays = True
    turn: int
    action: int
    text: str
    changes: bool
    by: str | None = None  # ``clock`` if the person did not choose it

    def apply(self, room: Room, at: int) -> None:
        if room.table is not None:
            room.table.seal(self.seat, self.action, room.table.number)
        if self.changes:
            room.changes.append(room.number + 1)
            room.changed[self.seat] += 1
        else:
            room.changed[self.seat] = 0
            room.sealed_at = at

    def words(self, room: Room) -> Sentence | None:
        return _clock_words(room, "time.clock-sealed", self.seat) if self.by == CLOCK else None

    def sent_to(self, room: Room, member: int | None) -> bool:
        """Other people do not learn of a change, and delayed spectators of no answer."""
        return not room.delayed(member) and (not self.changes or room.sees(member) == self.seat)


def _clock_words(room: Room, key: str, seat: int) -> Sentence:
    return say(key, member=person_in(room, seat), agent=room.settings.stand_in)


@said("move")
def move(room: Room, member: int | None, turn: Count, action: ActionNumber) -> MoveEvent | SealEvent:
    """A person's move; in a sealed phase an answer that waits for the others'."""
    seat, table = own_seat(room, member), game_of(room)
    if room.chairs[seat].stand_in:
        raise RefusalError("not-your-turn", say("stand_in"))
    if table.sealing:
        return seal(room, table, seat, turn, action)
    return seat_move(room, seat, turn, action, "person")


def agent_move(room: Room, seat: int, turn: int, action: int) -> MoveEvent:
    """The move of an agent, for its own seat or a person's."""
    if room.player(seat) is None:
        raise RefusalError("not-your-turn", say("person_plays"))
    if seat in game_of(room).sealed:
        raise RefusalError("not-your-turn", say("sealed.stands"))
    return seat_move(room, seat, turn, action, "agent")


def clock_move(room: Room, seat: int, action: int, *, up: bool) -> MoveEvent | SealEvent:
    """An agent plays one decision of a person whose time is `up`; in a sealed phase it seals the answer."""
    table = game_of(room)
    if not up:
        raise RefusalError("stale", say("has_played"))
    if table.sealing:
        return seal(room, table, seat, table.number, action).model_copy(update={"by": CLOCK})
    return seat_move(room, seat, table.number, action, CLOCK)


def seat_move(room: Room, seat: int, turn: int, action: int, by: str) -> MoveEvent:
    """A move that plays the next decision, if it is legal."""
    table = game_of(room)
    if room.rest is not None and room.rest.settled:
        raise RefusalError("stale", say("rest.settled"))
    _check(table, partial(table.check, seat, action, turn))
    return _played(table, seat, turn, action, by)


def _check(table: Table, answer: Callable[[], None]) -> None:
    """Refuse an answer that the table does not accept, and any in a game that is too long."""
    try:
        answer()
    except AnswerError as error:
        raise RefusalError(error.code, str(error)) from error
    if table.number > MOST_MOVES:
        raise RefusalError("too-large", say("moves", most=MOST_MOVES))


def _played(table: Table, seat: int, turn: int, action: int, by: str) -> MoveEvent:
    heard = heard_by(table.state, table.game.num_players)
    text = table.state.action_to_string(action)
    known = None if heard is None else list(heard)
    return MoveEvent(seat=seat, turn=turn, by=by, action=action, text=text, heard=known)


def seal(room: Room, table: Table, seat: int, turn: int, action: int) -> SealEvent:
    """A person's sealed answer, or a replacement, for any turn since the phase began."""
    _check(table, partial(table.check_seal, seat, action, turn))
    changes = seat in table.sealed
    if changes and room.changed[seat] >= MOST_CHANGES:
        raise RefusalError("too-large", say("sealed.changes", most=MOST_CHANGES))
    text = table.state.action_to_string(action)
    return SealEvent(seat=seat, turn=turn, action=action, text=text, changes=changes)


def reveal(room: Room, turn: int) -> MoveEvent:
    """The next sealed answer is played, once all are there, or the next card of claimed tricks."""
    action, table, seat = room.due.answer, room.table, room.due.seat
    if action is None or table is None or seat is None or table.number != turn:
        raise RefusalError("stale", say("sealed.none"))
    if room.rest is not None and room.rest.settled:
        return _played(table, seat, turn, action, REST)
    return _played(table, seat, turn, action, "person").model_copy(update={"sealed": True})


class RestEvent(SeatEvent):
    """A person takes the rest of the tricks, or asks the others for them."""

    kind = "rest"
    turn: int
    moves: int  # decisions in these tricks
    hand: list[str]  # cards shown to the others; empty if the claim is proven

    def apply(self, room: Room, at: int) -> None:
        hand = tuple(self.hand)
        room.rest = Rest(self.seat, self.turn, self.moves, hand, frozenset({self.seat}), settled=not hand)

    def words(self, room: Room) -> Sentence:
        name = person_in(room, self.seat)
        if not self.hand:
            return say("told.rest", name=name)
        return say("told.rest.asks", name=name, hand=" ".join(self.hand))


class RestAnswerEvent(SeatEvent):
    """Another player accepts a claim of the rest of the tricks, or rejects it, so that the game continues."""

    kind = "rest-answer"
    agrees: bool

    def apply(self, room: Room, at: int) -> None:
        if room.rest is not None:
            agreed = room.rest.agreed | {self.seat} if self.agrees else room.rest.agreed
            all_agree = len(agreed) == len(room.chairs)
            room.rest = replace(room.rest, agreed=agreed, refused=not self.agrees, settled=all_agree)

    def words(self, room: Room) -> Sentence:
        name = person_in(room, self.seat)
        return say("told.rest.yes" if self.agrees else "told.rest.no", name=name)


@said("rest")
def take_rest(room: Room, member: int | None, turn: Count, show: bool) -> RestEvent:
    """The person who leads takes the rest of the tricks, by what its seat knows or as all others agree.

    Where it is not proven, the others are asked, and shown the hand, if the person wishes it (`show`).
    """
    seat, table = own_seat(room, member), game_of(room)
    if room.chairs[seat].stand_in:
        raise RefusalError("not-your-turn", say("stand_in"))
    _check(table, partial(table.check_turn, seat, turn))
    if table.game.spec.claims is None:
        raise RefusalError("forbidden", say("rest.none", game=table.game.spec.title))
    if room.rest is not None:
        raise RefusalError("stale", say("rest.settled" if room.rest.settled else "rest.again"))
    part, record, moves = table.game.spec.claims(), table.state.records[0], moves_left(room, table, seat)
    if not moves:
        raise RefusalError("forbidden", say("rest.when"))
    if part.proven(record, seat):
        return RestEvent(seat=seat, turn=turn, moves=moves, hand=[])
    if room.has_agents:
        raise RefusalError("forbidden", say("rest.bots"))
    if not show:
        raise RefusalError("forbidden", say("rest.unproven"))
    return RestEvent(seat=seat, turn=turn, moves=moves, hand=part.hand(record, seat))


@said("rest-answer")
def answer_rest(room: Room, member: int | None, turn: Count, agrees: bool) -> RestAnswerEvent:
    """Agree that another takes the rest of the tricks, or not."""
    seat, rest = own_seat(room, member), room.rest
    game_of(room)
    if rest is None or rest.settled or rest.refused or rest.turn != turn:
        raise RefusalError("stale", say("rest.nobody"))
    if seat in rest.agreed:
        raise RefusalError("forbidden", say("rest.agreed"))
    return RestAnswerEvent(seat=seat, agrees=agrees)


class UndoEvent(SeatEvent):
    """The last move is taken back."""

    kind = "undo"
    plays = True
    turn: int | None = None

    def apply(self, room: Room, at: int) -> None:
        note_undo(room, room.moves.pop(), at)
        room.ended = None
        if room.table is not None:
            room.table.undo(room.table.number)
            if room.delay.turns:
                room.delay.undo()

    def scores(self, room: Room) -> bool:
        """A round that had ended may continue."""
        return True


@said("undo")
def undo(room: Room, member: int | None, turn: Count, at: int, outages: Sequence[Outage] = ()) -> UndoEvent:
    """A person takes the last move back.

    While agents wait for that (`RoomSettings.take_back`), it is enough that the person has learned nothing by the
    move; later nobody may have. See `croupier.server.room.checks`.
    """
    seat, table = own_seat(room, member), game_of(room)
    if turn != table.number:
        raise RefusalError("stale", say("stale", number=table.number, turn=turn))
    if not room.settings.undo:
        raise RefusalError("not-revocable", say("undo.off"))
    if room.again is not None or not room.moves:
        raise RefusalError("not-revocable", say("undo.nothing"))
    if table.over:
        raise RefusalError("not-revocable", say("undo.over"))
    last, due = room.moves[-1], room.due
    if room.rest is not None:
        raise RefusalError("not-revocable", say("undo.rest"))
    if table.sealed or last.sealed:
        raise RefusalError("not-revocable", say("undo.sealed"))
    if last.seat != seat or not last.by_person:
        raise RefusalError("not-revocable", say("undo.acted"))
    if time_is_up(room, last, outages, at):
        raise RefusalError("not-revocable", say("undo.time"))
    # another person to move may have seen what was revealed; an agent waits
    agents_wait = due.seat == seat or due.agent is not None
    waiting = agents_wait and at - last.at <= 1000.0 * room.settings.take_back
    why = why_final(table.moves[-1], (seat,) if waiting else range(table.game.num_players))
    if why:
        raise RefusalError("not-revocable", why)
    return UndoEvent(seat=seat, turn=turn)


class EndEvent(RoomEvent):
    """The game is over; its result is stored for versions of croupier that no longer play it."""

    kind = "end"
    counts = True
    returns: list[int | float]
    points: list[int | float]
    forfeited: int | None

    def apply(self, room: Room, at: int) -> None:
        room.ended = self.model_dump()

    def notices(self, room: Room) -> Mapping[int, Sentence]:
        seated = (chair.member for chair in room.chairs)
        return {member: say("notice.over") for member in seated if member is not None}


class HintEvent(RoomEvent):
    """A person takes a hint; others are told once per turn."""

    kind = "hint"
    member: int
    turn: int

    def apply(self, room: Room, at: int) -> None:
        room.hinted = room.hinted | {(self.turn, self.member)}

    def words(self, room: Room) -> Sentence:
        return say("told.hint", name=name_of(room, self.member))


def tells_of_hint(room: Room, member: int | None, turn: int) -> bool:
    """Whether others have to be told of a member's hint: there are others, and they do not know yet."""
    return len(room.members) > 1 and (turn, member) not in room.hinted


def hint(room: Room, member: int, turn: int) -> HintEvent:
    """A person takes a hint in this turn that the others do not know of."""
    own_seat(room, member)
    if game_of(room).number != turn or not tells_of_hint(room, member, turn):
        raise RefusalError("stale", say("gone_on"))
    return HintEvent(member=member, turn=turn)
