"""Sentences for people: English texts with their key and parameters, so that they can be translated.

A `Sentence` is a str, so code that prints it need not know about translation, and its key identifies it without
reading the English. Everything that a game or `croupier.core` says to players and at the command line is a
sentence: rules, prompts, events, tables in words, hints, help, and rejected replies, positions, options and files.

Not translated are errors for programmers (an array of another shape, a kernel that breaks its contract, a broken
saved state), descriptions of data (schemas, blocks of an observation), and words that people type: actions, and
names of cards, options, fields, rules and people. These are the same in every language and are passed as
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
"""Keys of sentences that are made of other sentences in the same way in every language."""


class Sentence(str):
    """An English text with its key and parameters.

    Attributes:
        key: identifies the sentence, like ``pig.rolls``.
        params: values of the template's parameters; nested sentences are translated too.
    """

    __slots__ = ("key", "params")
    key: str
    params: Mapping[str, object]

    def __new__(cls, text: str, key: str, params: Mapping[str, object]) -> Self:
        """Make a sentence from its text, key and parameters."""
        made = super().__new__(cls, text)
        made.key, made.params = key, params
        return made

    def __str__(self) -> Self:
        return self  # so str(error) is the sentence of the error

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str.__str__(self), self.key, self.params)


def key_of(text: str) -> str:
    """The key of a sentence; empty for a plain text."""
    return text.key if isinstance(text, Sentence) else ""


def one_or_other(count: int) -> str:
    """The plural category of a number in English and similar languages."""
    return "one" if count == 1 else "other"


def fields_of(template: Template) -> frozenset[str]:
    """Names of the parameters that a template takes."""
    if isinstance(template, str):
        return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)
    return frozenset({"count"}).union(*map(fields_of, template.values()))


class DecimalCommas(Formatter):
    """Formats numbers as in German, French and Spanish: ``−12,3``, and a space before ``%``."""

    def format_field(self, value: object, format_spec: str) -> str:
        """One parameter, formatted."""
        text = str(super().format_field(value, format_spec))
        if isinstance(value, int | float):
            text = text.replace("-", "\N{MINUS SIGN}")
        if not format_spec.endswith(("f", "%", "g")):
            return text
        return text.replace(".", ",").replace("%", "\N{NO-BREAK SPACE}%")


class Language:
    """A language: a template for each key.

    Attributes:
        templates: the templates, by key.
    """

    def __init__(
        self,
        templates: Mapping[str, Template],
        plural: Callable[[int], str] = one_or_other,
        formatter: Formatter | None = None,
    ) -> None:
        """Make a language.

        Args:
            templates: a template for each key.
            plural: gives the plural category of a number, as in the Unicode CLDR.
            formatter: fills in the parameters; None for `str.format`.
        """
        self.templates = templates
        self._plural = plural
        self._formatter = formatter

    def tell(self, key: str, params: Mapping[str, object]) -> str:
        """The text of a sentence in this language.

        Raises:
            ValueError: the language has no template with this key.
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
    """The English sentences of a game, or of another part of croupier.

    Examples:
        >>> from croupier.core import Catalogue, Language, retold
        >>> english = Catalogue("nim", {"takes": "{name} takes {count}."})
        >>> sentence = english.say("takes", name="Ann", count=2)
        >>> sentence, sentence.key
        ('Ann takes 2.', 'nim.takes')
        >>> retold(sentence, Language({"nim.takes": "{name} nimmt {count}."}))
        'Ann nimmt 2.'

    Attributes:
        name: the part's name, the first word of its keys.
        language: its templates, by full key.
    """

    def __init__(self, name: str, templates: Mapping[str, Template]) -> None:
        """Make a catalogue from a template for each key, without the part's name."""
        self.name = name
        self.language = Language({f"{name}.{key}": template for key, template in templates.items()})
        self._known = {key: (f"{name}.{key}", fields_of(template)) for key, template in templates.items()}
        self._fixed: dict[str, Sentence] = {}  # sentences without parameters, which boards repeat

    def say(self, key: str, /, **params: object) -> Sentence:
        """Make a sentence.

        Args:
            key: its key, without the part's name.
            **params: exactly the parameters of its template.

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
        """The sentences whose keys begin with a prefix, by the rest of the key; none may take parameters."""
        return {key.removeprefix(prefix): self.say(key) for key in self._known if key.startswith(prefix)}


def joined(separator: str, parts: Iterable[str]) -> Sentence:
    """Join sentences with a separator: punctuation, a line break, or a sentence like `` and ``."""
    kept = tuple(parts)
    return Sentence(separator.join(kept), JOINED, {"separator": separator, "parts": kept})


def capitalised(text: str) -> Sentence:
    """A sentence with a capital first letter."""
    return Sentence(text[:1].upper() + text[1:], CAPITALISED, {"text": text})


def retold(text: str, language: Language) -> str:
    """A sentence, with those in it, in another language; a plain text is returned unchanged.

    Raises:
        ValueError: the language lacks a key.
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
    """Data for JSON with all its sentences in another language (None is English), if they have a translation."""
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
    """Data for JSON in which sentences keep their keys, for `unpacked`."""
    if isinstance(data, Sentence):
        return {"sentence": data.key, "params": packed(dict(data.params)), "text": str.__str__(data)}
    if isinstance(data, Mapping):
        return {key: packed(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [packed(value) for value in data]
    return data


def unpacked(data: object) -> Any:
    """The data that was packed, with tuples as lists."""
    if isinstance(data, list):
        return [unpacked(value) for value in data]
    if not isinstance(data, dict):
        return data
    if data.keys() == _PACKED:
        return Sentence(data["text"], data["sentence"], unpacked(data["params"]))
    return {key: unpacked(value) for key, value in data.items()}
