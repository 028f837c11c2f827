"""The game in one file of `examples/`: it runs, keeps the contract, is played perfectly, and enters every door."""

import importlib
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from typer.testing import CliRunner

import croupier
from croupier.agents.registry import make_agent
from croupier.cli import app
from croupier.core import ReplyError, key_of
from croupier.core.base.types import Records
from croupier.core.engine.game import Game
from croupier.envs import text
from croupier.table.asking import ask_one
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
    assert check_game(Game(kuhn.SPEC), games=20) > 20


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


def test_the_bot_bets_as_often_as_its_equilibrium_says(kuhn: ModuleType) -> None:
    game = Game(kuhn.SPEC)
    bot = make_agent("bot:33", game)
    states = [game.position("kuhn-poker cards=1,3", seed) for seed in range(600)]
    share = np.mean([ask_one(bot, state) == kuhn.BET for state in states])
    assert share == pytest.approx(0.33, abs=0.08)
    for cards, always in (("1,3", kuhn.BET), ("2,1", kuhn.PASS)):
        after_a_bet = [game.position(f"kuhn-poker cards={cards} said=2,0,0", seed) for seed in range(40)]
        assert {ask_one(bot, state) for state in after_a_bet} == {always}


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


def test_a_model_plays_it_by_text(registered: ModuleType) -> None:
    assert registered.SPEC.words.prompts is not None
    env = text.TextEnv(croupier.make("kuhn-poker"))
    env.reset(num_players=2, seed=2)
    replies: list[str] = []
    done = False
    while not done:
        mover, prompt = env.get_observation()
        assert "Kuhn poker" in prompt
        replies.append(f"Player {mover} says: [BET]")
        done, _ = env.step(replies[-1])
    assert len(replies) == 2
    assert env.close()[0] == {0: -2.0, 1: 2.0}


def test_a_learners_environment_takes_it(registered: ModuleType) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from croupier.envs.gymnasium import CroupierEnv

    env: Any = CroupierEnv(croupier.make("kuhn-poker"), opponents="bot")
    check_env(env, skip_render_check=True)
    assert isinstance(env.action_space, gymnasium.spaces.Discrete)
    assert registered.SPEC.spaces.num_players({}) == 2


def test_worlds_keep_the_cards_that_were_shown(kuhn: ModuleType) -> None:
    game = Game(kuhn.SPEC)
    compared, folded = (
        game.position("kuhn-poker cards=2,3 said=2,2,0"),
        game.position("kuhn-poker cards=2,3 said=2,1,0"),
    )
    assert {compared.resample_hidden(0, seed).position() for seed in range(20)} == {compared.position()}
    assert len({folded.resample_hidden(0, seed).position() for seed in range(20)}) == 2


def test_nobody_has_a_card_before_the_deal(kuhn: ModuleType) -> None:
    records, seen = Game(kuhn.SPEC).new_records(), np.ones(9, dtype=np.float32)
    kuhn.setup(records[0], np.zeros(0, dtype=np.int64))
    kuhn.observe(records[0], 0, seen)
    assert not seen.any()
    kuhn.redeal(records[0], 0, np.zeros(1, dtype=np.uint64), 0)
    assert records[0]["cards"].tolist() == [0, 0]


def test_what_it_says_has_keys(kuhn: ModuleType) -> None:
    state, prompts = Game(kuhn.SPEC).new_initial_state(2), kuhn.SPEC.words.prompts
    assert key_of(prompts.opening(state, 0)) == "kuhn-poker.opening"
    before = state.clone()
    state.apply_action(kuhn.BET)
    told = [key_of(message.text) for message in prompts.narrate(before, kuhn.BET, state)]
    assert told == ["kuhn-poker.bets"]
    with pytest.raises(ReplyError) as caught:
        prompts.read(state, "no idea", strict=False)
    assert key_of(str(caught.value)) == "kuhn-poker.reply"
