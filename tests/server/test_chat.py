"""Chat and reactions: who hears them, what is refused, how long they are kept, and where they never are."""

import asyncio
import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from croupier.server.base.plain_text import LONGEST_LINE
from croupier.server.base.refusal import STATUS, RefusalError
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
from tests.server.clients import SOON, AnyServer, Company, Message, Seat, notices, play_on
from tests.server.conftest import Started
from tests.server.instant import Gathering, InstantServer, InstantWorld, at_once
from tests.server.outgoing import files_in
from tests.server.test_store import CREATE, NOW, opened

WORD = "Zanzibar"
"""What is said here, and stands nowhere else."""


class Friends(Company):
    """Ann, who hosts, and Bob at a table of Pig Dice, in the lobby until they begin."""

    def __init__(self, server: AnyServer, **settings: Any) -> None:
        super().__init__(server, start=False, options={"winning_score": 10}, settings={**SOON, **settings})

    def say(self, member: int, text: Any, what: str = "say") -> str:
        """Say something; returns the code, ``ok`` where it was taken."""
        answer = self.ask(member, what, **{"reaction" if what == "react" else "text": text})
        return "ok" if answer.status == 200 else str(answer.json()["error"]["code"])

    def texts(self, member: int = 0) -> list[str]:
        """What a page that is opened now shows of the chat."""
        with self.sit(member) as seat:
            return [line["text"] for line in seat.heard[0]["chat"]]


def heard(seat: Seat) -> list[Message]:
    """The next lines that a socket is told."""
    found: list[Message] = seat.hear("chat")["lines"]
    return found


def lines_of(at: Gathering) -> list[str]:
    """What Bob's page was told of the chat."""
    return [line["text"] for said in at.heard(1) if said["type"] == "chat" for line in said["lines"]]


def test_everybody_at_the_table_hears_the_same_once_and_nothing_but_what_was_written(server: AnyServer) -> None:
    friends = Friends(server, spectators="open")
    with friends.seats(0, 1, None) as seats:
        assert friends.say(1, f"  {WORD}\n<b>hello</b> ") == "ok"
        assert friends.say(0, "pirate", "react") == "ok"
        told = [[heard(seat), heard(seat)] for seat in seats]
        assert told[0] == told[1] == told[2]
        [line], [reaction] = told[0]
        assert line | {"at": 0} == {
            "number": 1, "member": 1, "name": "Bob", "kind": "text", "text": f"{WORD} <b>hello</b>", "at": 0,
        }  # fmt: skip
        assert (reaction["number"], reaction["kind"], reaction["text"]) == (2, "reaction", "pirate")
        assert seats[0].snapshot()["chat"] == [line, reaction]


def test_one_may_speak_in_the_lobby_in_the_game_and_after_it_and_turns_stay_as_they_are(server: AnyServer) -> None:
    friends = Friends(server)
    assert friends.say(0, "lobby") == "ok"
    friends.post(0, "start")
    with friends.seats(0, 1) as seats:
        before = seats[0].turn, seats[0].number, seats[0].heard[0]["undo"]
        assert friends.say(1, "playing") == "ok"
        after = seats[0].snapshot()
        assert (after["turn"], after["number"], after["undo"]) == before
        play_on(seats)
    assert friends.say(1, "over") == "ok"
    assert friends.texts() == ["lobby", "playing", "over"]


def test_bad_requests_get_codes_and_change_nothing(server: AnyServer) -> None:
    friends = Friends(server)
    assert friends.say(0, WORD) == "ok"
    for text in ("", "\ud83d", "\x00\u202e", None, ["x"], 7):
        assert friends.say(0, text) == "malformed", text
    for reaction in ("boo", "", None, "CLAP", 1, "<b>"):
        assert friends.say(0, reaction, "react") == "malformed", reaction
    for body, code in (
        (b'{"member":0,"text":"\xff\xfe"}', "malformed"), (b'{"member":0,"text":"\\ud800"}', "malformed"),
        ({"member": 0, "text": "x" * (LONGEST_LINE + 1)}, "too-large"),
        ({"member": 0, "text": "x" * 10_000_000}, "too-large"),
        ({"member": 0, "text": "x", "kind": "reaction"}, "malformed"),
    ):  # fmt: skip
        assert friends.browsers[0].refused("POST", friends.path("say"), body) == code
    assert friends.browsers[0].refused("POST", "/api/tables/none/say", {"member": 0, "text": "x"}) == "not-found"
    assert friends.texts() == [WORD]


def test_all_eight_reactions_are_taken(server: AnyServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.live.chat.IN_SECONDS", 0.0)
    friends, reactions = Friends(server), get_args(Reaction)
    assert [friends.say(0, each, "react") for each in reactions] == ["ok"] * 8
    assert friends.texts() == list(reactions)


def test_somebody_who_says_too_much_waits_and_the_others_need_not(server: AnyServer) -> None:
    friends = Friends(server)
    codes = [friends.say(0, f"{number}", "say") for number in range(MOST_AT_ONCE + 3)]
    assert codes == ["ok"] * MOST_AT_ONCE + ["too-fast"] * 3
    assert friends.say(0, "clap", "react") == "too-fast"
    assert friends.say(1, "Slowly") == "ok"
    assert friends.texts() == [*map(str, range(MOST_AT_ONCE)), "Slowly"]
    friends = Friends(server)  # new names and lines are counted together
    for number in range(MOST_AT_ONCE):
        friends.post(1, "name", name=f"Bob the {number}th")
    assert friends.say(1, "x") == "too-fast"
    assert friends.refused(1, "name", name="Bob") == "too-fast"


@larger("count", 200, 1000)
def test_of_a_flood_from_all_sides_nothing_is_kept_that_was_refused_and_nothing_lost_that_was_not(
    count: int,
) -> None:
    world = InstantWorld(1)
    friends = Friends(world.start(seed=1))
    said = [
        (friends.browsers[number % 2], {"member": number % 2, "text": f"Line {number}"}) for number in range(count)
    ]
    answers = at_once(*((browser, friends.path("say"), body) for browser, body in said))
    assert {each.status for each in answers} == {200, STATUS["too-fast"]}
    kept = [str(body["text"]) for (_, body), answer in zip(said, answers, strict=True) if answer.status == 200]
    assert sorted(friends.texts()) == sorted(kept)
    assert len(kept) <= 2 * MOST_AT_ONCE
    world.end()


def test_after_ten_seconds_one_may_go_on(server: InstantServer) -> None:
    at = Gathering(server)
    chat = at.live.chat

    async def flood() -> list[str]:
        thousand = (chat.say(0, "text", "x", "s") for _ in range(1000))
        said = await asyncio.gather(*thousand, return_exceptions=True)
        return [str(getattr(each, "code", each)) for each in said if isinstance(each, Exception)]

    assert server.do(flood()) == ["too-fast"] * (1000 - MOST_AT_ONCE)
    assert chat.number == MOST_AT_ONCE
    at.pass_time(IN_SECONDS - 0.1)
    with pytest.raises(RefusalError):
        server.do(chat.say(0, "text", "early", "s"))
    at.pass_time(0.1)
    server.do(chat.say(0, "text", "again", "s"))
    assert lines_of(at) == ["x"] * MOST_AT_ONCE + ["again"]


def test_while_the_database_does_not_answer_nothing_is_told_that_is_not_kept(server: InstantServer) -> None:
    at = Gathering(server)
    chat = at.live.chat
    server.disk.broken = True
    with pytest.raises(UnavailableError):
        server.do(chat.say(0, "text", "lost", "s"))
    server.disk.broken = False
    # another process was first with that number, and this one has not heard of it
    server.do(server.store.say(at.table, ChatLine(1, 1, "Bob", "text", "elsewhere", 0)))
    assert server.do(chat.say(0, "text", "here", "s")).number == 2
    assert lines_of(at) == ["elsewhere", "here"]


@pytest.mark.parametrize(("most", "browsers"), [(MOST_OF_BROWSER, 1), (MOST_OF_TABLE, 2 * MOST_MEMBERS)])
def test_a_browser_and_a_table_have_bounds_whoever_speaks(server: InstantServer, most: int, browsers: int) -> None:
    at = Gathering(server)
    chat = at.live.chat
    for number in range(most):
        chat.check_pace(number, str(number % browsers))
    for browser in range(browsers):
        with pytest.raises(RefusalError, match=f"at most {most} lines and reactions in 60 seconds"):
            chat.check_pace(most, str(browser))
    at.pass_time(IN_A_WHILE)
    chat.check_pace(most, "0")  # what was refused is not counted


def test_the_host_switches_chat_off_and_on_at_any_time_for_all(server: AnyServer) -> None:
    friends = Friends(server)
    friends.post(0, "start")
    assert friends.say(1, "before") == "ok"
    friends.post(0, "settings", settings={**SOON, "chat": False})
    assert [friends.say(each, "x") for each in (0, 1)] == ["forbidden", "forbidden"]
    assert friends.say(1, "clap", "react") == "forbidden"
    assert friends.refused(1, "settings", settings=SOON) == "forbidden"
    friends.post(0, "settings", settings={**SOON, "chat": True})
    assert friends.say(1, "after") == "ok"
    assert friends.texts() == ["before", "after"]


def test_who_was_removed_says_nothing_more_and_what_was_said_stays_under_its_name(server: AnyServer) -> None:
    friends = Friends(server)
    assert friends.say(1, WORD) == "ok"
    friends.post(1, "name", name="Robert")
    friends.post(0, "remove", whom=1)
    assert friends.say(1, "again") == "forbidden"
    with friends.sit(0) as seat:
        said = [(line["name"], line["kind"], line["text"]) for line in seat.heard[0]["chat"]]
        assert said == [("Bob", "text", WORD), ("Bob", "name", "Robert")]


def test_a_new_name_is_told_in_the_log_and_in_the_chat(server: AnyServer) -> None:
    friends = Friends(server)
    with friends.sit(0) as seat:
        for name in ("Bert", "Bert", "Berta"):  # the second changes nothing
            friends.post(1, "name", name=name)
        told = seat.hear("chat", where=lambda said: said["lines"][-1]["text"] == "Berta")["lines"][-1]
        assert (told["member"], told["name"], told["kind"]) == (1, "Bert", "name")
        seat.snapshot()
        assert notices(seat)[-2:] == ["Bob is now called Bert.", "Bert is now called Berta."]
    friends.post(0, "settings", settings={**SOON, "chat": False})
    friends.post(1, "name", name="Bob")
    assert friends.texts() == ["Bert", "Berta"]  # where nobody may write, the log tells it alone
    alone = Company(server, "pig", "me", "bot", people=1)
    alone.post(0, "name", name="Eve")
    with alone.sit(0) as seat:  # somebody who is alone is told nothing of an own new name
        assert seat.heard[0]["chat"] == []
        assert not any("Eve" in each["text"] for each in seat.heard[0]["messages"])


def test_strangers_read_where_everybody_may_watch_and_write_nowhere(server: AnyServer) -> None:
    for spectators in ("open", "delayed", "none"):
        friends = Friends(server, spectators=spectators)
        assert friends.say(0, WORD) == "ok"
        for member in (0, 1, 2, None):
            code = server.browser().refused("POST", friends.path("say"), {"member": member, "text": "x"})
            assert code == ("malformed" if member is None else "forbidden")
        if spectators != "none":
            with friends.sit(None) as watching:
                assert [line["text"] for line in watching.heard[0]["chat"]] == [WORD]


def test_old_tables_are_forgotten_with_all_that_is_kept_of_them_and_only_the_last_lines_are_kept(
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
            assert (await store.said("old"), await store.events("old")) == ([], [])
            assert await store.granted("old", "old") == ()
            assert await store.key_member("old", "k") is None
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
    friends = Friends(started(seed=1, replies=str(replies), llm_url=model.url, agents=(MODEL,)), stand_in=MODEL)
    assert friends.say(1, WORD) == "ok"
    friends.post(0, "start")
    assert friends.say(0, WORD + "x" * LONGEST_LINE) == "too-large"
    with friends.seats(0, 1) as seats:
        assert friends.say(0, f"{WORD}!") == "ok"
        assert seats[1].ask("away")["type"] == "ok"  # the model plays for Bob
        play_on(seats[:1])
        seats[1].hear_event("end")
        told = [said for said in seats[1].heard if said["type"] != "chat"]
    told[0] = {**told[0], "chat": []}
    told += [friends.get(0, path) for path in ("game", "replay", "replay/views", "")]
    told.append(friends.browsers[0].get("/api/tables"))
    assert WORD not in json.dumps(told)
    assert WORD not in caplog.text
    assert model.requests
    assert WORD not in json.dumps(model.requests)
    kept = files_in(replies)
    assert friends.table.encode() in kept  # which is what the model was asked, and its replies
    assert WORD.encode() not in kept
    assert WORD not in str(friends.server.sql("SELECT * FROM events"))
    assert friends.texts() == [WORD, f"{WORD}!"]
    assert WORD not in repr(ChatLine(1, 0, "Ann", "text", WORD, 0))
