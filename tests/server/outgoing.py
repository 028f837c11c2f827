"""What of a deal's secret is in bytes that have left a server."""

import base64
from collections.abc import Iterable
from pathlib import Path

from croupier.core.engine.deal_secret import DealSecret

_AHEAD = 5


def files_in(folder: Path) -> bytes:
    """The names and the bytes of all files of a folder."""
    return b"".join(str(each).encode() + each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file())


def traces(deal: DealSecret, events: int, left: Iterable[int] = ()) -> dict[bytes, str]:
    """Bytes that tell a deal's secret, or a word of its chance events, with what they are.

    Args:
        deal: the deal.
        events: chance events so far; the words of some that are to come are among them.
        left: states in which the events have left the generator: the words follow from them.
    """
    found = dict.fromkeys(_forms(deal.secret), "the secret")
    for number in range(events + _AHEAD):
        word = deal.word(number).to_bytes(8, "little")
        found |= dict.fromkeys(_forms(word), f"the word of event {number}")
    for state in left:
        found |= dict.fromkeys(_forms(state.to_bytes(8, "little")), "the generator after an event")
    return found


def _forms(data: bytes) -> set[bytes]:
    """Ways in which a value may be written."""
    forms = {data, data[::-1], repr(data)[2:-1].encode()}
    for each in (data, data[::-1]):
        forms |= {each.hex().encode(), each.hex().upper().encode(), str(int.from_bytes(each, "big")).encode()}
        forms |= {f"{int.from_bytes(each, 'big'):x}".encode(), repr(float(int.from_bytes(each, "big"))).encode()}
        forms |= {coded(each).rstrip(b"=")[:-1] for coded in (base64.b64encode, base64.urlsafe_b64encode)}
        forms |= {separator.join(map(str, each)).encode() for separator in (",", ", ")}
        forms.add(each.hex(":").encode())
    return forms


def told(said: bytes, deal: DealSecret, events: int, left: Iterable[int] = ()) -> set[str]:
    """What some bytes tell of a deal; see `traces`."""
    return {what for trace, what in traces(deal, events, left).items() if trace in said}
