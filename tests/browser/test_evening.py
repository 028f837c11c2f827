"""A game night: two people at their phones; and four, a nudge, a clock, and a server that is killed in round 3."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from croupier.table.game_file import parse_game
from tests.browser.conftest import PHONE, Pages
from tests.browser.evening_people import Finger, Keys, Person, asked_to_bid, has_played, play
from tests.browser.people import file_of, make_table
from tests.server.processes import ServerProcess, data

LINES = [("Gina", "Good luck, all!"), ("Kim", "Yo-ho-ho!"), ("Ann", "Well played"), ("Gina", "I am back.")]
"""What is said, and who says it; reactions in words."""
BROKEN = ".banner:not([data-seeded])"


class House:
    """The processes that serve the evening, which can be killed and started again where they were."""

    def __init__(self, count: int, *words: str) -> None:
        self._words = words
        self.servers = [ServerProcess(*words) for _ in range(count)]

    def at(self, number: int) -> str:
        """Where the pages of a process are."""
        return f"http://127.0.0.1:{self.servers[number % len(self.servers)].port}"

    def start_again(self) -> None:
        """Start all again, at the same ports."""
        self.servers = [ServerProcess(*self._words, port=server.port) for server in self.servers]

    def close(self) -> None:
        """End all."""
        for server in self.servers:
            server.kill()


@dataclass(frozen=True)
class Evening:
    """Who has come, the host first, where they play, and what serves it."""

    pages: Pages
    house: House
    table: str
    link: str
    people: list[Person]

    def come(self, kind: type[Person], name: str, first: int = 1, **context: Any) -> Person:
        """Let somebody come by the link, at the next server in turn."""
        site = self.house.at(len(self.people))
        person = kind(self.pages("#/", at=site, **context), name, first)
        person.join(self.link.replace(self.house.at(0), site))
        self.people.append(person)
        return person


def begun(pages: Pages, house: House, schedule: str) -> Evening:
    """Ann at her phone, Kim at her keyboard and Gina with a mouse begin with three agents."""
    host = Finger(pages("#/", size=PHONE, at=house.at(0), has_touch=True, is_mobile=True), "Ann")
    seats = ["me", "open", "open", "bot", "bot", "bot"]
    table = make_table(host.page, "skull-king", *seats, players=6, schedule=schedule)
    link = host.page.get_by_label("Link to join").input_value()
    evening = Evening(pages, house, table, link, [host])
    evening.come(Keys, "Kim")
    evening.come(Person, "Gina")
    host.page.locator(".chairs").get_by_text("Gina").first.wait_for()
    host.press(host.button("Start the game"))
    return evening


def talk(evening: Evening) -> None:
    """Each says something; everybody reads all of it."""
    ann, kim, gina = evening.people
    gina.say(LINES[0][1])
    kim.react(LINES[1][1])
    ann.react(LINES[2][1])
    expect(gina.page.locator(".lines")).to_contain_text(LINES[2][1])


def join_late(evening: Evening) -> None:
    """Eve comes in the middle of the first round; the host gives her an agent's seat from the second on."""
    ann = evening.people[0]
    eve = evening.come(Person, "Eve", first=2, color_scheme="dark", reduced_motion="no-preference")
    expect(eve.page.get_by_text("You are watching. The host can give you a seat.")).to_be_visible()
    ann.tab("Players")
    ann.press(ann.page.get_by_text("A seat for Eve, from the next deal on"))
    ann.press(ann.page.get_by_role("button", name="(bot)").nth(1))
    expect(eve.page.get_by_text("You play from the next deal on.").first).to_be_visible()
    assert eve.look().held == 0


def leave_and_come_back(evening: Evening) -> None:
    """Gina leaves in the middle of the second round; the others play a trick with her agent; she takes it back."""
    gina, others = evening.people[2], [each for each in evening.people if each.name != "Gina"]
    hand = gina.hand()
    gina.tab("Players")
    gina.press(gina.button("Leave the table"))
    gina.press(gina.page.get_by_role("dialog").get_by_role("button", name="Leave the table"))
    for person in others:
        expect(person.page.locator(".side", has_text="Gina (bot)")).to_be_visible()
    play(others, has_played(len(hand)))
    held = others[0].page.locator(".side", has_text="Gina (bot)").locator(".backs i")
    expect(held).not_to_have_count(len(hand))  # her agent has played, too
    assert gina.look().held == 0
    gina.press(gina.button("Take my seat back"))
    expect(gina.page.locator("[data-left]")).to_have_count(0)
    for person in others:
        expect(person.page.locator(".side", has_text="Gina (bot)")).to_have_count(0)
    left = gina.hand()
    assert len(left) < len(hand)
    assert set(left) <= set(hand)
    gina.say(LINES[3][1])


def kill_between_bids(evening: Evening) -> None:
    """Kill all servers while some bids are sealed; who has bid finds the bid again, and may change it."""
    ann, kim, gina, eve = people = evening.people
    hands = [person.hand() for person in people]
    servers = evening.house.servers
    with evening.pages.outage():
        ann.bid(2)
        expect(gina.page.locator(".side", has_text="Ann").locator(".bid")).to_have_text("✓ has bid")
        for server in servers[:-1]:
            server.kill()
            expect(ann.page.locator(BROKEN).first).to_be_visible()
        kim.bid(1)
        expect(eve.page.locator(".side", has_text="Kim").locator(".bid")).to_have_text("✓ has bid")
        servers[-1].kill()
        for person in people:
            expect(person.page.locator(BROKEN).first).to_be_visible()
        evening.house.start_again()
        for person in people:
            expect(person.page.locator(BROKEN)).to_have_count(0)
    assert [person.hand() for person in people] == hands
    for person, bid in ((ann, "Bid 2"), (kim, "Bid 1")):
        expect(person.button(bid)).to_have_attribute("aria-pressed", "true")
    for person in (gina, eve):
        for name in ("Ann", "Kim"):
            expect(person.page.locator(".side", has_text=name).locator(".bid")).to_have_text("✓ has bid")
        assert person.look().bids
    ann.bid(0, again=True)
    expect(ann.button("Bid 0")).to_have_attribute("aria-pressed", "true")


def nudge_and_run_out_of_time(evening: Evening) -> None:
    """Eve does not bid: Ann nudges her, and then sets a clock; when it ends an agent bids for Eve."""
    ann, _, gina, eve = evening.people
    gina.bid(1)
    ann.press(ann.button("Nudge Eve"))
    expect(eve.page).to_have_title(re.compile("They are waiting for you"))
    ann.set_clock("10 seconds")
    expect(eve.page.get_by_role("timer")).to_contain_text(re.compile(r"Your time 0:\d\d"))
    expect(ann.page.get_by_role("timer")).to_contain_text(re.compile(r"Eve's time 0:\d\d"))
    gina.tab("Log")
    log = gina.page.locator(".log")
    expect(log).to_contain_text("Ann nudges Eve: the table waits for Eve.")
    expect(log).to_contain_text("Eve ran out of time: bot answered once.")
    eve.round += 1  # she has not bid herself
    ann.set_clock("No clock")


def leave_it_to_agents(evening: Evening) -> None:
    """Agents play on for all; only the first looks on, and the others come back at the end."""
    for person in evening.people:
        person.press(person.button("Bot plays for me"))
        expect(person.button("Play again myself")).to_be_visible()
    ann, *others = evening.people
    for person in others:
        person.page.evaluate("() => { location.hash = '#/about'; }")
        person.page.get_by_role("heading", name="What is stored").wait_for()
    ann.page.locator("[data-over]").wait_for()
    for person in others:
        person.page.evaluate("() => history.back()")
        person.page.locator("[data-over]").wait_for()


def podium(person: Person) -> list[tuple[str, int]]:
    """Names and points of all players, as a page shows them, the best first."""
    rows = person.page.locator(".podium li, .ranks li")
    names = rows.locator(".name").all_inner_texts()
    points = [text.replace("−", "-") for text in rows.locator("strong").all_inner_texts()]
    return [(name, int(each)) for name, each in zip(names, points, strict=True)]


def bids_of(file: dict[str, Any]) -> dict[tuple[int, int], int]:
    """The bids of a game's file, by round and seat."""
    found = {}
    for before, action, _ in parse_game(json.dumps(file)).moves():
        view = before.view(before.current_player())
        if view["phase"] == "BIDDING":
            text = next(each["text"] for each in view["actions"] if each["action"] == action)
            found[view["table"]["round"], before.current_player()] = int(text.strip("[]").removeprefix("bid "))
    return found


def check_end(evening: Evening, rounds: int, own: int) -> None:
    """All pages show one podium and the same words, as the game's file has them; Eve missed two of `own` bids."""
    people = evening.people
    file = file_of(people[0].page, evening.table)
    assert file["finished"]
    shown = podium(people[0])
    assert [podium(person) for person in people] == [shown] * len(people)
    assert [points for _, points in shown] == sorted(file["points"], reverse=True)
    seats = {"Ann": 0, "Kim": 1, "Gina": 2, "Eve": 4}
    assert {name: points for name, points in shown if name in seats} == {
        name: file["points"][seat] for name, seat in seats.items()
    }
    bids = bids_of(file)
    assert len(bids) == 6 * rounds
    for person in people:
        assert {number: bids[number, seats[person.name]] for number in person.bids} == person.bids
        assert len(person.bids) == own - 2 * (person.name == "Eve")
    for person in people:
        person.tab("Chat")
        lines = person.page.locator(".lines .said")
        expect(lines).to_have_count(len(LINES))
        for line, (name, text) in zip(lines.all_inner_texts(), LINES, strict=True):
            assert line.startswith(name)
            assert line.endswith(text)


LONG = ("ten", 10, 10)
"""Schedule and rounds of an evening, and in how many of these people play themselves."""


def play_evening(pages: Pages, house: House, schedule: str, rounds: int, own: int) -> None:
    """From the lobby to the podium."""
    evening = begun(pages, house, schedule)
    talk(evening)
    join_late(evening)
    play(evening.people[:3], asked_to_bid(2))
    play(evening.people[3:], asked_to_bid(2))
    for person in evening.people:
        person.act(person.look())
    expect(evening.people[2].page.locator(".card-button.legal, [data-status]:not(.mine)").first).to_be_visible()
    leave_and_come_back(evening)
    play(evening.people, asked_to_bid(3))
    kill_between_bids(evening)
    nudge_and_run_out_of_time(evening)
    if own < rounds:
        leave_it_to_agents(evening)
    play(evening.people, lambda _, seen: seen.over)
    check_end(evening, rounds, own)


@pytest.fixture
def servers(chromium_path: str, tmp_path: Path) -> Iterator[House]:
    """One server on a file of SQLite; it outlives the pages, which would miss it."""
    del chromium_path
    house = House(1, *data(tmp_path))
    yield house
    house.close()


def test_two_people_play_on_their_phones(open_page: Pages) -> None:
    names = ("Ann", "Kim")
    people = [Finger(open_page("#/", size=PHONE, has_touch=True, is_mobile=True), name) for name in names]
    ann, kim = people
    table = make_table(ann.page, "skull-king", "me", "open", "bot", players=3, schedule="one")
    kim.join(ann.page.get_by_label("Link to join").input_value())
    line = LINES[0][1]
    kim.write("Message to the table", line[:4])
    ann.press(ann.button("Start the game"))
    kim.page.locator(".card-button").first.wait_for()
    expect(kim.page.get_by_label("Message to the table")).to_be_focused()  # what was begun in the lobby goes on
    kim.page.keyboard.type(line[4:])
    kim.press(kim.button("Send"))
    ann.tab("Chat")
    expect(ann.page.locator(".lines")).to_contain_text(LINES[0][1])
    play(people, lambda _, seen: seen.over)
    points, shown = file_of(ann.page, table)["points"], podium(ann)
    assert podium(kim) == shown
    assert [each for _, each in shown] == sorted(points, reverse=True)
    assert dict(shown).items() >= {"Ann": points[0], "Kim": points[1]}.items()


@pytest.mark.thorough
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("schedule", "rounds", "own"), [("fives", 5, 3), LONG])
def test_four_people_and_two_agents_play_though_the_server_is_killed(
    servers: House, open_page: Pages, schedule: str, rounds: int, own: int
) -> None:
    play_evening(open_page, servers, schedule, rounds, own)


@pytest.fixture
def two_servers(postgres: Any, chromium_path: str) -> Iterator[House]:
    """Two servers on one PostgreSQL; likewise."""
    del chromium_path
    house = House(2, "--database", postgres.get_uri())
    yield house
    house.close()


@pytest.mark.thorough
@pytest.mark.timeout(1800)
def test_four_people_at_two_servers_on_one_database_play_though_both_are_killed(
    two_servers: House, open_page: Pages
) -> None:
    play_evening(open_page, two_servers, *LONG)
