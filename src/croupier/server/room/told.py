"""Sentences about what happens at a table beside the game, for everybody there and for its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.core.base.sentence import Sentence, joined
from croupier.server.base.english import say
from croupier.server.base.option_words import option_words
from croupier.server.room.next_deal import deals_again
from croupier.server.room.room import Room
from croupier.server.room.time_words import TIME_WORDS, span
from croupier.server.storage.log import NewEvent

PLAYERS = "players"
"""The option of a game that says how many play it."""
Payload = Mapping[str, Any]


def sentence(room: Room, event: NewEvent) -> Sentence | None:
    """What everybody is told of an event.

    Args:
        room: the table before it.

    Returns:
        The sentence; None for an event that the table itself shows.
    """
    words = _WORDS.get(event.kind)
    return None if words is None else words(room, event.payload, event.seat)


def dealt_in_sentence(name: str) -> Sentence:
    """What everybody is told when somebody who had to wait for it is dealt in."""
    return say("told.dealt_in", name=name)


def _name(room: Room, member: int | None) -> str:
    found = None if member is None else room.members.get(member)
    return say("told.the_host") if found is None else found.name


def _place(room: Room, member: int | None) -> str:
    """Whose link it is, or whose seat."""
    name = _name(room, member)
    return name if room.seat_of(member) is None else say("told.seat_of", name=name)


def _from_then_on(room: Room) -> Sentence:
    """When a newcomer plays and sees what the seat holds."""
    again = room.game is None or deals_again(room.game)
    return say("told.from_deal") if again else say("told.from_game")


def _of_member(key: str) -> Callable[[Room, Payload, int | None], Sentence]:
    """A sentence that names nobody but the member of the event."""
    return lambda room, payload, _: say(key, name=_name(room, payload["member"]))


def _void(room: Room, payload: Payload, seat: int | None) -> Sentence:
    del seat
    member = payload["member"]
    return say("told.void", name=_name(room, member), place=_place(room, member))


def _delete(room: Room, payload: Payload, seat: int | None) -> Sentence:
    del seat
    return say("told.delete", by=_name(room, payload["by"]), pause=payload["pause"])


def _gone(room: Room, payload: Payload, seat: int | None) -> Sentence:
    del room, payload, seat
    return say("told.gone")


def _offer(room: Room, payload: Payload, seat: int | None) -> Sentence:
    del seat
    whom = payload["member"]
    known = {"by": _name(room, payload["by"]), "place": _place(room, whom), "name": _name(room, whom)}
    if room.status == "playing" and room.seat_of(whom) is not None:
        return say("told.offer.late", **known, then=_from_then_on(room))
    return say("told.offer", **known)


def _enter(room: Room, payload: Payload, seat: int | None) -> Sentence:
    member = payload["member"]
    made = {"by": _name(room, room.offers[member].by), "place": _place(room, member)}
    if seat is not None and room.status == "playing":
        return say("told.enter.late", **made, then=_from_then_on(room))
    if room.claimed_by(member) is not None:
        return say("told.enter.claim", **made, name=_name(room, member))
    return say("told.enter", **made, name=_name(room, member))


def _give(room: Room, payload: Payload, seat: int | None) -> Sentence:
    chair = None if seat is None else room.chairs[seat]
    given = {"by": _name(room, payload["by"]), "name": _name(room, payload["member"]), "then": _from_then_on(room)}
    if chair is None or chair.claim is None:
        return say("told.give", **given, agent=None if chair is None else chair.agent)
    return say("told.give.left", **given, left=_name(room, chair.claim.member))


def _claim(room: Room, payload: Payload, seat: int | None) -> Sentence:
    del seat
    name = _name(room, payload["member"])
    return (
        say("told.claim.late", name=name, then=_from_then_on(room))
        if payload["late"]
        else say("told.claim", name=name)
    )


def _come(room: Room, payload: Payload, seat: int | None) -> Sentence:
    name = payload["name"]
    if "options" in payload:
        return say("told.come.seat", name=name)
    watches = seat is None and room.status != "lobby"
    return say("told.come.watch", name=name) if watches else say("told.come", name=name)


def _rename(room: Room, payload: Payload, seat: int | None) -> Sentence | None:
    """A new name, where there is anybody to be told of it."""
    del seat
    old, new = _name(room, payload["member"]), payload["name"]
    return None if old == new or len(room.members) < 2 else say("told.name", old=old, new=new)


def _rules(room: Room, payload: Payload, seat: int | None) -> Sentence:
    del seat
    name, before, after = _name(room, payload["by"]), len(room.chairs), len(payload["seats"])
    told = [] if before == after else [say("told.rules.seats", count=after)]
    changed = {
        option: value
        for option, value in payload["options"].items()
        if option != PLAYERS and room.options.get(option) != value
    }
    if room.game is not None:
        told += option_words(room.game.spec, changed)
    if told:
        return say("told.rules", name=name, changes=joined("; ", told))
    return say("told.rules.same", name=name)


def _remove(room: Room, payload: Payload, seat: int | None) -> Sentence:
    del seat
    member, by = payload["member"], payload.get("by")
    plays_on = room.status == "playing" and room.seat_of(member) is not None
    told = _left(room, member, by, plays_on)
    if room.shuffling and room.seat_of(member) is not None:
        return say("told.broken_off", removed=told)
    return told


def _left(room: Room, member: int, by: int | None, plays_on: bool) -> Sentence:
    if by is None or by == member:
        return say("told.leaves.agent" if plays_on else "told.leaves", name=_name(room, member))
    key = "told.removed.agent" if plays_on else "told.removed"
    return say(key, by=_name(room, by), name=_name(room, member))


def _prepare(room: Room, payload: Payload, seat: int | None) -> Sentence | None:
    del seat
    silent = payload["without"]
    if not silent:
        return None
    told = say("told.silent", count=len(silent), names=", ".join(_name(room, each) for each in silent))
    return told if payload["members"] else say("told.nobody", silent=told)


def _away(room: Room, payload: Payload, seat: int | None) -> Sentence:
    if payload.get("idle") is not None:
        return TIME_WORDS.say("idle", by=_name(room, payload["idle"]), member=_in_seat(room, seat))
    person = None if seat is None else room.chairs[seat].member
    own = person is not None and payload.get("by") == person
    return say("told.lets_play" if own else "told.played_for", name=_name(room, person))


def _back(room: Room, payload: Payload, seat: int | None) -> Sentence:
    del payload
    return say("told.plays_again", name=_name(room, None if seat is None else room.chairs[seat].member))


def _keep(room: Room, payload: Payload, seat: int | None) -> Sentence:
    del seat
    name = _name(room, payload["member"])
    if room.deletion is not None and room.deletion.by == payload["member"]:
        return say("told.keep.by", name=name)
    return say("told.keep", name=name)


def _in_seat(room: Room, seat: int | None) -> str:
    """Whose seat it is."""
    return _name(room, None if seat is None else room.chairs[seat].member)


def _nudge(room: Room, payload: Payload, seat: int | None) -> Sentence:
    return TIME_WORDS.say("nudge", by=_name(room, payload["by"]), member=_in_seat(room, seat))


def _settings(room: Room, payload: Payload, seat: int | None) -> Sentence | None:
    """Another clock; the other settings are not told."""
    del seat
    clock = payload.get("clock")
    if clock == room.settings.clock:
        return None
    by = _name(room, room.host)
    return (
        TIME_WORDS.say("clock-off", by=by)
        if clock is None
        else TIME_WORDS.say("clock-on", by=by, span=span(clock))
    )


def _by_clock(key: str) -> Callable[[Room, Payload, int | None], Sentence | None]:
    def words(room: Room, payload: Payload, seat: int | None) -> Sentence | None:
        if payload.get("by") != "clock":
            return None
        return TIME_WORDS.say(key, member=_in_seat(room, seat), agent=room.settings.stand_in)

    return words


_WORDS: dict[str, Callable[[Room, Payload, int | None], Sentence | None]] = {
    "prepare": _prepare,
    "hint": _of_member("told.hint"),
    "away": _away,
    "back": _back,
    "offer": _offer,
    "void": _void,
    "enter": _enter,
    "give": _give,
    "host": _of_member("told.host"),
    "remove": _remove,
    "member": _come,
    "name": _rename,
    "rules": _rules,
    "leave": _of_member("told.leave"),
    "claim": _claim,
    "delete": _delete,
    "assent": _of_member("told.assent"),
    "keep": _keep,
    "circle": _of_member("told.circle"),
    "gone": _gone,
    "nudge": _nudge,
    "settings": _settings,
    "move": _by_clock("clock-ended"),
    "seal": _by_clock("clock-sealed"),
}
"""Who finds the words for each kind of event."""
