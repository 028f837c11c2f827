"""The game in one file of `examples/`: it runs, keeps the contract, and is played perfectly."""

import importlib
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt
import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app
from croupier.core.base.types import Records
from croupier.core.engine.game import Game
from croupier.testing.checks import check_game

EXAMPLES = Path(__file__).parents[1] / "examples"
VALUE = -1 / 18
"""What the first player wins in perfect play (Kuhn 1950)."""


@pytest.fixture
def kuhn(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("kuhn_poker")


def test_it_plays_a_game_that_is_told() -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / "kuhn_poker.py"), "2"],
        check=False, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == [
        "Player 0 sees: Your card: queen. Said so far: nothing.",
        "Player 0 passes.",
        "Player 1 sees: Your card: king. Said so far: [pass].",
        "Player 1 bets.",
        "Player 0 sees: Your card: queen. Said so far: [pass], [bet].",
        "Player 0 passes.",
        "Player 1 wins 1.",
    ]


def test_it_keeps_the_contract(kuhn: ModuleType) -> None:
    assert check_game(Game(kuhn.SPEC), games=12, fuzz=60) > 20


def value(kuhn: ModuleType, records: Records, bets: npt.NDArray[np.float64]) -> float:
    """What the first player wins on average from a position on, if both bet with these probabilities."""
    s = records[0]
    if s["player"] == kuhn.TERMINAL:
        out = np.zeros(2, dtype=np.float32)
        kuhn.returns(s, out)
        return float(out[0])
    if s["player"] == kuhn.CHANCE:
        return float(np.mean([value(kuhn, dealt(kuhn, records, k), bets) for k in range(len(kuhn.DEALS))]))
    said = s["said"].tolist()
    situation = {(0, 0): 0, (1, 0): 1, (2, 0): 2, (1, 2): 3}[said[0], said[1]]
    share = bets[situation, s["cards"][s["player"]] - 1]
    branches = [records.copy() for _ in range(2)]
    for action, after in enumerate(branches):
        kuhn.play(after[0], action)
    return float(
        sum(p * value(kuhn, after, bets) for p, after in zip((1 - share, share), branches, strict=True) if p)
    )


def dealt(kuhn: ModuleType, records: Records, outcome: int) -> Records:
    after = records.copy()
    kuhn.play_outcome(after[0], outcome)
    return after


@pytest.mark.parametrize("bluff", [0.0, 0.2, 0.33])
def test_nobody_wins_more_against_the_bot_than_the_game_is_worth(kuhn: ModuleType, bluff: float) -> None:
    start, own = Game(kuhn.SPEC).new_records(), kuhn.equilibrium(bluff)
    assert value(kuhn, start, own) == pytest.approx(VALUE)
    for seat, rows in ((0, (0, 3)), (1, (1, 2))):
        found = []
        for choices in itertools.product((0.0, 1.0), repeat=6):
            bets = own.copy()
            bets[list(rows)] = np.reshape(choices, (2, 3))
            found.append(value(kuhn, start, bets) * (1 - 2 * seat))
        assert len(found) == 64
        assert max(found) == pytest.approx(VALUE * (1 - 2 * seat))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ("cards=1,1", "the cards are"),
        ("cards=1,4", "cards=A,B"),
        ("cards=1,0", "the cards are"),
        ("said=1,0,0", "before the deal"),
        ("cards=1,2 said=0,1,0", "no game has the answers"),
        ("cards=1", "cards=A,B"),
        ("deck=-", "cards=A,B"),
    ],
)
def test_positions_that_no_game_comes_to_are_refused(kuhn: ModuleType, fields: str, why: str) -> None:
    with pytest.raises(croupier.PositionError, match=why):
        Game(kuhn.SPEC).position(f"kuhn-poker {fields}")


@pytest.fixture
def registered(kuhn: ModuleType, outside: dict[str, str]) -> ModuleType:
    """The game by the entry point that its first lines name."""
    outside["kuhn-poker"] = "kuhn_poker:SPEC"
    assert croupier.make("kuhn-poker").spec is kuhn.SPEC
    return kuhn


def test_it_is_played_at_the_terminal_and_in_the_arena(registered: ModuleType) -> None:
    assert registered.SPEC.name == "kuhn-poker"
    said = CliRunner().invoke(app, ["play", "kuhn-poker", "--vs", "bot", "--seed", "2"], input="pass\npass\n")
    assert said.exit_code == 0, said.output
    assert "Player 1 wins 1." in said.output
    arena = CliRunner().invoke(app, ["arena", "kuhn-poker", "bot", "random", "--deals", "50", "--json"])
    assert arena.exit_code == 0, arena.output
    agents = {each["agent"]: each for each in json.loads(arena.stdout)["agents"]}
    assert agents.keys() == {"bot", "random"}
