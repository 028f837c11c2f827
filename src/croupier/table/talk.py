"""One seat's game as a conversation: the user gives the seat's messages, the assistant its answers.

Models are trained in these words (`croupier.envs.episode`), fine-tuned on them (`croupier.envs.chat`) and, in the
mode ``chat``, measured by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.core.engine.game import Game
from croupier.core.spec.prompts import Message
from croupier.table.table import Table

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
    """What some messages tell a seat, one message a line; those to other seats and its own words are left out.

    Returns:
        Never nothing: chat templates refuse an empty message.
    """
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
