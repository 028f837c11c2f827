"""A person at the terminal: prints the observation and the legal actions, and reads an action."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Callable

import numpy as np

from croupier.agents.agent import AgentTraits, Turns
from croupier.agents.names import AgentName
from croupier.core.base.errors import IllegalAction, NotLegalNowError
from croupier.core.base.streams import printable, read_line
from croupier.core.base.types import Actions
from croupier.core.engine.game import State

AskPerson = Callable[[str], str]
"""Prints a prompt and returns a line; raises EOFError if no more lines come."""
TellPerson = Callable[[str], None]
"""Prints a line of text."""
Hint = Callable[[State], str]
"""Words on a state: the value of each legal action, or a link to its position."""

HELP = (
    "Type an action as it is listed. Brackets do not matter, and the first letters are enough if only one action "
    "begins with them. If all actions begin with the same word, leave it out. ? (or h) shows this help, q quits."
)

HINT_HELP = "! (or hint) says what the actions are worth."
LINK_HELP = (
    "# (or link) prints a link to this position, for --position or after a server's address. The cards that you "
    "cannot see are dealt at random in it."
)
CARD_HELP = "? and a name, like ? {example}, says what it does."
WHY_HELP = "why says who won the last trick, and why."


class PlayerLeftError(EOFError):
    """The person has left the game."""


def _ask(prompt: str) -> str:
    """Ask on standard error, so that standard output stays free for results."""
    _say(prompt.rstrip())
    return read_line()


def _say(line: str) -> None:
    if sys.stderr is not None:
        width = shutil.get_terminal_size().columns
        print(printable(wrapped(line, width)), file=sys.stderr, flush=True)  # noqa: T201  # for the person at the terminal


def wrapped(text: str, width: int) -> str:
    """Break lines that are too long for the terminal, but never inside brackets."""
    lines = []
    for line in text.split("\n"):
        glued = re.sub(r"\[[^\[\]]*\]", lambda found: found[0].replace(" ", "\0"), line)
        indent = " " * (len(line) - len(line.lstrip()) + 2)  # continuation lines are indented by two more columns
        parts = textwrap.wrap(
            glued, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        lines += [part.replace("\0", " ") for part in parts] if len(line) > width else [line]
    return "\n".join(lines)


class HumanAgent:
    """A person who types actions."""

    name = "human"
    traits = AgentTraits(asks=True)

    def __init__(
        self, ask: AskPerson = _ask, say: TellPerson = _say, hint: Hint | None = None, link: Hint | None = None
    ) -> None:
        """Set up the person's side of the table.

        Args:
            ask: reads a line.
            say: prints a line.
            hint: gives the value of the legal actions, in words; None for no hints.
            link: gives a link to the position as the seat knows it; None for no links.
        """
        self._ask, self._say, self._hint, self._link = ask, say, hint, link

    def act(self, turns: Turns) -> Actions:
        """Ask row by row; see `Agent.act`.

        Raises:
            EOFError: the input has ended, or (`PlayerLeftError`) the person has left.
        """
        return np.array([self.choose(turns.state(row)) for row in range(len(turns))], dtype=np.int64)

    def choose(self, state: State) -> int:
        """Ask for one action, showing only what the seat to move may see.

        Returns:
            A legal action.

        Raises:
            EOFError: the input has ended, or (`PlayerLeftError`) the person has left.
        """
        table = state.observation_string()
        self._say(table)
        legal = [state.action_to_string(action) for action in state.legal_actions()]
        # some games already list the actions with their meaning
        listed = "" if all(text in table for text in legal) else f": {'  '.join(legal)}"
        more = "" if self._hint is None else "! hint, "
        self._say(f"Your move{listed}   (? help, {more}q quit)")
        while True:
            text = self._ask("> ").strip()
            action = self._read(state, text)
            if action is not None:
                return action

    def _read(self, state: State, text: str) -> int | None:
        """The action that a line names; None after printing what is wrong with it."""
        try:
            return state.string_to_action(text)
        except IllegalAction as error:
            refusal, readable = str(error), _names_an_action(error)
        word = text.casefold()
        if word in ("?", "h", "help"):
            self._help(state)
            return None
        told = _description_of(state, word)
        if told:
            self._say(told)
            return None
        if word in ("!", "hint") and self._hint is not None:
            self._say(self._hint(state))
            return None
        if word in ("#", "link") and self._link is not None:
            self._say(self._link(state))
            return None
        if word in ("q", "quit", "exit"):
            if self._ask("Leave the game unfinished? [y/N] ").strip().casefold() in ("y", "yes"):
                raise PlayerLeftError("the player left the game")
            self._say("The game goes on.")
            return None
        longer = _with_verb(state, text)
        if longer:
            try:
                return state.string_to_action(longer)
            except IllegalAction as error:
                if not readable:  # the error for the typed text says more than one for its completion
                    refusal = str(error)
        fitting = _completions(state, word)
        if len(fitting) == 1:
            return fitting[0]
        if not text:
            refusal = "Nothing was typed; type one of the actions above."
        elif fitting:
            names = ", ".join(state.action_to_string(action) for action in fitting)
            refusal = f"{text!r} fits {names}: type more."
        self._say(refusal)
        return None

    def _help(self, state: State) -> None:
        prompts = state.game.spec.words.prompts
        if prompts is not None:
            self._say(prompts.opening(state, state.current_player()) + "\n")
        words = state.game.spec.words
        more = ((HINT_HELP, self._hint), (LINK_HELP, self._link))
        self._say(" ".join([HELP, *(told for told, there in more if there is not None)]))
        lines = []
        if words.explain is not None:
            lines.append(CARD_HELP.format(example=next(iter(words.explain(state.game).faces))))
        if words.tricks is not None:
            lines.append(WHY_HELP)
        if lines:
            self._say(" ".join(lines))


def make_human(name: AgentName, *_: object) -> HumanAgent:
    """Make the agent ``human``."""
    name.check_bare()
    return HumanAgent()


def _description_of(state: State, word: str) -> str:
    """The answer to ``? card`` or ``why``; empty for anything else."""
    words, table = state.game.spec.words, state.table(state.current_player())
    if word == "why" and words.tricks is not None:
        plays = words.tricks.last(table)
        if plays is None:
            return "No trick is finished yet."
        reason = words.tricks.why(state.game, plays)
        return f"{reason.words} ({reason.rule})"
    if not word.startswith("?") or words.explain is None:
        return ""
    faces, wanted = words.explain(state.game).faces, word[1:].strip("[] ").removeprefix("the ")
    fitting = [face for face in faces if face == wanted] or [face for face in faces if face.startswith(wanted)]
    if len(fitting) == 1:
        return f"{fitting[0]}: {faces[fitting[0]]}"
    if fitting:
        return f"{wanted!r} fits {', '.join(fitting)}: type more."
    return f"There is no {wanted!r} here; these are: {', '.join(faces)}."


def _with_verb(state: State, text: str) -> str:
    """A text with the verb of all legal actions before it; empty if they share none, or the text has it."""
    names = [state.action_to_string(action).strip("[] ") for action in state.legal_actions()]
    verbs = {name.split()[0] for name in names}
    words = text.strip("[] ")
    if not words or len(verbs) > 1 or not all(" " in name for name in names):
        return ""
    verb = verbs.pop()
    return "" if words.split()[0].casefold() == verb.casefold() else f"{verb} {words}"


def _names_an_action(error: IllegalAction) -> bool:
    """Whether a rejected text names an action of the game that is not legal now."""
    return error.__cause__ is None or isinstance(error.__cause__, NotLegalNowError)


def _completions(state: State, word: str) -> list[int]:
    """The legal actions that begin with a word, without brackets, capitals and the actions' verb."""
    # ``3`` is the whole of ``[bid 3]``, even where ``[bid 30]`` is legal too.
    start = word.strip("[] ")
    if not start:
        return []
    fitting = []
    for action in state.legal_actions():
        text = state.action_to_string(action).casefold().strip("[] ")
        names = (text, text.partition(" ")[2])
        if start in names:
            return [action]
        if any(name.startswith(start) for name in names):
            fitting.append(action)
    return fitting
