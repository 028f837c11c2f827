"""A table in its game's words: replies, openings, and the results of decisions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from croupier.core.base.errors import IllegalAction, NotLegalNowError
from croupier.core.base.sentence import joined
from croupier.core.spec.prompts import Message, ReplyError, TerminalWords, all_messages, table_shown
from croupier.table.english import say

if TYPE_CHECKING:
    from croupier.core.engine.game import Game, State


def openings(state: State) -> list[Message]:
    """The first messages to each seat; if the game is over, its result."""
    prompts = state.game.spec.words.prompts
    if prompts is None:
        return []
    if state.is_terminal():
        return [Message(prompts.outcome(state))]
    return [Message(prompts.opening(state, seat), "prompt", to=seat) for seat in range(state.game.num_players)]


def read(state: State, reply: str, *, strict: bool) -> int:
    """The legal action that a reply names, read by the game's prompts if it has some."""
    prompts = state.game.spec.words.prompts
    try:
        action = state.string_to_action(reply) if prompts is None else prompts.read(state, reply, strict=strict)
    except IllegalAction as error:  # the cause shows if the text is no action at all
        illegal = error.__cause__ is None or isinstance(error.__cause__, NotLegalNowError)
        raise ReplyError(str(error), "illegal" if illegal else "unparsable") from error
    if not state.legal_actions_mask()[action]:
        raise ReplyError(f"{state.action_to_string(action)} is not legal now", "illegal")
    return action


def heard(state: State, seat: int, said: str) -> list[Message]:
    """Messages that pass an answer on to the seats that may hear it."""
    prompts = state.game.spec.words.prompts
    if prompts is None:
        return []
    hearers = prompts.hearers(state)
    if len(hearers) == state.game.num_players:
        return [Message(said, "reply", sender=seat)]
    return [Message(said, "reply", to=hearer, sender=seat) for hearer in hearers]


def told(before: State, action: int, after: State, *, boards: bool) -> list[Message]:
    """Messages about the results of a decision."""
    prompts = before.game.spec.words.prompts
    if prompts is None:
        return []
    shown = table_shown(prompts, before, after) if boards else ()
    outcome = [Message(prompts.outcome(after))] if after.is_terminal() else []
    return [*prompts.narrate(before, action, after), *shown, *outcome]


def invalid_notice(refusal: str, left: int | None) -> str:
    """The message to a seat about its invalid reply, with the number of further ones that lose the game."""
    notice = f"Invalid reply: {refusal}."
    if left is None or left < 0:
        return notice
    return f"{notice} {'One more in a row loses' if left == 0 else f'{left + 1} more in a row lose'} the game."


def left_to_win(game: Game, loser: int) -> str:
    """Who wins if a seat forfeits."""
    return f"Player {1 - loser} wins" if game.num_players == 2 else "the others share the win"


def events(before: State, action: int, after: State, seat: int | None) -> list[str]:
    """A decision and the chance events after it, as one seat sees them; None sees everything, as in a replay."""
    # The words are those of the game's text environment, which hides secrets from other seats. A game without one
    # gives no words.
    prompts = before.game.spec.words.prompts
    if prompts is None:
        return []
    # the table is shown before each decision, but not after the last one
    kinds = ("event", "board") if after.is_terminal() else ("event",)
    tell = partial(all_messages, prompts) if after.is_terminal() else prompts.narrate
    messages = tell(before, action, after)
    return [m.text for m in messages if m.kind in kinds and (seat is None or m.to in (None, seat))]


def narrated(before: State, action: int, after: State, seat: int, mover: str) -> str:
    """A decision and its results on one line, for the person in a seat; empty if the game says nothing."""
    prompts: object = before.game.spec.words.prompts
    if isinstance(prompts, TerminalWords):
        return joined(" ", prompts.tell(before, action, after, seat))
    line = joined("  ", events(before, action, after, seat))
    player = before.current_player()
    if player == seat:
        return line
    if open_to(before, seat):
        said = before.action_to_string(action)
    elif line or prompts is None:
        said = "has moved"
    else:  # one of several cards put aside; the game reports the last one
        return ""
    return f"{mover} (Player {player}) {said}  {line}".rstrip()


def open_to(state: State, seat: int | None) -> bool:
    """Whether a seat hears the answers of the player to move; None hears everything."""
    if seat is None or seat == state.current_player():
        return True
    prompts = state.game.spec.words.prompts
    return prompts is not None and seat in prompts.hearers(state)


def result(state: State) -> str:
    """The result of a finished game, on one line."""
    prompts = state.game.spec.words.prompts
    if prompts is not None:
        return prompts.outcome(state)
    returns = [float(value) for value in state.returns()]
    points = ", ".join(f"{value:g}" for value in state.points())
    first = [str(seat) for seat, value in enumerate(returns) if value == max(returns)]
    if len(first) == 1:
        return say("wins", seat=first[0], points=points)
    return say("shared", seats=joined(say("and"), first), points=points)


def hides(state: State, seat: int) -> bool:
    """Whether another seat sees what this one cannot know, so that a re-deal for this seat changes its view."""
    # Things that nobody sees, like the order of a pack, do not count. People who share a screen hand it over if
    # something is hidden.
    others = [other for other in range(state.game.num_players) if other != seat]
    views = [state.observation_string(other) for other in others]
    anew = (state.resample_hidden(seat, seed) for seed in range(4))
    return any([one.observation_string(other) for other in others] != views for one in anew)
