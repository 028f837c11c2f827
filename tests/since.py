"""``pytest --since REV``: the test files that the changes since a revision can reach, by what rooms import.

A change in ``src/croupier`` reaches the modules that import the changed one, directly or through others. A test
file runs if it imports one of these, types a command of theirs or is about the changed room, or if it or a
module of the tests that it imports has changed. Where games alone have changed, files run that name one of them
or go through all games, and of their tests those that name no other game alone, in their parameters or in the
text that they reach. Where the server alone has changed, and nothing that makes its pages or most of what they
are told, the tests of how pages look are left out. Where no docstring or page of the documentation can have
changed, it is not built. The folders of tests that are named after what has changed run first. Whatever lies
neither in a room nor in the tests nor in the pages runs everything, and so does a ``conftest.py`` or what runs
with every test.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import pytest

from croupier.cli import COMMANDS, home
from croupier.core.spec.registry import BUILT_IN
from tests.named import tests_of, texts

ROOT = Path(__file__).parents[1]
SOURCE, TESTS = ROOT / "src" / "croupier", ROOT / "tests"
PAGES = (
    "docs/",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "mkdocs.yml",
    "examples/",
    "benchmarks/",
    "release.py",
)
"""What the tests at the top of ``tests`` are about."""
NEW = ("src", "tests", "docs", "examples", "benchmarks")
"""Where a file that git does not know yet is a change; a game of one's own may lie beside them."""
ABOUT = {"browser": "server", "simulator": "server", "models": "agents", "ray": "measure", "baseline": "cli"}
"""Folders of tests that are named after no room."""
SHOWN = tuple(
    f"src/croupier/server/{name}"
    for name in (
        "static/", "languages/", "base/", "process/", "routes/", "room/chairs.py", "room/messages.py",
        "live/connection.py", "live/live.py",
    )
)  # fmt: skip
"""What the pages of the server are made of, and what makes most of what they are told."""
LOOKS = frozenset(
    TESTS / "browser" / f"test_{name}.py"
    for name in (
        "access", "app", "card_help", "first_page", "keyboard", "languages", "layout", "lessons", "long_words",
        "modules", "other_games", "plain_browsers", "sheet_offline", "small_tables", "spite_malice", "story",
    )
)  # fmt: skip
"""What asks how pages look and move; the others in their folder ask what people do together at a server."""
UNDOCUMENTED = {"cli", "server"}
"""Rooms whose docstrings appear on no page of the documentation."""
EXAMPLES = [file for file in (ROOT / "examples").iterdir() if file.suffix in (".py", ".sh", ".ipynb")]
GAMES = {
    entry.target.split(".")[2]: re.compile(
        "|".join("(?<![a-z])" + re.sub("[-_]", "[-_ ]?", name) for name in (entry.name, *entry.variants)),
        re.IGNORECASE,
    )
    for entry in BUILT_IN
} | {"of other packages": re.compile("(?<![a-z])(toy|spades|kuhn)", re.IGNORECASE)}
"""By its folder, how each game is named; one of the tests or the examples is none of croupier."""
ALL_GAMES = re.compile(
    r"BUILT_IN|registered_games(?!\.cache_clear)|registry\.names|tests\.cases|import cases|\bshipped_"
)
"""What a file of tests says that goes through all of them."""
OF_ALL = frozenset(TESTS / f"{name}.py" for name in ("conftest", "checks", "since", "named", "before", "played"))
"""What runs with every test: a change runs everything, and what it imports says nothing of the test."""
_IMPORTED = re.compile(
    r"^[ \t]*(?:from|import) ((?:croupier|tests|examples)[\w.]*)(?: import (?:\(([^)]*)\)|([\w, ]*)))?"
    r"|[\"'](croupier\.[\w.]+)",
    re.M,
)


@cache
def imports(file: Path) -> frozenset[str]:
    """Full names that a file imports or has in a string, and those of the commands that it types."""
    text = file.read_text(encoding="utf-8")
    found: set[str] = set()
    for module, several, few, named in _IMPORTED.findall(text):
        names = [name.partition(" as ")[0].strip() for name in (several or few).split(",")]
        found |= {module or named, *(f"{module}.{name}" for name in names if name)}
    if file.is_relative_to(TESTS) and re.search(r"croupier\.cli|[\"']croupier[\"']", text):
        typed = re.findall(r"[\"' ]([a-z-]+)[\"' ]", text)
        found |= {home(command)[0] for command in COMMANDS if command.split()[0] in typed}
    return frozenset(found)


@cache
def files_of(name: str) -> frozenset[Path]:
    """The files of the package that a full name stands for: where nothing says where it stands, a whole folder."""
    parts, place = name.split(".")[1:], SOURCE
    passed = {SOURCE / "__init__.py"}
    if not parts or not any((SOURCE / parts[0]).with_suffix(each).exists() for each in ("", ".py")):
        return _homes(SOURCE, "") | passed  # `import croupier`, of which any name may be used
    for part in parts:
        if (alone := (place / part).with_suffix(".py")).exists():
            return frozenset({*passed, alone})
        if not (place / part).is_dir():
            here = (place / "__init__.py").read_text(encoding="utf-8")
            own = re.search(rf"^(?:def |class )?{part}\b", here, re.MULTILINE)
            homes = _homes(place, part)
            return homes | passed if own or homes else frozenset(place.rglob("*.py"))
        place /= part
        passed.add(place / "__init__.py")
    return frozenset(each for each in passed if each.exists())


def _homes(folder: Path, name: str) -> frozenset[Path]:
    """The files in which a name of a folder stands, by its stub; without a name all that it names."""
    stub = folder / "__init__.pyi"
    text = stub.read_text(encoding="utf-8") if stub.exists() else ""
    imports = re.findall(r"^from (\S+) import (\([^)]*\)|.*)$", text, re.MULTILINE)
    homes = [module for module, names in imports if re.search(rf"\b{name or 'as'}\b", names)]
    return frozenset[Path]().union(*map(files_of, homes))


@cache
def imported(file: Path) -> frozenset[Path]:
    """The files of the package that a file imports, itself."""
    names = (name for name in imports(file) if name.split(".")[0] == "croupier")
    return frozenset[Path]().union(*map(files_of, names))


def above(changed: Iterable[Path]) -> frozenset[Path]:
    """Files of the package, and those that import them, directly or through others."""
    found, left = set(changed), {*SOURCE.rglob("*.py")}
    while new := {file for file in left - found if not imported(file).isdisjoint(found)}:
        found |= new
    return frozenset(found)


def reached(name: str) -> frozenset[Path]:
    """What changes with a file of the package: itself; with data and a folder's names all beside and below."""
    file = ROOT / name
    if file.suffix == ".py" and file.name != "__init__.py":
        return frozenset({file})
    home = next(each for each in file.parents if (each / "__init__.py").exists())
    return frozenset(home.rglob("*.py"))


@cache
def helpers(file: Path) -> frozenset[Path]:
    """A module of the tests with those that it imports, and so on; with the examples that it names, else all."""
    found: set[Path] = set()
    left = {file}
    while left := {each for each in left - found - OF_ALL if each.exists()}:
        found |= left
        left = set[Path]().union(*map(_helped_by, left))
    return frozenset(found)


@cache
def _helped_by(file: Path) -> frozenset[Path]:
    """What a module of the tests imports itself, and the examples that it names; some of them may not exist."""
    text = file.read_text(encoding="utf-8")
    found: set[Path] = set()
    if file.is_relative_to(TESTS) and re.search(r"/ [\"']examples|examples/", text):
        known = [example for example in EXAMPLES if re.search(rf"\b{example.stem}\b", text)]
        found.update(known if known and ".glob(" not in text else EXAMPLES)
    if file.name == "__init__.py" and "import_module" in text:
        found.update(file.parent.glob("*.py"))
    for parts in (name.split(".") for name in imports(file)):
        if parts[0] in ("tests", "examples"):
            path = ROOT.joinpath(*parts)
            found |= {path.with_suffix(".py"), path / "__init__.py"}
    return frozenset(found)


@dataclass
class Selection:
    """What runs, and why.

    Attributes:
        files: test files; None for all.
        why: a line each, to be printed.
        folders: of the tests, named after the rooms and games that have changed.
        games: folders of the games that have changed, where no room has.
        narrowed: files of which only those tests run that name one of these games, or no game.
        documented: whether the documentation may have changed.
    """

    files: set[Path] | None
    why: list[str] = field(default_factory=list)
    folders: tuple[str, ...] = ()
    games: frozenset[str] = frozenset()
    narrowed: frozenset[Path] = frozenset()
    documented: bool = True

    def leaves_out(self, file: Path, test: str, parameters: str = "") -> bool:
        """Whether a test names games, and none that has changed: in its parameters, else in what it reaches."""
        if file not in self.narrowed:
            return False
        named = games_in(parameters) or frozenset[str]().union(*map(games_in, texts(file, test)))
        return bool(named) and not named & self.games

    def first(self, name: str) -> bool:
        """Whether a test stands in the folder of what has changed."""
        return name.startswith(self.folders)


@cache
def games_in(text: str) -> frozenset[str]:
    """The games that a text names: all where it goes through all."""
    if ALL_GAMES.search(text):
        return frozenset(GAMES)
    return frozenset(game for game, names in GAMES.items() if names.search(text))


def changed(since: str) -> list[str]:
    """Files that differ from where this branch left a revision, and those that git does not track yet."""

    def git(*words: str) -> list[str]:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise pytest.UsageError(f"--since {since}: {done.stderr.strip()}")
        return done.stdout.splitlines()

    (base,) = git("merge-base", since, "HEAD")
    return sorted(
        {
            *git("diff", "--name-only", "--no-renames", base),
            *git("ls-files", "--others", "--exclude-standard", *NEW),
        }
    )


def selection(files: Iterable[str]) -> Selection:
    """What changed files reach.

    Args:
        files: paths below the root of the repository, with ``/``.
    """
    rooms: dict[str, str] = {}
    reaches: set[Path] = set()
    touched: set[str] = set()
    pages = ""
    for name in files:
        parts = name.split("/")
        if name.startswith("src/croupier/") and len(parts) > 3:
            rooms.setdefault("/".join(parts[2:4]) if parts[2] == "games" else parts[2], name)
            reaches |= reached(name)
        elif name.startswith("tests/") and ROOT / name not in OF_ALL and parts[-1] != "conftest.py":
            touched.add(name)
        elif name.startswith(PAGES):
            pages = pages or name
            touched |= {name} if name.startswith("examples/") else set()
        else:
            return Selection(None, [f"everything: {name} has changed"])
    games = frozenset(room.removeprefix("games/") for room in rooms) & GAMES.keys()
    games = games if len(games) == len(rooms) else frozenset()
    documented = bool(pages or rooms.keys() - UNDOCUMENTED) or "tests/built_pages.py" in touched
    behind = rooms.keys() == {"server"} and not any(name.startswith(SHOWN) for name in files)
    named = re.compile("|".join([ALL_GAMES.pattern, *(GAMES[game].pattern for game in games)]), re.IGNORECASE)
    higher = above(reaches)
    written = [*TESTS.rglob("*.py"), *EXAMPLES] if games else []
    naming = {file for file in written if named.search(file.read_text(encoding="utf-8"))}
    changed_here = {ROOT / name for name in touched}
    whole, narrowed, met = set[Path](), set[Path](), set[Path]()
    for file in sorted(TESTS.rglob("test_*.py")):
        known = helpers(file)
        folder = file.relative_to(TESTS).parent.as_posix()
        room = ABOUT.get(folder.split("/")[0], folder.split("/")[0])
        found = frozenset[Path]().union(*map(imported, known)) & higher
        if games and not known & naming:
            found = frozenset()
        own = room in rooms and room not in ("cli", "envs", "games")
        own |= folder.startswith("games/") and folder in rooms
        data = {name for name in touched if name.startswith(f"tests/{folder}/") and not name.endswith(".py")}
        changes = changed_here & known
        if behind and file in LOOKS and not (data or changes):
            continue
        if own or data or changes or (pages and folder == ".") or (found and not games):
            whole.add(file)
        elif found:
            narrowed.add(file)
        met |= found
    folders = tuple(f"tests/{room}/" for room in rooms)
    chosen = Selection(whole | narrowed, [], folders, games, frozenset(narrowed), documented)
    whole |= {file for file in narrowed if not all(chosen.leaves_out(file, test) for test in tests_of(file))}
    why = [f"{room}: {name}" for room, name in sorted(rooms.items())]
    told = {each.relative_to(SOURCE).parts[0] for each in met} - {name.split("/")[0] for name in rooms}
    told = {name for name in told if (SOURCE / name).is_dir()}
    why += [f"what imports these: {', '.join(sorted(told))}"] if told else []
    why += [f"tests: {', '.join(sorted(touched))}"] if touched else []
    why += [f"tests of the project: {pages}"] if pages else []
    why += [f"left out: {len(LOOKS - whole)} files of tests about how pages look"] if behind else []
    why += [] if documented else ["left out: the build of the documentation"]
    return replace(chosen, files=whole, why=[*why, f"{len(whole)} test files"])
