"""Prompts for text agents, and one seat's game as a conversation.

They are built only from the seat's messages and view, so nothing else of a game can reach an agent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from croupier.agents.speech import PromptMode, Question, Refused
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.core.spec.position import SeatView
from croupier.core.spec.prompts import Message, ModelWords
from croupier.table.table import Table

# Models are trained on these messages (`croupier.envs.episode`), fine-tuned on them (`croupier.envs.chat`) and, in
# the mode ``chat``, evaluated with them.

Chat = list[dict[str, str]]
"""Messages of a conversation, each with ``role`` (system, user or assistant) and ``content``."""
ANY_SEAT = "N"
"""In place of a seat's number, in messages for any seat."""


def system_message(game: Game, seat: int | str) -> str:
    """The first message to a model: who it is, and how to answer."""
    return (
        f"You are Player {seat} of {game.num_players} in {game.spec.title}. Messages of the game begin with "
        "[GAME], those of another player with that player's number. Answer each message with one action in "
        "square brackets."
    )


def heard(messages: Iterable[Message], seat: int) -> str:
    """The messages that a seat receives, one per line, without its own; chat templates refuse an empty text."""
    said = [str(each) for each in messages if each.to in (None, seat) and each.sender != seat]
    return "\n".join(said) or "[GAME] It is your turn."


def talk(table: Table, seat: int, said: Mapping[int, str]) -> Chat:
    """A game in progress as a conversation with the seat to move."""
    chat = [{"role": "system", "content": system_message(table.game, seat)}]
    waiting: list[Message] = []
    for event in table.events:
        if event.seat == seat and (event.kind == "action" or event.number in said):
            chat.append({"role": "user", "content": heard(waiting, seat)})
            chat.append({"role": "assistant", "content": said.get(event.number, event.text) or "(empty)"})
            waiting = []
        waiting += event.messages
    return [*chat, {"role": "user", "content": heard(waiting, seat)}]


ROUNDS_TOLD = 12
"""Most earlier rounds in a question, one line each, so that it does not grow with the game."""
LINES_TOLD = 60
"""Most messages of the current round in a question, or of the whole game if it has no rounds."""


def question(
    table: Table,
    seat: int,
    mode: PromptMode,
    refused: Sequence[Refused] = (),
    said: Mapping[int, str] | None = None,
    notes: str | None = None,
    order: Sequence[int] = (),
) -> Question:
    """The next decision as a question to its seat; notes are shown in the modes ``list`` and ``nolist``."""
    view = table.view(seat)
    if order:
        view["actions"] = [view["actions"][place] for place in order]
    told: Chat | None
    if mode == "chat":
        told = talk(table, seat, said or {})
        static, now = system_message(table.game, ANY_SEAT), told[-1]["content"]
    elif mode == "source":
        told, static, now = None, "", table.transcript(seat)
    else:
        told, static, now = None, rules(table, seat), situation(table, view, listed=mode == "list", notes=notes)
    return Question(
        game=table.game.name,
        seat=seat,
        number=table.number,
        rules=static,
        situation=now,
        transcript=tuple(str(entry.message) for entry in table.messages(seat)),
        view=view,
        legal=tuple(action["text"] for action in view["actions"]),
        refused=tuple(refused) if mode in ("list", "nolist") else (),
        talk=None if told is None else tuple(told),
    )


def rules(table: Table, seat: int) -> str:
    """The static part: the game's guide for models, or the first message of its text environment."""
    words: object = table.game.spec.words.prompts
    if isinstance(words, ModelWords):
        return words.guide(table.game)
    first = [entry.message.text for entry in table.messages(seat) if entry.message.kind == "prompt"]
    return first[0] if first else ""


def check_words(game_name: str, prompts: object) -> None:
    """Check that a game has words for language models."""
    if prompts is None:
        raise ConfigError(f"{game_name} has no words for language models: its spec has no prompts")


def situation(table: Table, view: SeatView, *, listed: bool, notes: str | None = None) -> str:
    """The history, and the table as the seat sees it."""
    seat = view["seat"]
    if seat is None:
        raise AssertionError("the view of the seat to move")
    rounds, lines = history(table, seat)
    parts = [f"You are Player {seat}."]
    if rounds:
        parts.append("\n".join(["Earlier:", *_last(rounds, ROUNDS_TOLD)]))
    if lines:
        parts.append("\n".join(["Since then:" if rounds else "So far:", *_last(lines, LINES_TOLD)]))
    if notes is not None:
        parts.append(f"Your notes:\n{notes or '(none yet)'}")
    return "\n\n".join([*parts, "\n".join(["Now:", *_table(table, view, listed)])])


def history(table: Table, seat: int) -> tuple[list[str], list[str]]:
    """What a seat was told: one line per earlier round, and the messages since."""
    words: object = table.game.spec.words.prompts
    recap = words.recap if isinstance(words, ModelWords) else None
    rounds: list[str] = []
    lines: list[str] = []
    for entry in table.messages(seat):
        if entry.message.kind == "event":  # no rules, tables, raw answers or notices
            lines.append(entry.message.text)
            line = None if recap is None else recap(lines)
            if line is not None:
                rounds.append(line)
                lines = []
    return rounds, lines


def _last(lines: Sequence[str], most: int) -> list[str]:
    left_out = len(lines) - most
    return [*([f"({left_out} more before)"] if left_out > 0 else []), *lines[-most:]]


def _table(table: Table, view: SeatView, listed: bool) -> list[str]:
    shown = view if listed else SeatView(**{**view, "actions": []})
    text = table.game.spec.words.text.observation_string(shown)
    legal = [action["text"] for action in shown["actions"]]
    # a game's own prompt may list them already; actions are the same text in every language
    if listed and not all(action in text for action in legal):
        return [text, f"Legal actions: {' '.join(legal)}"]
    return [text]
