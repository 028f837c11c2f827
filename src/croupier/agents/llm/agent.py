"""Agent ``llm:MODEL``: a language model behind an OpenAI-compatible endpoint, asked in words."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from croupier.agents.agent import Turns
from croupier.agents.llm.endpoint import Endpoint
from croupier.agents.llm.settings import ModelDefaults, ModelSettings, model_of
from croupier.agents.names import AgentName
from croupier.agents.speech import PromptMode, Question, Reply, needs_table
from croupier.agents.traits import AgentTraits
from croupier.core.base.types import Actions

ANSWER = (
    "You play to win. Each time you are asked, think as long as you need, then end your answer with your action "
    "in square brackets. Only the last action in brackets counts."
)
"""What a model is told of how to answer, after the rules."""
AGAIN = "That was not accepted: {why}. Answer once more, and end with one legal action in square brackets."
"""What a model is told of an answer that was refused."""
_QUOTED = 2_000
"""Characters of a refused answer that are shown again, from its end."""


def static_part(rules: str) -> str:
    """What stands first in every question of a game: the rules, and how to answer."""
    return f"{rules.rstrip()}\n\n{ANSWER}"


def chat(question: Question) -> list[dict[str, str]]:
    """The messages that a question is put in: the static part first, so that endpoints can cache it."""
    if not question.rules:
        return [{"role": "user", "content": question.situation}]
    messages = [
        {"role": "system", "content": static_part(question.rules)},
        {"role": "user", "content": question.situation},
    ]
    for refused in question.refused:
        messages += [
            {"role": "assistant", "content": refused.reply[-_QUOTED:] or "(empty)"},
            {"role": "user", "content": AGAIN.format(why=refused.why.rstrip("."))},
        ]
    return messages


def prompt_hash(rules: str, mode: PromptMode) -> str:
    """Sixteen hexadecimal digits by which reports tell prompts apart: of the static part and the mode."""
    text = "\n".join((mode, rules, ANSWER, AGAIN))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class LanguageModel:
    """A language model, for any number of seats and games at once."""

    traits = AgentTraits(speaks=True)  # and reproducible: a run's replies are kept: `croupier.table.model_run`

    def __init__(self, name: str, settings: ModelSettings, prompt: PromptMode) -> None:
        """Set up a model.

        Args:
            name: the agent's name.
            settings: model, address, sampling, limits, prices.
            prompt: how it is asked.
        """
        self.name, self.settings, self.prompt = name, settings, prompt
        self._endpoint = Endpoint(settings)

    def open(self) -> LanguageModel:
        """Itself: what it knows of a game stands in each question."""
        return self

    async def answer(self, question: Question) -> Reply:
        """Ask the model; see `croupier.agents.speech.TextSeat`."""
        return await self._endpoint.complete(chat(question))

    async def game_over(self, ending: Mapping[str, Any]) -> None:
        """Nothing is held for a game."""

    async def close(self) -> None:
        """Close the connections."""
        await self._endpoint.close()

    def about(self) -> dict[str, Any]:
        """Model, address, prompt mode and settings."""
        return {"kind": "llm", "prompt": self.prompt, **self.settings.as_dict()}

    def act(self, turns: Turns) -> Actions:
        """Refuse to answer without a table."""
        del turns
        raise needs_table(self.name)


def make_llm(name: AgentName, defaults: ModelDefaults) -> LanguageModel:
    """Make an agent from a name like ``llm:MODEL``; see `croupier.agents.llm.settings.model_of`."""
    settings, prompt = model_of(name, defaults)
    return LanguageModel(name.text, settings, prompt)
