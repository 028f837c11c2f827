"""Worth of ability decisions in recorded games, against a computation by single states."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.engine.game import State
from croupier.measure.costs.ability_choices import ALL, ability_gains
from croupier.measure.play.record import record_games
from croupier.replays import read_games
from croupier.table.asking import ask_one

GAME = croupier.make("skull-king", players=3, schedule="fives")
BOT = make_agent("bot", GAME)


def recorded(folder: Path, *names: str, games: int = 3) -> list[Mapping[str, Any]]:
    path = folder / "games.jsonl"
    record_games(GAME, [make_agent(name, GAME) for name in names], games, 5, path)
    return list(read_games(path))


def points(state: State, action: int, seat: int) -> float:
    """What a seat comes to if this is played, and then `bot` decides for everybody."""
    then = state.clone()
    then.apply_action(action)
    while not then.is_terminal():
        then.apply_action(ask_one(BOT, then))
    return float(then.points()[seat])


def test_gains_are_those_of_playing_both_choices_on_at_the_same_table(tmp_path: Path) -> None:
    games = recorded(tmp_path, "random", "bot", "bot:simple")
    gained: dict[str, list[float]] = {name: [0.0] * len(games) for name in games[0]["agents"]}
    counts: dict[str, list[int]] = {name: [0, 0] for name in gained}
    for number, data in enumerate(games):
        state = GAME.new_initial_state(data["seed"])
        for action in data["actions"]:
            seat, legal = state.current_player(), state.legal_actions()
            if state.phase.startswith("ABILITY") and len(legal) > 1:
                name, other = data["agents"][seat], ask_one(BOT, state)
                counts[name][0] += 1
                counts[name][1] += other != action
                if other != action:
                    gained[name][number] += points(state, action, seat) - points(state, other, seat)
            state.apply_action(action)
    found = ability_gains(games)
    assert set(found) == {name for name, (decisions, _) in counts.items() if decisions}
    for name, row in found.items():
        assert [row[ALL]["decisions"], row[ALL]["differing"]] == counts[name]
        assert row[ALL]["points_a_game"]["mean"] == pytest.approx(np.mean(gained[name]))
        assert sum(each["decisions"] for ability, each in row.items() if ability != ALL) == counts[name][0]
        parts = [each["points_a_game"]["mean"] for ability, each in row.items() if ability != ALL]
        assert sum(parts) == pytest.approx(row[ALL]["points_a_game"]["mean"])
    assert counts["random"][1] > 2
    assert found["random"][ALL]["points_a_game"]["mean"] != 0
