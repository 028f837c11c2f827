"""Chat data: what a seat's game reads like as a conversation, and that files of it say what was played."""

import json
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError, FileError
from croupier.envs import text
from croupier.envs.chat import game_chats, write_chats
from croupier.measure.play.record import record_games
from croupier.replays import append_game, load_game, read_games
from croupier.table.briefing import system_message
from croupier.table.game_file import game_data
from tests.amounts import daily

GAMES: dict[str, dict[str, Any]] = {
    "pig": {"winning_score": 20, "max_turns": 30},
    "skull-king": {"players": 3, "schedule": "even"},
    "spite-malice": {"max_turns": 20},
}


def recorded(name: str, folder: Path, games: int = 2) -> Path:
    game = croupier.make(name, **GAMES[name])
    path = folder / f"{name}.jsonl"
    record_games(game, [make_agent("random", game) for _ in range(game.num_players)], games, 1, path)
    return path


def test_a_game_of_pig_reads_as_a_conversation(tmp_path: Path) -> None:
    game = croupier.make("pig", winning_score=6)
    state = game.new_initial_state(306)  # the faces 4, 6
    for action in (0, 0, 1):
        state.apply_action(action)
    append_game(tmp_path / "one.jsonl", state, ["bot", "random"])
    (chat,) = game_chats(next(read_games(tmp_path / "one.jsonl")))
    assert {name: chat[name] for name in chat if name != "messages"} == {
        "game": "pig", "seed": 306, "secret": None, "seat": 0, "agent": "bot", "return": 1.0, "finished": True,
    }  # fmt: skip
    system, first, *rest = chat["messages"]
    assert system == {"role": "system", "content": system_message(game, 0)}
    assert first["role"] == "user"
    assert first["content"].startswith("[GAME] Pig Dice Game - Player 0's turn\n")
    assert rest == [
        {"role": "assistant", "content": "[roll]"},
        {"role": "user", "content": "[GAME] Player 0 rolls a 4.\n[GAME] Turn total is now 4."},
        {"role": "assistant", "content": "[roll]"},
        {"role": "user", "content": "[GAME] Player 0 rolls a 6.\n[GAME] Turn total is now 10."},
        {"role": "assistant", "content": "[hold]"},
    ]


@pytest.mark.parametrize("written", [[None, -13.0], [1.0, -1.0]], ids=["today", "0.2"])
def test_a_forfeit_is_the_worst_loss_and_no_win_of_the_other(written: list[float | None], tmp_path: Path) -> None:
    state = croupier.make("leduc").new_initial_state(1)
    for _ in range(2):
        state.apply_action(state.legal_actions()[-1])
    data = game_data(state, ["bot", "random"], forfeited=1) | {"returns": written}
    (tmp_path / "games.jsonl").write_text(json.dumps(data) + "\n")
    assert load_game(tmp_path / "games.jsonl", 1).forfeited == 1
    assert write_chats(tmp_path / "games.jsonl", tmp_path / "chat.jsonl") == 2
    chats = [json.loads(line) for line in (tmp_path / "chat.jsonl").read_text().splitlines()]
    assert [(chat["seat"], chat["return"], chat["finished"]) for chat in chats] == [
        (0, None, False), (1, -13.0, False),
    ]  # fmt: skip


@pytest.mark.parametrize("name", daily(GAMES))
def test_the_replies_of_all_seats_play_the_game_again_in_the_text_environment(name: str, tmp_path: Path) -> None:
    path = recorded(name, tmp_path)
    for line, data in enumerate(read_games(path), start=1):
        chats = {chat["seat"]: chat for chat in game_chats(data)}
        state = load_game(path, line).state
        env = text.TextEnv(state.game)
        env.reset(state.game.num_players, seed=state.seed)
        done, told = False, dict.fromkeys(range(state.game.num_players), 0)
        while not done:
            player, observation = env.get_observation()
            at = 1 + 2 * told[player]
            asked, reply = chats[player]["messages"][at : at + 2]
            assert (asked["role"], reply["role"]) == ("user", "assistant")
            assert asked["content"]
            assert observation.endswith(asked["content"].splitlines()[-1])
            for said in asked["content"].splitlines():
                assert said in observation
            done, info = env.step(reply["content"])
            assert info["action"] == reply["content"]
            told[player] += 1
        assert env.state.history == state.history
        assert all(len(chats[seat]["messages"]) == 1 + 2 * count for seat, count in told.items() if count)
        rewards, _ = env.close()
        assert rewards == {seat: chat["return"] for seat, chat in chats.items()}


def test_what_is_hidden_from_a_seat_is_not_in_its_conversation(tmp_path: Path) -> None:
    for data in read_games(recorded("skull-king", tmp_path, games=1)):
        for chat in game_chats(data):
            own = [m["content"] for m in chat["messages"] if m["role"] == "assistant"]
            heard = "\n".join(m["content"] for m in chat["messages"] if m["role"] == "user")
            assert f"[Player {chat['seat']}]" not in heard  # its own words are the assistant's
            assert not any(f"[Player {other}] [bid" in heard for other in range(3))
            assert any(f"[Player {other}] [play" in heard for other in range(3))
            assert any(said.startswith("[bid") for said in own)


def test_games_that_cannot_be_played_again_leave_no_file(tmp_path: Path) -> None:
    path, chat = recorded("pig", tmp_path), tmp_path / "chat.jsonl"
    first, second = map(json.loads, path.read_text().splitlines())
    for broken, why in (
        ({"actions": [*second["actions"], 0]}, "the game is over"),
        ({"actions": [7]}, "line 2: action 7 is not legal"),
        ({"agents": ["a"]}, "1 agents for 2 seats"),
        ({"returns": []}, "0 returns for 2 seats"),
        ({"version": 99}, "by version 99 of the rules"),
        ({"seed": -1}, "line 2: .*seed"),
        ({"start": "pig nonsense"}, "line 2: "),
    ):
        bad = tmp_path / "bad.jsonl"
        bad.write_text(json.dumps(first) + "\n" + json.dumps(second | broken) + "\n")
        with pytest.raises(FileError, match=why):
            write_chats(bad, chat)
        assert not chat.exists()
    with pytest.raises(ConfigError, match=r"nobody called bob has played in .*, but random"):
        write_chats(path, chat, ["bob"])
    assert not chat.exists()
    assert write_chats(path, chat, ["random"]) > 0
    with pytest.raises(FileError, match="exists already"):
        write_chats(path, chat)
