"""Deals at tables: each game has a secret of its own, which nobody is told before the end."""

import json
import logging
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.core.engine.deal_secret import DealSecret
from croupier.server.base.refusal import RefusalError
from croupier.server.base.settings import DATABASE_FILE
from croupier.server.live.hub import Hub
from croupier.server.room.room import Room
from croupier.server.storage.log import LOGGER
from croupier.table.game_file import game_data, parse_game
from tests.server.clients import SOON, Browser, Seat, Server
from tests.server.conftest import Started
from tests.server.outgoing import Outgoing, files_in, told, traces
from tests.splitmix import SplitMix64

PROGRAM = f"cmd:{Path(__file__).parents[2] / 'examples' / 'first_legal.sh'}"
FAILING = "py:tests.server.bad_agents:Illegal"
SHORT = {"winning_score": 5, "max_turns": 40}
"""Options of a game of Pig that is over soon."""


def deal_of(server: Server, table: str) -> DealSecret:
    """The secret of a table, as its server holds it."""
    deal = server.live(table).room.deal
    assert isinstance(deal, DealSecret)
    return deal


def watched(browser: Browser, made: dict[str, Any]) -> str:
    """Wait until the agents of a table have played its game to the end; returns its id."""
    with browser.sit(made["table"], 0) as seat:
        seat.hear_event("end")
    table: str = made["table"]
    return table


# ----------------------------------------------------------------------------------------------- one for each game


def test_every_game_has_a_secret_of_its_own(started: Started) -> None:
    server = started()
    ann = Browser(server.port)
    tables = [watched(ann, ann.make("pig", "bot", "bot", options=SHORT, start=True)) for _ in range(3)]
    again = ann.post(f"/api/tables/{tables[0]}/again", {"member": 0})
    ann.post(f"/api/tables/{again['table']}/start", {"member": 0})
    tables.append(watched(ann, again))
    files = [ann.get(f"/api/tables/{table}/game") for table in tables]
    secrets = {data["secret"] for data in files}
    assert len(secrets) == len(tables)
    for table, data in zip(tables, files, strict=True):
        assert (data["format"], data["seed"], data["contributions"]) == ("croupier-game-3", None, [])
        assert deal_of(server, table) == DealSecret(bytes.fromhex(data["secret"]))
        assert parse_game(json.dumps(data)).state.is_terminal()  # it is what this secret deals


def test_a_start_that_is_refused_or_fails_uses_its_secret_up(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, drawn = started(), list[DealSecret]()
    inner = Hub.deal

    def deal(hub: Hub) -> Any:
        drawn.append(inner(hub))  # type: ignore[arg-type]  # this server has no seed
        return drawn[-1]

    monkeypatch.setattr(Hub, "deal", deal)
    ann = Browser(server.port)
    table = ann.make("pig", "me", "open")["table"]
    assert ann.refused("POST", f"/api/tables/{table}/start", {"member": 0, "fill": None}) == "forbidden"
    ann.post(f"/api/tables/{table}/start", {"member": 0, "fill": "bot"})
    assert len(set(drawn)) == len(drawn) == 2
    assert deal_of(server, table) == drawn[1]


def test_a_game_goes_on_after_a_restart_from_its_own_secret(started: Started, tmp_path: Path) -> None:
    server = started()
    ann = Browser(server.port)
    table = ann.make("pig", "me", "open", options={"winning_score": 60})["table"]
    ann.post(f"/api/tables/{table}/start", {"member": 0, "fill": "random"})
    with ann.sit(table, 0) as seat:
        for _ in range(3):
            seat.wait_for_turn()
            seat.move(0)
        seat.wait_for_turn()
        before = seat.view
    deal = deal_of(server, table)
    server.stop()
    with sqlite3.connect(tmp_path / DATABASE_FILE) as database:
        (payload,) = database.execute("SELECT payload FROM events WHERE kind = 'start'").fetchone()
    database.close()
    assert json.loads(payload)["secret"] == deal.secret.hex()  # the log alone holds it
    port = started().port
    ann.port = port
    with ann.sit(table, 0) as seat:
        assert seat.view == before
        while not seat.over:
            seat.wait_for_turn()
            if seat.legal():
                seat.move(0 if seat.view and seat.view["table"]["turn_total"] < 20 else 1)
        seat.hear_event("end")
    data = ann.get(f"/api/tables/{table}/game")
    assert data["secret"] == deal.secret.hex()
    assert parse_game(json.dumps(data)).state.deal == deal


def test_a_game_that_an_older_server_began_goes_on_from_its_seed(started: Started, tmp_path: Path) -> None:
    server = started()
    ann = Browser(server.port)
    table = ann.make("pig", "me", "open", options=SHORT)["table"]
    number = server.live(table).room.number
    server.stop()
    with sqlite3.connect(tmp_path / DATABASE_FILE) as database:
        payload = json.dumps({"seed": 424242, "fill": "bot"})  # as it was written then
        database.execute(
            "INSERT INTO events (table_id, number, kind, payload, at) VALUES (?, ?, 'start', ?, 5)",
            (table, number + 1, payload),
        )
    database.close()
    ann.port = started().port
    with ann.sit(table, 0) as seat:
        assert seat.heard[0]["table"]["deal"] == "seed"
        seat.wait_for_turn()
        while not seat.over:
            seat.move(0 if seat.view and seat.view["table"]["turn_total"] < 5 else 1)
            seat.wait_for_turn()
        seat.hear_event("end")
    data = ann.get(f"/api/tables/{table}/game")
    assert (data["seed"], data["secret"]) == (424242, None)
    assert parse_game(json.dumps(data)).state.seed == 424242


# --------------------------------------------------------------------------------------------------- said in words


def test_everybody_is_told_before_the_start_what_a_game_is_dealt_from(started: Started) -> None:
    for seed, deal in ((None, "secret"), (3, "seed")):
        server = started(seed=seed)
        ann, bob = Browser(server.port), Browser(server.port)
        assert ann.get("/api/status")["deal"] == deal
        made = ann.make("pig", "me", "open", settings={**SOON, "spectators": "open"})
        table = made["table"]
        assert made["state"]["deal"] == deal
        looked = bob.post(f"/api/tables/{table}/look", {"token": made["join"]})
        assert looked["state"]["deal"] == deal
        with Browser(server.port).sit(table, None) as watcher, ann.sit(table, 0) as seat:
            assert watcher.heard[0]["table"]["deal"] == seat.heard[0]["table"]["deal"] == deal
            bob.join(made, "Bob")
            ann.post(f"/api/tables/{table}/start", {"member": 0})
            assert seat.hear_event("start")["table"]["deal"] == deal
        assert [each["table"]["deal"] for each in ann.get("/api/tables") if each["table"]["id"] == table] == [deal]


def test_a_given_seed_deals_as_it_did(started: Started) -> None:
    server = started(seed=3)
    ann = Browser(server.port)
    for seed in (3, 4):
        table = watched(ann, ann.make("pig", "bot", "bot", options=SHORT, start=True))
        data = ann.get(f"/api/tables/{table}/game")
        assert (data["seed"], data["secret"], data.pop("names")) == (seed, None, [None, None])
        state = croupier.make("pig", **SHORT).new_initial_state(seed)
        for action in data["actions"]:
            state.apply_action(action)
        assert game_data(state, ("bot", "bot")) == data


# ------------------------------------------------------------------------------------------------ after the end


def end_by_hold(ann: Browser, server: Server) -> tuple[str, Seat]:
    """Play Pig for both seats until Ann has won by a hold; returns the table and her socket, which is open."""
    bob = Browser(server.port)
    made = ann.make("pig", "me", "open", options={"winning_score": 6, "max_turns": 200})
    table = made["table"]
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{table}/start", {"member": 0})
    own = ann.sit(table, 0).__enter__()
    with bob.sit(table, 1) as other:
        while not own.over:
            if other.legal():
                done = other.move(1)  # Bob never rolls
            else:
                assert own.view is not None
                done = own.move(1 if own.view["table"]["turn_total"] else 0)
            for seat in (own, other):
                seat.catch_up(done["number"])
    own.hear_event("end")
    return table, own


@pytest.mark.parametrize("seed", [None, 5])
def test_once_all_hands_may_be_seen_no_move_is_taken_back(seed: int | None, started: Started) -> None:
    server = started(seed=seed)
    ann = Browser(server.port)
    table, seat = end_by_hold(ann, server)
    try:
        assert seat.snapshot()["undo"] is False
        answer = seat.ask("undo", turn=seat.turn)
        assert answer["code"] == "not-revocable"
        assert "somebody may have seen all hands" in answer["message"]
        assert ann.get(f"/api/tables/{table}/game")["finished"]
    finally:
        seat.__exit__(None, None, None)


@pytest.mark.thorough
def test_a_finished_game_with_a_secret_is_replayed_and_reviewed(started: Started) -> None:
    server = started()
    ann = Browser(server.port)
    table = watched(ann, ann.make("pig", "bot", "bot", options={"winning_score": 60}, start=True))
    file = ann.ask("GET", f"/api/tables/{table}/game").body
    data = json.loads(file)
    for replayed in (ann.get(f"/api/tables/{table}/replay"), ann.post("/api/replays", file)):
        assert (replayed["seed"], replayed["secret"]) == (None, data["secret"])
        assert len(replayed["steps"]) == len(data["actions"])
        assert replayed["returns"] == data["returns"]
    for path, body in ((f"/api/tables/{table}/review", None), ("/api/reviews", file)):
        lines = ann.ask("POST", path, body).text.splitlines()
        assert len(json.loads(lines[-1])["review"]["decisions"]) > 0
    for change in (
        {"secret": "ab" * 32},
        {"secret": "zz"},
        {"seed": 3},
        {"secret": None},
        {"contributions": ["1"]},
    ):
        assert ann.refused("POST", "/api/replays", {**data, **change}) == "malformed"


# ------------------------------------------------------------------------------------------------------- leaks


def everything(browser: Browser, table: str) -> None:
    """Ask for all that can be asked for at a table whose game goes on, granted or not."""
    paths = ("", "/game", "/replay", "/replay/views?from=0", "/rules")
    for path in (
        "/api/status",
        "/api/tables",
        "/api/openapi.json",
        *(f"/api/tables/{table}{each}" for each in paths),
    ):
        browser.ask("GET", path)
    for path in ("review", "start", "again", "wait", "host", "links", "invite", "reissue"):
        browser.ask("POST", f"/api/tables/{table}/{path}", {"member": 0, "seat": 0, "whom": 9})
        browser.ask("POST", f"/api/tables/{table}/{path}", {"member": 0})


def play_some(seats: list[Seat], watcher: Seat, decisions: int, draw: SplitMix64) -> None:
    """Let people move, wrongly as well, take back, ask for hints and leave their seats to agents."""
    for step in range(decisions):
        for seat in seats:
            seat.snapshot()
        mover = next((seat for seat in seats if seat.legal()), None)
        if mover is None:
            if any(seat.over for seat in seats):
                return
            seats[0].hear_one()
            continue
        if step < 2:
            mover.say("move", turn=mover.turn, action="x")  # what cannot be read is not answered by its id
        mover.ask("move", turn=mover.turn, action=9999)
        mover.ask("move", turn=mover.turn + 7, action=0)
        legal = mover.legal()
        mover.catch_up(mover.move(legal[draw.below(len(legal))])["number"])
        if step % 3 == 0:
            mover.ask("undo", turn=mover.turn)
    for seat in seats:
        seat.ask("away")
        seat.ask("back")
    watcher.snapshot()


THOROUGH = pytest.mark.thorough
GAMES = [
    ("pig", {"winning_score": 10_000, "max_turns": 10_000}, ("me", "open", FAILING, "bot")),
    pytest.param(
        "skull-king",
        {"players": 4, "schedule": "fives"},
        ("me", "open", "bot", PROGRAM),
        marks=THOROUGH,
    ),
    pytest.param("spite-malice", {}, ("me", "open"), marks=THOROUGH),
]


@pytest.mark.parametrize(("name", "options", "wished"), GAMES)
def test_nothing_that_leaves_before_the_end_tells_the_secret(
    name: str, options: dict[str, Any], wished: tuple[str, ...], started: Started, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    caplog.set_level(logging.INFO)
    outgoing = Outgoing(monkeypatch)
    replies = tmp_path / "replies"
    server = started(agents=(FAILING, PROGRAM), replies=str(replies))
    ann, bob = Browser(server.port), Browser(server.port)
    count = croupier.make(name, **options).num_players
    made = ann.make(name, *wished[:count], options=options, settings={**SOON, "spectators": "open"})
    table = made["table"]
    bob.join(made, "Bob")
    ann.post(f"/api/tables/{table}/start", {"member": 0})
    with ExitStack() as stack:
        seats = [stack.enter_context(browser.sit(table, number)) for number, browser in enumerate((ann, bob))]
        watcher = stack.enter_context(Browser(server.port).sit(table, None))
        play_some(seats, watcher, 8, SplitMix64(4))
        if name == "pig":
            for seat in seats:
                seat.ask("hint", turn=seat.turn)
            fail(ann, table, seats)
    for browser in (ann, Browser(server.port)):
        everything(browser, table)
    room = server.live(table).room
    assert room.status == "playing"
    assert room.table is not None
    deal, events = deal_of(server, table), room.table.state._events
    left = {int(state.rngs[0]) for move in room.table.moves for state in (move.before, move.after)} - {0}
    assert events > 0
    assert left
    logged = caplog.text + "".join(capfd.readouterr())
    said = {"sent": outgoing.data, "logged": logged.encode(), "kept of agents": files_in(replies)}
    assert {where: told(data, deal, events, left) for where, data in said.items()} == {
        where: set() for where in said
    }
    assert table.encode() in said["sent"]
    assert table.encode() in said["kept of agents"] or name != "skull-king"
    assert "9999" in logged or name != "pig"


def fail(ann: Browser, table: str, seats: list[Seat]) -> None:
    """Let an agent that fails sit down in the place of another person's seat, and play."""
    ann.post(
        f"/api/tables/{table}/settings",
        {"member": 0, "settings": {**SOON, "spectators": "open", "stand_in": FAILING}},
    )
    for seat in seats:
        seat.ask("away")
    seats[0].hear("trouble")
    for seat in seats:
        seat.ask("back")


PLANTS = {
    "in an answer": ("croupier.server.room.messages.you", "sent"),
    "in a refusal": ("croupier.server.base.refusal.RefusalError.data", "sent"),
    "in a log line": ("croupier.server.room.play.move", "logged"),
}


@pytest.mark.parametrize("where", PLANTS)
def test_the_search_finds_a_secret_that_is_told(
    where: str, started: Started, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    outgoing, rooms = Outgoing(monkeypatch), list[Room]()
    server = started()
    ann = Browser(server.port)
    table = ann.make("pig", "me", "bot", start=True)["table"]
    rooms.append(server.live(table).room)
    deal = deal_of(server, table)
    assert told(outgoing.data, deal, 3) == set()
    module, _, name = PLANTS[where][0].rpartition(".")
    owner = RefusalError if name == "data" else __import__(module, fromlist=[name])
    inner = getattr(owner, name)

    def leak(*given: Any) -> Any:
        if where == "in a log line":
            LOGGER.warning("set to %d", deal.word(1))
            return inner(*given)
        return inner(*given) | {"more": deal.secret.hex() if where == "in an answer" else str(deal.word(0))}

    monkeypatch.setattr(owner, name, leak)
    with ann.sit(table, 0) as seat:
        seat.ask("move", turn=seat.turn + 7, action=0)
        seat.ask("move", turn=seat.turn, action=0)
    said = {"sent": outgoing.data, "logged": caplog.text.encode()}[PLANTS[where][1]]
    assert told(said, deal, 3) & {"the secret", "the word of event 0", "the word of event 1"}


def test_the_search_knows_the_ways_in_which_a_value_is_written() -> None:
    deal = DealSecret(bytes(range(100, 132)))
    word = deal.word(2)
    for said, what in (
        (deal.secret, "the secret"), (repr(deal.secret), "the secret"), (deal.secret.hex().upper(), "the secret"),
        (str(list(deal.secret)), "the secret"), ("ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1-f4CBgoM=", "the secret"),
        (str(word), "the word of event 2"), (hex(word), "the word of event 2"),
        (f"{float(word)!r}", "the word of event 2"),
        (word.to_bytes(8, "big"), "the word of event 2"),
        (str(987_654_321_987), "the generator after an event"),
    ):  # fmt: skip
        data = said if isinstance(said, bytes) else said.encode()
        assert told(b"<" + data + b">", deal, 5, [987_654_321_987]) == {what}, said
    assert told(b"nothing", deal, 5) == set()
    assert len(traces(deal, 1)) > 100
