"""Finished games: their files, replays, reviews, luck and scores by round; and hints."""

import asyncio
import itertools
import json
import threading
from typing import Any

import pytest

import croupier
from croupier.core.engine.game import State
from croupier.server.base.refusal import RefusalError
from croupier.server.base.runtime import ReplayThread, Runtime
from croupier.server.routes import replays
from croupier.table.game_file import game_data, parse_game
from tests.server.clients import SOON, AnyServer, Browser, Company, Message, play_on
from tests.splitmix import SplitMix64

ROUNDS: dict[str, Any] = {"players": 3, "schedule": "skip"}


def finished(game: str, seed: int = 3, **options: Any) -> bytes:
    """The file of a game of random play."""
    state, draw = croupier.make(game, **options).new_initial_state(seed), SplitMix64(seed)
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[draw.below(len(legal))])
    return json.dumps(game_data(state, ["human"] * state.game.num_players)).encode()


def watch(server: AnyServer, game: str, seats: int, **options: object) -> Company:
    """A table at which agents have played a game to its end."""
    at = Company(server, game, *["bot"] * seats, people=1, options=options)
    with at.sit(0) as seat:
        seat.hear_event("end")
    return at


def lines(body: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in body.splitlines()]


def test_a_finished_game_is_replayed_step_by_step_with_every_hand(server: AnyServer) -> None:
    at = watch(server, "skull-king", 3, players=3, schedule="one")
    replay = at.get(0, "replay")
    assert replay["finished"]
    assert replay["result"]
    assert all(step["text"] for step in replay["steps"])
    assert replay["steps"][-1]["points"] == replay["points"]
    views = at.get(0, "replay/views")
    assert views["of"] == len(replay["steps"]) + 1
    assert [view["seat"] for view in views["steps"][0]["views"]] == [0, 1, 2]
    own = at.get(0, "replay/views?from=1&seat=2")
    assert own["steps"][0] == {"ply": 1, "views": [views["steps"][1]["views"][2]]}
    assert at.browsers[0].refused("GET", at.path("replay/views?seat=3")) == "not-found"


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


def test_who_looks_at_replays_too_often_is_refused(server: AnyServer) -> None:
    at = watch(server, "pig", 2, winning_score=2)
    codes = [at.browsers[0].ask("GET", at.path("replay")).status for _ in range(70)]
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
    found = ann.ask("POST", "/api/replays", finished("skull-king", **ROUNDS)).json()
    assert len(found["rounds"]) == 5
    assert found["steps"][found["rounds"][1]]["phase"] == "BIDDING"
    assert ann.ask("POST", "/api/replays", finished("pig", winning_score=20)).json()["rounds"] == [0]


def test_a_downloaded_game_can_be_uploaded_anywhere(server: AnyServer) -> None:
    at = watch(server, "spite-malice", 2, goal_size=2)
    download = at.browsers[0].ask("GET", at.path("game"))
    assert download.headers["content-disposition"] == f'attachment; filename="spite-malice-{at.table}.json"'
    assert server.browser().ask("POST", "/api/replays", download.body).json() == at.get(0, "replay")


def test_a_game_that_goes_on_tells_nothing(server: AnyServer, bob: Browser) -> None:
    at = Company(server, "pig", "me", "bot", people=1, settings={**SOON, "spectators": "open"})
    for path in ("game", "replay", "replay/views", "luck"):
        for browser in (at.browsers[0], bob):
            assert browser.refused("GET", at.path(path)) == "forbidden"
    assert at.browsers[0].refused("POST", at.path("review"), {}) == "forbidden"


def test_what_is_no_games_file_or_was_changed_is_refused(ann: Browser) -> None:
    for body in (
        b" ",
        b"{}",
        b"null",
        b"[]",
        b"\xff",
        b"[" * 99_999,
        b'{"format": "croupier-game-3"}',
        b'{"format": {}}',
    ):
        for path in ("/api/replays", "/api/replays/views", "/api/reviews"):
            ann.pause(1)  # at the pace that a browser may have
            assert ann.refused("POST", path, body) == "malformed", body[:30]
    data = json.loads(finished("pig", winning_score=20))
    for name, value in (
        ("points", [5.0, 5.0]), ("seed", -1), ("seed", 2**70), ("actions", [7]), ("actions", ["a"]),
        ("agents", [1]), ("options", {"winning_score": 10**9}), ("options", {"x": 1}), ("game", "whist"),
        ("start", "pig pig pig"), ("version", 99), ("forfeited", 5), ("forfeited", [1]), ("actions", [0] * 30_000),
    ):  # fmt: skip
        ann.pause(1)
        code = ann.refused("POST", "/api/replays", json.dumps({**data, name: value}).encode())
        assert code in ("malformed", "too-large"), name
    played = game_data(croupier.make("pig").new_initial_state(1), ["human", "bot"])
    for first in (-1, 20_001, 2**63, 10**30):  # steps that no game has
        assert ann.refused("POST", f"/api/replays/views?from={first}", played) == "malformed"


def test_a_review_tells_its_progress_and_what_each_decision_cost(ann: Browser) -> None:
    body = finished("pig", winning_score=10)
    answer = ann.ask("POST", "/api/reviews?seat=0", body)
    assert answer.headers["content-type"] == "application/x-ndjson"
    *shares, last = lines(answer.body)
    assert shares[0] == {"progress": 0.0, "compiling": False}
    assert shares[-1] == {"progress": 1.0}
    review = last["review"]
    assert review["exact"]
    assert {each["seat"] for each in review["decisions"]} == {0}
    assert not review["true_cards"]
    assert ann.refused("POST", "/api/reviews?seat=7", body) == "not-found"


@pytest.mark.compiled
def test_only_a_game_that_is_over_is_held_against_the_true_cards(ann: Browser) -> None:
    data = json.loads(finished("skull-king", players=2, schedule="one"))
    state = croupier.make("skull-king", players=2, schedule="one").new_initial_state(data["seed"])
    state.apply_action(data["actions"][0])
    for body, over in ((json.dumps(data), True), (json.dumps(game_data(state)), False)):
        review = lines(ann.ask("POST", "/api/reviews", body.encode()).body)[-1]["review"]
        assert review["true_cards"] == over
        assert review["decisions"]
        assert all((each["true_cost"] is not None) == over for each in review["decisions"])


def test_a_hint_says_what_each_action_is_worth(server: AnyServer) -> None:
    with Company(server, "pig", "me", "bot", people=1, options={"winning_score": 20}).sit(0) as seat:
        hint = seat.ask("hint", turn=seat.turn)
        assert hint["type"] == "hint"
        assert {each["action"] for each in hint["analysis"]["actions"]} == {0, 1}
        assert hint["analysis"]["exact"]
        assert "[roll]" in hint["text"]
        assert seat.ask("hint", turn=99)["code"] == "stale"
    with Company(server, "pig", "me", "bot", people=1, settings={**SOON, "hints": False}).sit(0) as seat:
        assert seat.ask("hint", turn=seat.turn)["code"] == "forbidden"


# ------------------------------------------------------------------------------------------------- scores by round


def told(heard: list[Message]) -> list[list[Any]]:
    """The rounds as they were told, one message after the other."""
    return [said["rounds"] for said in heard if "rounds" in said]


def three(server: AnyServer, **settings: Any) -> Company:
    """A short game of Skull King of one person and two agents, whom Bob watches."""
    at = Company(server, "skull-king", "me", "bot", "bot", people=1, options=ROUNDS, settings=SOON | settings)
    at.join("Bob")
    return at


def test_rounds_are_told_when_they_end_and_to_who_comes_later(server: AnyServer) -> None:
    at = three(server)
    with at.sit(0) as seat:
        assert seat.heard[0]["rounds"] == []
        play_on([seat])
        lists = told(seat.heard)
        assert [len(rounds) for rounds in lists] == [0, 1, 2, 3, 4, 5]
        assert all(later[: len(rounds)] == rounds for rounds, later in itertools.pairwise(lists))
        assert seat.view is not None
        assert [each["total"] for each in lists[-1][-1]["seats"]] == seat.view["points"]
        assert seat.snapshot()["rounds"] == lists[-1]
    steps = at.get(0, "replay")["steps"]
    assert [step["round_score"] for step in steps if step["round_score"]] == lists[-1]
    best = at.get(0, "best-trick")["trick"]
    assert len(best["plays"]) == 3
    assert best["winner"] in {play["seat"] for play in best["plays"]}


def test_a_game_without_rounds_has_none_and_luck_is_not_weighed_where_nothing_is(server: AnyServer) -> None:
    at = Company(server, "pig", "me", "bot", people=1, options={"winning_score": 5})
    with at.sit(0) as seat:
        play_on([seat])
        assert told(seat.heard) == [[]]
        seat.hear_event("end")
    assert at.get(0, "best-trick") == {"trick": None}
    assert at.get(0, "luck") == {"seats": None, "share": 1.0}


def test_spectators_with_a_delay_hear_of_a_round_when_they_see_it_and_others_of_none(server: AnyServer) -> None:
    at = three(server, spectators="delayed")
    with at.seats(0, None) as (seat, watching):
        play_on([seat])
        watching.catch_up(seat.number)
        assert sorted({len(rounds) for rounds in told(watching.heard)}) == [0, 1, 2, 3, 5]  # all once it is over
        for said in watching.heard:
            if said.get("views"):
                assert said["views"][0]["table"]["round"] == len(said["rounds"]) + 1
    with three(server, members_watch=False).seats(0, 1) as (seat, watching):
        play_on([seat])
        watching.catch_up(seat.number)
        assert told(watching.heard)[-1] == []
