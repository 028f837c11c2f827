"""What the repository's history says of tables that were measured before records were kept.

It knows the commit that last wrote a table, its day, and the policies as they were in it: no machine, no command.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import onnx

from benchmarks.measured import HISTORY, OF_CROUPIER, SAME_NETWORK, sections, shown_in
from benchmarks.strength.measures import Work
from benchmarks.strength.source import line_up
from benchmarks.strength.tables import TABLES
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.spec import registry
from croupier.provenance import Provenance

_PLAYED_BY = re.compile(
    r"`(?:net|search|exploit)\b|croupier (?:judge|arena|exploit)|benchmarks\.(?:search|beliefs)"
)
"""A section whose figures follow from a game's policy."""
_SMALL = "-small"
_ABOUT = {"docs/results/search.md": "skull-king"}
"""The game of a page whose sections do not name it."""


def from_history(root: Path, name: str, page: str, text: str) -> dict[str, Any]:
    """A record of what the history says.

    Args:
        root: of the checkout.
        name: the table's name, as in `benchmarks.measured.on_pages`.
        page: where it stands.
        text: what it shows.

    Raises:
        FileError: the page is not committed, or Git fails.
    """
    commit, date = _writer(root, name, page, text)
    names, seeds = _files(root, name, page)
    found: dict[str, Any] = {"from": HISTORY, "date": date, "commit": commit, "seeds": seeds, "files": {}}
    then, now = _policies(root, commit), _policies(root, "HEAD")
    for file in names:
        same = [old for old, policy in then.items() if policy.network == now[file].network]
        if same and then[same[0]].digest == now[file].digest:
            found["files"][f"{file}{OF_CROUPIER}"] = now[file].digest
        elif same:  # its metadata were written anew since
            found["files"][same[0]] = then[same[0]].digest
            found.setdefault(SAME_NETWORK, {})[f"{file}{OF_CROUPIER}"] = now[file].digest
        else:
            game = file.rpartition("-20")[0]
            older = {old: policy.digest for old, policy in then.items() if old.startswith(game)}
            found["files"] |= {f"{old}{OF_CROUPIER}": digest for old, digest in older.items()}
    return found


def _writer(root: Path, name: str, page: str, text: str) -> tuple[str, str]:
    """The commit since which the page has shown this, and its day."""
    found = None
    for commit, date, path in _versions(root, page):
        if text.strip() not in (each.strip() for each in shown_in(_git(root, "show", f"{commit}:{path}"), name)):
            break
        found = commit, date
    if found is None:
        raise FileError(f"{page}: {name} is not as the last commit has it: commit the page first")
    return found


@cache
def _versions(root: Path, page: str) -> list[tuple[str, str, str]]:
    """Commits that changed a page, the newest first: commit, day, and what it was called."""
    said = _git(root, "log", "--follow", "--name-only", "--format=%x00%H %cs", "--", page)
    return [(*entry.split()[:2], entry.split()[2]) for entry in said.split("\0")[1:]]  # type: ignore[misc]


@dataclass(frozen=True)
class _Policy:
    """Digests of a policy's file, and of its network alone, without metadata."""

    digest: str
    network: str


@cache
def _policies(root: Path, commit: str) -> dict[str, _Policy]:
    """The policies that shipped at a commit, by name of the file."""
    paths = _git(root, "ls-tree", "-r", "--name-only", commit, "src/croupier/games").split()
    return {
        Path(path).name: _policy(_bytes(root, "show", f"{commit}:{path}")) for path in paths if ".onnx" in path
    }


@cache
def _policy(data: bytes) -> _Policy:
    network = onnx.load_from_string(data).graph.SerializeToString(deterministic=True)
    return _Policy(sha256(data).hexdigest(), sha256(network).hexdigest())


def _files(root: Path, name: str, page: str) -> tuple[list[str], list[int]]:
    """The policies that ship and play in a table, and the seeds that it declares."""
    for table in TABLES:
        if table.name == name:
            work = Work(root / "runs", 1, None, write=False, on_progress=lambda _: None)
            lines, seeds = line_up(table.measure, work)
            named = [(game, [each for each in who if not each.startswith("net:")]) for game, who in lines]
            files = Provenance.now(named).files
            return [file.removesuffix(OF_CROUPIER) for file in files if file.endswith(OF_CROUPIER)], list(
                dict.fromkeys(seeds)
            )
    return list(_named_policies(root, name, page)), []


def _named_policies(root: Path, name: str, page: str) -> Iterator[str]:
    """The newest policies of the games that a section is about, where it is about players at all."""
    text = (root / page).read_text(encoding="utf-8")
    section, title = sections(text)[name.partition("#")[2]], text.partition("\n")[0]
    for game in registry.entries():
        spec = registry.spec(game)
        if spec.policies is None or not _PLAYED_BY.search(section):
            continue
        if any(word in section or word in title for word in (game, spec.title)) or _ABOUT.get(page) == game:
            for file in sorted(spec.policies.glob("*.onnx")):
                if not file.stem.endswith(_SMALL) or "small" in section:
                    yield file.name


def _git(root: Path, *words: str) -> str:
    return _bytes(root, *words).decode()


def _bytes(root: Path, *words: str) -> bytes:
    found = subprocess.run(["git", *words], cwd=root, capture_output=True, check=False)  # noqa: S603, S607
    if found.returncode:
        raise ConfigError(f"git {' '.join(words)}: {found.stderr.decode().strip()}")
    return found.stdout
