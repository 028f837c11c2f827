"""What players may do in a game: move, take back, leave their seat to an agent and come back."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from croupier.core.base.errors import AnswerError
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room.chairs import heard_by
from croupier.server.room.lobby import chair_of, check_host, check_playable
from croupier.server.room.next_deal import deals_again
from croupier.server.room.room import MOST_MOVES, Room
from croupier.server.room.sealing import awaited, seal
from croupier.server.room.undo import random_event, why_final
from croupier.server.room.waiting import time_is_up
from croupier.server.storage.log import NewEvent
from croupier.server.storage.outages import Outage
from croupier.table import Table


def game_of(room: Room) -> Table:
    """The game in progress.

    Raises:
        RefusalError: it has not begun (``forbidden``), or it is of another version (``other-version``).
    """
    if room.status == "lobby":
        raise RefusalError("forbidden", say("not_begun"))
    check_playable(room)
    if room.table is None:
        raise AssertionError("a game that has begun has a table")
    return room.table


def seat_of_member(room: Room, member: int | None) -> int:
    """The seat of a member, also of one that is this person's from the next deal on.

    Raises:
        RefusalError: none (``forbidden``).
    """
    seat = room.seat_of(member)
    if seat is None:
        raise RefusalError("forbidden", say("seat_only"))
    return seat


def own_seat(room: Room, member: int | None) -> int:
    """The seat of the person who asks.

    Raises:
        RefusalError: none (``forbidden``), or it is that person's from the next deal on (``not-yet``).
    """
    seat = seat_of_member(room, member)
    if room.awaits_deal(seat):
        deals = room.game is None or deals_again(room.game)
        raise RefusalError("not-yet", say("not_yet.deal") if deals else say("not_yet.game"))
    return seat


def move(room: Room, member: int | None, turn: int, action: int) -> NewEvent:
    """A person's move; in a sealed phase an answer that waits for the others'.

    Args:
        member: who moves.
        turn: number of the turn that is answered, `Table.number`.

    Raises:
        RefusalError: ``stale``, ``not-your-turn``, ``illegal-action``, ``over``, ``too-large`` (too many moves),
            or no game for this person.
    """
    seat, table = own_seat(room, member), game_of(room)
    if room.chairs[seat].stand_in:
        raise RefusalError("not-your-turn", say("stand_in"))
    if table.sealing:
        return seal(room, table, seat, turn, action)
    return seat_move(room, seat, turn, action, "person")


def agent_move(room: Room, seat: int, turn: int, action: int) -> NewEvent:
    """The move of an agent, or of one that plays for a person; see `move`."""
    if room.player(seat) is None:
        raise RefusalError("not-your-turn", say("person_plays"))
    if seat in game_of(room).sealed:
        raise RefusalError("not-your-turn", say("sealed.stands"))
    return seat_move(room, seat, turn, action, "agent")


def seat_move(room: Room, seat: int, turn: int, action: int, by: str) -> NewEvent:
    """A move that plays the decision that is due.

    Args:
        by: who has chosen it: `person`, `agent`, or the `clock`.

    Raises:
        RefusalError: see `move`.
    """
    table = game_of(room)
    try:
        table.check(seat, action, turn)
    except AnswerError as error:
        raise RefusalError(error.code, str(error)) from error
    if table.number > MOST_MOVES:
        raise RefusalError("too-large", say("moves", most=MOST_MOVES))
    heard = heard_by(table.state, table.game.num_players)
    text = table.state.action_to_string(action)
    return NewEvent("move", seat, {"turn": turn, "by": by, "action": action, "text": text, "heard": heard})


def undo(room: Room, member: int | None, turn: int, at: int, outages: Sequence[Outage] = ()) -> NewEvent:
    """A person takes the last move back.

    While agents wait for that (`RoomSettings.take_back`), it is enough that the person has learned nothing by the
    move; later nobody may have. See `croupier.server.room.undo`.

    Args:
        member: who asks.
        turn: number of the turn as the person sees it, `Table.number`.
        at: the time, in milliseconds since 1970.
        outages: the times that count for no clock.

    Raises:
        RefusalError: ``not-revocable`` with the reason, ``stale``, or no game for this person.
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
    last, due = room.moves[-1], room.due_seat()
    if table.sealed or last.sealed:
        raise RefusalError("not-revocable", say("undo.sealed"))
    if last.seat != seat or not last.by_person:
        raise RefusalError("not-revocable", say("undo.acted"))
    if time_is_up(room, last, outages, at):
        raise RefusalError("not-revocable", say("undo.time"))
    # another person who is to move may look at what was revealed; an agent waits
    agents_wait = due is not None and (due == seat or room.player(due) is not None)
    waiting = agents_wait and at - last.at <= 1000.0 * room.settings.take_back
    why = why_final(table.moves[-1], (seat,) if waiting else range(table.game.num_players))
    if why:
        raise RefusalError("not-revocable", why)
    return NewEvent("undo", seat, {"turn": turn})


def may_undo(room: Room, member: int | None) -> bool:
    """Whether a member may ask for the last move to be taken back; what it has revealed is not looked at."""
    seat, table = room.sees(member), room.table
    if seat is None or table is None or not room.moves or room.again is not None or not room.settings.undo:
        return False
    if table.over or table.sealed or room.moves[-1].sealed:  # a replay shows all hands
        return False
    last = room.moves[-1]
    return last.seat == seat and last.by_person and not random_event(table.moves[-1])


def stand_in(room: Room, member: int | None, seat: int | None = None, here: Collection[int] = ()) -> NewEvent:
    """An agent takes the seat of a person: its own wish, or that of the host.

    Args:
        member: who asks; None for the server, after the pause.
        seat: the seat; None for the seat of the person who asks.
        here: the members that are connected, for whom the host lets no agent play.

    Raises:
        RefusalError: the person is here, there is nobody in the seat to play for, or an agent plays already.
    """
    table = game_of(room)
    chosen = own_seat(room, member) if seat is None else seat
    chair = chair_of(room, chosen)
    if member is not None and chair.member != member:
        check_host(room, member)
    if chair.member is None or room.player(chosen) is not None or table.over:
        raise RefusalError("forbidden", say("stand_in.nobody"))
    if member is not None and chair.member != member and chair.member in here:
        raise RefusalError("forbidden", say("stand_in.here", name=room.members[chair.member].name))
    return NewEvent("away", chosen, {"by": member})


def tells_of_hint(room: Room, member: int | None, turn: int) -> bool:
    """Whether others are to be told that a member takes a hint: there are others, and they do not know yet."""
    return len(room.members) > 1 and (turn, member) not in room.hinted


def hint(room: Room, member: int | None, turn: int) -> NewEvent:
    """A person takes a hint.

    Raises:
        RefusalError: the turn is over, or everybody knows it already (``stale``).
    """
    own_seat(room, member)
    if game_of(room).number != turn or not tells_of_hint(room, member, turn):
        raise RefusalError("stale", say("gone_on"))
    return NewEvent("hint", None, {"member": member, "turn": turn})


def wait(room: Room, host: int, seat: int) -> NewEvent:
    """The host lets the table wait for whoever is due, without a countdown.

    Raises:
        RefusalError: another member asks, it is another seat's turn, or no game is in progress.
    """
    check_host(room, host)
    chair_of(room, seat)
    table = game_of(room)
    if seat not in awaited(room):
        raise RefusalError("not-your-turn", say("not_to_move", seat=seat))
    return NewEvent("wait", seat, {"turn": table.number})


def may_skip(room: Room, member: int | None) -> int | None:
    """The seat of the person who wishes that agents answer at once; None if they have none.

    Raises:
        RefusalError: people play here, and who asks is neither one of them nor the host (``forbidden``).
    """
    seat = room.sees(member)
    watched = all(chair.member is None for chair in room.chairs)
    if seat is None and not watched and (member is None or member != room.host):
        raise RefusalError("forbidden", say("seat_only"))
    return seat


def back(room: Room, member: int | None) -> NewEvent:
    """A person plays again.

    Raises:
        RefusalError: no agent plays for this person.
    """
    seat = own_seat(room, member)
    if not room.chairs[seat].stand_in:
        raise RefusalError("forbidden", say("stand_in.none"))
    return NewEvent("back", seat)
