"""Leaks over the wire: what is sent to a seat does not change when what it cannot know is dealt anew."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import pytest

import croupier
from croupier.server.live.connection import REVOKED
from tests.amounts import daily
from tests.server.clients import SOON, AnyServer, Company, Seat, mover_among
from tests.server.conftest import Started
from tests.splitmix import SplitMix64

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("skull-king", {"players": 4, "schedule": "skip", "loot": True, "kraken": True, "whale": True}),
    ("skull-king", {"players": 2, "schedule": "fives"}),
    ("spite-malice", {"goal_size": 4}),
]
THREE: dict[str, Any] = {"players": 3, "schedule": "fives"}
MOMENTS = ("at", "now", "since", "until", "re", "id")


def snapshot(seat: Seat) -> str:
    """All that the server sends to who comes anew, byte by byte."""
    return json.dumps({**seat.snapshot(), "now": 0})


def timeless(said: Any) -> Any:
    """The same without moments and without ids that are drawn."""
    if isinstance(said, dict):
        return {key: timeless(value) for key, value in said.items() if key not in MOMENTS}
    return [timeless(each) for each in said] if isinstance(said, list) else said


def compare(at: Company, sockets: Sequence[Seat], seed: int) -> int:
    """Deal anew, for each socket, what it cannot know; returns how many records that has changed."""
    room, game = at.room, at.room.table
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


def gathered(
    server: AnyServer, name: str, options: dict[str, Any], spectators: str = "open", **more: Any
) -> Company:
    """A table with a person in every seat, begun."""
    count = croupier.make(name, **options).num_players
    settings = {**SOON, "spectators": spectators, **more}
    return Company(server, name, people=count, options=options, settings=settings)


def move_on(seats: Sequence[Seat], draw: SplitMix64) -> None:
    """Let whoever is to move play any action, and everybody hear of it."""
    mover = mover_among(seats)
    legal = mover.legal()
    done = mover.move(legal[draw.below(len(legal))])["number"]
    for seat in seats:
        seat.catch_up(done)


def play_and_compare(
    server: AnyServer, name: str, options: dict[str, Any], *, seed: int, every: int, moves: int = 120
) -> int:
    """Let people play random moves, and compare now and then; returns how many records re-deals have changed."""
    at, draw, changed = gathered(server, name, options), SplitMix64(seed), 0
    with at.seats(*at.browsers, None) as seats:
        for step in range(moves):
            if seats[0].over:
                break
            if step % every == 0:
                if step < 4 * every:  # what is said stands in all that is compared
                    at.post(0, "say", text=f"At step {step}")
                changed += compare(at, seats, step)
            move_on(seats, draw)
    return changed


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_bytes_to_a_seat_do_not_change_with_what_it_cannot_know(
    name: str, options: dict[str, Any], server: AnyServer
) -> None:
    changed = play_and_compare(server, name, options, seed=5, every=12, moves=40)
    assert changed > 10  # there was something to be hidden


@pytest.mark.thorough
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("name", "options"), [*GAMES, ("skull-king", {"players": 5, "schedule": "one"})])
def test_in_hundreds_of_games_no_byte_to_a_seat_tells_what_it_cannot_know(
    name: str, options: dict[str, Any], server: AnyServer
) -> None:
    for seed in range(50):
        assert play_and_compare(server, name, options, seed=seed, every=11) > 0
        for live in server.hub.present():
            server.forget(live.room.id)  # the next game's server is as empty


# ----------------------------------------------------------------------------------------- seats that change hands


def turn_of_host(own: Seat) -> None:
    """Let agents in the other seats move until it is the host's turn."""
    while not own.legal() or own.view is None or own.view["player"] != 0:
        own.hear_one()


@pytest.mark.parametrize("spectators", ["open", "delayed", "none"])
def test_who_awaits_the_next_deal_or_has_lost_the_seat_is_told_nothing_of_it(
    spectators: str, started: Started
) -> None:
    at = gathered(started(seed=1, link_pause=0), "skull-king", THREE, spectators)
    former = dict(at.browsers)
    at.post(2, "links")
    token = at.post(0, "reissue", whom=2)["token"]
    at.browsers[2] = at.server.browser()
    at.browsers[2].post(at.path("enter"), {"token": token})
    at.join("Watcher")
    at.post(0, "remove", whom=1)
    at.post(0, "give", whom=3, seat=1)
    draw, changed, dealt = SplitMix64(2), 0, False
    with at.seats(0, 2, 3) as seats:
        for member in (2, 1):
            assert former[member].shut_out(at.path(f"socket?member={member}")) == "forbidden"
        while not dealt:
            turn_of_host(seats[0])
            changed += compare(at, seats, seed=changed)
            legal = seats[0].legal()
            seats[0].catch_up(seats[0].move(legal[draw.below(len(legal))])["number"])
            dealt = not at.room.chairs[2].awaits_deal
        changed += compare(at, seats, seed=changed)
        assert [seat.snapshot()["view"]["seat"] for seat in seats] == [0, 2, 1]
    assert changed > 10


@pytest.mark.parametrize(("spectators", "members_watch"), [("none", True), ("none", False), ("delayed", True)])
def test_who_has_left_a_seat_and_takes_it_back_is_told_nothing_it_may_not_know(
    spectators: str, members_watch: bool, server: AnyServer
) -> None:
    at = gathered(server, "skull-king", THREE, spectators, members_watch=members_watch)
    draw, changed = SplitMix64(3), 0
    with at.seats(0, 1, 2) as (own, left, away):
        assert away.ask("away")["type"] == "ok"
        at.post(1, "remove", whom=1)
        for step in range(5):
            turn_of_host(own)
            if step == 4:
                at.post(1, "claim")
            changed += compare(at, [own, left], seed=step)
            legal = own.legal()
            own.catch_up(own.move(legal[draw.below(len(legal))])["number"])
        late = at.room.chairs[1].awaits_deal
        assert late == (spectators == "delayed")
        view = left.snapshot()["view"]
        assert (view and view["seat"]) == (None if late else 1)
    assert changed > 10


LEAVER, GIVEN, WATCHER = 2, 3, 4
"""Members: who leaves seat 2, whose seat 3 the host gives away, and who gets it."""


class Bidding:
    """A round in which all but the host have bid, while seats change hands.

    Attributes:
        at: the table.
        seats: the sockets: of members 0 to 4, and of a stranger.
    """

    def __init__(self, server: AnyServer, spectators: str, sockets: ExitStack) -> None:
        self.at = gathered(server, "skull-king", {"players": 4, "schedule": "fives"}, spectators)
        self.at.join("Watcher")
        strangers = [] if spectators == "none" else [None]
        self.seats = sockets.enter_context(self.at.seats(*self.at.browsers, *strangers))

    def post(self, member: int, what: str, **body: Any) -> None:
        """Ask for something in a member's name, and let all hear of it."""
        self.at.post(member, what, **body)
        self.hear()

    def seal(self, bids: dict[int, int]) -> None:
        """Let members bid."""
        for member, bid in bids.items():
            self.seats[member].move(bid)
            self.hear()

    def hear(self) -> None:
        """Let all hear what was told."""
        for seat in self.seats:
            seat.ask("ping")


def answer(seat: Seat) -> int | None:
    """The sealed bid that somebody is told as the own one."""
    sealed = seat.snapshot()["sealed"]
    found: int | None = sealed and sealed["answer"]
    return found


@pytest.mark.parametrize("spectators", daily(["open", "delayed", "none"], 2))
def test_while_bids_are_sealed_no_byte_tells_them_to_whoever_has_or_gets_or_leaves_a_seat(
    spectators: str, server: AnyServer
) -> None:
    with ExitStack() as sockets:
        bids = Bidding(server, spectators, sockets)
        changed = compare(bids.at, bids.seats, seed=1)
        bids.seal({1: 4, LEAVER: 1, GIVEN: 5})
        bids.post(1, "say", text="Bid low!")
        changed += compare(bids.at, bids.seats, seed=2)
        bids.post(LEAVER, "remove", whom=LEAVER)
        removed = bids.seats.pop(GIVEN)
        bids.post(0, "remove", whom=GIVEN)
        bids.post(0, "give", whom=WATCHER, seat=GIVEN)
        changed += compare(bids.at, bids.seats, seed=3)
        answers = [answer(seat) for seat in bids.seats[1:4]]
        bids.post(LEAVER, "claim")
        changed += compare(bids.at, bids.seats, seed=4)
        assert answers == [4, None, None]  # nobody but who has bid and plays is told
        assert answer(bids.seats[LEAVER]) == (None if spectators == "delayed" else 1)
        assert removed.closed() == REVOKED
    assert changed > 60


def told(server: AnyServer, spectators: str, world: int) -> list[str]:
    """What the host, the watcher and a stranger hear in a world that the host holds possible.

    In it the others bid, differently in each world, speak, leave and come back; the watcher is given a seat.
    """
    with ExitStack() as sockets:
        bids = Bidding(server, spectators, sockets)
        game = bids.at.room.table
        assert game is not None
        truth = game._state
        if world:
            game._state = truth.resample_hidden(0, world)
            assert (game._state.records != truth.records).any()
        before = [len(seat.heard) for seat in bids.seats]
        bids.seal({1: 1 + world, LEAVER: 3 - world, GIVEN: world})
        bids.post(1, "react", reaction="think")
        bids.post(LEAVER, "say", text="I have to go.")
        bids.post(LEAVER, "remove", whom=LEAVER)
        bids.post(0, "give", whom=WATCHER, seat=LEAVER)
        bids.post(GIVEN, "remove", whom=GIVEN)
        bids.post(GIVEN, "claim")
        bids.seal({1: 5})  # changed
        heard = [
            [said for said in seat.heard[since:] if said["type"] != "people"]  # who is connected, and for how long
            for seat, since in zip(bids.seats, before, strict=True)
        ]
        kinds = [said["event"]["kind"] for said in heard[0] if said["type"] == "update"]
        assert kinds == ["seal", "seal", "seal", "leave", "give", "leave", "claim"]
        assert [said["type"] for said in heard[0]].count("chat") == 2
        return [json.dumps(timeless(said)).replace(bids.at.table, "") for said in (heard[0], *heard[WATCHER:])]


@pytest.mark.parametrize("spectators", daily(["open", "delayed", "none"], 2))
def test_what_is_heard_while_seats_change_hands_is_the_same_in_every_world(
    spectators: str, started: Started
) -> None:
    worlds = [told(started(seed=9), spectators, world) for world in range(2)]
    assert worlds[0] == worlds[1]
    assert all(len(each) > 1000 for each in worlds[0])


# -------------------------------------------------------------------------------------------------------- the rest


def test_a_line_of_the_chat_holds_what_its_author_wrote_and_nothing_of_the_game(server: AnyServer) -> None:
    at = gathered(server, "skull-king", THREE)
    game = at.room.table
    assert game is not None
    with at.seats(*at.browsers, None) as seats:
        truth, lines = game._state, []
        for state in (truth, truth.resample_hidden(0, 1)):
            game._state = state
            for what, body in (("say", {"text": "Who has it?"}), ("react", {"reaction": "think"})):
                line = at.post(0, what, **body)["line"]
                assert [seat.hear("chat") for seat in seats] == [{"v": 1, "type": "chat", "lines": [line]}] * 4
                lines.append({**line, "at": 0})
        game._state = truth
    who = {"member": 0, "name": "Ann", "at": 0}
    said = ({"kind": "text", "text": "Who has it?"}, {"kind": "reaction", "text": "think"})
    assert lines == [{"number": number + 1, **who, **said[number % 2]} for number in range(4)]


def test_spectators_with_a_delay_see_finished_rounds_alone(server: AnyServer) -> None:
    at = Company(
        server, "skull-king", "bot", "bot", "bot", people=1, start=False,
        options={"players": 3, "schedule": "skip"}, settings={**SOON, "spectators": "delayed"},
    )  # fmt: skip
    with at.sit(None) as watcher:
        at.post(0, "start")
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
    game = at.room.table
    assert game is not None
    ends = [ply for ply, ended in enumerate(game.rounds) if ended is not None]
    # from the end of the first round on, the last move apart
    assert len(views) == len(game.moves) - ends[0] - 1
    shown = iter(views)
    for began, ended, after in zip([0, *ends], ends, ends[1:], strict=False):
        for ply in range(ended, after):  # one round is shown while the next one is played
            moment = min(began + (began > 0) + ply - ended, ended)
            expected = [game.moves[moment].before.view(seat) for seat in range(3)]
            assert next(shown)["views"] == json.loads(json.dumps(expected))
    assert watcher.heard[-1]["view"]["over"]


def test_errors_do_not_tell_what_others_hold(server: AnyServer) -> None:
    with gathered(server, "skull-king", THREE).seats(0, 1, 2) as seats:
        for _ in seats:
            done = mover_among(seats).move(0)["number"]
            for seat in seats:
                seat.catch_up(done)
        mover = mover_among(seats)
        waiting = next(seat for seat in seats if seat is not mover)
        answers = {waiting.ask("move", turn=waiting.turn, action=action)["message"] for action in range(30)}
    assert len(answers) == 1


def test_no_seed_is_told_before_the_end(started: Started) -> None:
    at = gathered(started(seed=9_123_456_789), "skull-king", {"players": 2, "schedule": "one"})
    with at.sit(0) as seat:
        said = json.dumps(seat.heard) + json.dumps(at.get(0))
    assert "9123456789" not in said
    assert '"deal": "seed"' in said  # that there is one is told; `test_deals` looks for secrets
    assert at.room.deal == 9_123_456_789


@pytest.mark.parametrize(
    "agent", daily(["py:tests.server.bad_agents:Illegal", "py:tests.server.bad_agents:Chatty"])
)
def test_what_an_agent_raises_is_told_to_the_owner_alone(
    agent: str, started: Started, caplog: pytest.LogCaptureFixture
) -> None:
    at = Company(
        started(seed=5, agents=(agent,)), "skull-king", agent, "bot", people=1, start=False,
        options={"players": 2, "schedule": "fives"}, settings={**SOON, "spectators": "open"},
    )  # fmt: skip
    with at.seats(0, None) as seats:
        at.post(0, "start")  # once both listen
        troubles = [seat.hear("trouble") for seat in seats]
    assert troubles[0] == troubles[1]
    assert troubles[0] == {
        "v": 1, "type": "trouble", "seat": troubles[0]["seat"],
        "message": "This bot has failed; the host can seat another one.",
    }  # fmt: skip
    assert "9999" in caplog.text or "I hold" in caplog.text  # the owner reads why


def test_what_a_database_says_is_told_to_the_owner_alone(
    server: AnyServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    at = Company(server, people=1, start=False)
    raised = 'connection to server at "10.1.2.3" failed: no password for user "cards"'

    def refuse(*_: object) -> None:
        raise OSError(raised)

    monkeypatch.setattr(server.store.log, "_insert", refuse)
    answer = at.ask(0, "name", name="Anna")
    assert (answer.status, answer.json()["error"]["code"]) == (503, "unavailable")
    assert "10.1.2.3" not in answer.text
    assert "cards" not in answer.text
    assert raised in caplog.text


def test_a_hint_that_fails_says_nothing_of_the_deal(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    at = Company(started(seed=5), "pig", "me", "bot", people=1)

    async def fail(*_: object) -> dict[str, object]:
        return {"error": "IllegalAction: agent 'x' (deal of seed 5) chose 9999; legal: [11]"}

    monkeypatch.setattr(at.server.hub.process_pool, "_answer", fail)
    with at.sit(0) as seat:
        answer = seat.ask("hint", turn=seat.turn)
    assert answer["code"] == "unavailable"
    assert "5" not in answer["message"]
    assert "11" not in answer["message"]
