"""Answer forms: words, JSON, tools, or a letter with probabilities; what each adds to a request.

Whatever the form, it comes to a text in which the action stands in square brackets, as at any table.
"""

from __future__ import annotations

import json
import math
import string
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from croupier.agents.llm.completion import Completion
from croupier.agents.llm.notes import FIELD, notes_asked, split_notes
from croupier.agents.llm.settings import ModelSettings
from croupier.agents.speech import AnswerForm, Question
from croupier.core.base.errors import ConfigError
from croupier.core.spec.prompts import ActionTool, ToolWords
from croupier.core.spec.registry import spec

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
"""What a model is told of how to answer, after the rules."""
_LETTERS = string.ascii_uppercase + string.ascii_lowercase
_MOST_LIKELY = 20
"""Tokens of which an endpoint tells the probabilities: the most that the interface allows."""


def asked_in(form: AnswerForm, question: Question) -> str:
    """What a question ends with beside the table; empty where that is nothing."""
    if form != "choice":
        return ""
    return "\n".join(["Actions:", *(f"{letter}: {text}" for letter, text in _lettered(question))])


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


class Answered(NamedTuple):
    """What a completion answers.

    Attributes:
        text: it, with the action in brackets where it names one.
        beside: what is known of how it was chosen.
        notes: what the model wrote down for its later decisions.
    """

    text: str
    beside: str = ""
    notes: str = ""


def answer_in(form: AnswerForm, question: Question, found: Completion, *, notes: bool = False) -> Answered:
    """What a completion answers."""
    if form == "choice":
        return Answered(*_likeliest(question, found))
    if form == "tools" and found.calls:
        calls = [(name, *_noted(arguments, notes)) for name, arguments in found.calls]
        written = [noted for _, _, noted in calls if noted]
        text = " ".join(_called(question.game, name, arguments) for name, arguments, _ in calls)
        return Answered(text, found.text, written[-1] if written else "")
    text, written_down = split_notes(found.text, form) if notes else (found.text, "")
    return Answered(text, "", written_down)


def _noted(arguments: str, notes: bool) -> tuple[str, str]:
    """The arguments of a call without the notes among them, and these."""
    return split_notes(arguments, "json") if notes else (arguments, "")


def _tools(game: str) -> Sequence[ActionTool]:
    words: object = spec(game).words.prompts
    if not isinstance(words, ToolWords):
        raise ConfigError(
            f"{game} has no tools: its prompts have no TOOLS; models answer it by text, json or choice"
        )
    return words.TOOLS


def _function(tool: ActionTool, notes: int) -> dict[str, Any]:
    """A tool as an endpoint takes it, with a parameter for notes where this many characters of them are kept."""
    kinds = {"int": "integer", "str": "string"}
    parameters = {each.name: {"type": kinds[each.kind], "description": each.help} for each in tool.parameters}
    if notes:
        parameters[FIELD] = notes_asked(notes)
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.help, "parameters": _object(parameters)},
    }


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object that has these properties, all of them and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _called(game: str, name: str, arguments: str) -> str:
    """A call of a tool as the action that it says; one that says none in words, which are then refused."""
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
        letter = token.strip(" \n\t▁Ġ")  # signs by which tokenizers write a space
        if letter in actions and logarithm <= 0.0:
            shares[letter] = shares.get(letter, 0.0) + math.exp(logarithm)
    if not shares:
        return found.text, "no letter of a legal action is among the likeliest tokens"
    ordered = sorted(shares, key=lambda letter: -shares[letter])
    return actions[ordered[0]], "\n".join(f"{shares[letter]:.4f} {actions[letter]}" for letter in ordered)
