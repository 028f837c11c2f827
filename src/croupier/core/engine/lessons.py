"""Lessons played through: the position at each step of a guided first round, and the moves that follow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.core.base.errors import ConfigError, IllegalAction, PositionError
from croupier.core.engine.game import State
from croupier.core.engine.making import split_position
from croupier.core.spec.spec import GameSpec
from croupier.core.spec.teaching import Lesson, LessonStep


@dataclass(frozen=True)
class LessonMove:
    """A decision of a lesson, by the learner or another player."""

    before: State
    action: int
    after: State


@dataclass(frozen=True)
class LessonStop:
    """A step of a lesson, with its text and question, at its position."""

    step: LessonStep
    state: State
    moves: tuple[LessonMove, ...]  # the moves that follow, the learner's answer first


def lesson_stops(spec: GameSpec, lesson: Lesson) -> tuple[LessonStop, ...]:
    """Play a lesson; raises ConfigError if its position or a move is impossible."""
    try:
        state = split_position(spec, lesson.start)[0].position(lesson.start, lesson.seed)
    except PositionError as error:
        raise ConfigError(f"the lesson of {spec.name} begins at no position: {error}") from error
    stops = []
    for number, step in enumerate(lesson.steps, 1):
        moves = tuple(_moves(state, lesson, step, number))
        stops.append(LessonStop(step, state, moves))
        state = moves[-1].after if moves else state
    return tuple(stops)


def _moves(state: State, lesson: Lesson, step: LessonStep, number: int) -> Iterable[LessonMove]:
    texts = [*([step.asks] if step.asks else []), *step.then]
    for place, text in enumerate(texts):
        learners = bool(step.asks) and place == 0
        if (state.current_player() == lesson.seat) != learners:
            raise ConfigError(
                f"step {number} of the lesson of {state.game.name}: it is not the turn of who plays {text!r}"
            )
        before, state = state, state.clone()
        try:
            action = state.string_to_action(text)
            state.apply_action(action)
        except IllegalAction as error:
            why = str(error)
            raise ConfigError(f"step {number} of the lesson of {state.game.name}: {why}") from error
        yield LessonMove(before, action, state)
