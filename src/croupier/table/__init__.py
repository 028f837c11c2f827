"""One game with people and agents in its seats: the table, asking agents, game files, narration for people.

Importing the package loads neither Numba nor an agent: a name loads what it needs when it is first asked for. Game
files are read and written by `croupier.replays`.

- `table`, `events`: the game in progress; what it says and takes
- `sealed_answers`, `words`: answers that wait for the others'; what a table reads and says in its game's words
- `asking`: the one way in which agents are asked
- `driver`: the one loop in which a table is played: what is due is asked and handed in
- `speaking`, `briefing`, `replies`: a turn of an agent that answers in words, its question and its reply
- `talk`: one seat's game as a conversation; `own_words`: what models said in a run
- `model_run`, `seat_counts`: a run of such agents, and what they took
- `game_file`, `recorded`: games as JSON; recorded games stepped again side by side
- `deal_check`: whether somebody has chosen a game's cards
- `english`, `narration`: sentences by key; what is told to a person
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.core.base.lazy import lazy_names

if TYPE_CHECKING:
    from croupier.core.base.errors import AnswerError
    from croupier.table.asking import ask, ask_one, ask_turn, ask_turns
    from croupier.table.driver import drive, drive_blocking
    from croupier.table.events import Due, Event, Move, Numbered, ReplyPolicy
    from croupier.table.model_run import Limits, ModelRun, StoppedError
    from croupier.table.speaking import BlockingConversation, Conversation
    from croupier.table.table import Table

__all__ = [
    "AnswerError",
    "BlockingConversation",
    "Conversation",
    "Due",
    "Event",
    "Limits",
    "ModelRun",
    "Move",
    "Numbered",
    "ReplyPolicy",
    "StoppedError",
    "Table",
    "ask",
    "ask_one",
    "ask_turn",
    "ask_turns",
    "drive",
    "drive_blocking",
]

__getattr__ = lazy_names(
    __name__,
    {
        "croupier.core.base.errors": ("AnswerError",),
        "croupier.table.asking": (
            "ask",
            "ask_one",
            "ask_turn",
            "ask_turns",
        ),
        "croupier.table.driver": (
            "drive",
            "drive_blocking",
        ),
        "croupier.table.events": (
            "Due",
            "Event",
            "Move",
            "Numbered",
            "ReplyPolicy",
        ),
        "croupier.table.model_run": (
            "Limits",
            "ModelRun",
            "StoppedError",
        ),
        "croupier.table.speaking": (
            "BlockingConversation",
            "Conversation",
        ),
        "croupier.table.table": ("Table",),
    },
)
