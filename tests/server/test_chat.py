"""Chat and reactions: who hears them, what is refused, how long they are kept, and where they never are."""

import asyncio
import json
import logging
import sqlite3
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from croupier.server.base.plain_text import LONGEST_LINE, clean_line
from croupier.server.base.refusal import RefusalError
from croupier.server.events.coming import MOST_MEMBERS
from croupier.server.live.chat import (
    IN_A_WHILE,
    IN_SECONDS,
    MOST_AT_ONCE,
    MOST_OF_BROWSER,
    MOST_OF_TABLE,
    Reaction,
)
from croupier.server.storage.chat_lines import ChatLine
from croupier.server.storage.log import ConflictError, UnavailableError
from tests.amounts import larger
from tests.models.scripted import KEY, Scripted, last_legal, scripted
from tests.server.clients import SOON, Browser, Message, Seat, Server
from tests.server.conftest import Started
from tests.server.outgoing import files_in
from tests.server.simulated import Simulated, simulate
from tests.server.test_store import CREATE, NOW, opened

WORD = "Zanzibar"
"""What is said here, and stands nowhere else."""
FIELDS = {"number", "member", "name", "kind", "text", "at"}


class Friends:
    """Ann, who hosts, and Bob at a table of Pig Dice, in the lobby until they begin."""

    def __init__(self, server: Server, **settings: Any) -> None:
        self.server = server
        self.browsers = [Browser(server.port), Browser(server.port)]
        self.made = self.browsers[0].make(
            "pig", "me", "open", options={"winning_score": 10}, settings={**SOON, **settings}
        )
        self.table: str = self.made["table"]
        self.browsers[1].join(self.made, "Bob")

    @property
    def ann(self) -> Browser:
        """The host's browser."""
        return self.browsers[0]

    @property
    def bob(self) -> Browser:
        """The other's."""
        return self.browsers[1]

    def say(self, member: int, text: Any, what: str = "say") -> str:
        """Say something; returns the code, ``ok`` where it was taken."""
        body = {"member": member, "reaction" if what == "react" else "text": text}
        answer = self.browsers[member].ask("POST", f"/api/tables/{self.table}/{what}", body)
        return "ok" if answer.status == 200 else str(answer.json()["error"]["code"])

    def begin(self) -> None:
        """The host begins the game."""
        self.ann.post(f"/api/tables/{self.table}/start", {"member": 0})

    def play_to_the_end(self) -> None:
        """Both roll and hold until somebody has won."""
        with self.ann.sit(self.table, 0) as one, self.bob.sit(self.table, 1) as two:
            while not one.over:
                done = self.roll_or_hold(next(seat for seat in (one, two) if seat.legal()))
                one.catch_up(done)
                two.catch_up(done)

    def roll_or_hold(self, mover: Seat) -> int:
        """Let who is to move hold more than 2 points; returns the number of the event."""
        assert mover.view is not None
        enough = mover.view["table"]["turn_total"] > 2
        number: int = mover.move(mover.legal()[-1] if enough else mover.legal()[0])["number"]
        return number

    def texts(self, member: int = 0) -> list[str]:
        """What a page that is opened now shows of the chat."""
        with self.browsers[member].sit(self.table, member) as seat:
            return [line["text"] for line in seat.heard[0]["chat"]]


def heard(seat: Seat) -> list[Message]:
    """The next lines that a socket is told."""
    found: list[Message] = seat.hear("chat")["lines"]
    return found


@contextmanager
def database(server: Server) -> Iterator[sqlite3.Connection]:
    """The file of tables, by another way."""
    path = server.store.engine.url.database
    assert path is not None
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection


def test_everybody_at_the_table_hears_the_same_once_and_nothing_but_what_was_written(server: Server) -> None:
    friends = Friends(server, spectators="open")
    with (
        friends.ann.sit(friends.table, 0) as ann,
        friends.bob.sit(friends.table, 1) as bob,
        Browser(server.port).sit(friends.table, None) as stranger,
    ):
        assert friends.say(1, f"  {WORD}\n<b>hello</b> ") == "ok"
        assert friends.say(0, "pirate", "react") == "ok"
        told = [[heard(seat), heard(seat)] for seat in (ann, bob, stranger)]
        assert told[0] == told[1] == told[2]
        [line], [reaction] = told[0]
        assert set(line) == FIELDS
        assert line | {"at": 0} == {
            "number": 1, "member": 1, "name": "Bob", "kind": "text", "text": f"{WORD} <b>hello</b>", "at": 0,
        }  # fmt: skip
        assert (reaction["number"], reaction["kind"], reaction["text"]) == (2, "reaction", "pirate")
        assert ann.snapshot()["chat"] == [line, reaction]


def test_one_may_speak_in_the_lobby_in_the_game_and_after_it_and_turns_stay_as_they_are(server: Server) -> None:
    friends = Friends(server)
    assert friends.say(0, "lobby") == "ok"
    friends.begin()
    with friends.ann.sit(friends.table, 0) as seat:
        before = seat.turn, seat.number, seat.heard[0]["undo"]
        assert friends.say(1, "playing") == "ok"
        after = seat.snapshot()
        assert (after["turn"], after["number"], after["undo"]) == before
    friends.play_to_the_end()
    assert friends.say(1, "over") == "ok"
    assert friends.texts() == ["lobby", "playing", "over"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Arr!", "Arr!"),
        ("a\tb\r\nc\u2028d", "a b c d"),
        ("\u202eevil\u202c \u2066x\u2069\u200f\u061c", "evil x"),
        ("\x00\x07bell\x1b[31m", "bell[31m"),
        ("\U0001f3f4\u200d\u2620\ufe0f", "\U0001f3f4\u200d\u2620\ufe0f"),
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("\U0001fae8", "\U0001fae8"),  # younger than this Python's tables
        ("a\u200d\u200d\u200d \u200d", "a"),
        ("\U000e0041\U000e0042hidden", "hidden"),
        ("e\u0301", "\u00e9"),
        ("g" + "\u0335" * 50, "g" + "\u0335" * 4),
        ("x" * LONGEST_LINE, "x" * LONGEST_LINE),
        ("\u200e".join("y" * LONGEST_LINE) + "   ", "y" * LONGEST_LINE),
        ("\U0001f600" * LONGEST_LINE, "\U0001f600" * LONGEST_LINE),
    ],
)
def test_what_is_said_becomes_one_line_without_control_and_direction_characters(text: str, shown: str) -> None:
    assert clean_line(text) == shown
    assert clean_line(shown) == shown


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "malformed"),
        (" \n\t ", "malformed"),
        ("\u202e\u200d\x00\ufe0f", "malformed"),
        ("\u3164\u2800", "malformed"),
        ("\ud800", "malformed"),
        ("x\udfffx", "malformed"),
        ("x" * (LONGEST_LINE + 1), "too-large"),
        ("\U0001f600" * (LONGEST_LINE + 1), "too-large"),
    ],
)
def test_what_is_no_line_is_refused_by_a_code(text: str, code: str) -> None:
    with pytest.raises(RefusalError) as refused:
        clean_line(text)
    assert refused.value.code == code


def test_of_all_characters_no_control_and_no_direction_is_left() -> None:
    for number in range(0x110000):
        each = chr(number)
        if unicodedata.category(each) in ("Cc", "Cf") or unicodedata.bidirectional(each) in ("LRE", "RLO", "PDF"):
            kept = clean_line(f"a{each}b")
            assert kept in ("ab", "a b"), hex(number)


def test_bad_requests_get_codes_and_change_nothing(server: Server) -> None:
    friends = Friends(server)
    assert friends.say(0, WORD) == "ok"
    path = f"/api/tables/{friends.table}/say"
    for text, code in (
        ("x" * (LONGEST_LINE + 1), "too-large"), ("", "malformed"), ("\ud83d", "malformed"),
        ("\x00\u202e", "malformed"), (None, "malformed"), (["x"], "malformed"), (7, "malformed"),
    ):  # fmt: skip
        assert friends.say(0, text) == code, text
    assert friends.ann.refused("POST", path, b'{"member":0,"text":"\xff\xfe"}') == "malformed"
    assert friends.ann.refused("POST", path, b'{"member":0,"text":"\\ud800"}') == "malformed"
    assert friends.ann.refused("POST", path, {"member": 0, "text": "x" * 10_000_000}) == "too-large"
    assert friends.ann.refused("POST", path, {"member": 0, "text": "x", "kind": "reaction"}) == "malformed"
    for reaction in ("boo", "", None, "CLAP", 1, "<b>"):
        assert friends.say(0, reaction, "react") == "malformed", reaction
    assert friends.ann.refused("POST", "/api/tables/none/say", {"member": 0, "text": "x"}) == "not-found"
    assert friends.texts() == [WORD]


def test_all_eight_reactions_are_taken(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.live.chat.IN_SECONDS", 0.0)
    friends, reactions = Friends(started(seed=1)), get_args(Reaction)
    assert [friends.say(0, each, "react") for each in reactions] == ["ok"] * 8
    assert friends.texts() == list(reactions)


def test_somebody_who_says_too_much_waits_and_the_others_need_not(server: Server) -> None:
    friends = Friends(server)
    codes = [friends.say(0, f"{number}", "say") for number in range(MOST_AT_ONCE + 3)]
    assert codes == ["ok"] * MOST_AT_ONCE + ["too-fast"] * 3
    assert friends.say(0, "clap", "react") == "too-fast"
    assert friends.say(1, "Slowly") == "ok"
    assert friends.texts() == [*map(str, range(MOST_AT_ONCE)), "Slowly"]


@larger("count", 200, 1000)
def test_of_a_flood_from_all_sides_nothing_is_kept_that_was_refused_and_nothing_lost_that_was_not(
    count: int, server: Server
) -> None:
    friends = Friends(server)
    with ThreadPoolExecutor(8) as pool:
        said = [(number % 2, f"Line {number}") for number in range(count)]
        codes = list(pool.map(lambda each: friends.say(*each), said))
    assert set(codes) == {"ok", "too-fast"}
    kept = [text for (_, text), code in zip(said, codes, strict=True) if code == "ok"]
    assert sorted(friends.texts()) == sorted(kept)
    assert len(kept) <= 2 * MOST_AT_ONCE


def test_after_ten_seconds_one_may_go_on() -> None:
    async def scenario() -> None:
        simulated = Simulated()
        await simulated.begin()
        chat, told = simulated.live.chat, simulated.sockets[1].heard
        thousand = (chat.say(0, "text", "x", "s") for _ in range(1000))
        refused = [
            each for each in await asyncio.gather(*thousand, return_exceptions=True) if isinstance(each, Exception)
        ]
        assert [getattr(each, "code", each) for each in refused] == ["too-fast"] * (1000 - MOST_AT_ONCE)
        assert chat.number == MOST_AT_ONCE
        await simulated.runtime.advance(IN_SECONDS - 0.1)
        with pytest.raises(RefusalError):
            await chat.say(0, "text", "early", "s")
        await simulated.runtime.advance(0.1)
        await chat.say(0, "text", "again", "s")
        await simulated.runtime.settle()
        lines = [line["text"] for said in told if said["type"] == "chat" for line in said["lines"]]
        assert lines == ["x"] * MOST_AT_ONCE + ["again"]
        await simulated.hub.close()

    simulate(scenario())


def test_while_the_database_does_not_answer_nothing_is_told_that_is_not_kept() -> None:
    async def scenario() -> None:
        simulated = Simulated()
        await simulated.begin()
        chat, told = simulated.live.chat, simulated.sockets[1].heard
        simulated.database.broken = True
        with pytest.raises(UnavailableError):
            await chat.say(0, "text", "lost", "s")
        simulated.database.broken = False
        # another process was first with that number, and this one has not heard of it
        await simulated.store.say("t", ChatLine(1, 1, "Bob", "text", "elsewhere", 0))
        assert (await chat.say(0, "text", "here", "s")).number == 2
        await simulated.runtime.settle()
        lines = [line["text"] for said in told if said["type"] == "chat" for line in said["lines"]]
        assert lines == ["elsewhere", "here"]
        await simulated.hub.close()

    simulate(scenario())


def test_the_host_switches_chat_off_and_on_at_any_time_for_all(server: Server) -> None:
    friends = Friends(server)
    friends.begin()
    rest = f"/api/tables/{friends.table}/settings"
    assert friends.say(1, "before") == "ok"
    friends.ann.post(rest, {"member": 0, "settings": {**SOON, "chat": False}})
    assert [friends.say(each, "x", what) for each in (0, 1) for what in ("say", "react")] == [
        "forbidden", "malformed", "forbidden", "malformed",
    ]  # fmt: skip
    assert friends.say(1, "clap", "react") == "forbidden"
    assert friends.bob.refused("POST", rest, {"member": 1, "settings": SOON}) == "forbidden"
    friends.ann.post(rest, {"member": 0, "settings": {**SOON, "chat": True}})
    assert friends.say(1, "after") == "ok"
    assert friends.texts() == ["before", "after"]


def test_who_was_removed_says_nothing_more_and_what_was_said_stays_under_its_name(server: Server) -> None:
    friends = Friends(server)
    assert friends.say(1, WORD) == "ok"
    friends.bob.post(f"/api/tables/{friends.table}/name", {"member": 1, "name": "Robert"})
    friends.ann.post(f"/api/tables/{friends.table}/remove", {"member": 0, "whom": 1})
    assert friends.say(1, "again") == "forbidden"
    with friends.ann.sit(friends.table, 0) as seat:
        said = [(line["name"], line["kind"], line["text"]) for line in seat.heard[0]["chat"]]
        assert said == [("Bob", "text", WORD), ("Bob", "name", "Robert")]


def test_a_new_name_is_told_in_the_log_and_in_the_chat(server: Server) -> None:
    friends = Friends(server)
    rename = f"/api/tables/{friends.table}/name"
    with friends.ann.sit(friends.table, 0) as seat:
        for name in ("Bert", "Bert", "Berta"):  # the second changes nothing
            friends.bob.post(rename, {"member": 1, "name": name})
        told = seat.hear("chat", where=lambda said: said["lines"][-1]["text"] == "Berta")
        assert {name: told["lines"][-1][name] for name in ("member", "name", "kind")} == {
            "member": 1, "name": "Bert", "kind": "name",
        }  # fmt: skip
        notices = [each["text"] for each in seat.snapshot()["messages"] if each["kind"] == "notice"]
        assert notices[-2:] == ["Bob is now called Bert.", "Bert is now called Berta."]
    friends.ann.post(f"/api/tables/{friends.table}/settings", {"member": 0, "settings": {**SOON, "chat": False}})
    friends.bob.post(rename, {"member": 1, "name": "Bob"})
    assert friends.texts() == ["Bert", "Berta"]  # where nobody may write, the log tells it alone


def test_somebody_who_is_alone_is_told_nothing_of_an_own_new_name(ann: Browser) -> None:
    table = ann.make("pig", "me", "bot", start=True)["table"]
    ann.post(f"/api/tables/{table}/name", {"member": 0, "name": "Eve"})
    with ann.sit(table, 0) as seat:
        assert seat.heard[0]["chat"] == []
        assert not any("Eve" in each["text"] for each in seat.heard[0]["messages"])


def test_new_names_and_lines_are_counted_together(server: Server) -> None:
    friends = Friends(server)
    rename = f"/api/tables/{friends.table}/name"
    for number in range(MOST_AT_ONCE):
        friends.bob.post(rename, {"member": 1, "name": f"Bob the {number}th"})
    assert friends.say(1, "x") == "too-fast"
    answer = friends.bob.ask("POST", rename, {"member": 1, "name": "Bob"})
    assert answer.json()["error"]["code"] == "too-fast"


@pytest.mark.parametrize(("most", "browsers"), [(MOST_OF_BROWSER, 1), (MOST_OF_TABLE, 2 * MOST_MEMBERS)])
def test_a_browser_and_a_table_have_bounds_whoever_speaks(most: int, browsers: int) -> None:
    async def scenario() -> None:
        simulated = Simulated()
        await simulated.begin()
        chat = simulated.live.chat
        for number in range(most):
            chat.check_pace(number, str(number % browsers))
        for browser in range(browsers):
            with pytest.raises(RefusalError, match=f"at most {most} lines and reactions in 60 seconds"):
                chat.check_pace(most, str(browser))
        await simulated.runtime.advance(IN_A_WHILE)
        chat.check_pace(most, "0")  # what was refused is not counted
        await simulated.hub.close()

    simulate(scenario())


def test_strangers_read_where_everybody_may_watch_and_write_nowhere(server: Server) -> None:
    for spectators in ("open", "delayed", "none"):
        friends = Friends(server, spectators=spectators)
        assert friends.say(0, WORD) == "ok"
        stranger = Browser(server.port)
        for member in (0, 1, 2, None):
            body = {"member": member, "text": "x"}
            code = stranger.refused("POST", f"/api/tables/{friends.table}/say", body)
            assert code == ("malformed" if member is None else "forbidden")
        if spectators != "none":
            with stranger.sit(friends.table, None) as watching:
                assert [line["text"] for line in watching.heard[0]["chat"]] == [WORD]


def test_the_chat_is_deleted_with_its_table(server: Server) -> None:
    friends, others = Friends(server), Friends(server)
    assert [friends.say(0, WORD), others.say(0, "stays")] == ["ok", "ok"]
    assert friends.ann.delete(f"/api/tables/{friends.table}?member=0")["deleted"] == friends.table
    assert friends.say(0, "x") == "not-found"
    with database(server) as connection:
        assert connection.execute("SELECT text FROM chat").fetchall() == [("stays",)]
    assert others.texts() == ["stays"]


def test_old_tables_are_forgotten_with_their_chat_and_only_the_last_lines_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.storage.chat_lines.MOST_LINES", 10)

    async def main() -> None:
        async with opened(tmp_path) as store:
            for table in ("old", "new"):
                at = 5 if table == "old" else NOW
                await store.create(table, "pig", replace(CREATE, at=at), join="j", members=[(0, "k", table)])
            await store.say("old", ChatLine(1, 0, "Ann", "text", WORD, NOW))  # which keeps no table alive
            for number in range(1, 16):
                await store.say("new", ChatLine(number, 0, "Ann", "text", str(number), NOW))
            assert [line.number for line in await store.said("new")] == list(range(6, 16))
            assert [line.text for line in await store.said("new", 13)] == ["14", "15"]
            with pytest.raises(ConflictError):
                await store.say("new", ChatLine(15, 0, "Ann", "text", "late", NOW))
            assert await store.forget(NOW - 10_000) == ["old"]
            assert await store.said("old") == []
            with pytest.raises(UnavailableError):
                await store.say("old", ChatLine(1, 0, "Ann", "text", "late", NOW))
            assert len(await store.said("new")) == 10

    asyncio.run(main())


MODEL = "llm:scripted"


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scripted]:
    """A language model that plays the last action that is listed, and keeps what it is sent."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with scripted(last_legal) as endpoint:
        yield endpoint


def test_what_was_said_is_in_no_game_file_replay_log_or_move_and_sent_to_no_model(
    started: Started, model: Scripted, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    replies = tmp_path / "replies"
    server = started(seed=1, replies=str(replies), llm_url=model.url, agents=(MODEL,))
    friends = Friends(server, stand_in=MODEL)
    assert friends.say(1, WORD) == "ok"
    friends.begin()
    assert friends.say(0, WORD + "x" * LONGEST_LINE) == "too-large"
    with friends.bob.sit(friends.table, 1) as seat:
        assert friends.say(0, f"{WORD}!") == "ok"
        heard(seat)
        assert seat.ask("away")["type"] == "ok"  # the model plays for Bob
        with friends.ann.sit(friends.table, 0) as ann:
            while not ann.over:
                ann.catch_up(friends.roll_or_hold(ann) if ann.legal() else 0)
                ann.wait_for_turn()
        seat.hear_event("end")
        told = [said for said in seat.heard if said["type"] != "chat"]
    told[0] = {**told[0], "chat": []}
    rest = f"/api/tables/{friends.table}"
    told += [friends.ann.get(rest + path) for path in ("/game", "/replay", "/replay/views", "")]
    told.append(friends.ann.get("/api/tables"))
    assert WORD not in json.dumps(told)
    assert WORD not in caplog.text
    assert model.requests
    assert WORD not in json.dumps(model.requests)
    kept = files_in(replies)
    assert friends.table.encode() in kept  # which is what the model was asked, and its replies
    assert WORD.encode() not in kept
    with database(friends.server) as connection:
        assert WORD not in str(connection.execute("SELECT * FROM events").fetchall())
    assert friends.texts() == [WORD, f"{WORD}!"]
    assert WORD not in repr(ChatLine(1, 0, "Ann", "text", WORD, 0))
