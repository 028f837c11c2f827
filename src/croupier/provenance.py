"""Where a figure comes from: versions, commit, command, machine, seeds, digests of the files that agents play by.

Reports as JSON hold a `Provenance` under ``provenance``, and so does the record of every table of the docs.
It names no person, no host and no folder of the machine.
"""

from __future__ import annotations

import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, count, pairwise
from pathlib import Path
from typing import Any, Self

from croupier.agents.agent import Agent
from croupier.agents.names import AgentName
from croupier.agents.recipes import files_of
from croupier.agents.registry import BUILT_IN
from croupier.core.base.kept_code import processor_name
from croupier.core.engine.game import Game

CODE, UNRECORDED = "code.txt", "code that was not recorded"
"""File of a folder in which work is kept, that says by which code; and of what was kept before there was one."""
_HERE = Path(__file__)
_PLAYS = ("src", "benchmarks", "pyproject.toml", "uv.lock", ":(exclude)*.md")
"""What of a checkout figures follow from: its pages are rewritten while tables are played."""
_ABSOLUTE = re.compile(r"[\\/~]|[A-Za-z]:[\\/]")
_KEY = re.compile(r"-*[\w.-]+")
_NEXT_AGENT = re.compile(rf",(?=(?:{'|'.join(map(re.escape, (*BUILT_IN, 'bot', 'optimal')))})(?:[/:,]|$))")
"""Where the next name begins in a list of agents; a folder's name may hold a comma too."""
_PLACE = re.compile(r"(^|[\s:=,])(?:[\\/]|~|[A-Za-z]:[\\/])[^:=,]*[\\/]")
_ADDRESS = re.compile(r"\w+://[^\s,]+|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b")


@dataclass(frozen=True)
class Provenance:
    """Where a figure comes from; plain data by `data`.

    Attributes:
        date: the day of the measurement, in UTC, like ``2026-11-27``.
        croupier: version of croupier.
        python: version of Python.
        numpy: version of NumPy.
        numba: version of Numba; empty where it is not installed.
        games: version of each game that was played, by its name.
        commit: commit of the checkout that played; empty where an installed package did, which has a version.
        clean: whether that checkout's code was as in its commit; None without a commit.
        command: the command line, without folders of the machine and addresses.
        processor: name of the processor.
        cores: processors that this process may use.
        load: mean number of busy processors in the minute before; None where the system does not tell.
        seeds: seeds of deals and runs.
        files: SHA-256 of the policies and other files that agents played by, by name of the file.
        earlier: the code (see `code`) of parts that were played before and are taken over, if another.
    """

    date: str
    croupier: str
    python: str
    numpy: str
    numba: str
    games: Mapping[str, int]
    commit: str
    clean: bool | None
    command: str
    processor: str
    cores: int
    load: float | None
    seeds: tuple[int, ...]
    files: Mapping[str, str]
    earlier: tuple[str, ...] = ()

    @classmethod
    def now(
        cls,
        played: Iterable[tuple[Game, Sequence[Agent | AgentName | str]]],
        seeds: Iterable[int] = (),
        earlier: Iterable[str] = (),
    ) -> Self:
        """That of a measurement of this process.

        Args:
            played: each game with those who play it.
            seeds: seeds of deals and runs.
            earlier: the code by which parts were played that are taken over; what is this code is left out.

        Raises:
            FileError: a file that an agent plays by cannot be read.
        """
        games: dict[str, int] = {}
        files: dict[str, str] = {}
        for game, agents in played:
            games[game.name] = game.spec.version
            for file, digest in (pair for agent in agents for pair in files_of(agent, game).items()):
                files[_free(placeless(file), digest, files)] = digest
        commit, clean = checkout()
        return cls(
            date=datetime.now(UTC).date().isoformat(), croupier=version("croupier"),
            python=platform.python_version(), numpy=version("numpy"), numba=_installed("numba"), games=games,
            commit=commit, clean=clean, command=command_line(), processor=processor_name(), cores=usable_cores(),
            load=load(), seeds=tuple(seeds), files=files,
        ).taking_over(earlier)  # fmt: skip

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """Read what `data` gave.

        Raises:
            TypeError: it is something else.
        """
        return cls(**{**data, "seeds": tuple(data["seeds"]), "earlier": tuple(data.get("earlier", ()))})

    @property
    def code(self) -> str:
        """By which code it was played, in a word or two: the commit, or the version of an installed package."""
        return code_of(self.croupier, self.commit, self.clean)

    def taking_over(self, earlier: Iterable[str]) -> Self:
        """The same with parts that other code played before."""
        return replace(self, earlier=tuple(sorted({*self.earlier, *earlier} - {self.code})))

    def data(self) -> dict[str, Any]:
        """As plain data for JSON; ``earlier`` stands there only where it says something."""
        found = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        return found if self.earlier else {name: value for name, value in found.items() if name != "earlier"}


def _free(name: str, digest: str, files: Mapping[str, str]) -> str:
    """The name, with a number where another file has it: two folders may hold files of one name."""
    names = chain([name], (f"{name} ({number})" for number in count(2)))
    return next(each for each in names if files.get(each, digest) == digest)


def code_of(croupier: str, commit: str, clean: bool | None) -> str:
    """Code in a word or two: the commit, or the version of an installed package."""
    if not commit:
        return f"croupier {croupier}"
    return commit[:12] if clean else f"{commit[:12]} with changes"


def machine_of(told: Mapping[str, Any]) -> str:
    """The machine of a provenance's plain data in words; its load where the system told."""
    load_there = "" if told["load"] is None else f", load {told['load']}"
    return f"{told['processor']}, {told['cores']} cores{load_there}"


def code_here() -> str:
    """The code of this process, see `Provenance.code`."""
    return code_of(version("croupier"), *checkout())


def note_code(folder: Path, *, begun: bool = False) -> list[str]:
    """Note in a folder in which work is kept that this code works on it.

    Args:
        folder: the folder.
        begun: whether work is kept there already.

    Returns:
        The other code that worked on it before.

    Raises:
        OSError: the file cannot be read or written.
    """
    here, before = code_here(), noted_code(folder) if begun or (folder / CODE).exists() else []
    if here not in before:
        with (folder / CODE).open("a", encoding="utf-8") as file:
            file.write(f"{here}\n")
    return [each for each in before if each != here]


def noted_code(folder: Path) -> list[str]:
    """By which code the work in a folder was done, see `note_code`."""
    file = folder / CODE
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else [UNRECORDED]


@cache
def checkout() -> tuple[str, bool | None]:
    """Commit of the checkout that this process plays by, and whether its code is as in that commit.

    It is asked once: a process goes on with what it has loaded. An installed package has no commit.
    """
    root = _HERE.parents[2]
    if _HERE.parents[1].name != "src" or not (root / ".git").exists():
        return "", None
    commit = _git(root, "rev-parse", "HEAD")
    changed = _git(root, "status", "--porcelain", "--", *_PLAYS)
    return ("", None) if commit is None or changed is None else (commit, not changed)


def _git(root: Path, *words: str) -> str | None:
    """What Git says of a checkout; None where there is no Git or it refuses."""
    program = shutil.which("git")
    if program is None:
        return None
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    found = subprocess.run(  # noqa: S603  # words of this module
        [program, *words], cwd=root, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    return None if found.returncode else found.stdout.strip()


def command_line() -> str:
    """The command line of this process as it would be typed, without folders of the machine and addresses."""
    main = sys.modules["__main__"]
    module = getattr(getattr(main, "__spec__", None), "name", "").removesuffix(".__main__")
    if module == "croupier":
        program = ["croupier"]
    else:
        program = ["python", "-m", module] if module else [Path(sys.argv[0]).name]
    words = ["ADDRESS" if before == "--ray" else placeless(word) for before, word in pairwise(["", *sys.argv[1:]])]
    return shlex.join([*program, *words])


def placeless(word: str) -> str:
    """A word of a command line without folders of this machine and without addresses; relative paths stay.

    Agents' names are taken apart: each file in them is shortened, whatever signs its folders have.
    """
    word = _ADDRESS.sub("ADDRESS", word)
    key, equals, value = word.partition("=")
    if equals and _KEY.fullmatch(key):
        return f"{key}={placeless(value)}"
    several = _NEXT_AGENT.split(word)
    if len(several) > 1:
        return ",".join(map(placeless, several))
    if _ABSOLUTE.match(word):
        return re.split(r"[\\/]", word.rstrip("\\/"))[-1]
    before, colon, argument = word.partition(":")
    head = before.partition("/")[0]
    if not colon or head not in BUILT_IN:
        return _PLACE.sub(r"\1", word)
    before = re.sub(r"(?<==)[^,]+", lambda found: placeless(found[0]), before)
    if head == "cmd":
        with suppress(ValueError):  # a quotation mark without its other half: no program either
            return f"{before}:{shlex.join(map(placeless, shlex.split(argument)))}"
    return f"{before}:{placeless(argument)}"


def usable_cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def load() -> float | None:
    """Mean number of busy processors in the last minute; None where the system does not tell."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
