import re
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from croupier.agents.agent import Turns
from croupier.core.base.errors import ConfigError, IllegalAction
from croupier.core.base.types import Actions
from croupier.core.engine import making
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game
from croupier.core.spec import registry
from croupier.core.spec.spec import Floats
from croupier.envs.gymnasium import CroupierEnv, env_id
from tests.amounts import daily
from tests.core.playing import pickled
from tests.envs.replaying import GAMES, HURRY, Fixed, replay
from tests.toy import FOLD, SPEC, STAY

BUILT_IN = [entry.name for entry in registry.BUILT_IN]
FOUR = Game(SPEC, players=4)


class Folding(CroupierEnv):
    """For `check_env`, which samples actions without a look at the mask: numbers count through the legal ones."""

    def step(self, action: np.int64 | int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        legal = np.flatnonzero(self.action_masks())
        return super().step(legal[int(action) % len(legal)])


class Always:
    """Plays one action, and remembers in which seats."""

    name = "always"

    def __init__(self, action: int) -> None:
        self.action = action
        self.seats: set[int] = set()

    def act(self, turns: Turns) -> Actions:
        self.seats.update(turns.seats.tolist())
        return np.full(len(turns), self.action, dtype=np.int64)


def sample(env: CroupierEnv, info: dict[str, Any]) -> int:
    return int(env.action_space.sample(mask=info["action_mask"]))


def play(env: CroupierEnv, seed: int | None) -> list[Any]:
    """All that one game gives."""
    seen: list[Any] = [env.reset(seed=seed)]
    over = False
    while not over:
        seen.append(env.step(sample(env, seen[-1][-1])))
        over = seen[-1][2] or seen[-1][3]
    return seen


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_checker_of_gymnasium_finds_nothing(name: str) -> None:
    env = gymnasium.make(env_id(name)).unwrapped
    if all(env.reset(seed=seed)[1]["action_mask"].all() for seed in range(20)):  # it takes actions without a mask
        check_env(env)
    gymnasium.register("Folding-v0", entry_point=f"{__name__}:Folding", kwargs={"game": name})
    try:
        check_env(gymnasium.make("Folding-v0", render_mode="ansi", opponents=["random"]).unwrapped)
    finally:
        del gymnasium.registry["Folding-v0"]


PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text()
ROWS = re.findall(r"^\| `(croupier/[\w-]+-v0)` \| `([\w-]+)`(?:, `([\w-]+)`)? \|", PAGE, re.MULTILINE)
IDS = {name: row[0] for row in ROWS for name in row[1:] if name}
"""The id of each name, as the page lists them: an id that somebody uses never changes."""


def test_every_game_and_every_variant_has_its_id_and_the_docs_list_them() -> None:
    assert {name: env_id(name) for name in registry.names()} == IDS
    assert {made for made in gymnasium.registry if made.startswith("croupier/")} == set(IDS.values())
    assert (IDS["PigDice-v0-short"], IDS["SkullKing-v0"]) == ("croupier/PigDice-short-v0", "croupier/SkullKing-v0")
    assert env_id("Nim-v3-misere-long") == "croupier/Nim-misere-long-v3"
    assert env_id("tiny") == "croupier/tiny-v0"


@pytest.mark.parametrize(("name", "made"), IDS.items())
def test_an_id_makes_the_game_with_the_options_of_its_variant(name: str, made: str) -> None:
    env: Any = gymnasium.make(made)
    assert env.spec.id == made
    assert env.unwrapped.game.options == making.make(name).options
    if not making.make(name).options:
        return
    option = env.unwrapped.game.spec.options[-1]
    values = {"int": (option.low, option.high), "bool": (True, False), "choice": option.choices}[option.kind]
    other = next(each for each in values if each != env.unwrapped.game.options[option.name])
    changed: Any = gymnasium.make(made, **{option.name: other})
    assert changed.unwrapped.game.options == env.unwrapped.game.options | {option.name: other}


@pytest.mark.parametrize("name", daily(GAMES, 4))
def test_games_are_those_of_state(name: str) -> None:
    game = GAMES[name]
    env = CroupierEnv(game, opponents=Fixed())
    env.action_space.seed(5)
    seats, cuts = set(), set()
    for number in range(6):
        observation, info = env.reset(seed=3 if number == 0 else None)
        seats.add(info["seat"])
        shown, decisions, total = [(observation, info)], [], 0.0
        over = cut = False
        while not (over or cut):
            assert np.array_equal(env.action_masks(), info["action_mask"])
            decisions.append(sample(env, info))
            observation, reward, over, cut, info = env.step(decisions[-1])
            shown.append((observation, info))
            total += reward
        states = list(replay(game, info["seed"], info["seat"], decisions))
        assert len(states) == len(shown)
        for state, (observation, info) in zip(states, shown, strict=True):
            assert observation in env.observation_space
            assert np.array_equal(observation, state.observation_tensor(info["seat"]))
            assert np.array_equal(info["action_mask"], state.legal_actions_mask())
            assert info["phase"] == state.phase
        end, seat = states[-1], info["seat"]
        assert total == info["return"] == end.returns()[seat]
        assert info["points"] == end.points()[seat]
        assert info["is_success"] == ((end.returns() >= end.returns()[seat]).sum() == 1)
        assert cut == bool("truncated" in (game.spec.rules.state.names or ()) and end.records["truncated"][0])
        assert over != cut
        cuts.add(cut)
    assert cuts == {True, False} or name != HURRY
    assert len(seats) == min(6, game.num_players)


def test_seats_are_fixed_or_rotate_or_are_drawn() -> None:
    def seats(choice: Any, seed: int) -> list[int]:
        env = CroupierEnv(FOUR, seat=choice)
        return [env.reset(seed=seed if game == 0 else None)[1]["seat"] for game in range(40)]

    assert seats(2, 1) == [2] * 40
    for seed in range(4):
        rotating = seats("rotate", seed)
        assert rotating == [(rotating[0] + game) % 4 for game in range(40)]
    assert len({seats("rotate", seed)[0] for seed in range(20)}) == 4
    drawn = seats("random", 1)
    assert set(drawn) == {0, 1, 2, 3}
    assert drawn not in ([(drawn[0] + game) % 4 for game in range(40)], seats("random", 2))


def test_opponents_sit_in_order_after_the_learner() -> None:
    three = [Always(STAY), Always(FOLD), Always(STAY)]
    env = CroupierEnv(FOUR, seat=2, opponents=three)
    env.reset(seed=1)
    env.step(FOLD)
    assert [agent.seats for agent in three] == [{3}, {0}, {1}]
    assert env.state().records["said"][0].tolist() == [2, 1, 2, 1]


def test_an_opponent_that_plays_an_illegal_action_is_named() -> None:
    env = CroupierEnv(FOUR, seat=1, opponents=Always(5))
    with pytest.raises(IllegalAction, match=r"opponent 'always' \(Player 0\) at table 0 .* chose action 5"):
        env.reset(seed=1)

    class Mute(Always):
        def act(self, turns: Turns) -> Actions:
            return super().act(turns).astype(np.float64)

    with pytest.raises(ValueError, match="opponent 'always' answered 1 rows with float64"):
        CroupierEnv(FOUR, seat=1, opponents=Mute(0)).reset(seed=1)


@pytest.mark.parametrize(
    "name", daily([name for name, game in GAMES.items() if game.spec.rules.shape is not None], 2)
)
def test_shaped_rewards_add_up_to_those_of_a_batch_those_before_the_first_decision_too(name: str) -> None:
    game, agent = GAMES[name], Fixed()
    env = CroupierEnv(game, opponents=agent, shaping={})
    env.action_space.seed(2)
    for seed in range(4):
        _, info = env.reset(seed=seed)
        decisions, total, over = [], 0.0, False
        while not over:
            decisions.append(sample(env, info))
            _, reward, terminated, truncated, info = env.step(decisions[-1])
            total, over = total + reward, terminated or truncated
        seeds = np.array([info["seed"]], dtype=np.uint64)
        batch = Batch(game, 1, seeds=seeds, shaping={}, autoreset=False)
        expected = 0.0
        while batch.current_players[0] >= 0:
            turns = Turns(game, batch.records.copy(), np.zeros(1, dtype=np.uint64))
            mine = batch.current_players[0] == info["seat"]
            batch.step(np.array([decisions.pop(0)]) if mine else agent.act(turns))
            expected += float(batch.shaped_rewards[0, info["seat"]])
        assert not decisions
        assert total == pytest.approx(expected, abs=1e-4)


def test_games_without_a_decision_for_the_learner_are_not_shown() -> None:
    env = CroupierEnv("pig", seat=1, opponents="bot", winning_score=2)  # a first roll of 2 or more wins
    games = [env.reset(seed=1 if game == 0 else None) for game in range(30)]
    assert all(info["action_mask"].all() for _, info in games)
    env = CroupierEnv(GAMES[HURRY], seat=3, opponents=Always(FOLD))
    with pytest.raises(ConfigError, match="ended before Player 3 had a decision"):
        env.reset(seed=1)


def test_options_of_the_game_change_with_a_reset() -> None:
    env = CroupierEnv(FOUR, seat="rotate", opponents=["random", "random", "random"])
    seats = [env.reset(seed=1, options={"players": 2})[1]["seat"]]
    seats += [env.reset()[1]["seat"] for _ in range(3)]
    assert sorted(set(seats)) == [0, 1]
    assert env.state().records["players"][0] == 2
    with pytest.raises(ConfigError, match="players must be an integer from 2 to 4"):
        env.reset(options={"players": 9})
    with pytest.raises(ConfigError, match="seat 3 is not at a table of 2"):
        CroupierEnv(FOUR, seat=3).reset(options={"players": 2})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seat": 2}, 'seat must be 0..1, "rotate" or "random", not 2'),
        ({"seat": True}, "seat must be .* not True"),
        ({"seat": "rotat"}, "seat must be .* not 'rotat'"),
        ({"opponents": "bott"}, "unknown agent for pig 'bott'; did you mean bot"),
        ({"opponents": ["bot"] * 2}, "opponents must be one agent, or one for each of the 1 other seats, not 2"),
        ({"opponents": []}, "opponents must be one agent, .* not 0"),
        ({"opponents": [3]}, "an opponent is an agent or the name of one, not 3"),
        ({"render_mode": "human"}, "render_mode must be \"ansi\" or None, not 'human'"),
        ({"winning_scor": 3}, "unknown option of pig 'winning_scor'; did you mean winning_score"),
        ({"game": FOUR, "hurry": True}, "has its options already; hurry would be ignored"),
        ({"game": FOUR, "shaping": {"stey": 1.0}}, "unknown reward weight 'stey'"),
        ({"shaping": {}}, "pig has no shaped rewards"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        CroupierEnv(**{"game": "pig", **settings})


def test_pickles_go_on_with_the_same_games() -> None:
    env = CroupierEnv("pig", opponents="random", winning_score=20)
    env.reset(seed=1)
    env.action_space.seed(1)
    env.step(0)
    other = pickled(env)
    assert repr([other.step(0), play(other, None)]) == repr([env.step(0), play(env, None)])
    many: Any = gymnasium.make_vec("croupier/Pig-v0", num_envs=3, opponents="bot")
    _, info = many.reset(seed=7)
    copied = pickled(many)
    for _ in range(5):
        actions = info["action_mask"].argmax(axis=1)
        *rest, _ = copied.step(actions)
        *own, info = many.step(actions)
        assert all(np.array_equal(one, two) for one, two in zip(rest, own, strict=True))
