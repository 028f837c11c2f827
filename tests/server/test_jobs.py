"""Jobs for thinkers: what is sent is the whole game, and what is no job is refused."""

import json
from pathlib import Path

import pytest

import croupier
from croupier.agents.names import AgentName
from croupier.core.engine.deal_secret import Deal, DealSecret
from croupier.server.agents.jobs import SentGame, act_job, hint_job, review_job
from croupier.server.agents.worker import answer_to
from croupier.server.base.settings import ServerSettings, database_address
from croupier.table.game_file import PlayedGame

PIG = croupier.make("pig")


@pytest.mark.parametrize("deal", [3, DealSecret(bytes(range(32)), (bytes(32),))], ids=["a seed", "a secret"])
def test_a_job_has_the_whole_game(deal: Deal) -> None:
    state = croupier.make("skull-king", players=3, schedule="one").new_initial_state(deal)
    for _ in range(4):
        state.apply_action(state.legal_actions()[-1])
    job = json.loads(json.dumps(hint_job(state)))
    sent = SentGame.read(job)
    assert sent.state().position() == state.position()
    assert sent.opening().position() == state.initial_state().position()
    placed = PIG.position(PIG.new_initial_state(5).position(), deal)
    placed.apply_action(0)
    assert SentGame.read(hint_job(placed)).state().position() == placed.position()


def test_a_job_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="a job is act, hint, review or weigh, not 'sing'"):
        answer_to(hint_job(PIG.new_initial_state(3)) | {"do": "sing"}, lambda _share: None)


def test_where_to_ask_and_what_to_keep_is_said_only_for_an_agent_that_answers_in_words(
    tmp_path: Path,
) -> None:
    state, address = PIG.new_initial_state(3), database_address(None, tmp_path)
    settings = ServerSettings(address, llm_url="http://x/v1", replies="/kept")
    quiet = act_job(state, AgentName.parse("search:bot"), settings, "abc")
    assert set(quiet) == {*hint_job(state), "agent"}
    aloud = act_job(state, AgentName.parse("llm:m"), settings, "abc")
    assert {name: aloud[name] for name in aloud if name not in quiet} == {
        "llm_url": "http://x/v1", "llm_settings": "", "replies": "/kept/abc",
    }  # fmt: skip
    assert act_job(state, AgentName.parse("llm:m"), ServerSettings(address), "abc")["replies"] == ""


def test_a_review_says_who_sat_where_and_whose_seats_are_looked_at() -> None:
    job = review_job(PlayedGame(PIG.new_initial_state(3), ("a", "b"), 1), (0, 1))
    assert (job["do"], job["agents"], job["seats"], job["forfeited"]) == ("review", ["a", "b"], [0, 1], 1)
