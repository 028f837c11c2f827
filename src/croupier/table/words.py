"""A table in its game's words: replies, openings, and what a decision led to."""

from __future__ import annotations

from croupier.core.base.errors import IllegalAction, NotLegalNowError
from croupier.core.engine.game import Game
from croupier.core.engine.state import State
from croupier.core.spec.prompts import Message, ReplyError, table_shown


def openings(state: State) -> list[Message]:
    """What each seat is told first; of a game that is over already, how it came out."""
    prompts = state.game.spec.words.prompts
    if prompts is None:
        return []
    if state.is_terminal():
        return [Message(prompts.outcome(state))]
    return [Message(prompts.opening(state, seat), "prompt", to=seat) for seat in range(state.game.num_players)]


def read(state: State, reply: str, *, strict: bool) -> int:
    """The legal action that a reply names, by the game's prompts where it has some."""
    prompts = state.game.spec.words.prompts
    try:
        action = state.string_to_action(reply) if prompts is None else prompts.read(state, reply, strict=strict)
    except IllegalAction as error:  # of a text that is no action at all it says so by its cause
        illegal = error.__cause__ is None or isinstance(error.__cause__, NotLegalNowError)
        raise ReplyError(str(error), "illegal" if illegal else "unparsable") from error
    if not state.legal_actions_mask()[action]:
        raise ReplyError(f"{state.action_to_string(action)} is not legal now", "illegal")
    return action


def heard(state: State, seat: int, said: str) -> list[Message]:
    """An answer, passed on to those who may hear it."""
    prompts = state.game.spec.words.prompts
    if prompts is None:
        return []
    hearers = prompts.hearers(state)
    if len(hearers) == state.game.num_players:
        return [Message(said, "reply", sender=seat)]
    return [Message(said, "reply", to=hearer, sender=seat) for hearer in hearers]


def told(before: State, action: int, after: State, *, boards: bool) -> list[Message]:
    """What a decision has led to."""
    prompts = before.game.spec.words.prompts
    if prompts is None:
        return []
    shown = table_shown(prompts, before, after) if boards else ()
    outcome = [Message(prompts.outcome(after))] if after.is_terminal() else []
    return [*prompts.narrate(before, action, after), *shown, *outcome]


def invalid_notice(refusal: str, left: int | None) -> str:
    """What a seat is told of its invalid reply.

    Args:
        left: how many more in a row it may give without losing; None where that costs nothing.
    """
    notice = f"Invalid reply: {refusal}."
    if left is None or left < 0:
        return notice
    return f"{notice} {'One more in a row loses' if left == 0 else f'{left + 1} more in a row lose'} the game."


def left_to_win(game: Game, loser: int) -> str:
    """Who wins where a seat has lost by a forfeit."""
    return f"Player {1 - loser} wins" if game.num_players == 2 else "the others share the win"
