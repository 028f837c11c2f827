"""The two forms of a game at some moment: words need no record, and a record alone makes a position."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.engine.game import Game, State
from croupier.core.engine.record_position import RecordPosition
from croupier.core.spec.position import Position
from croupier.core.spec.prompts import TerminalWords, all_messages
from croupier.core.spec.spec import CHANCE
from tests.amounts import daily
from tests.toy import SPEC as TOY

FORMS = [name for name in dir(Position) if not name.startswith("_")]
GAMES = [
    croupier.make("pig", winning_score=30),
    croupier.make("spite-malice", max_turns=60),
    croupier.make("skull-king", players=3, loot=True, kraken=True, whale=True),
    Game(TOY, players=3),
]


class PositionAlone:
    """A position that has what `Position` says and nothing else."""

    def __init__(self, position: Position) -> None:
        self._given = position

    def __getattr__(self, name: str) -> Any:
        assert name in FORMS, f"words ask for {name}, which no position has"
        found = getattr(self._given, name)
        return (lambda action: PositionAlone(found(action))) if name == "played" else found


def steps(game: Game, seed: int) -> Iterator[tuple[State, int, State]]:
    """A random game."""
    state, rng = game.new_initial_state(seed), np.random.default_rng(seed)
    while not state.is_terminal():
        before, action = state.clone(), int(rng.choice(state.legal_actions()))
        state.apply_action(action)
        yield before, action, state.clone()


def words(before: Any, action: int, after: Any) -> list[object]:
    """All that a game says of a decision."""
    spoken, prompts = before.game.spec.words, before.game.spec.words.prompts
    texts = [spoken.text.action_to_string(before, each) for each in before.legal_actions()]
    terminal: object = prompts
    return [
        texts,
        [spoken.text.string_to_action(before, each) for each in texts],
        prompts.read(before, texts[0], strict=True),
        [prompts.opening(before, seat) for seat in range(before.game.num_players)],
        list(prompts.hearers(before)),
        prompts.board(before),
        all_messages(prompts, before, action, after),
        terminal.tell(before, action, after, 0) if isinstance(terminal, TerminalWords) else None,
        spoken.ended_round(before, action, after),
        prompts.outcome(after) if after.is_terminal() else None,
    ]


@pytest.mark.parametrize("game", daily(GAMES, 2), ids=lambda game: game.name)
def test_words_say_the_same_of_a_state_of_a_record_and_of_a_position_alone(game: Game) -> None:
    for before, action, after in steps(game, 3):
        said = words(before, action, after)
        assert words(PositionAlone(before), action, PositionAlone(after)) == said
        assert words(RecordPosition(game, before.records), action, RecordPosition(game, after.records)) == said


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_record_alone_shows_what_the_state_shows(game: Game) -> None:
    for state, *_ in steps(game, 4):
        alone = RecordPosition(game, state.records)
        assert (alone.current_player(), alone.phase) == (state.current_player(), state.phase)
        assert (alone.is_terminal(), alone.legal_actions()) == (False, state.legal_actions())
        for seat in (*range(game.num_players), None):
            assert alone.view(seat) == state.view(seat)
            assert alone.table(seat) == state.table(seat) == state.view(seat)["table"]


def test_a_position_after_a_decision_stands_before_the_random_event() -> None:
    state = croupier.make("pig").new_initial_state(1)
    rolled = state.played(0)
    assert rolled.current_player() == rolled.records[0]["player"] == CHANCE
    assert rolled.legal_actions() == []
    assert state.current_player() == 0
    held = state.played(1)
    assert held.current_player() == 1


def test_a_table_is_never_that_of_an_earlier_record() -> None:
    state = croupier.make("pig").new_initial_state(1)
    assert state.table(0)["scores"] == [0, 0]
    state.records[0]["scores"][1] = 7
    assert state.table(0)["scores"] == [0, 7]


def test_a_view_is_the_callers_own() -> None:
    state = croupier.make("skull-king", players=3).new_initial_state(1)
    text, view = state.observation_string(1), state.view(1)
    view["table"]["hand"].clear()
    view["table"]["seats"][0]["score"] = 99
    assert state.observation_string(1) == text
    assert len(state.table(1)["hand"]) == 1
