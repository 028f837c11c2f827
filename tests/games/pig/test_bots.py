"""The named players of Pig: hold at N, optimal."""

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import agent_names, make_agent
from croupier.core.base.errors import ConfigError
from croupier.games.pig.rules import HOLD, ROLL

pig = croupier.make("pig", max_turns=20)


def choice(name: str, fields: str) -> int:
    """What a bot does in a position."""
    state = pig.position(f"pig max_turns=20 {fields}")
    return int(make_agent(name, pig).act(Turns(pig, state.records, np.zeros(1, dtype=np.uint64)))[0])


@pytest.mark.parametrize(("name", "number"), [("bot", 20), ("bot:hold-1", 1), ("bot:hold-25", 25)])
def test_hold_at_n_rolls_until_n_and_then_holds(name: str, number: int) -> None:
    for total in range(40):
        expected = HOLD if total >= number else ROLL
        assert choice(name, f"scores=10,0 total={total}") == expected
        assert choice(name, f"scores=0,50 turn=1 total={total}") == expected


def test_hold_at_n_holds_as_soon_as_that_wins() -> None:
    assert choice("bot:hold-25", "scores=90,0 total=9") == ROLL
    assert choice("bot:hold-25", "scores=90,0 total=10") == HOLD
    assert choice("bot:hold-25", "scores=10,90 turn=1 total=10") == HOLD


def test_optimal_play_holds_as_soon_as_that_wins() -> None:
    assert choice("optimal", "scores=80,99 total=20") == HOLD
    assert choice("optimal", "scores=80,99 total=19") == ROLL


def test_optimal_play_in_the_last_turn_does_what_wins() -> None:
    # the last turn: behind by 13, so 12 is not enough and 14 wins at once; even at 13 a roll may win it
    assert choice("optimal", "scores=60,47 turn=1 total=12 turns=19") == ROLL
    assert choice("optimal", "scores=60,47 turn=1 total=14 turns=19") == HOLD
    # ahead before the roll: there is nothing to gain, and nothing to lose
    assert choice("optimal", "scores=40,47 turn=1 total=5 turns=19") in (ROLL, HOLD)


@pytest.mark.parametrize(
    "argument", ["20", "hold", "hold-", "hold-0", "hold--3", "hold-x", "hold-1000000", "roll-3"]
)
def test_other_bots_are_refused(argument: str) -> None:
    with pytest.raises(ConfigError, match=r"pig has no bot .*; bots are bot:hold-N, N >= 1, like bot:hold-20"):
        make_agent(f"bot:{argument}", pig)


def test_optimal_takes_nothing_behind_a_colon() -> None:
    with pytest.raises(ConfigError, match="optimal takes nothing behind a colon, not 'x'"):
        make_agent("optimal:x", pig)


def test_unknown_agents_are_refused_with_the_near_names() -> None:
    with pytest.raises(ConfigError, match="unknown agent for pig 'optimum'; did you mean optimal"):
        make_agent("optimum", pig)


def test_the_example_of_each_bot_is_one() -> None:
    for name, entry in pig.spec.bots.items():
        assert agent_names(pig)[name] == (entry.help, entry.example)
        assert make_agent(entry.example, pig).name == entry.example
