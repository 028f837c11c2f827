"""Interface of a game's modules text.py and spoken.py: prompts, reading of replies, tools, other words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:  # so that help, which shows no game, loads no numpy
    from croupier.core.spec.position import GameShape, Position


MessageKind = Literal["prompt", "reply", "event", "board", "notice"]
"""Kinds of messages: the opening, a player's raw reply, an event, the table shown again, or a notice to one player
about the form of its reply."""
ReplyFault = Literal[
    "", "unparsable", "several", "illegal", "truncated", "filtered", "refused",
    "hung", "flooded", "died", "out-of-turn",
]  # fmt: skip
"""What is wrong with a reply.

It names no action of the game (``unparsable``), more than one (``several``), or one that is not legal now
(``illegal``). It was cut off (``truncated``) or withheld by the endpoint's filter (``filtered``), or the model
declined to answer (``refused``). The others are faults of programs. Empty if nothing is wrong.
"""


class ReplyError(ValueError):
    """A reply names no legal action; the message gives the reason to its player.

    Attributes:
        fault: the kind of fault.
    """

    def __init__(self, message: str, fault: ReplyFault = "unparsable") -> None:
        super().__init__(message)
        self.fault: ReplyFault = fault


@dataclass(frozen=True)
class Message:
    """A message from the game or a player, to one seat or to all.

    Attributes:
        text: one line or more.
        kind: kind of message.
        to: the seat that gets it; None for everyone.
        sender: the seat that sent it; None for the game.
    """

    text: str
    kind: MessageKind = "event"
    to: int | None = None
    sender: int | None = None

    def __str__(self) -> str:
        """The message as shown: ``[GAME] `` or ``[Player p] `` before its first line."""
        return f"[GAME] {self.text}" if self.sender is None else f"[Player {self.sender}] {self.text}"


@dataclass(frozen=True)
class Names:
    """Words of a game that are relabelled, so that a language model cannot recognise the game by them."""

    old: tuple[str, ...]  # the words, in small letters; plurals in -s change with them
    # replacements, single words in small letters with different short names, at least as many as `old`. Words of
    # one role in the rules, like suits, are permuted
    new: tuple[str, ...]
    # short names in small letters by the old word, like ``esc``; those of new words are their first three letters
    short: Mapping[str, str] = field(default_factory=dict)
    numbered: bool = False  # whether a first letter before a number is a short name too, like ``g7``


class GamePrompts(Protocol):
    """The functions of a game's prompts. They change nothing; `TextEnv` handles turns and errors.

    The module may also have ``shown(before, after)``: messages of the kind ``board`` that show the table after a
    decision in the game's own way, each to one seat or to all; none if nobody needs the table again.
    """

    def opening(self, position: Position, seat: int) -> str:
        """Opening message to a seat: rules, table, possible answers. A paragraph is one line."""
        ...

    def read(self, position: Position, reply: str, *, strict: bool) -> int:
        """The action that a reply of the player to move names.

        Args:
            position: a decision.
            reply: the whole reply.
            strict: reject a reply that names more than one action, instead of taking the first.

        Raises:
            ReplyError: it names none, or (strict) several.
        """
        ...

    def hearers(self, position: Position) -> Sequence[int]:
        """The seats that get the raw reply of the player to move, including that player.

        A reply to a secret question (a bid) goes only to its own seat; `narrate` reveals it later.
        """
        ...

    def narrate(self, before: Position, action: int, after: Position) -> Sequence[Message]:
        """The results of an action, including chance events, in order.

        `table_shown` then shows the table. The `outcome` is not included; the text environment sends it to
        everyone afterwards.
        """
        ...

    def board(self, position: Position) -> str:
        """The table for a spectator: players by number, and nothing hidden."""
        ...

    def outcome(self, position: Position) -> str:
        """One sentence on the result of a finished game."""
        ...


def table_shown(prompts: GamePrompts, before: Position, after: Position) -> Sequence[Message]:
    """The table in words after a decision, for the seat to move, unless the game shows it in its own way."""
    # It is separate from `GamePrompts.narrate`, since pages show views instead.
    own: Callable[[Position, Position], Sequence[Message]] | None = getattr(prompts, "shown", None)
    if own is not None:
        return own(before, after)
    if after.is_terminal():
        return []
    mover = after.current_player()
    return [Message(after.observation_string(mover), "board", to=mover)]


def all_messages(prompts: GamePrompts, before: Position, action: int, after: Position) -> list[Message]:
    """All messages after a decision: its results, then the table."""
    return [*prompts.narrate(before, action, after), *table_shown(prompts, before, after)]


@runtime_checkable
class ModelWords(Protocol):
    """Optional functions of a game's prompts for language models at their own table."""

    def guide(self, game: GameShape) -> str:
        """Rules and the spelling of actions, in less than 700 words.

        The text is the same for every seat and every decision of a game, so endpoints can cache it. It does not
        say whether legal actions are listed.
        """
        ...

    def recap(self, lines: Sequence[str]) -> str | None:
        """One line on a finished round (or turn).

        Args:
            lines: messages to the seat since the last round ended; at least one.

        Returns:
            The line that replaces these messages later, made only from them; None if the round goes on.
        """
        ...


@runtime_checkable
class TerminalWords(Protocol):
    """Optional parts of a game's prompts for the terminal."""

    STYLES: Mapping[str, str]
    """Regular expressions of coloured text, with Rich styles."""

    def tell(self, before: Position, action: int, after: Position, seat: int) -> list[str]:
        """The results of a decision, for the person in a seat, including who decided."""
        ...


@dataclass(frozen=True)
class Parameter:
    """A parameter of a tool.

    Attributes:
        name: a Python identifier.
        kind: its type.
        help: its meaning, a sentence.
    """

    name: str
    kind: Literal["int", "str"]
    help: str


@dataclass(frozen=True)
class ActionTool:
    """A tool that makes one kind of decision.

    Attributes:
        name: a Python identifier.
        help: what it does, a sentence.
        text: the action's text, with the parameters' names in braces, like ``[bid {tricks}]``.
        parameters: its parameters; all are required.
    """

    name: str
    help: str
    text: str
    parameters: tuple[Parameter, ...] = ()


@runtime_checkable
class ToolWords(Protocol):
    """Optional part of a game's prompts for models that act by tools."""

    TOOLS: Sequence[ActionTool]
    """The tools; together they cover every action of the game."""


Weight = Literal["number", "thing", "action", "phrase"]
"""How much the words at a place say: only a number, a thing (a card, a seat), an action with its verb (``bid 2``),
or a phrase that says who decides (``I stop here``)."""


@dataclass(frozen=True)
class Named:
    """A place in a text that names an action.

    Attributes:
        start: index of its first character.
        end: index after its last character.
        actions: the possible actions, including those not legal now. Empty if no such action exists, like a bid of
            eleven. Of equal actions (one of two equal cards) only one is included.
        weight: how much the words say, least first: number, thing, action, phrase. See `Weight`.
    """

    start: int
    end: int
    actions: frozenset[int]
    weight: Weight = "action"


class SpokenWords(Protocol):
    """Optional module ``spoken.py`` of a game, to read replies that do not use its spelling.

    `croupier.table.replies` decides whether words are an answer, a reason or a plan.
    """

    FILLERS: frozenset[str]
    """Words next to an action that change nothing, like ``card`` or ``die``."""

    def named(self, position: Position, text: str) -> Sequence[Named]:
        """All places of a text that name an action, legal or not.

        Args:
            position: a decision.
            text: in small letters, without quotes, apostrophes and Markdown. The running time must depend only on
                its length, and grow linearly.
        """
        ...
