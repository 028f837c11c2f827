"""Language models and programs at tables in the browser: only where the owner allows them."""

from pathlib import Path

import pytest

import croupier
from croupier.server.guests import check_agent, is_quick, listed
from croupier.server.refusal import RefusalError
from croupier.server.worker import _DO
from tests.models.scripted import KEY, Answer, first_legal, scripted

EXAMPLE = Path(__file__).parents[2] / "examples" / "first_legal.sh"
GAME = croupier.make("pig")
JOB = {"game": "pig", "options": {}, "seed": 3, "actions": [0], "do": "act"}


@pytest.mark.parametrize("name", ["llm:m", "cmd:true", "search:llm:m", "pimc:cmd:true", "llm/nolist:m"])
def test_agents_that_cost_money_or_run_programs_sit_only_where_they_are_allowed(name: str) -> None:
    with pytest.raises(RefusalError, match="does not sit here"):
        check_agent(name, GAME, ())
    assert check_agent(name, GAME, (name,)) == name
    assert not any(each["name"] == name for each in listed(GAME, ()))
    assert any(each["name"] == name for each in listed(GAME, (name,)))
    assert not is_quick(name, GAME)


def test_a_model_answers_from_the_game_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with scripted(first_legal) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert _DO["act"](JOB | {"agent": "llm:first"}, lambda _share: None) == {"action": 0}
    (request,) = server.requests
    assert "Player 0 loses the turn total of 0." in request["messages"][1]["content"]


def test_a_model_that_gives_no_legal_answer_is_trouble_and_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with scripted(lambda _body, _number: Answer("hm")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        with pytest.raises(ValueError, match="3 replies in a row name no legal action"):
            _DO["act"](JOB | {"agent": "llm:silent"}, lambda _share: None)
    assert len(server.requests) == 3


def test_a_program_answers_there_too() -> None:
    assert _DO["act"](JOB | {"agent": f"cmd:{EXAMPLE}"}, lambda _share: None) == {"action": 0}
