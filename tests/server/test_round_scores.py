"""Scores by round as the server tells them: at once, to who comes later, and in replays."""

import itertools
from typing import Any

from tests.server.clients import SOON, Browser, Message, Seat

OPTIONS = {"players": 3, "schedule": "skip"}


def play_to_the_end(seat: Seat) -> None:
    """Play whatever is legal; agents sit in the other seats."""
    while not seat.over:
        seat.wait_for_turn()
        if not seat.over:
            seat.move(seat.legal()[0])


def told(heard: list[Message]) -> list[list[Any]]:
    return [said["rounds"] for said in heard if "rounds" in said]


def test_rounds_are_told_when_they_end_and_to_who_comes_later(ann: Browser) -> None:
    made = ann.make("skull-king", "me", "bot", "bot", options=OPTIONS, start=True)
    with ann.sit(made["table"], 0) as seat:
        assert seat.heard[0]["rounds"] == []
        play_to_the_end(seat)
        lists = told(seat.heard)
        assert [len(rounds) for rounds in lists] == [0, 1, 2, 3, 4, 5]
        assert all(later[: len(rounds)] == rounds for rounds, later in itertools.pairwise(lists))
        last = [each["total"] for each in lists[-1][-1]["seats"]]
        assert seat.view is not None
        assert last == seat.view["points"]
        assert seat.snapshot()["rounds"] == lists[-1]
    steps = ann.get(f"/api/tables/{made['table']}/replay")["steps"]
    assert [step["round_score"] for step in steps if step["round_score"]] == lists[-1]
    best = ann.get(f"/api/tables/{made['table']}/best-trick")["trick"]
    assert len(best["plays"]) == 3
    assert best["winner"] in {play["seat"] for play in best["plays"]}


def test_a_game_without_rounds_has_none(ann: Browser) -> None:
    made = ann.make("pig", "me", "bot", options={"winning_score": 5}, start=True)
    with ann.sit(made["table"], 0) as seat:
        play_to_the_end(seat)
        assert told(seat.heard) == [[]]
    assert ann.get(f"/api/tables/{made['table']}/best-trick") == {"trick": None}


def test_spectators_with_a_delay_hear_of_a_round_when_they_see_it(ann: Browser, bob: Browser) -> None:
    wish = {"spectators": "delayed", "pace": "instant", "take_back": 0.0}
    made = ann.make("skull-king", "me", "bot", "bot", options=OPTIONS, settings=wish, start=True)
    with ann.sit(made["table"], 0) as seat, bob.sit(made["table"], None) as watching:
        play_to_the_end(seat)
        watching.catch_up(seat.number)
        assert sorted({len(rounds) for rounds in told(watching.heard)}) == [0, 1, 2, 3, 5]  # all once it is over
        for said in watching.heard:
            if said.get("views"):
                assert said["views"][0]["table"]["round"] == len(said["rounds"]) + 1


def test_who_may_not_watch_hears_of_no_round(ann: Browser, bob: Browser) -> None:
    made = ann.make(
        "skull-king", "me", "bot", "bot", options=OPTIONS, start=True, settings=SOON | {"members_watch": False}
    )
    bob.join(made, "Bob")
    with ann.sit(made["table"], 0) as seat, bob.sit(made["table"], 1) as watching:
        play_to_the_end(seat)
        watching.catch_up(seat.number)
        assert told(watching.heard)[-1] == []
