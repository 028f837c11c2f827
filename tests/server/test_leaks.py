"""Leaks over the wire: what is sent to a seat does not change when what it cannot know is dealt anew."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import croupier
from tests.amounts import daily
from tests.server.clients import SOON, Browser, Message, Seat, Server, mover_among
from tests.server.conftest import Started
from tests.splitmix import SplitMix64

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("skull-king", {"players": 4, "schedule": "skip", "loot": True, "kraken": True, "whale": True}),
    ("skull-king", {"players": 2, "schedule": "fives"}),
    ("spite-malice", {"goal_size": 4}),
]


def snapshot(seat: Seat) -> str:
    """All that the server sends to who comes anew, byte by byte."""
    return json.dumps({**seat.snapshot(), "now": 0})


def compare(server: Server, table: str, sockets: Sequence[Seat], seed: int) -> int:
    """Deal anew, for each socket, what it cannot know; returns how many records that has changed."""
    room = server.live(table).room
    game = room.table
    assert game is not None
    changed, sealed = 0, dict(game.sealed)
    for seat in sockets:
        truth = game._state
        told = snapshot(seat)
        you = seat.heard[-1]["you"]
        waits = you["seat"] is not None and room.chairs[you["seat"]].awaits_deal
        number = None if waits else you["seat"]
        # who only watches knows what all seats know: what one of them cannot know, it cannot either
        for knower in range(game.game.num_players) if number is None else (number,):
            game._state = truth.resample_hidden(knower, seed)
            changed += bool((game._state.records != truth.records).any())
            assert snapshot(seat) == told, f"{number} can tell worlds apart that Player {knower} cannot"
        game._state = truth
        for other, action in sealed.items():  # what others have sealed is nobody's to know
            if other != number:
                game._sealed.answers[other] = next(each for each in game.sealing[other] if each != action)
                changed += 1
        assert snapshot(seat) == told, f"{number} can tell what others have sealed"
        game._sealed.answers.update(sealed)
    return changed


def people(server: Server, name: str, options: dict[str, Any]) -> tuple[str, list[Browser]]:
    """A table with a person in every seat, begun; and their browsers."""
    table, _, browsers = gathered(server, name, options)
    return table, browsers


def gathered(
    server: Server, name: str, options: dict[str, Any], spectators: str = "open", **settings: Any
) -> tuple[str, Message, list[Browser]]:
    """The same, with what the host's browser was told when the table was made."""
    count = croupier.make(name, **options).num_players
    browsers = [Browser(server.port) for _ in range(count)]
    made = browsers[0].make(name, options=options, settings={**SOON, "spectators": spectators, **settings})
    for number, browser in enumerate(browsers[1:], start=1):
        browser.join(made, f"Friend {number}")
    browsers[0].post(f"/api/tables/{made['table']}/start", {"member": 0})
    return made["table"], made, browsers


def play_and_compare(server: Server, name: str, options: dict[str, Any], *, seed: int, every: int) -> int:
    """Let people play random moves, and compare now and then; returns how many records re-deals have changed."""
    table, browsers = people(server, name, options)
    draw, changed = SplitMix64(seed), 0
    with ExitStack() as open_sockets:
        seats = [open_sockets.enter_context(browser.sit(table, number)) for number, browser in enumerate(browsers)]
        seats.append(open_sockets.enter_context(Browser(server.port).sit(table, None)))
        for step in range(120):
            if seats[0].over:
                break
            if step % every == 0:
                if step < 4 * every:  # what is said stands in all that is compared
                    browsers[0].post(f"/api/tables/{table}/say", {"member": 0, "text": f"At step {step}"})
                changed += compare(server, table, seats, step)
            move_on(seats, draw)
    return changed


def move_on(seats: Sequence[Seat], draw: SplitMix64) -> None:
    """Let whoever is to move play any action, and everybody hear of it."""
    mover = mover_among(seats)
    legal = mover.legal()
    done = mover.move(legal[draw.below(len(legal))])["number"]
    for seat in seats:
        seat.catch_up(done)
    if not seats[0].over:
        mover_among(seats)  # nothing happens any more until somebody answers


@pytest.mark.parametrize("spectators", ["open", "delayed", "none"])
def test_who_awaits_the_next_deal_or_has_lost_the_seat_is_told_nothing_of_it(
    spectators: str, started: Started
) -> None:
    server = started(seed=1, link_pause=0)
    options = {"players": 3, "schedule": "fives"}
    table, made, browsers = gathered(server, "skull-king", options, spectators)
    host, rest = browsers[0], f"/api/tables/{made['table']}"
    browsers[2].post(f"{rest}/links", {"member": 2})
    token = host.post(f"{rest}/reissue", {"member": 0, "whom": 2})["token"]
    late, watcher = Browser(server.port), Browser(server.port)
    late.post(f"{rest}/enter", {"token": token})
    watcher.join(made, "Watcher")
    host.post(f"{rest}/remove", {"member": 0, "whom": 1})
    host.post(f"{rest}/give", {"member": 0, "whom": 3, "seat": 1})
    draw, changed, dealt = SplitMix64(2), 0, False
    with host.sit(table, 0) as own, late.sit(table, 2) as newcomer, watcher.sit(table, 3) as gifted:
        for former, member in ((browsers[2], 2), (browsers[1], 1)):
            with pytest.raises(ConnectionClosed), former.sit(table, member):
                pass
        while not dealt:
            while (
                not own.legal() or own.view is None or own.view["player"] != 0
            ):  # the agents in the other seats move until it is the host's turn
                own.hear_one()
            changed += compare(server, table, [own, newcomer, gifted], seed=changed)
            legal = own.legal()
            own.catch_up(own.move(legal[draw.below(len(legal))])["number"])
            dealt = not server.live(table).room.chairs[2].awaits_deal
        changed += compare(server, table, [own, newcomer, gifted], seed=changed)
        for seat, number in ((newcomer, 2), (gifted, 1)):
            assert seat.snapshot()["view"]["seat"] == number
    assert changed > 10


@pytest.mark.parametrize(("spectators", "members_watch"), [("none", True), ("none", False), ("delayed", True)])
def test_who_has_left_a_seat_and_takes_it_back_is_told_nothing_it_may_not_know(
    spectators: str, members_watch: bool, started: Started
) -> None:
    server = started(seed=1)
    options = {"players": 3, "schedule": "fives"}
    table, _, browsers = gathered(server, "skull-king", options, spectators, members_watch=members_watch)
    draw, changed = SplitMix64(3), 0
    with browsers[0].sit(table, 0) as own, browsers[1].sit(table, 1) as left, browsers[2].sit(table, 2) as away:
        assert away.ask("away")["type"] == "ok"
        browsers[1].post(f"/api/tables/{table}/remove", {"member": 1, "whom": 1})
        for step in range(5):
            while (
                not own.legal() or own.view is None or own.view["player"] != 0
            ):  # agents play in the seat that was left, and for who is away
                own.hear_one()
            if step == 4:
                browsers[1].post(f"/api/tables/{table}/claim", {"member": 1})
            changed += compare(server, table, [own, left], seed=step)
            legal = own.legal()
            own.catch_up(own.move(legal[draw.below(len(legal))])["number"])
        late = server.live(table).room.chairs[1].awaits_deal
        assert late == (spectators == "delayed")
        view = left.snapshot()["view"]
        assert (view and view["seat"]) == (None if late else 1)
    assert changed > 10


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_bytes_to_a_seat_do_not_change_with_what_it_cannot_know(
    name: str, options: dict[str, Any], server: Server
) -> None:
    assert play_and_compare(server, name, options, seed=5, every=12) > 10  # there was something to be hidden


@pytest.mark.thorough
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("name", "options"), [*GAMES, ("skull-king", {"players": 5, "schedule": "one"})])
def test_in_hundreds_of_games_no_byte_to_a_seat_tells_what_it_cannot_know(
    name: str, options: dict[str, Any], server: Server
) -> None:
    for seed in range(50):
        assert play_and_compare(server, name, options, seed=seed, every=11) > 0
        for live in server.hub.present():
            server.forget(live.room.id)  # the next game's server is as empty


def heard_after(seat: Seat, number: int) -> list[Message]:
    """What a seat was told after some event, without what differs between any two tables."""
    found = []
    for said in seat.heard:
        if said["type"] == "update" and said["number"] > number:
            event = {**said["event"], "at": 0}
            waits = [each["seat"] for each in said["waits"]]
            found.append({**said, "event": event, "waits": waits, "now": 0})
    return found


def test_nobody_hears_another_ones_bid_before_the_last_is_in(started: Started) -> None:
    told: list[list[list[Message]]] = []
    for bid in (0, 3):
        server = started(seed=9)  # the same cards
        table, browsers = people(server, "skull-king", {"players": 3, "schedule": "tens"})
        browsers.append(Browser(server.port))
        with (
            browsers[0].sit(table, 0) as a,
            browsers[1].sit(table, 1) as b,
            browsers[2].sit(table, 2) as c,
            browsers[3].sit(table, None) as watcher,
        ):
            seats = {0: a, 1: b, 2: c}
            begun = a.number
            for choice, mover in ((bid, 2), (1, 0)):
                done = seats[mover].move(choice)["number"]
                for seat in (*seats.values(), watcher):
                    seat.catch_up(done)
            told.append([heard_after(seat, begun) for seat in (a, b, watcher)])
            assert heard_after(c, begun)[0]["sealed"]["answer"] == bid
    assert told[0] == told[1]
    assert all(len(each) == 2 for each in told[0])


def test_a_line_of_the_chat_holds_what_its_author_wrote_and_nothing_of_the_game(server: Server) -> None:
    table, browsers = people(server, "skull-king", {"players": 3, "schedule": "fives"})
    game = server.live(table).room.table
    assert game is not None
    with ExitStack() as stack:
        seats = [stack.enter_context(browser.sit(table, number)) for number, browser in enumerate(browsers)]
        seats.append(stack.enter_context(Browser(server.port).sit(table, None)))
        truth, told = game._state, []
        for number, state in enumerate((truth, truth.resample_hidden(0, 1)), start=1):
            game._state = state
            for what, body in (("say", {"text": "Who has it?"}), ("react", {"reaction": "think"})):
                answer = browsers[0].post(f"/api/tables/{table}/{what}", {"member": 0, **body})
                heard = [seat.hear("chat") for seat in seats]
                assert heard == [{"v": 1, "type": "chat", "lines": [answer["line"]]}] * len(seats)
                told.append({**answer["line"], "at": 0})
            assert told[-1]["number"] == 2 * number
        game._state = truth
    who = {"member": 0, "name": "Ann", "at": 0}
    said = ({"kind": "text", "text": "Who has it?"}, {"kind": "reaction", "text": "think"})
    assert told == [{"number": at + 1, **who, **said[at % 2]} for at in range(4)]


def test_spectators_with_a_delay_see_finished_rounds_alone(server: Server) -> None:
    host = Browser(server.port)
    options = {"players": 3, "schedule": "skip"}
    made = host.make(
        "skull-king", "bot", "bot", "bot", options=options, settings={**SOON, "spectators": "delayed"}
    )
    table = made["table"]
    with Browser(server.port).sit(table, None) as watcher:
        host.post(f"/api/tables/{table}/start", {"member": 0})
        watcher.hear_event("end")
        views = [said for said in watcher.heard if said.get("views")]
    rounds = [said["views"][0]["table"]["round"] for said in views]
    assert rounds == sorted(rounds)
    assert set(rounds) == {1, 2, 3, 4}  # while the last round is played, the one before it is shown
    begun = watcher.hear_event("start")
    assert begun["view"] is None
    assert "views" not in begun
    for said in views:
        assert all(each["turn"] <= said["turn"] for each in said["messages"])
    table_now = server.live(table).room.table
    assert table_now is not None
    ends = [ply for ply, ended in enumerate(table_now.rounds) if ended is not None]
    assert (
        len(views) == len(table_now.moves) - ends[0] - 1
    )  # from the end of the first round on, the last move apart
    shown = iter(views)
    for began, ended, after in zip([0, *ends], ends, ends[1:], strict=False):
        for ply in range(ended, after):  # one round is shown while the next one is played
            at = min(began + (began > 0) + ply - ended, ended)
            expected = [table_now.moves[at].before.view(seat) for seat in range(3)]
            assert next(shown)["views"] == json.loads(json.dumps(expected))
    last = watcher.heard[-1]
    assert last["view"]["over"]


def test_errors_do_not_tell_what_others_hold(server: Server) -> None:
    table, browsers = people(server, "skull-king", {"players": 3, "schedule": "fives"})
    with browsers[0].sit(table, 0) as a, browsers[1].sit(table, 1) as b, browsers[2].sit(table, 2) as c:
        seats = [a, b, c]
        for _ in seats:
            done = mover_among(seats).move(0)["number"]
            for seat in seats:
                seat.catch_up(done)
        mover = mover_among(seats)
        waiting = next(seat for seat in seats if seat is not mover)
        answers = {waiting.ask("move", turn=waiting.turn, action=action)["message"] for action in range(30)}
    assert len(answers) == 1


def test_no_seed_is_told_before_the_end(started: Started) -> None:
    server = started(seed=9_123_456_789)
    table, browsers = people(server, "skull-king", {"players": 2, "schedule": "one"})
    with browsers[0].sit(table, 0) as seat:
        said = json.dumps(seat.heard) + browsers[0].ask("GET", f"/api/tables/{table}").text
    assert "9123456789" not in said
    assert '"deal": "seed"' in said  # that there is one is told; `test_deals` looks for secrets
    assert server.live(table).room.deal == 9_123_456_789


def illegal_agents(started: Started, agent: str) -> tuple[Server, Browser, str]:
    """A table where an agent of the owner's own has the first seat, and watchers see open cards."""
    server = started(seed=5, agents=(agent,))
    ann = Browser(server.port)
    made = ann.make(
        "skull-king", agent, "bot", options={"players": 2, "schedule": "fives"},
        settings={**SOON, "spectators": "open"}, start=True,
    )  # fmt: skip
    return server, ann, made["table"]


@pytest.mark.parametrize(
    "agent", daily(["py:tests.server.bad_agents:Illegal", "py:tests.server.bad_agents:Chatty"])
)
def test_what_an_agent_raises_is_told_to_the_owner_alone(
    agent: str, started: Started, caplog: pytest.LogCaptureFixture
) -> None:
    server, ann, table = illegal_agents(started, agent)
    eve = Browser(server.port)
    with ann.sit(table, 0) as host, eve.sit(table, None) as watcher:
        told = [seat.hear("trouble") for seat in (host, watcher)]
    assert told[0] == told[1]
    assert told[0] == {
        "v": 1, "type": "trouble", "seat": told[0]["seat"],
        "message": "This bot has failed; the host can seat another one.",
    }  # fmt: skip
    assert "9999" in caplog.text or "I hold" in caplog.text  # the owner reads why


def test_what_a_database_says_is_told_to_the_owner_alone(
    started: Started, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = started(seed=1)
    ann = Browser(server.port)
    table = ann.make("pig", "me", "open")["table"]
    raised = 'connection to server at "10.1.2.3" failed: no password for user "cards"'

    def refuse(*_: object) -> None:
        raise OSError(raised)

    monkeypatch.setattr(server.store.log, "_insert", refuse)
    answer = ann.ask("POST", f"/api/tables/{table}/name", {"member": 0, "name": "Anna"})
    assert (answer.status, answer.json()["error"]["code"]) == (503, "unavailable")
    assert "10.1.2.3" not in answer.text
    assert "cards" not in answer.text
    assert raised in caplog.text


def test_a_hint_that_fails_says_nothing_of_the_deal(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    server = started(seed=5)
    ann = Browser(server.port)
    table = ann.make("pig", "me", "bot", start=True)["table"]

    async def fail(*_: object) -> dict[str, object]:
        return {"error": "IllegalAction: agent 'x' (deal of seed 5) chose 9999; legal: [11]"}

    monkeypatch.setattr("croupier.server.agents.process_pool._ask", fail)
    with ann.sit(table, 0) as seat:
        answer = seat.ask("hint", turn=seat.turn)
    assert answer["code"] == "unavailable"
    assert "5" not in answer["message"]
    assert "11" not in answer["message"]
