"""A module of the pages, read so that it can stand in one file with others: as a function that gives its exports.

Only what the pages' modules use of ``import`` and ``export`` is known here; all else is refused by name.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from croupier.core.base.errors import FileError

_IMPORT = re.compile(r'^import\s*(?:(?:(?P<whole>\w+)|\{(?P<names>[^}]*)\})\s*from\s*)?"(?P<of>[^"]+)";?', re.M)
_AGAIN = re.compile(r'^export\s*\{([^}]*)\}\s*from\s*"([^"]+)";?\n?', re.M)
_LIST = re.compile(r"(^|[;}])export\s*\{([^}]*)\};?\n?", re.M)
_DEFAULT = re.compile(r"(^|[;}])export default\s+", re.M)
_DECLARED = re.compile(r"^export (?=(async function|function|class|const|let) (\w+))", re.M)
_LATER = re.compile(r"import\(([\"`])(\.\.?/[^\"`]*)\1\)")
_LEFT = re.compile(r"(?:^|[;}])\s*(?:import|export)\b(?!\().*", re.M)


@dataclass(frozen=True)
class PageModule:
    """A module.

    Attributes:
        name: its path in the folder of the pages.
        at_once: the modules that it imports when it is loaded, in order, and the names that it takes of each.
        later: those that it may import afterwards, by name or by a pattern with ``*``.
        exports: what it exports, by name: the code that gives it, with a mark for another module that does.
        changing: those of them that it may set anew.
        body: its text, with imports as constants that a mark gives, and without exports.
    """

    name: str
    at_once: Mapping[str, frozenset[str]]
    later: tuple[str, ...]
    exports: Mapping[str, str]
    changing: frozenset[str]
    body: str


def variable(name: str) -> str:
    """What a module is called in a file that has several."""
    return "$" + re.sub(
        r"\W", lambda sign: "$" if sign[0] == "/" else f"${ord(sign[0]):x}", name.removesuffix(".js")
    )


_COMMENT = re.compile(r"^[ \t]*/\*\*.*?\*/\n", re.MULTILINE | re.DOTALL)


def unmarked(text: str, value: Callable[[str], str]) -> str:
    """Code of a module, with code in place of its marks."""
    return re.sub(r"\0([^\0]*)\0", lambda found: value(found[1]), text)


def read_module(name: str, text: str) -> PageModule:
    """Read a module; comments that have lines of their own are left out."""
    text = _COMMENT.sub("", text)
    reading = _Reading(name)
    body = _LIST.sub(reading.listed, _AGAIN.sub(reading.given_on, _IMPORT.sub(reading.imported, text)))
    body = _DECLARED.sub(reading.declared, _DEFAULT.sub(reading.default, body))
    body = _LATER.sub(reading.imported_later, body)
    left = _LEFT.search(body)
    if left is not None:
        raise FileError(f"{name} cannot be joined with other modules because of the line {left[0].strip()!r}")
    return PageModule(
        name, reading.at_once, tuple(reading.later), reading.exports, frozenset(reading.changing), body
    )


class _Reading:
    """What has been found in a module; each method notes one statement and gives what takes its place."""

    def __init__(self, name: str) -> None:
        self._folder = posixpath.join("/", posixpath.dirname(name))
        self.at_once: dict[str, frozenset[str]] = {}
        self.later: list[str] = []
        self.exports: dict[str, str] = {}
        self.changing: set[str] = set()

    def imported(self, found: re.Match[str]) -> str:
        if found["whole"]:
            return f"const {found['whole']} = {self._mark(found['of'], 'default')}.default;"
        if found["names"] is None:
            return f"{self._mark(found['of'])};"
        pairs = _pairs(found["names"])
        names = ", ".join(given if given == own else f"{given}: {own}" for given, own in pairs)
        return f"const {{ {names} }} = {self._mark(found['of'], *(given for given, _ in pairs))};"

    def imported_later(self, found: re.Match[str]) -> str:
        path = self._resolved(found[2])
        self.later.append(re.sub(r"\$\{[^}]*\}", "*", path))
        return f"import({found[1]}/{path}{found[1]})"

    def given_on(self, found: re.Match[str]) -> str:
        pairs = _pairs(found[1])
        source = self._mark(found[2], *(given for given, _ in pairs))
        self.exports.update({own: f"{source}.{given}" for given, own in pairs})
        return ""

    def listed(self, found: re.Match[str]) -> str:
        self.exports.update({own: given for given, own in _pairs(found[2])})
        return found[1]

    def default(self, found: re.Match[str]) -> str:
        self.exports["default"] = "$default"
        return f"{found[1]}const $default = "

    def declared(self, found: re.Match[str]) -> str:
        self.exports[found[2]] = found[2]
        if found[1] == "let":
            self.changing.add(found[2])
        return ""

    def _mark(self, path: str, *names: str) -> str:
        name = self._resolved(path)
        self.at_once[name] = self.at_once.get(name, frozenset()).union(names)
        return f"\0{name}\0"

    def _resolved(self, path: str) -> str:
        """The path in the folder of the pages of what stands at a path from the module's own folder."""
        return posixpath.normpath(posixpath.join(self._folder, path))[1:]


def _pairs(names: str) -> list[tuple[str, str]]:
    """What stands between braces: names in the module that gives them, and what each is called by who takes it."""
    found = [each.split(" as ") for each in names.split(",") if each.strip()]
    return [(each[0].strip(), each[-1].strip()) for each in found]
