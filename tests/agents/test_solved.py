"""The agent ``solved:FILE``: files that are refused, and decisions that a file does not hold."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.recipes import make_again, recipe_of
from croupier.agents.registry import make_agent
from croupier.agents.solved import FORMAT, describe, numbers_of, write_solution
from croupier.core.base.errors import ConfigError, FileError

game = croupier.make("leduc")
TEXTS = ("leduc cards=Js,Qh", "leduc cards=Js,Qh said=r", "leduc cards=Ks,Qh board=Qs said=rc/c")
DECISIONS = np.concatenate([game.position(text).records for text in TEXTS])
SHARES = [0.25, 0.75, 0.0, 0.5, 0.5, 0.1, 0.9]
"""Of calls and raises; the second may fold too."""


def turns(records: Any = DECISIONS) -> Turns:
    return Turns(game, records, np.arange(len(records), dtype=np.uint64))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some.npz"
    write_solution(path, game, {"iterations": 3}, numbers_of(turns()), [2, 3, 2], SHARES)
    return path


def test_shares_are_those_of_the_file_in_any_order(file: Path) -> None:
    agent: Any = make_agent(f"solved:{file}", game)
    expected = [[0.0, 0.25, 0.75], [0.0, 0.5, 0.5], [0.0, 0.1, 0.9]]
    assert agent.probabilities(turns()).tolist() == pytest.approx(np.array(expected))
    assert agent.probabilities(turns(DECISIONS[::-1].copy())).tolist() == pytest.approx(np.array(expected[::-1]))


def test_actions_are_drawn_by_the_shares_and_the_key(file: Path) -> None:
    agent = make_agent(f"solved:{file}", game)
    many = Turns(game, np.repeat(DECISIONS, 2000), np.arange(6000, dtype=np.uint64) * 97)
    chosen = agent.act(many).reshape(3, 2000)
    assert (agent.act(many).reshape(3, 2000) == chosen).all()
    assert [(row == 2).mean() for row in chosen] == pytest.approx([0.75, 0.5, 0.9], abs=0.04)
    assert not (chosen == 0).any()


def test_a_decision_that_is_not_in_the_file_is_refused_and_tells_no_card(file: Path) -> None:
    agent = make_agent(f"solved:{file}", game)
    with pytest.raises(ConfigError, match="does not hold this decision") as error:
        agent.act(turns(game.position("leduc cards=Ks,Kh").records))
    assert "Ks" not in str(error.value)


def test_two_information_states_with_one_observation_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="the observation does not hold all that went before"):
        write_solution(tmp_path / "x.npz", game, {}, numbers_of(turns(DECISIONS[[0, 0]])), [2, 2], [0.5] * 4)


def saved(path: Path, **arrays: Any) -> None:
    with np.load(path) as file:
        found = {name: file[name] for name in file}
    np.savez(path, **(found | arrays))


def about(**changed: Any) -> Any:
    return np.frombuffer(json.dumps(describe(game) | changed).encode(), dtype=np.uint8)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_bytes(b"nothing"), "is no solution of a game"),
        (lambda path: path.write_bytes(path.read_bytes()[:300]), "is no solution of a game"),
        (lambda path: path.unlink(), "cannot be read"),
        (lambda path: saved(path, keys=np.zeros(3, dtype=np.uint64)), "its arrays are not in order"),
        (lambda path: saved(path, starts=np.array([0, 2, 4, 99])), "its arrays do not fit each other"),
        (lambda path: saved(path, shares=np.zeros(7, dtype=np.float32)), "do not add up to 1"),
        (lambda path: saved(path, shares=np.full(7, np.nan, dtype=np.float32)), "shares that are none"),
        (lambda path: saved(path, shares=np.zeros(7)), "shares holds float64"),
        (lambda path: saved(path, shares=np.array([{}] * 7)), "is no solution of a game"),  # would be unpickled
        (lambda path: saved(path, about=about(format="other")), f"its format is not {FORMAT}"),
    ],
)
def test_broken_files_are_refused(file: Path, spoil: Callable[[Path], object], words: str) -> None:
    spoil(file)
    with pytest.raises(FileError, match=words):
        make_agent(f"solved:{file}", game)


def test_files_of_other_games_and_versions_are_refused(file: Path) -> None:
    with pytest.raises(ConfigError, match="is the solution of a game with game 'leduc', not 'pig'"):
        make_agent(f"solved:{file}", croupier.make("pig"))
    saved(file, about=about(game_version=99))
    with pytest.raises(ConfigError, match="with game_version 99, not 1"):
        make_agent(f"solved:{file}", game)
    with pytest.raises(ConfigError, match="names no file"):
        make_agent("solved", game)


def test_another_process_makes_it_again_from_the_same_file_alone(file: Path) -> None:
    recipe = recipe_of(make_agent(f"solved:{file}", game), game)
    assert make_again(recipe, game).name == f"solved:{file}"
    write_solution(file, game, {}, numbers_of(turns()), [2, 3, 2], SHARES[::-1][:2] + SHARES[2:5] + SHARES[:2])
    with pytest.raises(FileError, match="is another file on"):
        make_again(recipe, game)
