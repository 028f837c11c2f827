"""Positions as links at the server: shown, analysed, made at tables and of finished games, and refused."""

import json
from typing import Any

import pytest

import croupier
from croupier import open_position, position_link
from croupier.replays import game_data
from croupier.server.routes.positions import seat_link
from croupier.table.game_file import parse_game
from tests.server.clients import SOON, AnyServer, Browser, Company
from tests.server.test_sealed import answered, three

PIG = "pig scores=90,95 turn=0 total=6"


@pytest.mark.parametrize("game", ["pig", "spite-malice", "skull-king"])
def test_a_link_is_shown_as_the_seat_to_move_sees_it(ann: Browser, game: str) -> None:
    state = croupier.make(game).new_initial_state(5)
    for _ in range(6):
        state.apply_action(state.legal_actions()[-1])
    shown = ann.post("/api/positions", {"position": position_link(state)})
    assert shown["view"] == json.loads(json.dumps(state.view(state.current_player())))
    assert shown["link"] == position_link(state)
    assert (shown["game"], shown["players"], shown["analysis"]) == (game, state.game.num_players, True)
    assert "set-cookie" not in ann.ask("POST", "/api/positions", {"position": state.position()}).headers


def test_a_finished_game_and_options_that_are_not_as_usual(ann: Browser) -> None:
    shown = ann.post("/api/positions", {"position": "pig winning_score=30 scores=31,3"})
    assert shown["options"] == {"winning_score": 30}
    assert shown["view"]["over"]
    assert shown["view"]["seat"] is None
    assert not shown["analysis"]
    assert ann.refused("POST", "/api/positions/analysis", {"position": shown["link"]}) == "over"


@pytest.mark.parametrize("position", [
    "", "#/position/v1/", "#/position/v1/AAAA", "#/position/v9/AAAA", "chess", "pig scores=100,100", "pig x",
    "pig winning_score=-1", "#/position/v1/" + "A" * 1500, "x" * 10_000, "\x00", "pig scores=" + "9" * 1500,
    "#/position", None, 7, ["pig"], {},
], ids=lambda position: repr(position)[:40])  # fmt: skip
def test_what_is_no_position_is_refused(ann: Browser, position: Any) -> None:
    for path in ("/api/positions", "/api/positions/analysis"):
        code, message = ann.why("POST", path, {"position": position})
        assert code == "malformed"
        assert len(message) < 400


def test_an_analysis_says_what_a_hint_says(ann: Browser) -> None:
    found = ann.post("/api/positions/analysis", {"position": PIG})
    assert found["analysis"]["exact"]
    assert {each["text"] for each in found["analysis"]["actions"]} == {"[roll]", "[hold]"}
    assert found["text"]


def test_a_table_gives_each_seat_a_world_of_its_own(server: AnyServer) -> None:
    with three(server) as (at, seats):
        true = at.room
        assert true.table is not None
        for seat in range(3):
            world = open_position(at.post(seat, "position")["link"])
            assert world.view(seat) == true.table.asked(seat).view(seat)  # where all bid at once, it is to bid
            assert world.current_player() == seat
            assert world.position() != true.table.state.position()
            other = (seat + 1) % 3
            assert world.view(other)["table"]["hand"] != true.table.state.view(other)["table"]["hand"]
        assert len({at.post(0, "position")["link"] for _ in range(5)}) == 5
        assert server.browser().refused("POST", at.path("position"), {"member": 0}) == "forbidden"
        before = [seat_link(true, seat, 7) for seat in range(3)]
        for bid in (seats[1].legal()[0], 3):
            answered(seats, 1, bid)
            assert [seat_link(true, seat, 7) for seat in (0, 2)] == [
                before[0],
                before[2],
            ]  # who has sealed, and what


def test_who_plays_without_hints_gets_no_analysis_anywhere(server: AnyServer) -> None:
    asked, path = {"position": PIG}, "/api/positions/analysis"
    state = open_position(PIG)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    file = game_data(state, ["human", "human"])  # the same position, as the beginning of a game
    at = Company(server, start=False, settings={**SOON, "hints": False})
    ann, bob = at.browsers[0], at.browsers[1]
    assert ann.post(path, asked)  # the game has not begun
    at.post(0, "start")
    for browser in (ann, bob):
        assert browser.refused("POST", path, asked) == "forbidden"
        assert browser.refused("POST", "/api/reviews", file) == "forbidden"
        assert browser.post("/api/positions", asked)
    at.post(1, "remove", whom=1)  # who may take the seat back
    assert bob.refused("POST", path, asked) == "forbidden"
    at.join("Eve")  # without a seat, beside those who play
    assert at.browsers[2].refused("POST", path, asked) == "forbidden"
    server.forget(at.table)  # the game is in nobody's memory
    assert ann.refused("POST", path, asked) == "forbidden"
    assert server.browser().post("/api/positions", asked)
    at.post(0, "settings", settings={**SOON, "hints": True})
    assert ann.post(path, asked)


def test_steps_of_a_finished_game_have_links_to_the_true_position(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "bot", "bot", options={"winning_score": 20}, start=True)
    with ann.sit(made["table"], 0) as seat:
        seat.hear_event("end")
    data = ann.get(f"/api/tables/{made['table']}/game")
    state = croupier.make("skull-king", players=2, schedule="one").new_initial_state(4)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    for game, path, method in (
        (data, f"/api/tables/{made['table']}/replay/position", "GET"),
        (game_data(state), "/api/replays/position", "POST"),
    ):
        played = parse_game(json.dumps(game))
        truth = [before.position() for before, _, _ in played.moves()] + [played.state.position()]
        for ply in (0, 1, len(truth) - 1):
            answer = ann.ask(method, f"{path}?ply={ply}", game if method == "POST" else None)
            assert open_position(answer.json()["link"]).position() == truth[ply]
        assert ann.refused(method, f"{path}?ply={len(truth)}", game if method == "POST" else None) == "not-found"
    assert bob.refused("GET", f"/api/tables/{made['table']}/replay/position") == "forbidden"
