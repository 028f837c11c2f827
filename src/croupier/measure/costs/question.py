"""A decision of a set as a question in words: in the world of its row, from what its seat was told there."""

from __future__ import annotations

from croupier.agents.speech import PromptMode, Question
from croupier.core.base.errors import ConfigError
from croupier.measure.costs.row import Row
from croupier.table.briefing import check_words, question
from croupier.table.table import Table

DECISION_PROMPTS: tuple[PromptMode, ...] = ("list", "nolist")
"""How a single decision can be asked: a transcript would be that of a game, of which a row holds one stretch."""


def check_prompt(prompt: str) -> PromptMode:
    """Check how decisions are to be asked."""
    for known in DECISION_PROMPTS:
        if prompt == known:
            return known
    raise ConfigError(f"decisions are asked by the prompt {' or '.join(DECISION_PROMPTS)}, not {prompt!r}")


def question_of(row: Row, prompt: PromptMode = "list") -> Question:
    """Put a decision to its seat, as a game's table puts it to a language model."""
    game = row.state().game  # what the row says of its legal actions is checked here
    check_words(game.name, game.spec.words.prompts)
    table = Table(game.position(row.start, row.seed), played=row.actions)
    return question(table, table.state.current_player(), check_prompt(prompt), order=row.order)
