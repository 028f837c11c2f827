"""croupier export of a MaskablePPO model, and what the other commands do with the file."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sb3_contrib import MaskablePPO

from croupier.envs.sb3 import BatchVecEnv
from tests.cli.conftest import Run
from tests.pages import section

SHORT = ("-o", "winning_score=20", "-o", "max_turns=30")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tmp_path = tmp_path_factory.mktemp("model")
    env = BatchVecEnv("pig", 8, seed=1, winning_score=20, max_turns=30)
    made: Any = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=64, n_epochs=1, seed=1, device="cpu")
    made.learn(128).save(tmp_path / "model.zip")
    return tmp_path / "model.zip"


@pytest.fixture
def model(trained: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(trained, tmp_path / "model.zip"))


def test_an_exported_model_is_played_judged_and_recorded(run: Run, model: Path) -> None:
    policy, games = str(model.with_name("p.onnx")), str(model.with_name("games.jsonl"))
    result = run("export", str(model), "pig", *SHORT, "--out", policy, "--json")
    told = json.loads(result.stdout)
    assert (told["game"], told["policy"], told["activation"]) == ("pig", policy, "tanh")
    assert (told["options"]["winning_score"], told["bytes"]) == (20, Path(policy).stat().st_size)
    arena = json.loads(run("arena", "pig", f"net:{policy}", "random", *SHORT, "--deals", "5", "--json").stdout)
    assert [agent["games"] for agent in arena["agents"]] == [10, 10]
    recorded = run("record", "pig", f"net:{policy}", *SHORT, "--games", "3", "--out", games, "--json")
    assert json.loads(recorded.stdout)["games"] == 3
    run("play", "pig", "--vs", f"net:{policy}", *SHORT, "--seed", "1", text="hold\n" * 60)
    reports = [
        json.loads(run("arena", "pig", *words, "--deals", "4", "--json").stdout)
        for words in ([policy], [f"net:{policy}", *SHORT])
    ]
    assert reports[0]["options"] == told["options"], "the file tells the options that it was trained with"
    same = {"player": "", "provenance": ""}  # other words were typed, under another load
    assert all({**report, **same} == {**reports[0], **same} for report in reports)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["model.zip"], "model.zip does not say its game: write croupier export model.zip GAME"),
        (["run"], "run cannot be read: No such file"),
        (["run", "-o", "max_turns=9"], "--option, --players and --activation are for a model and its GAME"),
        ([".", "pig"], ". knows its game: leave pig away"),
        (["run.safetensors", "pig"], "run.safetensors knows its game: leave pig away"),
        (["nothing.zip", "pig"], "nothing.zip cannot be read: No such file or directory"),
        (["text.zip", "pig"], "text.zip is no model of Stable-Baselines3, or it is truncated"),
        (["model.zip", "pug"], "unknown game 'pug'; did you mean pig?"),
        (["model.zip", "pig", "-o", "winning=3"], "unknown option of pig 'winning'"),
        (["model.zip", "pig", "--players", "3"], "--players is for games whose number"),
        (["model.zip", "pig", "--activation", "relu"], "with the activation tanh, not relu"),
        (["model.zip", "pig", "--activation", "gelu"], "Invalid value for '--activation'"),
        (["model.zip", "skull-king", "--players", "7"], "observations of shape [7] and 2 actions"),
        (["model.zip", "pig", "--out", "text.zip"], "text.zip exists already; name another file"),
        (["model.zip", "pig", "--out", "no/p.onnx"], "there is no folder"),
    ],
)
def test_what_cannot_be_exported_is_refused_and_leaves_nothing(
    words: list[str], message: str, model: Path, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(model.parent)
    Path("text.zip").write_text("no zip file")
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    target = [] if "--out" in words else ["--out", "p.onnx"]
    assert message in refused("export", *words, *target)
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before


def test_the_commands_on_the_docs_page_run(run: Run, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = section("environments.md", "Export a model").partition("```console\n")[2].partition("```")[0]
    monkeypatch.chdir(model.parent)
    model.rename("pig.zip")  # as the page has saved it
    few = {"export": [], "arena": ["--deals", "2"], "record": ["--games", "2"]}
    commands = re.findall(r"^\$ croupier (\w+) (.*)$", shown, re.MULTILINE)
    assert {command for command, _ in commands} == set(few)
    for command, words in commands:
        run(command, *words.split(), *few[command])
