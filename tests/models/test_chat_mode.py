"""The mode chat: one conversation a game, in the words in which models are trained, also after a kill."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.engine.making import make
from croupier.envs.episode import Episode, model_tables
from croupier.replays import load_game
from croupier.table import ReplyPolicy
from tests.models.runs import asked, play, wordy
from tests.models.scripted import Answer

OPTIONS: dict[str, Any] = {"winning_score": 15, "max_turns": 12}
ARENA = ["arena", "pig", "-o", "winning_score=15", "-o", "max_turns=12", "llm/chat:m", "bot", "--deals", "2"]


def test_a_model_is_asked_in_the_very_words_in_which_it_is_trained(tmp_path: Path) -> None:
    out = tmp_path / "run"
    _, requests = play(tmp_path, wordy, *ARENA, "--out", str(out), "--retries", "1", "--concurrency", "1")
    put = [request["messages"] for request in requests]
    games = [load_game(file) for file in sorted((out / "games").glob("*.json"))]
    assert len(games) == 4
    refused = 0
    for game in games:
        own = game.agents.index("llm/chat:m")
        _, seats = model_tables("pig", opponents="bot", **OPTIONS)
        episode = Episode(game.state.game, game.state.seed, seats(own), ReplyPolicy(1))
        trained = [{"role": "system", "content": episode.system(own)}]
        while not episode.over:
            trained.append({"role": "user", "content": episode.question()})
            last = list(trained)
            said = str(wordy({"messages": trained}, 0).text)
            trained.append({"role": "assistant", "content": said})
            refused += episode.reply(said).kind == "invalid"
        assert last in put
        assert episode.state.history == game.state.history
    assert refused > 0
    (model,) = asked(out)
    assert model["prompt"] == "chat"
    (digest,) = model["prompt_hashes"]
    told = (out / "prompts" / f"{digest}.txt").read_text()
    first_seat = next(each[0]["content"] for each in put if "Player 0" in each[0]["content"])
    assert told.replace("Player N", "Player 0") == f"{first_seat}\n"


def test_the_mode_takes_text_alone() -> None:
    for form in ("json", "tools", "choice"):
        with pytest.raises(ConfigError, match=f"mode chat replies are text, so the form is text, not {form}"):
            make_agent(f"llm/chat,{form}:m", make("pig"))


def thinking(body: dict[str, Any], number: int) -> Answer:
    """A model that thinks in its text and beside it, and whose every fifth question ends in a wrong reply."""
    del number
    refused = len(body["messages"]) > 2
    total = int(re.findall(r"turn total (\d+)", body["messages"][1]["content"])[-1])
    if total % 5 == 3 and not refused:
        return Answer("[fly] away", reasoning="Shall I?")
    chosen = "[hold]" if total >= 5 else "[roll]"
    return Answer(f"<think>\nHm, {total}.\n</think>\nAt {total} points: {chosen}", reasoning=f"I see {total}.")


@pytest.mark.parametrize("reasoning", [False, True])
def test_chat_data_of_a_models_games_hold_its_own_words(tmp_path: Path, reasoning: bool) -> None:
    out, chats = tmp_path / "games.jsonl", tmp_path / "chat.jsonl"
    words = ["record", "pig", "llm:m", "bot", "--games", "4", "--out", str(out), "--chat", str(chats)]
    words += ["-o", "winning_score=15", *(["--chat-reasoning"] if reasoning else [])]
    _, requests = play(tmp_path, thinking, *words)
    assert any(len(request["messages"]) > 2 for request in requests), "no reply was refused"
    rows = [json.loads(line) for line in chats.read_text().splitlines()]
    assert {row["agent"] for row in rows} == {"llm:m", "bot"}
    games = {each.state.seed: each for each in (load_game(out, line) for line in range(1, 5))}
    for row in rows:
        said = [message for message in row["messages"] if message["role"] == "assistant"]
        told = [message["content"] for message in row["messages"] if message["role"] == "user"]
        own = [
            before.action_to_string(action)
            for before, action, _ in games[row["seed"]].moves()
            if before.current_player() == row["seat"]
        ]
        assert "Invalid reply" not in "".join(told)
        for message, text in zip(said, own, strict=True):
            if row["agent"] == "bot":
                assert message == {"role": "assistant", "content": text}
                continue
            assert message["content"].endswith(f"points: {text}")
            assert ("<think>" in message["content"]) == ("reasoning_content" in message) == reasoning
            if reasoning:
                (points,) = re.findall(r"At (\d+) points", message["content"])
                assert message["reasoning_content"] == f"I see {points}."


def in_form(body: dict[str, Any], number: int) -> Answer:
    """A model that answers as JSON or by a letter, as it is asked, and thinks beside that too."""
    del number
    if "logprobs" in body:
        return Answer("A", likely=(("A", -0.1), ("B", -3.0)))
    action = body["response_format"]["json_schema"]["schema"]["properties"]["action"]["enum"][0]
    return Answer(json.dumps({"thoughts": "So be it.", "action": action}), reasoning="I see.")


@pytest.mark.parametrize("form", ["json", "choice"])
@pytest.mark.parametrize("reasoning", [False, True])
def test_chat_data_of_other_forms_hold_the_action_in_brackets_and_thoughts_where_they_are_asked_for(
    tmp_path: Path, form: str, reasoning: bool
) -> None:
    out, chats = tmp_path / "games.jsonl", tmp_path / "chat.jsonl"
    words = ["record", "pig", f"llm/{form}:m", "bot", "--games", "1", "--out", str(out), "--chat", str(chats)]
    words += ["--chat-agent", f"llm/{form}:m", "-o", "winning_score=15", "-o", "max_turns=4"]
    play(tmp_path, in_form, *words, *(["--chat-reasoning"] if reasoning else []))
    (row,) = map(json.loads, chats.read_text().splitlines())
    said = [message for message in row["messages"] if message["role"] == "assistant"]
    assert said
    for message in said:
        assert re.fullmatch(r"\[(roll|hold)\]", message["content"]), message
        told = "I see.\nSo be it." if reasoning and form == "json" else None
        assert message.get("reasoning_content") == told
