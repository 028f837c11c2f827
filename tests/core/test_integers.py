"""Counts and seeds may be integers of any type; truth values, floats and text are refused as before."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError, as_whole, checked_count
from croupier.envs import text
from croupier.envs.learner import LearnerBatch
from croupier.envs.pettingzoo import AllSeats
from croupier.games.pig.exact.solver import solve
from croupier.learn.settings.config import Config
from croupier.learn.update.minibatches import AbilityPrioritizedBuffer
from croupier.measure.play.record import record_games
from croupier.measure.play.tournament import play_tournament
from croupier.measure.play.trial import play_trial
from croupier.measure.reports.player import Plan
from croupier.measure.stats.comparison import compare
from croupier.table import Table
from croupier.testing.fuzz import fuzz_game
from croupier.testing.tree import perft

PIG = croupier.make("pig", winning_score=10)
ALIKE = [make_agent("random", PIG)] * 2


class Index:
    """An integer of a type that is neither Python's nor NumPy's."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def seated(seed: Any) -> int:
    table = AllSeats(PIG)
    table.reset(seed)
    return int(table.batch.seeds[0])


def played(action: Any) -> list[int]:
    state = PIG.new_initial_state(1)
    state.apply_action(action)
    return state.history


def recorded(games: Any, folder: Path) -> bytes:
    file = folder / f"{id(games)}.jsonl"
    record_games(PIG, ALIKE, games, 1, file)
    return file.read_bytes()


def undone(decisions: Any) -> list[int]:
    table = Table(PIG.new_initial_state(1))
    table.submit(0, 0, 1)
    table.undo(2, decisions)
    return table.state.history


DOORS: dict[str, Callable[[Any, Path], Any]] = {
    "batch": lambda n, _: (PIG.batch(n, seed=3).seeds.tolist(), len(PIG.batch(n))),
    "threads": lambda n, _: PIG.batch(4, threads=n).threads,
    "batch's seed": lambda n, _: PIG.batch(2, n).seeds.tolist(),
    "state's seed": lambda n, _: PIG.new_initial_state(n).serialize(),
    "position's seed": lambda n, _: PIG.position(PIG.new_initial_state(0).position(), n).seed,
    "world's seed": lambda n, _: PIG.new_initial_state(0).resample_hidden(0, n).rngs.tolist(),
    "option": lambda n, _: croupier.make("pig", winning_score=n).options,
    "depth": lambda n, _: perft(PIG.new_initial_state(0), n),
    "deals of a tournament": lambda n, _: play_tournament(PIG, ALIKE, n, 1).deals,
    "deals of a comparison": lambda n, _: compare(PIG, "random", "bot", n).deals,
    "deals of a trial": lambda n, _: play_trial(PIG, ALIKE[0], ALIKE[1:], n, 1).wins.tolist(),
    "games on a file": recorded,
    "deals of a report": lambda n, _: Plan(deals=n, ability_deals=n),
    "target": lambda n, _: solve(n, n).shape,
    "setting": lambda n, _: (Config().changed(num_tables=n).as_dict(), type(Config().changed(seed=n)["seed"])),
    "capacity": lambda n, _: AbilityPrioritizedBuffer(n).capacity,
    "seed of a table": lambda n, _: seated(n),
    "learner's tables": lambda n, _: LearnerBatch(PIG, n, n, seat=1).batch.seeds.tolist(),
}
SMALL: dict[str, Callable[[Any, Path], Any]] = {
    "action": lambda n, _: played(n),
    "seat": lambda n, _: PIG.new_initial_state(0).observation_tensor(n).tolist(),
    "seat of a learner": lambda n, _: LearnerBatch(PIG, 2, seat=n).seats.tolist(),
    "decisions": lambda n, _: undone(n),
}
CASES = [(5, name, door) for name, door in DOORS.items()] + [(1, name, door) for name, door in SMALL.items()]
every_door = pytest.mark.parametrize(("number", "name", "door"), CASES, ids=[name for _, name, _ in CASES])


@every_door
@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.array, Index], ids=["int64", "uint8", "array", "index"])
def test_any_integer_does_what_pythons_does(
    number: int, name: str, door: Callable[[Any, Path], Any], kind: Callable[[int], Any], tmp_path: Path
) -> None:
    assert repr(door(kind(number), tmp_path)) == repr(door(number, tmp_path)), name


@every_door
@pytest.mark.parametrize("value", [True, np.True_, 1.0, np.float64(2.0), "2", np.array([2])], ids=repr)
def test_what_is_no_integer_is_refused(
    number: int, name: str, door: Callable[[Any, Path], Any], value: Any, tmp_path: Path
) -> None:
    del number
    with pytest.raises(ValueError, match=r"must be|is an integer|is not|cannot be|not one of|cannot"):
        door(value, tmp_path)
    assert not list(tmp_path.iterdir()), name


def test_a_number_of_players_is_any_integer() -> None:
    two: Any = np.int64(2)
    env = text.make("PigDice-v0")
    env.reset(num_players=two, seed=7)
    assert env.seed == 7


def test_a_check_takes_any_integer() -> None:
    one: Any = np.int64(1)
    assert croupier.check_game(PIG, games=one, seed=one, fuzz=0) > 0
    with pytest.raises(ConfigError, match="cases must be an integer of at least 1, not True"):
        fuzz_game(PIG, True, 1)


def test_a_count_is_named_with_its_bounds() -> None:
    assert (as_whole(Index(3)), as_whole(3.0), as_whole(None)) == (3, None, None)
    with pytest.raises(ConfigError, match="size must be an integer of at least 1, not 0"):
        checked_count("size", 0)
    with pytest.raises(ConfigError, match="deals must be an integer from 1 to 9, not 10"):
        checked_count("deals", 10, 9)
