"""Agent ``llm:MODEL``: a language model behind an OpenAI-compatible endpoint, asked in words."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from croupier.agents.agent import Turns
from croupier.agents.llm.completion import LONGEST_REPLY, Completion, reply_of
from croupier.agents.llm.endpoint import Endpoint
from croupier.agents.llm.forms import ANSWERS, answer_in, asked_in, request_of
from croupier.agents.llm.notes import notes_told
from croupier.agents.llm.settings import ModelDefaults, ModelSettings, model_of
from croupier.agents.names import AgentName
from croupier.agents.speech import AnswerForm, PromptMode, Question, Reply, needs_table
from croupier.agents.traits import AgentTraits
from croupier.core.base.types import Actions

_AGAIN: dict[AnswerForm, str] = {
    "text": "Answer once more, and end with one legal action in square brackets.",
    "json": "Answer once more, with a JSON object whose `action` is legal.",
    "tools": "Call one tool once more, with a legal action.",
    "choice": "Answer once more, with the letter of an action alone.",
}
_REFUSED = "That was not accepted: {why}. {again}"
"""What a model is told of an answer that was refused."""
_QUOTED = 2_000
"""Characters of a refused answer that are shown again, from its end."""


def static_part(rules: str, form: AnswerForm = "text", mode: PromptMode = "list", notes: int = 0) -> str:
    """What stands first in every question of a game: the rules, how to answer, and how to keep notes."""
    if mode == "chat":
        return rules
    return "\n\n".join(part for part in (rules.rstrip(), ANSWERS[form], notes_told(form, notes)) if part)


def chat(question: Question, form: AnswerForm = "text", notes: int = 0) -> list[dict[str, str]]:
    """The messages that a question is put in: the static part first, so that endpoints can cache it."""
    if question.talk is not None:
        return [dict(message) for message in question.talk]
    if not question.rules:
        return [{"role": "user", "content": question.situation}]
    more = asked_in(form, question)
    messages = [
        {"role": "system", "content": static_part(question.rules, form, notes=notes)},
        {"role": "user", "content": f"{question.situation}\n\n{more}" if more else question.situation},
    ]
    for refused in question.refused:
        told = _REFUSED.format(why=refused.why.rstrip("."), again=_AGAIN[form])
        messages += [
            {"role": "assistant", "content": refused.reply[-_QUOTED:] or "(empty)"},
            {"role": "user", "content": told},
        ]
    return messages


def prompt_hash(rules: str, mode: PromptMode, form: AnswerForm = "text", notes: int = 0) -> str:
    """Sixteen hexadecimal digits by which reports tell prompts apart: of the static part and the mode."""
    noted = (notes_told(form, notes),) if notes else ()
    text = "\n".join((mode, rules, ANSWERS[form], *noted, _REFUSED.format(why="{why}", again=_AGAIN[form])))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class LanguageModel:
    """A language model, for any number of seats and games at once."""

    traits = AgentTraits(speaks=True)  # and reproducible: a run's replies are kept: `croupier.table.model_run`

    def __init__(self, name: str, settings: ModelSettings, prompt: PromptMode, form: AnswerForm = "text") -> None:
        """Set up a model."""
        self.name, self.settings, self.prompt, self.form = name, settings, prompt, form
        self.notes = settings.notes
        self.brackets = settings.brackets
        self._endpoint = Endpoint(settings)

    def open(self) -> LanguageModel:
        """Itself: what it knows of a game stands in each question."""
        return self

    async def answer(self, question: Question) -> Reply:
        """Ask the model; see `croupier.agents.speech.TextSeat`."""
        messages = chat(question, self.form, self.notes)
        more = request_of(self.form, question, self.settings)
        read = partial(self._read, question, sum(len(each["content"]) for each in messages))
        return await self._endpoint.complete(messages, more, read)

    def _read(self, question: Question, asked: int, completion: Completion) -> Reply:
        """A completion as a reply."""
        reply = reply_of(completion, self.settings, asked, self._endpoint.clear)
        text, beside, notes = answer_in(self.form, question, completion, notes=bool(self.notes))
        if (self.form == "text" and not notes) or (reply.fault and self.form != "choice"):
            return reply
        thoughts = "\n".join(part for part in (reply.reasoning, self._endpoint.clear(beside)) if part)
        cut_off = (
            self.form == "choice" and reply.fault == "truncated"
        )  # after its only token, as it was asked to be
        said, noted = (self._endpoint.clear(part)[-LONGEST_REPLY:] for part in (text, notes))
        found = replace(reply, text=said, reasoning=thoughts, notes=noted)
        return replace(found, fault="", detail="") if cut_off else found

    async def game_over(self, ending: Mapping[str, Any]) -> None:
        """Nothing is held for a game."""

    async def close(self) -> None:
        """Close the connections."""
        await self._endpoint.close()

    def about(self) -> dict[str, Any]:
        """Model, address, prompt mode, form of answers and settings."""
        return {"kind": "llm", "prompt": self.prompt, "answer": self.form, **self.settings.as_dict()}

    def act(self, turns: Turns) -> Actions:
        """Refuse to answer without a table."""
        del turns
        raise needs_table(self.name)


def make_llm(name: AgentName, defaults: ModelDefaults) -> LanguageModel:
    """Make an agent from a name like ``llm:MODEL``; see `croupier.agents.llm.settings.model_of`."""
    return LanguageModel(name.text, *model_of(name, defaults))
