"""Deals at tables: each game has a secret of its own, which nobody is told before the end."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.core.engine.deal_secret import DealSecret
from croupier.server.base.refusal import RefusalError
from croupier.server.live.hub import Hub
from croupier.server.storage.log import LOGGER
from croupier.table.game_file import game_data, parse_game
from tests.amounts import daily
from tests.server.clients import SOON, AnyServer, Browser, Company, Seat, play_on
from tests.server.conftest import Started
from tests.server.outgoing import files_in, told, traces
from tests.splitmix import SplitMix64

PROGRAM = f"cmd:{Path(__file__).parents[2] / 'examples' / 'first_legal.sh'}"
FAILING = "py:tests.server.bad_agents:Illegal"
SHORT = {"winning_score": 5, "max_turns": 40}
"""Options of a game of Pig that is over soon."""


def deal_of(at: Company) -> DealSecret:
    """The secret of a table, as its server holds it."""
    deal = at.room.deal
    assert isinstance(deal, DealSecret)
    return deal


def watched(server: AnyServer, **options: Any) -> Company:
    """A table at which agents have played Pig to the end."""
    at = Company(server, "pig", "bot", "bot", people=1, options=options or SHORT)
    with at.sit(0) as seat:
        seat.hear_event("end")
    return at


# ----------------------------------------------------------------------------------------------- one for each game


def test_every_game_has_a_secret_of_its_own(started: Started) -> None:
    server = started()
    tables = [watched(server) for _ in range(3)]
    at = Company(server, "pig", "bot", "bot", people=1, start=False)
    at.browsers[0] = tables[0].browsers[0]
    at.table = tables[0].post(0, "again", start=True)["table"]
    with at.sit(0) as seat:
        seat.hear_event("end")
    secrets = set()
    for each in (*tables, at):
        data = each.get(0, "game")
        secrets.add(data["secret"])
        assert (data["format"], data["seed"], data["contributions"]) == ("croupier-game-3", None, [])
        assert deal_of(each) == DealSecret(bytes.fromhex(data["secret"]))
        assert parse_game(json.dumps(data)).state.is_terminal()  # it is what this secret deals
    assert len(secrets) == 4


def test_a_start_that_is_refused_or_fails_uses_its_secret_up(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, inner = list[DealSecret](), Hub.deal

    def deal(hub: Hub) -> Any:
        drawn.append(inner(hub))  # type: ignore[arg-type]  # this server has no seed
        return drawn[-1]

    monkeypatch.setattr(Hub, "deal", deal)
    at = Company(started(), people=1, start=False)
    assert at.refused(0, "start", fill=None) == "forbidden"
    at.post(0, "start", fill="bot")
    assert len(set(drawn)) == len(drawn) == 2
    assert deal_of(at) == drawn[1]


def test_a_game_goes_on_after_a_restart_from_its_own_secret(started: Started) -> None:
    server = started()
    at = Company(server, people=1, start=False, options={"winning_score": 60})
    at.post(0, "start", fill="random")
    with at.sit(0) as seat:
        for _ in range(3):
            seat.wait_for_turn()
            seat.move(0)
        seat.wait_for_turn()
        before = seat.view
    deal = deal_of(at)
    server.stop()
    [(payload,)] = server.sql("SELECT payload FROM events WHERE kind = 'start'")
    assert json.loads(payload)["secret"] == deal.secret.hex()  # the log alone holds it
    at.move_to(started())
    with at.sit(0) as seat:
        assert seat.view == before
        play_on([seat])
        seat.hear_event("end")
    data = at.get(0, "game")
    assert data["secret"] == deal.secret.hex()
    assert parse_game(json.dumps(data)).state.deal == deal


def test_a_game_that_an_older_server_began_goes_on_from_its_seed(started: Started) -> None:
    server = started()
    at = Company(server, people=1, start=False, options=SHORT)
    number = at.room.number
    server.stop()
    payload = json.dumps({"seed": 424242, "fill": "bot"})  # as it was written then
    insert = "INSERT INTO events (table_id, number, kind, payload, at) VALUES (?, ?, 'start', ?, 5)"
    server.sql(insert, at.table, number + 1, payload)
    at.move_to(started())
    with at.sit(0) as seat:
        assert seat.heard[0]["table"]["deal"] == "seed"
        play_on([seat])
        seat.hear_event("end")
    data = at.get(0, "game")
    assert (data["seed"], data["secret"]) == (424242, None)
    assert parse_game(json.dumps(data)).state.seed == 424242


# --------------------------------------------------------------------------------------------------- said in words


@pytest.mark.parametrize(("seed", "deal"), [(None, "secret"), (3, "seed")])
def test_everybody_is_told_before_the_start_what_a_game_is_dealt_from(
    seed: int | None, deal: str, started: Started
) -> None:
    server = started(seed=seed)
    at = Company(server, people=1, start=False, settings={**SOON, "spectators": "open"})
    assert at.browsers[0].get("/api/status")["deal"] == deal
    assert at.made["state"]["deal"] == deal
    looked = server.browser().post(at.path("look"), {"token": at.made["join"]})
    assert looked["state"]["deal"] == deal
    with at.seats(None, 0) as (watcher, seat):
        assert watcher.heard[0]["table"]["deal"] == seat.heard[0]["table"]["deal"] == deal
        at.post(0, "start", fill="random")
        event = "start" if seed else "prepare"  # where numbers of people are asked for first
        assert seat.hear_event(event)["table"]["deal"] == deal
    assert [each["table"]["deal"] for each in at.browsers[0].get("/api/tables")] == [deal]


def test_a_given_seed_deals_as_it_did(started: Started) -> None:
    server = started(seed=3)
    for seed in (3, 4):
        data = watched(server).get(0, "game")
        assert (data["seed"], data["secret"], data.pop("names")) == (seed, None, [None, None])
        state = croupier.make("pig", **SHORT).new_initial_state(seed)
        for action in data["actions"]:
            state.apply_action(action)
        assert game_data(state, ("bot", "bot")) == data


# ------------------------------------------------------------------------------------------------ after the end


@pytest.mark.parametrize("seed", [None, 5])
def test_once_all_hands_may_be_seen_no_move_is_taken_back(seed: int | None, started: Started) -> None:
    at = Company(started(seed=seed), options={"winning_score": 6, "max_turns": 200})
    with at.seats(0, 1) as seats:
        while not seats[0].over:
            mover = next(seat for seat in seats if seat.legal())
            assert mover.view is not None
            hold = mover is seats[1] or mover.view["table"]["turn_total"]  # Bob never rolls, so Ann wins by a hold
            done = mover.move(1 if hold else 0)["number"]
            for seat in seats:
                seat.catch_up(done)
        seats[0].hear_event("end")
        assert seats[0].snapshot()["undo"] is False
        answer = seats[0].ask("undo", turn=seats[0].turn)
        assert answer["code"] == "not-revocable"
        assert "somebody may have seen all hands" in answer["message"]
    assert at.get(0, "game")["finished"]


def test_a_finished_game_with_a_secret_is_replayed_and_reviewed(started: Started) -> None:
    at = watched(started(), winning_score=60)
    ann, file = at.browsers[0], at.browsers[0].ask("GET", at.path("game")).body
    data = json.loads(file)
    for replayed in (at.get(0, "replay"), ann.post("/api/replays", file)):
        assert (replayed["seed"], replayed["secret"]) == (None, data["secret"])
        assert len(replayed["steps"]) == len(data["actions"])
        assert replayed["returns"] == data["returns"]
    for path, body in ((at.path("review"), None), ("/api/reviews", file)):
        lines = ann.ask("POST", path, body).text.splitlines()
        assert len(json.loads(lines[-1])["review"]["decisions"]) > 0
    for change in (
        {"secret": "ab" * 32}, {"secret": "zz"}, {"seed": 3}, {"secret": None}, {"contributions": ["1"]},
    ):  # fmt: skip
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


GAMES = [
    ("pig", {"winning_score": 10_000, "max_turns": 10_000}, ("me", "open", FAILING, "bot")),
    pytest.param(
        "skull-king",
        {"players": 4, "schedule": "fives"},
        ("me", "open", "bot", PROGRAM),
        marks=pytest.mark.thorough,
    ),
    pytest.param("spite-malice", {}, ("me", "open"), marks=pytest.mark.thorough),
]


@pytest.mark.parametrize(("name", "options", "wished"), GAMES)
def test_nothing_that_leaves_before_the_end_tells_the_secret(
    name: str, options: dict[str, Any], wished: tuple[str, ...], started: Started, tmp_path: Path,
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    caplog.set_level(logging.INFO)
    replies = tmp_path / "replies"
    server = started(agents=(FAILING, PROGRAM), replies=str(replies))
    outgoing = server.at.listen()
    wished = wished[: croupier.make(name, **options).num_players]
    at = Company(server, name, *wished, options=options, settings={**SOON, "spectators": "open"})
    with at.seats(0, 1, None) as (first, second, watcher):
        play_some([first, second], watcher, 8, SplitMix64(4))
        if name == "pig":
            for seat in (first, second):
                seat.ask("hint", turn=seat.turn)
            fail(at, [first, second])
    for browser in (at.browsers[0], server.browser()):
        everything(browser, at.table)
    room = at.room
    assert room.status == "playing"
    assert room.table is not None
    deal, events = deal_of(at), room.table.state._events
    left = {int(state.rngs[0]) for move in room.table.moves for state in (move.before, move.after)} - {0}
    assert events > 0
    assert left
    logged = caplog.text + "".join(capfd.readouterr())
    said = {"sent": b"".join(outgoing), "logged": logged.encode(), "kept of agents": files_in(replies)}
    assert {where: told(data, deal, events, left) for where, data in said.items()} == {
        where: set() for where in said
    }
    assert at.table.encode() in said["sent"]
    assert at.table.encode() in said["kept of agents"] or name != "skull-king"
    assert "9999" in logged or name != "pig"


def fail(at: Company, seats: list[Seat]) -> None:
    """Let an agent that fails sit down in the place of another person's seat, and play."""
    at.post(0, "settings", settings={**SOON, "spectators": "open", "stand_in": FAILING})
    for seat in seats:
        seat.ask("away")
    seats[0].hear("trouble")
    for seat in seats:
        seat.ask("back")


PLANTS = {
    "in an answer": ("croupier.server.room.messages.you", "sent"),
    "in a refusal": ("croupier.server.base.refusal.RefusalError.data", "sent"),
    "in a log line": ("croupier.server.events.game.seat_move", "logged"),
}


@pytest.mark.parametrize("where", daily(PLANTS))
def test_the_search_finds_a_secret_that_is_told(
    where: str, started: Started, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = started()
    outgoing = server.at.listen()
    at = Company(server, "pig", "me", "bot", people=1)
    deal = deal_of(at)
    assert told(b"".join(outgoing), deal, 3) == set()
    module, _, name = PLANTS[where][0].rpartition(".")
    owner = RefusalError if name == "data" else __import__(module, fromlist=[name])
    inner = getattr(owner, name)

    def leak(*given: Any) -> Any:
        if where == "in a log line":
            LOGGER.warning("set to %d", deal.word(1))
            return inner(*given)
        return inner(*given) | {"more": deal.secret.hex() if where == "in an answer" else str(deal.word(0))}

    monkeypatch.setattr(owner, name, leak)
    with at.sit(0) as seat:
        seat.ask("move", turn=seat.turn + 7, action=0)
        seat.ask("move", turn=seat.turn, action=0)
    said = {"sent": b"".join(outgoing), "logged": caplog.text.encode()}[PLANTS[where][1]]
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
