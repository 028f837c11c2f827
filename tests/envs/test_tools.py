"""The example of TRL: tools, what counts as invalid, rewards, the deals of its rows."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from croupier.core.base.errors import ConfigError
from croupier.envs.decision import DecisionTasks
from croupier.envs.training import FORFEIT, MOST, Rewards
from croupier.table import ReplyPolicy

pytest.importorskip("trl", reason="TRL is not installed: uv sync --no-default-groups --group ray")
pytestmark = pytest.mark.filterwarnings("default")  # the library's own

from examples.trl_decisions import decision_task  # noqa: E402
from examples.trl_grpo import environment_class, game_reward, rows  # noqa: E402


def begun(name: str = "pig", seed: int = 3, **settings: Any) -> Any:
    env = environment_class(name, opponents="random", **settings)()
    env.reset(seed=seed, seat=0, prompt="not used")
    return env


def test_after_the_end_every_tool_says_so() -> None:
    env = begun(winning_score=20, max_turns=30)
    while not env._begun().over:
        told = env.hold()
    assert told.endswith("The game is over. Say so, and call no more tools.")
    assert env.roll() == "The game is over. Say so, and call no more tools."
    assert game_reward([env]) == [env._begun().rewards()[0]]


def test_the_public_methods_are_the_tools_and_say_what_they_take() -> None:
    kind: Any = environment_class("skull-king", players=4)
    methods = dict(inspect.getmembers(kind, predicate=inspect.isfunction))
    public = {name for name in methods if not name.startswith("_")} - {"reset"}
    assert public == {"bid", "play", "escape", "pirate", "leader", "discard", "bet", "ok", "harry"}
    assert str(inspect.signature(kind().bid)) == "(tricks: int) -> str"
    assert inspect.getdoc(methods["bid"]).splitlines()[:4] == [  # type: ignore[union-attr]
        "Bid how many tricks you will win in this round.",
        "",
        "Args:",
        "    tricks: The number of tricks, 0 to the number of cards dealt.",
    ]


def test_wrong_calls_are_counted_and_a_forfeit_earns_less_than_a_loss() -> None:
    env = begun("skull-king", policy=ReplyPolicy(2))
    assert "'bid 99' is out of range" in env.bid(99)
    told = env.bid(cards=3)
    assert told.startswith("[GAME] Invalid reply: bid: missing a required argument: 'tricks'. One more in a row")
    found = env._begun().metrics(0)
    assert (found["illegal_rate"], found["unparsable_rate"], found["forfeit"]) == (0.5, 0.5, 0.0)
    env.play("the moon")
    assert env._begun().metrics(0)["forfeit"] == 1.0
    logged: dict[str, float] = {}
    assert game_reward([env], log_metric=logged.__setitem__) == [-FORFEIT]
    assert logged["game/forfeit"] == logged["game/invalid_rate"] == 1.0
    assert game_reward([begun()]) == [-FORFEIT], "a game that was cut off counts as a forfeit"


def test_the_same_row_is_the_same_deal_and_rows_seat_the_model_everywhere() -> None:
    kind = environment_class("skull-king", opponents="random", players=3)
    data = rows(kind, deals=2, seed=9)
    assert [(row["seed"], row["seat"]) for row in data] == [(s, seat) for s in (9, 10) for seat in range(3)]
    env = kind()
    same, again, other = env.reset(**data[0]), env.reset(**data[0]), env.reset(**data[3])
    assert same == again != other
    assert same.startswith("You are Player 0 of 3.\n[GAME] ")
    assert kind().reset() != kind().reset()


def test_what_cannot_be_an_environment_is_refused() -> None:
    with pytest.raises(ConfigError, match="unknown agent"):
        environment_class("pig", opponents="bott")
    with pytest.raises(ConfigError, match="reward must be one of"):
        environment_class("pig", reward={"reward": "bids"})
    with pytest.raises(ConfigError, match="seats of pig are 0 to 1, not 2"):
        environment_class("pig")().reset(seat=2)
    with pytest.raises(RuntimeError, match="no game has begun"):
        getattr(environment_class("pig")(), "roll")()  # noqa: B009  # a tool that TRL calls


def test_decisions_are_rows_of_a_prompt_and_every_completion_is_graded_by_its_own() -> None:
    decisions, logged = DecisionTasks("pig-2", penalty=0.5), dict[str, float]()
    data, reward = decision_task(decisions)
    assert [row["decision"] for row in data] == [row.id for row in decisions.rows]
    assert [row["prompt"] for row in data[:9]] == [decisions.chat(row) for row in decisions.rows[:9]]
    asked = [decisions.rows[k] for k in (4, 4, 4, 0)]
    said = ["[roll]", "I [hold]", "I pass", "<think>[hold]"]
    found = reward(
        prompts=[None] * 4,
        completions=[[{"role": "assistant", "content": text}] for text in said],
        decision=[row.id for row in asked],
        log_metric=logged.__setitem__,
    )
    graded = [decisions.grade(row, text) for row, text in zip(asked, said, strict=True)]
    assert found == [each.reward for each in graded]
    assert logged["decision/invalid_rate"] == 0.5
    assert logged["decision/unparsable_rate"] == logged["decision/truncated_rate"] == 0.25
    assert logged["decision/regret"] == pytest.approx(sum(each.regret for each in graded) / 4)


REWARD: dict[str, Any] = {"reward": "duplicate", "round_points": 0.5, "kept_bid": 0.2}


def test_the_tools_door_pays_by_the_same_rewards() -> None:
    kind: Any = environment_class("skull-king", reward=REWARD, players=3, schedule="one")
    env = kind()
    env.reset(seed=4, seat=1)
    episode = env._begun()
    assert game_reward([env]) == [-MOST - FORFEIT]
    while not episode.over:
        episode.reply(episode.legal()[0])
    how = Rewards.of(episode.game, **REWARD)
    assert game_reward([env]) == [episode.earned(how)[1]]
