"""Settings of language models: a small TOML file, the environment, and the agent's name.

The key comes only from the environment variable that `ModelSettings.key_env` names. It is not a setting, so no
written file can contain it.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from croupier.agents.llm.notes import MOST_NOTES
from croupier.agents.names import AgentName
from croupier.agents.speech import ANSWER_FORMS, PROMPT_MODES, AnswerForm, PromptMode
from croupier.core.base.errors import ConfigError, FileError, unknown
from croupier.core.base.files import read_text

URL_VARIABLE, KEY_VARIABLE = "OPENAI_BASE_URL", "OPENAI_API_KEY"
OPENAI_URL = "https://api.openai.com/v1"
LIMIT_FIELDS = ("max_completion_tokens", "max_tokens")
_POSITIVE = ("max_tokens", "timeout", "tries")
_NOT_NEGATIVE = (
    "temperature",
    "top_p",
    "first_pause",
    "price_input",
    "price_cached_input",
    "price_output",
    "reply_tokens",
)
_LARGEST = 10**12
ASKED: dict[str, Sequence[str]] = {"prompt": PROMPT_MODES, "answer": ANSWER_FORMS}
"""How models are asked and how they answer: settings of all models, which an agent's name can override."""
Choice = TypeVar("Choice", bound=str)


@dataclass(frozen=True)
class ModelSettings:
    """Settings of one model.

    Attributes:
        model: its name at the endpoint.
        url: address of the endpoint; None for that of the environment, or else OpenAI's.
        key_env: environment variable of the key.
        temperature: sampling temperature; None for the endpoint's default, as for the next two.
        top_p: nucleus sampling.
        reasoning_effort: like ``low``.
        max_tokens: most tokens of a reply, including reasoning.
        limit_field: the endpoint's field for this limit: ``max_completion_tokens`` or ``max_tokens``.
        brackets: whether only actions in square brackets are read, in the game's own spelling.
        stream: whether replies are streamed, for proxies that end quiet connections.
        timeout: seconds after which a request fails.
        tries: requests after which the endpoint fails.
        first_pause: seconds before the second request; each further pause is twice as long, at most a minute.
        price_input: dollars for a million input tokens; None if not known, as for the next two.
        price_cached_input: dollars for a million cached input tokens; `price_input` by default.
        price_output: dollars for a million output tokens.
        reply_tokens: tokens of a usual reply, to estimate costs.
        notes: most characters of notes between decisions; 0 for no notes.
        extra: further fields of the request.
    """

    model: str
    url: str | None = None
    key_env: str = KEY_VARIABLE
    temperature: float | None = None
    top_p: float | None = None
    reasoning_effort: str | None = None
    max_tokens: int = 4096
    limit_field: str = LIMIT_FIELDS[0]
    brackets: bool = False
    stream: bool = False
    timeout: float = 180.0
    tries: int = 6
    first_pause: float = 1.0
    price_input: float | None = None
    price_cached_input: float | None = None
    price_output: float | None = None
    reply_tokens: int = 300
    notes: int = 0
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in (*_POSITIVE, *_NOT_NEGATIVE):
            value = getattr(self, name)
            if value is None:
                continue
            if not 0 <= value <= _LARGEST or (name in _POSITIVE and value == 0):  # also rejects NaN
                least = "greater than 0" if name in _POSITIVE else "at least 0"
                said = f"{value!r:.40}"
                raise ConfigError(
                    f"{name} of the model {self.model} must be {least} and not above 1e12, not {said}"
                )
        if not 0 <= self.notes <= MOST_NOTES:
            raise ConfigError(
                f"notes of the model {self.model} must be 0 to {MOST_NOTES} characters, not {self.notes}"
            )
        if self.limit_field not in LIMIT_FIELDS:
            raise unknown(f"limit_field of the model {self.model}", self.limit_field, LIMIT_FIELDS)
        if self.url is not None:
            check_url(self.url)

    @property
    def priced(self) -> bool:
        """Whether costs are known."""
        return self.price_input is not None and self.price_output is not None

    @property
    def free(self) -> bool:
        """Whether it is known to cost nothing."""
        return self.price_input == 0.0 and self.price_output == 0.0

    def cost(self, tokens_in: int, tokens_cached: int, tokens_out: int) -> float:
        """Dollars for a request; 0 if prices are not known."""
        if self.price_input is None or self.price_output is None:
            return 0.0
        cached_price = self.price_input if self.price_cached_input is None else self.price_cached_input
        paid = (tokens_in - tokens_cached) * self.price_input + tokens_cached * cached_price
        return (paid + tokens_out * self.price_output) / 1e6

    def as_dict(self) -> dict[str, Any]:
        """Plain data for a report."""
        return asdict(self) | {"extra": dict(self.extra)}


@dataclass(frozen=True)
class ModelDefaults:
    """A command's settings for all its models.

    Attributes:
        url: default address of the endpoint.
        prompt: default way of asking.
        default: settings of all models.
        models: settings of single models, by the name after ``llm:``.
        answer: default form of answers.
    """

    url: str | None = None
    prompt: PromptMode = "list"
    default: Mapping[str, Any] = field(default_factory=dict)
    models: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    answer: AnswerForm = "text"


def check_url(url: str) -> str:
    """Check the address of an endpoint."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and url.isprintable() and " " not in url
        _ = parts.port  # parsed and checked on access
    except ValueError:
        good = False
    if not good:
        raise ConfigError(f"the address of an endpoint is like http://127.0.0.1:8000/v1, not {url!r}")
    if parts.username or parts.password or parts.query:
        raise ConfigError(
            f"the address of the endpoint at {parts.hostname} must hold no key: name the variable of the "
            "environment that holds it by key_env in the settings"
        )
    return url


def key_of(variable: str) -> str:
    """The key in an environment variable, without white space at its ends; may be empty."""
    key = os.environ.get(variable, "").strip()
    for place, sign in enumerate(key, start=1):
        if not "!" <= sign <= "~":
            raise ConfigError(
                f"the key in {variable} cannot be sent: its character {place} of {len(key)} is "
                f"{'white space' if sign.isspace() else 'not visible ASCII'}; set {variable} to the key alone"
            )
    return key


def read_settings(path: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Read a settings file: a table ``[default]``, and a table ``[models."NAME"]`` for single models."""
    try:
        data = tomllib.loads(read_text(path))
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:  # numbers of 5,000 digits are a plain ValueError
        raise FileError(f"{path} is no TOML: {error}") from error
    for name in data:
        if name not in ("default", "models"):
            raise unknown(f"table in {path}", name, ("default", "models"))
    default, models = data.get("default", {}), data.get("models", {})
    if not isinstance(models, dict):
        raise ConfigError(f'{path}: models must be tables, like [models."qwen2.5:7b"]')
    for where, table in [("default", default), *models.items()]:
        if not isinstance(table, dict):
            like = "[default]" if table is default else f'[models."{where}"]'
            raise ConfigError(f"{path}: {where} must be a table, like {like}")
        _checked(table, f"{path}, {where}", ASKED if table is default else ())
    return default, models


def model_defaults(url: str | None, path: Path | None) -> ModelDefaults:
    """The settings of a command for all its models, from an address and a settings file."""
    default, models = ({}, {}) if path is None else read_settings(path)
    asked: Any = {"prompt": "list", "answer": "text"} | {each: default[each] for each in ASKED if each in default}
    for name, known in ASKED.items():
        if asked[name] not in known:
            raise unknown(f"{name} in {path}", asked[name], known)
    rest = {name: value for name, value in default.items() if name not in ASKED}
    return ModelDefaults(url, default=rest, models=models, **asked)


def _checked(table: Mapping[str, Any], where: str, more: Iterable[str] = ()) -> None:
    kinds = {each.name: str(each.type) for each in fields(ModelSettings)} | dict.fromkeys(more, "str")
    for name, value in table.items():
        if name not in kinds:
            raise unknown(f"setting in {where}", name, kinds)
        kind = kinds[name]
        wanted: tuple[type, ...] = (str,)
        if "Mapping" in kind:
            wanted = (dict,)
        elif "float" in kind or "int" in kind:
            wanted = (int, float) if "float" in kind else (int,)
        elif kind == "bool":
            wanted = (bool,)
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted != (bool,)):
            raise ConfigError(f"{name} in {where} must be a {wanted[-1].__name__}, not {value!r:.80}")
        if wanted == (dict,):
            _check_plain(value, f"{name} in {where}")


def _check_plain(value: object, what: str) -> None:
    """Check that a value can be sent as JSON, unlike dates and infinities of TOML."""
    try:
        json.dumps(value, allow_nan=False)
    except (ValueError, TypeError, RecursionError) as error:
        raise ConfigError(f"{what} cannot be sent as JSON: {error}") from error


def model_of(name: AgentName, defaults: ModelDefaults) -> tuple[ModelSettings, PromptMode, AnswerForm]:
    """The settings, prompt mode and answer form of an agent like ``llm/nolist,temperature=0.2:MODEL``."""
    if not name.argument:
        raise ConfigError(f"{name.text!r} names no model: write llm:MODEL, like llm:qwen2.5:7b")
    name.check_settings(*PROMPT_MODES, *ANSWER_FORMS, "brackets", "temperature", "effort", "max-tokens", "notes")
    prompt = _one_of(name, PROMPT_MODES) or defaults.prompt
    form = _one_of(name, ANSWER_FORMS) or defaults.answer
    if prompt in ("source", "chat") and form != "text":
        raise ConfigError(f"{name.text!r}: in the mode {prompt} replies are text, so the form is text, not {form}")
    found = {"model": name.argument, **defaults.default, **defaults.models.get(name.argument, {})}
    settings = ModelSettings(**found)
    temperature = settings.temperature
    if "temperature" in name.settings:
        temperature = name.number("temperature", 0.0, 0.0)
    settings = replace(
        settings,
        temperature=temperature,
        brackets="brackets" in name.settings or settings.brackets,
        reasoning_effort=name.settings.get("effort", settings.reasoning_effort),
        max_tokens=name.whole("max-tokens", settings.max_tokens),
        notes=name.whole("notes", settings.notes),
    )
    if settings.notes and (prompt in ("source", "chat") or form == "choice"):
        raise ConfigError(
            f"{name.text!r}: notes are written in the modes list and nolist, in words, JSON or by tools, not "
            f"{'by a letter' if form == 'choice' else f'in the mode {prompt}'}"
        )
    url, key = settings.url or defaults.url or os.environ.get(URL_VARIABLE) or None, key_of(settings.key_env)
    if url is not None:
        check_url(url)
    elif not key:
        raise ConfigError(
            f"{name.text} needs a key: set {settings.key_env}, or name another endpoint's address with --llm-url "
            f"or {URL_VARIABLE}"
        )
    return replace(settings, url=url or OPENAI_URL), prompt, form


def _one_of(name: AgentName, choices: Sequence[Choice]) -> Choice | None:
    """The setting that an agent's name has among some; None if it has none."""
    found = [each for each in choices if each in name.settings]
    if len(found) > 1:
        raise ConfigError(f"{name.text!r} asks for {' and '.join(found)}: choose one of {', '.join(choices)}")
    return found[0] if found else None
