"""Check what teaches people a game: texts of cards, why tricks are won, and the guided first round."""

from __future__ import annotations

from croupier.core.base.errors import CheckError, ConfigError, PositionError
from croupier.core.engine.game import Game
from croupier.core.engine.lessons import LessonStop, lesson_stops
from croupier.core.engine.state import State
from croupier.core.engine.view import cards_in
from croupier.core.spec.spec import GameSpec
from croupier.core.spec.teaching import PLACES, Lesson
from croupier.testing.check_failure import fail, require

MOST_SAID = 400
"""Characters that a step of a lesson may say at once."""


def check_lesson(spec: GameSpec) -> None:
    """Check that a game's lesson can be played, and that whatever it points to is there."""
    if spec.lesson is None:
        return
    lesson = spec.lesson()
    try:
        stops = lesson_stops(spec, lesson)
    except ConfigError as error:
        raise CheckError(str(error)) from error
    if not stops or not lesson.title or lesson.minutes < 1:
        raise CheckError(f"the lesson of {spec.name} has no steps, no title, or takes no time")
    seats = stops[0].state.game.num_players
    if len(lesson.names) != seats or not 0 <= lesson.seat < seats:
        raise CheckError(
            f"the lesson of {spec.name} has {seats} seats, {len(lesson.names)} names, seat {lesson.seat}"
        )
    for number, stop in enumerate(stops, 1):
        fault = _fault(lesson, stop)
        if fault:
            raise CheckError(f"step {number} of the lesson of {spec.name} {fault}")


def _fault(lesson: Lesson, stop: LessonStop) -> str:
    """What is wrong with a step; empty for nothing."""
    step, view = stop.step, stop.state.view(lesson.seat)
    place, colon, which = step.look.partition(":")
    if not step.says or len(step.says) > MOST_SAID:
        return f"says {len(step.says)} characters; it must be 1 to {MOST_SAID}"
    if bool(step.asks) != bool(step.unless):
        return "asks for something and has nothing to say to who does something else, or the other way round"
    if step.look and (place not in PLACES or bool(colon) != (place == "card")):
        return f"looks at {step.look!r}, which is no place of a table"
    if place == "card" and which not in cards_in(stop.state.game.spec.view.SCHEMA, view["table"]):
        return f"looks at the card {which!r}, which the learner does not see"
    return ""


class WordsCheck:
    """Checks at each position that what is seen there is explained."""

    def __init__(self, game: Game) -> None:
        """Ask the game for its texts once."""
        words = game.spec.words
        explained = None if words.explain is None else words.explain(game)
        self._faces = {} if explained is None else explained.faces
        self._explains, self._tricks = explained is not None, words.tricks
        self._told: object = None
        ranks = () if explained is None else explained.order
        unknown = [face for rank in ranks for face in rank.faces if face not in self._faces]
        if unknown:
            raise CheckError(f"the order of the cards of {game.name} names {unknown[0]!r}, which has no text")

    def node(self, state: State) -> None:
        """Check the cards that the player to move sees, and the last trick."""
        table = state.table(state.current_player())
        for name in cards_in(state.game.spec.view.SCHEMA, table) if self._explains else ():
            require(self._faces.get(name), f"a view names the card {name!r}, and nothing says what it does", state)
        plays = None if self._tricks is None else self._tricks.last(table)
        if self._tricks is None or plays is None or plays == self._told:
            return
        self._told = plays
        try:
            reason = self._tricks.why(state.game, plays)
        except PositionError as error:
            fail(f"the last trick is said to be none: {error}", state)
        seats = {each["seat"] for each in plays}
        require(reason.winner is None or reason.winner in seats, f"{reason.winner} is said to have won", state)
        require(reason.words and reason.rule, "the last trick has no reason, or no rule", state)
