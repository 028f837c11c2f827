"""Notices by Web Push: to whom, what they say, where they may go, and what becomes of those that nobody takes."""

import asyncio
import json
import socket
import stat
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from croupier.core.base.errors import FileError
from croupier.core.engine.making import make
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import Runtime
from croupier.server.notices import delivery, encryption, notifier
from croupier.server.notices.delivery import LOOKUP_THREADS, HostLookup, deliver, is_public, read_endpoint
from croupier.server.notices.encryption import (
    authorization,
    bytes_of,
    encrypted,
    make_keys,
    public_bytes,
    read_keys,
    unpadded,
)
from croupier.server.room.chairs import Chair, Member
from croupier.server.room.room import Room
from tests.amounts import daily
from tests.server.clients import SOON, AnyServer, Company, Server, wait_until
from tests.server.conftest import Serving, Started
from tests.server.instant import Gathering, first_legal
from tests.server.push_service import PushService, Subscriber
from tests.server.test_clocks import played


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service whose certificate is trusted."""
    found = PushService(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(found.certificate))
    yield found
    found.stop()


@pytest.fixture
def keys(tmp_path: Path) -> str:
    """The file of a server's keys."""
    path = tmp_path / "keys" / encryption.KEY_FILE
    make_keys(path)
    return str(path)


@pytest.fixture
def pushing(serving: Serving, service: PushService, keys: str) -> Server:
    """A server that may send notices there."""
    return serving(seed=1, push_keys=keys, push_hosts=(service.host,))


@pytest.fixture
def subscribing(started: Started, keys: str) -> AnyServer:
    """A server at which people subscribe, and of which nothing is sent."""
    return started(seed=1, push_keys=keys, push_hosts=("localhost:9",))


async def resolved(address: str, *listed: str) -> str:
    """Where a notice to an address would be sent."""
    hosts = HostLookup(Runtime())
    try:
        return await hosts.resolved(read_endpoint(address, listed))
    finally:
        hosts.close()


async def delivered(address: str, listed: str, headers: dict[str, str]) -> str:
    """What becomes of a notice."""
    runtime = Runtime()
    return await deliver(read_endpoint(address, (listed,)), headers, b"hello", runtime, HostLookup(runtime))


def private(number: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(bytes_of(number), "big"), ec.SECP256R1())


def test_the_example_of_rfc_8291_comes_out() -> None:
    found = encrypted(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        once=private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=bytes_of("DGv6ra1nlYgDCS1FRnbzlw"),
        filled=41,
    )
    assert found == bytes_of(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_who_sends_is_signed_for_that_push_service_alone() -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    scheme, token, known = authorization(key, "https://push.example.org", "https://me", 1_000_000).split(" ")
    assert (scheme, known) == ("vapid", f"k={unpadded(public_bytes(key))}")
    signed, _, signature = token.removeprefix("t=").rstrip(",").rpartition(".")
    claims = json.loads(bytes_of(signed.split(".")[1]))
    assert claims == {"aud": "https://push.example.org", "exp": 1000 + 12 * 3600, "sub": "https://me"}
    raw = bytes_of(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.public_key().verify(der, signed.encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        key.public_key().verify(der, signed.encode() + b"x", ec.ECDSA(SHA256()))


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.org/x", "https://push.example.org:8443/x", "https://me:secret@push.example.org/",
        "https:///x", "ftp://push.example.org/", "//push.example.org/", "https://push.example.org/a b",
        "https://push.example.org/\r\nx: y", "https://push.example.org:99999/", "https://pusch.exämple/",
        "https://push.example.org/" + "x" * 1024, "https://[::1", "",
    ],
)  # fmt: skip
def test_addresses_that_are_no_push_service_are_refused(address: str) -> None:
    with pytest.raises(RefusalError) as refused:
        read_endpoint(address, ())
    assert refused.value.code == "forbidden"


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True), ("2606:2800:220:1::1", True), ("127.0.0.1", False), ("10.1.2.3", False),
        ("192.168.0.1", False), ("172.16.9.9", False), ("169.254.169.254", False), ("0.0.0.0", False),  # noqa: S104
        ("100.64.0.1", False), ("224.0.0.1", False), ("::1", False), ("fe80::1%eth0", False), ("fd00::1", False),
        ("::ffff:10.0.0.1", False), ("::ffff:93.184.216.34", True), ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False), ("fec0::1", False),
        ("240.0.0.1", False), ("ff02::1", False), ("nonsense", False),
    ],
)  # fmt: skip
def test_addresses_inside_the_network_are_known(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "2130706433", "no-such-host.invalid"])
def test_a_host_inside_the_network_is_sent_nothing_unless_it_is_listed(host: str) -> None:
    with pytest.raises(RefusalError) as refused:
        asyncio.run(resolved(f"https://{host}/x"))
    assert refused.value.code == "forbidden"
    if host == "localhost":
        assert asyncio.run(resolved("https://localhost:99/x", "localhost")) in ("127.0.0.1", "::1")


def test_hosts_that_are_never_found_take_a_few_threads_and_nobodys_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    found, begun = threading.Event(), []

    def stuck(host: str, *_: object, **__: object) -> list[object]:
        begun.append(host)
        assert found.wait(60)
        return []

    async def scenario() -> None:
        runtime = Runtime()
        hosts = HostLookup(runtime)
        endpoint = read_endpoint("https://push.example.org/x", ())
        try:
            many = [asyncio.create_task(hosts.resolved(endpoint)) for _ in range(40)]
            while len(begun) < LOOKUP_THREADS:
                await asyncio.sleep(0.001)
            assert await runtime.in_thread(sum, (1, 2)) == 3  # other work of threads goes on
            for each in await asyncio.gather(*many, return_exceptions=True):
                assert isinstance(each, RefusalError)
                assert each.code == "unavailable"
            assert len(begun) == LOOKUP_THREADS
            assert await deliver(endpoint, {}, b"hello", runtime, hosts) == "failed"
        finally:
            hosts.close()
            found.set()

    monkeypatch.setattr(socket, "getaddrinfo", stuck)
    monkeypatch.setattr(delivery, "LOOKUP_SECONDS", 0.2)
    asyncio.run(scenario())
    assert len(begun) == LOOKUP_THREADS  # those that waited have not begun
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("path", "outcome"),
    [("ok", "sent"), ("gone", "gone"), ("missing", "gone"), ("moved", "failed"), ("full", "failed"),
     ("silent", "failed")],
)  # fmt: skip
def test_what_a_push_service_answers(
    path: str, outcome: str, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "SECONDS", 1.0)
    began = time.monotonic()
    assert asyncio.run(delivered(service.address(f"{path}/1?x=y"), service.host, {"ttl": "60"})) == outcome
    assert time.monotonic() - began < 5
    [(asked, headers, body)] = service.got  # a redirect is not followed
    assert (asked, headers["ttl"], headers["host"], body) == (f"/{path}/1?x=y", "60", service.host, b"hello")


def test_a_certificate_of_nobody_is_not_trusted(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    assert asyncio.run(delivered(service.address("ok/1"), service.host, {})) == "failed"
    assert service.got == []


def table_of_two(server: AnyServer) -> tuple[Company, int, int]:
    """Ann and Bob at a table of Pig, with nobody connected; whose turn it is, and who the other one is."""
    at = Company(server, settings={**SOON, "away_after": 0})
    due = at.room.due.seat
    assert due is not None
    return at, due, 1 - due


def subscribed(at: Company, member: int) -> list[str]:
    """The last parts of the addresses at which a member's browsers have subscribed."""
    found = at.server.do(at.server.store.pushes.of(at.table, (member,)))
    return sorted(each.endpoint.rpartition("/")[2] for _, each in found)


def end_turn(at: Company, member: int) -> None:
    """Let who is to move play until the other one is."""
    with at.sit(member) as seat:
        while seat.legal():
            seat.move(seat.legal()[-1])


def test_who_is_not_there_is_told_in_each_browsers_language_and_a_browser_that_is_gone_is_forgotten(
    pushing: Server, service: PushService
) -> None:
    at, due, other = table_of_two(pushing)
    subscriber, name = Subscriber(), ("Ann", "Bob")[due]
    for path, language in (("ok/one", "eo"), ("ok/two", "es-MX"), ("gone/gone", "en")):
        body = {"member": other, **subscriber.body(service.address(path))}
        answer = at.browsers[other].ask("POST", at.path("push"), body, {"accept-language": language})
        assert answer.status == 200
    end_turn(at, due)
    got = service.wait(3)
    told = {asked: subscriber.read(body) for asked, _, body in got}
    turn = {"title": "Pig Dice", "tag": at.table, "url": f"/#/table/{at.table}/{other}"}
    english = {**turn, "body": f"Your turn with {name}."}
    assert told == {
        "/ok/one": english, "/gone/gone": english, "/ok/two": {**turn, "body": f"Te toca, con {name}."},
    }  # fmt: skip
    assert len({len(body) for _, _, body in got}) == 1
    assert got[0][1]["topic"] == at.table
    wait_until(lambda: subscribed(at, other) == ["one", "two"])
    room = at.room
    room.asked = {seat: replace(each, at=0) for seat, each in room.asked.items()}
    at.post(due, "nudge", seat=other)
    nudged = [subscriber.read(body)["body"] for asked, _, body in service.wait(5)[3:] if asked == "/ok/one"]
    assert nudged[0].endswith("nudges you: the table waits for you.")
    with at.seats(0, 1):  # who is there is told by the page
        room.nudged.clear()
        at.post(due, "nudge", seat=other)
    time.sleep(0.3)
    assert len(service.got) == 5


def test_at_most_five_browsers_of_a_person_and_none_without_the_seat(subscribing: AnyServer) -> None:
    at, _, _ = table_of_two(subscribing)
    subscriber, address = Subscriber(), "https://localhost:9/ok/{}".format
    for number in range(7):
        at.post(1, "push", **subscriber.body(address(number)))
        subscribing.pass_time(1)
    assert subscribed(at, 1) == ["2", "3", "4", "5", "6"]
    at.post(1, "push-off", endpoint=address(6))
    assert subscribed(at, 1) == ["2", "3", "4", "5"]
    at.post(0, "push", **subscriber.body(address(0)))
    at.post(1, "links")
    at.post(1, "remove", whom=1)
    assert (subscribed(at, 0), subscribed(at, 1)) == (["0"], [])
    assert at.refused(1, "push", **subscriber.body(address(1))) == "forbidden"
    at.post(0, "reissue", whom=0)
    assert subscribed(at, 0) == []  # other browsers have lost the seat, and with it the notices


def test_a_subscription_that_cannot_be_is_refused_with_a_word(subscribing: AnyServer) -> None:
    at, _, _ = table_of_two(subscribing)
    body = Subscriber().body("https://localhost:9/ok/1")
    for change, code in (
        ({"endpoint": "https://127.0.0.1/x"}, "forbidden"), ({"endpoint": "https://localhost/x"}, "forbidden"),
        ({"endpoint": "http://push.example.org/"}, "forbidden"), ({"p256dh": "AAAA"}, "malformed"),
        ({"auth": "AAAA"}, "malformed"), ({"auth": "not base64!"}, "malformed"), ({"p256dh": ""}, "malformed"),
        ({"endpoint": "x" * 2000}, "malformed"),
    ):  # fmt: skip
        found, words = at.why(0, "push", **body | change)
        assert (found, len(words) > 20) == (code, True), change


def test_keys_are_made_once_and_for_the_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / encryption.KEY_FILE
    make_keys(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    first = public_bytes(read_keys(path))
    make_keys(path)
    assert public_bytes(read_keys(path)) == first
    path.chmod(0o644)
    with pytest.raises(FileError, match="can be read by others: chmod 600"):
        read_keys(path)


@pytest.mark.parametrize("wrong", daily(["missing", "empty", "text", "rsa", "no extra", "no folder"], 2))
def test_without_keys_there_are_no_notices_and_tables_work(
    wrong: str, started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / encryption.KEY_FILE
    if wrong in ("empty", "text"):
        path.write_text(
            "" if wrong == "empty" else "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
        )
        path.chmod(0o600)
    if wrong == "rsa":
        other = ec.generate_private_key(ec.SECP384R1())
        monkeypatch.setattr("cryptography.hazmat.primitives.asymmetric.ec.generate_private_key", lambda _: other)
        make_keys(path)
    if wrong == "no extra":
        monkeypatch.setattr(notifier, "has_extra", lambda: False)
    at = Company(started(push_keys="" if wrong == "no folder" else str(path)), "pig", "me", "bot", people=1)
    status = at.browsers[0].get("/api/status")
    assert status["push"] is None
    assert status["push_off"].startswith("This server cannot send notices: ")
    assert at.refused(0, "push", endpoint="https://push.example.org/", p256dh="x", auth="x") == "forbidden"
    with at.sit(0) as seat:
        seat.wait_for_turn()


def test_long_names_in_any_script_leave_room_for_a_notice() -> None:
    keys_of = Subscriber()

    def data(name: str, people: int) -> dict[str, str]:
        members = {each: Member(each, name) for each in range(people)}
        room = Room("t", None, members=members, chairs=[Chair(each) for each in members])
        body = notifier._your_turn(room, 0)
        found = notifier._data({"title": "Skull King", "body": body, "tag": "t" * 16, "url": "/#/table/t/0"})
        assert encrypted(found, unpadded(public_bytes(keys_of.key)), unpadded(keys_of.auth))
        told: dict[str, str] = json.loads(found)
        return told

    for name in ("Я" * 24, "\N{BLACK FLAG}" * 24):
        assert data(name, 8)["body"].count(name) == 7
    assert data("\N{BLACK FLAG}" * 24, 16)["body"] == "It is your turn."


def test_with_nobody_there_notices_go_out_once_each_and_name_no_card(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers, told = [started(shared=True, seed=1) for _ in range(2)], list[tuple[int, str]]()

    async def tell(table: str, title: str, away: dict[int, str], clock: int | None) -> None:
        del table, clock
        told.extend((member, f"{title}: {words}") for member, words in away.items())

    for server in servers:
        first_legal(server)
        monkeypatch.setattr(server.hub.notifier, "key", "public")
        monkeypatch.setattr(server.hub.notifier, "_keys", object())  # nothing is sent
        monkeypatch.setattr(server.hub.notifier, "_tell", tell)
    at = Gathering(servers[0], make("skull-king", players=3, schedule="one"), (0, 1, "bot"), clock=60)
    at.leave(0, 1)
    at.pass_time(30 * 60)
    assert at.kinds()[-1] == "end"
    asked = sum(1 for _, by, _ in played(at) if by == "clock")
    assert asked > 0
    allowed = {"Your turn with Bob.", "Your turn with Ann.", "The game is over."}
    assert {words.removeprefix("Skull King: ") for _, words in told} == allowed
    turns = [words for _, words in told if "turn" in words]
    ended = [event for event in at.log() if event.payload.get("by") == "clock"]
    assert len(turns) == len(ended) - 2  # the first two were asked while they were there
    assert sum("over" in words for _, words in told) == 2
