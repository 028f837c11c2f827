"""Deals that nobody chooses: the hash of the secret first, then numbers of browsers, each committed to before."""

import hashlib
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from croupier.core.engine.deal_secret import DealSecret
from croupier.core.engine.making import make
from croupier.server.base.refusal import RefusalError
from croupier.server.events import deal as fair_deal
from croupier.server.events.happening import rebuilt_room
from croupier.server.room.event import Happened, RoomEvent
from croupier.server.room.room import Room, SharedDeal
from croupier.server.storage.log import LogEvent
from croupier.table.deal_check import SavedDeal, check_deal
from croupier.table.game_file import game_data, parse_game
from tests.server.clients import SOON, AnyServer, Company, Message, Seat, here, notices, play_on
from tests.server.conftest import Started
from tests.server.instant import Gathering
from tests.server.outgoing import told
from tests.server.test_own_errors import try_damages
from tests.server.test_two_servers import friends

NUMBERS = {member: bytes([member + 1] * 32).hex() for member in range(4)}
PIG = {"winning_score": 6, "max_turns": 40}


def sha(digits: str) -> str:
    """SHA-256 of bytes in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(digits)).hexdigest()


def fair_of(seat: Seat) -> Message:
    """What a socket was last told of the numbers."""
    found: Message = [said["table"]["fair"] for said in seat.heard if said.get("table")][-1]
    return found


def wait_for(seat: Seat, phase: str, attempt: int = 1) -> Message:
    """Listen until the numbers are at a step."""
    while (found := fair_of(seat)) is None or (found["phase"], found["attempt"]) != (phase, attempt):
        seat.hear_one()
    return found


def answer(seat: Seat, kind: str, member: int, digits: str, secret: str | None = None) -> str:
    """Commit or show a number; returns the code of a refusal, or ``ok``."""
    name = "commitment" if kind == "commit" else "number"
    hashed = fair_of(seat)["hash"] if secret is None else secret
    said = seat.ask(kind, member=member, hash=hashed, **{name: digits})
    return str(said.get("code", said["type"]))


def contribute(*seats: Seat, attempt: int = 1) -> None:
    """Let pages, whose members are 0, 1 and so on, commit and then show their numbers."""
    for step, digits in (("commit", lambda member: sha(NUMBERS[member])), ("reveal", NUMBERS.__getitem__)):
        for member, seat in enumerate(seats):
            wait_for(seat, step, attempt)
            assert answer(seat, step, member, digits(member)) == "ok"
    for seat in seats:
        wait_for(seat, "dealt", attempt)


def pair(server: AnyServer, **more: Any) -> Company:
    """Ann, who hosts, and Bob at a table that has not begun."""
    return Company(server, start=False, options=PIG, **more)


def test_numbers_of_all_who_are_there_are_part_of_the_deal(started: Started) -> None:
    at = pair(started())
    with at.seats(0, 1) as seats:
        begun = at.post(0, "start")["state"]
        assert (begun["status"], begun["fair"]["phase"]) == ("lobby", "commit")
        contribute(*seats)
        shown = fair_of(seats[0])
        assert shown == fair_of(seats[1])
        assert (shown["members"], shown["seats"]) == ([0, 1], [0, 1])
        assert shown["numbers"] == [NUMBERS[0], NUMBERS[1]]
        assert shown["commitments"] == [sha(NUMBERS[0]), sha(NUMBERS[1])]
        assert shown["hash"] == begun["fair"]["hash"]
        play_on(seats)
        seats[0].hear_event("end")
    saved = at.get(0, "game")
    assert sha(saved["secret"]) == shown["hash"]
    assert saved["contributions"] == shown["numbers"]
    assert parse_game(json.dumps(saved)).state.deal == DealSecret(
        bytes.fromhex(saved["secret"]), tuple(bytes.fromhex(each) for each in shown["numbers"])
    )


def test_what_is_wrong_with_a_number_is_refused_by_a_code_and_nothing_is_lost(started: Started) -> None:
    at = pair(started())
    with at.seats(0, 1) as (first, second):
        assert first.ask("commit", member=0, hash="0" * 64, commitment=sha(NUMBERS[0]))["code"] == "stale"
        at.post(0, "start")
        wait_for(first, "commit")
        wait_for(second, "commit")
        own, others = sha(NUMBERS[0]), sha(NUMBERS[1])
        assert answer(first, "commit", 0, own, secret="0" * 64) == "stale"  # for another deal
        for seat, kind, member, digits, code in (
            (first, "commit", 0, own[:-2], "malformed"), (first, "commit", 0, own.upper(), "malformed"),
            (first, "commit", 1, own, "forbidden"),  # for another person
            (first, "commit", 7, own, "forbidden"),
            (first, "reveal", 0, NUMBERS[0], "not-yet"),  # nobody has committed
            (first, "commit", 0, own, "ok"),
            (first, "commit", 0, own, "taken"), (first, "commit", 0, others, "taken"),  # twice
            (second, "commit", 1, own, "taken"),  # the commitment of another
            (first, "reveal", 0, NUMBERS[0], "not-yet"),  # Bob has not committed
            (second, "commit", 1, others, "ok"),
        ):  # fmt: skip
            assert answer(seat, kind, member, digits) == code, (kind, member, code)
        wait_for(first, "reveal")
        for seat, member, digits, code in (
            (first, 0, NUMBERS[2], "malformed"),  # another number
            (first, 0, NUMBERS[0][:-2], "malformed"), (first, 1, NUMBERS[1], "forbidden"),
            (first, 0, NUMBERS[0], "ok"), (first, 0, NUMBERS[0], "taken"), (second, 1, NUMBERS[1], "ok"),
        ):  # fmt: skip
            assert answer(seat, "reveal", member, digits) == code, (member, code)
        wait_for(first, "dealt")
        assert answer(first, "reveal", 0, NUMBERS[0]) == "stale"  # the game has begun
        assert fair_of(first)["numbers"] == [NUMBERS[0], NUMBERS[1]]


def test_while_numbers_are_asked_for_nothing_of_the_game_can_be_changed(started: Started) -> None:
    at = pair(started())
    with at.seats(0, 1) as seats:
        at.post(0, "start")
        wait_for(seats[0], "commit")
        for path, body, code in (
            ("start", {}, "not-yet"), ("seat", {"seat": None}, "not-yet"), ("seat", {"seat": 1}, "taken"),
            ("options", {"options": {}}, "not-yet"), ("agent", {"seat": 1, "agent": "bot"}, "taken"),
        ):  # fmt: skip
            assert at.refused(0, path, **body) == code, path
        at.made["join"] = at.post(0, "invite")["join"]
        late = at.server.browser().join(at.made, "Cid")
        assert late["you"]["seat"] is None  # who comes later shows a number in the next game
        assert late["state"]["fair"]["members"] == [0, 1]


def test_who_leaves_breaks_the_start_off_and_its_secret_is_used_up(started: Started) -> None:
    at = pair(started())
    with at.seats(0, 1) as (first, second):
        at.post(0, "start")
        old = wait_for(first, "commit")["hash"]
        wait_for(second, "commit")
        assert answer(first, "commit", 0, sha(NUMBERS[0])) == "ok"
        at.post(1, "remove", whom=1)
        broken = first.hear_event("remove")
        assert broken["table"]["fair"] is None
        assert "The game does not start" in broken["messages"][-1]["text"]
        at.post(0, "start", fill="bot")
        assert wait_for(first, "commit", 2)["hash"] != old
        assert answer(first, "commit", 0, sha(NUMBERS[0]), secret=old) == "stale"
        assert answer(first, "commit", 0, sha(NUMBERS[0])) == "taken"  # it was used under the other secret
        assert answer(first, "commit", 0, sha(NUMBERS[3])) == "ok"
        assert answer(first, "reveal", 0, NUMBERS[3]) == "ok"
        wait_for(first, "dealt", 2)


def test_tables_without_a_persons_number_begin_at_once(started: Started) -> None:
    server = started()
    for second in ("me", "bot"):  # agents among themselves, and one person
        state = server.browser().make("pig", second, "bot", start=True)["state"]
        assert (state["status"], state["fair"]) == ("playing", None)
    assert pair(server).post(0, "start")["state"]["status"] == "playing"  # neither page is open
    at = pair(started(seed=4))
    with at.seats(0, 1):
        state = at.post(0, "start")["state"]
        assert (state["status"], state["fair"], state["deal"]) == ("playing", None, "seed")


def test_a_page_that_opens_a_game_at_once_and_pages_that_play_again_show_numbers(started: Started) -> None:
    at = Company(started(), "pig", "me", "bot", people=1, start=False)
    made = at.browsers[0].make("pig", "me", "bot", start=True, contributes=True, options={"winning_score": 2})
    assert made["state"]["fair"]["members"] == [0]
    at.table = made["table"]
    with at.sit(0) as seat:
        contribute(seat)
        play_on([seat])
        seat.hear_event("end")
        again = at.post(0, "again", start=True)
    assert again["state"]["fair"]["attempt"] == 1
    at.table = again["table"]
    with at.sit(0) as seat:
        contribute(seat)


def test_people_at_one_screen_each_show_a_number(started: Started) -> None:
    at = Company(started(), people=1, start=False)
    at.join("Bob", at.browsers[0])
    with at.sit(0) as seat:
        at.post(0, "start")
        assert wait_for(seat, "commit")["members"] == [0, 1]
        for kind, digits in (("commit", lambda member: sha(NUMBERS[member])), ("reveal", NUMBERS.__getitem__)):
            for member in (0, 1):
                assert answer(seat, kind, member, digits(member)) == "ok"
        wait_for(seat, "dealt")


# -------------------------------------------------------------------------------------------------------- silence


@pytest.fixture
def table(started: Started) -> Gathering:
    """Three people who are asked for their numbers."""
    return Gathering(started(), make("skull-king", players=3), range(3))


def shared_of(table: Gathering) -> SharedDeal:
    """Where the numbers are."""
    assert table.room.shared is not None
    return table.room.shared


def commits(table: Gathering, *members: int, numbers: dict[int, str] = NUMBERS) -> None:
    """Some members' pages commit."""
    for member in members:
        number = sha(numbers[member])
        table.do(partial(fair_deal.commit, member=member, hash=shared_of(table).hash, commitment=number))


def reveals(table: Gathering, *members: int, numbers: dict[int, str] = NUMBERS) -> None:
    """Some members' pages show their numbers."""
    for member in members:
        table.do(partial(fair_deal.reveal, member=member, hash=shared_of(table).hash, number=numbers[member]))


def test_who_does_not_show_the_number_is_left_out_and_all_others_commit_anew_under_another_secret(
    table: Gathering,
) -> None:
    room, first = table.room, shared_of(table)
    commits(table, 0, 1, 2)
    reveals(table, 0, 2)  # Bob now knows the numbers of the others, and keeps his to himself
    table.pass_time(9.9)
    assert shared_of(table).attempt == 1
    table.pass_time(0.2)
    second = shared_of(table)
    assert second.members == (0, 2)
    assert second.attempt == 2
    assert second.secret != first.secret
    assert (dict(second.commitments), dict(second.numbers)) == ({}, {})
    table.heard(0)
    assert any("The page of Bob has not shown its number" in each for each in notices(table.pages[0]))
    with pytest.raises(RefusalError) as late:
        reveals(table, 1)
    assert late.value.code == "forbidden"
    with pytest.raises(RefusalError) as reused:
        commits(table, 0)  # Bob knows this number
    assert reused.value.code == "taken"
    fresh = {0: NUMBERS[3], 2: "ab" * 32}
    commits(table, 0, 2, numbers=fresh)
    reveals(table, 0, 2, numbers=fresh)
    assert room.status == "playing"
    assert room.deal == DealSecret(second.secret, (bytes.fromhex(NUMBERS[3]), bytes.fromhex("ab" * 32)))


def refusals(room: Room, member: int, former: str, number: str) -> list[str]:
    """The codes by which somebody is refused who was left out and comes back, with the old number or another."""
    assert room.shared is not None
    now = room.shared.hash
    found: list[str] = []
    events: tuple[Callable[[], RoomEvent], ...] = (
        lambda: fair_deal.reveal(room, member, former, number),
        lambda: fair_deal.reveal(room, member, now, number),
        lambda: fair_deal.commit(room, member, now, "cd" * 32),
    )
    for event in events:
        with pytest.raises(RefusalError) as refused:
            event()
        found.append(refused.value.code)
    return found


def test_two_who_keep_silent_one_after_the_other_choose_nothing_and_are_left_out(table: Gathering) -> None:
    """Bob and Cid know all numbers when they decide who keeps silent, and never the secret."""
    room, secrets = table.room, []
    numbers = [NUMBERS, {0: "a0" * 32, 1: "a1" * 32}, {0: "b0" * 32}]
    for silent, own in zip((2, 1), numbers, strict=False):
        shared = shared_of(table)
        assert shared.members == tuple(range(silent + 1))
        secrets.append(shared.secret)
        former = shared.hash
        commits(table, *shared.members, numbers=own)
        reveals(table, *range(silent), numbers=own)
        heard = json.dumps([table.heard(member) for member in range(3)])
        assert former in heard
        assert not [secret for secret in secrets if secret.hex() in heard]
        table.pass_time(10.1)
        assert refusals(room, silent, former, own[silent]) == ["stale", "forbidden", "forbidden"]
    secrets.append(shared_of(table).secret)
    commits(table, 0, numbers=numbers[2])
    reveals(table, 0, numbers=numbers[2])
    assert room.deal == DealSecret(secrets[2], (bytes.fromhex(numbers[2][0]),))
    assert len(set(secrets)) == 3
    check_by_ann(table, secrets, numbers)


def check_by_ann(table: Gathering, secrets: list[bytes], numbers: list[dict[int, str]]) -> None:
    """Ann's browser tells a deal of the third attempt from one that Bob and Cid had rather had."""
    began = next(each for each in table.heard(0) if (each.get("event") or {}).get("kind") == "start")
    for attempt, code in ((3, "tries"), (2, "secret"), (1, "secret")):
        own = {
            member: bytes.fromhex(each) for member, each in numbers[attempt - 1].items() if member < 4 - attempt
        }
        state = make("skull-king", players=3).new_initial_state(
            DealSecret(secrets[attempt - 1], tuple(own.values()))
        )
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        data = json.loads(json.dumps(game_data(state, ["human"] * 3)))
        kept = SavedDeal(
            "skull-king", data["version"], data["options"], seat=0, attempt=3,
            hash=hashlib.sha256(secrets[2]).hexdigest(), names=("Ann",), commitments=(sha(numbers[2][0]),),
            number=numbers[2][0], seen={0: began["view"]["table"]},
        )  # fmt: skip
        assert check_deal(data, kept).code == code, attempt


def test_a_page_that_answers_nothing_costs_ten_seconds(table: Gathering) -> None:
    table.pass_time(5)
    commits(table, 0, 2)
    table.pass_time(5.1)
    assert shared_of(table).members == (0, 2)


def test_who_commits_at_the_last_moment_takes_no_time_from_the_others(table: Gathering) -> None:
    commits(table, 0, 1)
    table.pass_time(9.9)
    commits(table, 2)
    table.pass_time(9.9)
    reveals(table, 0, 1, 2)
    assert table.room.status == "playing"


def test_where_no_page_answers_the_game_begins_and_everybody_is_told_that_it_cannot_be_checked(
    table: Gathering,
) -> None:
    table.pass_time(10.1)
    assert table.room.status == "playing"
    assert isinstance(table.room.deal, DealSecret)
    assert table.room.deal.contributions == ()
    table.heard(0)
    assert "this deal cannot be checked" in notices(table.pages[0])[-1]


def test_a_server_that_is_killed_at_any_step_goes_on_where_it_was(table: Gathering, started: Started) -> None:
    commits(table, 0, 1, 2)
    reveals(table, 0, 1)
    log = table.log()
    begun = len(log) - 5
    for length in range(begun, len(log) + 1):
        room = rebuilt_room(table.table, log[:length], table.room.game)
        assert room.status == "lobby"
        assert room.shared is not None
        assert len(room.shared.commitments) + len(room.shared.numbers) == length - begun
    table.server.stop()
    table.pass_time(30)
    table.move_to(started())
    table.get(0)
    table.pass_time(9)
    reveals(table, 2)  # the time has begun anew
    assert table.room.status == "playing"
    numbers = tuple(bytes.fromhex(NUMBERS[each]) for each in range(3))
    assert table.room.deal == DealSecret(shared_of(table).secret, numbers)


def test_a_server_that_was_killed_after_the_last_number_begins_the_game_when_it_is_back(
    table: Gathering, started: Started
) -> None:
    commits(table, 0, 1, 2)
    reveals(table, 0, 1)
    row = Happened(
        fair_deal.reveal(table.room, 2, shared_of(table).hash, NUMBERS[2]), len(table.log()) + 1, table.now
    ).row()
    table.server.do(table.server.store.append(table.table, row))
    table.server.stop()
    table.move_to(started())
    table.get(0)
    assert table.room.status == "playing"


def test_a_database_that_does_not_answer_delays_the_beginning_alone(table: Gathering) -> None:
    table.server.disk.broken = True
    table.pass_time(12)
    assert shared_of(table).attempt == 1
    table.server.disk.broken = False
    table.pass_time(2)
    assert table.room.status == "playing"


def test_nothing_that_is_shown_before_the_end_tells_the_secret(started: Started) -> None:
    server = started()
    outgoing = server.at.listen()
    at = pair(server)
    with at.seats(0, 1) as seats:
        at.post(0, "start")
        wait_for(seats[0], "commit")
        assert answer(seats[0], "commit", 0, "0") == "malformed"
        burnt = at.room.shared
        assert burnt is not None
        contribute(*seats)
        next(seat for seat in seats if seat.legal()).move(0)
        seats[0].snapshot()
        at.browsers[1].get("/api/tables")
    deal = at.room.deal
    assert isinstance(deal, DealSecret)
    assert deal.contributions
    sent = b"".join(outgoing)
    assert told(sent, deal, 3) == told(sent, DealSecret(burnt.secret), 3) == set()
    assert burnt.hash.encode() in sent


def test_two_servers_ask_for_numbers_and_begin_once(started: Started) -> None:
    two = started(shared=True), started(shared=True)
    at = friends(two, start=False, options=PIG)
    with at.seats(0, 1) as seats:
        seats[0].hear("people", where=here(0, 1))
        at.post(0, "start")
        contribute(*seats)
        assert fair_of(seats[0]) == fair_of(seats[1])
    assert at.kinds().count("start") == at.kinds().count("prepare") == 1


def test_a_damaged_row_of_a_number_is_refused_and_other_tables_go_on(started: Started) -> None:
    at = pair(started(), settings={**SOON, "hints": True})
    with at.seats(0, 1) as seats:
        at.post(0, "start")
        contribute(*seats)
        mover = next(seat for seat in seats if seat.legal())
        assert mover.ask("hint", turn=mover.turn)["type"] == "hint"
    try_damages(at, {"prepare", "commit", "reveal", "hint"}, 5, at.browsers[0])


# ---------------------------------------------------------------------------------------------- hints and agents


def test_hints_are_off_where_several_people_sit_unless_the_host_says_otherwise(server: AnyServer) -> None:
    at = Company(server)
    with at.seats(0, 1) as seats:
        state = seats[0].heard[0]["table"]
        assert (state["settings"]["hints"], state["hints"]) == (None, False)
        number = 0 if seats[0].legal() else 1
        mover = seats[number]
        assert mover.ask("hint", turn=mover.turn)["code"] == "forbidden"
        at.post(0, "settings", settings={**SOON, "hints": True})
        mover.hear_event("settings")
        for _ in range(2):  # of one turn everybody is told once
            assert mover.ask("hint", turn=mover.turn)["type"] == "hint"
        seats[1 - number].snapshot()
        told = {each["text"]: each for each in seats[1 - number].heard[-1]["messages"]}
        assert f"{('Ann', 'Bob')[number]} took a hint." in told
    assert at.kinds().count("hint") == 1
    at = Company(server, "pig", "me", "bot", people=1)
    assert at.made["state"]["hints"]
    with at.sit(0) as seat:  # alone a hint is no line of the log
        seat.wait_for_turn()
        number = at.room.number
        assert seat.ask("hint", turn=seat.turn)["type"] == "hint"
        assert at.room.number == number


def test_logs_that_were_written_before_go_on_as_they_were() -> None:
    game = make("pig")
    made = {
        "game": "pig", "version": game.spec.version, "options": dict(game.options), "host": 0,
        "members": [{"number": 0, "name": "Ann"}, {"number": 1, "name": "Bob"}],
        "seats": [{"member": 0, "agent": None}, {"member": 1, "agent": None}], "settings": {"hints": True},
    }  # fmt: skip
    old: list[tuple[str, int | None, dict[str, Any]]] = [
        ("create", None, made),
        ("start", None, {"seed": 3, "fill": None}),
        ("away", 1, {}),
        ("back", 1, {}),
    ]
    log = [LogEvent(kind, seat, payload, number, 5) for number, (kind, seat, payload) in enumerate(old, start=1)]
    room = rebuilt_room("t", log, game)
    assert (room.status, room.hints, room.shared, room.attempts) == ("playing", True, None, 0)
    assert [each.text for each in room.notices] == ["A bot plays for Bob.", "Bob plays again."]


def test_the_next_game_of_the_same_people_decides_on_hints_anew(server: AnyServer) -> None:
    at = Company(server, "pig", "me", "bot", people=1, options={"winning_score": 2})
    with at.sit(0) as seat:
        play_on([seat])
        seat.hear_event("end")
    again = at.post(0, "again")
    assert again["state"]["hints"]
    at.made, at.table = again, again["table"]
    at.post(0, "agent", seat=1, agent=None)
    at.join("Bob")
    assert not at.post(0, "start")["state"]["hints"]


def test_everybody_is_told_when_an_agent_plays_for_somebody(server: AnyServer) -> None:
    at = Company(server)
    with at.sit(0) as first:
        with at.sit(1) as second:
            for kind, words in (("away", "Bob lets a bot play."), ("back", "Bob plays again.")):
                assert second.ask(kind)["type"] == "ok"
                assert first.hear_event(kind)["messages"][-1]["text"] == words
        at.post(0, "stand-in", seat=1)
        first.hear("update")
        assert notices(first)[-1] == "A bot plays for Bob."
