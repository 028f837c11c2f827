"""Sentences for people: English texts that keep their key and parameters, so that they can be translated.

A sentence is whatever a game or `croupier.core` says to people who play or type: rules, prompts, what happened,
tables in words, hints, help, and refusals of replies, positions, options and files. It is a str, so whoever shows
it needs to know nothing of this, and its key says what it is, so that nobody has to read English to find out.

Not told so are errors for programmers (an array of another shape, a kernel that breaks its contract, a saved state
that is broken), descriptions of data (schemas, blocks of an observation), and what is typed: actions, names of
cards, options, fields and rules, and the names of people. That is the same in every language: it is given as
parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any, Self, cast

Template = str | Mapping[str, str]
"""A text with parameters in braces, for `str.format`; or one for each plural category of the Unicode CLDR, like
``one`` and ``other``, chosen by the parameter ``count``."""
JOINED, CAPITALISED = "joined", "capitalised"
"""Keys of what is made of other sentences in every language alike."""


class Sentence(str):
    """An English text with what it was made of.

    Attributes:
        key: what it says, like ``pig.rolls``.
        params: what it says it of; sentences among them are told in the other language too.
    """

    __slots__ = ("key", "params")
    key: str
    params: Mapping[str, object]

    def __new__(cls, text: str, key: str, params: Mapping[str, object]) -> Self:
        """Put a text and what it was made of together."""
        made = super().__new__(cls, text)
        made.key, made.params = key, params
        return made

    def __str__(self) -> Self:
        return self  # so str(error) still is the sentence that the error was made with

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str.__str__(self), self.key, self.params)


def key_of(text: str) -> str:
    """The key of a sentence; empty for a text that is none."""
    return text.key if isinstance(text, Sentence) else ""


def one_or_other(count: int) -> str:
    """The plural category of a number in English, and in languages like it."""
    return "one" if count == 1 else "other"


def fields_of(template: Template) -> frozenset[str]:
    """Names of the parameters that a template takes."""
    if isinstance(template, str):
        return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)
    return frozenset({"count"}).union(*map(fields_of, template.values()))


class DecimalCommas(Formatter):
    """Fills in numbers as German, French and Spanish write them: ``−12,3``, and a space before ``%``."""

    def format_field(self, value: object, format_spec: str) -> str:
        """A parameter, formatted."""
        text = str(super().format_field(value, format_spec))
        if isinstance(value, int | float):
            text = text.replace("-", "\N{MINUS SIGN}")
        if not format_spec.endswith(("f", "%", "g")):
            return text
        return text.replace(".", ",").replace("%", "\N{NO-BREAK SPACE}%")


class Language:
    """How sentences are told in a language: a template for each key.

    Attributes:
        templates: the templates.
    """

    def __init__(
        self,
        templates: Mapping[str, Template],
        plural: Callable[[int], str] = one_or_other,
        formatter: Formatter | None = None,
    ) -> None:
        """Take the templates as they are.

        Args:
            templates: a template for each key.
            plural: the plural category of a number, as the Unicode CLDR has it.
            formatter: fills in the parameters; None for `str.format`.
        """
        self.templates = templates
        self._plural = plural
        self._formatter = formatter

    def tell(self, key: str, params: Mapping[str, object]) -> str:
        """The text of a sentence.

        Raises:
            ValueError: the language does not have it.
        """
        template = self.templates.get(key)
        if template is None:
            raise ValueError(f"this language has no sentence {key!r}")
        if not isinstance(template, str):
            template = template.get(self._plural(int(str(params["count"]))), template["other"])
        if self._formatter is not None:
            return self._formatter.vformat(template, (), params)
        return template.format(**params)


class Catalogue:
    """The English of a game, or of another part of croupier.

    Attributes:
        name: the part's name, with which its keys begin.
        language: its templates, by their whole keys.
    """

    def __init__(self, name: str, templates: Mapping[str, Template]) -> None:
        """Take the templates.

        Args:
            name: the part's name.
            templates: a template for each key, without the part's name.
        """
        self.name = name
        self.language = Language({f"{name}.{key}": template for key, template in templates.items()})
        self._known = {key: (f"{name}.{key}", fields_of(template)) for key, template in templates.items()}
        self._fixed: dict[str, Sentence] = {}  # sentences without parameters, which boards say again and again

    def say(self, key: str, /, **params: object) -> Sentence:
        """Make a sentence.

        Args:
            key: its key, without the part's name.
            **params: what its template takes, no more and no less.

        Raises:
            ValueError: there is no such key, or it takes other parameters.
        """
        if key in self._fixed and not params:
            return self._fixed[key]
        whole, fields = self._known.get(key, ("", None))
        if params.keys() != fields:
            wanted = "no such key" if fields is None else ", ".join(sorted(fields))
            raise ValueError(f"{self.name}.{key} was given {', '.join(sorted(params))}; it takes: {wanted}")
        sentence = Sentence(self.language.tell(whole, params), whole, params)
        if not params:
            self._fixed[key] = sentence
        return sentence

    def named(self, prefix: str) -> dict[str, Sentence]:
        """The sentences whose keys begin with a prefix, which take no parameters, by what stands behind it."""
        return {key.removeprefix(prefix): self.say(key) for key in self._known if key.startswith(prefix)}


def joined(separator: str, parts: Iterable[str]) -> Sentence:
    """Sentences one after the other, as one.

    Args:
        separator: what stands between them: punctuation, a line break, or a sentence like `` and ``.
        parts: the sentences.
    """
    kept = tuple(parts)
    return Sentence(separator.join(kept), JOINED, {"separator": separator, "parts": kept})


def capitalised(text: str) -> Sentence:
    """A sentence with its first letter as a capital."""
    return Sentence(text[:1].upper() + text[1:], CAPITALISED, {"text": text})


def retold(text: str, language: Language) -> str:
    """A sentence in another language; a text that is none as it is.

    Args:
        text: the sentence, which may be made of others.
        language: the language; it must have the keys of all of them.

    Raises:
        ValueError: it lacks one.
    """
    if not isinstance(text, Sentence):
        return text
    params = text.params
    if text.key == JOINED:
        parts = cast("tuple[str, ...]", params["parts"])
        return retold(cast(str, params["separator"]), language).join(retold(part, language) for part in parts)
    if text.key == CAPITALISED:
        return str(capitalised(retold(cast(str, params["text"]), language)))
    told = {name: retold(each, language) if isinstance(each, str) else each for name, each in params.items()}
    return language.tell(text.key, told)


def in_language(data: object, language: Language | None) -> Any:
    """Data for JSON with all sentences in it in another language; what the language lacks stays English.

    Args:
        language: the language; None for English, in which the data is as it is.
    """
    if language is None:
        return data
    if isinstance(data, Sentence):
        try:
            return retold(data, language)
        except ValueError:
            return str.__str__(data)
    if isinstance(data, dict):
        return {key: in_language(value, language) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [in_language(value, language) for value in data]
    return data


_PACKED = {"sentence", "params", "text"}


def packed(data: object) -> Any:
    """Data for JSON in which sentences keep their keys: `unpacked` makes sentences of them again."""
    if isinstance(data, Sentence):
        return {"sentence": data.key, "params": packed(dict(data.params)), "text": str.__str__(data)}
    if isinstance(data, Mapping):
        return {key: packed(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [packed(value) for value in data]
    return data


def unpacked(data: object) -> Any:
    """The data that was packed, its tuples as lists."""
    if isinstance(data, list):
        return [unpacked(value) for value in data]
    if not isinstance(data, dict):
        return data
    if data.keys() == _PACKED:
        return Sentence(data["text"], data["sentence"], unpacked(data["params"]))
    return {key: unpacked(value) for key, value in data.items()}
