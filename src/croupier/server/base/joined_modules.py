"""The modules of the pages as browsers get them: a few files in place of one for each module.

A file is for a module that is loaded by its name, and has with it the modules that no other file needs, each as a
function that runs when it is first imported. What several files need stands in the last of start, main and playing
that is loaded before all of them; playing is, before all that nobody else loads. So nothing runs earlier than by
itself, nor twice: at the address of a module in another file are two lines that give what it exports.

Only what the pages' modules use of ``import`` and ``export`` is known here; all else is refused by name.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial

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
    """A module of the pages."""

    name: str  # path in the folder of the pages
    at_once: Mapping[str, frozenset[str]]  # its static imports in order: the names imported from each module
    later: tuple[str, ...]  # its dynamic imports, by name or by a pattern with ``*``
    exports: Mapping[str, str]  # by name, the code of the export, with a mark for another module's
    changing: frozenset[str]  # exports that it may reassign
    body: str  # code with imports as constants with marks, and without exports


def variable(name: str) -> str:
    """The variable of a module in a file with several."""
    return "$" + re.sub(
        r"\W", lambda sign: "$" if sign[0] == "/" else f"${ord(sign[0]):x}", name.removesuffix(".js")
    )


_COMMENT = re.compile(r"^[ \t]*/\*\*.*?\*/\n", re.MULTILINE | re.DOTALL)


def unmarked(text: str, value: Callable[[str], str]) -> str:
    """A module's code with its marks replaced."""
    return re.sub(r"\0([^\0]*)\0", lambda found: value(found[1]), text)


def read_module(name: str, text: str) -> PageModule:
    """Parse a module; comments on their own lines are left out."""
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
    """The findings in a module; each method records one statement and returns its replacement."""

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
        """The path in the folder of the pages of a path relative to the module."""
        return posixpath.normpath(posixpath.join(self._folder, path))[1:]


def _pairs(names: str) -> list[tuple[str, str]]:
    """The names between braces: each as exported, and as imported."""
    found = [each.split(" as ") for each in names.split(",") if each.strip()]
    return [(each[0].strip(), each[-1].strip()) for each in found]


_START, _MAIN, _PLAYING = "start.js", "main.js", "parts/playing.js"
"""Files that are loaded before others: the first one, the application, and the part of pages that show a game."""
_BEFORE_MAIN = (_START, "languages/*/words.js")
"""Files that are loaded before the application."""
_BY_LIST = {"games.js": ("*/table.js",)}
"""Files that a module imports by a name it is given."""
_ONCE = "const $once = (make) => {\n\tlet made;\n\treturn () => (made ??= make());\n};\n"
_Modules = Mapping[str, PageModule]


def join_modules(texts: Mapping[str, str]) -> dict[str, str]:
    """The content sent for each module, by path in the folder of the pages."""
    modules = {name: read_module(name, text) for name, text in texts.items()}
    for module in modules.values():
        _check(module, modules)
    places = _places(modules)
    found = dict(texts)
    for name, file in places.items():
        inside = [each for each, place in places.items() if place == name != each]
        if name != file:
            found[name] = _given_from(modules[name], file)
        elif inside or modules[name].at_once:
            found[name] = _text(modules[name], [modules[each] for each in inside], places)
    return found


def _check(module: PageModule, modules: _Modules) -> None:
    """Refuse what a browser would refuse, and circular imports."""
    for name, taken in module.at_once.items():
        if name not in modules:
            raise FileError(f"{module.name} imports {name}, which is not there")
        missing = sorted(taken - set(modules[name].exports))
        if missing:
            raise FileError(f"{module.name} imports {missing[0]} from {name}, which does not export it")
        if module.name in _loaded(name, modules):
            raise FileError(f"{module.name} and {name} import each other")


def _loaded(name: str, modules: _Modules, *, ends: Container[str] = ()) -> list[str]:
    """A module with the modules loaded with it, in order of import; without `ends` and their imports."""
    found = [name]
    for each in found:
        found += [other for other in modules[each].at_once if other not in found and other not in ends]
    return found


def _files(modules: _Modules) -> list[str]:
    """The modules that are loaded by name, starting with the first, and the one shared by pages."""
    files = [_START] if _START in modules else []
    for file in files:
        for name in _loaded(file, modules):
            named = ([_PLAYING] if name == _PLAYING else []) + _named(name, modules)
            files += [each for each in dict.fromkeys(named) if each not in files]
    return files


def _named(name: str, modules: _Modules) -> list[str]:
    """The modules that a module may load by name."""
    imported = {other for module in modules.values() for other in module.at_once}
    patterns = (*modules[name].later, *_BY_LIST.get(name, ()))
    # a pattern fits more than what is meant: what others import is their part
    return [
        each
        for pattern in patterns
        for each in modules
        if each == pattern or (fnmatchcase(each, pattern) and each not in imported)
    ]


def _before_playing(files: Sequence[str], modules: _Modules) -> list[str]:
    """The files that a browser may load without the part of pages that show a game."""
    found = list(files[:1])
    for file in found:
        parts = _loaded(file, modules, ends=files)
        nexts = [each for name in parts for each in (*modules[name].at_once, *_named(name, modules))]
        found += [
            each
            for each in dict.fromkeys(nexts)
            if each in files and each not in found and _PLAYING not in _loaded(each, modules)
        ]
    return found


def _places(modules: _Modules) -> dict[str, str]:
    """The file of each module; modules that no page loads are left out."""
    files = _files(modules)
    users: dict[str, list[str]] = {}
    for file in files:
        for name in _loaded(file, modules, ends=files):
            users.setdefault(name, []).append(file)
    early = _before_playing(files, modules)
    return {name: _place(users[name], early) for name in sorted(users)}


def _place(users: Sequence[str], early: Container[str]) -> str:
    """The file of a module that these files need."""
    if len(users) == 1:
        return users[0]
    if any(fnmatchcase(user, each) for user in users for each in _BEFORE_MAIN):
        return _START
    return _PLAYING if not any(user in early for user in users) else _MAIN


def _text(module: PageModule, inside: Sequence[PageModule], places: Mapping[str, str]) -> str:
    """A file: the modules in it, followed by the module of its name."""
    parts = [*_imports(module, inside, places), _ONCE if inside else ""]
    for each in inside:
        given = ", ".join(_given(each, name, code, places) for name, code in each.exports.items())
        body = unmarked(each.body, partial(_value, places))
        parts.append(f"\n// {each.name}\nconst {variable(each.name)} = $once(() => {{\n{body}\n")
        parts.append(f"return {{ {given} }};\n}});\n")
    parts.append(f"\n// {module.name}\n{unmarked(module.body, partial(_value, places))}\n")
    names = [variable(each.name) for each in inside]
    for name, code in module.exports.items():
        if "\0" in code:
            parts.append(f"export const {name} = {unmarked(code, partial(_value, places))};\n")
        else:
            names.append(name if name == code else f"{code} as {name}")
    if names:
        parts.append(f"export {{ {', '.join(names)} }};\n")
    return "".join(parts)


def _imports(module: PageModule, inside: Sequence[PageModule], places: Mapping[str, str]) -> Iterator[str]:
    """The imports of a file from other files, and from modules in them."""
    used = {name for each in (*inside, module) for name in each.at_once if places[name] != module.name}
    for file in sorted({places[name] for name in used}):
        if file in used:
            yield f'import * as {variable(file)} from "/{file}";\n'
        names = sorted(variable(name) for name in used if places[name] == file != name)
        if names:
            yield f'import {{ {", ".join(names)} }} from "/{file}";\n'


def _value(places: Mapping[str, str], name: str) -> str:
    """Code for a module's exports, in a file that contains or imports it."""
    return variable(name) if places[name] == name else f"{variable(name)}()"


def _given(module: PageModule, name: str, code: str, places: Mapping[str, str]) -> str:
    """One export in the object of all exports."""
    if name in module.changing:
        return f"get {name}() {{ return {code}; }}"
    return name if name == code else f"{name}: {unmarked(code, partial(_value, places))}"


def _given_from(module: PageModule, file: str) -> str:
    """A stub for a module in another file, for imports from its own address."""
    made = variable(module.name)
    names = ", ".join(name for name in module.exports if name != "default")
    lines = [f'import {{ {made} }} from "/{file}";']
    if names:
        lines.append(f"export const {{ {names} }} = {made}();")
    if "default" in module.exports:
        lines.append(f"export default {made}().default;")
    return "\n".join(lines) + "\n"
