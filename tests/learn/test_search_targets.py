"""Search targets: what is noted of a search, how the folder grows, and how a network learns from it."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import croupier
from croupier.agents.agent import Turns
from croupier.agents.names import AgentName
from croupier.agents.registry import make_searcher
from croupier.agents.search.choice import improved
from croupier.agents.shipped import policy_path
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Floats
from croupier.learn.runs.interrupt import Interrupted
from croupier.learn.runs.run import Run, Status
from croupier.learn.runs.trainer import Trainer
from croupier.learn.settings.config import Config
from croupier.learn.settings.plan import training_plan
from croupier.learn.targets.data_set import SearchTargets, TargetFolder
from croupier.learn.targets.making import GAMES_A_PART, TargetSettings, make_targets
from croupier.learn.targets.searched import Searched
from croupier.learn.update.imitation import cross_entropy
from croupier.learn.update.ppo import COPYING
from tests.agents.search.worldly import decisions, elsewhere
from tests.learn.small import differing, skull_king

HOW = TargetSettings(
    agent="search/worlds=4,sweeps=1:bot:simple", others=("bot:simple", "random"), games=1, share=0.3, mix="sizes",
    seed=5,
)  # fmt: skip


def nothing(*told: object) -> None:
    assert told


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def target_of(shares: list[float], gains: Sequence[Sequence[float]], gate: float, eta: float) -> Floats:
    return improved(np.array(shares, dtype=np.float32), np.array(gains, dtype=np.float32), gate, eta)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("targets") / "set"
    make_targets(skull_king(), replace(HOW, games=2 * GAMES_A_PART), out, threads=2)
    return out


@pytest.fixture(scope="module")
def searched(folder: Path) -> SearchTargets:
    return SearchTargets.joined(list(TargetFolder(folder).read(skull_king())))


def test_a_target_moves_to_what_is_clearly_better_and_away_from_what_is_clearly_worse() -> None:
    level = target_of([0.6, 0.4], [[1, 1, 1, 1], [1, 1, 1, 1]], 1.0, 1.0)
    np.testing.assert_allclose(level, [0.599, 0.401], atol=1e-6)  # one part in a hundred is spread
    better = target_of([0.6, 0.4], [[0, 0, 0, 0], [2, 2, 2, 2]], 1.0, 1.0)
    np.testing.assert_allclose(better[1] / better[0], 0.401 / 0.599 * np.exp(2.0), rtol=1e-5)
    worse = target_of([0.6, 0.4], [[3, 3, 3, 3], [0, 0, 0, 0]], 1.0, 0.5)
    np.testing.assert_allclose(worse[1] / worse[0], 0.401 / 0.599 * np.exp(-1.5), rtol=1e-5)
    gains = [[0, 0, 0, 0], [1, 3, 1, 3]]  # 2 ahead, with a standard error of 1 / sqrt(3)
    gated = target_of([0.5, 0.5], gains, 2.0, 1.0)
    np.testing.assert_allclose(gated[1] / gated[0], np.exp(2.0 - 2.0 / 3.0**0.5), rtol=1e-5)
    noisy = target_of([0.5, 0.5], [[0, 0, 0, 0], [9, -9, 9, -8]], 1.0, 1.0)
    np.testing.assert_allclose(noisy, [0.5, 0.5])


def test_an_action_that_was_dropped_gets_nothing() -> None:
    nan = float("nan")
    target = target_of([0.5, 0.3, 0.2], [[1, 1, 1], [-9, nan, nan], [1, 1, 1]], 1.0, 1.0)
    assert target[1] == 0.0
    np.testing.assert_allclose(target.sum(), 1.0, rtol=1e-6)


def test_a_target_weighs_gains_by_the_scale_of_the_game_as_search_does() -> None:
    shares, gains = np.array([0.6, 0.4], dtype=np.float32), np.array([[0.0] * 4, [0.25] * 4], dtype=np.float32)
    for name, scale in (("skull-king", 1.0), ("hearts", 0.125)):
        searcher = make_searcher(AgentName.parse("search/fast:bot"), croupier.make(name))
        target = searcher.improved(shares, gains)
        np.testing.assert_allclose(target[1] / target[0], 0.401 / 0.599 * np.exp(0.25 / scale), rtol=1e-5)


def test_what_is_noted_follows_from_what_the_seat_knows() -> None:
    game = croupier.make("skull-king", players=4)
    agent = Searched(make_searcher(AgentName.parse("search/worlds=8,sweeps=2:bot"), game), 1.0)
    compared = 0
    for number, state in enumerate(decisions(game, 3, every=9)):
        here = Turns.of_state(state)
        agent.act(here)
        note = agent.take(game)
        for other in (elsewhere(state, 100 * number + key) for key in range(2)):
            if other is not None:
                agent.act(other)
                again = agent.take(game)
                for name in ("observations", "counts", "actions", "targets"):
                    np.testing.assert_array_equal(getattr(again, name), getattr(note, name))
                compared += 1
    assert compared > 20


def test_every_action_of_a_turn_with_a_choice_is_noted_and_follows_from_what_the_seat_knows() -> None:
    game = croupier.make("spite-malice", goal_size=3)
    agent = Searched(make_searcher(AgentName.parse("search/worlds=4:bot:greedy"), game), 1.0)
    state, in_a_turn = game.new_initial_state(4), [0]
    for _ in range(40):
        if state.is_terminal():
            break
        seat, turn, choices = state.current_player(), int(state.records["turns"][0]), len(state.legal_actions())
        action = int(agent.act(Turns.of_state(state))[0])
        note = agent.take(game)
        assert note.counts.tolist() == ([choices] if choices > 1 else [])
        if choices > 1:
            np.testing.assert_array_equal(note.observations[0], state.observation_tensor(seat))
            other = Turns(game, state.resample_hidden(seat, 9).records, Turns.of_state(state).keys)
            assert int(agent.act(other)[0]) == action
            np.testing.assert_array_equal(agent.take(game).targets, note.targets)
        state.apply_action(action)
        in_a_turn = in_a_turn if state.is_terminal() else [*in_a_turn, int(state.records["turns"][0] == turn)]
    assert sum(in_a_turn) > 5  # so many times a turn went on


def test_a_folder_follows_from_its_settings_alone_and_goes_on(folder: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    first = make_targets(skull_king(), HOW, again)
    assert (first["parts"], first["games"]) == (1, GAMES_A_PART)
    assert 0 < first["decisions"] < 16 * 3 * 60
    kept = contents(again)["part-000000.npz"]
    make_targets(skull_king(), replace(HOW, games=GAMES_A_PART + 1), again)
    assert contents(again)["part-000000.npz"] == kept
    assert contents(again) == contents(folder)  # which was made at once, on two threads
    (again / "part-000000.npz").unlink()
    make_targets(skull_king(), replace(HOW, games=2 * GAMES_A_PART), again)
    assert contents(again) == contents(folder)


def test_another_policy_under_the_same_name_is_refused(tmp_path: Path) -> None:
    game, file, out = skull_king(), tmp_path / "policy.onnx", tmp_path / "set"
    shutil.copy(policy_path("2026-11-small", game), file)
    how = replace(HOW, agent=f"search/worlds=2,sweeps=1:net:{file}", share=0.01)
    make_targets(game, how, out)
    before = contents(out)
    shutil.copy(policy_path("2026-11", game), file)
    with pytest.raises(FileError, match="was begun with other settings"):
        make_targets(game, replace(how, games=2 * GAMES_A_PART), out)
    assert contents(out) == before


def test_its_rows_are_of_decisions_with_a_choice(searched: SearchTargets) -> None:
    observations, masks, wanted = searched.dense(np.arange(len(searched)))
    game = skull_king()
    assert observations.shape == (len(searched), game.observation_size)
    assert (masks.sum(axis=1) == searched.counts).all()
    assert (searched.counts > 1).all()
    assert not wanted[~masks].any()
    np.testing.assert_allclose(wanted.sum(axis=1), 1.0, rtol=1e-5)
    some = np.array([5, 2, 2])
    for whole, part in zip((observations, masks, wanted), searched.dense(some), strict=True):
        np.testing.assert_array_equal(part, whole[some])


def test_what_cannot_be_made_is_told_and_nothing_is_written(folder: Path, tmp_path: Path) -> None:
    out, game = tmp_path / "set", skull_king()
    for how, words in [
        (replace(HOW, share=0.0), "share must be above 0 and at most 1, not 0"),
        (replace(HOW, share=float("nan")), "share must be above 0 and at most 1, not nan"),
        (replace(HOW, games=0), "games must be at least 1, not 0"),
        (replace(HOW, agent="bot"), "'bot' is no search"),
        (replace(HOW, others=("bott",)), "unknown agent"),
        (replace(HOW, mix="al"), "unknown mix"),
    ]:
        with pytest.raises(ConfigError, match=words):
            make_targets(game, how, out)
    assert not out.exists()
    with pytest.raises(FileError, match="was begun with other settings"):
        make_targets(game, replace(HOW, seed=6), folder)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    with pytest.raises(FileError, match="is no folder of search targets: name a new one"):
        make_targets(game, HOW, tmp_path / "full")


def test_what_cannot_be_read_is_told(folder: Path, tmp_path: Path) -> None:
    game = skull_king()
    with pytest.raises(FileError, match="make one by croupier targets"):
        list(TargetFolder(tmp_path).read(game))
    with pytest.raises(ConfigError, match=r"has game 'skull-king', where .*pig"):
        list(TargetFolder(folder).read(croupier.make("pig")))
    broken = TargetFolder(tmp_path / "broken")
    broken.begin({name: value for name, value in TargetFolder(folder).about().items() if name != "format"})
    with pytest.raises(FileError, match="has no search targets yet"):
        list(broken.read(game))
    whole = (folder / "part-000000.npz").read_bytes()
    with np.load(folder / "part-000000.npz") as data:
        arrays = dict(data)
    file = broken.path / "part-000000.npz"
    np.save(tmp_path / "one.npy", arrays["counts"])
    one = (tmp_path / "one.npy").read_bytes()
    damaged = whole[:200] + bytes(100) + whole[300:]  # within the first array
    for bad in (b"", b"no zip", whole[: len(whole) // 2], one, damaged):
        file.write_bytes(bad)
        with pytest.raises(FileError, match=r"part-000000.npz is broken"):
            list(broken.read(game))
    for name, array in [
        ("actions", np.full_like(arrays["actions"], game.num_actions)),
        ("counts", arrays["counts"][:-1]),
        ("observations", arrays["observations"] * np.float32("nan")),
        ("targets", arrays["targets"] + np.float32(2.0)),
        ("targets", arrays["targets"].astype(np.float64)),
        ("actions", np.array([object()] * len(arrays["actions"]))),
    ]:
        np.savez(file, **(arrays | {name: array}))
        with pytest.raises(FileError, match=r"part-000000.npz is broken"):
            list(broken.read(game))


def learning(folder: Path, **changes: object) -> Config:
    return Config().changed(
        total_decisions=4 * 16 * 8, num_tables=16, rollout_steps=8, minibatch_size=64, widths=(16,), threads=1,
        device="cpu", checkpoint_every=2, measure_every=1000, search_targets=str(folder), search_passes=0,
        **changes,
    )  # fmt: skip


def test_passes_over_the_targets_teach_them(folder: Path) -> None:
    told: list[tuple[float, float]] = []
    trainer = Trainer(training_plan(skull_king(), learning(folder).changed(search_passes=20, imitation_rate=3e-3)))
    fresh = trainer.imitated
    trainer.imitate(lambda *each: told.append(each))
    assert (fresh, trainer.imitated) == (False, True)
    (first, few), (last, many) = told[0], told[-1]
    assert last < 0.8 * first
    assert many > few


def test_targets_beside_the_losses_of_ppo_teach_them_too(folder: Path, searched: SearchTargets) -> None:
    def after(**changes: object) -> tuple[float, list[bool]]:
        trainer, curves = Trainer(training_plan(skull_king(), learning(folder, **changes))), list[bool]()
        trainer.run(lambda scalars: curves.append(COPYING in scalars))
        with torch.no_grad():
            loss, _ = cross_entropy(trainer.network, searched, np.arange(len(searched)))
        return float(loss), curves

    alone, none = after(learning_rate=0.01)
    beside, curves = after(learning_rate=0.01, search_weight=1.0, search_rows=128)
    assert beside < alone - 0.02
    assert not any(none)
    assert all(curves)


def stop_halfway(status: Status) -> None:
    if status.share >= 0.5:
        raise KeyboardInterrupt


def test_a_run_with_targets_goes_on_to_the_same_weights(folder: Path, tmp_path: Path) -> None:
    config = learning(folder, search_weight=0.5, search_rows=32).changed(search_passes=1)
    whole = Run.begin(skull_king(), config, "quick", tmp_path / "whole")
    whole.go(nothing)
    with pytest.raises(Interrupted, match="after update 2 of 4"):
        Run.begin(skull_king(), config, "quick", tmp_path / "halves").go(stop_halfway)
    resumed = Run.resume(tmp_path / "halves")
    resumed.go(nothing)
    assert differing(whole.trainer.policy(), resumed.trainer.policy()) == []


def test_a_run_does_not_go_on_with_other_targets(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "set"
    copy.mkdir()
    for name, data in contents(folder).items():
        (copy / name).write_bytes(data)
    with pytest.raises(Interrupted):
        Run.begin(skull_king(), learning(copy, search_weight=0.5), "quick", tmp_path / "run").go(stop_halfway)
    (copy / "part-000001.npz").unlink()
    with pytest.raises(ConfigError, match="are others than when the run began"):
        Run.resume(tmp_path / "run")


def test_a_weight_needs_targets() -> None:
    with pytest.raises(ConfigError, match="search_targets names no folder"):
        Config().changed(search_weight=0.5)


def test_what_a_folder_holds_says_no_seed_of_a_deal(folder: Path) -> None:
    about = json.loads((folder / "about.json").read_text())
    assert about["seed"] == HOW.seed
    with np.load(folder / "part-000000.npz") as data:
        assert set(data) == {"observations", "counts", "actions", "targets"}


def test_a_game_of_open_information_has_targets_too(tmp_path: Path) -> None:
    game: Game = croupier.make("pig", winning_score=10)
    how = TargetSettings(agent="search/worlds=8:random", others=(), games=1, share=1.0, mix="none", seed=0)
    made = make_targets(game, how, tmp_path / "pig")
    assert made["decisions"] > 16
