"""People and programs at the classic terminal; what it shows to the letter is tested with its command."""

import random
from collections.abc import Mapping

import pytest

import croupier
from croupier.core.base.errors import ConfigError, IllegalAction, PositionError
from croupier.core.base.types import Records
from croupier.core.engine.game import State
from croupier.core.spec.spec import ClassicAgent
from croupier.games.spite_malice.classic import ClassicGame
from croupier.games.spite_malice.classic.terminal import board, play_terminal
from croupier.games.spite_malice.seated import CLASSIC
from croupier.games.spite_malice.state import PASS

engine = croupier.make("spite-malice", max_turns=6)


def last_legal(records: Records, ply: int) -> int:
    del ply
    return State(engine, records, records["player"].astype("uint64"), 0, "", []).legal_actions()[-1]


def nobody() -> str:
    raise EOFError


def shown(programs: Mapping[int, ClassicAgent], state: State | None, seed: int) -> list[str]:
    lines: list[str] = []
    CLASSIC.begin(engine.options, None if state is None else state.records, seed)(nobody, lines.append, programs)
    return lines


def test_programs_get_records_of_the_classic_game_and_play_it_to_its_end() -> None:
    lines: list[str] = []
    game = ClassicGame(random.Random(4), maxTurns=6)  # noqa: S311
    play_terminal(game, nobody, lines.append, dict.fromkeys("AB", lambda classic, _: classic.legalActions()[-1]))
    both = ClassicAgent("last", last_legal)
    assert shown({0: both, 1: both}, None, 4) == lines
    assert lines[-1] == "Nobody wins: 6 turns are the limit"


def test_a_game_goes_on_from_a_position_and_a_seat_without_program_is_asked() -> None:
    state = engine.position("spite-malice max_turns=6 turn=1 hands=12/34 goals=5/67 piles=0,-,-,- shoe=89")
    lines: list[str] = []
    with pytest.raises(EOFError):
        CLASSIC.begin(engine.options, state.records, 1)(
            nobody, lines.append, {0: ClassicAgent("last", last_legal)}
        )
    assert lines[1] == "PlayerA Hand [[1][2]]"
    assert lines[-1] == "PlayerB, choose action: p (play) or x (discard/end turn)"
    assert CLASSIC.players == ("PlayerA", "PlayerB")
    assert len(lines) == len(board(ClassicGame(random.Random(1)).position())) + 1  # noqa: S311


def test_sm_12_a_program_that_breaks_a_rule_is_named() -> None:
    with pytest.raises(IllegalAction, match="agent 'cheat': SM-12: passing takes") as error:
        shown(dict.fromkeys((0, 1), ClassicAgent("cheat", lambda records, _made: PASS * len(records))), None, 4)
    assert error.value.action == PASS
    assert PASS not in error.value.legal


def test_sm_2_only_goal_piles_of_fifteen_are_dealt() -> None:
    CLASSIC.check(engine.options, True)
    small = croupier.make("spite-malice", goal_size=3).options
    CLASSIC.check(small, False)
    with pytest.raises(ConfigError, match=r"deals goal piles of 15 cards \(SM-2\), so goal_size cannot be 3"):
        CLASSIC.check(small, True)


def test_a_game_that_is_over_is_not_played_on() -> None:
    over = engine.position("spite-malice max_turns=6 hands=5/6 goals=-/7")
    with pytest.raises(PositionError, match="the game is over in this position"):
        CLASSIC.begin(engine.options, over.records, 1)
