"""Where a figure comes from: command, commit, day, seeds, and digests of the files that agents play by.

Reports as JSON hold it under ``provenance``, plain data. It names no person, no host and no folder of the machine.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from itertools import chain, count, pairwise
from pathlib import Path
from typing import Any

from croupier.agents.agent import Agent
from croupier.agents.names import AgentName
from croupier.agents.recipes import files_of
from croupier.agents.registry import agent_of
from croupier.core.base.code_cache import processor_name
from croupier.core.engine.game import Game

CODE, UNRECORDED = "code.txt", "code that was not recorded"
"""File of a folder in which work is kept, that says by which code; and of what was kept before there was one."""
_HERE = Path(__file__)
_PLAYS = ("src", "benchmarks", "pyproject.toml", "uv.lock", ":(exclude)*.md")
"""What of a checkout figures follow from: its pages are rewritten while tables are played."""
_FOLDERS = re.compile(r"(^|[\s:=,'\"])(?:[\\/]|~|[A-Za-z]:[\\/]).*[\\/]")
_ADDRESS = re.compile(r"\w+://[^\s,]+|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b")


def provenance(
    played: Iterable[tuple[Game, Sequence[Agent | AgentName | str]]], seeds: Iterable[int] = ()
) -> dict[str, Any]:
    """Where the figures of this process come from; see docs/contracts.md for the fields."""
    # `played` is each game with its players, `seeds` those of deals and runs.
    files: dict[str, str] = {}
    digests = (files_of(agent_of(agent, game), game) for game, agents in played for agent in agents)
    for file, digest in chain.from_iterable(each.items() for each in digests):
        name = placeless(file)  # two folders may hold files of one name
        names = chain([name], (f"{name} ({number})" for number in count(2)))
        files[next(each for each in names if files.get(each, digest) == digest)] = digest
    commit, clean = checkout()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return {
        "date": datetime.now(UTC).date().isoformat(), "croupier": version("croupier"), "commit": commit,
        "clean": clean, "command": command_line(), "processor": processor_name(), "cores": cores,
        "seeds": list(seeds), "files": files,
    }  # fmt: skip


def taking_over(source: Mapping[str, Any], earlier: Iterable[str]) -> dict[str, Any]:
    """A provenance with the code by which parts were played before, as ``earlier``, if it was other code."""
    found = sorted({*source.get("earlier", ()), *earlier} - {code_of(source)})
    return {**source, "earlier": found} if found else dict(source)


def code_of(told: Mapping[str, Any]) -> str:
    """The code of a provenance in a word or two: the commit, or the version of an installed package."""
    if not told["commit"]:
        return f"croupier {told['croupier']}"
    return str(told["commit"][:12]) if told["clean"] else f"{told['commit'][:12]} with changes"


def current_code() -> str:
    """The code of this process, see `code_of`."""
    commit, clean = checkout()
    return code_of({"croupier": version("croupier"), "commit": commit, "clean": clean})


def record_code(folder: Path, *, begun: bool = False) -> list[str]:
    """Note in a folder of kept work, begun or not, that this code works on it; returns the other code before."""
    here, before = current_code(), recorded_code(folder) if begun or (folder / CODE).exists() else []
    if here not in before:
        with (folder / CODE).open("a", encoding="utf-8") as file:
            file.write(f"{here}\n")
    return [each for each in before if each != here]


def recorded_code(folder: Path) -> list[str]:
    """By which code the work in a folder was done, see `record_code`."""
    file = folder / CODE
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else [UNRECORDED]


@cache
def checkout() -> tuple[str, bool | None]:
    """Commit of the checkout that this process plays by, if any, and whether its code is as in that commit."""
    # It is asked once: a process goes on with what it has loaded. An installed package has no commit.
    root, git = _HERE.parents[2], shutil.which("git")
    if _HERE.parents[1].name != "src" or not (root / ".git").exists() or git is None:
        return "", None
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    said = []
    for words in (("rev-parse", "HEAD"), ("status", "--porcelain", "--", *_PLAYS)):
        found = subprocess.run(  # noqa: S603  # words of this module
            [git, *words], cwd=root, env=environment, capture_output=True, encoding="utf-8", check=False
        )
        if found.returncode:
            return "", None
        said.append(found.stdout.strip())
    return said[0], not said[1]


def command_line() -> str:
    """The command line of this process as it would be typed, without folders of the machine and addresses."""
    module = getattr(getattr(sys.modules["__main__"], "__spec__", None), "name", "").removesuffix(".__main__")
    program = ["croupier"] if module == "croupier" else ["python", "-m", module] if module else []
    words = ["ADDRESS" if before == "--ray" else placeless(word) for before, word in pairwise(["", *sys.argv[1:]])]
    return shlex.join([*(program or [Path(sys.argv[0]).name]), *words])


def placeless(word: str) -> str:
    """A word of a command line without folders of this machine and without addresses; relative paths stay."""
    # All between the first absolute path of a word and its last separator is left out, whatever it is.
    return _FOLDERS.sub(r"\1", _ADDRESS.sub("ADDRESS", word).rstrip("\\/"))
