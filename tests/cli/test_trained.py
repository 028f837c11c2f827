"""What a policy was trained for: said by every command that plays it at other options."""

import json
from pathlib import Path
from typing import Any

import onnx
import pytest

import croupier
from croupier.core.engine.game import Game
from tests.agents.test_trained import written
from tests.cli.conftest import Run
from tests.toy import SPEC as TOY

SAID = "was not trained for players=4 (trained: 3)"


@pytest.fixture
def net(tmp_path: Path) -> str:
    """A policy of the toy game, trained at tables of three."""
    return f"net:{written(tmp_path / 'three.onnx', Game(TOY, players=3))}"


def told(net: str) -> list[dict[str, Any]]:
    return [{"agent": net, "option": "players", "trained": [3], "present": 4}]


def test_commands_say_where_a_policy_plays_what_it_does_not_know(
    net: str, run: Run, toy: None, tmp_path: Path
) -> None:
    games = str(tmp_path / "games")
    for words in (
        ("play", "toy", "--vs", net),
        ("arena", "toy", net, "random", "--deals", "2"),
        ("arena", "toy", "random", "random", "--among", net, "--deals", "2"),
        ("record", "toy", net, "--games", "2", "--out", f"{games}1.jsonl"),
    ):
        result = run(*words, "--players", "4", "--json", text="[stay]\n")
        assert result.stderr.count(SAID) == 1, words
        assert json.loads(result.stdout)["untrained"] == told(net), words
        again = run(
            *(word.replace("1.jsonl", "2.jsonl") for word in words), "--players", "3", "--json", text="[stay]\n"
        )
        assert "trained" not in again.stderr + again.stdout.replace(net, "")


def test_exact_values_say_it_too(run: Run, tmp_path: Path) -> None:
    net = f"net:{written(tmp_path / 'pig.onnx', croupier.make('pig', winning_score=20))}"
    words = ("solve", "pig", "--target", "10", "--policy", net, "--against", "bot", "--json")
    result = run(*words)
    assert json.loads(result.stdout)["untrained"][0]["option"] == "winning_score"
    assert "was not trained for winning_score=10 (trained: 20)" in result.stderr


def test_what_people_are_told_at_the_terminal_names_the_policy(net: str, run: Run, toy: None) -> None:
    result = run("play", "toy", "--vs", net, "--players", "4", text="[stay]\n")
    assert f"croupier: {net} {SAID}" in result.stderr.splitlines()


def test_a_policy_is_evaluated_at_what_it_was_trained_for(net: str, run: Run, toy: None, tmp_path: Path) -> None:
    file = net.removeprefix("net:")
    out = tmp_path / "report"
    words = ("arena", "toy", file, "--deals", "2", "--json")
    result = run(*words, "--out", str(out))
    data = json.loads(result.stdout)
    assert data["options"] == {"players": 3, "hurry": False}
    assert data["untrained"] == [{"agent": file, "option": "players", "trained": [3], "present": 2}]
    assert f"{file} was not trained for players=2 (trained: 3)" in result.stderr
    page = (out / "report.html").read_text()
    assert '<th scope="row">2 (*)</th><td>random</td>' in page
    assert '<th scope="row">3</th><td>random</td>' in page
    assert f"(*) {file} was not trained for players=2 (trained: 3)." in page
    assert json.loads((out / "report.json").read_text()) == data


def test_a_policy_is_evaluated_at_other_options_where_they_are_given(net: str, run: Run, toy: None) -> None:
    words = ("arena", "toy", net.removeprefix("net:"), "--deals", "2", "--json")
    data = json.loads(run(*words, "-o", "hurry=true").stdout)
    assert data["options"] == {"players": 3, "hurry": True}
    assert {(each["option"], each["present"]) for each in data["untrained"]} == {("players", 2), ("hurry", True)}
    assert json.loads(run(*words, "--players", "2").stdout)["options"]["players"] == 2
    named = json.loads(run("arena", "toy", net, *words[3:]).stdout)  # the game that is named is not changed
    assert named["options"]["players"] == 2
    assert named["untrained"][0]["present"] == 2


def test_the_printed_commands_have_the_options_of_the_run(run: Run, toy: None, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    result = run("train", "toy", "--players", "3", "-o", "hurry=true", "--out", str(folder))
    command = f"croupier play toy -o players=3 -o hurry=true --vs net:{folder / 'policy.onnx'}"
    assert command in result.stdout
    again = run("export", str(folder), "--out", str(tmp_path / "again.onnx"))
    printed = again.stdout.splitlines()[-1].strip()
    assert printed == command.replace(str(folder / "policy.onnx"), str(tmp_path / "again.onnx"))
    played = run(*printed.split()[1:], "--json", text="[stay]\n")
    data = json.loads(played.stdout)
    assert data["options"] == {"players": 3, "hurry": True}
    assert "untrained" not in data


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("training", "PPO of mine, three days"),
        ("training", "null"),
        ("options", '{"players": 99, "hurry": false}'),
    ],
)
def test_a_policy_whose_file_does_not_say_what_it_was_trained_for_plays(
    net: str, run: Run, toy: None, key: str, words: str
) -> None:
    file = net.removeprefix("net:")
    model = onnx.load(file)
    next(each for each in model.metadata_props if each.key == key).value = words
    onnx.save(model, file)
    result = run("arena", "toy", net, "random", "--players", "4", "--deals", "2", "--json")
    assert result.stderr.count(f"croupier: {net} does not say what it was trained for: ") == 1
    assert "untrained" not in json.loads(result.stdout)
    evaluated = run("arena", "toy", net, "--deals", "2", "--json")
    assert evaluated.stderr.count("does not say what it was trained for") == 1
