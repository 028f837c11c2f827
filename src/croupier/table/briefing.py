"""Prompts for agents that answer in words, and one seat's game as a conversation.

All of it is made from the seat's messages and view: nothing else of a game can reach an agent by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from croupier.agents.speech import PromptMode, Question, Refused
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.core.spec.position import SeatView
from croupier.core.spec.prompts import Message, ModelWords
from croupier.table.table import Table

# Models are trained in these words (`croupier.envs.episode`), fine-tuned on them (`croupier.envs.chat`) and, in
# the mode ``chat``, measured by them.

Chat = list[dict[str, str]]
"""Messages of a conversation, each with ``role`` (system, user or assistant) and ``content``."""
ANY_SEAT = "N"
"""What stands for the number of the seat where the words of all seats are meant."""


def system_message(game: Game, seat: int | str) -> str:
    """What a model is told before everything else: who it is, and how to answer."""
    return (
        f"You are Player {seat} of {game.num_players} in {game.spec.title}. Messages of the game begin with "
        "[GAME], those of another player with that player's number. Answer each message with one action in "
        "square brackets."
    )


def heard(messages: Iterable[Message], seat: int) -> str:
    """What some messages tell a seat, one message a line; those to other seats and its own words are left out."""
    # chat templates refuse an empty message
    said = [str(each) for each in messages if each.to in (None, seat) and each.sender != seat]
    return "\n".join(said) or "[GAME] It is your turn."


def talk(table: Table, seat: int, said: Mapping[int, str]) -> Chat:
    """A game in progress as the conversation of the seat to move, up to what it is told now."""
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
"""Earlier rounds that are told, a line each, so that a question does not grow with the game."""
LINES_TOLD = 60
"""Messages of the present round that are told; of games without rounds, of the whole game."""


def question(
    table: Table,
    seat: int,
    mode: PromptMode,
    refused: Sequence[Refused] = (),
    said: Mapping[int, str] | None = None,
    notes: str | None = None,
    order: Sequence[int] = (),
) -> Question:
    """Put the decision that is due to its seat, in the modes ``list`` and ``nolist`` with its notes."""
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
    """The static part: the game's guide for models, or else what its text environment says first."""
    words: object = table.game.spec.words.prompts
    if isinstance(words, ModelWords):
        return words.guide(table.game)
    first = [entry.message.text for entry in table.messages(seat) if entry.message.kind == "prompt"]
    return first[0] if first else ""


def check_words(game_name: str, prompts: object) -> None:
    """Check that a game can be put into words."""
    if prompts is None:
        raise ConfigError(f"{game_name} has no words for language models: its spec has no prompts")


def situation(table: Table, view: SeatView, *, listed: bool, notes: str | None = None) -> str:
    """What has happened, and the table as the seat sees it."""
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
    """What a seat has been told: earlier rounds in a line each, and the messages since."""
    words: object = table.game.spec.words.prompts
    rounds: list[str] = []
    lines: list[str] = []
    for entry in table.messages(seat):
        if entry.message.kind == "event":  # what happened: no rules, no table, no raw answer, no notice
            lines.append(entry.message.text)
            line = words.recap(lines) if isinstance(words, ModelWords) else None
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
    # a game's own prompt may list them already; actions are written alike in every language
    if listed and not all(action in text for action in legal):
        return [text, f"Legal actions: {' '.join(legal)}"]
    return [text]
