"""The modules of the pages as browsers get them: a few files in place of one for each module.

A file is for a module that is loaded by its name, and has with it the modules that no other file needs, each as a
function that runs when it is first imported. What several files need stands in the last of start, main and playing
that is loaded before all of them; playing is, before all that nobody else loads. So nothing runs earlier than by
itself, nor twice: at the address of a module in another file are two lines that give what it exports.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import partial

from croupier.core.base.errors import FileError
from croupier.server.base.page_module import PageModule, read_module, unmarked, variable

_START, _MAIN, _PLAYING = "start.js", "main.js", "parts/playing.js"
"""Files that are loaded before others: the first of all, the application, and what pages have that show a game."""
_BEFORE_MAIN = (_START, "languages/*/words.js")
"""Files that are loaded before the application."""
_BY_LIST = {"games.js": ("*/table.js",)}
"""Files that a module imports by a name that it is told."""
_ONCE = "const $once = (make) => {\n\tlet made;\n\treturn () => (made ??= make());\n};\n"
_Modules = Mapping[str, PageModule]


def join_modules(texts: Mapping[str, str]) -> dict[str, str]:
    """What is sent of each module, by its path in the folder of the pages."""
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
    """Refuse what a browser would refuse, and modules that import each other."""
    for name, taken in module.at_once.items():
        if name not in modules:
            raise FileError(f"{module.name} imports {name}, which is not there")
        missing = sorted(taken - set(modules[name].exports))
        if missing:
            raise FileError(f"{module.name} imports {missing[0]} from {name}, which does not export it")
        if module.name in _loaded(name, modules):
            raise FileError(f"{module.name} and {name} import each other")


def _loaded(name: str, modules: _Modules, *, ends: Container[str] = ()) -> list[str]:
    """A module with those that are loaded with it, as they import each other; not `ends` and what these import."""
    found = [name]
    for each in found:
        found += [other for other in modules[each].at_once if other not in found and other not in ends]
    return found


def _files(modules: _Modules) -> list[str]:
    """The modules that are loaded by their names, from the first one on, and the one of what pages share."""
    files = [_START] if _START in modules else []
    for file in files:
        for name in _loaded(file, modules):
            named = ([_PLAYING] if name == _PLAYING else []) + _named(name, modules)
            files += [each for each in dict.fromkeys(named) if each not in files]
    return files


def _named(name: str, modules: _Modules) -> list[str]:
    """The modules that a module may load by their names."""
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
    """The files that a browser may load without what pages have that show a game."""
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
    """The file in which each module stands; modules that no page loads are not named."""
    files = _files(modules)
    users: dict[str, list[str]] = {}
    for file in files:
        for name in _loaded(file, modules, ends=files):
            users.setdefault(name, []).append(file)
    early = _before_playing(files, modules)
    return {name: _place(users[name], early) for name in sorted(users)}


def _place(users: Sequence[str], early: Container[str]) -> str:
    """The file for what these files need."""
    if len(users) == 1:
        return users[0]
    if any(fnmatchcase(user, each) for user in users for each in _BEFORE_MAIN):
        return _START
    return _PLAYING if not any(user in early for user in users) else _MAIN


def _text(module: PageModule, inside: Sequence[PageModule], places: Mapping[str, str]) -> str:
    """A file: the module of its name behind those that stand in it."""
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
    """What a file has from other files: these themselves, and modules that stand in them."""
    used = {name for each in (*inside, module) for name in each.at_once if places[name] != module.name}
    for file in sorted({places[name] for name in used}):
        if file in used:
            yield f'import * as {variable(file)} from "/{file}";\n'
        names = sorted(variable(name) for name in used if places[name] == file != name)
        if names:
            yield f'import {{ {", ".join(names)} }} from "/{file}";\n'


def _value(places: Mapping[str, str], name: str) -> str:
    """Code for what a module exports, in a file that has or imports it."""
    return variable(name) if places[name] == name else f"{variable(name)}()"


def _given(module: PageModule, name: str, code: str, places: Mapping[str, str]) -> str:
    """One export in the object of all."""
    if name in module.changing:
        return f"get {name}() {{ return {code}; }}"
    return name if name == code else f"{name}: {unmarked(code, partial(_value, places))}"


def _given_from(module: PageModule, file: str) -> str:
    """A module that stands in another file, for who imports it from its own address."""
    made = variable(module.name)
    names = ", ".join(name for name in module.exports if name != "default")
    lines = [f'import {{ {made} }} from "/{file}";']
    if names:
        lines.append(f"export const {{ {names} }} = {made}();")
    if "default" in module.exports:
        lines.append(f"export default {made}().default;")
    return "\n".join(lines) + "\n"
