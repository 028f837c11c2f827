"""Beginning a game whose cards nobody chooses: who is asked for a number, and what browsers may say.

Who has not answered in time is left out, and all others are asked anew under another secret: who sees the numbers
of the others and keeps silent chooses nothing by that. Everybody is told. `croupier.server.room.shared_deal` says
what the numbers are for.
"""

from __future__ import annotations

from collections.abc import Collection

from croupier.core.engine.deal_secret import SECRET_BYTES, Deal, DealSecret, deal_data
from croupier.server.base.english import say
from croupier.server.base.refusal import RefusalError
from croupier.server.room import lobby
from croupier.server.room.room import Room
from croupier.server.room.shared_deal import SharedDeal, fingerprint, is_digits
from croupier.server.storage.log import NewEvent


def start(room: Room, host: int, deal: Deal, fill: str | None, here: Collection[int]) -> NewEvent:
    """The host begins the game; at once where nobody can be asked for a number.

    Args:
        host: who asks for it.
        deal: what the game is dealt from; numbers are added to a secret alone.
        fill: agent for the seats that are free; None where none may be.
        here: the members whose pages are open, or about to be opened.

    Raises:
        RefusalError: see `croupier.server.room.lobby.start`.
    """
    at_once = lobby.start(room, host, deal, fill)
    asked = [chair.member for chair in room.chairs if chair.member is not None and chair.member in here]
    if not asked or not isinstance(deal, DealSecret):
        return at_once
    return _prepared(deal, fill, asked, [], room.attempts + 1)


def _prepared(deal: DealSecret, fill: str | None, asked: list[int], without: list[int], attempt: int) -> NewEvent:
    payload = {
        "secret": deal.secret.hex(), "fill": fill, "members": asked, "without": without, "attempt": attempt,
    }  # fmt: skip
    return NewEvent("prepare", None, payload)


def commit(room: Room, member: int, secret: str, commitment: str) -> NewEvent:
    """A browser commits to a number.

    Args:
        member: whose number it is.
        secret: SHA-256 of the secret to which the number is to be added, as everybody was shown.
        commitment: SHA-256 of the number.

    Raises:
        RefusalError: ``malformed``, ``stale`` (no, or other, numbers are asked for), ``forbidden`` (not of this
            member), ``taken`` (the member has committed already, or this commitment was used at this table).
    """
    _check_digits("number.commitment", commitment)
    shared = _asked(room, member, secret)
    if member in shared.commitments:
        raise RefusalError("taken", say("number.committed"))
    if commitment in room.commitments:
        raise RefusalError("taken", say("number.used"))
    return NewEvent("commit", None, {"member": member, "commitment": commitment})


def reveal(room: Room, member: int, secret: str, number: str) -> NewEvent:
    """A browser shows its number, once all have committed to theirs.

    Args:
        member: whose number it is.
        secret: see `commit`.
        number: 32 bytes in hexadecimal.

    Raises:
        RefusalError: ``malformed`` (no number, or not the one of the commitment), ``not-yet`` (somebody has not
            committed), ``taken`` (it was shown already), ``stale`` or ``forbidden``, as for `commit`.
    """
    _check_digits("number.digits", number)
    shared = _asked(room, member, secret)
    if not shared.all_committed:
        raise RefusalError("not-yet", say("number.early"))
    if member in shared.numbers:
        raise RefusalError("taken", say("number.shown"))
    if fingerprint(bytes.fromhex(number)) != shared.commitments[member]:
        raise RefusalError("malformed", say("number.other"))
    return NewEvent("reveal", None, {"member": member, "number": number})


def _check_digits(wrong: str, digits: str) -> None:
    if not is_digits(digits):
        raise RefusalError("malformed", say(wrong, digits=2 * SECRET_BYTES))


def _asked(room: Room, member: int, secret: str) -> SharedDeal:
    """The deal for which a member's number is wanted.

    Raises:
        RefusalError: none is (``stale``), or not this member's (``forbidden``).
    """
    shared = room.shared
    if shared is None or not room.shuffling or secret != shared.hash:
        raise RefusalError("stale", say("number.stale"))
    if member not in shared.members:
        raise RefusalError("forbidden", say("number.next"))
    return shared


def anew(room: Room, attempt: int, deal: DealSecret) -> NewEvent:
    """Who has not answered in time is left out, and all others are asked under another secret.

    Args:
        attempt: that of which the time has passed.
        deal: the other secret.

    Raises:
        RefusalError: all have answered meanwhile, or another process was first (``stale``).
    """
    shared = room.shared
    if shared is None or not room.shuffling or shared.attempt != attempt or not shared.silent:
        raise RefusalError("stale", say("number.nobody"))
    left = [each for each in shared.members if each not in shared.silent]
    return _prepared(deal, shared.fill, left, list(shared.silent), attempt + 1)


def begin(room: Room) -> NewEvent:
    """The game begins: all numbers are there.

    Raises:
        RefusalError: somebody is waited for, or it has begun (``stale``); see also
            `croupier.server.room.lobby.check_playable`.
    """
    lobby.check_playable(room)
    shared = room.shared
    if shared is None or not room.shuffling or shared.silent:
        raise RefusalError("stale", say("number.waited"))
    return NewEvent("start", None, {**deal_data(shared.deal()), "fill": shared.fill})
