"""Interface of a game's modules text.py and spoken.py: prompts, reading of replies, tools, other words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

if TYPE_CHECKING:  # so that help, which shows no game, loads no numpy
    from croupier.core.spec.position import GameShape, Position


MessageKind = Literal["prompt", "reply", "event", "board", "notice"]
"""What a message is: the opening, a player's raw reply, what happened, the table shown again, or a word to one
player about the form of its reply."""
ReplyFault = Literal[
    "", "unparsable", "several", "illegal", "truncated", "filtered", "refused",
    "hung", "flooded", "died", "out-of-turn",
]  # fmt: skip
"""What is wrong with a reply.

It names no action of the game (``unparsable``), more than one (``several``), or one that is not legal now
(``illegal``); it was cut off (``truncated``), or withheld by the endpoint's filter (``filtered``), or the model
declines to answer (``refused``). The others are faults of programs. Empty where nothing is wrong.
"""


class ReplyError(ValueError):
    """A reply names no legal action; the message is the reason given to its player.

    Attributes:
        fault: what is wrong with it.
    """

    def __init__(self, message: str, fault: ReplyFault = "unparsable") -> None:
        super().__init__(message)
        self.fault: ReplyFault = fault


@dataclass(frozen=True)
class Message:
    """A message of the game or of a player, to one seat or to all.

    Attributes:
        text: one line or more.
        kind: what it is.
        to: the seat that gets it; None for everyone.
        sender: the seat that said it; None for the game itself.
    """

    text: str
    kind: MessageKind = "event"
    to: int | None = None
    sender: int | None = None

    def __str__(self) -> str:
        """The message as it is shown: ``[GAME] `` or ``[Player p] `` before its first line."""
        return f"[GAME] {self.text}" if self.sender is None else f"[Player {self.sender}] {self.text}"


@dataclass(frozen=True)
class Names:
    """Words of a game that get other names in disguise, so that a language model cannot remember it by them.

    Attributes:
        old: the words, in small letters; plurals in -s go with them.
        new: what they may be called instead, single words in small letters, at least as many. They differ in what
            their short names are made of. Words of one role in the rules, like suits, are permuted so.
        short: short names in small letters by the old word, like ``esc``; the new one's are its first three
            letters.
        numbered: whether a first letter before a number is a short name too, like ``g7``.
    """

    old: tuple[str, ...]
    new: tuple[str, ...]
    short: Mapping[str, str] = field(default_factory=dict)
    numbered: bool = False


class GamePrompts(Protocol):
    """The functions of a game's words for its prompts. They change nothing; turns and errors are `TextEnv`'s.

    A function ``shown(before, after)`` may stand beside them: the messages of the kind ``board`` that show the
    table after a decision in the game's own way, each to one seat or to all; none where nobody needs it again.
    """

    def opening(self, position: Position, seat: int) -> str:
        """Opening message to a seat: rules, table, what it may answer. A paragraph is one line."""
        ...

    def read(self, position: Position, reply: str, *, strict: bool) -> int:
        """The action that a reply of the player to move names.

        Args:
            position: a decision.
            reply: all that the player said.
            strict: refuse a reply that names more than one action, instead of taking the first.

        Raises:
            ReplyError: it names none, or (strict) several.
        """
        ...

    def hearers(self, position: Position) -> Sequence[int]:
        """The seats that get the raw reply of the player to move, that one included.

        A reply to a secret question (a bid) goes to its own seat alone; `narrate` tells it when it is open.
        """
        ...

    def narrate(self, before: Position, action: int, after: Position) -> Sequence[Message]:
        """What an action led to, chance events included, in the order in which it is said.

        The table that follows is shown by `table_shown`. How the game came out is not part of it: the text
        environment sends the `outcome` to everyone after it.
        """
        ...

    def board(self, position: Position) -> str:
        """The table as a spectator sees it: players by their numbers, and nothing that any seat may not know."""
        ...

    def outcome(self, position: Position) -> str:
        """One sentence on how a game that is over came out."""
        ...


def table_shown(prompts: GamePrompts, before: Position, after: Position) -> Sequence[Message]:
    """The table in words after a decision: to the seat to move, unless the game shows it in its own way.

    It stands apart from `GamePrompts.narrate`, since pages show views in its place.
    """
    own: Callable[[Position, Position], Sequence[Message]] | None = getattr(prompts, "shown", None)
    if own is not None:
        return own(before, after)
    if after.is_terminal():
        return []
    mover = after.current_player()
    return [Message(after.observation_string(mover), "board", to=mover)]


def all_messages(prompts: GamePrompts, before: Position, action: int, after: Position) -> list[Message]:
    """What is said of a decision: what it led to, and then the table."""
    return [*prompts.narrate(before, action, after), *table_shown(prompts, before, after)]


@runtime_checkable
class ModelWords(Protocol):
    """What a game's prompts may have for language models at a table of their own."""

    def guide(self, game: GameShape) -> str:
        """Rules and the spelling of actions, in less than 700 words.

        They are the same for every seat and at every decision of a game, so that endpoints can cache them, and say
        nothing of whether the legal actions are listed.
        """
        ...

    def recap(self, lines: Sequence[str]) -> str | None:
        """One line on a round (or turn), where the last of some messages to a seat ends one.

        Args:
            lines: what the seat was told since the last round ended, a message each; at least one.

        Returns:
            What is told of the round from then on, made of these messages alone; None where it goes on.
        """
        ...


@runtime_checkable
class TerminalWords(Protocol):
    """What a game's prompts may have beside its text environment's words: those for a terminal."""

    STYLES: Mapping[str, str]
    """What is coloured, as regular expressions, and in which style of Rich's."""

    def tell(self, before: Position, action: int, after: Position, seat: int) -> list[str]:
        """What a decision led to, for the person in a seat; it says by itself who decided."""
        ...


@dataclass(frozen=True)
class Parameter:
    """A parameter of a tool.

    Attributes:
        name: its name, a Python identifier.
        kind: its type.
        help: what it means, a sentence.
    """

    name: str
    kind: Literal["int", "str"]
    help: str


@dataclass(frozen=True)
class ActionTool:
    """A tool that makes one kind of decision.

    Attributes:
        name: its name, a Python identifier.
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
    """What a game's prompts may have for models that act by tools."""

    TOOLS: Sequence[ActionTool]
    """The tools; together they can say every action of the game."""


Weight = Literal["number", "thing", "action", "phrase"]
"""How much a place says by itself: a number alone, a thing (a card, a seat), an action with its verb (``bid 2``),
or a phrase that says who decides (``I stop here``)."""


@dataclass(frozen=True)
class Named:
    """A place in a text at which an action is named.

    Attributes:
        start: where it begins.
        end: where it ends.
        actions: the actions that the words can mean, those that are not legal now included. Empty where they name
            one that does not exist, like a bid of eleven. Of actions that are the same thing (one of two equal
            cards) only one is named.
        weight: how much the words say by themselves.
    """

    start: int
    end: int
    actions: frozenset[int]
    weight: Weight = "action"


class SpokenWords(Protocol):
    """What a game may have so that replies without its spelling are read: a module ``spoken.py``.

    Whether words are an answer, a reason or a plan is not its business: `croupier.table.replies` decides.
    """

    FILLERS: frozenset[str]
    """Words beside an action that change nothing, like ``card`` or ``die``."""

    def named(self, position: Position, text: str) -> Sequence[Named]:
        """All places of a text at which an action is named, legal or not.

        Args:
            position: a decision.
            text: in small letters, without quotes, apostrophes and Markdown. The time taken must grow with its
                length alone.
        """
        ...
