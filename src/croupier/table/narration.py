"""A table in its game's words: replies, openings, and what a decision led to, told to one person."""

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
    """What a seat is told of its invalid reply, of which it may give so many more in a row without losing."""
    notice = f"Invalid reply: {refusal}."
    if left is None or left < 0:
        return notice
    return f"{notice} {'One more in a row loses' if left == 0 else f'{left + 1} more in a row lose'} the game."


def left_to_win(game: Game, loser: int) -> str:
    """Who wins where a seat has lost by a forfeit."""
    return f"Player {1 - loser} wins" if game.num_players == 2 else "the others share the win"


def events(before: State, action: int, after: State, seat: int | None) -> list[str]:
    """What a decision and the chance events after it look like from a seat.

    The words are those of the game's text environment, which keeps secrets from who may not know them. A game
    without one is silent. None is somebody who may know everything, as when a finished game is replayed.
    """
    prompts = before.game.spec.words.prompts
    if prompts is None:
        return []
    # the table is shown before each decision anyway, but not after the last one
    kinds = ("event", "board") if after.is_terminal() else ("event",)
    tell = partial(all_messages, prompts) if after.is_terminal() else prompts.narrate
    messages = tell(before, action, after)
    return [m.text for m in messages if m.kind in kinds and (seat is None or m.to in (None, seat))]


def narrated(before: State, action: int, after: State, seat: int, mover: str) -> str:
    """A decision and what it led to, on one line, for the person in a seat; empty where the game tells nothing."""
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
    else:  # one of several cards that are put aside: the game tells of the last
        return ""
    return f"{mover} (Player {player}) {said}  {line}".rstrip()


def open_to(state: State, seat: int | None) -> bool:
    """Whether a seat hears what the player to move answers; None hears everything."""
    if seat is None or seat == state.current_player():
        return True
    prompts = state.game.spec.words.prompts
    return prompts is not None and seat in prompts.hearers(state)


def result(state: State) -> str:
    """One line on how a game that is over came out."""
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
    """Whether another seat sees what this one cannot know: then a re-deal for this seat changes the other's view.

    What nobody sees, like the order of a pack, needs no hiding from anybody. People at one screen hand it over
    where something is hidden.
    """
    others = [other for other in range(state.game.num_players) if other != seat]
    views = [state.observation_string(other) for other in others]
    anew = (state.resample_hidden(seat, seed) for seed in range(4))
    return any([one.observation_string(other) for other in others] != views for one in anew)
