"""Provenance: what reports say of where their figures come from."""

import json
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest

import croupier
from benchmarks.strength.records import shipped_policies
from croupier import provenance as module
from croupier.agents import CombinedAgent, PolicyAgent, make_agent
from croupier.agents.shipped import shipped_policy
from croupier.provenance import checkout, code_of, command_line, placeless, provenance, taking_over

ROOT, GIT = Path(__file__).parents[1], shutil.which("git")
pytestmark = pytest.mark.skipif(GIT is None, reason="there is no Git")


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    game = croupier.make("spite-malice")
    return provenance([(game, ["net", "search/fast:bot", "random"]), (croupier.make("pig"), ["bot"])], [3, 4])


def test_it_says_version_commit_seeds_and_the_policys_digest(found: dict[str, Any]) -> None:
    data = json.loads(json.dumps(found))
    assert data["croupier"] == croupier.__version__
    if (ROOT / ".git").exists():
        words = [str(GIT), "rev-parse", "HEAD"]
        head = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
        assert data["commit"] == head.stdout.strip()
        assert isinstance(data["clean"], bool)
    assert data["processor"]
    assert data["cores"] >= 1
    assert data["seeds"] == [3, 4]
    file = shipped_policy(croupier.make("spite-malice"))
    assert data["files"] == {f"{file.name} of croupier": sha256(file.read_bytes()).hexdigest()}
    assert "earlier" not in data
    assert data == found


def test_weights_that_a_bot_or_a_search_plays_by_are_named_too() -> None:
    games = {name: croupier.make(name) for name in ("spite-malice", "skull-king")}
    played = [(games["spite-malice"], ["bot:planner"]), (games["skull-king"], ["search/fast:bot"])]
    files = provenance(played)["files"]
    assert set(files) == {"planner.npz of croupier", "choices.npz of croupier"}
    assert files.items() <= shipped_policies(ROOT).items()
    learned = [(games["skull-king"], ["search/opponents=learned:bot", "bot"])]
    assert provenance(learned)["files"] == {}


def test_agents_that_are_made_say_the_same_files_as_their_names(tmp_path: Path) -> None:
    game = croupier.make("spite-malice")
    named = provenance([(game, ["net"])])["files"]
    assert provenance([(game, [make_agent("net", game)])])["files"] == named
    both = CombinedAgent(make_agent("net", game), make_agent("bot", game), (0,), "both")
    assert provenance([(game, [both])])["files"] == named
    shipped = shipped_policy(game)
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "policy.onnx").write_bytes(shipped.read_bytes())
    own = [PolicyAgent(tmp_path / folder / "policy.onnx", game) for folder in ("a", "b")]
    assert provenance([(game, own)])["files"] == {"policy.onnx": next(iter(named.values()))}, "no folder is named"
    (tmp_path / "c").mkdir()
    other = tmp_path / "c" / "policy.onnx"
    other.write_bytes(another := shipped.read_bytes() + b"\x12\x01x")  # another producer of the file
    files = provenance([(game, [own[0], f"net:{other}"])])["files"]
    assert files["policy.onnx (2)"] == sha256(another).hexdigest()


def test_parts_of_other_code_are_named_and_those_of_this_are_not(found: dict[str, Any]) -> None:
    here = found | {"commit": "a" * 40, "clean": True}
    assert code_of(here) == "a" * 12
    assert code_of(here | {"clean": False}) == f"{'a' * 12} with changes"
    assert code_of(here | {"commit": "", "clean": None}) == f"croupier {croupier.__version__}"
    assert taking_over(taking_over(here, ["c", code_of(here)]), ["b", "c"])["earlier"] == ["b", "c"]
    assert taking_over(here, [code_of(here)]) == here


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("/home/somebody/runs/p.onnx", "p.onnx"),
        ("--out=C:\\Users\\somebody\\a.json", "--out=a.json"),
        ("~/a/b.json", "b.json"),
        ("cmd:./bot /home/somebody/x", "cmd:./bot x"),
        ("cmd:'/home/anna smith/player.sh'", "cmd:'player.sh'"),
        ("net/temperature=1:/home/anna = smith/a,b: c/p.onnx", "net/temperature=1:p.onnx"),
        ("net:/home/anna smith/p.onnx,bot,net:/home/anna smith/q.onnx", "net:q.onnx"),
        ("/home/anna smith/runs/", "runs"),
        ("pig scores=90,95 turn=0", "pig scores=90,95 turn=0"),
        ("http://box.local:8000/v1", "ADDRESS"),
        ("10.1.2.3:6379", "ADDRESS"),
        ("search/fast:net:runs/a/policy.onnx", "search/fast:net:runs/a/policy.onnx"),
    ],
)
def test_a_command_names_no_folder_of_the_machine_and_no_address(word: str, shown: str) -> None:
    assert placeless(word) == shown


def test_the_command_is_the_one_that_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/usr/bin/croupier", "arena", "pig", "--out", "/home/x", "--ray", "box:1"])
    monkeypatch.setitem(sys.modules, "__main__", module)
    for spec, program in ((None, "croupier"), ("benchmarks.strength.__main__", "python -m benchmarks.strength")):
        monkeypatch.setattr(module, "__spec__", spec and ModuleSpec(spec, None))
        assert command_line() == f"{program} arena pig --out x --ray ADDRESS"


@pytest.mark.parametrize("script", sorted((ROOT / "benchmarks").glob("*.py")), ids=lambda file: file.stem)
def test_a_benchmark_that_prints_json_says_where_its_figures_come_from(script: Path) -> None:
    text = script.read_text()
    assert "print(json.dumps(" not in text or "provenance" in text, (
        "print it with benchmarks.sidebyside.print_json"
    )


def test_a_checkout_is_clean_while_only_its_pages_have_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "src" / "croupier"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    monkeypatch.setattr(module, "_HERE", package / "provenance.py")

    def git(*words: str) -> None:
        who = ("-c", "user.name=x", "-c", "user.email=x@example.invalid")
        subprocess.run([str(GIT), *who, *words], cwd=tmp_path, check=True, capture_output=True)

    def asked() -> tuple[str, bool | None]:
        checkout.cache_clear()
        return checkout()

    try:
        git("init", "-q")
        assert asked() == ("", None), "there is no commit yet"
        git("add", ".")
        git("commit", "-q", "-m", "x")
        commit, clean = asked()
        assert (len(commit), clean) == (40, True)
        (package / "card.md").write_text("45%")
        (tmp_path / "docs.md").write_text("45%")
        assert asked() == (commit, True)
        (package / "rules.py").write_text("x = 1\n")
        assert asked() == (commit, False)
        monkeypatch.setenv("PATH", "")
        assert asked() == ("", None), "there is no Git"
    finally:
        checkout.cache_clear()
