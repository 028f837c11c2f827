"""A library that is not installed is named before anything is compiled or played."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import croupier
from croupier.agents import registry
from croupier.core.base.errors import EXTRAS, ConfigError, require
from croupier.envs.episode import model_tables
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
WITHOUT = """
import sys
sys.modules[sys.argv.pop(1)] = None  # importing it fails, as where it is not installed
from croupier.cli import main
main()
"""

CASES = [
    ("torch", ["train", "pig"]),
    ("tensorboard", ["train", "skull-king", "--preset", "full"]),
    ("onnx", ["export", "model.zip", "pig", "--out", "policy.onnx"]),
    ("onnxruntime", ["play", "skull-king", "--vs", "net"]),
    ("ray", ["record", "pig", "random", "--out", "games.jsonl", "--ray", "auto"]),
    ("matplotlib", ["arena", "skull-king", "bot", "--out", "report"]),
    ("onnxruntime", ["solve", "pig", "--policy", "optimal", "--against", "net:policy.onnx"]),
    ("torch", ["train", "--resume", "run", "--threads", "2"]),
    ("torch", ["export", "run", "--out", "policy.onnx"]),
    ("torch", ["export", "model.zip", "pig", "--out", "policy.onnx"]),
    ("onnxruntime", ["arena", "pig", "optimal", "net:policy.onnx"]),
    ("onnxruntime", ["record", "skull-king", "net", "--out", "games.jsonl"]),
    ("onnxruntime", ["arena", "skull-king", "net"]),
    ("ray", ["arena", "pig", "random", "random", "--ray", "--workers", "2"]),
    ("ray", ["arena", "skull-king", "bot", "--ray"]),
    ("ray", ["train", "pig", "--ray"]),
    ("matplotlib", ["solve", "pig", "--plot", "boundary.png"]),
]


@pytest.mark.parametrize(("library", "words"), CASES)
def test_a_missing_library_is_one_line(
    library: str, words: list[str], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, library, None)
    (line,) = run(*words, ends=2).stderr.splitlines()  # nothing is said of compiling before
    assert f"needs {library}, which is not installed: pip install '.[{EXTRAS[library]}]'" in line
    assert not list(tmp_path.iterdir())


def test_no_agent_is_made_where_another_lacks_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.setattr(registry, "make_agent", lambda *_, **__: pytest.fail("an agent was made"))
    for name in ("net:policy.onnx", "search/fast:net:policy.onnx"):
        with pytest.raises(ConfigError, match="needs onnxruntime"):
            registry.make_agents(["optimal", name], croupier.make("pig"))


@pytest.mark.thorough
@pytest.mark.parametrize(("library", "words"), CASES)
def test_a_missing_library_is_named_before_any_work(library: str, words: list[str], tmp_path: Path) -> None:
    cache, work = tmp_path / "cache", tmp_path / "work"
    cache.mkdir()
    work.mkdir()
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT, library, *words],
        cwd=work,
        env=os.environ | {"CROUPIER_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 2, result.stderr
    assert result.stderr.count("\n") == 1, "nothing is said of compiling before"
    assert f"needs {library}, which is not installed: pip install '.[{EXTRAS[library]}]'" in result.stderr
    assert result.stdout == ""
    assert not [path for path in cache.rglob("*") if path.is_file()], "something was compiled"
    assert not list(work.iterdir())


DOORS = {
    "envs.gymnasium": "gymnasium",
    "envs.gymnasium_vector": "gymnasium",
    "envs.sb3": "sb3_contrib",
    "envs.textarena": "textarena",
    "envs.pettingzoo": "pettingzoo",
    "envs.open_spiel": "pyspiel",
    "envs.verifiers": "verifiers",
}
"""Modules that users import, and what they need."""
IMPORTS = """
import importlib, pkgutil, sys
import croupier.envs
doors, libraries = (words.split() for words in sys.argv[1:])
sys.modules.update(dict.fromkeys(libraries))  # importing them fails, as where they are not installed
for name in [*doors, *(module.name for module in pkgutil.iter_modules(croupier.envs.__path__, "croupier.envs."))]:
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(f"{type(error).__name__}: {error}")
"""


@pytest.mark.thorough
def test_a_missing_library_of_a_door_is_named_by_its_import(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", IMPORTS, "", " ".join(DOORS.values())],
        env=os.environ | {"CROUPIER_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    commands = {
        library: f"'.[{EXTRAS[library]}]' in a checkout of croupier" if library in EXTRAS else library
        for library in DOORS.values()
    }
    told = [line for line in result.stdout.splitlines() if " is gone: " not in line]  # for one version
    assert sorted(told) == sorted(
        f"ImportError: croupier.{door} needs {library}, which is not installed: pip install {commands[library]}"
        for door, library in DOORS.items()
    )
    assert not [path for path in tmp_path.rglob("*") if path.is_file()], "something was compiled"


def test_the_extras_named_are_those_of_the_package_and_hold_the_library() -> None:
    packages = {  # sb3-contrib brings Stable-Baselines3 itself
        "stable_baselines3": "sb3-contrib",
        "PIL": "pillow",
        "pyspiel": "open-spiel",
    }
    for library, extra in EXTRAS.items():
        name = packages.get(library, library.replace("_", "-"))
        assert any(word.startswith(f"{name}>=") for word in DECLARED[extra]), library
    assert set(DECLARED["net"]) <= set(DECLARED["train"]) & set(DECLARED["serve"])
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    for name in ("verifiers", "ray"):  # training seats networks as opponents
        assert any(each.startswith("croupier[") and "net" in each for each in groups[name]), name


def test_pages_name_extras_that_there_are_and_install_from_a_checkout() -> None:
    pages = {page: page.read_text() for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]}
    for page, text in pages.items():
        for line in re.findall(r"(?:pip install|uv add|uvx|uv tool install) ([^\n`&#|\"]+)", text):
            assert not re.search(r"(^|[\s'])croupier([\[<>=~!\s']|$)", line), f"{page.name}: {line}"
        for extras in re.findall(r"pip install '[^']*\[([^\]]+)\]'", text):
            assert set(extras.split(",")) <= set(DECLARED), page.name
    training = re.findall(r"pip install [^`\n|]+", pages[ROOT / "docs" / "train-language-models.md"])
    assert {".[net]" in each for each in training} == {True}, "networks may be opponents"


def test_what_is_installed_is_not_complained_of_and_not_imported() -> None:
    code = "import sys; from croupier.core.base.errors import EXTRAS, require; "
    code += "require('a test', *EXTRAS.keys() - {'ray'}); "  # ray is in a group of its own
    code += "assert not set(EXTRAS) & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_library_of_another_package_is_named_as_it_is() -> None:
    with pytest.raises(ConfigError, match=r"^the agent deep needs nolib_zzz, .*: pip install nolib_zzz$"):
        require("the agent deep", "nolib_zzz")


def test_the_first_of_several_missing_libraries_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("onnx", "torch"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ConfigError, match=r"^a test needs torch, .*\[train\]' in a checkout of croupier$"):
        require("a test", "matplotlib", "torch", "onnx")


def test_environments_that_train_models_say_what_a_network_as_opponent_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The doors of all three libraries seat their opponents by the same function."""
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ConfigError, match=r"needs onnxruntime, which is not installed: pip install '\.\[net\]'"):
        model_tables("skull-king", opponents="net", players=3)
