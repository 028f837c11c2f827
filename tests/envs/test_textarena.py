"""Our games inside TextArena, with its wrappers and agents."""

import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from math import nan
from typing import Any

import pytest
import textarena as ta
from textarena.envs.registration import ENV_REGISTRY

import croupier.envs.textarena
from croupier.core.base.errors import ConfigError
from croupier.core.spec import registry
from croupier.envs import text
from tests.changed import changed
from tests.toy import SPEC as TOY

NAMES = ("PigDice-v0", "PigDice-v0-short", "PigDice-v0-long")
NO_ACTION = "it names no action; answer with '[roll]' or '[hold]'"


class Scripted(ta.Agent):  # type: ignore[misc]  # TextArena publishes no types
    """An agent that holds at a turn total, as far as it reads it in its observation."""

    def __init__(self, hold_at: int) -> None:
        self.hold_at = hold_at
        self.observations: list[str] = []

    def __call__(self, observation: str) -> str:
        self.observations.append(observation)
        total = int(re.findall(r"[Tt]urn total(?: is now|:) (\d+)", observation)[-1])
        return "I have enough: [hold]" if total >= self.hold_at else "On we go: [roll]"


def play(env: Any, agents: dict[int, Any], seed: int) -> Any:
    """TextArena's own loop."""
    env.reset(num_players=len(agents), seed=seed)
    done = False
    while not done:
        player, observation = env.get_observation()
        done, _ = env.step(action=agents[player](observation))
    return env.close()


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_is_registered_and_textarenas_own_is_left_alone(name: str) -> None:
    for suffix in ("", "-train", "-raw"):
        env = ta.make(f"croupier/{name}{suffix}")
        assert isinstance(env, ta.Env)
        assert env.text.game.options == text.make(name).game.options
        assert env.env_id == f"croupier/{name}{suffix}"
        env.reset(num_players=2, seed=1)
        with pytest.raises(TypeError, match="a reply is a str, not NoneType"):
            env.step(action=None)
    assert ENV_REGISTRY[name].entry_point == "textarena.envs.PigDice.env:PigDiceEnv"


@pytest.mark.parametrize("seed", range(4))
def test_two_agents_play_a_game_and_read_what_our_own_environment_says(seed: int) -> None:
    agents = {0: Scripted(15), 1: Scripted(25)}
    rewards, info = play(ta.make("croupier/PigDice-v0"), agents, seed)

    ours = text.make("PigDice-v0")
    ours.reset(2, seed)
    readers = {seat: iter(agents[seat].observations) for seat in (0, 1)}
    done = False
    while not done:
        player, observation = ours.get_observation()
        assert next(readers[player]) == "\n" + observation  # TextArena begins every message with a new line
        total = int(re.findall(r"[Tt]urn total(?: is now|:) (\d+)", observation)[-1])
        enough = total >= agents[player].hold_at
        done, _ = ours.step("I have enough: [hold]" if enough else "On we go: [roll]")
    assert (rewards, info) == ours.close()
    assert sorted(rewards.values()) == [-1, 1]
    assert info[0]["reason"] == info[1]["reason"]
    assert info[0]["turn_count"] == len(agents[0].observations)


def test_skull_king_is_registered_and_takes_as_many_as_sit_down() -> None:
    assert {f"croupier/SkullKing-v0{kind}" for kind in ("", "-full", "-raw")} <= set(ENV_REGISTRY)
    env = ta.make("croupier/SkullKing-v0", schedule="one")
    for players in (2, 3, 5):
        env.reset(num_players=players, seed=3)
        prompt = f"You are Player 0 in Skull King; the players are 0 to {players - 1}."
        assert prompt in "".join(env.text.transcript(0))


def test_without_wrappers_each_seat_gets_what_is_new_to_it() -> None:
    env, kinds = begun("-raw"), ta.ObservationType
    player, messages = env.get_observation()
    assert player == 0
    assert [(sender, kind) for sender, _, kind in messages] == [(ta.GAME_ID, kinds.PROMPT)]
    assert env.get_observation() == (0, [])
    env.step("[roll]")
    env.step("well...")
    assert env.get_observation()[1] == [
        (0, "[roll]", kinds.PLAYER_ACTION),
        (ta.GAME_ID, "Player 0 rolls a 4.", kinds.GAME_ACTION_DESCRIPTION),
        (ta.GAME_ID, "Turn total is now 4.", kinds.GAME_ACTION_DESCRIPTION),
        (0, "well...", kinds.PLAYER_ACTION),
        (ta.GAME_ID, f"Invalid reply: {NO_ACTION}. One more in a row loses the game.", kinds.GAME_ADMIN),
    ]
    env.step("[hold]")
    player, messages = env.get_observation()
    assert player == 1
    assert [kind.name for _, _, kind in messages] == [
        "PROMPT", "PLAYER_ACTION", "GAME_ACTION_DESCRIPTION", "GAME_ACTION_DESCRIPTION",
        "PLAYER_ACTION", "PLAYER_ACTION", "GAME_ACTION_DESCRIPTION", "GAME_BOARD",
    ]  # fmt: skip
    env.reset(num_players=2, seed=306)
    player, messages = env.get_observation()
    assert (player, len(messages), env.state.turn) == (0, 1, 0), "a reset begins anew"


def begun(kind: str = "", wrapped: Callable[[Any], Any] = lambda env: env) -> Any:
    """A game of Pig whose first faces are 4 and 6."""
    env = wrapped(ta.make(f"croupier/PigDice-v0{kind}"))
    env.reset(num_players=2, seed=306)
    return env


def test_the_wrappers_of_textarena_work() -> None:
    env = begun()  # the usual ones add missing brackets
    env.step(action="roll")
    told = env.get_observation()[1]
    assert told.endswith("\n[Player 0] [roll]\n[GAME] Player 0 rolls a 4.\n[GAME] Turn total is now 4.")

    env = begun("-train")  # those for training leave out the players' words
    env.step(action="roll")
    env.step(action="I say nothing")
    told = env.get_observation()[1]
    assert "Turn total is now 4." in told
    assert not re.search("I say nothing|Invalid reply", told)

    env = begun(wrapped=partial(ta.wrappers.ClipWordsActionWrapper, max_num_words=2))
    env.step(action="I think [roll]")  # cut to "I think", which the next wrapper puts into brackets
    assert "[Player 0] [I think]\n[GAME] Invalid reply" in env.get_observation()[1]

    env = begun("-raw", ta.wrappers.GameMessagesAndCurrentBoardObservationWrapper)
    env.step(action="[hold]")
    held = "\n\nPlayer 0 holds and banks 0 points. Total score: 0\n\n"
    parts = env.get_observation()[1].split(held)
    assert [part.partition("\n")[0] for part in parts] == [
        f"Pig Dice Game - Player {seat}'s turn" for seat in (0, 1)
    ]


def test_a_game_lost_by_invalid_replies() -> None:
    env, told = begun(), {"player": 0, "action": None, "invalid_move": True, "reason": NO_ACTION}
    assert env.step(action="I wait") == (False, told)
    assert env.step(action="I wait")[0]
    rewards, info = env.close()
    assert rewards == pytest.approx({0: -1, 1: nan}, nan_ok=True)
    assert [info[seat]["invalid_move"] for seat in (0, 1)] == [True, False]


@pytest.fixture
def global_generator() -> Iterator[Any]:
    state = random.getstate()
    yield state
    random.setstate(state)


def test_the_state_tells_textarena_what_it_asks_for(global_generator: Any) -> None:
    env = begun()
    state = env.state
    assert isinstance(state, ta.TwoPlayerState)
    assert (state.current_player_id, state.turn, state.done, state.rewards) == (0, 0, False, None)
    env.step(action="[roll]")
    env.step(action="[hold]")
    assert (state.current_player_id, state.turn, state.done) == (1, 2, False)
    assert state.role_mapping == {0: "Player 0", 1: "Player 1", -1: "GAME"}
    assert state.game_state == {"position": "pig max_turns=100 scores=4,0 turn=1 total=0 turns=1"}
    assert [sender for sender, _ in state.logs] == [-1, -1, 0, -1, -1, 0, -1, -1]
    assert env.get_board_str() == (
        "Pig Dice Game - Player 1's turn\n\nPlayer 0 score: 4\nPlayer 1 score: 0\n\nCurrent turn total: 0\n\n"
        "First to 100 points wins; 99 turns left"
    )
    assert random.getstate() == global_generator


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("PigDice-v0-short", {"max_turns": 9}),
        ("MiniSpiteAndMalice-v0", {"goal_size": 2}),
        ("SkullKing-v0-full", {"players": 2, "schedule": "fives"}),
        ("SkullKing-v0-full", {"players": 4, "schedule": "fives"}),
    ],
)
def test_the_board_is_for_spectators_and_names_players_alone(name: str, options: dict[str, Any]) -> None:
    env, picks = ta.make(f"croupier/{name}", **options), random.Random(4)  # noqa: S311
    players = options.get("players", 2)
    env.reset(num_players=players, seed=6)
    state, done = env.text.state, False
    while True:
        board = env.get_board_str()
        assert not re.search(r"\b(you|your|yours|opponent)\b", board, re.IGNORECASE)
        assert done or f"Player {state.current_player()}" in board
        assert all(re.search(rf"^(Player )?{seat}\b", board, re.MULTILINE) for seat in range(players))
        if done:
            break
        for seat in range(players):  # what any seat cannot know is dealt anew and changes nothing
            assert state.game.spec.words.prompts.board(state.resample_hidden(seat, len(state.history))) == board
        done, _ = env.step(action=state.action_to_string(picks.choice(state.legal_actions())))
    assert "over" in board


def test_the_board_of_skull_king_shows_bids_when_all_are_in_and_no_hand() -> None:
    env = ta.make("croupier/SkullKing-v0", schedule="one")
    env.reset(num_players=3, seed=3)
    state = env.text.state
    for _ in range(2):
        env.step(action="[bid 1]")
    assert re.findall(r"^\d {9}.*", env.get_board_str(), re.MULTILINE) == [
        "0                0    -    0   dealer",
        "1                0    ?    0   leads first",
        "2                0    ?    0",
    ]
    env.step(action="[bid 0]")
    assert "leads" in env.get_board_str()
    assert "?" not in env.get_board_str()
    cards = [state.observation_string(seat) for seat in range(3)]
    held = [re.findall(r"^Your hand: (.*)$", text, re.MULTILINE)[0] for text in cards]
    assert not [card for card in held if card in env.get_board_str()]


def test_options_are_ours_and_so_are_the_errors() -> None:
    env = ta.make("croupier/PigDice-v0", winning_score=7, strict_actions=True)
    assert env.text.game.options["winning_score"] == 7
    with pytest.raises(ConfigError, match="option winning_score"):
        ta.make("croupier/PigDice-v0", winning_score=0)
    with pytest.raises(ConfigError, match="Pig Dice is played by 2, not by 3"):
        env.reset(num_players=3)


def test_the_text_environment_needs_no_textarena() -> None:
    code = "import sys; sys.modules['textarena'] = None; from croupier.envs import text; text.make('PigDice-v0')"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_game_of_another_package_is_registered_if_it_has_prompts(
    outside: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {"PigDice-v0", "HighCard-v0", "HighCard-v0-four"} <= set(croupier.envs.textarena._variants())
    monkeypatch.setattr(sys.modules["cards_of_others"], "SPEC", changed(TOY, prompts=None))
    registry.spec.cache_clear()
    names = croupier.envs.textarena._variants()
    assert "PigDice-v0" in names
    assert not [name for name in names if name.startswith("HighCard")]
