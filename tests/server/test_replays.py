"""Finished games: their files, replays, reviews; and hints."""

import asyncio
import json
import threading

import pytest

import croupier
from croupier.core.engine.game import State
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import ReplayThread, Runtime
from croupier.server.routes import replays
from croupier.table.game_file import game_data, parse_game
from tests.server.clients import SOON, Browser, Server
from tests.splitmix import SplitMix64


def finished(game: str, seed: int = 3, **options: object) -> bytes:
    """The file of a game of random play."""
    state, draw = croupier.make(game, **options).new_initial_state(seed), SplitMix64(seed)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[draw.below(len(legal))])
    return json.dumps(game_data(state, ["human"] * state.game.num_players)).encode()


def watch(ann: Browser, game: str, seats: int, **options: object) -> str:
    """Let agents play a game to its end; returns the table."""
    made = ann.make(game, *["bot"] * seats, options=options, start=True)
    with ann.sit(made["table"], 0) as seat:
        seat.hear_event("end")
    table: str = made["table"]
    return table


def test_a_finished_game_is_replayed_step_by_step_with_every_hand(ann: Browser) -> None:
    table = watch(ann, "skull-king", 3, players=3, schedule="one")
    replay = ann.get(f"/api/tables/{table}/replay")
    assert replay["finished"]
    assert replay["result"]
    assert all(step["text"] for step in replay["steps"])
    assert replay["steps"][-1]["points"] == replay["points"]
    views = ann.get(f"/api/tables/{table}/replay/views")
    assert views["of"] == len(replay["steps"]) + 1
    assert [view["seat"] for view in views["steps"][0]["views"]] == [0, 1, 2]
    own = ann.get(f"/api/tables/{table}/replay/views?from=1&seat=2")
    assert own["steps"][0] == {"ply": 1, "views": [views["steps"][1]["views"][2]]}
    assert ann.refused("GET", f"/api/tables/{table}/replay/views?seat=3") == "not-found"


def test_views_play_a_game_no_further_than_they_show_it(monkeypatch: pytest.MonkeyPatch) -> None:
    played = parse_game(finished("pig", winning_score=100).decode())
    plies: list[int] = []
    inner = State.clone

    def clone(state: State) -> State:
        plies.append(state.plies)
        return inner(state)

    monkeypatch.setattr(State, "clone", clone)
    last = 3 + replays.MOST_VIEWS
    assert len(played.state.history) > last + 2
    found = replays._views(played, 3, 0)
    assert [each["ply"] for each in found["steps"]] == list(range(3, last))
    assert max(plies) == last


def test_who_looks_at_replays_too_often_is_refused(ann: Browser) -> None:
    table = watch(ann, "pig", 2, winning_score=2)
    codes = [ann.ask("GET", f"/api/tables/{table}/replay").status for _ in range(150)]
    assert set(codes) == {200, 429}
    assert codes[0] == 200


def test_of_many_who_look_at_replays_at_once_some_are_told_to_wait() -> None:
    async def look() -> list[object]:
        thread, go = ReplayThread(2, Runtime()), threading.Event()
        try:
            jobs = [asyncio.ensure_future(thread.run(go.wait, 10)) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(RefusalError, match="watching replays") as refused:
                await thread.run(go.wait, 10)
            assert refused.value.code == "busy"
            go.set()
            return [*await asyncio.gather(*jobs), await thread.run(go.wait, 10)]
        finally:
            thread.close()

    assert asyncio.run(look()) == [True, True, True]


def test_rounds_are_found_in_games_that_have_some(ann: Browser) -> None:
    file = finished("skull-king", players=3, schedule="skip")
    found = json.loads(ann.ask("POST", "/api/replays", file).body)
    assert len(found["rounds"]) == 5
    assert found["steps"][found["rounds"][1]]["phase"] == "BIDDING"
    assert json.loads(ann.ask("POST", "/api/replays", finished("pig", winning_score=20)).body)["rounds"] == [0]


def test_a_downloaded_game_can_be_uploaded_anywhere(ann: Browser) -> None:
    table = watch(ann, "spite-malice", 2, goal_size=2)
    download = ann.ask("GET", f"/api/tables/{table}/game")
    assert download.headers["content-disposition"] == f'attachment; filename="spite-malice-{table}.json"'
    uploaded = json.loads(ann.ask("POST", "/api/replays", download.body).body)
    assert uploaded == ann.get(f"/api/tables/{table}/replay")


def test_a_game_that_goes_on_tells_nothing(ann: Browser, bob: Browser) -> None:
    made = ann.make("pig", "me", "bot", settings={**SOON, "spectators": "open"}, start=True)
    for path in ("game", "replay", "replay/views"):
        assert ann.refused("GET", f"/api/tables/{made['table']}/{path}") == "forbidden"
        assert bob.refused("GET", f"/api/tables/{made['table']}/{path}") == "forbidden"
    assert ann.refused("POST", f"/api/tables/{made['table']}/review", {}) == "forbidden"


@pytest.mark.parametrize(
    "body",
    [b"", b"{}", b"null", b"[]", b"\xff", b"[" * 99_999, b'{"format": "croupier-game-3"}', b'{"format": {}}'],
)
def test_what_is_no_games_file_is_refused(body: bytes, ann: Browser) -> None:
    for path in ("/api/replays", "/api/replays/views", "/api/reviews"):
        assert ann.refused("POST", path, body or b" ") == "malformed"


def test_a_file_that_was_changed_is_refused(ann: Browser) -> None:
    data = json.loads(finished("pig", winning_score=20))
    for name, value in (
        ("points", [5.0, 5.0]), ("seed", -1), ("seed", 2**70), ("actions", [7]), ("actions", ["a"]),
        ("agents", [1]),
        ("options", {"winning_score": 10**9}), ("options", {"x": 1}), ("game", "whist"), ("start", "pig pig pig"),
        ("version", 99), ("forfeited", 5), ("forfeited", [1]), ("actions", [0] * 30_000),
    ):  # fmt: skip
        code = ann.refused("POST", "/api/replays", json.dumps({**data, name: value}).encode())
        assert code in ("malformed", "too-large"), name


def lines(body: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in body.splitlines()]


@pytest.mark.thorough
def test_a_review_tells_its_progress_and_what_each_decision_cost(ann: Browser, server: Server) -> None:
    body = finished("pig", winning_score=10)
    answer = ann.ask("POST", "/api/reviews?seat=0", body)
    assert answer.headers["content-type"] == "application/x-ndjson"
    *shares, last = lines(answer.body)
    assert shares[0]["progress"] == 0.0
    assert shares[0]["compiling"] in (True, False)  # whether another test has let that be known by now
    assert shares[-1] == {"progress": 1.0}
    review = last["review"]
    assert isinstance(review, dict)
    assert review["exact"]
    assert {each["seat"] for each in review["decisions"]} == {0}
    assert not review["true_cards"]
    assert ann.refused("POST", "/api/reviews?seat=7", body) == "not-found"


def test_only_a_game_that_is_over_is_held_against_the_true_cards(ann: Browser) -> None:
    data = json.loads(finished("skull-king", players=2, schedule="one"))
    state = croupier.make("skull-king", players=2, schedule="one").new_initial_state(data["seed"])
    state.apply_action(data["actions"][0])
    for body, over in ((json.dumps(data), True), (json.dumps(game_data(state)), False)):
        review = lines(ann.ask("POST", "/api/reviews", body.encode()).body)[-1]["review"]
        assert isinstance(review, dict)
        assert review["true_cards"] == over
        assert review["decisions"]
        assert all((each["true_cost"] is not None) == over for each in review["decisions"])


def test_a_hint_says_what_each_action_is_worth(ann: Browser) -> None:
    made = ann.make("pig", "me", "bot", options={"winning_score": 20}, start=True)
    with ann.sit(made["table"], 0) as seat:
        hint = seat.ask("hint", turn=seat.turn)
        assert hint["type"] == "hint"
        assert {each["action"] for each in hint["analysis"]["actions"]} == {0, 1}
        assert hint["analysis"]["exact"]
        assert "[roll]" in hint["text"]
        assert seat.ask("hint", turn=99)["code"] == "stale"
    off = ann.make("pig", "me", "bot", settings={**SOON, "hints": False}, start=True)
    with ann.sit(off["table"], 0) as seat:
        assert seat.ask("hint", turn=seat.turn)["code"] == "forbidden"


@pytest.mark.parametrize("first", [-1, 20_001, 2**63, 10**30])
def test_a_step_that_no_game_has_is_refused_by_a_code(first: int, ann: Browser) -> None:
    played = game_data(croupier.make("pig").new_initial_state(1), ["human", "bot"])
    assert ann.refused("POST", f"/api/replays/views?from={first}", played) == "malformed"
