"""Sentences about what happens at a table beside the game, for everybody there and for its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.server.room.deal_words import WORDS
from croupier.server.room.next_deal import deals_again
from croupier.server.room.room import Room
from croupier.server.room.time_words import TIME_WORDS, span
from croupier.server.storage.log import NewEvent

PLAYERS = "players"
"""The option of a game that says how many play it."""
Payload = Mapping[str, Any]


def sentence(room: Room, event: NewEvent) -> str | None:
    """What everybody is told of an event.

    Args:
        room: the table before it.

    Returns:
        The sentence; None for an event that the table itself shows.
    """
    words = _WORDS.get(event.kind)
    if words is None:
        return None
    if isinstance(words, str):
        by, member = event.payload.get("by"), event.payload.get("member")
        return words.format(
            by=_name(room, by), member=_name(room, member), place=_place(room, member),
            pause=event.payload.get("pause"),
        )  # fmt: skip
    return words(room, event.payload, event.seat)


def dealt_in_sentence(name: str) -> str:
    """What everybody is told when somebody who had to wait for it is dealt in."""
    return f"A new deal: from now on {name} plays, and sees what the seat holds."


def _name(room: Room, member: int | None) -> str:
    found = None if member is None else room.members.get(member)
    return "the host" if found is None else found.name


def _place(room: Room, member: int | None) -> str:
    """Whose link it is, or whose seat."""
    name = _name(room, member)
    return name if room.seat_of(member) is None else f"{name}'s seat"


def _from_then_on(room: Room) -> str:
    """When a newcomer plays and sees what the seat holds."""
    again = room.game is None or deals_again(room.game)
    return "from the next deal on" if again else "in the next game, as this one is dealt once"


def _offer(room: Room, payload: Payload, seat: int | None) -> str:
    del seat
    whom = payload["member"]
    late = room.status == "playing" and room.seat_of(whom) is not None
    name = _name(room, whom)
    return (
        f"{_name(room, payload['by'])} has made a new link for {_place(room, whom)}, as {name} is away: whoever "
        f"opens it speaks for {name}{f' {_from_then_on(room)}' if late else ''}. "
        f"If {name} comes back first, the link is void."
    )


def _enter(room: Room, payload: Payload, seat: int | None) -> str:
    member = payload["member"]
    made = f"The link that {_name(room, room.offers[member].by)} made for {_place(room, member)} was opened"
    if seat is not None and room.status == "playing":
        return (
            f"{made}: whoever did so plays and sees what the seat holds {_from_then_on(room)}. "
            "Until then an agent plays."
        )
    if room.claimed_by(member) is not None:
        return f"{made}: whoever did so can take the seat back that {_name(room, member)} has left."
    return f"{made}: whoever did so speaks for {_name(room, member)} now."


def _give(room: Room, payload: Payload, seat: int | None) -> str:
    chair = None if seat is None else room.chairs[seat]
    left = None if chair is None or chair.claim is None else _name(room, chair.claim.member)
    whose = f"of {left}" if left else f"of the agent {None if chair is None else chair.agent}"
    given = (
        f"{_name(room, payload['by'])} gives the seat {whose} to {_name(room, payload['member'])}, "
        f"who plays and sees what the seat holds {_from_then_on(room)}. Until then an agent plays."
    )
    return f"{given} {left} has left and can no longer take it back." if left else given


def _claim(room: Room, payload: Payload, seat: int | None) -> str:
    del seat
    name = _name(room, payload["member"])
    if payload["late"]:
        return (
            f"{name} takes the seat back, and plays and sees what it holds {_from_then_on(room)}. "
            "Until then an agent plays."
        )
    return f"{name} is back and plays again."


def _come(room: Room, payload: Payload, seat: int | None) -> str:
    if "options" in payload:
        return f"{payload['name']} has come, and a seat was added."
    watches = seat is None and room.status != "lobby"
    return f"{payload['name']} has come{' to watch' if watches else ''}."


def _rules(room: Room, payload: Payload, seat: int | None) -> str:
    del seat
    name, before, after = _name(room, payload["by"]), len(room.chairs), len(payload["seats"])
    changed = {
        option: value
        for option, value in payload["options"].items()
        if option != PLAYERS and room.options.get(option) != value
    }
    told = "; ".join(f"{option.replace('_', ' ')}: {_value(value)}" for option, value in changed.items())
    seats = "" if before == after else f"{after} seats"
    both = "; ".join(each for each in (seats, told) if each)
    return f"{name} has changed the rules: {both}." if both else f"{name} has left the rules as they were."


def _value(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _remove(room: Room, payload: Payload, seat: int | None) -> str:
    del seat
    member, by = payload["member"], payload.get("by")
    if room.shuffling and room.seat_of(member) is not None:
        return WORDS.say("broken_off", removed=_gone(room, member, by, ""))
    agent = "; an agent plays on" if room.status == "playing" and room.seat_of(member) is not None else ""
    return _gone(room, member, by, agent)


def _gone(room: Room, member: int, by: int | None, agent: str) -> str:
    if by is None or by == member:
        return f"{_name(room, member)} has left the table{agent}."
    return f"{_name(room, by)} has removed {_name(room, member)} from the table{agent}."


def _prepare(room: Room, payload: Payload, seat: int | None) -> str | None:
    del seat
    silent = payload["without"]
    if not silent:
        return None
    names = ", ".join(_name(room, each) for each in silent)
    told = WORDS.say("silent", count=len(silent), names=names)
    return told if payload["members"] else WORDS.say("nobody", silent=told)


def _hint(room: Room, payload: Payload, seat: int | None) -> str:
    del seat
    return WORDS.say("hint", name=_name(room, payload["member"]))


def _away(room: Room, payload: Payload, seat: int | None) -> str:
    if payload.get("idle") is not None:
        return TIME_WORDS.say("idle", by=_name(room, payload["idle"]), member=_in_seat(room, seat))
    person = None if seat is None else room.chairs[seat].member
    own = person is not None and payload.get("by") == person
    return WORDS.say("lets_play" if own else "played_for", name=_name(room, person))


def _back(room: Room, payload: Payload, seat: int | None) -> str:
    del payload
    return WORDS.say("plays_again", name=_name(room, None if seat is None else room.chairs[seat].member))


def _keep(room: Room, payload: Payload, seat: int | None) -> str:
    del seat
    name = _name(room, payload["member"])
    if room.deletion is not None and room.deletion.by == payload["member"]:
        return f"{name} no longer wants to delete the table. It is kept."
    return f"{name} does not agree that the table is deleted. It is kept."


def _in_seat(room: Room, seat: int | None) -> str:
    """Whose seat it is."""
    return _name(room, None if seat is None else room.chairs[seat].member)


def _nudge(room: Room, payload: Payload, seat: int | None) -> str:
    return TIME_WORDS.say("nudge", by=_name(room, payload["by"]), member=_in_seat(room, seat))


def _settings(room: Room, payload: Payload, seat: int | None) -> str | None:
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


def _by_clock(key: str) -> Callable[[Room, Payload, int | None], str | None]:
    def words(room: Room, payload: Payload, seat: int | None) -> str | None:
        if payload.get("by") != "clock":
            return None
        return TIME_WORDS.say(key, member=_in_seat(room, seat), agent=room.settings.stand_in)

    return words


_WORDS: dict[str, str | Callable[[Room, Payload, int | None], str | None]] = {
    "prepare": _prepare,
    "hint": _hint,
    "away": _away,
    "back": _back,
    "offer": _offer,
    "void": "{member} is back: the link for {place} is void.",
    "enter": _enter,
    "give": _give,
    "host": "{member} is the host now.",
    "remove": _remove,
    "member": _come,
    "rules": _rules,
    "leave": "{member} has left; a bot plays on. {member} can take the seat back.",
    "claim": _claim,
    "delete": (
        "{by} wants to delete this table with all that is kept of it. It is deleted in {pause} seconds if "
        "everybody agrees who is here and has a seat."
    ),
    "assent": "{member} agrees that the table is deleted.",
    "keep": _keep,
    "circle": (
        "{member} keeps what this table's games come to in a circle: names and results, for all with its link, "
        "as everybody at this table has."
    ),
    "gone": "The table is deleted.",
    "nudge": _nudge,
    "settings": _settings,
    "move": _by_clock("clock-ended"),
    "seal": _by_clock("clock-sealed"),
}
"""What is told of each kind of event: a sentence to fill in, or who finds the words."""
