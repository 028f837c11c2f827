from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from croupier.core.base.errors import ConfigError
from croupier.envs.gymnasium import CroupierEnv, env_id
from croupier.envs.gymnasium_vector import CroupierVectorEnv
from tests.amounts import daily
from tests.envs.replaying import GAMES

FINAL = ("seat", "seed", "return", "points", "is_success")


def legal(masks: npt.NDArray[Any], drawn: np.random.Generator) -> npt.NDArray[np.int64]:
    """A legal action for each row."""
    return np.array([drawn.choice(np.flatnonzero(row)) for row in masks])


def decide(envs: CroupierVectorEnv) -> npt.NDArray[np.int64]:
    """Legal actions that depend on each table's own history alone."""
    sums, masks = np.abs(envs.tables.observations).sum(axis=1).astype(np.int64), envs.action_masks()
    return np.array([(own := np.flatnonzero(mask))[s % len(own)] for mask, s in zip(masks, sums, strict=True)])


def same(got: npt.NDArray[Any], expected: npt.NDArray[Any]) -> None:
    assert got.dtype.kind == expected.dtype.kind
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("name", ["pig", "spite-malice", "skull-king"])
def test_an_id_makes_many_tables_and_gymnasium_s_own_wrapper_counts_their_games(name: str) -> None:
    envs: Any = RecordEpisodeStatistics(gymnasium.make_vec(env_id(name), num_envs=8, opponents="bot"))
    assert isinstance(envs.unwrapped, CroupierVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, info = envs.reset(seed=3)
    drawn, ended = np.random.default_rng(1), 0
    while ended < 10:
        assert observations in envs.observation_space
        actions = legal(info["action_mask"], drawn)
        assert actions in envs.action_space
        observations, rewards, terminated, truncated, info = envs.step(actions)
        over = terminated | truncated
        assert rewards.dtype == np.float32
        assert not rewards[~over].any()
        ended += int(over.sum())
        if over.any():
            same(info["_episode"], over)
            np.testing.assert_allclose(info["episode"]["r"], info["final_info"]["return"], rtol=1e-6)
        else:
            assert not {"final_info", "final_obs"} & set(info)


@pytest.mark.parametrize(("name", "steps"), daily((name, 400 if at else 150) for at, name in enumerate(GAMES)))
def test_a_table_is_what_gymnasium_s_own_vectoriser_makes_of_the_environment(name: str, steps: int) -> None:
    """Observations, rewards, ends and all entries of info, over several games, one begun by a new reset."""
    game = GAMES[name]
    ours = CroupierVectorEnv(game, 1, opponents="random")
    theirs = SyncVectorEnv([lambda: CroupierEnv(game, opponents="random")], autoreset_mode=AutoresetMode.SAME_STEP)
    ended = 0
    for seed in (5, None):
        (seen, info), (expected, their_info) = ours.reset(seed=seed), theirs.reset(seed=seed)
        same(seen, expected)
        for _ in range(steps):
            for entry in ("action_mask", "seat", "seed"):
                same(info[entry], their_info[entry])
                same(info[f"_{entry}"], their_info[f"_{entry}"])
            actions = decide(ours)
            *got, info = ours.step(actions)
            *wanted, their_info = theirs.step(actions)
            for mine, other in zip(got, wanted, strict=True):
                same(mine, other)
            assert ("final_obs" in info) == ("final_obs" in their_info)
            if "final_obs" in info:
                ended += 1
                same(info["final_obs"][0], their_info["final_obs"][0])
                same(info["_final_obs"], their_info["_final_obs"])
                for entry in FINAL:
                    same(info["final_info"][entry], their_info["final_info"][entry])
    assert ended >= 2


@pytest.mark.parametrize("name", daily(GAMES, 3))
def test_neither_the_number_of_tables_nor_threads_matter(name: str) -> None:
    few, many = CroupierVectorEnv(GAMES[name], 3), CroupierVectorEnv(GAMES[name], 40, threads=2)
    few.reset(seed=9)
    many.reset(seed=9)
    for _ in range(60):
        a, b = few.step(decide(few)), many.step(decide(many))
        for mine, other in zip(a[:4], b[:4], strict=True):
            same(mine, other[:3])
        same(a[4]["seed"], b[4]["seed"][:3])


def test_rows_that_did_not_end_hold_zeros_and_no_observation_at_the_end() -> None:
    envs = CroupierVectorEnv("pig", 16, winning_score=10, opponents="bot")
    envs.reset(seed=1)
    seen = False
    for _ in range(60):
        seats, seeds = envs.tables.seats.copy(), envs.tables.batch.seeds.copy()
        _, rewards, terminated, truncated, info = envs.step(decide(envs))
        over = terminated | truncated
        if not over.any() or over.all():
            continue
        seen = True
        same(info["_final_info"], over)
        same(np.array([entry is not None for entry in info["final_obs"]]), over)
        final = info["final_info"]
        assert set(final) == {*FINAL, *(f"_{entry}" for entry in FINAL)}
        same(final["seat"][over], seats[over])
        same(final["seed"][over], seeds[over])
        same(final["return"], rewards)
        same(final["is_success"], rewards > 0)
        assert not final["points"][~over].any()
        assert not final["seed"][~over].any()
        assert (info["seed"][over] != seeds[over]).all(), "the info beside them is the next game's"
    assert seen


def test_options_change_with_a_reset_and_bad_settings_are_refused() -> None:
    envs = CroupierVectorEnv("pig", 3)
    assert envs.render_mode is None
    envs.reset(seed=1, options={"winning_score": 7})
    info: dict[str, Any] = {}
    while "final_info" not in info:
        *_, info = envs.step(decide(envs))
    assert 0 < info["final_info"]["points"].max() < 7 + 2 * 6, "a game to 7 ends long before 100"
    with pytest.raises(ConfigError, match="winning_score"):
        envs.reset(options={"winning_score": 0})
    for wrong in ({"render_mode": "human"}, {"seat": 2}, {"max_episode_steps": 0}):
        with pytest.raises(ConfigError, match=f"{next(iter(wrong))} must be"):
            gymnasium.make_vec(env_id("pig"), num_envs=2, **wrong)


def test_games_are_truncated_after_the_most_steps_of_the_learner() -> None:
    envs: Any = gymnasium.make_vec(env_id("pig"), num_envs=3, opponents="bot", max_episode_steps=4, seat=0)
    whole: Any = gymnasium.make_vec(env_id("pig"), num_envs=3, opponents="bot", seat=0)
    observations, info = envs.reset(seed=2)
    assert (whole.reset(seed=2)[0] == observations).all()
    rolls, seeds = np.zeros(3, dtype=np.int64), info["seed"]
    for step in range(1, 9):  # holding at every second step, so that no game is won
        observations, rewards, terminated, truncated, info = envs.step(rolls + (step % 2 == 0))
        assert not rewards.any()
        assert not terminated.any()
        assert truncated.tolist() == [step % 4 == 0] * 3
        if step == 4:
            same(info["final_info"]["seed"], seeds)
            assert not np.isin(info["seed"], seeds).any()
            assert not info["final_info"]["return"].any()
            assert not info["final_info"]["is_success"].any()
        if step <= 4:
            last = whole.step(rolls + (step % 2 == 0))[0]
    envs.reset(seed=2)
    for step in range(1, 5):
        info = envs.step(rolls + (step % 2 == 0))[-1]
    same(np.stack(list(info["final_obs"])), last)
