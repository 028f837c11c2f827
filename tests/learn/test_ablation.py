"""Ablations: one part at a time, equal budgets, and a stop loses nothing."""

import json
from pathlib import Path

import pytest

import croupier
from croupier.core.base.errors import ConfigError, FileError
from croupier.games.skull_king.training import ABLATION as PLAN
from croupier.learn.runs.ablation import ABLATION, PAGE, Budget, ablate, page, settings
from croupier.learn.runs.run import Run
from croupier.learn.settings.config import Config
from croupier.learn.settings.presets import preset
from tests.learn.small import skull_king

SMALL = Config().changed(
    num_tables=16, rollout_steps=8, minibatch_size=64, widths=(16,), threads=1, device="cpu", measure_every=1000
)
BUDGET = Budget(decisions=256, seeds=2, deals=2, threads=1)


def told(what: str, share: float) -> None:
    assert what
    assert 0.0 <= share <= 1.0


def test_each_arm_differs_from_the_recipe_in_one_part() -> None:
    base, (source, own_recipe) = preset("skull-king", PLAN.preset), PLAN.recipes
    whole = settings(base, source, "whole recipe", BUDGET, 1).as_dict()
    assert (whole["total_decisions"], whole["seed"], whole["objective"]) == (256, 1, "shaped")
    assert whole == preset("skull-king", "source", total_decisions=256, seed=1, threads=1).as_dict()
    for arm in list(source.arms)[1:]:
        other = settings(base, source, arm, BUDGET, 1).as_dict()
        assert [name for name in whole if whole[name] != other[name]] == list(source.arms[arm])
    own = settings(base, own_recipe, "the preset", BUDGET, 1).as_dict()
    assert own == base.changed(total_decisions=256, seed=1, threads=1).as_dict()
    for arm in list(own_recipe.arms)[1:]:
        other = settings(base, own_recipe, arm, BUDGET, 1).as_dict()
        assert [name for name in own if own[name] != other[name]] == list(own_recipe.arms[arm])


def test_the_ability_rewards_that_are_left_out_are_those_of_the_game() -> None:
    weights = set(croupier.make("skull-king").spec.rules.shape_weights)
    assert set(PLAN.recipes[0].arms["no ability rewards"]["shaping_weights"]) == weights - {
        "trick",
        "exact",
        "miss",
        "win",
        "jade",
    }


def test_arms_are_trained_and_judged_and_a_second_call_trains_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arms = ["whole recipe", "flat head"]
    monkeypatch.setattr("croupier.provenance.load", lambda: 0.5)
    result = ablate(skull_king(), SMALL, arms, BUDGET, tmp_path, told)
    assert [row["arm"] for row in result["arms"]] == arms
    for name, found in result["arms"][0]["against"].items():
        assert found["difference"] == 0.0
        low, high = found["range"]
        assert low <= found["win_rate"] <= high, name
    assert json.loads((tmp_path / ABLATION).read_text()) == result
    assert "| flat head |" in (tmp_path / PAGE).read_text() == page(result)
    assert "| wins against 2 x `bot:simple` |" in page(result), "three players"
    assert sorted(entry.name for entry in tmp_path.iterdir() if entry.is_dir()) == [
        "flat-head-0", "flat-head-1", "whole-recipe-0", "whole-recipe-1",
    ]  # fmt: skip

    def refuse(*given: object) -> None:
        raise AssertionError(given)

    monkeypatch.setattr(Run, "begin", refuse)
    monkeypatch.setattr(Run, "resume", refuse)
    assert ablate(skull_king(), SMALL, arms, BUDGET, tmp_path, told) == result
    (tmp_path / ABLATION).unlink()
    (tmp_path / PAGE).unlink()
    assert ablate(skull_king(), SMALL, arms, BUDGET, tmp_path, told, write=False) == result
    assert not (tmp_path / ABLATION).exists()
    assert not (tmp_path / PAGE).exists()
    with pytest.raises(FileError, match="holds a run of another budget"):
        ablate(skull_king(), SMALL, arms, Budget(512, 1, 2, 1), tmp_path, told)


def test_a_game_without_arms_and_an_unknown_arm_are_refused_before_anything_is_trained(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="pig has no ablation: its training brings no arms to compare"):
        ablate(croupier.make("pig"), SMALL, ["whole recipe"], BUDGET, tmp_path, told)
    with pytest.raises(ConfigError, match="unknown arm 'flat heads'; did you mean flat head"):
        ablate(skull_king(), SMALL, ["whole recipe", "flat heads"], BUDGET, tmp_path, told)
    assert not list(tmp_path.iterdir())
