"""Public names of the package, each with the module that it is loaded from when it is first asked for."""

from croupier.core.base.errors import AnswerError as AnswerError
from croupier.table.asking import ask as ask, ask_one as ask_one, ask_turn as ask_turn, ask_turns as ask_turns
from croupier.table.driver import drive as drive, drive_blocking as drive_blocking
from croupier.table.events import (
    Due as Due,
    Event as Event,
    Move as Move,
    Numbered as Numbered,
    ReplyPolicy as ReplyPolicy,
)
from croupier.table.model_run import Limits as Limits, ModelRun as ModelRun, StoppedError as StoppedError
from croupier.table.speaking import BlockingConversation as BlockingConversation, Conversation as Conversation
from croupier.table.table import Table as Table
