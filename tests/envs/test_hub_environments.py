"""One folder a game, as the Environments Hub takes it: metadata, and what works without arguments."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2] / "environments"
NAMES = ["croupier_pig", "croupier_skull_king", "croupier_spite_malice"]
HAS_VERIFIERS = importlib.util.find_spec("verifiers") is not None
needs_verifiers = pytest.mark.skipif(
    not HAS_VERIFIERS, reason="verifiers is not installed: uv sync --group verifiers"
)


def test_every_folder_is_tested() -> None:
    assert sorted(each.name for each in ROOT.iterdir() if each.is_dir()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_has_what_the_hub_asks_for(name: str) -> None:
    project = tomllib.loads((ROOT / name / "pyproject.toml").read_text())["project"]
    assert project["name"] == name.replace("_", "-")
    assert project["version"].count(".") == 2
    assert {"train", "eval"} <= set(project["tags"])
    assert "croupier[net]" in project["dependencies"], "its opponents may be networks"
    assert any(each.startswith("verifiers") for each in project["dependencies"])
    assert f"vf-eval {project['name']}" in (ROOT / name / project["readme"]).read_text()


@needs_verifiers
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", NAMES)
def test_an_environment_loads_without_arguments_and_its_defaults_are_the_commands(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / name))
    module: Any = importlib.import_module(name)
    env = module.load_environment()
    (task,) = env.taskset.take(1)
    assert task.data.game == name.removeprefix("croupier_").replace("_", "-")
    assert not task.data.begin(policy()).over
    import verifiers.v1 as vf
    from verifiers.v1.utils.generic import concrete_type
    from verifiers.v1.utils.loaders import environment_class, taskset_class

    kind = concrete_type(taskset_class(name.replace("_", "-")), vf.TasksetConfig)
    assert kind is not None
    given: Any = kind(id=name)
    assert (given.game, given.options, given.opponents) == (task.data.game, task.data.options, task.data.opponents)
    how = concrete_type(environment_class(name), vf.EnvConfig)
    assert how is not None
    assert env.config.kept_bid == how.model_fields["kept_bid"].default
    assert module.load_environment(opponents="random", deals=1).config.taskset.opponents == ["random"]


def policy() -> Any:
    from croupier.table import ReplyPolicy

    return ReplyPolicy(0)


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_is_built_into_a_wheel_with_its_module(name: str, tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT / name, check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.startswith(f"{name}-0.1.0")
