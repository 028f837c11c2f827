"""The text environment MiniSpiteAndMalice-v0."""

import math
import random

import pytest

from croupier.core.engine.game import State
from croupier.core.spec.prompts import table_shown
from croupier.envs import text as environments
from croupier.envs.text import TextEnv
from croupier.games.spite_malice import text as prompts
from tests.games.spite_malice.engine import at, discard, game, piles, play


def begun(state: State) -> TextEnv:
    """An environment whose game stands here."""
    env = environments.make("MiniSpiteAndMalice-v0")
    env.begin(state)
    return env


def test_the_rules_take_less_than_300_words_and_name_every_action() -> None:
    words = prompts.rules(game(max_turns=77), 1)
    assert 150 < len(words.split()) < 300
    for part in ("You are Player 1", "77 turns", "[p h3 2]", "[p g 1]", "[p d4 3]", "[x3 1]", "[x 1]", "[x]"):
        assert part in words


def test_the_opening_shows_the_own_side_first_and_nothing_hidden() -> None:
    state = game().new_initial_state(4)
    for seat in (0, 1):
        assert f"You (Player {seat}):" in prompts.opening(state, seat)
        assert prompts.opening(state.resample_hidden(seat, 9), seat) == prompts.opening(state, seat)


@pytest.mark.parametrize(
    ("reply", "action"),
    [
        ("I hold a [*] and play it: [p h1 2].", play(0, 1)),
        ("[P H1 2] rather than [x 1]", play(0, 1)),
        ("[x2 3]", discard(1, 2)),
        ("the highest goes: [x 4]", discard(1, 3)),
    ],
)
def test_an_action_is_found_among_other_words(reply: str, action: int) -> None:
    state = at("*6/1", piles=piles(1, 1, 1, 1))
    done, info = begun(state).step(reply)
    assert not done
    assert info["action"] == state.action_to_string(action)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("p h1 2", "it names no action"),
        ("[h1] [*] [roll]", "it names no action"),
        ("[p h2 1]", r"\[p h2 1\] is not possible \(SM-6: Play Stack 1 takes \[1\], not \[6\]\)"),
        ("[x]", r"\[x\] is not possible \(SM-12"),
    ],
)
def test_a_wrong_reply_changes_nothing_and_the_second_loses(reply: str, why: str) -> None:
    state = at("*6/1", piles=piles(1, 1, 1, 1))
    env, before = begun(state), state.serialize()
    done, info = env.step(reply)
    assert not done
    assert state.serialize() == before
    assert pytest.importorskip("re").search(why, info["reason"])
    done, _ = env.step(reply)
    rewards, _ = env.close()
    assert done
    assert rewards == pytest.approx({0: -1.0, 1: math.nan}, nan_ok=True)  # nobody gains by it


def test_strict_replies_name_one_action() -> None:
    state = at("*6/1", piles=piles(1, 1, 1, 1))
    with pytest.raises(ValueError, match="several actions"):
        prompts.read(state, "[p h1 1] or [x 1]", strict=True)
    assert prompts.read(state, "[p h1 1], yes, [p h1 1]", strict=True) == play(0, 0)
    assert prompts.read(state, "[p h1 1] or [x 1]", strict=False) == play(0, 0)


def test_whoever_is_to_move_sees_the_table() -> None:
    state = at("58/1", shoe="99999")
    before = state.clone()
    state.apply_action(discard(0, 0))
    boards = table_shown(prompts, before, state)
    assert [(board.kind, board.to, board.text) for board in boards] == [("board", 1, state.observation_string(1))]
    assert list(prompts.hearers(state)) == [0, 1]


def test_a_whole_game_can_be_played_in_words() -> None:
    env, picks = environments.make("MiniSpiteAndMalice-v0", goal_size=2), random.Random(3)  # noqa: S311
    env.reset(num_players=2, seed=3)
    done = False
    while not done:
        player, words = env.get_observation()
        assert words.startswith(f"[GAME] You are Player {player} in Mini Spite and Malice")
        plays = [action for action in env.state.legal_actions() if action < 40] or env.state.legal_actions()
        done, info = env.step(f"Let me see... {env.state.action_to_string(picks.choice(plays))}")
    rewards, _ = env.close()
    assert rewards is not None
    assert sorted(rewards.values()) == [-1.0, 1.0]
    assert info["reason"].endswith("left.")
