"""croupier arena, replay and two programs of developers: what they print."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from croupier.core.engine.making import position_link
from croupier.table.game_file import save_game
from croupier.testing.__main__ import main as count_nodes
from croupier.testing.tree import perft
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]


def test_arena_of_more_seats_takes_more_agents(run: Run, toy: None) -> None:
    data = json.loads(run("arena", "toy", *["random"] * 3, "-o", "players=3", "--deals", "5", "--json").stdout)
    assert [agent["games"] for agent in data["agents"]] == [15, 15, 15]


def test_a_person_in_the_arena_may_leave(run: Run) -> None:
    ends = {"roll\n": "the input ended before everything was answered", "q\ny\n": "the player left the game"}
    for text, said in ends.items():
        result = run("arena", "pig", "human", "random", "--deals", "1", "--json", text=text, ends=2)
        assert result.stdout == ""
        assert result.stderr.splitlines()[-1] == f"croupier: {said}"


@pytest.mark.thorough
@pytest.mark.compiled
def test_python_m_benchmarks_prints_positive_rates_and_the_threads() -> None:
    words = [sys.executable, "-m", "benchmarks", "pig", "--seconds", "0.02", "--batch", "64", "--threads", "2"]
    ran = subprocess.run([*words, "--json"], capture_output=True, text=True, check=True, cwd=ROOT)
    data = json.loads(ran.stdout)
    assert set(data["decisions_per_second"]) == {"mask", "mask+observation"}
    assert min(data["decisions_per_second"].values()) > 0
    assert (data["threads"], data["batch"], data["game"]) == (2, 64, "pig")


def counted(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Run ``python -m croupier.testing`` in this process."""
    monkeypatch.setattr(sys, "argv", ["croupier.testing", *words])
    count_nodes()


def test_node_counts_are_printed_by_first_action(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    counted(monkeypatch, "pig", "7")
    # rules-pig: 2, 8, 20, 68, 188, 596, 1724
    assert capsys.readouterr().out.splitlines() == ["[roll]: 1128", "[hold]: 596", "total: 1724"]


def test_node_counts_of_a_position_take_its_options(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state = croupier.make("pig", winning_score=30).position("pig winning_score=30 scores=25,0 turn=0 total=6")
    for text in (state.position(), position_link(state, address="https://cards.example.org")):
        counted(monkeypatch, "pig", "3", "--position", text, "--json")
        data = json.loads(capsys.readouterr().out)
        assert data["actions"] == perft(state, 3)
        assert data["actions"]["[hold]"] == 0  # it wins: nothing comes after
        assert data["position"] == state.position()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pig", "0"], "depth must be an integer of at least 1, not 0"),
        (["pigs", "1"], "unknown game 'pigs'"),
        (["pig", "1", "--position", "chess"], "the position begins with 'chess', not with 'pig'"),
        (["pig", "1", "--position", "pig scores=1"], "scores='1' in the position must be two whole numbers"),
    ],
)
def test_node_counts_are_refused_in_one_line(
    words: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        counted(monkeypatch, *words)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


@pytest.fixture
def file(tmp_path: Path) -> Path:
    state = croupier.make("pig", winning_score=10).new_initial_state(4)
    while not state.is_terminal():
        state.apply_action(int(state.records[0]["total"] >= 4))
    save_game(tmp_path / "game.json", state, ("human", "bot:hold-4"))
    return tmp_path / "game.json"


def test_replay_shows_every_move_and_the_end(file: Path, run: Run) -> None:
    data = json.loads(run("replay", str(file), "--json").stdout)
    assert {key: data[key] for key in json.loads(file.read_text())} == json.loads(file.read_text())
    assert [move["action"] for move in data["moves"]] == data["actions"]
    assert data["moves"][-1]["position"] == data["position"]
    lines = run("replay", str(file)).stdout.splitlines()
    assert lines[:3] == [
        "Pig Dice, croupier.make('pig', winning_score=10), seed 4",
        "Player 0: human",
        "Player 1: bot:hold-4",
    ]
    assert len(lines) == 4 + len(data["moves"])
    for line, move in zip(lines[3:-1], data["moves"], strict=True):
        assert f"Player {move['player']} {move['text']}  {'  '.join(move['events'])}" in line
    assert "reaches the target of 10" in lines[-1]


def test_replay_can_be_stepped_through(file: Path, run: Run) -> None:
    moves = json.loads(run("replay", str(file), "--json").stdout)["moves"]
    whole = run("replay", str(file), "--step", text="\n" * len(moves))
    assert whole.stdout == run("replay", str(file)).stdout
    cut = run("replay", str(file), "--step", text="\n", ends=2)
    assert len(cut.stdout.splitlines()) == 3 + 2


def test_replay_of_an_unfinished_game_from_a_position_says_so(tmp_path: Path, run: Run) -> None:
    state = croupier.make("pig").position("pig scores=10,20 turn=1", seed=1)
    state.apply_action(1)
    save_game(tmp_path / "game.json", state)
    lines = run("replay", str(tmp_path / "game.json")).stdout.splitlines()
    assert lines[1] == f"from {state.start}"
    assert lines[-1] == f"Not finished: {state.position()}"
    assert json.loads(run("replay", str(tmp_path / "game.json"), "--json").stdout)["finished"] is False
