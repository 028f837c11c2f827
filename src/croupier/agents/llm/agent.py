"""Agent ``llm:MODEL``: a language model asked in words, JSON, tools, or for a letter with probabilities."""

from __future__ import annotations

import hashlib
import json
import math
import string
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from croupier.agents.agent import AgentTraits, Turns
from croupier.agents.llm.completion import LONGEST_REPLY, Completion, Endpoint, reply_of
from croupier.agents.llm.notes import FIELD, notes_asked, notes_prompt, split_notes
from croupier.agents.llm.settings import ModelDefaults, ModelSettings, model_of
from croupier.agents.names import AgentName
from croupier.agents.speech import AnswerForm, PromptMode, Question, Reply, needs_table
from croupier.core.base.errors import ConfigError
from croupier.core.base.types import Actions
from croupier.core.spec.prompts import ActionTool, ToolWords
from croupier.core.spec.registry import spec

# Every form becomes a text with the action in square brackets, as at any table.

ANSWERS: Mapping[AnswerForm, str] = {
    "text": (
        "You play to win. Each time you are asked, think as long as you need, then end your answer with one "
        "action in square brackets: the one that you play."
    ),
    "json": (
        "You play to win. Each time you are asked, answer with one JSON object: `thoughts`, what you consider, "
        "and then `action`, the action that you choose, spelled as it is listed."
    ),
    "tools": (
        "You play to win. Each time you are asked, think as long as you need, then call one tool: your action."
    ),
    "choice": (
        "You play to win. Each time you are asked, the legal actions are listed, each behind a letter. Answer "
        "with the letter of your action alone."
    ),
}
"""Instructions for answering, after the rules."""
_LETTERS = string.ascii_uppercase + string.ascii_lowercase
_MOST_LIKELY = 20
"""Tokens whose probabilities are requested: the most that the interface allows."""


def request_of(form: AnswerForm, question: Question, settings: ModelSettings) -> dict[str, Any]:
    """The fields that a form adds to a request."""
    if form == "json":
        action = {"type": "string", "enum": list(question.legal)}
        noted = {FIELD: notes_asked(settings.notes)} if settings.notes else {}
        schema = _object({"thoughts": {"type": "string"}, **noted, "action": action})
        named = {"name": "action", "strict": True, "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": named}}
    if form == "tools":
        return {
            "tools": [_function(tool, settings.notes) for tool in _tools(question.game)],
            "tool_choice": "required",
        }
    if form == "choice":
        _lettered(question)
        return {"logprobs": True, "top_logprobs": _MOST_LIKELY, settings.limit_field: 1}
    return {}


def answer_in(form: AnswerForm, question: Question, found: Completion, *, notes: bool) -> tuple[str, str, str]:
    """The answer in a completion, the text next to a tool call or the probabilities of a choice, and the notes."""
    if form == "choice":
        return *_likeliest(question, found), ""
    if form == "tools" and found.calls:
        texts, written = [], ""
        for name, given in found.calls:
            arguments, noted = split_notes(given, "json") if notes else (given, "")
            texts.append(_called(question.game, name, arguments))
            written = noted or written
        return " ".join(texts), found.text, written
    text, written = split_notes(found.text, form) if notes else (found.text, "")
    return text, "", written


def _tools(game: str) -> Sequence[ActionTool]:
    words: object = spec(game).words.prompts
    if not isinstance(words, ToolWords):
        raise ConfigError(
            f"{game} has no tools: its prompts have no TOOLS; models answer it by text, json or choice"
        )
    return words.TOOLS


def _function(tool: ActionTool, notes: int) -> dict[str, Any]:
    """A tool in the endpoint's format, with a parameter for notes if they are allowed."""
    kinds = {"int": "integer", "str": "string"}
    parameters = {each.name: {"type": kinds[each.kind], "description": each.help} for each in tool.parameters}
    if notes:
        parameters[FIELD] = notes_asked(notes)
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.help, "parameters": _object(parameters)},
    }


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object with exactly these properties."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _called(game: str, name: str, arguments: str) -> str:
    """A tool call as the text of its action; other calls in words, which are then rejected."""
    written = f"{name}({arguments})"[:200]
    tool = next((each for each in _tools(game) if each.name == name), None)
    try:
        given = json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        return written
    wanted = set() if tool is None else {each.name for each in tool.parameters}
    if tool is None or not isinstance(given, dict) or set(given) != wanted:
        return written
    if not all(isinstance(value, str | int) and not isinstance(value, bool) for value in given.values()):
        return written
    return tool.text.format(**given)


def _lettered(question: Question) -> list[tuple[str, str]]:
    """The legal actions, each with its letter."""
    if len(question.legal) > len(_LETTERS):
        raise ConfigError(
            f"{len(question.legal)} actions are legal, and the form choice has {len(_LETTERS)} letters: choose "
            "another form"
        )
    return list(zip(_LETTERS, question.legal, strict=False))


def _likeliest(question: Question, found: Completion) -> tuple[str, str]:
    """The likeliest legal action, and the probability of each whose letter is among the likeliest tokens."""
    if not found.likely:
        raise ValueError("it tells no log-probabilities, which the form choice needs")
    actions = dict(_lettered(question))
    shares: dict[str, float] = {}
    for token, logarithm in found.likely:
        letter = token.strip(" \n\t▁Ġ")  # tokenizers' signs for a space
        if letter in actions and logarithm <= 0.0:
            shares[letter] = shares.get(letter, 0.0) + math.exp(logarithm)
    if not shares:
        return found.text, "no letter of a legal action is among the likeliest tokens"
    ordered = sorted(shares, key=lambda letter: -shares[letter])
    return actions[ordered[0]], "\n".join(f"{shares[letter]:.4f} {actions[letter]}" for letter in ordered)


_AGAIN: dict[AnswerForm, str] = {
    "text": "Answer once more, and end with one legal action in square brackets.",
    "json": "Answer once more, with a JSON object whose `action` is legal.",
    "tools": "Call one tool once more, with a legal action.",
    "choice": "Answer once more, with the letter of an action alone.",
}
_REFUSED = "That was not accepted: {why}. {again}"
"""Message to a model whose answer was rejected."""
_QUOTED = 2_000
"""Characters of a rejected answer that are shown again, from its end."""


def static_part(rules: str, form: AnswerForm = "text", mode: PromptMode = "list", notes: int = 0) -> str:
    """The first part of every question of a game: the rules, how to answer, and how to write notes."""
    if mode == "chat":
        return rules
    return "\n\n".join(part for part in (rules.rstrip(), ANSWERS[form], notes_prompt(form, notes)) if part)


def chat(question: Question, form: AnswerForm = "text", notes: int = 0) -> list[dict[str, str]]:
    """The messages of a question: the static part first, so that endpoints can cache it."""
    if question.talk is not None:
        return [dict(message) for message in question.talk]
    if not question.rules:
        return [{"role": "user", "content": question.situation}]
    situation = question.situation
    if form == "choice":
        actions = "\n".join(f"{letter}: {text}" for letter, text in _lettered(question))
        situation += f"\n\nActions:\n{actions}"
    messages = [
        {"role": "system", "content": static_part(question.rules, form, notes=notes)},
        {"role": "user", "content": situation},
    ]
    for refused in question.refused:
        told = _REFUSED.format(why=refused.why.rstrip("."), again=_AGAIN[form])
        messages += [
            {"role": "assistant", "content": refused.reply[-_QUOTED:] or "(empty)"},
            {"role": "user", "content": told},
        ]
    return messages


def prompt_hash(rules: str, mode: PromptMode, form: AnswerForm = "text", notes: int = 0) -> str:
    """Hash of the static part and the mode, sixteen hexadecimal digits, by which reports distinguish prompts."""
    noted = (notes_prompt(form, notes),) if notes else ()
    text = "\n".join((mode, rules, ANSWERS[form], *noted, _REFUSED.format(why="{why}", again=_AGAIN[form])))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class LanguageModel:
    """A language model, for any number of seats and games at once."""

    traits = AgentTraits(speaks=True)  # reproducible, since a run's replies are cached: `croupier.table.model_run`

    def __init__(self, name: str, settings: ModelSettings, prompt: PromptMode, form: AnswerForm = "text") -> None:
        """Set up a model."""
        self.name, self.settings, self.prompt, self.form = name, settings, prompt, form
        self.notes = settings.notes
        self.brackets = settings.brackets
        self._endpoint = Endpoint(settings)

    def open(self) -> LanguageModel:
        """Return itself: each question contains everything about its game."""
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
        text, outside, notes = answer_in(self.form, question, completion, notes=bool(self.notes))
        if (self.form == "text" and not notes) or (reply.fault and self.form != "choice"):
            return reply
        thoughts = "\n".join(part for part in (reply.reasoning, self._endpoint.clear(outside)) if part)
        # a choice is cut off after its only token, as requested
        cut_off = self.form == "choice" and reply.fault == "truncated"
        said, noted = (self._endpoint.clear(part)[-LONGEST_REPLY:] for part in (text, notes))
        found = replace(reply, text=said, reasoning=thoughts, notes=noted)
        return replace(found, fault="", detail="") if cut_off else found

    async def game_over(self, ending: Mapping[str, Any]) -> None:
        """Do nothing: a game holds no resources."""

    async def close(self) -> None:
        """Close the connections."""
        await self._endpoint.close()

    def about(self) -> dict[str, Any]:
        """Model, address, prompt mode, form of answers and settings."""
        return {"kind": "llm", "prompt": self.prompt, "answer": self.form, **self.settings.as_dict()}

    def act(self, turns: Turns) -> Actions:
        """Raise ConfigError: it plays only at tables."""
        del turns
        raise needs_table(self.name)


def make_llm(name: AgentName, _: object, defaults: ModelDefaults) -> LanguageModel:
    """Make an agent from a name like ``llm:MODEL``; see `croupier.agents.llm.settings.model_of`."""
    return LanguageModel(name.text, *model_of(name, defaults))
